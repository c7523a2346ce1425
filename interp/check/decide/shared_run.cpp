#include "interp/check/decide/shared_run.hpp"

#include <algorithm>

#include "interp/fast/query.hpp"
#include "interp/language/program/effects.hpp"

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

}  // namespace coreecs
