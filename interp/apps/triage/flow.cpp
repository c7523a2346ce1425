#include "interp/apps/triage/flow.hpp"

namespace coreecs::triage {

namespace {

bool only_detaches(const Written& w) { return w.writes.same && !w.writes.leaves; }

/// A label that one may attach and the other one reads. Presence counts where an attach may change it.
std::optional<Flow> written(const Access& writer, const Access& reader) {
  for (const auto& [i, w] : writer.owned)
    if (reader.values.contains(i)) return Flow{i};
  for (const auto& [i, w] : writer.changes)
    if (reader.asks_removed.contains(i) && (w.writes.may_detach || only_detaches(w))) return Flow{i};
  for (const auto& [i, w] : writer.changes)
    if (!only_detaches(w) && (reader.values.contains(i) || reader.presence.contains(i))) return Flow{i};
  return std::nullopt;
}

/// A label that one reads before the other one may remove it.
std::optional<Flow> removed(const Access& reader, const Access& remover) {
  for (const auto& [i, w] : remover.changes)
    if ((w.writes.may_detach || only_detaches(w)) && (reader.values.contains(i) || reader.presence.contains(i)))
      return Flow{i, true};
  return std::nullopt;
}

std::optional<Flow> reason(const Access& before, const Access& after) {
  if (!before.known || !after.known) return std::nullopt;
  if (const auto found = written(before, after)) return found;
  return removed(before, after);
}

}  // namespace

// [triage/flow]  s → s′ if s may attach some i that s′ observes, or s′ may detach some i that s observes, and not the
//                reverse
std::optional<Flow> flow(const Access& before, const Access& after) {
  return reason(after, before) ? std::nullopt : reason(before, after);
}

std::optional<Flow> flow(const Setting& setting, const Edge& edge) {
  std::optional<Flow> forth;
  bool back = false;
  setting.blocks.widened(edge.before, edge.after, [&](std::size_t x, std::size_t z) {
    const Access &before = setting.with_conditions[x], &after = setting.with_conditions[z];
    if (!forth) forth = reason(before, after);
    back = back || reason(after, before);
  });
  return back ? std::nullopt : forth;
}

}  // namespace coreecs::triage
