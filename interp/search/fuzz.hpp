/// Searches for start states at which a schedule of a program fails.
#pragma once

#include <nlohmann/json.hpp>

#include "interp/check/decide/check.hpp"
#include "interp/search/shard.hpp"

namespace coreecs {

/// The aspects in which a schedule may be searched for failures. Findings of one case are in this order.
inline constexpr Aspect sought[] = {Aspect::Confluent,   Aspect::Safe,       Aspect::Error,      Aspect::Invariant,
                                    Aspect::LostUpdates, Aspect::MatchOrder, Aspect::SharedState};
/// How many of these are searched for by default.
inline constexpr std::size_t sought_by_default = 4;

struct Search {
  std::string schedule;
  std::uint64_t frames = 1;
  /// The aspects to search for. The search ends when it has found one state for each.
  std::vector<Aspect> find{sought, sought + sought_by_default};
  std::uint64_t entities = 6;  ///< the maximum of a state
  std::vector<Range> ranges = {};
  std::vector<std::string> invariants = {};  ///< those to watch
  std::vector<std::string> assumed = {};     ///< those that hold at each start, as at the program's own
  std::size_t limit = 1000;                  ///< of check

  std::uint64_t seed = 1;
  std::uint64_t cases = 1000;
  Shard shard = {};
  std::optional<std::uint64_t> only = {};  ///< the only case to try
};

/// The numbers of states that were tried, and of their kinds, which overlap. A verdict counts as yes if it is yes after
/// each frame.
struct Counts {
  std::uint64_t tried = 0;
  std::uint64_t safe_by_rule = 0, safe = 0, deterministic = 0, confluent = 0, not_confluent = 0, undecided = 0;
  std::uint64_t errors = 0;             ///< the reference run failed, or an invariant after one of its frames
  std::uint64_t violations = 0;         ///< an invariant held at the start and not after some frame
  std::uint64_t not_at_start = 0;       ///< an invariant did not hold at the start, so it was not watched
  std::uint64_t created = 0;            ///< an explored run created an entity
  std::uint64_t idle = 0;               ///< no invocation at all
  std::uint64_t one_linearization = 0;  ///< though there were invocations
  std::vector<std::uint64_t> entities;  ///< the number of states with 0, 1, ... live entities
};

/// The first state at which a schedule was found to fail in an aspect.
struct Finding {
  Aspect aspect = Aspect::Confluent;
  std::uint64_t number = 0;  ///< of the case
  /// A complete program that starts there, shrunk, with its expectations. No entity, component or frame can be left
  /// out, and no value made smaller, unless shrinking was interrupted.
  nlohmann::ordered_json program;
};

struct Findings {
  Counts counts;
  std::vector<Finding> found;  ///< at most one for each aspect, in the order in which they were found
  bool interrupted = false;
};

/// Tries states of a document's program, which must load. Case j of a seed is the same state, whatever is searched for.
/// Calls go_on before each case. If it is interrupted, it does not shrink what it has found. Cost of a case: that of
/// its size and of check.
[[nodiscard]] Findings fuzz(const nlohmann::ordered_json& document, const Search&, const std::function<bool()>& go_on);

/// The invariants of a program, except those that it expects to fail under the schedule.
[[nodiscard]] std::vector<std::string> watched_invariants(const Program&, const std::string& schedule);

}  // namespace coreecs
