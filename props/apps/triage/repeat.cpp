// Blocks: sub-schedules that run 0..n times in a frame, against performing them round by round.
#include <fmt/format.h>

#include "interp/apps/app/events.hpp"
#include "interp/apps/app/order.hpp"
#include "interp/apps/app/print.hpp"
#include "interp/apps/triage/show.hpp"
#include "interp/apps/triage/triage.hpp"
#include "interp/fast/query.hpp"
#include "interp/language/program/condition.hpp"
#include "props/apps/kit/app_cases.hpp"
#include "props/apps/kit/apps.hpp"
#include "props/apps/kit/buffers.hpp"
#include "props/kit/prop.hpp"

using namespace coreecs;
using namespace coreecs::triage;

namespace {

constexpr std::size_t most_rounds_explored = 20'000;

// Literally -----------------------------------------------------------------------------------------------------------

struct TooManySteps {};

/// A state, and the events beside it.
struct World {
  State c;
  Buffers events;

  friend bool operator==(const World&, const World&) = default;
};
using ReachedWorld = std::variant<World, RuntimeError>;

/// All ends of an app with blocks. A block is performed as it begins: n rounds, each an execution of the plan of its
/// systems, from the state that the last one left.
class RoundByRound {
 public:
  RoundByRound(const Setting& setting, const triage::Plan& plan, std::size_t steps)
      : setting_(setting), plan_(plan), left_(steps) {}

  using Ends = std::vector<ReachedWorld>;
  /// Of each frame, the ends that are not alike.
  std::vector<std::vector<End>> operator()() {
    std::vector<World> begun = {{setting_.start, Buffers(setting_)}};
    for (frame_ = 0; frame_ < setting_.frames; ++frame_) {
      Ends ends;
      for (const World& world : begun) executions({}, world, ends);
      begun.clear();
      std::vector<End> different;
      for (ReachedWorld& reached : ends) {
        auto* world = std::get_if<World>(&reached);
        const End end = world ? End(world->c) : End(std::get<RuntimeError>(reached));
        const auto same = [&](const End& other) { return alike(other, end) != Answer::No; };
        if (std::none_of(different.begin(), different.end(), same)) different.push_back(end);
        if (!world) continue;
        world->events.frame_ended();
        if (std::find(begun.begin(), begun.end(), *world) == begun.end()) begun.push_back(std::move(*world));
      }
      frames_.push_back(std::move(different));
    }
    return std::move(frames_);
  }

 private:
  using Pending = std::vector<std::pair<std::size_t, Update>>;
  using Block = std::optional<std::size_t>;

  /// The ends of all executions of the systems outside of blocks, or of one round of a block.
  void executions(Block block, const World& from, Ends& ends) {
    Subset done(plan_.size());
    if (block) done.set(plan_.blocks[*block].begin);
    go_on(block, done, from, {}, ends);
  }
  [[nodiscard]] bool is_node_of(Block block, std::size_t node) const {
    if (!block) return !plan_.block(node) || plan_.is_begin(node);
    return plan_.block(node) == block && !plan_.is_begin(node);
  }

  void go_on(Block block, const Subset& done, const World& from, const Pending& pending, Ends& ends) {
    if (left_-- == 0) throw TooManySteps();
    bool ended = true;
    for (std::size_t node = 0; node < plan_.size(); ++node) {
      if (!is_node_of(block, node) || done.test(node)) continue;
      ended = false;
      Subset before = plan_.order.below(node);
      if (block) before &= plan_.blocks[*block].nodes;
      if (!before.is_subset_of(done)) continue;
      Subset next = done;
      next.set(node);
      try {
        perform(block, node, next, from, pending, ends);
      } catch (const RuntimeError& error) {
        ends.emplace_back(error);
      }
    }
    if (ended) ends.emplace_back(from);
  }

  void perform(Block block, std::size_t node, Subset done, World world, Pending pending, Ends& ends) {
    if (plan_.is_begin(node)) {
      done |= plan_.blocks[*plan_.block(node)].nodes;
      const std::uint64_t n = number(world.c, *plan_.block(node));
      if (n > 0) world.events.block_begins(*plan_.block(node));
      Ends rounds = {std::move(world)};
      for (round_ = 0; round_ < n; ++round_) {
        Ends next;
        for (const ReachedWorld& end : rounds)
          if (const World* from = std::get_if<World>(&end))
            executions(plan_.block(node), *from, next);
          else
            next.push_back(end);
        rounds.clear();
        for (ReachedWorld& end : next)
          if (const auto* to = std::get_if<World>(&end);
              !to || std::none_of(rounds.begin(), rounds.end(), [&](const ReachedWorld& other) {
                const auto* one = std::get_if<World>(&other);
                return one && *one == *to;
              }))
            rounds.push_back(std::move(end));
      }
      round_ = 0;
      for (const ReachedWorld& end : rounds)
        if (const World* from = std::get_if<World>(&end))
          go_on(block, done, *from, pending, ends);
        else
          ends.push_back(end);
      return;
    }
    if (plan_.is_sync(node)) {
      if (plan_.applied == Applied::AsInserted)
        std::stable_sort(pending.begin(), pending.end(),
                         [](const auto& a, const auto& b) { return a.first < b.first; });
      for (const auto& [system, m] : pending) world.c = after(std::move(world.c), m);
      return go_on(block, done, world, {}, ends);
    }
    const Leaf leaf = Executions::leaf(frame_, block ? round_ : 0, node);
    if (world.events.ask(setting_, world.c, node)) {
      Visited visited = visit(setting_.bodies[node], plan_.exclusive[node], world.events.seen(world.c, node),
                              {setting_.env, leaf}, 1'000);
      world.events.has_read(node);
      for (const auto& [i, v] : visited.sent) world.events.send(i, v);
      world.c = setting_.events.of_state(std::move(visited.c));
      if (!visited.deferred.writes().empty()) pending.emplace_back(node, std::move(visited.deferred));
    }
    go_on(block, done, world, pending, ends);
  }

  [[nodiscard]] std::uint64_t number(const State& c, std::size_t block) const {
    const app::Repeat& repeat = *setting_.repeats[block];
    if (repeat.number && repeat.number->term)
      return static_cast<std::uint64_t>(repeat.number->term->measures.front().of(c, setting_.env).as<std::int64_t>());
    std::uint64_t n = repeat.most;
    for (std::uint64_t frame = 0; frame < frame_; ++frame) n = n == repeat.least ? repeat.most : n - 1;
    return n;
  }

  const Setting& setting_;
  const triage::Plan& plan_;
  std::size_t left_;
  std::uint64_t frame_ = 0, round_ = 0;
  std::vector<std::vector<End>> frames_;
};

// Random apps ---------------------------------------------------------------------------------------------------------

/// A number of rounds: fixed, a range, or how many matches the query of a system has.
app::Repeat any_repeat(Dice& dice, const app::App& app) {
  const Program& program = *app.program;
  app::Repeat repeat;
  repeat.least = repeat.most = dice.below(3);
  if (dice.percent(25)) {
    repeat.least = 0;
    repeat.most = 2;
    repeat.number = app::RunCondition{.form = app::RunCondition::Form::Reads};
  } else if (dice.percent(60)) {
    MeasureTerm measured;
    static_cast<MatchTerm&>(measured) = program.terms.at(program.systems[dice.below(program.systems.size())]->name);
    for (const QueryTerm& query : measured.match)
      for (const auto& constraint : observed(query))  // events are no part of the state
        if (app::is_event(app, std::visit([](const auto& c) { return c.i; }, constraint))) return repeat;
    auto invariant = std::make_shared<Invariant>();
    invariant->measures.push_back({"rounds", measure(measured, "rounds")});
    invariant->term.emplace().measures.push_back(measured);
    repeat.number = app::RunCondition{.form = app::RunCondition::Form::Match, .term = std::move(invariant)};
  }
  return repeat;
}

/// A random app of which two or more systems, or sometimes one, are a block.
AppCase any_app_with_block(bool may_fail, const Beyond& beyond) {
  Dice dice = any_dice();
  std::optional<AppCase> t = AppCase::of(dice, may_fail, beyond);
  RC_PRE(t.has_value());
  RC_PRE(t->order.size() > 1);
  auto app = std::make_shared<app::App>(*t->app);
  app->sets.push_back({"Block", {}, any_repeat(dice, *app)});
  if (dice.percent(15)) app->sets.push_back({"Other", {}, any_repeat(dice, *app)});
  std::vector<std::size_t> in_block;
  for (std::size_t s = 0; s < app->systems.size(); ++s) {
    if (!dice.percent(65)) continue;
    app->systems[s].configuration.in = {dice.below(app->sets.size())};
    in_block.push_back(s);
  }
  RC_PRE(!in_block.empty());
  for (const auto& systems : app::members(*app))
    for (const std::size_t s : systems) RC_PRE(app->systems[s].stage == app->systems[systems.front()].stage);
  const app::Blocks blocks(*app);
  const auto order = t->order.with(blocks.widened(t->order.said().edges()));
  RC_PRE(std::holds_alternative<Dag>(order));
  t->order = std::get<Dag>(order);
  if (beyond.events && dice.percent(40)) app->keep_events_until = 0;
  t->app = std::move(app);
  return *t;
}

void agrees_with_rounds(bool may_fail, const Beyond& beyond = {}) {
  const AppCase t = any_app_with_block(may_fail, beyond);
  const Setting setting(*t.app, t.order, t.model, t.frames);
  RC_PRE(!setting.has_coordinator());
  RC_PRE(!(t.model.scheduler && t.model.scheduler->asks_by_stage));
  const triage::Plan plan = *setting.plan();
  std::vector<std::vector<End>> frames;
  try {
    frames = RoundByRound(setting, plan, 4'000)();
  } catch (const TooManySteps&) {
    RC_PRE(false);
  } catch (const fast::TooManyMatches&) {
    RC_PRE(false);
  }
  const bool one_end = std::all_of(frames.begin(), frames.end(), [](const auto& ends) { return ends.size() <= 1; });
  const auto interfering = interferences(plan, setting.accesses, setting.questions);
  const Races found = races(setting.executions(plan), interfering, most_rounds_explored);
  const bool obstacles = std::any_of(interfering.begin(), interfering.end(),
                                     [](const triage::Interference& one) { return !one.obstacles.empty(); });
  std::size_t performed = 0;
  for (const Round& round : plan.blocks) performed += round.nodes.count();
  note(!one_end, "not confluent, with blocks", 0.05);
  note(one_end && obstacles, "confluent, with obstacles and blocks", 0.03);
  note(performed > 4, "blocks of several systems", 0.1);
  RC_LOG() << t;
  for (const app::Set& set : t.app->sets) RC_LOG() << set.name << " " << set.repeat->least << " " << set.repeat->most;
  RC_ASSERT(found.confluent == answer(one_end));
  if (!obstacles) RC_ASSERT(one_end);
  for (const ConflictingPair& pair : found.pairs) {
    if (!pair.witness) continue;
    const Executions all = setting.executions(plan);
    RC_ASSERT(alike(replayed(all, pair.witness->first), pair.witness->a) == Answer::Yes);
    RC_ASSERT(alike(replayed(all, pair.witness->second), pair.witness->b) == Answer::Yes);
    const auto token = triage::token(pair.witness->first, plan);
    RC_ASSERT(nodes_of(token, all).index() == 0);
  }
  if (!one_end)
    RC_ASSERT(std::any_of(found.pairs.begin(), found.pairs.end(),
                          [](const ConflictingPair& pair) { return pair.witness.has_value(); }));
}

}  // namespace

// [repeat/block] [repeat/number] [repeat/begin] [repeat/round] [repeat/plan] [repeat/met] [repeat/together]
// [repeat/cause]
TEST_CASE("An app with blocks is judged as performing it round by round judges it") {
  prop("the verdict agrees with all executions, round by round", [] { agrees_with_rounds(false); });
  prop("and where systems may fail", [] { agrees_with_rounds(true); });
}

// [queue/send] [queue/read] [queue/frame] [queue/kept] [queue/static]
TEST_CASE("An app with blocks whose systems have events is judged as two buffers and cursors judge it") {
  prop("the verdict agrees with all executions, round by round", [] { agrees_with_rounds(false, {.events = true}); });
}
