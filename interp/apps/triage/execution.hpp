/// [execution/system] [execution/sync] Executions of an app (explanation/triage.md), clause by clause. Systems share
/// one state, and defer changes until the next sync point. [repeat/block] Those of a block come in rounds.
/// [observer/run] Observers run where changes are applied. `races.hpp` explores them.
#pragma once

#include <map>
#include <unordered_set>

#include "interp/apps/triage/changes.hpp"
#include "interp/apps/triage/events.hpp"
#include "interp/apps/triage/observers.hpp"
#include "interp/apps/triage/plan.hpp"
#include "interp/apps/triage/questions.hpp"
#include "interp/language/program/ending.hpp"
#include "semantics/state.hpp"

namespace coreecs::triage {

/// The body of a system; a system without one does nothing.
struct Body {
  const System* s = nullptr;
  LabelSet writes = {};  ///< W_s: the labels that it declares to write, as labels of s
  /// If s asks what changed: its queries are asked at c together with T (Trackers::asking), whose labels begin here.
  std::optional<coreecs::Label> flags = {};
  LabelSet events = {};  ///< of the app, as labels of s
};

/// ⟦q_s⟧c(e⃗) into w, also with T. A flag makes no entity live: a query without incl matches none that lost all else.
[[nodiscard]] bool matches(const Body& body, const State& c, std::span<const Entity> e, std::vector<Cell>& w);
/// Whether a system performs a write in place.
[[nodiscard]] bool is_owned(const Body& body, const State& c, const Write& write);

/// A block that is being performed: n further rounds after this one, and what systems outside deferred before it.
struct Open {
  std::size_t block = 0;
  std::uint64_t left = 0, round = 0;
  std::map<std::size_t, Update> outside = {};

  friend bool operator==(const Open&, const Open&) = default;
};

/// ⟨I, c, D, A, T, U⟩, in a frame.
struct Configuration {
  std::uint64_t frame = 0;
  Subset done;  ///< I
  State c;
  /// D: by system, or all in one, in order of application. If it comes apart, in parts: see Executions::defer_part.
  std::map<std::size_t, Update> deferred = {};
  /// A: the answers to questions that another system needs, by question.
  std::map<std::size_t, bool> answers = {};
  State changes = {};             ///< T
  Unread unread = {};             ///< U
  std::optional<Open> open = {};  ///< D is then of this round
  /// How often observers that create entities have run in this frame, by observer.
  std::map<std::size_t, std::uint64_t> runs = {};

  friend bool operator==(const Configuration&, const Configuration&) = default;
};
[[nodiscard]] std::size_t hash(const Configuration&);

/// visit_s: the state after a system was performed at c, with its owned and deferred changes, and what it sent.
struct Visited {
  State c;
  Update owned, deferred;
  Sent sent = {};
  std::vector<Update> each = {};  ///< of each invocation, what it defers, or does if it comes apart
};
/// `at.leaf` distinguishes its ν from those of others. Throws what a system function throws, and fast::TooManyMatches.
[[nodiscard]] Visited visit(const Body& body, bool exclusive, State c, At at, std::size_t most);

/// Called with each change before it is applied, and with the observer that made it; none for a system.
using OnChange = std::function<void(const State& before, const Update& m, std::optional<std::size_t> observer)>;

/// The executions of an app under a plan over some frames. Refers to its arguments.
struct Executions {
  const Plan& plan;
  const std::vector<Body>& bodies;  ///< by system
  const std::vector<Question>& questions;
  const std::vector<const app::Repeat*>& repeats;  ///< by block
  const State& start;
  std::uint64_t frames;
  const Environment& env;
  std::size_t most = 1'000'000;  ///< a query vector with more matches throws fast::TooManyMatches
  const Trackers& trackers = none;
  const Events& events = no_events;
  const Observers& observers = no_observers;

  inline static const Trackers none = {};
  inline static const Events no_events = {};
  inline static const Observers no_observers = {};
  /// An operation after which observers have run more often than this, nested ones included, is a run-time error.
  static constexpr std::size_t most_runs = 1'000;
  /// A key of D is a system or a layer, times this number. Parts of one system or layer add their own number to it.
  static constexpr std::size_t most_parts = std::size_t{1} << 32;

  /// [execution/created] The leaf of what the `number`-th system creates in a round of a frame. Observers have higher
  /// numbers: that of systems, that of observers for each time this one has run in the frame, and its own, all added.
  [[nodiscard]] static Leaf leaf(std::uint64_t frame, std::uint64_t round, std::uint64_t number) {
    return (frame * app::Repeat::most_rounds + round) * most_parts + number;
  }
  /// Whether it matters how what a system does in one run comes apart, invocation by invocation.
  [[nodiscard]] bool come_apart() const { return !observers.empty() || !trackers.empty(); }
  /// ⟨∅, c, ∅, ∅⟩
  [[nodiscard]] Configuration first() const;
  [[nodiscard]] bool ended(const Configuration& k) const { return k.frame == frames; }
  /// The nodes that can come next, in ascending order. Cost: nodes times nodes / 64.
  [[nodiscard]] std::vector<std::size_t> enabled(const Configuration& k) const;
  [[nodiscard]] bool is_enabled(const Configuration& k, std::size_t node) const;
  /// The first of them. Precondition: the execution has not ended.
  [[nodiscard]] std::size_t next(const Configuration& k) const;
  /// κ —node→ κ′. Throws what a system function throws. Precondition: it is enabled.
  [[nodiscard]] Configuration step(Configuration k, std::size_t node) const;
  /// κ after a deferred change is applied, with all that the observers do that it triggers. Throws what a body throws.
  void apply(Configuration& k, const Update& d, const OnChange& on_change = {}) const;
  /// κ —node→ κ′ as one step of the app: where a block begins, all of it, as inserted. Throws as `step` does.
  [[nodiscard]] Configuration perform(Configuration k, std::size_t node) const;
  /// [repeat/number] How often a block would be performed if it began at κ. Throws what its term and conditions throw.
  [[nodiscard]] std::uint64_t rounds(const Configuration& k, std::size_t block) const;
  /// Whether a system runs at κ: the answers that it has, or gets now, are yes. Throws what a condition throws.
  [[nodiscard]] bool runs(const Configuration& k, std::size_t system) const;
  /// The system's visit at κ: its effects on the state, and its deferred changes. None if it does not run.
  [[nodiscard]] Visited visit_at(const Configuration& k, std::size_t system) const;
  /// The same; what observers do is no part of it. Calls `on_change` for what is applied at once, with observers.
  [[nodiscard]] Visited visit_at(const Configuration& k, std::size_t system, const OnChange& on_change) const;
  /// The same; nothing if it fails.
  [[nodiscard]] std::optional<Visited> visited_at(const Configuration& k, std::size_t system) const;

 private:
  [[nodiscard]] bool answer(const Configuration& k, std::size_t question) const;
  [[nodiscard]] std::uint64_t number(const Configuration& k, std::size_t block) const;
  [[nodiscard]] bool is_asked(std::size_t question, std::size_t node) const;
  void ask(Configuration& k, std::size_t node) const;
  void begin(Configuration& k, std::size_t block) const;
  void end_round(Configuration& k) const;
  [[nodiscard]] Configuration ended_frame(Configuration k) const;
  void defer(Configuration& k, std::size_t node, const Visited& visited) const;
  /// An update in D, while a system adds parts to it.
  struct Layer {
    LabelSet labels = {};                         ///< of its writes
    LabelSet touched = {}, written = {};          ///< by the observers that it may trigger
    std::vector<Update> parts = {};               ///< those of this system
    std::unordered_set<Location> locations = {};  ///< of these parts
  };
  using Layers = std::map<std::size_t, Layer>;  ///< by key of D
  [[nodiscard]] Layer known_of(const Update& of) const;
  void defer_part(std::map<std::size_t, Update>& deferred, Layers& known, std::size_t node, const Update& part) const;
  void apply(Configuration& k, const Update& d, std::optional<std::size_t> by, const OnChange& on_change) const;
  [[nodiscard]] std::vector<Update> observe(Configuration& k, std::size_t observer, Entity e) const;
  [[nodiscard]] Visited visit_at_once(Configuration& k, std::size_t system, const OnChange& on_change) const;
  [[nodiscard]] Leaf leaf(const Configuration& k, std::size_t system) const;
};

/// A configuration, or the error of a failed step.
using Reached = std::variant<Configuration, RuntimeError>;
/// One more step; a failed execution stays failed. Precondition: the node is enabled.
[[nodiscard]] Reached step(const Executions& all, Reached k, std::size_t node);
/// The same for `perform`.
[[nodiscard]] Reached perform(const Executions& all, const Reached& k, std::size_t node);
/// Whether a node has the same effects at both, owned, deferred and sent; false if only one has failed. A sync point
/// always has. A block has if its systems have, in as many rounds. Cost: two visits.
[[nodiscard]] bool does_as(const Executions& all, const Reached& k, const Reached& k2, std::size_t node);

}  // namespace coreecs::triage
