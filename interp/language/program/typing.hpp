/// The types of terms while a program is checked (program format §4).
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "semantics/parameters.hpp"

namespace coreecs {

/// A component type, or one of three types that only terms have. `Unknown`: a term whose error was reported already; it
/// fits everything. `Number`: integer literals and terms made only of them; it stands for int or real. `Quoted`: one of
/// some text literals; it stands for text, or for an enumeration that has them all.
struct TermType {
  enum class Kind { Unknown, Number, Unit, Bool, Int, Real, Text, Quoted, Entity, Record, List };
  using Field = std::pair<std::string, TermType>;

  Kind kind = Kind::Unknown;
  std::vector<Field> fields = {};       ///< by name
  std::vector<std::string> texts = {};  ///< of an enumeration; the literals of Quoted
  std::size_t most = 0;                 ///< of a list, whose only field has the type of its values

  TermType() = default;
  TermType(Kind kind) : kind(kind) {}
  TermType(const Type&);
  [[nodiscard]] static TermType list(TermType of, std::size_t most);

  /// The type of the values of a list.
  [[nodiscard]] const TermType& element() const { return fields.front().second; }
  [[nodiscard]] bool enumeration() const { return kind == Kind::Text && !texts.empty(); }
};

/// The common type of two terms, or none.
[[nodiscard]] std::optional<TermType> join(const TermType&, const TermType&);
/// Whether a term of type `from` can stand where a `to` is expected.
[[nodiscard]] bool fits(const TermType& from, const TermType& to);
/// Whether integer literals in it must become reals for that.
[[nodiscard]] bool becomes_real(const TermType& from, const TermType& to);
/// The type with int for each remaining Number.
[[nodiscard]] TermType settled(TermType);

/// `int`, `{x: int, y: real}`, `[int; ≤ 8]`
[[nodiscard]] std::string show(const TermType&);
/// An enumeration: `{"red", "blue"}`
[[nodiscard]] std::string show_texts(const std::vector<std::string>&);
/// A list of these: `[int; ≤ 8]`
[[nodiscard]] std::string show_list(const std::string& of, std::size_t most);
/// The same for messages, shortened if it is long.
[[nodiscard]] std::string brief(const TermType&);

}  // namespace coreecs
