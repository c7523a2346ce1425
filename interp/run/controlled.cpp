#include "interp/run/controlled.hpp"

#include <algorithm>
#include <numeric>
#include <queue>

#include "interp/run/machine.hpp"

namespace coreecs {

namespace {

using Kind = SeriesParallel::Kind;
using Node = SeriesParallel::Node;

/// The invocations of a partial order that can come next, by descending priority.
class Prioritised {
 public:
  Prioritised(const PartialOrder& po, std::uint64_t lowest, Random& random)
      : po_(po), missing_(po.z.nodes.size()), priority_(po.size()), leaf_(po.size()) {
    std::iota(priority_.begin(), priority_.end(), lowest);
    for (std::size_t u = po.size(); u > 1; --u) std::swap(priority_[u - 1], priority_[random.below(u)]);
    enter(po.z.nodes.size() - 1);
  }

  [[nodiscard]] bool done() const { return ready_.empty(); }
  /// Changes the priority of the current thread.
  void change(std::uint64_t priority) {
    const std::size_t u = ready_.top().second;
    ready_.pop();
    priority_[u] = priority;
    ready_.emplace(priority, u);
  }
  /// Takes the next one.
  std::size_t take() {
    const std::size_t u = ready_.top().second;
    ready_.pop();
    const Node& leaf = po_.z.nodes[leaf_[u]];
    if (leaf.kind == Kind::Seq && u + 1 < leaf.end) {
      priority_[u + 1] = priority_[u];
      push(u + 1, leaf_[u]);
    } else if (leaf.kind == Kind::Seq || --missing_[leaf_[u]] == 0) {
      leave(leaf_[u]);
    }
    return u;
  }

 private:
  [[nodiscard]] bool empty(std::size_t n) const { return po_.z.nodes[n].begin == po_.z.nodes[n].end; }
  void push(std::size_t u, std::size_t leaf) {
    leaf_[u] = leaf;
    ready_.emplace(priority_[u], u);
  }
  /// Starts a sub-schedule. Precondition: it has invocations.
  void enter(std::size_t n) {
    const Node& z = po_.z.nodes[n];
    switch (z.kind) {
      case Kind::Conc:
        missing_[n] = z.end - z.begin;
        for (std::size_t u = z.begin; u < z.end; ++u) push(u, n);
        break;
      case Kind::Seq:
        push(z.begin, n);
        break;
      case Kind::Par:
        for (const std::size_t side : {z.left, z.right}) {
          if (empty(side)) continue;
          ++missing_[n];
          deep([&] { enter(side); });
        }
        break;
      case Kind::Then:
        deep([&] { enter(empty(z.left) ? z.right : z.left); });
        break;
    }
  }
  /// Starts what waits for a finished sub-schedule: the right side of a ⨟ around it.
  void leave(std::size_t n) {
    for (std::size_t up = po_.z.nodes[n].parent; up != SeriesParallel::none; n = up, up = po_.z.nodes[n].parent) {
      const Node& z = po_.z.nodes[up];
      if (z.kind == Kind::Par && --missing_[up] > 0) return;
      if (z.kind == Kind::Then && n == z.left && !empty(z.right)) return enter(z.right);
    }
  }

  const PartialOrder& po_;
  std::vector<std::size_t> missing_;     // of each conc: invocations not taken; of each ∥: unfinished sides
  std::vector<std::uint64_t> priority_;  // of each invocation
  std::vector<std::size_t> leaf_;        // of each ready invocation
  std::priority_queue<std::pair<std::uint64_t, std::size_t>> ready_;
};

}  // namespace

Linearization pct(const PartialOrder& po, std::uint64_t depth, Random& random) {
  Linearization order;
  if (po.size() == 0) return order;
  depth = std::min<std::uint64_t>(depth, po.size());           // more invocations do not exist
  std::vector<std::pair<std::size_t, std::uint64_t>> changes;  // before which step, to which priority
  for (std::uint64_t j = 1; j < depth; ++j) changes.emplace_back(random.below(po.size()), j);
  std::sort(changes.begin(), changes.end());
  Prioritised next(po, depth, random);
  auto change = changes.begin();
  while (!next.done()) {
    for (; change != changes.end() && change->first == order.size(); ++change) next.change(change->second);
    order.push_back(next.take());
  }
  return order;
}

Ending follow(const Plan& plan, const State& c, const PartialOrder& po, const Linearization& order, Random& random,
              const Environment& env, std::size_t most) {
  Ending ending;
  try {
    Run run(plan, c, env, most);
    auto next = order.begin();
    while (!run.ended()) {
      std::optional<Run::Choice> choice;
      for (; !choice && next != order.end(); ++next) {
        const Invocation& u = po.invocations[*next];
        choice = run.choice(u.leaf, std::span<const Entity>(u.e.data(), u.e.size()));
      }
      if (!choice) {
        const std::vector<Run::Choice> choices = run.choices();
        choice = choices[random.below(choices.size())];
      }
      ending.order.push_back(performed(run.at(*choice)));
      run.perform(*choice);
    }
    ending.end = run.state();
  } catch (const RuntimeError& error) {
    ending.end = error;
  }
  return ending;
}

}  // namespace coreecs
