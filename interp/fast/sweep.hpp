/// conc(s) and seq(s) of one query, in one sweep: the writes of a match to its own entity go straight into new maps.
/// `props` checks it against semantics/system.hpp.
#pragma once

#include "interp/fast/query.hpp"
#include "semantics/mutation.hpp"

namespace coreecs {

namespace fast {

/// The invocations of a system at the matches from one entity to another, in entity order. They observe the same state.
///   while (r.next()) r.invoke();
class Invocations {
 public:
  /// Advances to the next match, at first to the first; false if there is none. Throws Interrupted.
  bool next() {
    interrupt::poll();
    return !ends_ && join_.next();
  }
  [[nodiscard]] Entity e() const { return join_.e(); }
  /// The values of its cells, null for *.
  [[nodiscard]] std::span<const Value* const> found() const { return join_.found(); }

  /// Applies f_s, and performs the mutation. Throws what f_s throws.
  void invoke();

  /// attach_i(e, k), and detach_i(e): parts of the mutation of this match.
  void attach(Label i, Entity e, Value k) {
    if (e == this->e())
      own(i).write(e, std::move(k));
    else
      write_elsewhere({e, i}, std::move(k));
  }
  void detach(Label i, Entity e) {
    if (e == this->e())
      own(i).erase(e);
    else
      write_elsewhere({e, i}, std::nullopt);
  }
  /// The same, for `perform`.
  void write(const Location& l, std::optional<Value> k) {
    if (k)
      attach(l.i, l.e, std::move(*k));
    else
      detach(l.i, l.e);
  }

 private:
  friend class Sweep;
  Invocations(const System& s, const State& c, At at, const Candidates&, std::optional<Entity> begin,
              std::optional<Entity> end, bool in_turn);
  void write_elsewhere(const Location& l, std::optional<Value> k);
  PartialMap::Rewrite& own(Label i) {
    if (!own_[i]) own_[i].emplace(c_[i], begin_);
    return *own_[i];
  }

  const System& s_;
  const State& c_;
  At at_;
  const Candidates& candidates_;
  std::optional<Entity> begin_;
  Join join_;
  std::vector<std::optional<PartialMap::Rewrite>> own_;  // writes at the matched entities, by label
  std::vector<Write> others_;                            // all other writes, in order
  std::vector<bool> ahead_;  // by label: whether one of them is at an entity whose own match comes later
  bool in_turn_, ends_ = false;
};

/// A conc or a seq that is under way. Refers to all arguments.
class Sweep {
 public:
  enum class Kind { Conc, Seq };
  /// Whether conc(s) and seq(s) can be swept: with one query, no condition, and matches in entity order.
  [[nodiscard]] static bool covers(const System& s, const Environment& env) {
    return s.q.size() == 1 && !s.q.where.phi && !env.order;
  }
  /// Divides the matches into at most `parts` ranges of about the same number.
  Sweep(Kind, const System& s, const State& c, At at, std::size_t parts);
  Sweep(const Sweep&) = delete;
  Sweep& operator=(const Sweep&) = delete;

  [[nodiscard]] std::size_t parts() const { return parts_.size(); }
  /// Performs the invocations of a range; different ones concurrently, if env.fresh allows that. Throws what f_s throws
  /// for the first match that it throws for, and Interrupted. What a seq throws counts only if `holds`.
  void operator()(std::size_t part);
  /// Whether take() is z(c). For an unsafe conc it may not be, as writes of one match may be overwritten by those of an
  /// entity that comes later. For a seq it is not if a match is written to before it is visited; the sweep then ends
  /// early. Precondition, as for take(): all parts are done.
  [[nodiscard]] bool holds() const;
  /// z(c). Cost: the runs with writes; a step for each other run of a written label.
  [[nodiscard]] State take() &&;

 private:
  /// A range of entities, and what its invocations have written.
  struct Part {
    std::optional<Entity> begin, end;
    std::vector<std::optional<PartialMap>> own = {};  // the range in the maps of labels that are written there
    std::vector<Write> others = {};
    std::vector<bool> ahead = {};
  };

  Kind kind_;
  const System& s_;
  const State& c_;
  At at_;
  const Candidates candidates_;
  std::vector<Part> parts_;
};

}  // namespace fast

/// For each match, does what f_s does.
struct Loop {
  std::function<void(fast::Invocations&)> all;
};

}  // namespace coreecs
