/// The type checker of terms: from JSON to typed terms (program format §4).
#pragma once

#include <map>

#include "interp/reading.hpp"
#include "interp/term.hpp"

namespace coreecs {

/// The variables in scope.
class Scope {
 public:
  struct Variable {
    Slot slot = 0;
    TermType type = {};
    bool anyway = false;  ///< bound by `anyway`: it has a value of the type, or none
  };
  /// A binder that is open, and what its name meant before.
  struct Opened {
    Binder binder;
    std::optional<Variable> before = {};
  };

  /// Binds a name, or nothing where it is "_". A name that is bound already is reported, and is not known
  /// further.
  Opened open(Problems&, const Place&, const Json& name, TermType, bool anyway = false);
  void close(const Opened&);
  /// From now on takes every name without complaint, because a binder was not readable.
  void tolerate() { tolerant_ = true; }
  [[nodiscard]] bool tolerant() const { return tolerant_; }

  [[nodiscard]] const Variable* find(std::string_view name) const;
  [[nodiscard]] std::vector<std::string_view> names() const;
  [[nodiscard]] std::vector<std::string_view> anyway_names() const;
  /// How many slots the variables need that were ever in scope together.
  [[nodiscard]] std::size_t slots() const { return most_; }

 private:
  std::map<std::string, Variable, std::less<>> variables_;
  std::size_t next_ = 0;
  std::size_t most_ = 0;
  bool tolerant_ = false;
};

/// A term and its type. Where that is Unknown, the term may be the default one.
struct Typed {
  Term term = {};
  TermType type = {};
};

class TermReader {
 public:
  TermReader(Problems& problems, const Vocabulary& vocabulary, Scope& scope)
      : problems_(problems), vocabulary_(vocabulary), scope_(scope) {}

  /// A term, of the expected type if there is one. What is wrong is reported.
  [[nodiscard]] Typed read(const Place&, const Json&, const TermType* expected = nullptr);
  [[nodiscard]] Term check(const Place&, const Json&, const TermType& expected);
  /// The value type of a variable that `anyway` binds.
  TermType optional(const Place&, const Json&, term::Optional&);

 private:
  using Form = Typed (TermReader::*)(const Place&, const Json&, const TermType*);
  static const std::vector<std::pair<std::string_view, Form>>& forms();

  Typed variable(const Place&, std::string_view);
  Typed construct(const Place&, const Json::Object&, const TermType*);

  Typed text(const Place&, const Json&, const TermType*);
  Typed entity(const Place&, const Json&, const TermType*);
  Typed record(const Place&, const Json&, const TermType*);
  Typed record_of(const Place&, const Json::Object&, const TermType&);
  template <class Operation>
  Typed arithmetic(const Place&, const Json&, const TermType*);
  template <class Operation>
  Typed difference(const Place&, const Json&, const TermType*);
  template <class Operation>
  Typed sign(const Place&, const Json&, const TermType*);
  template <class Operation>
  Typed division(const Place&, const Json&, const TermType*);
  template <class Operation>
  Typed equality(const Place&, const Json&, const TermType*);
  template <class Operation>
  Typed order(const Place&, const Json&, const TermType*);
  template <class Operation>
  Typed logic(const Place&, const Json&, const TermType*);
  Typed negation(const Place&, const Json&, const TermType*);
  Typed conditional(const Place&, const Json&, const TermType*);
  Typed let(const Place&, const Json&, const TermType*);
  Typed present(const Place&, const Json&, const TermType*);
  Typed fallback(const Place&, const Json&, const TermType*);
  Typed cases(const Place&, const Json&, const TermType*);

  Typed branch(const Place&, const Json&, const TermType* expected);
  TermType meet(const Place&, Typed& then, Typed& otherwise);
  TermType numbers(const Place&, const Json::List&, std::vector<Term>&);
  std::optional<TermType> operands(const Place&, const Json&, Term& a, Term& b, bool ordered);
  void mismatch(const Place&, const TermType& found, std::string_view expected);

  Problems& problems_;
  const Vocabulary& vocabulary_;
  Scope& scope_;
};

}  // namespace coreecs
