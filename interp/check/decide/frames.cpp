#include "interp/check/decide/check.hpp"

#include "interp/base/progress.hpp"
#include "interp/check/decide/confluence.hpp"

namespace coreecs {

namespace {

/// The number of the last node of the first k frames in po_c(z) over all frames. Each frame has equally many nodes, and
/// all but the first have the ⨟ with those before.
std::size_t last_node(const PartialOrder& po, std::uint64_t frames, std::uint64_t k) {
  return k * (po.z.nodes.size() / frames + 1) - 2;
}

/// The part of po_c(z) below a node. Precondition: all nodes before it are below it.
PartialOrder below(const PartialOrder& po, std::size_t node) {
  const std::span<const Invocation> invocations = po.below(po.z.nodes[node]);
  PartialOrder prefix{{invocations.begin(), invocations.end()}, {}};
  for (const SeriesParallel::Node& z : std::span(po.z.nodes).first(node + 1)) {
    if (z.is_leaf())
      prefix.z.leaf(z.kind, z.s, z.begin, z.end);
    else
      prefix.z.join(z.kind);
  }
  return prefix;
}

/// Decides the prefixes in turn, until both verdicts are lost or it takes too long to find out where.
class Prefixes {
 public:
  Prefixes(const State& c, const Schedule& z, std::uint64_t frames, const PartialOrder& po, std::size_t limit,
           const Environment& env)
      : c_(c), z_(z), frames_(frames), po_(po), env_(env), deterministic_{{}, limit}, confluent_{{}, limit} {}

  /// Continues with the prefix of k frames and its decision. Returns false if the rest does not matter.
  bool operator()(std::uint64_t k, const Decision& decision) {
    if (decision.unsafe && !lost_.safe.frame) lost_.safe.frame = k;
    if (!decision.unsafe) return true;
    if (deterministic_.open() && decision.contended) {
      if (decision.contended_for_good)
        deterministic_.lost.frame = k;
      else
        explore(deterministic_, k, {*decision.contended}, true);
    }
    if (!confluent_.open()) return deterministic_.open();
    if (!decision.reobserved) {
      confluent_.lost = deterministic_.lost;  // every run is a linearization
    } else {
      std::vector<Conflict> races{*decision.reobserved};
      if (decision.contended) races.push_back(*decision.contended);
      explore(confluent_, k, races, false);
    }
    return deterministic_.open() || confluent_.open();
  }

  [[nodiscard]] LostFrames lost() const {
    LostFrames lost = lost_;
    lost.deterministic = deterministic_.lost;
    lost.confluent = confluent_.lost;
    return lost;
  }

 private:
  struct Question {
    Lost lost;
    std::size_t limit;

    [[nodiscard]] bool open() const { return !lost.frame && !lost.unknown; }
  };

  void explore(Question& question, std::uint64_t k, const std::vector<Conflict>& races, bool fixed) const {
    const PartialOrder po = below(po_, last_node(po_, frames_, k));
    const Plan plan = fixed ? Plan(po) : Plan(repeat(z_, k));
    Confluence found;
    (void)cut_short([&] { found = coreecs::explore(c_, plan, po, races, question.limit, env_); });
    question.limit -= std::min(question.limit, found.explored);
    question.lost.unknown = found.confluent == Answer::Unknown;
    if (found.confluent == Answer::No) question.lost.frame = k;
  }

  const State& c_;
  const Schedule& z_;
  std::uint64_t frames_;
  const PartialOrder& po_;
  const Environment& env_;
  LostFrames lost_;
  Question deterministic_, confluent_;
};

}  // namespace

LostFrames lost_frames(const State& c, const Schedule& z, std::uint64_t frames, const PartialOrder& po, Leaf overlap,
                       std::size_t limit, const Environment& env) {
  std::vector<std::size_t> ends;
  for (std::uint64_t k = 1; k <= frames; ++k) ends.push_back(last_node(po, frames, k));
  Prefixes prefixes(c, z, frames, po, limit, env);
  std::uint64_t k = 0;
  progress::Task task("from which frame on it fails, frame", frames);
  decide_prefixes(po, ends, [&](const Decision& decision) {
    task.next();
    return prefixes(++k, decision);
  });
  LostFrames lost = prefixes.lost();
  lost.safe_by_rule.frame = overlap / z.leaves() + 1;
  return lost;
}

}  // namespace coreecs
