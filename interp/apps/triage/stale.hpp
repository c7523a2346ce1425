/// [triage/stale] Which systems of an app are one frame late: they read a component before the first system of the same
/// frame that writes it, so they see the value of the previous frame (specs/explanation/triage.md).
#pragma once

#include "interp/apps/triage/setting.hpp"
#include "interp/base/answer.hpp"

namespace coreecs::triage {

/// A system that writes the component in the same frame, too late for the reader.
struct LateWriter {
  std::size_t system = 0;
  bool always = false;  ///< it can never precede the reader
  /// Whether its changes come too late although it runs before the reader: they are deferred for longer.
  bool deferred = false;
  /// The constraints of the app that prevent it from running before the reader: a cycle from the reader to this system.
  std::optional<Cycle> cycle = {};
  /// It sends the event after the reader has read in any case: it is the reader, or runs only if the reader's condition
  /// holds.
  bool only_after = false;
};

/// What a reader sees in one execution.
struct StaleRead {
  std::uint64_t frame = 0;         ///< counted from 1
  Location l;                      ///< of an event: only the label counts
  std::optional<Value> read;       ///< what it reads, if anything
  std::optional<Value> written;    ///< what is written, or sent, later in the frame
  std::vector<std::size_t> nodes;  ///< of the execution
};

struct Stale {
  std::size_t reader = 0;
  Label on = 0;  ///< a position in App::components
  std::vector<LateWriter> writers;
  bool always = false;                 ///< in every execution; otherwise in some
  std::optional<StaleRead> read = {};  ///< if it makes a difference at the start
  /// The run condition of the reader that reads it, a position in Setting::questions; none: the system itself does.
  std::optional<std::size_t> condition = {};
};

/// All that the app's constraints allow to be late, by reader, component, and condition. Readers that also write the
/// component, writers that only remove it or only give it to new entities, and systems whose access is unknown do not
/// count. Each sender of an event counts by itself. Cost: systems times systems for each component.
[[nodiscard]] std::vector<Stale> may_be_stale(const Setting& setting, const Plan& plan);
/// Whether the reader and the writers have bodies.
[[nodiscard]] bool is_performed(const Setting& setting, const Stale& one);

struct StaleReads {
  /// Where reader and writers have bodies: those that make a difference in some execution from the start; of an event
  /// with the senders that do. Otherwise those that are so in every execution.
  std::vector<Stale> all;
  std::vector<Stale> open = {};  ///< those that may be late, and of which neither is known
  std::optional<Cut> cut = {};   ///< what stopped the search, if anything did
};
/// `may_be_stale`, decided by executions: first those with each reader as early as possible, then all within `limit`
/// configurations. Cost: an execution for each of them; then exponential at worst.
[[nodiscard]] StaleReads stale(const Setting& setting, const Plan& plan, std::size_t limit);

}  // namespace coreecs::triage
