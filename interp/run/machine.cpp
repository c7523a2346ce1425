#include "interp/run/machine.hpp"

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "interp/fast/query.hpp"

namespace coreecs {

using Kind = SeriesParallel::Kind;
using Node = SeriesParallel::Node;

Run::Run(const Plan& plan, const State& c, const Environment& env, std::size_t most)
    : plan_(&plan), env_(&env), matches_left_(most), state_(c) {
  start(plan.z.nodes.size() - 1, c);
}

std::optional<State> Run::start(std::size_t node, State c) {
  const Node& z = plan_->z.nodes[node];
  const auto side = [&](std::size_t n, State c) { return deep([&] { return start(n, std::move(c)); }); };
  switch (z.kind) {
    case Kind::Conc:
      return start_conc(node, std::move(c));
    case Kind::Seq:
      return start_seq(node, std::move(c));
    case Kind::Par: {
      const bool left_done = side(z.left, c).has_value(), right_done = side(z.right, c).has_value();
      if (left_done && right_done) return c;
      Progress& par = progress_[node];
      par.own = std::move(c);
      par.half_done = left_done || right_done;
      return std::nullopt;
    }
    case Kind::Then: {  // frames nest to the left, so a loop saves stack
      std::size_t at = z.left;
      while (plan_->z.nodes[at].kind == Kind::Then) at = plan_->z.nodes[at].left;
      std::optional<State> left = side(at, std::move(c));
      for (; left && at != node; at = plan_->z.nodes[at].parent)
        left = side(plan_->z.nodes[plan_->z.nodes[at].parent].right, std::move(*left));
      return left;
    }
  }
  return std::nullopt;
}

std::optional<State> Run::start_conc(std::size_t node, State c) {
  const Node& z = plan_->z.nodes[node];
  auto invocations = std::make_shared<std::vector<Invocation>>();
  if (plan_->fixed) {
    const std::span<const Invocation> all = plan_->fixed->below(z);
    invocations->assign(all.begin(), all.end());
  } else {
    const Matches r = observe(z, c);
    invocations->reserve(r.size());
    for (std::size_t j = 0; j < r.size(); ++j)
      invocations->push_back({z.leaf, z.s, {r[j].e.begin(), r[j].e.end()}, invoke(*z.s, r[j], {*env_, z.leaf})});
  }
  if (invocations->empty()) return c;
  Progress& conc = progress_[node];
  if (plan_->needs[node].awaited) conc.own = std::move(c);
  conc.performed.resize(invocations->size());
  conc.invocations = std::move(invocations);
  active_.insert(node);
  return std::nullopt;
}

std::optional<State> Run::start_seq(std::size_t node, State c) {
  Progress seq;
  if (!plan_->fixed) seq.matches = std::make_shared<const Matches>(observe(plan_->z.nodes[node], c));
  seq.own = std::move(c);
  if (!visit_next(node, seq)) return std::move(seq.own);
  progress_[node] = std::move(seq);
  active_.insert(node);
  return std::nullopt;
}

Matches Run::observe(const Node& z, const State& c) {
  Matches r = fast::query(z.s->q, c, *env_, matches_left_);
  matches_left_ -= r.size();
  return r;
}

void Run::finish(std::size_t node, State c) {
  for (std::size_t up = plan_->z.nodes[node].parent; up != SeriesParallel::none; up = plan_->z.nodes[node].parent) {
    const Node& z = plan_->z.nodes[up];
    if (z.kind == Kind::Par) {
      Progress& par = progress_.at(up);
      if (!std::exchange(par.half_done, true)) return;
      c = std::move(par.own);
      progress_.erase(up);
    } else if (node == z.left) {
      std::optional<State> right = start(z.right, std::move(c));
      if (!right) return;
      c = std::move(*right);
    }
    node = up;
  }
}

// Moves to the next match of a seq that still matches, like roll (§3.5); false if none is left.
bool Run::visit_next(std::size_t node, Progress& progress) {
  const Node& z = plan_->z.nodes[node];
  const auto visit = [&](const Invocation& u) {
    progress.invocations = std::make_shared<const std::vector<Invocation>>(1, u);
    ++progress.next;
    return true;
  };
  if (plan_->fixed) {
    const std::span<const Invocation> all = plan_->fixed->below(z);
    return progress.next < all.size() && visit(all[progress.next]);
  }
  std::vector<Cell> w;
  for (; progress.next < progress.matches->size(); ++progress.next) {
    const Match r = (*progress.matches)[progress.next];
    w.clear();
    if (!query_at(z.s->q, progress.own, r.e, w)) continue;
    return visit({z.leaf, z.s, {r.e.begin(), r.e.end()}, invoke(*z.s, {r.e, w}, {*env_, z.leaf})});
  }
  return false;
}

std::vector<Run::Choice> Run::choices() const {
  std::vector<Choice> choices;
  for (const std::size_t node : active_) {
    const Progress& progress = progress_.at(node);
    if (plan_->z.nodes[node].kind == Kind::Seq)
      choices.push_back({node, 0});
    else
      for (std::size_t j = progress.next; j < progress.performed.size(); ++j)
        if (!progress.performed[j]) choices.push_back({node, j});
  }
  return choices;
}

std::vector<Run::Choice> Run::sufficient_choices() {
  const std::size_t node = active_.empty() ? 0 : *active_.begin();
  if (active_.size() != 1 || plan_->z.nodes[node].kind != Kind::Conc) return choices();
  Progress& progress = progress_.at(node);
  if (!progress.groups) progress.groups = std::make_shared<const Groups>(grouped(*progress.invocations));
  std::vector<Choice> choices;
  for (const std::size_t j : progress.groups->members[progress.groups->of[progress.next]])
    if (!progress.performed[j]) choices.push_back({node, j});
  return choices;
}

Groups grouped(const std::vector<Invocation>& invocations) {
  std::vector<std::size_t> joined(invocations.size());  // a forest: each has an earlier one of its group, or itself
  const auto root = [&](std::size_t j) {
    while (joined[j] != j) j = joined[j] = joined[joined[j]];
    return j;
  };
  std::unordered_map<Location, std::size_t> writers;
  for (std::size_t j = 0; j < invocations.size(); ++j) {
    joined[j] = j;
    for (const Write& write : invocations[j].m.writes()) {
      const std::size_t one = root(writers.try_emplace(write.l, j).first->second);
      const std::size_t other = root(j);
      joined[std::max(one, other)] = std::min(one, other);
    }
  }
  Groups groups;
  for (std::size_t j = 0; j < invocations.size(); ++j) {
    if (root(j) == j) groups.members.emplace_back();
    groups.of.push_back(root(j) == j ? groups.members.size() - 1 : groups.of[root(j)]);
    groups.members[groups.of[j]].push_back(j);
  }
  return groups;
}

Run::Choice Run::expected(const std::optional<Choice>& last) const {
  auto active = last ? active_.lower_bound(last->node) : active_.begin();
  if (active == active_.end()) active = active_.begin();
  const Progress& progress = progress_.at(*active);
  const std::size_t next = last && last->node == *active ? last->invocation + 1 : progress.next;
  const bool possible = next < progress.performed.size() && !progress.performed[next];
  return possible ? Choice{*active, next} : first(*active);
}

Run::Choice Run::first(std::size_t node) const {
  return {node, plan_->z.nodes[node].kind == Kind::Seq ? 0 : progress_.at(node).next};
}

Run::Choice Run::delaying(Leaf leaf, std::span<const Entity> e, const std::optional<Choice>& last) const {
  const Choice next = expected(last);
  const auto delayed = [&](const Choice& choice) {
    const Invocation& u = at(choice);
    return u.leaf == leaf && std::equal(u.e.begin(), u.e.end(), e.begin(), e.end());
  };
  if (!delayed(next)) return next;
  const Progress& progress = progress_.at(next.node);
  for (std::size_t j = next.invocation + 1; j < progress.performed.size(); ++j)
    if (!progress.performed[j]) return {next.node, j};
  const auto other = std::find_if(active_.begin(), active_.end(), [&](std::size_t node) { return node != next.node; });
  return other == active_.end() ? next : first(*other);
}

std::optional<Run::Choice> Run::choice(Leaf leaf, std::size_t invocation) const {
  if (leaf >= plan_->z.leaves.size() || active_.count(plan_->z.leaves[leaf]) == 0) return std::nullopt;
  const Choice choice{plan_->z.leaves[leaf], invocation};
  const Progress& progress = progress_.at(choice.node);
  const bool possible = invocation < progress.invocations->size() &&
                        (plan_->z.nodes[choice.node].kind == Kind::Seq || !progress.performed[invocation]);
  return possible ? std::optional(choice) : std::nullopt;
}

std::optional<Run::Choice> Run::choice(Leaf leaf, std::span<const Entity> e) const {
  if (leaf >= plan_->z.leaves.size() || active_.count(plan_->z.leaves[leaf]) == 0) return std::nullopt;
  const auto before = [&](std::span<const Entity> a, std::span<const Entity> b) {
    if (env_->order) return env_->order(a, b);
    return std::lexicographical_compare(a.begin(), a.end(), b.begin(), b.end());
  };
  const auto entities = [](const Invocation& u) { return std::span<const Entity>(u.e.data(), u.e.size()); };
  const std::vector<Invocation>& all = *progress_.at(plan_->z.leaves[leaf]).invocations;
  const auto found =
      std::partition_point(all.begin(), all.end(), [&](const Invocation& u) { return before(entities(u), e); });
  if (found == all.end() || before(e, entities(*found))) return std::nullopt;
  return choice(leaf, static_cast<std::size_t>(found - all.begin()));
}

const Invocation& Run::at(const Choice& choice) const {
  return (*progress_.at(choice.node).invocations)[choice.invocation];
}

std::optional<Location> Run::changes(const Choice& choice) const {
  const Progress& progress = progress_.at(choice.node);
  const Plan::Needs& needs = plan_->needs[choice.node];
  std::vector<const State*> states{&state_};
  if (!plan_->fixed) {  // a fixed run observes nothing more
    if (needs.awaited || plan_->z.nodes[choice.node].kind == Kind::Seq) states.push_back(&progress.own);
    for (std::size_t par = needs.around; par != SeriesParallel::none; par = plan_->needs[par].around)
      states.push_back(&progress_.at(par).own);
  }
  for (const Write& write : at(choice).m.writes())
    for (const State* c : states) {
      const Value* k = c->at(write.l);
      if (k ? !write.k || *k != *write.k : write.k.has_value()) return write.l;
    }
  return std::nullopt;
}

void Run::perform(const Choice& choice) {
  interrupt::poll();
  Progress& progress = progress_.at(choice.node);
  const Plan::Needs& needs = plan_->needs[choice.node];
  const Update m = at(choice).m;
  state_ = after(std::move(state_), m);
  for (std::size_t par = needs.around; par != SeriesParallel::none; par = plan_->needs[par].around)
    progress_.at(par).own = after(std::move(progress_.at(par).own), m);

  bool done = false;
  if (plan_->z.nodes[choice.node].kind == Kind::Seq) {
    progress.own = after(std::move(progress.own), m);
    done = !visit_next(choice.node, progress);
  } else {
    if (needs.awaited) progress.own = after(std::move(progress.own), m);
    progress.performed[choice.invocation] = true;
    while (progress.next < progress.performed.size() && progress.performed[progress.next]) ++progress.next;
    done = progress.next == progress.performed.size();
  }
  if (!done) return;
  State own = std::move(progress.own);
  progress_.erase(choice.node);
  active_.erase(choice.node);
  finish(choice.node, std::move(own));
}

bool same_invocations(const std::vector<Invocation>& a, const std::vector<Invocation>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](const Invocation& u, const Invocation& v) { return u.e == v.e && u.m == v.m; });
}

bool same_rest(const Matches& a, const Matches& b, std::size_t j) {
  if (a.size() != b.size()) return false;
  for (; j < a.size(); ++j)
    if (!std::equal(a[j].e.begin(), a[j].e.end(), b[j].e.begin(), b[j].e.end())) return false;
  return true;
}

bool operator==(const Run& a, const Run& b) {
  const auto same_progress = [](const auto& x, const auto& y) {
    const Run::Progress& p = x.second;
    const Run::Progress& q = y.second;
    if (x.first != y.first || p.half_done != q.half_done || p.next != q.next || p.performed != q.performed)
      return false;
    if (!p.invocations != !q.invocations || !(p.own == q.own)) return false;
    if (p.matches != q.matches && !(p.matches && q.matches && same_rest(*p.matches, *q.matches, p.next))) return false;
    return !p.invocations || p.invocations == q.invocations || same_invocations(*p.invocations, *q.invocations);
  };
  return a.state_ == b.state_ &&
         std::equal(a.progress_.begin(), a.progress_.end(), b.progress_.begin(), b.progress_.end(), same_progress);
}

std::size_t Run::hash() const {
  std::size_t hash = coreecs::hash(state_);
  for (const auto& [node, progress] : progress_)
    hash = mix(mix(hash, node), mix(progress.next, std::hash<std::vector<bool>>{}(progress.performed)));
  return hash;
}

std::size_t hash(const State& c) {
  std::size_t hash = 0;
  for (Label i = 0; i < c.labels(); ++i)
    for (const auto& [e, k] : c[i]) hash += mix(std::hash<Location>{}({e, i}), std::hash<Value>{}(k));
  return hash;
}

std::size_t weight(const State& c, std::size_t under_way) {
  constexpr std::size_t longest_run = 512;  // the values that copies of a partial map share and a write copies
  std::size_t copied = 0;
  std::size_t looked_at = under_way * (16 + c.labels());
  for (Label i = 0; i < c.labels(); ++i) {
    copied += std::min(longest_run, c[i].size());
    looked_at += c[i].size();
  }
  return 1 + copied / 32 + looked_at / 512;
}

}  // namespace coreecs
