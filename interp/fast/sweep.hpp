/// conc(s) and seq(s) in one sweep: the writes of a match to its first entity go straight into new maps.
/// `props` checks it against semantics/system.hpp.
#pragma once

#include "interp/fast/query.hpp"
#include "semantics/mutation.hpp"

namespace coreecs {

namespace fast {

/// The invocations of a system at the matches whose first entity is from one to another, in lexicographic order. They
/// observe the same state.
///   while (r.next()) r.invoke();
class Invocations {
 public:
  /// Advances to the next match, at first to the first; false if there is none. Throws what φ throws, and Interrupted.
  bool next() {
    interrupt::poll();
    fresh_.reset();
    return !ends_ && join_.next();
  }
  /// The first entity of the match.
  [[nodiscard]] Entity first_entity() const { return join_.first_entity(); }
  [[nodiscard]] std::span<const Entity> e() const { return join_.e(); }
  /// The values of its cells, null for *.
  [[nodiscard]] std::span<const Value* const> found() const { return join_.found(); }

  /// Applies f_s, and performs the mutation. Throws what f_s throws.
  void invoke();
  /// The entity of the next ν of this match; none if the sweep is given up.
  std::optional<Entity> create() {
    if (gives_up()) return std::nullopt;
    if (!fresh_) fresh_.emplace(at_, e());
    return (*fresh_)();
  }

  /// attach_i(e, k), and detach_i(e): parts of the mutation of this match.
  void attach(Label i, Entity e, Value&& k) {
    if (e == first_entity())
      own(i).write(e, std::move(k));
    else
      write_elsewhere({e, i}, std::move(k));
  }
  void detach(Label i, Entity e) {
    if (e == first_entity())
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
  /// Writes at created entities that come after all others, as they ascend; and the last of these entities.
  struct Tail {
    PartialMap::Rewrite written;
    Entity last;
  };
  Invocations(const System& s, const State& c, At at, const Factors&, std::optional<Entity> begin,
              std::optional<Entity> end, bool in_turn, bool divided);
  /// Called when an entity is to be created. If a part of a seq is in vain, it must not have created an entity that
  /// another run of the seq does not create.
  bool gives_up();
  void write_elsewhere(const Location& l, std::optional<Value> k);
  bool write_to_tail(const Location& l, std::optional<Value>& k);
  PartialMap::Rewrite& own(Label i) {
    if (!own_[i]) own_[i].emplace(c_[i], begin_);
    return *own_[i];
  }

  const System& s_;
  const State& c_;
  At at_;
  const Candidates& candidates_;  // of the first query
  std::optional<Entity> begin_;
  VectorJoin join_;
  std::optional<Fresh> fresh_;                           // once this match has created
  std::vector<std::optional<PartialMap::Rewrite>> own_;  // writes at the first entities, by label
  std::vector<std::optional<Tail>> tails_;
  std::vector<Write> others_;  // all other writes, in order
  std::vector<bool> ahead_;    // by label: whether one of them is at an entity whose own match comes later
  bool in_turn_, divided_;
  bool ends_ = false, gives_up_ = false;
};

/// A conc or a seq that is under way. Refers to all arguments.
class Sweep {
 public:
  enum class Kind { Conc, Seq };
  /// Whether conc(s) or seq(s) can be swept: with matches in lexicographic order; a seq with one query.
  [[nodiscard]] static bool covers(Kind kind, const System& s, const Environment& env) {
    return (kind == Kind::Conc ? !s.q.empty() : s.q.size() == 1) && !env.order;
  }
  /// Divides the matches into at most `parts` ranges of about the same number.
  Sweep(Kind, const System& s, const State& c, At at, std::size_t parts);
  Sweep(const Sweep&) = delete;
  Sweep& operator=(const Sweep&) = delete;

  [[nodiscard]] std::size_t parts() const { return parts_.size(); }
  /// Performs the invocations of a range; different ones concurrently, if env.fresh allows that. Throws Interrupted,
  /// and the first error of φ or f_s. The error of z(c) may be another one for a seq, and if φ can fail.
  void operator()(std::size_t part);
  /// Whether take() is z(c). For an unsafe conc it may not be, as writes of one match may be overwritten by those of an
  /// entity that comes later. For a seq it is not if a match is written to before it is visited, or if one of several
  /// parts would create an entity; the sweep then ends early. Precondition, as for take(): all parts are done.
  [[nodiscard]] bool holds() const;
  /// z(c). Cost: the runs with writes; a step for each other run of a written label.
  [[nodiscard]] State take() &&;

 private:
  /// A range of entities, and what its invocations have written.
  struct Part {
    std::optional<Entity> begin, end;
    std::vector<std::optional<PartialMap>> own = {};  // the range in the maps of labels that are written there
    std::vector<std::optional<PartialMap>> tails = {};
    std::vector<Write> others = {};
    std::vector<bool> ahead = {};
    bool gave_up = false;
  };

  Kind kind_;
  const System& s_;
  const State& c_;
  At at_;
  const Factors factors_;
  std::vector<Part> parts_;
};

}  // namespace fast

/// For each match, does what f_s does.
struct Loop {
  std::function<void(fast::Invocations&)> all;
};

}  // namespace coreecs
