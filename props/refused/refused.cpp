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
  std::size_t damaged = 0;
  for (const auto& path : files("props/refused", ".cases"))
    for (const Refusal& refusal : refusals(contents(path), path)) {
      const std::string wrong = complaint(refusal);
      CHECK_MESSAGE(wrong.empty(), wrong);
      damaged += !refusal.problems.empty();
    }
  CHECK(damaged >= 370);
}

TEST_CASE("A case fails that expects another problem, or fewer, or that a good program is refused") {
  const std::string accepts = "case c, schema accepts\n";
  const auto complaint_of = [&](const std::string& lines) { return complaint(of(accepts + lines).back()); };
  const std::string found = "\n  found     error:/schedules/main/conc: unknown system \"t\"; expected s\n";
  const std::string edit = "/schedules/main/conc := \"t\"\n";
  CHECK(complaint(of("").front()).empty());
  CHECK(complaint_of(edit + "error:/schedules/main/conc: unknown system; expected s").empty());
  CHECK(
      complaint_of(edit + "error:/schedules/main/conc: unknown systems")
          .starts_with("some.cases:6: case c, schema accepts\n  expected  error:/schedules/main/conc: unknown systems" +
                       found));
  CHECK(complaint_of(edit + "error:/schedules/main: unknown system")
            .starts_with("some.cases:6: case c, schema accepts\n  expected  error:/schedules/main: unknown system" +
                         found));
  CHECK(complaint_of(edit + "/fram := 1\nerror:/schedules/main/conc: unknown system")
            .find(found + "  found     error:/fram: ") != std::string::npos);
  CHECK(complaint_of("/frames := 3\nerror: x").find("  the document is accepted\n") != std::string::npos);
}

TEST_CASE("A file of cases that is not written as it must be is refused, with file and line") {
  const auto error = [](const std::string& cases) -> std::string {
    try {
      (void)of(cases);
    } catch (const std::runtime_error& error) {
      return error.what();
    }
    return "none";
  };
  CHECK(error("case c, schema accept\nerror: x") ==
        "some.cases:6: expected base, or case NAME, schema accepts|rejects|unreadable; found: case c, schema accept");
  CHECK(error("# c\ncase c, schema accepts\n/frames := 0") ==
        "some.cases:7: a base has no line error:..., a case has at least one");
  CHECK(error("case c, schema accepts\nfail: x") == "some.cases:6: found: fail: x");
  CHECK(error("case c, schema accepts\nreplace main => other\nreplace main => z\nerror: x") ==
        "some.cases:6: the document does not have this exactly once: main");
  CHECK(error("case c, schema accepts\nremove /frames\nerror: x") ==
        "some.cases:6: there is nothing to remove at /frames");
  CHECK(error("case c, schema accepts\n/frames/0 := 1\nerror: x").starts_with("some.cases:6: "));
  CHECK(error("case c, schema accepts\n/frames: 1\nerror: x") == "some.cases:6: there is no \" := \" in: /frames: 1");
}
