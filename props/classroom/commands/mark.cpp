// coreecs mark and variant: a class that hands in what classes hand in, and worse.
#include <sys/stat.h>

#include <chrono>
#include <map>
#include <nlohmann/json.hpp>

#include "props/classroom/exercises.hpp"
#include "props/kit/command.hpp"

using namespace coreecs;
using nlohmann::json;
using shell::quoted;
using shell::Result;

namespace {

constexpr const char* guide = "specs/guide/";

/// The files that a class hands in for one exercise, and the points that each is to get.
class Class {
 public:
  explicit Class(const std::string& name) : exercise_(exercise(name)) {}

  void hand_in(const std::string& name, const std::string& text, std::uint64_t points) {
    (void)folder_.file(name, text);
    expect(name, points);
  }
  void expect(const std::string& name, std::uint64_t points) {
    names_.push_back(name);
    CHECK(expected_.emplace(name, points).second);
  }
  [[nodiscard]] const Scratch& folder() const { return folder_; }
  [[nodiscard]] std::size_t size() const { return names_.size(); }

  [[nodiscard]] std::string line(const std::string& options) const {
    std::string out = "mark " + options + " --key " + guide + "keys/" + exercise_.name + ".json " + guide +
                      "exercises/" + exercise_.name + ".json";
    for (const std::string& name : names_) out += " " + quoted(folder_.file(name));
    return out;
  }
  /// Marks all, and checks that each gets its points.
  json marked(const std::string& options = "") const {
    const Result result = shell::coreecs(line("--json " + options));
    CHECK_MESSAGE(result.err.empty(), result.err);
    CHECK(result.status == 1);
    const json all = json::parse(result.out);
    REQUIRE(all["hand_ins"].size() == names_.size());
    for (std::size_t k = 0; k < names_.size(); ++k) {
      const json& one = all["hand_ins"][k];
      CAPTURE(exercise_.name);
      CAPTURE(one.dump());
      CHECK(one["file"] == folder_.file(names_[k]));
      CHECK(one["points"] == expected_.at(names_[k]));
    }
    return all;
  }

 private:
  const Exercise& exercise_;
  Scratch folder_;
  std::vector<std::string> names_;
  std::map<std::string, std::uint64_t> expected_;
};

/// The parts that may change, alone and in another order.
Tree parts_of(const Exercise& one, const Tree& document) {
  Tree parts = Tree::object();
  for (const std::string part : {"schedules", "systems", "entities"})
    for (const Tree& pointer : one.given["may_change"])
      if (pointer == "/" + part) parts[part] = document.value(part, Tree::object());
  return parts;
}

/// Comments wherever white space may be.
std::string with_comments(const std::string& text) {
  std::string out = "// my answer\n";
  bool in_text = false;
  for (std::size_t k = 0; k < text.size(); ++k) {
    if (text[k] == '"' && (k == 0 || text[k - 1] != '\\')) in_text = !in_text;
    out += text[k];
    if (!in_text && text[k] == ',') out += "/* next */";
  }
  return out + "/* done */";
}

/// What any class hands in for an exercise: right answers in many forms, nothing, and others' answers.
void hand_in_the_usual(Class& all, const std::string& name) {
  const Exercise& one = exercise(name);
  const std::uint64_t full = out_of(task(one));
  Tree renamed = one.solution, cheated = one.given;
  renamed.erase("$schema");
  renamed["name"] = "mine";
  renamed["about"] = 'x' + std::string(5000, '\n');
  for (const auto& schedule : one.given["expect"].items()) cheated["expect"][schedule.key()] = Tree::object();
  all.hand_in("right.json", one.solution.dump(2), full);
  all.hand_in("right_with_mark.json", "\xEF\xBB\xBF" + one.solution.dump(), full);
  all.hand_in("right_with_comments.json", with_comments(one.solution.dump(1)), full);
  all.hand_in("right_with_other_name.json", renamed.dump(), full);
  all.hand_in("right_parts_only.json", parts_of(one, one.solution).dump(), full);
  all.hand_in("as_given.json", one.given.dump(), 0);
  all.hand_in("emptied.json", parts_of(one, Tree::object()).dump(), 0);
  all.hand_in("cheated.json", cheated.dump(), 0);
}

}  // namespace

TEST_CASE("A class of sixty and more gets the points that its answers deserve, whatever is between them") {
  std::size_t handed_in = 0;
  for (const char* name : {"1-live", "2-counts", "3-signed", "5-orders", "7-till", "8-regions"}) {
    Class all(name);
    hand_in_the_usual(all, name);
    const json marked = all.marked();
    const json right = {all.folder().file("right.json"), all.folder().file("right_with_mark.json"),
                        all.folder().file("right_with_comments.json"), all.folder().file("right_with_other_name.json"),
                        all.folder().file("right_parts_only.json")};
    CHECK(marked["identical"][0] == right);  // and what is as given is no copy
    CHECK(marked["identical"].size() == 1);
    CHECK(marked["hand_ins"][5]["unchanged"] == true);
    CHECK(marked["hand_ins"][7]["ignored"] == json({"/expect"}));
    handed_in += all.size();
  }
  Class sheep("4-sheep");
  hand_in_the_usual(sheep, "4-sheep");
  const auto schedule = [](const std::string& main) { return R"({ "schedules": { "main": )" + main + " } }"; };
  sheep.hand_in("three_times.json",
                schedule(R"({ "then": [ { "conc": "pass" }, { "conc": "pass" }, { "conc": "pass" } ] })"), 3);
  sheep.hand_in("twice.json", schedule(R"({ "then": [ { "seq": "pass" }, { "seq": "pass" } ] })"), 0);
  sheep.hand_in("beside_itself.json", schedule(R"({ "par": [ { "seq": "pass" }, { "seq": "pass" } ] })"), 4);
  sheep.hand_in("other_name.json", R"({ "schedules": { "mine": { "seq": "pass" } } })", 0);
  sheep.hand_in("no_such_system.json", schedule(R"({ "seq": "sheep" })"), 0);
  sheep.hand_in("wrong_key.json", schedule(R"({ "sequence": "pass" })"), 0);
  const std::string comma = schedule(R"({ "seq": "pass", })");
  sheep.hand_in("comma.json", comma, 0);
  sheep.hand_in("copied_comma.json", comma, 0);
  sheep.hand_in("copied.json", schedule(R"({ "par": [ { "seq": "pass" }, { "seq": "pass" } ] })") + "\n\n", 4);
  const json marked = sheep.marked();
  CHECK(marked["identical"].size() == 2);
  CHECK(marked["identical"][1] ==
        json({sheep.folder().file("beside_itself.json"), sheep.folder().file("copied.json")}));
  const std::string where = marked["hand_ins"][13]["problems"][0];
  CHECK(contains(where, "wrong_key.json:/schedules/main/sequence: "));
  CHECK(contains(where, "(line 1, column 28)"));
  handed_in += sheep.size();
  CHECK(handed_in >= 60);
}

#ifndef COREECS_SANITIZED  // which limits no memory
TEST_CASE("Hostile hand-ins get nothing, take a bounded time, and harm no other" * doctest::test_suite("slow")) {
  Class all("2-hosts");
  const Exercise& one = exercise("2-hosts");
  const std::uint64_t full = out_of(task(one));
  const std::string right = one.solution.dump();
  const auto system = [](const std::string& match, const std::string& mutation) {
    return R"({ "systems": { "invite": { "match": [)" + match + R"(], "do": )" + mutation + " } } }";
  };
  std::string queries = R"({ "entity": "q", "incl": { "Villager": "_" } })", deep, mutations = "[]";
  for (int k = 0; k < 14; ++k) queries += R"(, { "incl": { "Villager": "_" } })";
  for (int k = 0; k < 100'000; ++k) deep += "[";
  for (int k = 0; k < 240; ++k) mutations = "[" + mutations + "]";
  std::string many = R"({ "new": ["x", { "attach": ["Invited", "x"] }] })";
  for (int k = 0; k < 15; ++k) many += ", " + many;
  all.hand_in("first.json", right, full);
  all.hand_in("product.json", system(queries, "[]"), 0);
  all.hand_in("deep.json", deep, 0);
  all.hand_in("deep_mutation.json", system(R"({ "entity": "e" })", mutations), 0);
  all.hand_in("many_created.json",
              system(R"({ "incl": { "Villager": "_" } }, { "incl": { "Villager": "_" } })", "[" + many + "]"), 0);
  all.hand_in("long.json", "{ \"about\": \"" + std::string(std::size_t{20} << 20, 'x') + "\" }", 0);
  all.hand_in("empty.json", "", 0);
  all.hand_in("prose.json", "I could not do it, sorry.", 0);
  all.hand_in("null.json", "null", 0);
  all.hand_in("number.json", "1e999", 0);
  all.hand_in("twice.json", R"({ "systems": {}, "systems": {} })", 0);
  all.hand_in("utf16.json", std::string("\xFF\xFE{\0}\0", 6), 0);
  all.hand_in("no_utf8.json", "{ \"systems\": { \"\xC0\xAF\": {} } }", 0);
  all.hand_in("escapes.json", "{ \"systems\": { \"\\u001b[2J\": 1 }, \"\x1b]0;x\x07\": 2 }", 0);
  all.hand_in("whole_page.html", "<!DOCTYPE html><html></html>", 0);
  all.expect("missing.json", 0);
  all.expect("folder", 0);
  std::filesystem::create_directory(all.folder().path / "folder");
  all.expect("endless", 0);
  std::filesystem::create_symlink("/dev/zero", all.folder().path / "endless");
  all.expect("waits", 0);
  REQUIRE(mkfifo(all.folder().file("waits").c_str(), 0600) == 0);
  all.expect("loop", 0);
  std::filesystem::create_symlink("loop", all.folder().path / "loop");
  all.hand_in("=cmd().json", right, full);
  all.hand_in("a\nline.json", right, full);
  all.hand_in("last.json", right, full);

  const auto begin = std::chrono::steady_clock::now();
  const json marked = all.marked("--seconds 2");
  CHECK(std::chrono::steady_clock::now() - begin < std::chrono::seconds(60));
  const auto problem = [&](std::size_t k) { return marked["hand_ins"][k]["problems"].dump(); };
  CHECK(marked["identical"].size() == 1);
  CHECK(marked["identical"][0].size() == 4);
  CHECK((contains(problem(1), "more memory") || contains(problem(1), "stopped after 2 seconds")));
  CHECK(contains(problem(2), "256"));
  CHECK(contains(problem(17), "s"));
  CHECK(contains(problem(18), "stopped after 2 seconds"));

  const Result text = shell::coreecs(all.line("--seconds 1"));
  CHECK(!contains(text.out, "\x1b"));
  CHECK(contains(text.out, "23 hand-ins: 4 with all points, 0 with some, 19 with none\n"));
}

#endif

TEST_CASE("A table has a row for each hand-in, and no field that a spreadsheet takes for a formula") {
  const Scratch folder;
  const std::string right = contents(source_dir / "specs/guide/solutions/4-sheep.json");
  const std::string strange = folder.file("=1+1,\"x\".json", right), wrong = folder.file("b.json", "{");
  const Result all =
      shell::coreecs("mark --csv specs/guide/exercises/4-sheep.json " + quoted(strange) + " " + quoted(wrong));
  CHECK(all.status == 1);
  std::istringstream lines(all.out);
  std::vector<std::string> rows;
  for (std::string row; std::getline(lines, row);) rows.push_back(row);
  REQUIRE(rows.size() == 3);
  CHECK(rows[0] == R"(file,points,out of,"main, confluent","main, invocations","main, final",remarks,identical to)");
  CHECK(rows[1].ends_with(R"(/=1+1,""x"".json",3,3,1,1,1,,)"));
  CHECK(rows[2].starts_with(wrong + ",0,3,0,0,0,"));
  const Result beside = shell::coreecs("mark --csv specs/guide/exercises/4-sheep.json =x.json +y.json");
  CHECK(contains(beside.out, "\n'=x.json,0,3"));
  CHECK(contains(beside.out, "\n'+y.json,0,3"));
}

TEST_CASE("The exit status says whether all hand-ins have all points") {
  const std::string sheep = "mark specs/guide/exercises/4-sheep.json ";
  CHECK(shell::coreecs(sheep + "specs/guide/solutions/4-sheep.json").status == 0);
  CHECK(shell::coreecs(sheep + "specs/guide/solutions/4-sheep.json specs/guide/exercises/4-sheep.json").status == 1);
  CHECK(shell::coreecs(sheep + "no_such_file").status == 1);
  CHECK(shell::coreecs(sheep + "x --key specs/guide/keys/8-lost.json").status == 2);
  CHECK(shell::coreecs("mark no_such_file x").status == 2);
  CHECK(shell::coreecs("mark examples/toy_physics.json x").status == 2);  // says not what may change
  CHECK(shell::coreecs(sheep + "x --seed a").status == 2);                // without a key, there are no words
}

TEST_CASE("Variants are marked in their words, and copies between them are found") {
  const Scratch folder;
  std::string files;
  for (const std::string student : {"ann", "bob", "cid", "dora", "eli"}) {
    const Assignment original = task(exercise("5-orders"));
    const OtherWords words = chosen(original.names, student);
    const Result printed = shell::coreecs(
        "variant specs/guide/exercises/5-orders.json --key specs/guide/keys/5-orders.json --seed " + student);
    CHECK(printed.status == 0);
    Tree variant = Tree::parse(printed.out);
    CHECK(variant == retold(exercise("5-orders").given, words));
    variant["schedules"] = retold(exercise("5-orders").solution, words)["schedules"];
    files += " " + folder.file(student + ".json", variant.dump());
  }
  const std::string mark = "mark --json --key specs/guide/keys/5-orders.json specs/guide/exercises/5-orders.json ";
  const Result by_name = shell::coreecs(mark + "--seed-by-name" + files);
  CHECK_MESSAGE(by_name.status == 0, by_name.out);
  CHECK(json::parse(by_name.out)["identical"][0].size() == 5);
  CHECK(shell::coreecs(mark + files).status == 1);
  const Result of_one = shell::coreecs(mark + "--seed ann " + folder.file("ann.json"));
  CHECK(of_one.status == 0);
}

TEST_CASE("coreecs schema --key is the published schema") {
  CHECK(shell::coreecs("schema --key").out == contents(source_dir / "specs/key.schema.json"));
}
