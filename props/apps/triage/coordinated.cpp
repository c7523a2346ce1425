// What schedulers with a coordinator perform of an app, against simulations with many durations.
#include "interp/apps/triage/coordinated.hpp"

#include "interp/apps/app/order.hpp"
#include "interp/apps/schedulers/explore.hpp"
#include "interp/apps/schedulers/simulate.hpp"
#include "interp/apps/triage/triage.hpp"
#include "props/apps/kit/app_cases.hpp"
#include "props/apps/kit/apps.hpp"
#include "props/kit/exhaustive.hpp"
#include "props/kit/prop.hpp"

using namespace coreecs;
using namespace coreecs::triage;

namespace {

constexpr const char* with_coordinator[] = {"dynamic", "stages", "bevy-second", "yaks"};

/// The nodes of a frame as a simulation performs it: systems as they begin, and sync points after their phases.
std::vector<std::size_t> simulated(const Setting& setting, const triage::Plan& plan, schedulers::Plan of) {
  const schedulers::Timeline timeline = simulate(schedulers::Machine(setting.tasks, of, setting.workers));
  std::vector<std::size_t> phase_of(of.jobs.size()), nodes;
  for (std::size_t k = 0; k < of.phases.size(); ++k)
    for (const std::size_t job : of.phases[k].jobs) phase_of[job] = k;
  std::size_t phase = 0, sync = plan.systems;
  const auto go_on = [&](std::size_t to) {
    for (; phase < to; ++phase)
      if (of.phases[phase].applies && phase + 1 < of.phases.size()) nodes.push_back(sync++);
  };
  for (const auto& span : timeline.spans) {
    go_on(phase_of[span.job]);
    nodes.push_back(of.jobs[span.job].task);
  }
  go_on(of.phases.size());
  nodes.push_back(plan.size() - 1);
  return nodes;
}

/// All frames that are simulated, with durations from 1 to `most`.
std::set<std::vector<std::size_t>> all_simulated(const Setting& setting, const triage::Plan& plan, std::size_t most) {
  std::set<std::vector<std::size_t>> all;
  schedulers::Plan of = setting.model.scheduler->plan(setting.tasks, setting.workers);
  std::size_t combinations = 1;
  for (std::size_t s = 0; s < plan.systems; ++s) combinations *= most;
  for (std::size_t k = 0; k < combinations; ++k) {
    std::size_t left = k;
    std::vector<std::uint64_t> durations;
    for (std::size_t s = 0; s < plan.systems; ++s, left /= most) durations.push_back(1 + left % most);
    for (schedulers::Job& job : of.jobs) job.duration = durations[job.task];
    all.insert(simulated(setting, plan, of));
  }
  return all;
}

/// The app, with all that bodies read in the declarations: schedulers keep systems apart that conflict.
std::shared_ptr<const app::App> with_declared_reads(app::App app) {
  const std::vector<Access> accesses = triage::accesses(app, false);
  for (std::size_t s = 0; s < app.systems.size(); ++s) {
    app::Query& query = app.systems[s].queries.front();
    for (const auto& [i, where] : accesses[s].values)
      if (!std::binary_search(query.writes.begin(), query.writes.end(), i)) query.reads.push_back(i);
    query.optional.insert(query.optional.end(), query.reads.begin(), query.reads.end());
    std::sort(query.optional.begin(), query.optional.end());
  }
  return std::make_shared<const app::App>(std::move(app));
}

/// Two systems that do nothing, and two of the app's systems, in one stage.
std::shared_ptr<const app::App> four_of(app::App app) {
  std::vector<app::System> systems;
  for (std::size_t s = 0; s < 4; ++s) {
    systems.push_back(app.systems[*rc::gen::inRange<std::size_t>(0, app.systems.size())]);
    systems.back().name = "s" + std::to_string(s);
    systems.back().stage.reset();
    systems.back().exclusive = false;
    if (s < 2) systems.back() = {.name = systems.back().name, .queries = {{}}};
  }
  app.systems = std::move(systems);
  app.stages.clear();
  return std::make_shared<const app::App>(std::move(app));
}

/// 0 < 2 and 1 < 3: which of 2 and 3 may begin first depends on which of 0 and 1 is faster.
Dag two_chains() {
  Digraph said(4);
  said.add(0, 2);
  said.add(1, 3);
  return std::get<Dag>(Dag::of(std::move(said)));
}

exhaustive::End end_of(const Reached& k) {
  if (const auto* error = std::get_if<RuntimeError>(&k)) return *error;
  return std::get<Configuration>(k).c;
}

/// Whether all sequences of these frames end each frame alike.
bool end_alike(const Executions& all, const std::set<std::vector<std::size_t>>& frames) {
  std::vector<Reached> begun = {all.first()};
  for (std::uint64_t f = 0; f < all.frames; ++f) {
    std::vector<Reached> ends;
    for (const Reached& from : begun)
      for (const auto& nodes : frames) {
        Reached k = from;
        for (const std::size_t node : nodes) k = step(all, k, node);
        ends.push_back(std::move(k));
      }
    for (const Reached& end : ends)
      if (!exhaustive::alike(end_of(ends.front()), end_of(end))) return false;
    begun.clear();
    for (Reached& end : ends)
      if (const auto* k = std::get_if<Configuration>(&end))
        if (std::none_of(begun.begin(), begun.end(),
                         [&](const Reached& other) { return std::get<Configuration>(other) == *k; }))
          begun.push_back(std::move(end));
  }
  return true;
}

}  // namespace

// [triage/coordinated] [triage/pair]
TEST_CASE("A scheduler with a coordinator is decided as simulations with all durations end") {
  prop("it is confluent if and only if all of them end each frame alike", [] {
    AppCase t = any_app_case(*rc::gen::inRange(0, 5) == 0);
    t.model = *model(with_coordinator[*rc::gen::inRange(0, 4)]);
    t.app = with_declared_reads(*t.app);
    if (*rc::gen::inRange(0, 4) > 0) {
      t.app = four_of(*t.app);
      t.order = two_chains();
    }
    const bool only_free = t.model.name == "dynamic" || t.model.name == "stages";  // others leave jobs to idle workers
    const Setting setting(*t.app, t.order, t.model, t.frames, only_free ? *rc::gen::inRange<std::size_t>(1, 4) : 4);
    for (const schedulers::Phase& phase : t.model.scheduler->plan(setting.tasks, setting.workers).phases)
      RC_PRE(phase.starting != schedulers::Starting::AtOnce || phase.jobs.size() == 1);
    const triage::Plan plan = *setting.plan();
    const Executions all = setting.executions(plan);
    const Judgement judgement = judge(setting, 20'000);
    RC_LOG() << t << setting.workers << " workers\n";
    const auto frames = all_simulated(setting, plan, plan.systems <= 3 ? 6 : 5);
    const bool alike = end_alike(all, frames);
    note(judgement.coordinated.has_value(), "with races", 0.03);
    note(judgement.coordinated.has_value() && alike, "that it does not perform", 0.015);
    note(!alike, "not confluent", 0.006);
    // Systems without bodies leave it undecided what holds with them.
    if (judgement.confluent == Answer::Unknown)
      RC_ASSERT(alike && !judgement.bodiless.empty());
    else
      RC_ASSERT(judgement.confluent == answer(alike));
    for (const triage::Pair& pair : judgement.pairs) {
      if (pair.label != triage::Label::Real) continue;
      RC_ASSERT(pair.performed == true);
      RC_ASSERT(!exhaustive::alike(pair.witness->a, pair.witness->b));
      // Both are frames of simulations, one after the other.
      for (const auto* nodes : {&pair.witness->first, &pair.witness->second})
        for (std::size_t j = 0; j + plan.size() <= nodes->size(); j += plan.size()) {
          const auto begin = nodes->begin() + static_cast<std::ptrdiff_t>(j);
          RC_ASSERT(frames.contains({begin, begin + static_cast<std::ptrdiff_t>(plan.size())}));
        }
    }
  });
}

namespace {

/// Systems d, c, a, b: the first two begin at once, and which of the others comes first depends on which of these is
/// faster.
const std::string four = R"({ "app": "four", "components": { "X": "int", "Y": "int", "P": "int" }, "systems": {
  "d": { "queries": [{ "writes": ["X"] }], "body": { "match": [{ "entity": "e", "incl": { "X": "v" } }], "do": { "attach": ["X", "e", 1] } } },
  "c": { "queries": [{ "writes": ["Y"] }], "body": { "match": [{ "entity": "e", "incl": { "Y": "v" } }], "do": { "attach": ["Y", "e", 1] } } },
  "a": { "queries": [{ "writes": ["Y", "P"] }], "body": { "match": [{ "entity": "e", "incl": { "Y": "v", "P": "_" } }], "do": { "attach": ["P", "e", 1] } } },
  "b": { "queries": [{ "writes": ["X", "P"] }], "body": { "match": [{ "entity": "e", "incl": { "X": "v", "P": "_" } }], "do": { "attach": ["P", "e", 2] } } } },
  "entities": { "e0": { "X": 0, "Y": 0, "P": 0 } } })";

}  // namespace

// [triage/coordinated]
TEST_CASE("Which of two running systems finishes first decides, and one worker leaves nothing open") {
  const app::App app = loaded_app(four);
  for (const char* name : with_coordinator) {
    CAPTURE(name);
    const Judgement judgement = judge(Setting(app, app::order(app), *model(name), 1), 20'000);
    CHECK(judgement.confluent == Answer::No);
    CHECK(judgement.count(triage::Label::Real) == 1);
    REQUIRE(judgement.pairs.front().witness.has_value());
    CHECK(judgement.pairs.front().performed == true);
    std::set<std::vector<std::size_t>> both = {judgement.pairs.front().witness->first,
                                               judgement.pairs.front().witness->second};
    CHECK(both == std::set<std::vector<std::size_t>>{{0, 1, 2, 3, 4}, {0, 1, 3, 2, 4}});
  }
  const Judgement alone = judge(Setting(app, app::order(app), *model("dynamic"), 1, 1), 20'000);
  CHECK(alone.confluent == Answer::Yes);
  CHECK(alone.count(triage::Label::Real) == 0);
  CHECK(std::count_if(alone.pairs.begin(), alone.pairs.end(),
                      [](const triage::Pair& pair) { return pair.performed == false; }) == 1);
}

// [triage/coordinated]
TEST_CASE("A search that is cut short says so") {
  const app::App app = loaded_app(four);
  const Setting setting(app, app::order(app), *model("dynamic"), 1);
  const triage::Plan plan = *setting.plan();
  const schedulers::Plan of = setting.model.scheduler->plan(setting.tasks, setting.workers);
  const schedulers::Machine machine(setting.tasks, of, setting.workers);
  const Coordinated found = coordinated(setting.executions(plan), machine, {{2, 3}}, 3);
  CHECK(found.confluent == Answer::Unknown);
  CHECK(found.cut == Cut::Limit);
  CHECK(!found.witnesses.front().has_value());
  const Coordinated all = coordinated(setting.executions(plan), machine, {{2, 3}}, 1'000);
  CHECK(all.confluent == Answer::No);
  CHECK(!all.cut.has_value());
}
