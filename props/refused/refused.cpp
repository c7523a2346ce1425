// Every damaged program is refused with the messages that its case asks for, and every program that was damaged is
// accepted.
#include <doctest/doctest.h>

#include "props/kit/files.hpp"
#include "props/refused/cases.hpp"

using namespace coreecs;

namespace {

/// Cases with a small base, e.g. to see how they fail.
std::vector<Refusal> of(const std::string& cases) {
  const std::string base = R"(base
| { "components": { "Pos": "int" },
|   "systems": { "s": { "match": [{ "incl": { "Pos": "_" } }], "do": [] } },
|   "schedules": { "main": { "conc": "s" } } }

)";
  return refusals(base + cases, "some.cases");
}

}  // namespace

TEST_CASE("Damaged programs are refused, each with the message that it must give") {
  CHECK(check_refusals("props/refused") >= 540);
}

TEST_CASE("A case fails that expects another problem, or fewer, or that a good program is refused") {
  const auto fails = [&](const std::string& lines) {
    const std::string found = complaint(of("case c, schema accepts\n" + lines).back());
    CHECK((found.empty() || found.starts_with("some.cases:6: case c")));
    return !found.empty();
  };
  const std::string edit = "/schedules/main/conc := \"t\"\n";
  CHECK(complaint(of("").front()).empty());
  CHECK_FALSE(fails(edit + "error:/schedules/main/conc: unknown system; expected s"));
  CHECK(fails(edit + "error:/schedules/main/conc: unknown systems"));
  CHECK(fails(edit + "error:/schedules/main: unknown system"));
  CHECK(fails(edit + "/fram := 1\nerror:/schedules/main/conc: unknown system"));
  CHECK(fails("/frames := 3\nerror: x"));
}

TEST_CASE("A file of cases that is not written as it must be is refused, with file and line") {
  const auto line = [](const std::string& cases) -> std::string {
    try {
      (void)of(cases);
    } catch (const std::runtime_error& error) {
      return std::string(error.what()).substr(0, 13);
    }
    return "none";
  };
  CHECK(line("case c, schema accept\nerror: x") == "some.cases:6:");
  CHECK(line("# c\ncase c, schema accepts\n/frames := 0") == "some.cases:7:");  // expects no problem
  for (const char* wrong :
       {"fail: x", "replace main => other\nreplace main => z", "remove /frames", "/frames/0 := 1", "/frames: 1"})
    CHECK_MESSAGE(line("case c, schema accepts\n" + std::string(wrong) + "\nerror: x") == "some.cases:6:", wrong);
  CHECK(line("case c, schema accepts\n/frames := 3\nerror: x") == "none");
}
