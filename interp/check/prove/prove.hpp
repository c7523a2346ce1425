/// Safety at every state (Definition 4.3), and what else check asks, decided by a solver (specs/explanation/prove.md).
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "interp/base/answer.hpp"
#include "interp/check/decide/further.hpp"

namespace coreecs {

/// Limits that are the same on every machine: steps of the solver, and leaves that are encoded, since each question is
/// about all leaves.
struct ProofLimits {
  std::uint64_t query = 1'000'000;
  std::uint64_t schedule = 20'000'000;
  std::uint64_t leaves = 2'000'000;
};

/// What the solver decides.
inline constexpr Aspect provable[] = {Aspect::Safe, Aspect::Confluent, Aspect::LostUpdates, Aspect::SharedState};

/// How the solver showed that the invocations of two leaves commute at every state, or what else was asked of them.
enum class ProofCase {
  Apart,     ///< they write under different labels
  Anything,  ///< whatever earlier systems leave under the labels that they write
  Steps,     ///< given what earlier systems can do to a location
};

/// Why a question is open.
enum class ProofGap {
  Unsupported,  ///< the program has something that has no formula
  Limit,        ///< the solver was stopped
  Spurious,     ///< the solver's states were checked, and are safe: earlier systems, or reals, are not known exactly
};

/// The invocations of two leaves that are concurrent; of one conc, two of its invocations.
struct PairProof {
  Leaf left = 0, right = 0;
  const System *left_system = nullptr, *right_system = nullptr;
  Answer commute = Answer::Unknown;          ///< or what was asked: neither loses an update, or affects the other
  ProofCase by = ProofCase::Apart;           ///< Yes
  bool ieee = false;                         ///< Yes: what is known about doubles was needed
  ProofGap gap = ProofGap::Unsupported;      ///< Unknown
  std::string unsupported = {};              ///< Unknown, Unsupported: what it is
  std::optional<State> counterexample = {};  ///< No: a start state of the program at which they do not commute
};

/// What is known about an invariant under a schedule.
struct InvariantProof {
  enum class Known {
    Assumed,     ///< it was to be assumed
    Inductive,   ///< it holds at the program's start, and no frame breaks it, given the others that are known to hold
    NotAtStart,  ///< it does not hold at the program's start
    Broken,      ///< a frame from some state at which it holds breaks it
    Open,        ///< the solver neither showed it nor found such a state
    NotUnderstood,  ///< it has another form
  };
  std::string name;
  Known known = Known::Open;
  std::optional<State> broken_from = {};  ///< Broken

  /// Whether proofs may use it.
  [[nodiscard]] bool holds() const { return known == Known::Assumed || known == Known::Inductive; }
};

/// A conc or a ∥ with its verdict. If the static report answers it, there are no pairs.
struct ProvedPlace {
  StaticPlace statically;
  bool answered = false;  ///< by the static report
  std::vector<PairProof> pairs = {};
  bool given_invariants = false;  ///< whether the answer is about states at which the invariants hold

  [[nodiscard]] Answer answer() const;
};

struct ProofReport {
  Aspect about = Aspect::Safe;
  std::vector<ProvedPlace> places;              ///< in the order in which they are printed
  std::vector<InvariantProof> invariants = {};  ///< if not every place is proved without them
  /// Confluent, if not every place is safe: whether two runs of the schedule from any state end in the same state.
  std::optional<PairProof> runs = {};
  std::uint64_t steps = 0;                                  ///< of the solver
  std::vector<std::shared_ptr<const System>> systems = {};  ///< those that the places refer to

  /// Whether the schedule, over any number of frames, is safe at every state, or what it is about. No has a
  /// counterexample.
  [[nodiscard]] Answer answer() const;
  /// The names of the invariants that the answer rests on.
  [[nodiscard]] std::vector<std::string> given() const;
  /// The first pair with a counterexample, or null.
  [[nodiscard]] const PairProof* refuted() const;
};

/// Whether this build has the solver.
[[nodiscard]] bool has_solver();

/// Decides a schedule of the program within limits. Counterexamples have only entities of the program: up to as many as
/// it declares. Each is confirmed: check finds it not safe in its first frame. Stops at the first one. Precondition:
/// has_solver(). Cost: some milliseconds a pair of leaves; within the limits, up to some seconds. It may throw
/// Interrupted.
///
/// If a place is not proved, invariants of the program are used that are inductive, and those that are `assumed`, by
/// name. Then the answer for that place is about all states at which they hold, and so is its counterexample. The
/// program's start, and every state that frames of the schedule lead to, is one, unless an assumption is wrong.
/// Precondition: `about` is provable.
[[nodiscard]] ProofReport prove_safe(const Program& program, const Schedule& z, const ProofLimits& limits = {},
                                     const std::vector<std::string>& assumed = {}, Aspect about = Aspect::Safe);

/// Its safety in brief, within limits of some milliseconds. None without a solver. A start that refutes it may have 8
/// entities more than the program declares.
[[nodiscard]] std::optional<BySolver> prove_briefly(const Program& program, const Schedule& z);

}  // namespace coreecs
