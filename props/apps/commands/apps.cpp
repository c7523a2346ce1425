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

TEST_CASE("coreecs schema --app is the published schema") {
  CHECK(coreecs("schema --app").out == contents(source_dir / "specs/app.schema.json"));
}
