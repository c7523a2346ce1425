/// The terms of the archetype calculus, from JSON (specs/reference/archetype-format.md).
#pragma once

#include "interp/archetypes/archetype/vocabulary.hpp"

namespace coreecs::archetype {

/// The type of a term, as far as loading checks it: for operands of operations. The type system does the rest.
struct Shape {
  enum class Kind {
    Unknown,  ///< its problem is reported already
    Mixed,    ///< differs between its branches
    Number,   ///< only integer literals, which may be int or real
    Known
  };

  Kind kind = Kind::Unknown;
  Tau tau = {};  ///< for an entity, some archetype
};

/// A term with its place and type.
struct Elaborated {
  Term t = unit();
  Origin origin = {};
  Shape shape = {};
};

/// Reads the term of a system with these parameters; "_" names none. Reports problems. `tolerant`: accepts names that
/// are no parameters, because the parameters were unreadable.
[[nodiscard]] Elaborated read_term(Problems&, const Place&, const Json&, const Vocabulary&,
                                   const std::vector<std::string>& parameters, bool tolerant = false);

/// The keys of terms; no component may have such a name.
[[nodiscard]] const std::vector<std::string_view>& term_keys();

}  // namespace coreecs::archetype
