/// [observer/run] Observers, which run where a change is applied (explanation/observers.md): which of them a change
/// triggers, in which order.
#pragma once

#include <optional>

#include "interp/apps/app/app.hpp"
#include "interp/language/program/effects.hpp"
#include "semantics/mutation.hpp"

namespace coreecs::triage {

/// The observers of an app with bodies, in an order that the engine leaves open.
class Observers {
 public:
  Observers() = default;
  /// In the order of the app. With `hooks_first`, hooks also run before other observers where something is removed.
  /// Cost: the bodies.
  Observers(const app::App& app, bool hooks_first);
  /// The same in another order, a permutation of theirs.
  [[nodiscard]] Observers in_order(std::vector<std::size_t> order) const;
  [[nodiscard]] const std::vector<std::size_t>& order() const { return order_; }

  [[nodiscard]] bool empty() const { return all_.empty(); }
  [[nodiscard]] std::size_t size() const { return all_.size(); }
  [[nodiscard]] const std::string& name(std::size_t o) const { return all_[o].name; }
  /// Its body, which only matches an entity that has the label `triggering` in its first query.
  [[nodiscard]] const std::shared_ptr<const System>& body(std::size_t o) const { return all_[o].body; }
  /// W_o: what it writes in place.
  [[nodiscard]] const LabelSet& writes(std::size_t o) const { return all_[o].writes; }
  /// Whether it may create entities.
  [[nodiscard]] bool creates(std::size_t o) const { return all_[o].creates; }

  /// The observers that one of these changes of an entity triggers, each once, in the order in which they run.
  [[nodiscard]] std::vector<std::size_t> triggered(app::Trigger::On on, const LabelSet& labels) const;
  /// Whether a write may trigger some.
  [[nodiscard]] bool may_trigger(const Write& write) const;
  /// What the observers that a change may trigger, and those that these may trigger, observe or write; and what they
  /// write. Whether they run depends only on the locations of the change.
  [[nodiscard]] LabelSet touched(const Update& m) const;
  [[nodiscard]] LabelSet written(const Update& m) const;

  /// c where the first query of an observer matches only e.
  [[nodiscard]] static State seen(const State& c, Entity e);
  /// The state c of such a state.
  [[nodiscard]] static State of_program(const State& seen);

 private:
  struct One {
    std::string name;
    std::shared_ptr<const System> body;
    LabelSet writes;
    bool creates = false, hook = false;
    std::set<std::pair<app::Trigger::On, Label>> on;  ///< labels of the program
    LabelSet touched, written;                        ///< with what it triggers
  };
  template <class F>
  void for_each_triggered(const Update& m, const F& f) const;

  std::vector<One> all_;
  std::vector<std::size_t> order_;
  bool hooks_first_ = false;
};

/// The parts of a change that are applied one after the other: for each entity what is detached, then what is attached.
[[nodiscard]] std::vector<Update> operations(const Update& m);

}  // namespace coreecs::triage
