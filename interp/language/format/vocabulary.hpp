/// The names of a program, and the values in its text (program format §2).
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "interp/base/json/document.hpp"
#include "interp/base/json/problem.hpp"
#include "interp/language/program/names.hpp"
#include "interp/language/program/term.hpp"
#include "interp/language/program/typing.hpp"

namespace coreecs {

/// The entity with this name; if there is none, reports it.
using ReadEntity = std::function<std::optional<Entity>(Problems&, const Place&, std::string_view name)>;

/// A value of this type; if it is not, reports it (program format §2). Cost: its size.
[[nodiscard]] std::optional<Value> read_value(Problems&, const Place&, const Json&, const Type&, const ReadEntity&);

/// A term and its type. If the type is Unknown, the term may be the default one.
struct Typed {
  Term term = {};
  TermType type = {};
};

/// The labels, the entities and the constants of a program.
class Vocabulary {
 public:
  struct Component {
    std::string_view name;
    std::optional<Type> type;  ///< none if it was refused
  };

  /// Reads `components`. If they are refused, every label is accepted.
  void read_components(Problems&, const Place&, const Json*);
  /// Sets the entities, by number; they must outlive this. Null if they are refused: then every name is accepted.
  void set_entities(const std::vector<std::string>*);

  /// Makes the component belong to this entity alone, which is a resource.
  void set_owner(Label i, Entity e) { owners_.emplace(i, e); }
  /// The resource that the component belongs to, if any.
  [[nodiscard]] std::optional<Entity> owner(Label i) const;
  /// The names of all resources.
  [[nodiscard]] std::vector<std::string_view> resources() const;
  [[nodiscard]] bool knows_entities() const { return entities_ != nullptr; }
  [[nodiscard]] bool is_resource(Entity e) const;

  void add_constant(std::string_view name, Typed value) { constants_.emplace(name, std::move(value)); }
  /// The constant of this name, or null. Cost: constant.
  [[nodiscard]] const Typed* constant(std::string_view name) const;
  [[nodiscard]] std::vector<std::string_view> constant_names() const;
  /// Accepts every name of a constant from now on.
  void tolerate_constants() { knows_constants_ = false; }
  [[nodiscard]] bool knows_constants() const { return knows_constants_; }

  [[nodiscard]] const std::vector<Component>& components() const { return components_; }
  [[nodiscard]] Schema schema() const;
  [[nodiscard]] TermType type(std::optional<Label>) const;

  [[nodiscard]] bool has_component(std::string_view name) const { return labels_.find(name) != labels_.end(); }
  /// A label; if there is none, reports it. Cost: constant.
  [[nodiscard]] std::optional<Label> label(Problems&, const Place&, std::string_view name) const;
  [[nodiscard]] std::optional<Label> label(Problems&, const Place&, const Json& name) const;
  /// Precondition: the entities are known.
  [[nodiscard]] const std::string& entity_name(Entity e) const { return (*entities_)[e.number()]; }
  /// The entity of the program with this name. Cost: constant, except for the first call.
  [[nodiscard]] std::optional<Entity> entity(std::string_view name) const;
  /// An entity; if there is none, reports it. Cost: constant, except for the first call. With `stand_ins`, also finds
  /// those that the program creates, as stand-ins among these.
  [[nodiscard]] std::optional<Entity> entity(Problems&, const Place&, std::string_view name,
                                             Entities* stand_ins = nullptr) const;

  /// A value of this type; if it is not, reports it (program format §2).
  [[nodiscard]] std::optional<Value> value(Problems&, const Place&, const Json&, const Type&,
                                           Entities* stand_ins = nullptr) const;

 private:
  std::vector<Component> components_;
  std::unordered_map<std::string_view, Label> labels_;
  bool knows_components_ = false;
  std::map<std::string_view, Typed> constants_;
  bool knows_constants_ = true;
  std::map<Label, Entity> owners_;
  const std::vector<std::string>* entities_ = nullptr;
  mutable std::unordered_map<std::string_view, std::uint64_t> numbers_;
  mutable std::optional<Names> names_;
};

}  // namespace coreecs
