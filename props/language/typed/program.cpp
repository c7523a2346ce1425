/// Programs of typed systems: what they may write, what is printed of them, and what is wrong with them.
#include <doctest/doctest.h>

#include <limits>

#include "interp/check/decide/check.hpp"
#include "interp/check/decide/static_report.hpp"
#include "interp/language/format/load.hpp"
#include "interp/language/format/print.hpp"
#include "interp/language/program/error.hpp"
#include "interp/language/typed/typed.hpp"
#include "interp/views/report/report.hpp"
#include "semantics/schedule.hpp"

using namespace coreecs::typed;
using coreecs::Entities;

namespace {

struct Pos {
  std::int64_t x;
  bool operator==(const Pos&) const = default;
};
struct Vel {
  std::int64_t x;
};
struct Frozen {};
struct Vec {
  double x, y;
};
struct Parent {
  Entity of;
};

}  // namespace

namespace {

struct Clock {
  static constexpr bool is_resource = true;
  std::int64_t now = 7;
};
enum class Side { Left, Right, Both };
struct Soldier {
  unsigned hp;
  Side side;
  std::int64_t pay;
};

}  // namespace

TEST_SUITE("typed programs") {
  TEST_CASE("a resource is there from the start, is written by set, and outlives destroy") {
    using World = Components<Pos, Clock>;
    World::Program p("resources");
    const Entity a = p.spawn(Pos{1});
    const auto move = World::system<Query<Incl<Pos>>, Resource<Clock>>(
        "move", [](Entity e, Pos p, Clock t) { return attach(e, Pos{p.x + t.now}); }, Writes<Pos>{});
    const auto tick = World::system<Resource<Clock>>(
        "tick", [](Clock t) { return set(Clock{t.now + 1}); }, Writes<Clock>{});
    const auto end = World::system<Query<Anyway<Pos>>>("end", [](Entity e, std::optional<Pos>) { return destroy(e); });
    p.schedule("main", conc(move) || conc(move));
    p.schedule("other", conc(move) >> conc(tick));
    CHECK(p.entities == std::vector<std::string>{"Clock", "e0"});
    REQUIRE(p.resources.size() == 1);
    CHECK(World::get<Clock>(p.start, p.resources.front().e)->now == 7);
    p.resource(Clock{10});
    Entities entities;
    const auto env = coreecs::by_occurrence(entities);
    const State c = advance(p.start, conc(move) >> conc(tick), env);
    CHECK(World::get<Pos>(c, a) == Pos{11});
    CHECK(World::all<Clock>(c).front().second.now == 11);
    const State gone = advance(c, conc(end), env);
    CHECK(World::all<Pos>(gone).empty());
    CHECK(World::all<Clock>(gone).size() == 1);
    CHECK(coreecs::static_report(p, p.schedules[1].z).safe());
    const auto copy = World::system<Query<Incl<Pos>>, Resource<Clock>>(
        "copy", [](Entity, Pos p, Clock) { return set(Clock{p.x}); }, Writes<Clock>{});
    CHECK_FALSE(coreecs::static_report(p, conc(copy)).safe());
    CHECK(print(p).find(R"("resources": { "Clock": { "Clock": 10 } })") != std::string::npos);
  }

  TEST_CASE("a search for starts chooses numbers that fit their fields") {
    using World = Components<Soldier, Pos>;
    const World::Program p("ranges");
    std::vector<std::string> ranges;
    for (const coreecs::Range& range : p.fuzz.ranges) ranges.push_back(show(range, p.schema));
    CHECK(ranges == std::vector<std::string>{"Soldier.hp=0:9", "Soldier.side=0:2"});
  }

  TEST_CASE("a mutation beyond the declared effects is a run-time error that names the system and the component") {
    using World = Components<Pos, Vel, Parent>;
    World::Program p("effects");
    const Entity e0 = p.spawn(Pos{0});
    const Entity e1 = p.spawn(Pos{1}, Parent{e0});
    const auto runs = [&p](const System& s) {
      Entities entities;
      (void)advance(p.start, conc(s), by_occurrence(entities));
    };
    const auto fails = [&runs](const System& s, Entity e, const std::string& why) {
      try {
        runs(s);
        FAIL("does not fail");
      } catch (const coreecs::RuntimeError& error) {
        CHECK(error.what() == why);
        CHECK(error.system == s->name);
        CHECK(error.entities == std::vector{e});
      }
    };
    using OnPos = Query<Incl<Pos>>;
    using OnParent = Query<Incl<Parent>>;
    const auto stop = [](Entity e, Pos p) { return World::Mutation{attach(e, p), detach<Vel>(e)}; };
    CHECK_NOTHROW(runs(World::system<OnPos>("stop", stop, Writes<Pos, Vel>{})));
    fails(World::system<OnPos>("stop", stop, Writes<Pos>{}), e0,
          "system stop writes Vel, which its Writes<...> does not list");

    const auto literal = [e0](Entity, Pos p) { return attach(e0, p); };
    CHECK_NOTHROW(runs(World::system<OnPos>("literal", literal, Writes<Pos>{.named_entities = true})));
    fails(World::system<OnPos>("literal", literal, Writes<Pos>{}), e1,
          "system literal writes Pos of an entity that is not of its match, and its Writes<...> does not say so");

    const auto stored = [](Entity, Parent parent) { return attach(parent.of, Vel{1}); };
    CHECK_NOTHROW(runs(World::system<OnParent>("stored", stored, Writes<Vel>{.stored_entities = true})));
    fails(World::system<OnParent>("stored", stored, Writes<Vel>{}), e1,
          "system stored writes Vel of an entity that is not of its match, and its Writes<...> does not say so");

    const auto born = [](Entity e, Pos) {
      return create([=](Entity l) {
        return World::Mutation{attach(l, Vel{1}), create([=](Entity m) {
                                 return World::Mutation{attach(m, Vel{1}), attach(l, Vel{2}), attach(e, Vel{2})};
                               })};
      });
    };
    CHECK_NOTHROW(runs(World::system<OnPos>("born", born, Writes<Vel>{})));
    fails(World::system<OnPos>("born", born, Writes<Pos>{}), e0,
          "system born writes Vel, which its Writes<...> does not list");
  }

  TEST_CASE("an invariant is about each match, or about what is measured now and was before the frame") {
    using World = Components<Pos, Vel>;
    World::Program p("invariants");
    const Entity e0 = p.spawn(Pos{1});
    p.spawn(Pos{3}, Vel{1});
    p.invariant<Query<Incl<Pos>, Anyway<Vel>>>("slow", [](Entity, Pos p, std::optional<Vel> v) {
      if (p.x > 8) throw std::runtime_error("too far");
      return v || p.x < 2;
    });
    const auto sum = [](const State& c) {
      std::int64_t sum = 0;
      for (const auto& [e, p] : World::all<Pos>(c)) sum += p.x;
      if (sum > 8) throw std::runtime_error("too many");
      return sum;
    };
    p.invariant("kept", Measure{"sum", sum}, [](std::int64_t now, std::int64_t was) { return now == was; });
    CHECK_THROWS_AS(p.invariant("kept", Measure{"one", [](const State&) { return true; }},
                                [](bool now, bool was) { return now == was; }),
                    std::invalid_argument);

    Entities entities;
    const auto env = by_occurrence(entities);
    const coreecs::Invariant &slow = p.invariants.at(0), &kept = p.invariants.at(1);
    const State moved = p.start.with(0, e0, std::int64_t{2}), far = p.start.with(0, e0, std::int64_t{9});
    CHECK_FALSE(violation(slow, p.start, p.start, env));
    CHECK(violation(slow, p.start, moved, env).value().entities == std::vector{e0});
    CHECK_FALSE(violation(kept, moved, moved, env));
    CHECK(violation(kept, p.start, moved, env).value().measured.size() == 1);
    for (const auto* failing : {&slow, &kept}) {
      try {
        (void)violation(*failing, p.start, far, env);
        FAIL("does not fail");
      } catch (const coreecs::RuntimeError& error) {
        CHECK(error.system == failing->name);
        CHECK(error.invariant);
        CHECK(error.entities == (failing == &slow ? std::vector{e0} : std::vector<Entity>()));
      }
    }
  }

  // D11: of these, Theorem 4.7 would say that they are safe beside the system that creates the entity.
  TEST_CASE("a system that forges an entity is a run-time error of that system, wherever it names it") {
    using World = Components<Pos, Parent>;
    using One = Query<Incl<Pos>>;
    using M = World::Mutation;
    World::Program p("forgery");
    const Entity e0 = p.spawn(Pos{3});
    Entities entities;
    const auto env = by_occurrence(entities);
    // maker is leaf 0, so this is the entity that it creates for e0.
    const Entity forged = entities.at({0, {e0}, 0});
    const System maker = World::system<One>("maker", [](Entity, Pos p) { return create(Pos{p.x}); });
    const auto refused = [&](const System& s) {
      try {
        (void)advance(p.start, Schedule(conc(maker)) || Schedule(conc(s)), env);
        return false;
      } catch (const coreecs::RuntimeError& error) {
        return error.system == s->name && error.entities == std::vector{e0};
      }
    };
    CHECK(refused(World::system<One>("writes", [=](Entity, Pos p) { return attach(forged, p); })));
    CHECK(refused(World::system<One>(
        "declared", [=](Entity, Pos) { return detach<Pos>(forged); }, Writes<Pos>{.named_entities = true})));
    CHECK(refused(World::system<One>("stores", [=](Entity e, Pos) { return attach(e, Parent{forged}); })));
    CHECK(refused(World::system<One>("within", [=](Entity, Pos) {
      return create([=](Entity child) { return M{attach(child, Pos{1}), detach<Pos>(forged)}; });
    })));
    CHECK_FALSE(refused(World::system<One>("names", [=](Entity e, Pos p) { return attach(e0, p, Parent{e}); })));
    CHECK_FALSE(refused(World::system<One>("creates", [](Entity e, Pos) {
      return create([=](Entity one) {
        return create([=](Entity other) {
          return M{attach(one, Parent{other}), attach(other, Parent{one}), attach(e, Pos{1})};
        });
      });
    })));
    // Whoever observes a created entity may write to it, and store it.
    const State c = advance(p.start, conc(maker), env).with(World::label<Parent>(), e0, forged);
    const System follows = World::system<Query<Incl<Parent>>>("follows", [](Entity e, Parent p) {
      return create([=](Entity x) { return M{attach(p.of, Pos{1}), attach(x, p), attach(e, Parent{x})}; });
    });
    CHECK(World::get<Pos>(advance(c, conc(follows), {env, 1}), forged) == Pos{1});
    const System visits = World::system<One>("visits", [](Entity e, Pos) { return attach(e, Pos{7}, Parent{e}); });
    CHECK(World::get<Parent>(advance(c, conc(visits), {env, 1}), forged).value().of == forged);
  }

  // D11: infl(ν(f)) is what f does for one fresh entity.
  TEST_CASE(
      "a system that tells the entity that it creates from another fresh one is a run-time error of that system") {
    using World = Components<Pos, Parent>;
    using One = Query<Incl<Pos>>;
    using M = World::Mutation;
    World::Program p("fresh");
    const Entity e0 = p.spawn(Pos{3});
    Entities entities;
    const auto env = by_occurrence(entities);
    const auto leaf = [](Entity e) { return static_cast<std::int64_t>(e.created()->leaf % 100); };
    const auto refused = [&](const auto& f) {
      try {
        (void)advance(p.start, conc(World::system<One>("looks", f)), env);
        return false;
      } catch (const coreecs::RuntimeError& error) {
        return error.system == "looks" && error.entities == std::vector{e0} &&
               std::string_view(error.what()).find("another fresh entity") != std::string_view::npos;
      }
    };
    CHECK(refused([=](Entity, Pos) { return create([=](Entity x) { return attach(x, Pos{leaf(x)}); }); }));
    CHECK(refused(
        [=](Entity e, Pos) { return create([=](Entity x) { return leaf(x) == 0 ? M{attach(e, Pos{1})} : M{}; }); }));
    CHECK(refused([=](Entity, Pos) {
      return create([=](Entity x) { return leaf(x) == 0 ? M{attach(x, Pos{1})} : throw std::runtime_error("no"); });
    }));
    CHECK(refused([=](Entity, Pos) {
      return create([=](Entity x) {
        return create([=](Entity y) { return M{attach(x, Pos{1}), attach(y, Parent{leaf(x) == 0 ? x : y})}; });
      });
    }));
    CHECK_FALSE(refused([=](Entity e, Pos p) {
      return create([=](Entity x) {
        return M{attach(x, Pos{p.x}, Parent{x}), create([=](Entity y) {
                   return y == x ? M{} : M{attach(y, Parent{x}), attach(e, Parent{y})};
                 }),
                 create(Pos{4}, Parent{x})};
      });
    }));
  }

  TEST_CASE("an invariant of each match, and one of the whole state, as the page on C++ shows them") {
    using World = Components<Pos, Vel>;
    World::Program p("invariants");
    const Entity e0 = p.spawn(Pos{1});
    p.invariant<Query<Incl<Pos>>>("not_negative", [](Entity, Pos p) { return p.x >= 0; });
    const auto sum = [](const coreecs::State& c) {
      std::int64_t sum = 0;
      for (const auto& [e, p] : World::all<Pos>(c)) sum += p.x;
      return sum;
    };
    p.invariant("never_back", Measure{"sum", sum}, [](std::int64_t now, std::int64_t was) { return now >= was; });

    Entities entities;
    const auto env = by_occurrence(entities);
    const auto fails = [&](std::size_t k, std::int64_t x) {
      return violation(p.invariants.at(k), p.start, p.start.with(0, e0, x), env).has_value();
    };
    CHECK((!fails(0, 0) && fails(0, -1)));
    CHECK((!fails(1, 1) && fails(1, 0)));
  }

  TEST_CASE("a typed program is printed and shown, its functions as such") {
    using World = Components<Pos, Vel, Frozen>;
    const System drift = World::system<Query<Incl<Pos>, Anyway<Vel>, Excl<Frozen>>, Query<Incl<Vel>>>(
        "drift",
        [](Entity e, Pos p, std::optional<Vel> v, Entity, Vel w) { return attach(e, Pos{p.x + v.value_or(w).x}); },
        Writes<Pos>{});
    const System stop = World::system<Query<Incl<Vel>>>("stop", [](Entity e, Vel) { return detach<Vel>(e); });
    World::Program p("typed");
    p.spawn(Pos{1}, Vel{2});
    p.schedule("main", conc(drift) >> seq(stop));
    p.invariants.push_back({"near", {coreecs::Incl{0}}, [](const coreecs::Match&) { return true; }});

    const std::string document = print(p);
    CHECK(document == R"({
  "name": "typed",
  "components": { "Pos": "int", "Vel": "int", "Frozen": "unit" },
  "systems": {
    "drift": {
      "match": [{ "incl": { "Pos": "_" }, "excl": ["Frozen"], "anyway": { "Vel": "_" } }, { "incl": { "Vel": "_" } }],
      "do": "a C++ function"
    },
    "stop": {
      "match": [{ "incl": { "Vel": "_" } }],
      "do": "a C++ function"
    }
  },
  "invariants": {
    "near": {
      "match": [{ "incl": { "Pos": "_" } }],
      "holds": "a C++ function"
    }
  },
  "schedules": {
    "main": { "then": [{ "conc": "drift" }, { "seq": "stop" }] }
  },
  "entities": { "e0": { "Pos": 1, "Vel": 2 } },
  "frames": 1
}
)");
    const auto again = coreecs::load(document);
    const auto* problems = std::get_if<std::vector<coreecs::Problem>>(&again);
    REQUIRE(problems);
    REQUIRE(problems->size() == 3);
    CHECK((*problems)[0].place == "/systems/drift/do");

    const auto contains = [](const std::string& text, const char* part) {
      CAPTURE(text);
      CHECK(text.find(part) != std::string::npos);
    };
    const std::string shown = show(p);
    contains(shown, "drift ≜ q, f\n  q   ≜ ⟨incl_Pos ∧ anyway_Vel ∧ excl_Frozen, incl_Vel⟩");
    contains(shown, "f   is a C++ function\n  reads Pos, Vel, Frozen; writes Pos\n");
    contains(shown, "near ≜ a C++ function of each match");
    CHECK(coreecs::check(p, p.schedules.front(), 1, 1'000).confluent() == coreecs::Answer::Yes);
  }

  TEST_CASE("an invocation that fails is a run-time error that says where") {
    struct Byte {
      std::uint8_t n;
    };
    using World = Components<Byte, Vec>;
    World::Program p("errors");
    const Entity e0 = p.spawn(Byte{255});
    const auto error = [&p](const System& s) {
      Entities entities;
      try {
        (void)advance(p.start, conc(s), by_occurrence(entities));
      } catch (const coreecs::RuntimeError& e) {
        return e;
      }
      return coreecs::RuntimeError("", {}, "", "");
    };
    const auto infinite = [](Entity e, Byte) { return attach(e, Vec{0, std::numeric_limits<double>::infinity()}); };
    const coreecs::RuntimeError at_once = error(World::system<Query<Incl<Byte>>>("infinite", infinite));
    CHECK(at_once.what() == std::string("a real is not finite"));
    CHECK(at_once.system == "infinite");
    CHECK(at_once.entities == std::vector{e0});
    const auto later = [](Entity, Byte) {
      return create([](Entity l) { return attach(l, Vec{0, std::numeric_limits<double>::infinity()}); });
    };
    CHECK(error(World::system<Query<Incl<Byte>>>("later", later)).entities == std::vector{e0});
    const auto refuses = [](Entity, Byte) -> World::Mutation { throw std::runtime_error("no"); };
    CHECK(error(World::system<Query<Incl<Byte>>>("refuses", refuses)).what() == std::string("no"));
  }

  TEST_CASE("names of a program are used once") {
    using World = Components<Pos>;
    const auto stay = [] {
      return World::system<Query<Incl<Pos>>>("stay", [](Entity e, Pos p) { return attach(e, p); });
    };
    const System s = stay();
    World::Program p("names");
    p.spawn_as("e1");
    CHECK_THROWS_AS(p.spawn(), std::invalid_argument);
    p.schedule("main", (conc(s) || seq(s)) >> conc(s));
    CHECK(p.systems == std::vector{s});
    CHECK_THROWS_AS(p.schedule("main", conc(s)), std::invalid_argument);
    CHECK_THROWS_AS(p.schedule("other", conc(stay())), std::invalid_argument);
  }

  TEST_CASE("100,000 entities are spawned one after the other") {
    using World = Components<Pos>;
    World::Program p("many");
    for (int n = 0; n < 100'000; ++n) p.spawn(Pos{n});
    CHECK(World::get<Pos>(p.start, Entity(99'999)) == Pos{99'999});
    CHECK_THROWS_AS(p.spawn_as("e77777"), std::invalid_argument);
  }
}
