// Apps on the command line.
#include <nlohmann/json.hpp>
#include <set>

#include "props/kit/command.hpp"

using nlohmann::json;
using shell::coreecs;

namespace {

/// What `app show --json` says is neither ordered nor allowed: two systems, and what they conflict on.
std::set<std::string> ambiguities_of(const json& shown) {
  std::set<std::string> out;
  for (const json& one : shown["conflicts"]) {
    if (one["ordered"] || one["allowed"]) continue;
    std::set<std::string> systems = one["systems"], on = one["on"];
    out.insert(json(systems).dump() + json(on).dump());
  }
  return out;
}

std::set<std::string> order_of(const json& shown) {
  std::set<std::string> out;
  for (const json& pair : shown["order"]) out.insert(pair.dump());
  return out;
}

json shown_app(const std::string& file, const std::string& input = "") {
  const shell::Result show = coreecs("app show --json " + file, input);
  REQUIRE_MESSAGE(show.status == 0, show.err);
  return json::parse(show.out);
}

}  // namespace

TEST_CASE("A schedule of 30 systems in DOT has the order and the ambiguities of the app that it is of") {
  const shell::Result import = coreecs("app import examples/apps/arcade.dot");
  CHECK(import.status == 0);
  CHECK(import.err.empty());
  const json imported = shown_app("-", import.out), app = shown_app("examples/apps/arcade.json");
  CHECK(imported["app"] == "arcade");
  CHECK(imported["systems"].size() == 30);
  CHECK(order_of(imported) == order_of(app));
  CHECK(ambiguities_of(imported) == ambiguities_of(app));
  CHECK(ambiguities_of(app).size() == 20);
}

TEST_CASE("app show tells of systems, order and conflicts") {
  const std::string app = R"({ "app": "two", "components": { "X": null },
    "systems": { "a": { "queries": [{ "writes": ["X"] }], "before": ["b"] }, "b": { "queries": [{ "reads": ["X"] }] } } })";
  const shell::Result show = coreecs("app show -", app);
  CHECK(show.status == 0);
  CHECK(show.out ==
        "two: 2 systems, 0 sets, 1 component, 0 resources\n"
        "\nSystems, as they are inserted:\n"
        "  a\n    query: writes X\n"
        "  b\n    query: reads X\n"
        "\nOrder, without what follows:\n"
        "  a before b\n"
        "Orders of all systems, one after the other: 1; order ideals: 3; 1 at most at once\n"
        "\n1 conflict, of which 0 are neither ordered nor allowed\n"
        "  a before b on X\n");
}

TEST_CASE("What is no app is refused, and what is not understood of a file is named") {
  const shell::Result program = coreecs("app show " + toy);
  CHECK(program.status == 2);
  CHECK(contains(program.err, toy + ":/schedules: found a program of Core ECS; expected an app; coreecs check FILE "));
  const shell::Result neither = coreecs("app show -", "{ \"systems\": {} }");
  CHECK(neither.status == 2);
  CHECK(contains(neither.err, "-: found a document without the key \"app\"; expected an app"));
  const shell::Result place = coreecs("app show -", "{ \"app\": \"x\",\n  \"systems\": { \"a\": { \"read\": [] } } }");
  CHECK(place.status == 2);
  CHECK(contains(place.err, "-:/systems/a/read: unknown key \"read\""));
  CHECK(contains(place.err, "(line 2, column 23)"));
  const std::string odd = "digraph { a; b; a -> b [dir=none] }";
  const shell::Result warned = coreecs("app import -", odd);
  CHECK(warned.status == 0);
  CHECK(
      warned.err ==
      "-:1:19: warning: found an edge without a direction or a label; it is taken for a conflict on the whole world\n");
  const shell::Result strict = coreecs("app import --strict -", odd);
  CHECK(strict.status == 1);
  CHECK(strict.out.empty());
  const shell::Result broken = coreecs("app import -", "digraph {\n  a -> }");
  CHECK(broken.status == 2);
  CHECK(broken.err == "-:2:8: found \"}\"; expected the end of an edge\n");
  const shell::Result unknown = coreecs("app import -", "hello\n");
  CHECK(unknown.status == 2);
  CHECK(unknown.err == "-: found nothing that tells what this is; say it with --from\n");
}

TEST_CASE("Commands of two words: what there is, what is near, and help") {
  CHECK(contains(coreecs("app").err, "coreecs app: expected a command, one of "));
  CHECK(coreecs("app").status == 2);
  CHECK(contains(coreecs("app shw x").err, "coreecs app: unknown command \"shw\""));
  CHECK(contains(coreecs("app shw x").err, "did you mean \"show\"?"));
  for (const char* words : {"help app show", "app show --help"}) {
    const shell::Result help = coreecs(words);
    CHECK(help.status == 0);
    CHECK(contains(help.out, "Usage: coreecs app show FILE [OPTIONS]"));
  }
  for (const char* words : {"help app", "app --help"}) {
    const shell::Result help = coreecs(words);
    CHECK(help.status == 0);
    CHECK(contains(help.out, "Usage: coreecs app COMMAND ..."));
    CHECK(contains(help.out, "  app import "));
  }
  CHECK(contains(coreecs("ap show x").err, "did you mean \"app\"?"));
}

TEST_CASE("coreecs schema --app is the published schema") {
  CHECK(coreecs("schema --app").out == contents(source_dir / "specs/app.schema.json"));
}
