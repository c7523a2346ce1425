/// A program outside the source tree, built against the installed package, by the headers that are for it.
#include <coreecs/app.hpp>
#include <coreecs/cli.hpp>
#include <coreecs/decide.hpp>
#include <coreecs/oracle.hpp>
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

const System inertia = Physics::system<Query<Incl<Pos>, Incl<Vel>>>(
    "inertia", [](Entity e, Pos p, Vel v) { return attach(e, Pos{p.x + v.x}); });
const Entity e(0);

Physics::Program package() {
  Physics::Program p("package");
  p.spawn(Pos{1}, Vel{6});
  p.schedule("main", conc(inertia));
  return p;
}

/// Listing 2, one frame, on two threads.
bool moves() {
  const Physics::Program p = package();
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

/// An engine that keeps what it is told, and does no more.
class Storage : public coreecs::Engine {
 public:
  coreecs::EngineDescription describe() override {
    return {.name = "storage",
            .supports = {"unit", "int", "incl", "attach", "detach", "conc", "then"},
            .levels = {coreecs::Level::Storage}};
  }
  void reset(const coreecs::Schema& K, coreecs::Names&, coreecs::Entities&) override { c_ = State(K.size()); }
  void apply(const coreecs::Operations& operations) override {
    for (const coreecs::Operation& operation : operations) {
      if (const auto* attach = std::get_if<coreecs::Attach>(&operation))
        c_ = std::move(c_).with(attach->i, attach->e, attach->k);
      if (const auto* detach = std::get_if<coreecs::Detach>(&operation); detach && !forgets_)
        c_ = std::move(c_).without(detach->i, detach->e);
    }
  }
  State dump() override { return c_; }

 protected:
  bool forgets_ = false;

 private:
  State c_;
};
struct Forgetful : Storage {
  Forgetful() { forgets_ = true; }
};

/// Engines driven through random programs, and one judged by its states.
bool conforms() {
  if (!coreecs::conformance<Storage>({.cases = 50}).conforms()) return false;
  if (coreecs::conformance<Forgetful>({.cases = 50}).conforms()) return false;
  const Physics::Program p = package();
  for (const std::int64_t x : {7, 8}) {
    coreecs::StateBuilder<std::string> seen(p);
    seen.knows("the first", e);
    seen.put("the first", Physics::label<Pos>(), to_value(Pos{x}));
    seen.put("the first", Physics::label<Vel>(), to_value(Vel{6}));
    seen.end_frame();
    const coreecs::Judgement judged =
        coreecs::judge({.id = {}, .program = p, .schedule = "main"}, seen.result(), {}, 1'000);
    if ((judged.kind == coreecs::Judgement::Kind::Yes) != (x == 7)) return false;
    if (x == 8 && coreecs::reason_of(judged, p.schema).find("inertia⟨e0⟩") == std::string::npos) return false;
  }
  return true;
}

/// Its own command line.
bool commands() {
  const char* run[] = {"package", "check"};
  return coreecs::cli(package(), 2, run) == 0;
}

}  // namespace

int main() {
  if (moves() && races() && conforms() && commands()) return 0;
  std::puts("the installed package does not do what it should");
  return 1;
}
