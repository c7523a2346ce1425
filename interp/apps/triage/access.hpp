/// What a system of an app may observe, own and defer, on every state (explanation/triage.md): read off its body where
/// it has one, and otherwise as declared.
#pragma once

#include "interp/apps/app/app.hpp"
#include "interp/language/program/effects.hpp"

namespace coreecs::triage {

/// Entities of matches, by labels, which are positions in App::components: what each of them has, and what none has.
struct Where {
  LabelSet has, lacks;

  /// Whether no entity is in both, at one state.
  [[nodiscard]] bool apart(const Where& other) const;
  /// What holds of entities of either.
  [[nodiscard]] Where either(const Where& other) const;
};

/// What is written under a label, of which entities.
struct Written {
  LabelWrites writes;
  Where of = {};  ///< the entities of the matches
};

struct Access {
  bool known = true;  ///< otherwise it may do whatever it likes
  bool from_body = false;
  bool exclusive = false;            ///< it defers nothing
  std::map<Label, Where> values;     ///< whose values it may observe
  LabelSet presence;                 ///< of which it may observe whether an entity has them
  std::map<Label, Written> owned;    ///< values that it may replace
  std::map<Label, Written> changes;  ///< what it may attach or detach otherwise: deferred, unless it is exclusive
  /// A label that all entities of each of its queries have; or empty for one whose query has none.
  std::vector<LabelSet> required;
  bool stores_entities = false;  ///< it may own a value that holds an entity

  [[nodiscard]] bool defers() const { return !exclusive && !changes.empty(); }
};

/// Of each system, where nothing is deferred if all is done at once. Cost: the bodies, and what is declared.
[[nodiscard]] std::vector<Access> accesses(const app::App& app, bool at_once);

/// The position in App::components of each label of its program.
[[nodiscard]] std::vector<Label> labels_of_program(const app::App& app);

}  // namespace coreecs::triage
