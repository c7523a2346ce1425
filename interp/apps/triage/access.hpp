/// What a system of an app may observe, own and defer, on every state (explanation/triage.md): from its body if it has
/// one, otherwise from its declaration.
#pragma once

#include <memory>

#include "interp/apps/app/app.hpp"
#include "interp/language/program/effects.hpp"

namespace coreecs::triage {

/// Matched entities, described by labels (positions in App::components) that each of them has, and that none has.
struct Where {
  LabelSet has, lacks;

  /// Whether no entity of one state is in both.
  [[nodiscard]] bool apart(const Where& other) const;
  /// The entities of either.
  [[nodiscard]] Where either(const Where& other) const;
};

/// How a label is written, and at which entities.
struct Written {
  LabelWrites writes;
  Where of = {};  ///< matched entities at which it is written
};

struct Access {
  bool known = true;  ///< false: it may do anything
  bool from_body = false;
  bool exclusive = false;            ///< it applies its changes at once
  std::map<Label, Where> values;     ///< labels whose values it may observe, and where
  LabelSet presence;                 ///< labels whose presence it may observe
  std::map<Label, Written> owned;    ///< values that it may replace
  std::map<Label, Written> changes;  ///< other attaches and detaches: deferred, unless it is exclusive
  /// For each of its queries, the labels that all matched entities have.
  std::vector<LabelSet> required;
  LabelSet asks_changed;         ///< labels of which it asks whether they were added or changed since it last ran
  LabelSet asks_removed;         ///< labels of which it asks which entities lost them
  LabelSet events;               ///< events that it reads, as `values`, or sends, as `owned`
  bool stores_entities = false;  ///< it may own values that hold an entity

  /// [observer/static] The observers that its changes may trigger, in increasing order.
  std::vector<std::size_t> triggers = {};
  /// What happens where its changes are applied, if they may trigger observers and it defers them: these changes, and
  /// all that the observers do. If it does not defer them, it does all that itself.
  std::shared_ptr<const Access> applied = {};

  /// Whether it sees more than the state, or does more than change it.
  [[nodiscard]] bool beyond_state() const {
    return !asks_changed.empty() || !asks_removed.empty() || !events.empty() || !triggers.empty();
  }
  [[nodiscard]] bool defers() const { return !exclusive && !changes.empty(); }
};

/// Calls f for all that a system writes, each of type std::pair<Label, Written>: at once, or where its changes are
/// applied.
template <class F>
void for_each_written(const Access& access, bool at_once, const F& f) {
  if (at_once)
    for (const auto& one : access.owned) f(one);
  if (access.exclusive != at_once) return;
  for (const auto& one : access.changes) f(one);
  if (access.applied) for_each_written(*access.applied, true, f);
}

/// Whether a system may write, at once or where its changes are applied, something that another one, or a condition,
/// observes. Cost: its labels.
[[nodiscard]] bool may_write(const Access& writer, bool at_once, const Access& reader);

/// The access of each system. With `at_once`, nothing is deferred. Cost: the bodies, and the declarations.
[[nodiscard]] std::vector<Access> accesses(const app::App& app, bool at_once);

/// The access of a system or an observer by itself. Cost: its body, or its declaration.
[[nodiscard]] Access accessed(const app::App& app, const app::System& system);

/// What a run condition reads. Cost: its parts.
[[nodiscard]] Access accessed(const app::App& app, const app::RunCondition& b);

/// The position in App::components of each label of its program.
[[nodiscard]] std::vector<Label> labels_of_program(const app::App& app);

}  // namespace coreecs::triage
