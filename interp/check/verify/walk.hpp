/// Runs by the letter (D5), for `verify`. In z ∥ z' each side observes the state at the fork, changed only by its own
/// mutations. conc(s) observes the state at its start, seq(s) what its side has done so far. All mutations go into one
/// global order. It has nothing in common with run/machine, by which `check` explores.
#pragma once

#include <map>

#include "semantics/order.hpp"

namespace coreecs {

/// The schedule of a po_c(z), with what a walk needs to know about it. `po` must outlive it.
struct WalkMap {
  struct Needs {
    bool awaited = false;                       ///< whether the right side of a ⨟ observes the state after it
    std::size_t around = SeriesParallel::none;  ///< the innermost awaited ∥ around it
  };
  const PartialOrder& po;
  bool fixed;  ///< whether leaves perform what po_c(z) says, whatever is observed: walks are linearizations
  std::vector<Needs> needs;  ///< of each node

  /// Cost: the size of z.
  WalkMap(const PartialOrder& po, bool fixed);
};

/// A run under way. Copies are independent.
class Walk {
 public:
  /// Starts at c, with matches in lexicographic order. `map`, `c` and `env` must outlive it. Throws what a system
  /// throws.
  Walk(const WalkMap& map, const State& c, const Environment& env);

  /// An invocation that can be performed next.
  struct Choice {
    std::size_t node;
    std::size_t invocation;
  };
  [[nodiscard]] std::vector<Choice> choices() const;
  /// Choices from which all ends can be reached. If only one conc can be performed, its invocations come before
  /// anything else. Those that share no written location, directly or through others, may come in any order: the
  /// choices are then one group of them. Cost: their number, and once for each conc, w log w for w writes.
  [[nodiscard]] std::vector<Choice> sufficient_choices();
  /// The choice of the invocation of a leaf on e, if it is one. Cost: log of the choices of the leaf.
  [[nodiscard]] std::optional<Choice> find(Leaf leaf, const std::vector<Entity>& e) const;
  [[nodiscard]] const Invocation& at(const Choice& choice) const {
    return (*under_way_.at(choice.node).invocations)[choice.invocation];
  }
  /// Performs an invocation. Throws what a system throws that starts after it.
  void perform(const Choice& choice);

  [[nodiscard]] bool ended() const { return under_way_.empty(); }
  [[nodiscard]] const State& state() const { return c_; }
  /// A text that two walks of a map from one start share only if they have the same state and the same future. Cost:
  /// its length, and that of the states.
  [[nodiscard]] std::string key() const;
  /// The number of locations in the states that it copies.
  [[nodiscard]] std::size_t weight() const;

 private:
  using Groups = std::vector<std::vector<std::size_t>>;
  static Groups grouped(const std::vector<Invocation>&);

  /// A leaf or a ∥ that has started and not ended.
  struct UnderWay {
    State own;                                                   // the state at its start, with its own mutations
    std::shared_ptr<const std::vector<Invocation>> invocations;  // conc: all; seq: the next one
    std::vector<bool> performed;                                 // conc
    std::shared_ptr<const Groups> groups;                        // conc, once it alone can be performed
    std::size_t group = 0;                                       // conc: all groups before this are performed
    std::shared_ptr<const Matches> matches;                      // seq: all matches at its start
    std::size_t next = 0;  // seq: the match after the next one; conc: how many are performed
    int ended_sides = 0;   // ∥
  };
  /// Starts a node at a state. Returns the state that it leaves, unless it has something to perform.
  std::optional<State> start(std::size_t n, State c);
  std::optional<State> start_leaf(std::size_t n, State c);
  /// Continues after a node that ends and leaves a state.
  void end(std::size_t n, State c);
  bool visit_next(const SeriesParallel::Node& z, UnderWay& seq) const;

  const WalkMap* map_;
  const Environment* env_;
  const State* start_;
  State c_;
  std::map<std::size_t, UnderWay> under_way_;
};

}  // namespace coreecs
