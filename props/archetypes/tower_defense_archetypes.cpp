// Tower Defense in both calculi: after each frame the two programs are in the same state. And what Figure 2 says of the
// archetypes of this game: which frames the type system refuses, and where a run of them is stuck.
#include <algorithm>
#include <map>

#include "interp/archetypes/archetype/load.hpp"
#include "interp/run/execution.hpp"
#include "props/kit/loaded.hpp"
#include "semantics/archetype/frame.hpp"
#include "semantics/archetype/typing.hpp"

using namespace coreecs;

namespace {

archetype::Program tower_defense_of_archetypes() {
  auto result = archetype::load(contents(source_dir / "examples/archetypes/tower_defense.json"));
  if (const auto* problems = std::get_if<1>(&result))
    for (const Problem& problem : *problems) FAIL_CHECK(show("tower_defense.json", problem));
  REQUIRE(result.index() == 0);
  return std::get<0>(std::move(result));
}

using Ints = std::vector<std::int64_t>;

/// The ints in a component, in the order of the names of its fields.
void add_ints(Ints& ints, const Value& k, const Component&) {
  if (const auto* n = std::get_if<std::int64_t>(&k.sum())) ints.push_back(*n);
  if (const auto* record = std::get_if<Record>(&k.sum()))
    for (const Value& field : record->fields())
      if (const auto* n = std::get_if<std::int64_t>(&field.sum())) ints.push_back(*n);
}
void add_ints(Ints& ints, const Value& k, const archetype::CType& C) {
  std::map<std::string, std::int64_t> fields;
  for (std::size_t j = 0; j < C.fields.size(); ++j)
    if (const auto* n = std::get_if<std::int64_t>(&k.as<Record>().fields()[j].sum())) fields[C.fields[j].name] = *n;
  if (C.name == "Bullet") fields.erase("target");  // the other calculus has an entity there
  for (const auto& field : fields) ints.push_back(field.second);
}

/// What those entities that have all of these components have in them, sorted.
template <class Schema>
std::vector<Ints> sorted_rows(const coreecs::State& columns, const Schema& schema,
                              const std::vector<std::string>& components) {
  std::vector<Label> labels;
  labels.reserve(components.size());
  for (const std::string& name : components)
    labels.push_back(static_cast<Label>(
        std::find_if(schema.begin(), schema.end(), [&](const auto& one) { return one.name == name; }) -
        schema.begin()));
  std::vector<Ints> rows;
  for (const auto& entry : columns[labels.back()]) {
    Ints row;
    std::size_t has = 0;
    for (const Label i : labels)
      if (const Value* k = columns.at({entry.first, i})) {
        add_ints(row, *k, schema[i]);
        ++has;
      }
    if (has == labels.size()) rows.push_back(std::move(row));
  }
  std::sort(rows.begin(), rows.end());
  return rows;
}

/// Its game with another frame, whose steps name systems.
archetype::Frame frame_of(const archetype::Program& program, const std::vector<std::vector<std::string>>& steps) {
  const auto named = [&](const std::string& name) {
    return *std::find_if(program.systems.begin(), program.systems.end(),
                         [&](const archetype::System& s) { return s.name() == name; });
  };
  std::vector<archetype::Step> frame;
  for (const auto& step : steps) {
    archetype::TaskParallel side_by_side;
    for (const std::string& name : step) side_by_side.s.push_back(named(name));
    if (step.empty())
      frame.emplace_back(archetype::Sync{});
    else
      frame.emplace_back(step.size() == 1 ? side_by_side.s[0] : archetype::System(std::move(side_by_side)));
  }
  return archetype::Frame(std::move(frame));
}

/// The rule by which the type system refuses the frame, and the one at which its run is stuck, from a start where the
/// time of a bullet is over.
std::string refused(const archetype::Program& program, const archetype::Frame& frame) {
  const archetype::Environment env;
  const auto wrong = archetype::check(frame, {}, program.schema, archetype::Rules::repaired);
  archetype::Heap H = program.start;
  const auto b1 = std::find(program.entities.begin(), program.entities.end(), "b1") - program.entities.begin();
  const Entity b(static_cast<std::uint64_t>(b1));
  const Label Bullet = static_cast<Label>(
      std::find_if(program.schema.begin(), program.schema.end(), [](const auto& C) { return C.name == "Bullet"; }) -
      program.schema.begin());
  std::vector<Value> fields(H.at(b, Bullet)->as<Record>().fields().begin(),
                            H.at(b, Bullet)->as<Record>().fields().end());
  REQUIRE(program.schema[Bullet].fields[2].name == "left");
  fields[2] = std::int64_t{1};
  H.write(b, Bullet, Record(fields));
  const archetype::End first = archetype::run({H, frame, {}}, env);
  const archetype::End end = first.stuck ? first : archetype::run({first.w.H, frame, {}}, env);
  return (wrong ? wrong->rule : "typed") + ", " + (end.stuck ? end.stuck->rule : "not stuck");
}

}  // namespace

TEST_CASE("Tower Defense is the same game in both calculi, after each frame") {
  const Program core = loaded(contents(source_dir / "examples/tower_defense.json"));
  const archetype::Program archetypes = tower_defense_of_archetypes();
  CHECK(!archetype::check(archetypes.frame, {}, archetypes.schema, archetype::Rules::repaired));
  Execution game(core, *find_schedule(core, "main"));
  archetype::Heap H = archetypes.start;
  std::size_t enemies = 0, bullets = 0, particles = 0;
  for (int frame = 1; frame <= 400; ++frame) {
    CAPTURE(frame);
    game.advance();
    const archetype::End end = archetype::run({H, archetypes.frame, {}}, {});
    REQUIRE(!end.stuck);
    H = end.w.H;
    const auto same = [&](const std::vector<std::string>& components) {
      const auto rows = sorted_rows(game.state(), core.schema, components);
      CHECK(rows == sorted_rows(H.components(), archetypes.schema, components));
      return rows.size();
    };
    enemies += same({"Pos", "Velocity", "Drawn", "Health"});
    bullets += same({"Pos", "Drawn", "Bullet"});
    particles += same({"Pos", "Drawn", "Particle"});
    CHECK(same({"Pos", "Tower", "Reload"}) == 4);
    const auto only = [&](const char* component) { return sorted_rows(game.state(), core.schema, {component}).at(0); };
    const Ints of = only("Spawner");  // left, made, wait, wave
    const Ints numbers = {only("Escaped")[0], only("Kills")[0], of[0], only("Lives")[0], of[1], of[2], of[3]};
    CHECK(std::vector<Ints>{numbers} == sorted_rows(H.components(), archetypes.schema, {"Game"}));
  }
  CHECK(enemies > 1200);
  CHECK(bullets > 150);
  CHECK(particles > 500);
}

// [type/system] [type/sync]
TEST_CASE("Tower Defense has no sync too many: without any but the last its frame is not typed") {
  const archetype::Program program = tower_defense_of_archetypes();
  const std::span<const archetype::Step> steps = program.frame.steps();
  std::size_t syncs = 0;
  for (std::size_t k = 0; k + 1 < steps.size(); ++k) {
    if (!std::holds_alternative<archetype::Sync>(steps[k])) continue;
    ++syncs;
    CAPTURE(k);
    std::vector<archetype::Step> without(steps.begin(), steps.end());
    without.erase(without.begin() + static_cast<std::ptrdiff_t>(k));
    const auto wrong = archetype::check(archetype::Frame(without), {}, program.schema, archetype::Rules::repaired);
    REQUIRE(wrong);
    CHECK(wrong->rule == "type/system");
  }
  CHECK(syncs == 4);
}

// [type/task-p] [type/system] [evaluate/task-p] [archetype/no-conflict]
TEST_CASE("Figure 2 of the archetypes of Tower Defense: what the type system refuses, and what is stuck") {
  const archetype::Program program = tower_defense_of_archetypes();
  SUBCASE("neither, with a sync between them") {
    CHECK(refused(program, frame_of(program, {{"bullets"}, {}, {"collide"}, {}})) == "typed, not stuck");
  }
  SUBCASE("concurrent: BulletSystem beside CollisionSystem, which share the archetype of bullets") {
    CHECK(refused(program, frame_of(program, {{"bullets", "collide"}, {}})) == "type/task-p, evaluate/task-p");
  }
  SUBCASE("residual: CollisionSystem before the sync that destroys what BulletSystem staged") {
    CHECK(refused(program, frame_of(program, {{"bullets"}, {"collide"}, {}})) == "type/system, archetype/no-conflict");
  }
  SUBCASE("residual: RenderSystem before the sync that destroys what CollisionSystem staged") {
    CHECK(refused(program, frame_of(program, {{"collide"}, {"draw_bullets"}, {}})) ==
          "type/system, archetype/no-conflict");
  }
}
