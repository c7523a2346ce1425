#include "interp/check/record/trace_elements.hpp"

#include <algorithm>

#include "interp/fast/pass.hpp"

namespace coreecs {

Observing::Observing(const Schedule& z) : plan_(z), observed_(plan_.z.leaves.size()) {
  for (SeriesParallel::Node& node : plan_.z.nodes) {
    if (!node.is_leaf()) continue;
    System& s = systems_.emplace_back(*node.s);
    s.f = [&q = s.q, f = node.s->f, &observed = observed_[node.leaf]](const Match& r) {
      observed.push_back(observed_values(q, r));
      return f(r);
    };
    s.loop = nullptr;
    node.s = &s;
  }
}

const ObservedValues& Observing::of(const Run::Choice& choice) const {
  const SeriesParallel::Node& z = plan_.z.nodes[choice.node];
  return z.kind == SeriesParallel::Kind::Conc ? observed_[z.leaf][choice.invocation] : observed_[z.leaf].back();
}

Elements::Elements(const State& c, const Schedule& z, Leaf last_frame, const Environment& env)
    : po(fast::partial_order(c, z, env)), order_(env.order) {
  const Observing observing(z);
  Run run(observing.plan(), c, env);
  std::optional<Run::Choice> last;
  std::optional<State> before;
  for (; !run.ended(); run.perform(*last)) {
    last = run.expected(last);
    if (!before && run.at(*last).leaf >= last_frame) before = run.state();
    observed.push_back(observing.of(*last));
  }
  comes_to_rest = !before || *before == run.state();
}

std::optional<std::size_t> Elements::find(const Performed& step) const {
  const auto before = [&](const Invocation& u) {
    if (u.leaf != step.leaf) return u.leaf < step.leaf;
    if (order_) return order_({u.e.data(), u.e.size()}, step.entities);
    return std::lexicographical_compare(u.e.begin(), u.e.end(), step.entities.begin(), step.entities.end());
  };
  const auto u = std::partition_point(po.invocations.begin(), po.invocations.end(), before);
  if (u == po.invocations.end() || u->leaf != step.leaf || u->s->name != step.system ||
      !std::equal(u->e.begin(), u->e.end(), step.entities.begin(), step.entities.end()))
    return std::nullopt;
  return static_cast<std::size_t>(u - po.invocations.begin());
}

namespace {

std::size_t hash(Leaf leaf, const std::string& system, std::span<const Entity> e) {
  std::size_t hash = mix(leaf, std::hash<std::string>{}(system));
  for (const Entity each : e) hash = mix(hash, std::hash<Entity>{}(each));
  return hash;
}

}  // namespace

Steps::Steps(const Trace& trace) : trace_(trace) {
  for (std::size_t j = 0; j < trace.steps.size(); ++j) {
    const Performed& u = trace.steps[j].invocation;
    by_hash_.emplace_back(hash(u.leaf, u.system, u.entities), j);
  }
  std::sort(by_hash_.begin(), by_hash_.end());
}

std::optional<std::size_t> Steps::of(const Performed& u) const { return of(u.leaf, u.system, u.entities); }
std::optional<std::size_t> Steps::of(const Invocation& u) const {
  return of(u.leaf, u.s->name, {u.e.data(), u.e.size()});
}

std::optional<std::size_t> Steps::of(Leaf leaf, const std::string& system, std::span<const Entity> e) const {
  const std::size_t sought = hash(leaf, system, e);
  auto at = std::lower_bound(by_hash_.begin(), by_hash_.end(), std::pair(sought, std::size_t{0}));
  for (; at != by_hash_.end() && at->first == sought; ++at) {
    const Performed& u = trace_.steps[at->second].invocation;
    if (u.leaf == leaf && u.system == system && std::equal(u.entities.begin(), u.entities.end(), e.begin(), e.end()))
      return at->second;
  }
  return std::nullopt;
}

}  // namespace coreecs
