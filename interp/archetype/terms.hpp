/// The terms of the archetype calculus, from JSON (specs/archetype-format.md).
#pragma once

#include <unordered_map>

#include "interp/archetype/program.hpp"
#include "interp/json/document.hpp"
#include "interp/json/problem.hpp"

namespace coreecs::archetype {

/// What the terms of a program may name.
struct Vocabulary {
  const Schema* schema = nullptr;
  std::vector<std::string_view> component_names;
  std::unordered_map<std::string_view, Label> labels;
  bool knows_components = true;  ///< where not, every name of one is taken without complaint
  std::vector<std::string_view> entity_names;
  std::unordered_map<std::string_view, Entity> entities;
  bool knows_entities = true;

  /// A component, or nothing, and then it was reported.
  [[nodiscard]] std::optional<Label> label(Problems&, const Place&, const Json& name) const;
  [[nodiscard]] std::optional<Label> label(Problems&, const Place&, std::string_view name) const;
};

/// What a term yields, as far as a document has to be right about it: the operands of operations. The rest is what the
/// type system is about.
struct Shape {
  enum class Kind {
    Unknown,  ///< its error is reported already
    Mixed,    ///< one of several, by its branches
    Number,   ///< of integer literals, which stand for int or real
    Known
  };

  Kind kind = Kind::Unknown;
  Tau tau = {};  ///< of an entity, some archetype
};

/// A term, where it stands, and what it yields.
struct Elaborated {
  Term t = unit();
  Origin origin = {};
  Shape shape = {};
};

/// The term of a system with these parameters; "_" is the name of none. What is wrong is reported. `tolerant`: names
/// that are no parameters are taken without complaint, because the parameters were not readable.
[[nodiscard]] Elaborated read_term(Problems&, const Place&, const Json&, const Vocabulary&,
                                   const std::vector<std::string>& parameters, bool tolerant = false);

/// A component in an entity of the document: { "x": 1, "y": 0.5 }, or nothing, and then it was reported.
[[nodiscard]] std::optional<Value> read_component(Problems&, const Place&, const Json&, const CType&);

/// The keys of terms, which are no names of components.
[[nodiscard]] const std::vector<std::string_view>& term_keys();

}  // namespace coreecs::archetype
