/// Figure 5: the grammars of Core ECS.
#pragma once

#include <memory>

#include "semantics/base/deep.hpp"
#include "semantics/effects.hpp"

namespace coreecs {

// q : Q ::= incl_i | excl_i | anyway_i | (q ∧ q')                                                          Figure 5

struct Query;

struct Incl {
  Label i;
};
struct Excl {
  Label i;
};
struct Anyway {
  Label i;
};
/// (((q_1 ∧ q_2) ∧ ...) ∧ q_n), n ≥ 1 (D16).
struct And {
  std::vector<Query> conjuncts;
};
struct Query : std::variant<Incl, Excl, Anyway, And> {
  using variant::variant;
};

/// One part of a component result: the value of incl_i; * for excl_i; the value or * for anyway_i. An empty Cell stands
/// for *.
using Cell = std::optional<Value>;

/// r = e⃗ ↦ w⃗: one entity match (§3.3). The pairs and vectors of w⃗ are flattened: its cells are in the order of the
/// constraints in q⃗, and ⟪q⃗⟫ says how they nest (D16).
struct Match {
  std::span<const Entity> e;
  std::span<const Cell> w;
};

/// How matches that satisfy a condition are looked up (interp/fast/query.hpp). Not part of the calculus.
struct Keys;

/// φ: a condition on matches. Without phi, all matches satisfy it. Like f_s, it depends only on the match.
struct Condition {
  std::function<bool(const Match&)> phi = {};
  std::shared_ptr<const Keys> keys = {};
};

/// q⃗, or q⃗ where φ (D17): a query vector. Without queries it has one match, ⟨⟩ (D15).
struct QueryVector : std::vector<Query> {
  using vector::vector;
  Condition where = {};
};

// m : M ::= attach_i(e, k_i) | detach_i(e) | (m • m') | ν(E → M) | nil                                      Figure 5

class Mutation;

struct Nil {};
struct Attach {
  Label i;
  Entity e;
  Value k;
};
struct Detach {
  Label i;
  Entity e;
};
/// m_1 • m_2 • ... • m_n, right-biased. Copies share the parts.
class Compose {
 public:
  explicit Compose(std::vector<Mutation> parts);
  Compose(const Compose&) = default;
  Compose(Compose&&) = default;
  Compose& operator=(const Compose&) = default;
  Compose& operator=(Compose&&) = default;
  ~Compose();

  [[nodiscard]] const std::vector<Mutation>& parts() const { return *parts_; }

 private:
  std::shared_ptr<const std::vector<Mutation>> parts_;
};
/// ν(f): f is given a fresh entity.
struct New {
  std::function<Mutation(Entity)> f;
};
class Mutation : public std::variant<Nil, Attach, Detach, Compose, New> {
 public:
  using variant::variant;
};

/// m • m'. Cost: constant.
[[nodiscard]] Mutation compose(Mutation m1, Mutation m2);

// s : S ::= (q⃗, E^dim(q⃗) × ⟪q⃗⟫ → M)                                                                       Figure 5

/// How f_s is applied to many matches in one call (interp/fast/sweep.hpp). Not part of the calculus.
struct Loop;

struct System {
  std::string name;
  QueryVector q;
  std::function<Mutation(const Match&)> f;
  std::optional<Effects> effects = {};    ///< not in the figure: what is known about f
  std::shared_ptr<const Loop> loop = {};  ///< nor is this: the same as f, if any
};

// z : Z ::= conc(s) | seq(s) | (z ∥ z') | (z ⨟ z')                                                          Figure 5

struct Conc {
  std::shared_ptr<const System> s;
};
struct Seq {
  std::shared_ptr<const System> s;
};
struct Par;
struct Then;

/// A schedule. Copies share it.
class Schedule {
 public:
  using Form = std::variant<Conc, Seq, Par, Then>;

  Schedule(Conc);
  Schedule(Seq);
  Schedule(Par);
  Schedule(Then);
  Schedule(const Schedule&) = default;
  Schedule(Schedule&&) = default;
  Schedule& operator=(const Schedule&) = default;
  Schedule& operator=(Schedule&&) = default;
  ~Schedule();

  [[nodiscard]] const Form& form() const;
  /// The number of leaves conc(s) and seq(s). Cost: constant.
  [[nodiscard]] Leaf leaves() const { return leaves_; }

 private:
  std::shared_ptr<const Form> form_;
  Leaf leaves_;
};

struct Par {
  Schedule left, right;
};
struct Then {
  Schedule left, right;
};

[[nodiscard]] Schedule conc(System s);
[[nodiscard]] Schedule seq(System s);
/// z ∥ z'
[[nodiscard]] Schedule operator||(Schedule left, Schedule right);
/// z ⨟ z'
[[nodiscard]] Schedule operator>>(Schedule left, Schedule right);
/// z ⨟ z ⨟ ... ⨟ z, n times, grouped from the left. Cost: n. Throws std::invalid_argument where n is 0.
[[nodiscard]] Schedule repeat(const Schedule& z, std::uint64_t n);

}  // namespace coreecs
