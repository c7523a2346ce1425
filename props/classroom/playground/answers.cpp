// The page in the browser answers as the command line does.
#include "interp/classroom/playground/answer.hpp"

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>
#include <regex>

#include "props/kit/command.hpp"

using nlohmann::ordered_json;

namespace {

std::vector<std::string> programs(const std::vector<std::string>& folders) {
  std::vector<std::string> all;
  for (const std::string& folder : folders)
    for (const auto& file : std::filesystem::directory_iterator(source_dir / folder))
      if (file.path().extension() == ".json") all.push_back(folder + "/" + file.path().filename().string());
  std::sort(all.begin(), all.end());
  return all;
}

std::string answer(const std::string& command, const std::string& file, const ordered_json& options = {}) {
  return coreecs::answer(command, contents(source_dir / file), options.is_null() ? "" : options.dump());
}
/// What check says without a solver, which the browser does not have.
std::string without_proof(const std::string& checked) {
  static const std::regex proof(R"(, "proved_on_every_state": \w+(, "given": \[[^\]]*\])?)");
  return std::regex_replace(checked, proof, "");
}
std::string text(const std::string& json) { return ordered_json::parse(json).get<std::string>(); }

}  // namespace

TEST_CASE("playground: of each example, look and check answer as report and check do" * doctest::test_suite("slow")) {
  for (const std::string& file : programs({"examples", "specs/guide/programs"})) {
    CAPTURE(file);
    const std::string schedule = ordered_json::parse(answer("look", file))["schedules"].front();
    const ordered_json seen = ordered_json::parse(answer("look", file, {{"schedule", schedule}}));
    const auto page = shell::coreecs("report " + file + " -o - --schedule " + schedule);
    if (page.status != 0) {
      CHECK(seen["data"].contains("error"));
      continue;
    }
    CHECK(text(answer("report", file, {{"schedule", schedule}})) == page.out);
    const auto checked = shell::coreecs("check " + file + " --json --schedule " + schedule);
    CHECK(answer("check", file, {{"schedule", schedule}}) == without_proof(checked.out));
  }
}

TEST_CASE("playground: of each exercise, test answers as the command does" * doctest::test_suite("slow")) {
  for (const std::string& file : programs({"specs/guide/exercises", "specs/guide/solutions"})) {
    CAPTURE(file);
    std::string printed;
    for (const ordered_json& one : ordered_json::parse(answer("test", file))) {
      if (one["differences"].empty()) continue;
      printed += file + ": schedule " + one["schedule"].get<std::string>() + " is not as expected:\n";
      for (const ordered_json& line : one["differences"]) printed += "    " + line.get<std::string>() + "\n";
    }
    const std::string expected = shell::coreecs("test " + file).out;
    CHECK(expected.substr(0, printed.size()) == printed);
    CHECK(expected.substr(printed.size()).find("is not as expected") == std::string::npos);
  }
}

TEST_CASE("playground: searches answer as the commands do") {
  const ordered_json lost = {{"schedule", "lost_write"}};
  CHECK(answer("suggest", toy, lost) == shell::coreecs("check " + toy + " --suggest --json --schedule lost_write").out);
  CHECK(answer("shrink", toy, lost) == shell::coreecs("shrink " + toy + " --schedule lost_write").out);
  CHECK(answer("sample", toy, {{"schedule", "lost_write"}, {"runs", 100}, {"seed", 7}}) ==
        shell::coreecs("run " + toy + " --schedule lost_write --schedule-seed 7 --repeat 100 --json").out);
  CHECK(text(answer("show", toy)) == shell::coreecs("show " + toy).out);
  const ordered_json found = ordered_json::parse(answer("fuzz", toy, {{"schedule", "lost_write"}}));
  REQUIRE(!found["found"].empty());
  for (const ordered_json& one : found["found"]) CHECK(one["program"].get<std::string>().starts_with("{"));
}

TEST_CASE("playground: another order of a frame ends as the linearization does, and only a linearization is taken") {
  const auto ends = [&](const std::vector<std::size_t>& order) {
    return ordered_json::parse(answer("order", toy, {{"schedule", "lost_write"}, {"frame", 1}, {"order", order}}));
  };
  CHECK(ends({0, 1, 2, 3})["differs"].empty());
  const ordered_json other = ends({0, 1, 3, 2})["differs"];
  REQUIRE(other.size() == 1);
  CHECK(other[0]["at"] == "Vel(e1)");
  CHECK(other[0]["reference"] == "-1");
  CHECK(other[0]["now"] == "3");
  for (const auto& none : std::vector<std::vector<std::size_t>>{{2, 0, 1, 3}, {0, 1, 2}, {0, 1, 2, 2}, {0, 1, 2, 4}})
    CHECK(ends(none).contains("error"));
}

TEST_CASE("playground: what is wrong is told with its place, and nothing is thrown") {
  const auto of = [](const std::string& command, const std::string& text, const std::string& options = "") {
    return ordered_json::parse(coreecs::answer(command, text, options));
  };
  const ordered_json unread = of("look", "{ \"name\": }");
  REQUIRE(unread["problems"].size() == 1);
  CHECK(unread["problems"][0]["pointer"] == "1:11");
  CHECK(of("look", "").contains("problems"));
  const std::string one = contents(source_dir / toy);
  const ordered_json wrong = of("look", "{\n \"nam\": 1," + one.substr(1))["problems"];
  REQUIRE(wrong.size() == 1);
  CHECK(wrong[0]["pointer"] == "/nam");
  CHECK(wrong[0]["line"] == 2);
  CHECK(of("guess", one).contains("error"));
  CHECK(of("look", one, "{").contains("error"));
  CHECK(of("look", one, R"({"frames": -1})").contains("error"));
  CHECK(of("look", one, R"({"frames": 1000000000})").contains("error"));
  CHECK(of("order", one, R"({"frame": 9, "order": []})").contains("error"));
  CHECK(of("shrink", one, R"({"verdict": "lucky"})").contains("error"));
}
