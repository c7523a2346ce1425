// Damaged apps are refused, each with the message that it must give: apps.cases.
#include <doctest/doctest.h>

#include "interp/apps/app/load.hpp"
#include "props/refused/everywhere.hpp"

using namespace coreecs;

namespace {

std::vector<Problem> problems_of_app(const std::string& document) { return problems_of(app::load(document)); }

}  // namespace

// [queue/body] [observer/body]
TEST_CASE("Damaged apps are refused, each with the message that it must give") {
  CHECK(check_refusals("props/apps", problems_of_app) >= 75);
}

TEST_CASE("Any value of an app may be a number that does not fit, nothing, empty, or of another kind" *
          doctest::test_suite("slow")) {
  for (const char* file : {"examples/apps/arcade_bodies.json", "examples/apps/tower_defense.json"})
    check_everywhere(file, problems_of_app);
}
