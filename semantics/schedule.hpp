/// Schedules (§3.6): c ⇓ z and z(c); and the recursion over a schedule at a state that other judgements share.
#pragma once

#include "semantics/system.hpp"

namespace coreecs {

/// c ⇓ z: the composite mutation of schedule z at state c. The leaves of z are counted from `first`.
/// Cost: one invocation a match, two under seq and left of a ⨟.
[[nodiscard]] Mutation produce(const State& c, const Schedule& z, Leaf first, const Environment& env);

/// z(c) ≜ c ↓ (c ⇓ z). Cost: that of produce, and log k for each attach and detach.
[[nodiscard]] State advance(const State& c, const Schedule& z, Leaf first, const Environment& env);

/// A judgement that is defined by recursion over z at a state c, where the right side of ⨟ is judged at z(c):
/// what holds of conc(s) and seq(s) at the state they observe, and how ∥ and ⨟ join what holds of their sides.
/// `descend` calls its clauses in the order of the leaves.
template <class Result>
struct Judgement {
  std::function<Result(const Conc&, const State& c, Leaf)> conc;
  std::function<Result(const Seq&, const State& c, Leaf)> seq;
  std::function<Result(Result, Result)> par;
  std::function<Result(Result, Result)> then;
};

/// Applies a judgement to z at c, without recursing as deep as z is nested. Cost: that of the clauses, and of
/// z(c) for each left side z of a ⨟.
template <class Result>
Result descend(const Judgement<Result>& judge, const State& c, const Schedule& z, Leaf first, const Environment& env);

/// What is asked of a sub-schedule z at c in a descent: z(c), and c ⇓ z.
struct Need {
  bool state = false;
  bool mutation = false;
};
struct Production {
  std::optional<State> state;
  std::optional<Mutation> mutation;
};

/// The recursion itself: visits the sub-schedules of a schedule, each after its sides and with the state c that it
/// observes, and computes c ⇓ z and z(c) on the way, where they are needed.
class Descent {
 public:
  Descent(const State& c, const Schedule& z, Leaf first, Need need, const Environment& env);

  /// The next sub-schedule; null when all were visited.
  const Schedule* next();
  /// The state that it observes, and its first leaf.
  [[nodiscard]] const State& c() const { return *at_.c; }
  [[nodiscard]] Leaf first() const { return at_.first; }
  /// When all were visited: what was needed of the whole schedule.
  Production take() { return std::move(produced_.back()); }

 private:
  struct Step {
    enum Kind { Enter, EnterRight, Leave } kind = Enter;
    const Schedule* z = nullptr;
    std::shared_ptr<const State> c;
    Leaf first = 0;
    Need need = {};
  };
  Production produce_leaf(const Mutation& m) const;
  void enter(const Step&);
  void leave(const Step&);

  const Environment& env_;
  std::vector<Step> steps_;  // still to be made, the next on top
  std::vector<Production> produced_;
  Step at_;
};

template <class Result>
Result descend(const Judgement<Result>& judge, const State& c, const Schedule& z, Leaf first, const Environment& env) {
  std::vector<Result> results;
  const auto join = [&results](const auto& clause) {
    Result right = std::move(results.back());
    results.pop_back();
    results.back() = clause(std::move(results.back()), std::move(right));
  };
  Descent descent(c, z, first, {}, env);
  while (const Schedule* at = descent.next())
    std::visit(Clauses{
                   [&](const Conc& z) { results.push_back(judge.conc(z, descent.c(), descent.first())); },
                   [&](const Seq& z) { results.push_back(judge.seq(z, descent.c(), descent.first())); },
                   [&](const Par&) { join(judge.par); },
                   [&](const Then&) { join(judge.then); },
               },
               at->form());
  return std::move(results.back());
}

}  // namespace coreecs
