/// What invocations on many threads have written, and how it comes together in one state.
#pragma once

#include <list>

#include "semantics/mutation.hpp"

namespace coreecs {

/// A place in the global order of a run.
using Ticket = std::int64_t;

/// A location made k, or undefined, by the invocation of this ticket.
struct Ticketed {
  Label i;
  Entity e;
  Ticket ticket;
  std::optional<Value> k;
};

/// What one thread wrote in one go: sorted by label and entity, each location once.
using Batch = std::vector<Ticketed>;
/// Appends the writes of an invocation.
void append(Batch& batch, const Update& m, Ticket ticket);
/// Sorts a batch in which writes stand in the order of their making. Cost: n log n, and n where it is sorted.
void settle(Batch& batch);

/// Batches, each before the next where their order is given. Concatenation is constant.
using Log = std::list<Batch>;

/// A state, and the ticket of the last write to each location where that matters, as a state of its own.
struct Stamped {
  State c;
  std::optional<State> tickets = {};
};

/// Writes a log to a state: at each location the last write counts, by ticket where there are tickets, and otherwise by
/// the order of the log; where the state has a later ticket, that stays. In parts, which can be done in any order and
/// at the same time. Cost: that of PartialMap::update for each label, and of sorting where batches overlap.
class Merge {
 public:
  /// In some `parts` parts, fewer where there is little to do. Where the log is not to be kept, its values are moved
  /// from. It must outlive this.
  Merge(Stamped to, Log& log, bool keep, std::size_t parts);

  [[nodiscard]] std::size_t parts() const { return parts_.size(); }
  void operator()(std::size_t part);
  /// When all parts are done.
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
