// Tower Defense (The Essence of ECS, sections 3 and 6) as a Core ECS program: a thousand frames of it, the waves of its
// parallel executor, and the two conflicts of Figure 2, each where it can be seen.
#include "interp/apps/app/order.hpp"
#include "interp/apps/app/tasks.hpp"
#include "interp/apps/schedulers/models.hpp"
#include "interp/apps/triage/derive.hpp"
#include "interp/apps/triage/triage.hpp"
#include "interp/check/decide/check.hpp"
#include "interp/fast/renaming.hpp"
#include "interp/language/notation/show.hpp"
#include "interp/run/execution.hpp"
#include "props/kit/loaded.hpp"
#include "semantics/series_parallel.hpp"

using namespace coreecs;

namespace {

Program tower_defense() { return loaded(contents(source_dir / "examples" / "tower_defense.json")); }

/// The number of the only entity that has the component.
std::int64_t the_number(const Program& program, const State& c, const char* component) {
  for (Label i = 0; i < program.schema.size(); ++i)
    if (program.schema[i].name == component && c[i].size() == 1) return c[i].begin()->second.as<std::int64_t>();
  FAIL("one entity has a " << component);
  return 0;
}
std::size_t how_many(const Program& program, const State& c, const char* component) {
  for (Label i = 0; i < program.schema.size(); ++i)
    if (program.schema[i].name == component) return c[i].size();
  return 0;
}

/// The waves of the paper's parallel executor, as a schedule: the systems of each side by side, one wave after the
/// other. The sequence of the systems is that of the schedule, and their access what their terms say.
Schedule waves_of(const Program& program, const NamedSchedule& schedule) {
  app::App app = triage::app_of(program, schedule);
  for (app::System& system : app.systems) system.configuration.after.clear();  // the access is to decide
  const schedulers::Plan plan = schedulers::waves(app::tasks(app), 2);
  const SeriesParallel z(schedule.z);
  std::optional<Schedule> all;
  for (const schedulers::Phase& phase : plan.phases) {
    std::optional<Schedule> wave;
    for (const std::size_t job : phase.jobs) {
      const SeriesParallel::Node& leaf = z.nodes[z.leaves[plan.jobs[job].task]];
      const auto s = *std::find_if(program.systems.begin(), program.systems.end(),
                                   [&](const auto& system) { return system.get() == leaf.s; });
      Schedule one = leaf.kind == SeriesParallel::Kind::Conc ? Schedule(Conc{s}) : Schedule(Seq{s});
      wave = wave ? std::move(*wave) || std::move(one) : std::move(one);
    }
    all = all ? std::move(*all) >> std::move(*wave) : std::move(*wave);
  }
  return std::move(*all);
}

/// Which pairs of systems are real races of the schedule as an app under the model, and over what.
std::map<std::pair<std::string, std::string>, triage::Over> real_races(const Program& program, const char* schedule,
                                                                       const char* model) {
  const app::App app = triage::app_of(program, *find_schedule(program, schedule));
  const triage::Setting setting(app, app::order(app), *triage::model(model), 2);
  const triage::Judgement judgement = triage::judge(setting, 20'000);
  std::map<std::pair<std::string, std::string>, triage::Over> real;
  for (const triage::Pair& pair : judgement.pairs)
    if (pair.label == triage::Label::Real)
      real[{app.systems[pair.first].name, app.systems[pair.second].name}] = *pair.over;
  CHECK(judgement.confluent == answer(real.empty()));
  return real;
}

/// The two systems that, by Definition 4.3, make the schedule unsafe, and the component that they both write.
std::set<std::string> unsafe_by(const Program& program, const char* schedule) {
  const Verdict verdict = check(program, *find_schedule(program, schedule), 2, 20'000);
  CHECK(verdict.confluent() == Answer::No);
  const std::optional<Conflict>& conflict = verdict.because.safe.race;
  REQUIRE(conflict);
  const auto& invocations = verdict.of->po.invocations;
  return {invocations[conflict->u].s->name, invocations[conflict->v].s->name, program.schema[conflict->l.i].name};
}

}  // namespace

TEST_CASE("Tower Defense goes on for a thousand frames: its invariants hold, it is played, and nothing piles up") {
  const Program program = tower_defense();
  Execution game(program, *find_schedule(program, "main"), all_invariants(program));
  std::int64_t kills = the_number(program, game.state(), "Kills"), frames_with_a_kill = 0;
  std::size_t most_enemies = 0, most_bullets = 0;
  while (game.frame() < 1'000) {
    game.advance();
    const std::int64_t now = the_number(program, game.state(), "Kills");
    frames_with_a_kill += now > kills ? 1 : 0;
    kills = now;
    most_enemies = std::max(most_enemies, how_many(program, game.state(), "Health"));
    most_bullets = std::max(most_bullets, how_many(program, game.state(), "Bullet"));
  }
  CHECK(program.invariants.size() == 6);
  for (const Violation& one : game.violations()) FAIL_CHECK(one.invariant << " fails after frame " << one.frame);
  CHECK(frames_with_a_kill > 40);
  CHECK(most_enemies > 5);
  CHECK(most_bullets > 2);
  CHECK(the_number(program, game.state(), "Lives") > 0);
  CHECK(the_number(program, game.state(), "Escaped") > 1);  // and some get through
  CHECK(how_many(program, game.state(), "Health") > 0);
}

// [scheduler/waves]
TEST_CASE("The schedule waves of Tower Defense is what the model makes of the access of its systems") {
  const Program program = tower_defense();
  CHECK(show(waves_of(program, *find_schedule(program, "main"))) == show(find_schedule(program, "waves")->z));
}

TEST_CASE("The waves of Tower Defense end every frame as the systems one after the other do") {
  const Program program = tower_defense();
  Execution one(program, *find_schedule(program, "main")), other(program, *find_schedule(program, "waves"));
  for (std::uint64_t frame = 1; frame <= 200; ++frame) {
    one.advance();
    other.advance();
    if (frame % 10 == 0) CHECK(fast::equal_up_to_renaming(one.state(), other.state()) == Answer::Yes);
  }
}

TEST_CASE(
    "Figure 2: bullets beside collisions, and what is drawn beside them, are races of the program and of the app") {
  const Program program = tower_defense();
  using Races = std::map<std::pair<std::string, std::string>, triage::Over>;
  SUBCASE("the concurrent conflict is one over positions of bullets") {
    CHECK(unsafe_by(program, "concurrent") == std::set<std::string>{"bullets", "collide", "Pos"});
    const Races real = real_races(program, "concurrent", "bevy");
    CHECK(real.contains({"bullets", "collide"}));
    CHECK(real.size() == 1);
  }
  SUBCASE("the residual conflict is one over what is drawn, and in engines over what is applied first") {
    CHECK(unsafe_by(program, "residual") == std::set<std::string>{"collide", "draw", "Drawn"});
    const Races real = real_races(program, "residual", "bevy");
    REQUIRE(real.contains({"collide", "draw"}));
    CHECK(real.at({"collide", "draw"}) == triage::Over::Applied);
    CHECK(real.size() == 1);
  }
  SUBCASE("one after the other there is neither") {
    CHECK(check(program, *find_schedule(program, "main"), 2, 20'000).safe_by_rule());
    CHECK(real_races(program, "main", "bevy").empty());
    CHECK(real_races(program, "waves", "bevy").empty());
  }
}
