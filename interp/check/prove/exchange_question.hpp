/// Questions to the solver: is there a state at which the order of two events makes a difference?
#pragma once

#include <functional>

#include "interp/check/prove/exchange.hpp"
#include "interp/check/prove/solver.hpp"
#include "interp/check/prove/states.hpp"

namespace coreecs::symbolic {

/// An event of a system: it is performed, or its deferred changes are applied.
struct ExchangedTerm {
  const SystemTerm* term;
  Performer::AtOnce at_once;
  LabelSet owned;
  bool applied, tells_of_created;
  bool owns;  ///< as of SymbolicLeaf, so its matches do not affect each other
};

/// At which states two events are looked at.
enum class Where {
  AtStart,   ///< both at one state. For models only
  Anywhere,  ///< any state; what is applied may be what a match at another state deferred
};

/// Entities for x, which happens at a state, and then some for z; and both in the other order. They may be no match,
/// and then have no effect, unless an error. `written`: the labels under which states may differ.
/// specs/explanation/prove.md has the argument.
class ExchangeQuestion {
 public:
  ExchangeQuestion(z3::context& z3, const Program& program, Reals reals, const ExchangedTerm& x, const ExchangedTerm& z,
                   Where where, const std::set<Label>& written);

  Encoding to;
  AnyState start;
  std::vector<z3::expr> conflicts;  ///< the order makes a difference if one of these holds

 private:
  /// A match at a state, and its writes. Each list has all of them, with the paths on which they are in it.
  struct Performed {
    std::vector<z3::expr> entities;
    z3::expr is_match;
    std::vector<SymbolicWrite> at_once, deferred;
    std::vector<z3::expr> created;
  };
  class Meanwhile;

  SymbolicState& any_state(Where where, const std::set<Label>& written);
  Performed perform(const ExchangedTerm& of, SymbolicState& c, const Performed* as = nullptr);
  void split(const ExchangedTerm& of, SymbolicState& c, const std::vector<SymbolicWrite>& all, Performed& into);
  void acts_as(const ExchangedTerm& of, const Performed& match, const Performed& other);
  void leave_the_same(SymbolicState& end, SymbolicState& other,
                      const std::vector<const std::vector<SymbolicWrite>*>& by);
  void assume_new(const ExchangedTerm& of, const Performed& match);

  std::vector<std::unique_ptr<AnyState>> others_;
  std::vector<std::unique_ptr<SymbolicState>> states_;
};

/// Asks about events of one program, which must outlive it. The functions throw Unsupported and z3::exception.
class ExchangeAsking {
 public:
  ExchangeAsking(const Program& program, const ProofLimits& limits)
      : program_(program), solver_(z3_, limits.query, limits.schedule) {}

  /// Whether the solver shows that two events can be exchanged.
  [[nodiscard]] bool commute(Reals reals, const ExchangedTerm& x, const ExchangedTerm& z,
                             const std::set<Label>& written);
  /// The first state that the solver proposes, and that `confirm` accepts.
  [[nodiscard]] std::optional<State> refuted(Reals reals, const ExchangedTerm& x, const ExchangedTerm& z,
                                             const std::set<Label>& written,
                                             const std::function<bool(const State&)>& confirm);

  [[nodiscard]] bool uses_reals() const { return uses_reals_; }  ///< in a question so far
  [[nodiscard]] bool was_stopped() const { return was_stopped_; }
  [[nodiscard]] std::uint64_t steps() const { return solver_.steps(); }

 private:
  [[nodiscard]] bool no_difference(Reals reals, const ExchangedTerm& first, const ExchangedTerm& second,
                                   const std::set<Label>& written);
  [[nodiscard]] z3::solver asked(const ExchangeQuestion& q) const;

  const Program& program_;
  Context z3_;
  Solver solver_;
  bool uses_reals_ = false, was_stopped_ = false;
};

}  // namespace coreecs::symbolic
