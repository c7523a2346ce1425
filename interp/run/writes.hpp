/// Writes of invocations on many threads, and their merge into one state.
#pragma once

#include <list>

#include "semantics/mutation.hpp"

namespace coreecs {

/// A position in the global order of a run.
using Ticket = std::int64_t;

/// The invocation with this ticket sets a location to k, or makes it undefined.
struct Ticketed {
  Label i;
  Entity e;
  Ticket ticket;
  std::optional<Value> k;
};

/// The writes of one thread in one chunk: sorted by label and entity, each location once.
using Batch = std::vector<Ticketed>;
/// Appends the writes of an invocation.
void append(Batch& batch, const Update& m, Ticket ticket);
/// Sorts a batch of writes that are in the order of performance. Cost: n log n, or n if it is already sorted.
void settle(Batch& batch);

/// Batches; if their order matters, each precedes the next. Concatenation is constant.
using Log = std::list<Batch>;

/// A state, and if needed, the ticket of the last write to each location, as another state.
struct Stamped {
  State c;
  std::optional<State> tickets = {};
};

/// Writes a log to a state. At each location the last write counts, by ticket if there are tickets, otherwise by the
/// order of the log; a later ticket in the state prevails. The parts can be done in any order and concurrently. Cost:
/// that of PartialMap::update for each label, and of sorting if batches overlap.
class Merge {
 public:
  /// Uses about `parts` parts, fewer if there is little to do. Unless `keep`, moves values out of the log. The log must
  /// outlive this.
  Merge(Stamped to, Log& log, bool keep, std::size_t parts);

  [[nodiscard]] std::size_t parts() const { return parts_.size(); }
  void operator()(std::size_t part);
  /// The result. Precondition: all parts are done.
  [[nodiscard]] Stamped take();

 private:
  struct Part {
    Label i;
    std::vector<std::span<Ticketed>> writes;  // of each batch
    PartialMap c, tickets;
  };
  void divide(Label i, std::vector<std::span<Ticketed>> writes, std::size_t parts);

  Stamped to_;
  bool keep_;
  std::vector<Part> parts_;
};

}  // namespace coreecs
