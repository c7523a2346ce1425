/// Which pair of systems caused a conflict between two nodes. A sync point itself is never reported.
#pragma once

#include "interp/apps/triage/races.hpp"

namespace coreecs::triage {

/// Two nodes that are both possible at a configuration, and the path to it.
struct Encounter {
  const Configuration& k;
  const std::vector<std::size_t>& path;
  std::size_t x, z;
};

/// The pairs of systems that cause a conflict. Two systems are their own cause. For a system and a sync point these are
/// the systems, in order of preference: those whose deferred changes alter what the system does, one by one or
/// together; those that defer a change to something that it writes at once; those whose changes trigger observers that
/// act differently before it; the first one that acts differently, or writes the same locations at once, when the
/// system's own changes come later; those whose changes may be applied before or after its own. Cost: the path once,
/// and a visit and the deferred changes for each system on it that defers. With a witness, also the rest of both its
/// executions, with three visits for each system on it.
[[nodiscard]] std::vector<ConflictingPair> causes(const Executions& all, const std::vector<Interference>& interferences,
                                                  const Encounter& at, const std::optional<Witness>& witness);

}  // namespace coreecs::triage
