/// The types of terms while a program is checked (program format §4).
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "semantics/parameters.hpp"

namespace coreecs {

/// A component type, or one of two that terms have besides: `Unknown`, that of a term whose error is reported
/// already, which goes with everything; and `Number`, that of integer literals and of what is made of them
/// only, which stands for int or real.
struct TermType {
  enum class Kind { Unknown, Number, Unit, Bool, Int, Real, Text, Entity, Record };
  using Field = std::pair<std::string, TermType>;

  Kind kind = Kind::Unknown;
  std::vector<Field> fields = {};  ///< by name

  TermType() = default;
  TermType(Kind kind) : kind(kind) {}
  TermType(const Type&);
};

/// The type that two terms have in common, or nothing.
[[nodiscard]] std::optional<TermType> join(const TermType&, const TermType&);
/// Whether a term of type `from` can stand where a `to` is expected.
[[nodiscard]] bool fits(const TermType& from, const TermType& to);
/// Whether, to that end, integer literals in it must become reals.
[[nodiscard]] bool becomes_real(const TermType& from, const TermType& to);
/// The type with int for each Number that is left.
[[nodiscard]] TermType settled(TermType);

/// `int`, `{x: int, y: real}`
[[nodiscard]] std::string show(const TermType&);
/// The same for messages: shortened where it is long.
[[nodiscard]] std::string brief(const TermType&);

}  // namespace coreecs
