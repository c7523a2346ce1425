// Damaged programs of the archetype calculus are refused, each with the message that it must give: archetype.cases.
#include <doctest/doctest.h>

#include "interp/archetypes/archetype/load.hpp"
#include "props/refused/everywhere.hpp"

using namespace coreecs;

namespace {

std::vector<Problem> problems_of_archetypes(const std::string& document) {
  return problems_of(archetype::load(document));
}

}  // namespace

TEST_CASE("Damaged programs of the archetype calculus are refused, each with the message that it must give") {
  CHECK(check_refusals("props/archetypes", problems_of_archetypes) >= 60);
}

TEST_CASE("Any value of a program of the archetype calculus may be of another kind") {
  check_everywhere("examples/archetypes/toy.json", problems_of_archetypes);
}
