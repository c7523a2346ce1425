/// Reads entities that are declared once and made often (program format §2, templates).
#pragma once

#include <map>

#include "interp/language/format/vocabulary.hpp"
#include "interp/language/program/program.hpp"

namespace coreecs {

/// Passes the components of an entity, as in "entities", to take(label, value).
void read_entity(Problems&, const Place&, const Json&, const Vocabulary&, Entities* stand_ins,
                 const std::function<void(Label, Value)>& take);
/// "Where.x": [-5, 5]; none if it is invalid, which is reported.
[[nodiscard]] std::optional<Range> read_range(Problems&, const Place&, std::string_view target, const Json&,
                                              const Vocabulary&);

/// The components of an entity, in this order: later ones replace earlier ones.
struct Blueprint {
  std::vector<std::pair<Label, Value>> components;
  std::vector<std::pair<Label, std::vector<Value>>> one_of;
  std::vector<Range> ranges;
};
using Blueprints = std::map<std::string_view, Blueprint>;
/// {"components": {...}, "one_of": {"Side": ["red", "blue"]}, "ranges": {"Where.x": [0, 9]}}; ignores other keys.
[[nodiscard]] Blueprint read_blueprint(Problems&, const Place&, const Json::Object&, const Vocabulary&);

/// One element of "spawn": entities of a template.
class Spawn {
 public:
  /// Reads the number of entities and their template.
  Spawn(Problems&, const Place&, const Json&);

  [[nodiscard]] const Place& place() const { return place_; }
  /// Whether the names of its entities are known.
  [[nodiscard]] bool is_named() const { return count_ > 0; }
  /// In their order; empty if there are problems. Cost: their number.
  [[nodiscard]] std::vector<std::string> names() const;
  /// Reads the components of its entities, which override those of the template. Reports nothing about templates that
  /// were refused. Precondition: the vocabulary knows all entities.
  void read_components(Problems&, const Vocabulary&, const std::optional<Blueprints>& templates);
  /// The components of the k-th entity, the same in each call.
  [[nodiscard]] std::vector<std::pair<Label, Value>> components(std::uint64_t k) const;

 private:
  Place place_;
  const Json::Object* members_ = nullptr;
  std::string name_;
  std::uint64_t count_ = 0, seed_ = 0;
  std::vector<Blueprint> parts_;  // the template's, then its own
};

}  // namespace coreecs
