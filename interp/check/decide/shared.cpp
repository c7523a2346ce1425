#include "interp/check/decide/shared.hpp"

#include <algorithm>

#include "interp/base/progress.hpp"
#include "interp/base/random.hpp"
#include "interp/check/decide/check.hpp"
#include "interp/check/decide/explore.hpp"
#include "interp/check/decide/static_report.hpp"
#include "interp/fast/query.hpp"
#include "interp/language/program/effects.hpp"
#include "interp/run/observation.hpp"

namespace coreecs {

namespace {

using Node = SeriesParallel::Node;

bool disjoint(const LabelSet& a, const LabelSet& b) {
  return std::none_of(a.begin(), a.end(), [&](Label i) { return b.contains(i); });
}

struct Footprint {
  LabelSet observes, writes;

  void add(const Footprint& other) {
    observes.insert(other.observes.begin(), other.observes.end());
    writes.insert(other.writes.begin(), other.writes.end());
  }
};

Footprint footprint(const System& s, const Schema& schema) {
  Footprint of{observed_labels(s.q, schema), {}};
  if (s.effects)
    of.writes = s.effects->writes;
  else
    for (Label i = 0; i < schema.size(); ++i) of.writes.insert(i);
  return of;
}

}  // namespace

SharedPlan::SharedPlan(const Schedule& schedule, const Schema& schema) : z(schedule), apart(z.nodes.size()) {
  std::vector<Footprint> below, beside(z.nodes.size());  // of each node, and of all nodes that are concurrent with it
  for (const Node& node : z.nodes) {
    below.push_back(node.is_leaf() ? footprint(*node.s, schema) : below[node.left]);
    if (!node.is_leaf()) below.back().add(below[node.right]);
  }
  for (std::size_t n = z.nodes.size(); n-- > 0;) {
    const Node& node = z.nodes[n];
    if (node.is_leaf()) {
      apart[n].observes = disjoint(below[n].observes, beside[n].writes);
      apart[n].writes = disjoint(below[n].writes, beside[n].observes) && disjoint(below[n].writes, beside[n].writes);
      continue;
    }
    beside[node.left] = beside[node.right] = beside[n];
    if (node.kind != SeriesParallel::Kind::Par) continue;
    beside[node.left].add(below[node.right]);
    beside[node.right].add(below[node.left]);
  }
}

SharedRun::SharedRun(const SharedPlan& plan, const State& c, const Environment& env, std::size_t most)
    : plan_(&plan), env_(&env), matches_left_(most), c_(c) {
  start(plan.z.nodes.size() - 1);
}

void SharedRun::start(std::size_t node) {
  const Node& z = plan_->z.nodes[node];
  if (z.is_leaf()) {
    active_[node] = {};
    return;
  }
  deep([&] { start(z.left); });
  if (z.kind == SeriesParallel::Kind::Par) deep([&] { start(z.right); });
}

void SharedRun::finish(std::size_t node) {
  active_.erase(node);
  for (std::size_t up = plan_->z.nodes[node].parent; up != SeriesParallel::none; up = plan_->z.nodes[node].parent) {
    const Node& z = plan_->z.nodes[up];
    if (z.kind == SeriesParallel::Kind::Then && node == z.left) return start(z.right);
    if (z.kind == SeriesParallel::Kind::Par && half_done_.insert(up).second) return;
    half_done_.erase(up);
    node = up;
  }
}

std::vector<SharedRun::Choice> SharedRun::choices() const {
  std::vector<Choice> choices;
  for (const std::size_t node : leaves())
    for (const Choice& choice : choices_of(node)) choices.push_back(choice);
  return choices;
}

std::vector<SharedRun::Choice> SharedRun::choices_of(std::size_t node) const {
  const Progress& progress = active_.at(node);
  if (progress.performed.empty()) return {{node, 0}};
  std::vector<Choice> choices;
  for (std::size_t j = progress.next; j < progress.performed.size(); ++j)
    if (!progress.performed[j]) choices.push_back({node, j});
  return choices;
}

std::vector<std::size_t> SharedRun::leaves() const {
  std::vector<std::size_t> leaves;
  for (const auto& at : active_) leaves.push_back(at.first);
  return leaves;
}

std::vector<SharedRun::Choice> SharedRun::sufficient_choices() const {
  for (const auto& [node, progress] : active_) {
    const bool performs = progress.next_step == Kind::Perform;
    const bool alone = active_.size() == 1;  // both sides of a ∥ are active until they end
    if (!alone && !(performs ? plan_->apart[node].writes : plan_->apart[node].observes)) continue;
    if (!progress.groups) return {{node, 0}};
    std::vector<Choice> group;
    for (const std::size_t j : progress.groups->members[progress.groups->of[progress.next]])
      if (!progress.performed[j]) group.push_back({node, j});
    return group;
  }
  return choices();
}

SharedRun::Step SharedRun::at(const Choice& choice) const {
  const Node& z = plan_->z.nodes[choice.node];
  const Progress& progress = active_.at(choice.node);
  if (progress.next_step == Kind::Perform)
    return {Kind::Perform, performed((*progress.invocations)[choice.invocation])};
  if (progress.next_step == Kind::Start) return {Kind::Start, {z.leaf, z.s->name, {}}};
  const Match r = (*progress.matches)[progress.next];
  return {Kind::Observe, {z.leaf, z.s->name, {r.e.begin(), r.e.end()}}};
}

bool SharedRun::is_idle(const Choice& choice) const {
  const Progress& progress = active_.at(choice.node);
  if (progress.next_step != Kind::Perform) return false;
  const auto& writes = (*progress.invocations)[choice.invocation].m.writes();
  return std::all_of(writes.begin(), writes.end(), [&](const Write& write) {
    const Value* now = c_.at(write.l);
    return write.k ? now && *now == *write.k : now == nullptr;
  });
}

void SharedRun::perform(const Choice& choice) {
  interrupt::poll();
  const std::size_t node = choice.node;
  const Node& z = plan_->z.nodes[node];
  Progress& progress = active_.at(node);
  if (progress.next_step != Kind::Perform) {
    observe(node, progress);
  } else {
    c_ = after(std::move(c_), (*progress.invocations)[choice.invocation].m);
    if (z.kind == SeriesParallel::Kind::Seq) {
      progress.invocations = nullptr;
      progress.next_step = Kind::Observe;
      ++progress.next;
    } else {
      progress.performed[choice.invocation] = true;
      while (progress.next < progress.performed.size() && progress.performed[progress.next]) ++progress.next;
    }
  }
  const std::size_t all = z.kind == SeriesParallel::Kind::Seq ? progress.matches->size() : progress.performed.size();
  if (progress.next == all) finish(node);
}

// A conc makes all its observations at its start. A seq drops a match that does not match any more (D2).
void SharedRun::observe(std::size_t node, Progress& progress) {
  const Node& z = plan_->z.nodes[node];
  const auto invocation = [&](const Match& r) -> Invocation {
    return {z.leaf, z.s, {r.e.begin(), r.e.end()}, invoke(*z.s, r, {*env_, z.leaf})};
  };
  if (progress.next_step == Kind::Observe) {
    const Match r = (*progress.matches)[progress.next];
    std::vector<Cell> w;
    if (!query_at(z.s->q, c_, r.e, w)) {
      ++progress.next;
      return;
    }
    progress.invocations = std::make_shared<const std::vector<Invocation>>(1, invocation({r.e, w}));
    progress.next_step = Kind::Perform;
    return;
  }
  auto matches = std::make_shared<const Matches>(fast::query(z.s->q, c_, *env_, matches_left_));
  matches_left_ -= matches->size();
  if (z.kind == SeriesParallel::Kind::Seq) {
    progress.matches = std::move(matches);
    progress.next_step = Kind::Observe;
    return;
  }
  std::vector<Invocation> invocations;
  for (std::size_t j = 0; j < matches->size(); ++j) invocations.push_back(invocation((*matches)[j]));
  progress.groups = std::make_shared<const Groups>(grouped(invocations));
  progress.performed.resize(invocations.size());
  progress.invocations = std::make_shared<const std::vector<Invocation>>(std::move(invocations));
  progress.next_step = Kind::Perform;
}

bool operator==(const SharedRun& a, const SharedRun& b) {
  const auto same_progress = [](const auto& x, const auto& y) {
    const SharedRun::Progress& p = x.second;
    const SharedRun::Progress& q = y.second;
    if (x.first != y.first || p.next_step != q.next_step || p.next != q.next || p.performed != q.performed)
      return false;
    if (p.matches != q.matches && !(p.matches && q.matches && same_rest(*p.matches, *q.matches, p.next))) return false;
    if (!p.invocations || !q.invocations) return p.invocations == q.invocations;
    return p.invocations == q.invocations || same_invocations(*p.invocations, *q.invocations);
  };
  return a.c_ == b.c_ && a.half_done_ == b.half_done_ &&
         std::equal(a.active_.begin(), a.active_.end(), b.active_.begin(), b.active_.end(), same_progress);
}

std::size_t SharedRun::hash() const {
  std::size_t hash = coreecs::hash(c_);
  for (const auto& [node, progress] : active_)
    hash = mix(mix(hash, mix(node, static_cast<std::size_t>(progress.next_step))),
               mix(progress.next, std::hash<std::vector<bool>>{}(progress.performed)));
  return hash;
}

// The verdict --------------------------------------------------------------------------------------------------

namespace {

using Found = Exploration<SharedRun>::Found;

/// The execution with the steps that `go(run, perform)` performs. None if it observes too many matches.
template <class Go>
std::optional<Found> execute(SharedRun run, const Go& go) {
  Found found;
  const auto perform = [&](const SharedRun::Choice& choice) {
    found.steps.push_back(choice);
    run.perform(choice);
  };
  try {
    go(run, perform);
    found.end = run.state();
  } catch (const RuntimeError& error) {
    found.end = error;
  } catch (const fast::TooManyMatches&) {
    return std::nullopt;
  }
  return found;
}

/// Each leaf in turn does all that it can, from the first or from the last one on. If `eager`, all leaves that can
/// start observe before that.
std::optional<Found> leaf_after_leaf(const SharedRun& start, bool last_first, bool eager) {
  return execute(start, [&](const SharedRun& run, const auto& perform) {
    if (eager)
      for (const std::size_t node : run.leaves()) perform({node, 0});
    while (!run.ended()) {
      std::vector<SharedRun::Choice> choices = run.choices_of(run.leaf(last_first));
      if (last_first) std::reverse(choices.begin(), choices.end());
      for (const SharedRun::Choice& choice : choices) perform(choice);
    }
  });
}

/// Draws each step from all possible ones.
std::optional<Found> drawn(const SharedRun& start, Random random) {
  return execute(start, [&](const SharedRun& run, const auto& perform) {
    while (!run.ended()) {
      const std::vector<SharedRun::Choice> choices = run.choices();
      perform(choices[random.below(choices.size())]);
    }
  });
}

/// What each invocation of an execution observed, in the order of the steps.
using Observations = std::vector<std::pair<Performed, std::vector<Observed>>>;

void note_observations(const SharedRun::Step& step, const Node& z, const State& c, const Environment& env,
                       Observations& observations) {
  std::vector<Cell> w;
  if (step.kind == SharedRun::Kind::Observe && query_at(z.s->q, c, step.invocation.entities, w))
    observations.emplace_back(step.invocation, observation(z.s->q, {step.invocation.entities, w}));
  if (step.kind != SharedRun::Kind::Start || z.kind != SeriesParallel::Kind::Conc) return;
  const Matches r = fast::query(z.s->q, c, env);
  for (std::size_t k = 0; k < r.size(); ++k)
    observations.emplace_back(Performed{z.leaf, z.s->name, {r[k].e.begin(), r[k].e.end()}}, observation(z.s->q, r[k]));
}

SharedExecution again(const SharedPlan& plan, const State& c, const Environment& env, const Found& found,
                      Observations& observations) {
  SharedExecution execution{{{}, found.end}, {}, {}};
  SharedRun run(plan, c, env);
  for (std::size_t j = 0; j < found.steps.size(); ++j) {
    const SharedRun::Step step = run.at(found.steps[j]);
    const Node& z = plan.z.nodes[found.steps[j].node];
    try {
      note_observations(step, z, run.state(), env, observations);
    } catch (const RuntimeError&) {  // a condition fails, as found.end says
    }
    execution.run.order.push_back(step.invocation);
    execution.kinds.push_back(step.kind);
    execution.idle.push_back(run.is_idle(found.steps[j]));
    if (j + 1 < found.steps.size()) run.perform(found.steps[j]);  // the last one may fail
  }
  return execution;
}

std::optional<Differs> difference(const Observations& a, const Observations& b) {
  using Key = std::pair<Leaf, std::vector<Entity>>;
  const auto by_match = [](const Observations& all) {
    std::map<Key, const std::vector<Observed>*> found;
    for (const auto& [u, observed] : all) found.emplace(Key(u.leaf, u.entities), &observed);
    return found;
  };
  const auto in_a = by_match(a), in_b = by_match(b);
  for (const auto& [u, observed] : a) {
    const auto other = in_b.find({u.leaf, u.entities});
    if (other == in_b.end()) return Differs{u};
    const auto [x, y] = std::mismatch(observed.begin(), observed.end(), other->second->begin());
    if (x != observed.end()) return Differs{u, x->l, x->k, y->k};
  }
  for (const auto& [u, observed] : b)
    if (in_a.find({u.leaf, u.entities}) == in_a.end()) return Differs{.invocation = u, .in_first = false};
  return std::nullopt;
}

/// Decides by executions. Precondition: the static report does not decide.
SharedVerdict looked_at(const Program& program, const NamedSchedule& schedule, std::size_t limit,
                        const Execution& reference) {
  const Environment& env = reference.environment();
  const SharedPlan plan(repeat(schedule.z, reference.frame()), program.schema);
  SharedVerdict verdict;
  const SharedRun start(plan, program.start, env,
                        matches_within(limit, plan.z.leaves.size() * live(program.start).size()));
  const std::optional<Found> first = leaf_after_leaf(start, false, false);
  if (!first) return verdict;
  std::optional<Found> other;
  const auto differs = [&](std::optional<Found> found) {
    if (!other && found && alike(first->end, found->end) == Answer::No) other = std::move(found);
    return other.has_value();
  };
  const auto explore = [&](std::size_t limit) {
    auto found = Exploration<SharedRun>(start, first->end, limit)();
    verdict.explored = found.configurations;
    other = std::move(found.other);
    return found.alike != Answer::Unknown;
  };
  const auto draw = [&] {
    constexpr std::size_t most = 1000;  // steps, as each is drawn from all choices
    if (first->steps.size() > most) return false;
    Draws draws(matches_within(0, first->steps.size()) + limit);
    for (auto j = draws.next(); j && !other; j = draws.next()) {
      std::optional<Found> found = drawn(start, Random(0, *j));
      draws.count(found ? std::optional(found->steps.size()) : std::nullopt);
      differs(std::move(found));
    }
    return other.has_value();
  };
  if (differs(leaf_after_leaf(start, true, false)) || differs(leaf_after_leaf(start, false, true)) ||
      explore(std::min(limit, ExplorationBudget::near_reference)) || draw() || explore(limit))
    verdict.confluent = other ? Answer::No : Answer::Yes;
  if (verdict.confluent == Answer::Yes) verdict.as_reference = alike(first->end, reference.state());
  if (!other) return verdict;
  Observations of_a, of_b;
  SharedExecution a = again(plan, program.start, env, *first, of_a);
  SharedExecution b = again(plan, program.start, env, *other, of_b);
  const State* c = std::get_if<State>(&a.run.end);
  const State* c_ = std::get_if<State>(&b.run.end);
  if (c && c_) verdict.l = difference(*c, *c_);
  verdict.differs = difference(of_a, of_b);
  verdict.witness.emplace(std::move(a), std::move(b));
  return verdict;
}

}  // namespace

SharedVerdict check_shared(const Program& program, const NamedSchedule& schedule, std::size_t limit,
                           const Execution& reference) {
  const progress::Task task("whether it is confluent where state is shared");
  SharedVerdict verdict;
  const bool on_every_state = static_report(program, schedule.z).safe_when_shared();
  if (on_every_state || reference.frame() == 0) {
    verdict.confluent = verdict.as_reference = Answer::Yes;
    verdict.on_every_state = on_every_state;
  } else if (const auto cut = cut_short([&] { verdict = looked_at(program, schedule, limit, reference); })) {
    verdict.cut = *cut;
  }
  verdict.schedule = schedule.name;
  verdict.frames = reference.frame();
  return verdict;
}

}  // namespace coreecs
