// What is marked of a hand-in, and the points for it.
#include "interp/classroom/mark/mark.hpp"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>

#include "props/classroom/exercises.hpp"

using namespace coreecs;

namespace {

std::uint64_t mark(const Assignment& task, const std::string& text) {
  const HandIn hand_in = read_hand_in(task, text);
  std::vector<Response> outcomes;
  for (const Question& question : task.questions)
    if (hand_in.problems.empty()) outcomes.push_back(ask(hand_in, question, limit));
  return points(task, outcomes, gratis(task, limit));
}

const Assignment& sheep() {
  static const Assignment one = task(exercise("4-sheep"));
  return one;
}

/// The hand-in for the sheep with this main schedule.
std::string with_main(const std::string& schedule) { return R"({ "schedules": { "main": )" + schedule + " } }"; }

}  // namespace

TEST_CASE("Each exercise has a key, and its solution gets all points, what is given and what is empty none") {
  CHECK(exercises().size() == files("specs/guide/keys", ".json").size());
  for (const Exercise& one : exercises()) {
    CAPTURE(one.name);
    const Assignment with = task(one);
    CHECK(mark(with, one.solution.dump()) == out_of(with));
    CHECK(mark(with, one.given.dump()) == 0);
    CHECK(mark(with, "{}") == 0);
    const Assignment without = std::get<Assignment>(task_of(one.given));
    CHECK(mark(without, one.solution.dump()) == out_of(without));
    CHECK(mark(without, one.given.dump()) == 0);
    for (const char* part : {"systems", "schedules", "entities"})
      CHECK(mark(with, std::string("{ \"") + part + "\": {} }") == 0);
  }
}

TEST_CASE("Each question of the keys has feedback, one sentence, and a section of the course that exists") {
  for (const Exercise& one : exercises())
    for (const Question& question : task(one).questions) {
      CAPTURE(one.name);
      CAPTURE(question.name);
      CHECK(question.points > 0);
      CHECK(std::regex_match(question.feedback, std::regex("[^ ].*[.?]")));
      CHECK(question.feedback.find(". ") == std::string::npos);
      const std::size_t hash = question.read.find('#');
      REQUIRE(hash != std::string::npos);
      const std::string page = contents(source_dir / "specs/guide" / question.read.substr(0, hash));
      std::set<std::string> anchors;
      const std::regex heading("(^|\n)#+ ([^\n]*)");
      for (std::sregex_iterator at(page.begin(), page.end(), heading), end; at != end; ++at) {
        std::string anchor;
        for (const char c : (*at)[2].str())
          if (c == ' ' || c == '-')
            anchor += '-';
          else if (std::isalnum(static_cast<unsigned char>(c)) || c == '_')
            anchor += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
        anchors.insert(anchor);
      }
      CHECK(anchors.count(question.read.substr(hash + 1)) == 1);
    }
}

TEST_CASE("Only what may change is taken from a hand-in, and other changes are named") {
  Tree changed = exercise("4-sheep").solution;
  changed["systems"]["pass"]["do"] = Tree::array();
  changed["expect"]["main"] = Tree::object();
  changed["frames"] = 3;
  const HandIn hand_in = read_hand_in(sheep(), changed.dump());
  CHECK(hand_in.problems.empty());
  CHECK(hand_in.ignored == std::vector<std::string>{"/systems", "/expect", "/frames"});
  CHECK(mark(sheep(), changed.dump()) == out_of(sheep()));
  Tree other = exercise("4-sheep").solution;
  other["name"] = "mine";
  other["about"] = "mine";
  other.erase("$schema");
  other.erase("entities");
  CHECK(read_hand_in(sheep(), other.dump()).ignored.empty());
  CHECK(read_hand_in(sheep(), other.dump()).answer == hand_in.answer);
}

TEST_CASE("A part of a part may change alone") {
  Tree given = exercise("4-sheep").given;
  given["may_change"] = {"/schedules/main", "/frames"};
  given["schedules"]["other"] = {{"conc", "pass"}};
  const Assignment one = std::get<Assignment>(task_of(given));
  Tree answer = given;
  answer["schedules"] = {{"main", {{"seq", "pass"}}}, {"other", {{"seq", "pass"}}}};
  answer["frames"] = 1;
  const HandIn hand_in = read_hand_in(one, answer.dump());
  CHECK(hand_in.ignored == std::vector<std::string>{"/schedules"});
  CHECK(hand_in.document["schedules"]["main"] == Tree{{"seq", "pass"}});
  CHECK(hand_in.document["schedules"]["other"] == Tree{{"conc", "pass"}});
  CHECK(hand_in.document["frames"] == 1);
  CHECK(mark(one, answer.dump()) == out_of(one));
}

TEST_CASE("Layout, comments, the order of members and a byte order mark make no difference to an answer") {
  const std::string plain = R"({"schedules":{"main":{"par":[{"seq":"pass"}]},"b":{"conc":"pass"}}})";
  const std::string other =
      "\xEF\xBB\xBF// mine\n"
      R"({ /* here */ "schedules": { "b": { "conc": "pass" },
    "main": { "par": [ { "seq": "pass" } ] } } })";
  CHECK(read_hand_in(sheep(), plain).answer == read_hand_in(sheep(), other).answer);
  CHECK(mark(sheep(), other) == out_of(sheep()));
  CHECK(read_hand_in(sheep(), plain).answer != read_hand_in(sheep(), with_main(R"({ "seq": "pass" })")).answer);
}

TEST_CASE("Problems have their place in what was handed in") {
  const auto first = [](const std::string& text) {
    const HandIn hand_in = read_hand_in(sheep(), text);
    REQUIRE(!hand_in.problems.empty());
    return hand_in.problems.front();
  };
  const Problem unknown = first("{\n\"schedules\": { \"main\":\n  { \"sequence\": \"pass\" } } }");
  CHECK(unknown.place == "/schedules/main/sequence");
  CHECK(unknown.at == TextPosition{3, 5});
  CHECK(first("{ \"schedules\": ").place == "1:16");
  CHECK(first(R"({ "schedules": {}, "schedules": {} })").place == "/schedules");
  CHECK(first("[1]").message == "found a list; expected a program");
  CHECK(first("").place == "1:1");
  CHECK(first("{}").message.find("schedules") != std::string::npos);
  // The given systems stand where the hand-in has a list.
  Tree given = exercise("4-sheep").given;
  given["may_change"] = {"/components"};
  const HandIn lacking =
      read_hand_in(std::get<Assignment>(task_of(given)), R"({ "components": { "A": "int" }, "systems": [1] })");
  REQUIRE(!lacking.problems.empty());
  CHECK(lacking.problems.front().place.starts_with("/systems/pass/match"));
  CHECK(!lacking.problems.front().at);
}

TEST_CASE("What the exercise meets as given earns points only beside something that it does not meet") {
  // The exercise as given is confluent and has three invocations; its end is wrong.
  CHECK(mark(sheep(), with_main(R"({ "conc": "pass" })")) == 0);
  CHECK(mark(sheep(), with_main(R"({ "par": [ { "conc": "pass" } ] })")) == 0);
  // The end is right, with nine invocations: points for confluent and for the end.
  CHECK(mark(sheep(), with_main(R"({ "then": [ { "conc": "pass" }, { "conc": "pass" }, { "conc": "pass" } ] })")) == 3);
  CHECK(mark(sheep(), with_main(R"({ "seq": "pass" })")) == 5);
  // Each of two expectations holds for the exercise as given or for an empty answer, and only the solution meets both.
  const Assignment lost = task(exercise("8-lost"));
  CHECK(mark(lost, R"({ "entities": {} })") == 0);
  CHECK(mark(lost, R"({ "entities": { "ann": { "Health": 8 } } })") == 0);
  CHECK(mark(lost, exercise("8-lost").solution.dump()) == 2);
}

TEST_CASE("Hidden questions ask of another start, and need not show") {
  // Right for the given sheep, and for no other number of them.
  const std::string counted =
      with_main(R"({ "then": [ { "conc": "pass" }, { "conc": "pass" }, { "conc": "pass" } ] })");
  const HandIn hand_in = read_hand_in(sheep(), counted);
  const Question& last = sheep().questions.back();
  CHECK(last.hidden);
  CHECK_FALSE(ask(hand_in, last, limit).met);
  CHECK(ask(read_hand_in(sheep(), with_main(R"({ "seq": "pass" })")), last, limit).met);
}

TEST_CASE("The words of each key make variants of the exercise and of its hidden questions") {
  for (const Exercise& one : exercises())
    for (int seed = 0; seed < 20; ++seed) {
      const Assignment original = task(one);
      const auto other = variant_of(original, chosen(original.names, std::to_string(seed)));
      CAPTURE(one.name);
      REQUIRE_MESSAGE(other.index() == 0, std::get<1>(other).front());
      CHECK(std::get<0>(other).exercise.dump() != one.given.dump());
    }
  // In the hidden start, a sheep stands before all others.
  CHECK(variant_of(sheep(), {{"dolly", "aldo"}}).index() == 1);
  CHECK(variant_of(sheep().exercise, {{"dolly", "aldo"}}).index() == 0);
}

TEST_CASE("Keys that do not fit the exercise are refused, with the place") {
  const Assignment plain = std::get<Assignment>(task_of(exercise("4-sheep").given));
  const auto place = [&](const std::string& key) {
    const auto read = with_key(plain, key);
    REQUIRE_MESSAGE(read.index() == 1, key);
    return std::get<1>(read).front().place;
  };
  CHECK(place(R"({ "expects": {} })") == "/expects");
  CHECK(place(R"({ "expect": { "main": { "safe": {} } } })") == "/expect/main/safe");
  CHECK(place(R"({ "expect": { "mian": { "final": {} } } })") == "/expect/mian/final");
  CHECK(place(R"({ "expect": { "main": { "final": { "points": -1 } } } })") == "/expect/main/final/points");
  CHECK(place(R"({ "expect": { "main": { "final": { "points": 1000001 } } } })") == "/expect/main/final/points");
  CHECK(place(R"({ "expect": { "main": { "final": { "feedback": 3 } } } })") == "/expect/main/final/feedback");
  CHECK(place(R"({ "hidden": [ {} ] })") == "/hidden/0");
  CHECK(place(R"({ "hidden": [ { "expect": { "other": {} } } ] })") == "/hidden/0");
  CHECK(place(R"({ "hidden": [ { "with": { "frames": 2 }, "expect": {} } ] })") == "/hidden/0/with/frames");
  CHECK(place(R"({ "names": [ [["a", "b"], ["c"]] ] })") == "/names/0/1");
  CHECK(place(R"({ "names": [ [["a"]] ] })") == "/names/0");
  CHECK(place(R"({ "names": [ [["a"], ["b"]], [["a"], ["c"]] ] })") == "/names/1/0/0");
  CHECK(place(R"({ "names": [ [["a"], ["two words"]] ] })") == "/names/0/1/0");
  CHECK(place("{") == "1:2");
  CHECK(place(R"({ "expect": { "main": { "confluent": { "points": 0 }, "invocations": { "points": 0 },
                                         "final": { "points": 0 } } } })")
            .empty());
  Tree given = exercise("4-sheep").given;
  given.erase("may_change");
  CHECK(task_of(given).index() == 1);
}
