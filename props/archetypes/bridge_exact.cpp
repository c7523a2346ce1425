// The translation in what is particular to it: aliases, branches, orders, failures, and what has no translation.
#include "interp/archetypes/archetype/load.hpp"
#include "interp/fast/pass.hpp"
#include "interp/language/format/print.hpp"
#include "interp/language/program/error.hpp"
#include "props/archetypes/bridge.hpp"
#include "props/kit/files.hpp"

namespace coreecs::bridge {

namespace {

Statement raised(const Statement& of) { return set_n(of, operation("+", n_of(of), archetype::number(1))); }
Statement b_of(Statement of) {
  return archetype::Apply{archetype::field(archetype::small_schema(), F, 0), {archetype::Read{std::move(of), F}}};
}

archetype::State state_of(const archetype::Heap& H, std::vector<archetype::Step> steps) {
  steps.emplace_back(archetype::Sync{});
  return {H, archetype::frame(std::move(steps))};
}
/// Whether both come to the same at every sync.
bool agree(const archetype::State& w, Events events) {
  const Translation translation = translated(w, {.events = events});
  SideBySide both(w, translation, archetype::repaired);
  while (!both.ended()) {
    if (both.step()) return false;
    const OrUntranslatable<State> expected = both.expected();
    if (both.w().q.empty() && !(std::holds_alternative<State>(expected) && std::get<State>(expected) == both.c()))
      return false;
  }
  return true;
}
bool agree(const archetype::State& w) { return agree(w, Events::Queued) && agree(w, Events::DirectWhereProved); }

/// What has no translation in the only step of a frame.
Untranslatable untranslatable(const archetype::System& s) {
  return std::get<Untranslatable>(translate(archetype::small_schema(), state_of(archetype::small_heap(), {s})));
}

}  // namespace

// [bridge/write]
TEST_CASE("The bridge: of two parameters that are one entity, one reads what was written to the other") {
  const archetype::System s = archetype::Sequential{{{AType{P}, AType{P}}, archetype::then(raised(x), raised(y))}};
  const archetype::State w = state_of(archetype::small_heap(), {s});
  CHECK(agree(w));
  CHECK(*archetype::run(w, archetype::repaired).w.H.at(Entity(1), P) == archetype::p(6));
}

// [bridge/if] [bridge/read]
TEST_CASE("The bridge: after an if is read what its branch has written, or else what was there") {
  for (const bool b : {true, false}) {
    archetype::Heap H(4);
    archetype::add_entity(H, Entity(0), {{P, archetype::p(1)}, {F, archetype::f(b)}});
    const Statement branch = archetype::If{b_of(x), archetype::write(x, P, archetype::p(7)), archetype::unit()};
    const Statement nested = archetype::If{b_of(x), archetype::then(raised(x), branch), raised(x)};
    for (const Statement& t : {branch, nested}) {
      CHECK(agree(state_of(H, {archetype::par({P, F}, archetype::then(t, raised(x)))})));
    }
  }
}

// [bridge/par]
TEST_CASE("The bridge: all tuples of the first entity of a data-parallel system go one after the other") {
  const archetype::System s = archetype::DataParallel{{{AType{P}, AType{D}}, raised(x)}};
  archetype::Heap H = archetype::small_heap();
  archetype::add_entity(H, Entity(4), {{D, archetype::tag()}});
  const archetype::State w = state_of(H, {s});
  CHECK(agree(w));
  CHECK(*archetype::run(w, archetype::repaired).w.H.at(Entity(0), P) == archetype::p(3));
}

// [bridge/direct] [bridge/create]
TEST_CASE("The bridge: what is created by staging is created at sync, after what was created at once before it") {
  const archetype::System stages = archetype::par({P, D}, lz(archetype::create(P, archetype::p(8))));
  const archetype::System creates = archetype::seq({D}, im(archetype::create(P, archetype::p(9))));
  const archetype::System last =
      archetype::Sequential{{{AType{P}, AType{P, D}}, archetype::Write{y, P, archetype::Read{x, P}}}};
  const archetype::State w = state_of(archetype::small_heap(), {stages, creates, archetype::Sync{}, last});
  CHECK(agree(w));
  CHECK_FALSE(agree(w, Events::Direct));
  CHECK(*archetype::run(w, archetype::repaired).w.H.at(Entity(2), P) == archetype::p(8));
  using Proved = std::vector<bool>;
  CHECK(direct_where_proved(archetype::small_schema(), w.fr, {}) == Proved{false, false, false, true, true});
  const archetype::State alone = state_of(archetype::small_heap(), {stages, archetype::Sync{}, creates, last});
  CHECK(direct_where_proved(archetype::small_schema(), alone.fr, {}) == Proved{true, true, false, false, false});
}

// [bridge/direct]
TEST_CASE("The bridge: staged events are direct where one system of one archetype stages them, and nothing is queued") {
  const archetype::System both =
      archetype::par({P}, archetype::then(lz(archetype::destroy(x)), lz(archetype::add(x, D, archetype::tag()))));
  const archetype::State w = state_of(archetype::small_heap(), {both});
  CHECK(agree(w));
  const Translation direct = translated(w), queued = translated(w, {.events = Events::Queued});
  CHECK(direct.program.schema.size() == 5);
  CHECK(direct.program.systems.size() == 1);
  CHECK_FALSE(direct.steps[1]);
  CHECK(queued.program.schema.size() == 8);
  CHECK(queued.program.systems.size() == 3);
  // What is staged is performed after what is written later in the body.
  CHECK(agree(state_of(archetype::small_heap(),
                       {archetype::par({P}, archetype::then(lz(archetype::remove(x, P)), raised(x)))})));
  const archetype::System pairs = archetype::DataParallel{{{AType{P}, AType{D}}, lz(archetype::destroy(y))}};
  CHECK(direct_where_proved(archetype::small_schema(), state_of({}, {pairs}).fr, {}) == std::vector{false, false});
  CHECK(direct_where_proved(archetype::small_schema(), w.fr, {archetype::destroy(archetype::id(0))}) ==
        std::vector{false, false});
}

// [bridge/operation] [bridge/seq]
TEST_CASE("The bridge: an operation that has no value there has none here, used or not") {
  const Statement division = operation("quot", archetype::number(1), archetype::number(0));
  for (const Statement& t : {set_n(x, division), archetype::then(division, archetype::unit())}) {
    const archetype::State w = state_of(archetype::small_heap(), {archetype::par({P}, t)});
    archetype::check_stuck(archetype::step(w, archetype::repaired), "reduce/operation", "quot(v⃗) is defined");
    const Translation translation = translated(w);
    Entities entities;
    CHECK_THROWS_AS((void)fast::advance(translation.program.start, *translation.steps[0], by_occurrence(entities)),
                    RuntimeError);
  }
}

// [bridge/schema]
TEST_CASE("The bridge: fields are sorted by name, tags are units, and labels give way to component types") {
  const archetype::Schema schema = {{"V", {{"y", archetype::Primitive::Int}, {"x", archetype::Primitive::Float}}},
                                    {"alive", {}}};
  const Vocabulary K(schema, {});
  CHECK(K.value(Record{Value(1), Value(0.5)}, 0) == std::optional(Value(Record{Value(0.5), Value(1)})));
  CHECK(K.value(Record{}, 1) == std::optional(Value(Unit{})));
  CHECK_FALSE(K.value(Unit{}, 1));
  CHECK_FALSE(K.value(Record{Value(0.5), Value(1)}, 0));
  REQUIRE(K.schema.size() == 3);
  CHECK(K.schema[0].type.fields[0].name == "x");
  CHECK(K.schema[K.alive].name == "alive_");
}

// [bridge/read] [bridge/immediate] [bridge/event]
TEST_CASE("The bridge: what is not surely there has no translation, nor what is of another type") {
  const Statement gone = im(archetype::destroy(x));
  const auto is_at = [](const archetype::System& s, const std::vector<std::size_t>& place, std::optional<Label> C) {
    const Untranslatable found = untranslatable(s);
    CHECK(found.place == place);
    CHECK(found.C == C);
    return found.what;
  };
  const archetype::Term read = archetype::Read{x, P};
  const std::string what = is_at(archetype::seq({P}, archetype::then(gone, read)), {0, 1}, P);
  CHECK(is_at(archetype::seq({P}, archetype::then(gone, archetype::write(x, P, archetype::p(1)))), {0, 1}, P) != what);
  CHECK(is_at(archetype::seq({P}, archetype::then(gone, gone)), {0, 1}, {}) != what);
  const archetype::Term maybe = archetype::If{archetype::boolean(true), gone, archetype::unit()};
  CHECK(is_at(archetype::seq({P}, archetype::then(maybe, read)), {0, 1}, P) == what);
  CHECK(is_at(archetype::seq({P}, im(archetype::Add{x, D, archetype::unit()})), {0, 1}, D) != what);
  CHECK(is_at(archetype::seq({P}, archetype::write(x, D, archetype::tag())), {0}, D) != what);
  const auto somewhere = translate(
      archetype::small_schema(), state_of({}, {archetype::TaskParallel{{archetype::par({D}, archetype::unit()),
                                                                        archetype::par({P}, archetype::Read{x, E})}}}));
  REQUIRE(std::holds_alternative<Untranslatable>(somewhere));
  CHECK(std::get<Untranslatable>(somewhere) == Untranslatable{what, {0, 1}, E});
}

// [bridge/frame] [bridge/staged] [bridge/queue]
TEST_CASE(
    "The bridge: examples/archetypes/bridge has what becomes of examples/archetypes, and it comes to the same in every "
    "frame") {
  for (const char* name : {"toy", "figure_2_fixed"}) {
    CAPTURE(name);
    const auto file = std::string(name) + ".json";
    const auto loaded = archetype::load(contents(source_dir / "examples/archetypes" / file));
    REQUIRE(std::holds_alternative<archetype::Program>(loaded));
    const auto& program = std::get<archetype::Program>(loaded);
    const archetype::State w{program.start, program.frame};
    const Translation translation = translated(w,
                                               {.events = Events::DirectWhereProved,
                                                .frames = program.frames,
                                                .entities = program.entities,
                                                .name = program.name,
                                                .about = program.about},
                                               program.schema);
    CHECK(print(translation.program) == contents(source_dir / "examples/archetypes/bridge" / file));
    SideBySide both(w, translation, archetype::repaired);
    for (std::uint64_t frame = 0; frame < program.frames; ++frame, both.restart()) {
      while (!both.ended()) REQUIRE_FALSE(both.step());
      const OrUntranslatable<State> expected = both.expected();
      REQUIRE(std::holds_alternative<State>(expected));
      CHECK(std::get<State>(expected) == both.c());
    }
  }
}

}  // namespace coreecs::bridge
