/// A program outside the source tree, built against the installed package, by the headers that are for it.
#include <coreecs/decide.hpp>
#include <coreecs/program.hpp>
#include <coreecs/run.hpp>
#include <coreecs/typed.hpp>
#include <coreecs/verify.hpp>
#include <cstdio>

using namespace coreecs::typed;

struct Pos {
  std::int64_t x;
};
struct Vel {
  std::int64_t x;
};
using Physics = Components<Pos, Vel>;

namespace {

/// Listing 2, one frame, on two threads.
bool moves() {
  const System inertia = Physics::system<Query<Incl<Pos>, Incl<Vel>>>(
      "inertia", [](Entity e, Pos p, Vel v) { return attach(e, Pos{p.x + v.x}); });
  Physics::Program p("package");
  const Entity e = p.spawn(Pos{1}, Vel{6});
  p.schedule("main", conc(inertia));
  coreecs::Threads threads({.threads = 2, .safe = true});
  coreecs::Execution execution(p, p.schedules.front(), {}, std::ref(threads));
  execution.advance();
  return Physics::get<Pos>(execution.state(), e)->x == 7;
}

/// A race in JSON: checked, certified, and the certificate verified.
bool races() {
  const auto loaded = coreecs::load(R"({
    "components": { "A": "int" },
    "systems": { "one": { "match": [ { "entity": "e", "incl": { "A": "a" } } ], "do": { "attach": ["A", "e", 1] } },
                 "two": { "match": [ { "entity": "e", "incl": { "A": "a" } } ], "do": { "attach": ["A", "e", 2] } } },
    "schedules": { "main": { "par": [ { "conc": "one" }, { "conc": "two" } ] } },
    "entities": { "e0": { "A": 0 } } })");
  const coreecs::Program& program = std::get<coreecs::Program>(loaded);
  const coreecs::Verdict verdict = coreecs::check(program, program.schedules.front(), 1, 1000);
  const coreecs::Certificate certificate = coreecs::certify(program, "race", program.schedules.front(), verdict);
  coreecs::Names names = coreecs::names(program, verdict);
  const std::string document = coreecs::json(certificate, program.schema, names);
  coreecs::Entities entities;
  const auto read = coreecs::read_certificate(document, program, entities);
  bool accepted = true;
  for (const auto& judged : coreecs::verify(std::get<coreecs::Certificate>(read), program, "race", entities, 1000))
    accepted = accepted && judged.outcome == coreecs::Judged::Outcome::Accepted;
  return accepted && !verdict.safe();
}

}  // namespace

int main() {
  if (moves() && races()) return 0;
  std::puts("the installed package does not do what it should");
  return 1;
}
