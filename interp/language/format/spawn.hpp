/// The reader of entities that are written down once and made often (program format §2, templates).
#pragma once

#include <map>

#include "interp/language/format/vocabulary.hpp"
#include "interp/language/program/program.hpp"

namespace coreecs {

/// The components of an entity, as in "entities", are passed to take(label, value).
void read_entity(Problems&, const Place&, const Json&, const Vocabulary&, Entities* stand_ins,
                 const std::function<void(Label, Value)>& take);
/// "Where.x": [-5, 5], or nothing, and then it was reported.
[[nodiscard]] std::optional<Range> read_range(Problems&, const Place&, std::string_view target, const Json&,
                                              const Vocabulary&);

/// What an entity has, in this order: a later one takes the place of an earlier one.
struct Blueprint {
  std::vector<std::pair<Label, Value>> components;
  std::vector<std::pair<Label, std::vector<Value>>> one_of;
  std::vector<Range> ranges;
};
using Blueprints = std::map<std::string_view, Blueprint>;
/// {"components": {...}, "one_of": {"Side": ["red", "blue"]}, "ranges": {"Where.x": [0, 9]}}; other keys are passed
/// over.
[[nodiscard]] Blueprint read_blueprint(Problems&, const Place&, const Json::Object&, const Vocabulary&);

/// One element of "spawn": entities of a template.
class Spawn {
 public:
  /// Reads how many there are, and of which template.
  Spawn(Problems&, const Place&, const Json&);

  [[nodiscard]] const Place& place() const { return place_; }
  /// Whether it is known how its entities are called.
  [[nodiscard]] bool is_named() const { return count_ > 0; }
  /// In their order; none where something is wrong. Cost: their number.
  [[nodiscard]] std::vector<std::string> names() const;
  /// Reads what they have, over what their template says; nothing is said of templates that were refused. Precondition:
  /// the vocabulary knows all entities.
  void read_components(Problems&, const Vocabulary&, const std::optional<Blueprints>& templates);
  /// The components of the k-th entity, the same ones each time.
  [[nodiscard]] std::vector<std::pair<Label, Value>> components(std::uint64_t k) const;

 private:
  Place place_;
  const Json::Object* members_ = nullptr;
  std::string name_;
  std::uint64_t count_ = 0, seed_ = 0;
  std::vector<Blueprint> parts_;  // that of the template, then its own
};

}  // namespace coreecs
