/// Runs by the letter (D5), for `verify`: in z ∥ z' each side observes the state at the fork changed by its own side's
/// mutations only; conc(s) observes the state at its start, seq(s) what its side has done so far; all mutations go into
/// one global order. It has nothing in common with run/machine, by which `check` explores.
#pragma once

#include <map>

#include "semantics/order.hpp"

namespace coreecs {

/// A schedule as the tree that po_c(z) is, with what a walk needs to know of each node.
struct WalkMap {
  struct Node {
    PartialOrder::Kind kind;
    std::size_t left = 0, right = 0, parent = 0;
    Leaf leaf = 0;
    const System* s = nullptr;  ///< of a leaf
    bool awaited = false;       ///< whether the state after it is observed on the right of a ⨟
    std::size_t around = 0;     ///< the innermost awaited ∥ around it, or the number of nodes
  };
  std::vector<Node> nodes;
  std::map<Leaf, std::size_t> leaves;
  /// Where it is not null, leaves perform what po_c(z) says, whatever is observed: walks are linearizations.
  const PartialOrder* fixed = nullptr;

  /// Cost: the size of z. Refers to the systems of z, and to `po` where it is to `fix` the invocations.
  WalkMap(const Schedule& z, const PartialOrder& po, bool fix);
};

/// A run under way. Copies are independent.
class Walk {
 public:
  /// Starts at c, with matches in lexicographic order. `map` and `env` must outlive it. Throws what a system throws.
  Walk(const WalkMap& map, const State& c, const Environment& env);

  /// An invocation that can be performed next.
  struct Choice {
    std::size_t node;
    std::size_t invocation;
  };
  [[nodiscard]] std::vector<Choice> choices() const;
  /// The choice that is the invocation of a leaf on e, if it is one. Cost: log of those of the leaf.
  [[nodiscard]] std::optional<Choice> find(Leaf leaf, const std::vector<Entity>& e) const;
  [[nodiscard]] const Invocation& at(const Choice& choice) const {
    return (*under_way_.at(choice.node).invocations)[choice.invocation];
  }
  /// Performs an invocation. Throws what a system throws that starts by that.
  void perform(const Choice& choice);

  [[nodiscard]] bool ended() const { return under_way_.empty(); }
  [[nodiscard]] const State& state() const { return c_; }
  /// A text that two walks of a map share only if they have the same state and the same future. Cost: its length.
  [[nodiscard]] std::string key() const;

 private:
  /// A leaf or a ∥ that has started and not ended.
  struct UnderWay {
    State own;                                                   // as its start left it, and its own mutations
    std::shared_ptr<const std::vector<Invocation>> invocations;  // conc: all; seq: the next one
    std::vector<bool> performed;                                 // conc
    std::shared_ptr<const Matches> matches;                      // seq: all that were there at its start
    std::size_t next = 0;                                        // seq: the match after the next one; conc: how many
    int ended_sides = 0;                                         // ∥
  };
  /// A node that is to start at a state, or has ended and leaves one.
  struct Task {
    std::size_t node;
    bool starts;
    State c;
  };
  void work_off(Task);
  void start(std::size_t node, State c, std::vector<Task>&);
  void end(std::size_t node, State c, std::vector<Task>&);
  bool visit_next(const WalkMap::Node& z, UnderWay& seq) const;

  const WalkMap* map_;
  const Environment* env_;
  State c_;
  std::map<std::size_t, UnderWay> under_way_;
};

}  // namespace coreecs
