/// The terms of the archetype calculus, from JSON (specs/reference/archetype-format.md).
#pragma once

#include "interp/archetypes/archetype/vocabulary.hpp"

namespace coreecs::archetype {

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

/// The keys of terms, which are no names of components.
[[nodiscard]] const std::vector<std::string_view>& term_keys();

}  // namespace coreecs::archetype
