// Documents whose systems are C++ functions.
#include "interp/language/format/native.hpp"

#include "interp/language/format/load.hpp"
#include "interp/language/format/print.hpp"
#include "interp/language/typed/typed.hpp"
#include "interp/run/execution.hpp"
#include "props/kit/case.hpp"
#include "props/kit/prop.hpp"

using namespace coreecs;

namespace {

/// What `print` writes of it, with this changed.
std::string document(const Program& p, const std::string& from = "", const std::string& to = "") {
  std::string text = print(p);
  if (from.empty()) return text;
  const std::size_t at = text.find(from);
  REQUIRE(at != std::string::npos);
  return text.replace(at, from.size(), to);
}

struct Gold {
  int n;
};
struct Mine {
  bool open;
};
using World = typed::Components<Gold, Mine>;

/// Who digs gives it to the bank, which the function knows as an entity.
World::Program bank() {
  World::Program p("bank");
  const Entity bank = p.spawn_as("the_bank", Gold{0});
  p.spawn_as("a_mine", Mine{true}, Gold{3});
  const typed::System dig =
      World::system<typed::Query<typed::Excl<Gold>, typed::Incl<Mine>>, typed::Query<typed::Incl<Gold>>>(
          "dig", [bank](Entity, Mine, Entity, Gold g) { return typed::attach(bank, Gold{g.n + 1}); });
  const typed::System pay = World::system<typed::Query<typed::Anyway<Mine>, typed::Excl<Mine>, typed::Incl<Gold>>>(
      "pay", [bank](Entity, std::optional<Mine>, Gold g) { return typed::attach(bank, Gold{g.n + 1}); });
  p.schedule("main", typed::conc(dig) >> typed::conc(pay));
  p.invariant<typed::Query<typed::Incl<Gold>>>("solvent", [](Entity, Gold g) { return g.n >= 0; });
  p.invariant("never_less",
              typed::Measure{"gold",
                             [](const State& c) {
                               std::int64_t sum = 0;
                               for (const auto& [e, g] : World::all<Gold>(c)) sum += g.n;
                               return sum;
                             }},
              [](std::int64_t gold, std::int64_t was) { return gold >= was; });
  return p;
}

std::vector<Problem> problems(const std::string& text) {
  auto loaded = load(text);
  const auto* found = std::get_if<std::vector<Problem>>(&loaded);
  return found ? *found : std::vector<Problem>();
}

}  // namespace

// [format]
TEST_CASE("What print writes of a program in C++ is that program again, where its functions are known") {
  const World::Program p = bank();
  CHECK(problems(document(p)).size() == 5);
  CHECK(problems(document(p, R"("do":)", R"("":)")).size() == 6);
  const Native native(p);
  const Program again = std::get<Program>(load(document(p)));
  CHECK(again.entities == p.entities);
  CHECK(again.start == p.start);
  CHECK(print(again) == print(p));
  REQUIRE(again.invariants.size() == 2);
  CHECK(again.invariants[0].q.size() == 1);
  CHECK(again.invariants[1].measures.size() == 1);
}

// [format]
TEST_CASE("Functions go on to mean the entities that they know, whatever entities a document has") {
  const World::Program p = bank();
  const Native native(p);
  const Program other =
      std::get<Program>(load(document(p, R"("the_bank": { "Gold": 0 },)", R"("e0": { "Gold": 7 },)")));
  REQUIRE(other.entities == std::vector<std::string>{"the_bank", "a_mine", "e0"});
  Entities entities;
  const State end = advance(other.start, other.schedules.front().z, by_occurrence(entities));
  CHECK(World::get<Gold>(end, Entity(0))->n == 8);
  CHECK(World::get<Gold>(end, Entity(2))->n == 7);
}

// [format]
TEST_CASE("A function is refused for other components, another query vector, and under another name") {
  const World::Program p = bank();
  const Native native(p);
  const auto refused = [&](const std::string& from, const std::string& to, const Problem& expected) {
    const std::vector<Problem> found = problems(document(p, from, to));
    REQUIRE_FALSE(found.empty());
    CHECK(found.front().place == expected.place);
    CHECK(found.front().message == expected.message);
  };
  refused(R"("Mine": "bool")", R"("Mine": "bool", "Other": "int")",
          {"/systems/dig", "found other components than those that its C++ function is for"});
  refused(R"("incl": { "Mine": "_" }, "excl": ["Gold"])", R"("incl": { "Mine": "_" })",
          {"/systems/dig", "found another query vector than the one that its C++ function is for"});
  refused(R"("incl": { "Gold": "_" } }],
      "holds")",
          R"("incl": { "Mine": "_" } }],
      "holds")",
          {"/invariants/solvent", "found another query vector than the one that its C++ function is for"});
  refused(R"("gold": "a C++ function")", R"("silver": "a C++ function")",
          {"/invariants/never_less", "found other measures than those that its C++ function is for"});
  CHECK(problems(document(p, R"("pay": {)", R"("play": {)")).size() == 2);  // and its leaf
}

// [format]
TEST_CASE("Programs whose functions stay in C++ end as those whose functions are terms") {
  prop("z(c) of both is the same", [] {
    const Case t = *cases();
    Program functions = *t.program;
    functions.terms.clear();
    const Native native(functions);
    const Program again = std::get<Program>(load(print(functions)));
    RC_ASSERT(again.start == t.c);
    const Schedule& z = find_schedule(again, "main")->z;
    Entities entities;
    RC_ASSERT(advance(again.start, z, by_occurrence(entities)) ==
              advance(t.c, find_schedule(*t.program, "main")->z, by_occurrence(entities)));
  });
}
