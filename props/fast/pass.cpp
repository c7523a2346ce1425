/// z(c) of many invocations: what is performed in parts (interp/fast/pass.cpp) comes to what the calculus says.
#include "interp/fast/pass.hpp"

#include <doctest/doctest.h>

#include "interp/fast/sweep.hpp"
#include "interp/language/format/load.hpp"
#include "interp/language/program/error.hpp"
#include "semantics/schedule.hpp"

using namespace coreecs;

namespace {

constexpr int many = 5'000;

/// Each entity e<j> has the components j (label 0) and, but for every third one, the entity that `to` says (label 1).
State pointing(int (*to)(int)) {
  State c(3);
  for (int j = 0; j < many; ++j) {
    const Entity e(static_cast<std::uint64_t>(j));
    c = std::move(c).with(0, e, j);
    if (j % 3 > 0) c = std::move(c).with(1, e, Entity(static_cast<std::uint64_t>(to(j))));
  }
  return c;
}

/// Writes its number to the entity that it points to, and detaches or attaches a component there.
System write() {
  return {"write", {And{{Incl{0}, Incl{1}}}}, [](const Match& r) -> Mutation {
            const Value n = *r.w[0];
            const Entity e = r.w[1]->as<Entity>();
            if (n.as<std::int64_t>() % 5 == 0) return Compose({Detach{0, e}, Attach{2, e, n}});
            return Attach{0, e, n};
          }};
}

void agree(const char* how, int (*to)(int)) {
  INFO(how);
  const State c = pointing(to);
  for (const Schedule& z : {conc(write()), conc(write()) >> conc(write()), conc(write()) || conc(write())}) {
    Entities entities;
    const Environment env = by_occurrence(entities);
    CHECK(fast::advance(c, z, env) == advance(c, z, env));
  }
  Entities entities;
  const Environment env = by_occurrence(entities);
  const State expected = advance(c, conc(write()), env), in_turn = advance(c, seq(write()), env);
  CHECK(fast::advance(c, seq(write()), env) == in_turn);
  for (const std::size_t parts : {1, 2, 7, 100}) {
    const System s = write();
    for (const auto kind : {fast::Sweep::Kind::Conc, fast::Sweep::Kind::Seq}) {
      fast::Sweep sweep(kind, s, c, env, parts);
      CHECK(sweep.parts() > parts / 20);
      for (std::size_t part = sweep.parts(); part-- > 0;) sweep(part);
      if (sweep.holds()) CHECK(std::move(sweep).take() == (kind == fast::Sweep::Kind::Conc ? expected : in_turn));
    }
  }
}

}  // namespace

// [schedule/conc] [schedule/par] [schedule/then]
TEST_CASE("many invocations of a conc write as the calculus says, in whichever order of entities") {
  agree("ascending", [](int j) { return j; });
  agree("ascending by pairs", [](int j) { return j / 2; });
  agree("descending", [](int j) { return many - 1 - j; });
  agree("ascending again and again", [](int j) { return j % 700; });
  agree("ascending, then all over", [](int j) { return j < 4'000 ? j : j * 617 % many; });
  agree("all to one", [](int) { return 7; });
}

// [schedule/par]
TEST_CASE("the right side of a parallel schedule writes last, whichever labels it declares or shares with the left") {
  const State c = pointing([](int j) { return j * 617 % many; });
  const auto attach = [](Label i) {
    return System{"attach",
                  {Incl{0}},
                  [i](const Match& r) -> Mutation {
                    return Attach{i, r.e[0], -1};
                  },
                  Effects{.reads = {0}, .writes = {i}}};
  };
  for (const LabelSet& declared : {LabelSet{0, 2}, LabelSet{2}, LabelSet{}}) {  // it writes to 0 and 2
    System right = write();
    right.effects = Effects{.reads = {0, 1}, .writes = declared};
    for (const Label i : {0, 1, 2})
      for (const Schedule& z :
           {conc(attach(i)) || conc(right), conc(attach(i)) || seq(right),
            conc(attach(i)) || (conc(right) >> conc(attach(1))), conc(attach(i)) || (conc(attach(2)) || conc(right))}) {
        Entities entities;
        const Environment env = by_occurrence(entities);
        CHECK(fast::advance(c, z, env) == advance(c, z, env));
      }
  }
}

// [system/conc]
TEST_CASE(
    "a sweep tells when the last writer of a location is not the last to be performed, or a visit comes too late") {
  using Kind = fast::Sweep::Kind;
  const auto holds = [](Kind kind, int (*to)(int)) {
    const State c = pointing(to);
    const System s = write();
    Entities entities;
    const Environment env = by_occurrence(entities);
    fast::Sweep sweep(kind, s, c, env, 4);
    for (std::size_t part = 0; part < sweep.parts(); ++part) sweep(part);
    return sweep.holds();
  };
  for (const Kind kind : {Kind::Conc, Kind::Seq}) {
    CHECK(holds(kind, [](int j) { return j; }));
    CHECK(holds(kind, [](int j) { return j / 2; }));
    CHECK_FALSE(holds(kind, [](int j) { return j < many / 2 ? j : j < many - 3 ? j + 3 : j; }));
    CHECK(holds(kind, [](int j) { return j == 1 ? many + 1 : j; }));
  }
  // Only the writes at other entities are of component 0
  CHECK(holds(Kind::Conc, [](int j) { return j + 1; }));
  CHECK_FALSE(holds(Kind::Seq, [](int j) { return j + 1; }));
}

// [system/conc] [state/live]
TEST_CASE("a sweep visits each match once, also without a component that every match has") {
  State c(3);
  for (int j = 0; j < many; ++j)
    c = std::move(c).with(static_cast<Label>(j % 3), Entity(static_cast<std::uint64_t>(j)), j);
  Entities entities;
  const Environment env = by_occurrence(entities);
  for (const Query& q :
       {Query(Excl{0}), Query(Anyway{1}), Query(And{{Excl{1}, Anyway{2}}}), Query(And{{Incl{0}, Excl{1}}})}) {
    const System s{"s", {q}, [](const Match& r) -> Mutation {
                     return Compose({Attach{1, r.e[0], 1}, New{[](Entity e) -> Mutation { return Attach{0, e, 2}; }}});
                   }};
    const State expected = advance(c, conc(s), env);
    for (const std::size_t parts : {1, 3}) {
      fast::Sweep sweep(fast::Sweep::Kind::Conc, s, c, env, parts);
      CHECK(sweep.parts() == parts);
      for (std::size_t part = 0; part < sweep.parts(); ++part) sweep(part);
      CHECK(sweep.holds());
      CHECK(std::move(sweep).take() == expected);
    }
    CHECK(fast::advance(c, conc(s), env) == expected);
  }
}

// [system/conc] [mutation/new]
TEST_CASE("what a sweep creates, writes there again, or takes away, is as the calculus says") {
  State c(3);
  for (int j = 0; j < 1'500; ++j) c = std::move(c).with(0, Entity(static_cast<std::uint64_t>(j)), j % 40);
  const System s{
      "s", {Incl{0}}, [](const Match& r) -> Mutation {
        const std::int64_t n = r.w[0]->as<std::int64_t>();
        const Entity e = r.e[0];
        if (n % 4 == 0) return New{[n](Entity x) -> Mutation { return Attach{0, x, n}; }};
        if (n % 4 == 1)
          return New{[n](Entity x) -> Mutation {
            return New{[n, x](Entity y) -> Mutation {
              return Compose({Attach{1, y, 1}, Attach{1, x, 2}, Attach{1, y, n}, Attach{0, x, 3}});
            }};
          }};
        if (n % 4 == 2)
          return New{[n](Entity x) -> Mutation { return Compose({Attach{1, x, 1}, Detach{1, x}, Attach{2, x, n}}); }};
        return Compose({Attach{0, e, n + 1}, New{[e](Entity x) -> Mutation { return Attach{2, x, e}; }}});
      }};
  Entities entities;
  const Environment env = by_occurrence(entities);
  for (int again = 0; again < 3; ++again) {  // entities that an occurrence has created may be there already
    const State expected = advance(c, conc(s), env);
    CHECK(fast::advance(c, conc(s), env) == expected);
    for (const std::size_t parts : {1, 3, 50}) {
      fast::Sweep sweep(fast::Sweep::Kind::Conc, s, c, env, parts);
      for (std::size_t part = sweep.parts(); part-- > 0;) sweep(part);
      if (again == 0) CHECK(sweep.holds());
      if (sweep.holds()) CHECK(std::move(sweep).take() == expected);
    }
    const State in_turn = advance(c, seq(s), env);
    CHECK(fast::advance(c, seq(s), env) == in_turn);
    c = expected;
  }
}

// [mutation/new]
TEST_CASE("of errors before, in and after a ν, that in the ν comes last, as f does not evaluate it") {
  const auto failing_at = [](const char* mutation) {
    const auto loaded = load(R"({ "components": { "A": "int" },
      "systems": { "s": { "match": [{ "entity": "e", "incl": { "A": "a" } }], "do": )" +
                             std::string(mutation) + R"( } },
      "schedules": { "main": { "conc": "s" } }, "entities": { "e0": { "A": 0 } } })");
    const Program& program = std::get<Program>(loaded);
    std::vector<std::string> at;
    for (const bool literal : {true, false}) {
      Entities entities;
      const Environment env = by_occurrence(entities);
      try {
        const Schedule& z = program.schedules.front().z;
        static_cast<void>(literal ? advance(program.start, z, env) : fast::advance(program.start, z, env));
      } catch (const RuntimeError& error) {
        at.push_back(error.pointer);
      }
    }
    REQUIRE(at.size() == 2);
    CHECK(at[0] == at[1]);
    return at[0];
  };
  const std::string fails = R"({ "quot": [1, "a"] })";
  const std::string creates = R"({ "new": ["x", [{ "attach": ["A", "x", )" + fails + "] }]] }";
  const std::string attaches = R"({ "attach": ["A", "e", )" + fails + "] }";
  const std::string in = failing_at(("[" + creates + "]").c_str());
  CHECK(in == "/systems/s/do/0/new/1/0/attach/2/quot");
  CHECK(failing_at(("[" + attaches + ", " + creates + "]").c_str()) == "/systems/s/do/0/attach/2/quot");
  CHECK(failing_at(("[" + creates + ", " + attaches + "]").c_str()) == "/systems/s/do/1/attach/2/quot");
}
