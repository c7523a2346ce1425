/// The type checker of terms: from JSON to typed terms (program format §4).
#pragma once

#include "interp/language/format/scope.hpp"
#include "interp/language/format/vocabulary.hpp"
#include "interp/language/program/term.hpp"
#include "interp/language/program/typing.hpp"

namespace coreecs {

class TermReader {
 public:
  TermReader(Problems& problems, const Vocabulary& vocabulary, Scope& scope)
      : problems_(problems), vocabulary_(vocabulary), scope_(scope) {}

  /// Reads a term, of the expected type if given. Reports problems.
  [[nodiscard]] Typed read(const Place&, const Json&, const TermType* expected = nullptr);
  [[nodiscard]] Term check(const Place&, const Json&, const TermType& expected);
  /// The value type of a variable that `anyway` binds.
  TermType optional(const Place&, const Json&, term::Optional&);

 private:
  using Form = Typed (TermReader::*)(const Place&, const Json&, const TermType*);
  static const std::vector<std::pair<std::string_view, Form>>& forms();
  std::vector<std::string_view> keys() const;

  Typed variable(const Place&, std::string_view, const TermType* expected);
  Typed part_of(const Place&, Typed constant, const std::vector<std::string_view>& path);
  Typed construct(const Place&, const Json::Object&, const TermType*);
  Typed operation(const Place&, const Json&, const Operator&);

  Typed text(const Place&, const Json&, const TermType*);
  Typed entity(const Place&, const Json&, const TermType*);
  Typed record(const Place&, const Json&, const TermType*);
  Typed record_of(const Place&, const Json::Object&, const TermType&);
  Typed conditional(const Place&, const Json&, const TermType*);
  Typed let(const Place&, const Json&, const TermType*);
  Typed present(const Place&, const Json&, const TermType*);
  Typed fallback(const Place&, const Json&, const TermType*);
  Typed cases(const Place&, const Json&, const TermType*);
  Typed was(const Place&, const Json&);

  Typed list_of(const Place&, const Json&, const TermType*);
  Typed length(const Place&, const Json&, const TermType*);
  Typed get(const Place&, const Json&, const TermType*);
  Typed append(const Place&, const Json&, const TermType*);
  Typed map(const Place&, const Json&, const TermType*);
  Typed filter(const Place&, const Json&, const TermType*);
  Typed fold(const Place&, const Json&, const TermType*);
  /// Reads a term that is a list, and settles its type.
  Typed a_list(const Place&, const Json&, const TermType* expected = nullptr);

  Typed branch(const Place&, const Json&, const TermType* expected);
  TermType unify(const Place&, Typed& then, Typed& otherwise);
  template <class At>
  std::optional<TermType> numbers(const At&, const Json::List&, std::vector<Term>&);
  std::optional<TermType> alike(const Place&, const Json::List&, std::vector<Term>&, bool ordered);
  void mismatch(const Place&, const TermType& found, std::string_view expected);
  void mismatch(const Place&, const TermType& found, const TermType& expected);
  /// Suggests a text literal, an entity literal or an operation in place of a name that is no variable.
  void advise_literal(std::string_view text, const TermType* expected);
  /// The type of a variable, or null.
  const TermType* type_of_variable(const Json&) const;

  Problems& problems_;
  const Vocabulary& vocabulary_;
  Scope& scope_;
};

/// The term with its integer literals made reals where `to` requires it. Precondition: its type fits(to). Cost: the
/// term.
[[nodiscard]] Term coerce(const Term&, const TermType& to);

}  // namespace coreecs
