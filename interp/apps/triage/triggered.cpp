#include "interp/apps/triage/triggered.hpp"

#include <algorithm>

namespace coreecs::triage {

namespace {

void add_label(std::map<coreecs::Label, Written>& all, coreecs::Label i, const Written& more) {
  const auto [at, is_new] = all.emplace(i, more);
  if (!is_new) at->second = {at->second.writes | more.writes, at->second.of.either(more.of)};
}

class Triggered {
 public:
  explicit Triggered(const app::App& app) : app_(app) {
    own_.reserve(app.observers.size());
    for (const app::Observer& one : app.observers) own_.push_back(accessed(app, one.system));
  }

  /// Adds all that the changes of an access may trigger. No argument then separates what these write.
  void close(Access& of) const {
    for (bool grows = true; grows;) {
      grows = false;
      for (std::size_t o = 0; o < own_.size(); ++o) {
        if (std::binary_search(of.triggers.begin(), of.triggers.end(), o) || !may_trigger(of, o)) continue;
        of.triggers.insert(std::upper_bound(of.triggers.begin(), of.triggers.end(), o), o);
        add_all(of, own_[o]);
        grows = true;
      }
    }
    for (const std::size_t o : of.triggers)
      for (const auto* written : {&own_[o].owned, &own_[o].changes})
        for (const auto& [i, w] : *written) of.presence.insert(i);
    if (!of.triggers.empty()) of.required.emplace_back();  // a created entity may be one that triggers them
  }

  [[nodiscard]] const Access& own(std::size_t o) const { return own_[o]; }

 private:
  [[nodiscard]] bool may_trigger(const Access& of, std::size_t o) const {
    const std::vector<app::Trigger>& on = app_.observers[o].on;
    return std::any_of(on.begin(), on.end(), [&](const app::Trigger& one) {
      const auto at = of.changes.find(static_cast<coreecs::Label>(one.label));
      if (at == of.changes.end()) return false;
      const LabelWrites& w = at->second.writes;
      const bool only_detaches = w.same && !w.leaves;
      return one.on == app::Trigger::On::Removed ? only_detaches || w.may_detach : !only_detaches;
    });
  }

  const app::App& app_;
  std::vector<Access> own_;
};

}  // namespace

void add_all(Access& to, const Access& more) {
  for (const auto& [i, where] : more.values) to.values.insert_or_assign(i, Where());
  to.presence.insert(more.presence.begin(), more.presence.end());
  for (const auto& [i, w] : more.owned) add_label(to.owned, i, {w.writes, Where()});
  for (const auto& [i, w] : more.changes) add_label(to.changes, i, {w.writes, Where()});
  to.stores_entities = to.stores_entities || more.stores_entities;
}

// [observer/static]  a_s also does what each o does that s may trigger, and each that such an o may trigger
void add_triggered(std::vector<Access>& all, const app::App& app) {
  if (app.observers.empty()) return;
  const Triggered triggered(app);
  for (Access& one : all) {
    if (one.exclusive) {
      triggered.close(one);
      continue;
    }
    Access applied;
    applied.exclusive = true;
    applied.changes = one.changes;
    applied.stores_entities = one.stores_entities;
    triggered.close(applied);
    one.triggers = applied.triggers;
    if (!one.triggers.empty()) one.applied = std::make_shared<const Access>(std::move(applied));
  }
}

std::vector<Access> observer_accesses(const app::App& app) {
  const Triggered triggered(app);
  std::vector<Access> all;
  all.reserve(app.observers.size());
  for (std::size_t o = 0; o < app.observers.size(); ++o) {
    Access& one = all.emplace_back(triggered.own(o));
    one.exclusive = true;
    triggered.close(one);
  }
  return all;
}

}  // namespace coreecs::triage
