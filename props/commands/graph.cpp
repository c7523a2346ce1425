// coreecs graph: pictures as documents.
#include <nlohmann/json.hpp>

#include "props/kit/command.hpp"

using nlohmann::json;
using shell::coreecs;
using shell::quoted;
using shell::Result;

namespace {

/// What a parser of XML finds: the ids of invocations, a line each, and the text of what is red.
std::string read_as_xml(const std::string& svg) {
  const Scratch scratch;
  const std::string script = scratch.file("read.py", R"(
import sys, xml.etree.ElementTree as tree
root = tree.parse(sys.argv[1]).getroot()
assert root.tag == "{http://www.w3.org/2000/svg}svg" and root[0].text and root[1].tag.endswith("desc")
ids = [e.get("id") for e in root.iter() if e.get("id")]
assert len(ids) == len(set(ids))
for e in root.iter():
    if e.get("data-invocation"): print(e.get("id"))
    if e.get("data-from"): print("conflict", e.get("data-from"), e.get("data-to"))
    if e.get("class") == "conflict" and e.text: print("conflict at", e.text)
)");
  const std::string command = quoted(COREECS_PYTHON) + " " + script + " " + scratch.file("picture.svg", svg) + " > " +
                              scratch.file("found") + " 2>&1";
  CHECK(std::system(command.c_str()) == 0);
  return contents(scratch.path / "found");
}

}  // namespace

TEST_CASE("coreecs graph: each SVG is XML that draws each invocation, and names what is in conflict" *
          doctest::test_suite("slow")) {
  const std::string red = read_as_xml(coreecs("graph --schedule lost_write --frames 1 --format svg " + toy).out);
  CHECK(red == "conflict u2 u3\nu0\nu1\nu2\nu3\nconflict at Vel(e1)\n");
  for (const auto& path : example_programs()) {
    const std::string file = quoted(path.string());
    const json program = json::parse(contents(path));
    for (const auto& [name, z] : program["schedules"].items()) {
      const std::string arguments = " --schedule " + name + " " + file;
      CAPTURE(arguments);
      const Result drawn = coreecs("graph --format svg" + arguments),
                   counted = coreecs("linearizations --json" + arguments);
      CHECK(drawn.status == counted.status);
      if (drawn.status != 0) continue;
      const std::string found = read_as_xml(drawn.out);
      const std::size_t invocations = json::parse(counted.out)["invocations"];
      CHECK(contains("\n" + found, "\nu" + std::to_string(invocations - 1) + "\n") == (invocations > 0));
      CHECK_FALSE(contains(found, "\nu" + std::to_string(invocations) + "\n"));
      const bool safe = json::parse(coreecs("check --json" + arguments).out)["safe_by_rule"];
      CHECK(contains(found, "conflict at ") == !safe);
    }
    for (const char* of : {"schedule", "systems"}) {
      const std::string schedule =
          of == std::string("systems") ? "" : " --schedule " + program["schedules"].begin().key();
      CAPTURE(path);
      const Result drawn = coreecs(std::string("graph --format svg --of ") + of + schedule + " " + file);
      CHECK(drawn.status == 0);
      (void)read_as_xml(drawn.out);
    }
  }
}

TEST_CASE("coreecs graph: what cannot be drawn is refused") {
  CHECK(coreecs("graph --schedule mian " + toy).status == 2);
  CHECK(coreecs("graph --format png " + toy).status == 2);
  CHECK(coreecs("graph --frames 0 --format svg " + toy).status == 0);
}
