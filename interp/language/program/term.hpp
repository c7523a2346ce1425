/// The terms and mutations of the systems and invariants of JSON programs (program format §3 and §4), after they were
/// checked: every name is resolved, and every integer literal is an int or a real.
#pragma once

#include <concepts>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "semantics/grammar.hpp"

namespace coreecs {

struct Operator;

/// The place of a variable's value during an invocation.
using Slot = std::size_t;

/// A name to bind; "_" binds none.
struct Binder {
  std::string name = "_";
  std::optional<Slot> slot = {};
};

/// A term. Copies share it. At most 256 deep.
class Term {
 public:
  struct Node;
  Term() = default;
  template <class Form>
  explicit Term(Form form);
  /// The construct. Precondition: the term is not the default one.
  [[nodiscard]] const Node& node() const { return *node_; }
  explicit operator bool() const { return node_ != nullptr; }

 private:
  std::shared_ptr<const Node> node_;
};

/// A mutation in a program's text. Copies share it. At most 256 deep.
class MutationTerm {
 public:
  struct Node;
  MutationTerm() = default;
  template <class Form>
  explicit MutationTerm(Form form);
  [[nodiscard]] const Node& node() const { return *node_; }
  explicit operator bool() const { return node_ != nullptr; }

 private:
  std::shared_ptr<const Node> node_;
};

/// The constructs. `key` is that of the JSON form, `at` the JSON Pointer of a term that can fail.
namespace term {

/// 1, 1.5, true, null, {"text": "s"}, {"entity": "e3"}
struct Literal {
  Value value;
};
/// "p" or "p.x.y"; for a measure also {"was": "m"}
struct Variable {
  std::string name;
  Slot slot;
  struct Step {
    std::string field;
    std::size_t position;
  };
  std::vector<Step> path;
  bool was = false;
};
/// {"record": {"x": t, ...}}
struct Record {
  struct Field {
    std::string name;
    std::size_t position;  ///< in the record's type
    Term value;
  };
  std::vector<Field> fields;  ///< in document order
};

/// {"+": [t, t', ...]}, {"neg": t}: one of the operators of interp/language/program/operator.hpp
struct Operation {
  const Operator* op;
  std::vector<Term> terms;
  std::string at = {};
};

/// A variable that `anyway` binds.
struct Optional {
  std::string name;
  Slot slot;
};
/// {"present": o}
struct Present {
  static constexpr std::string_view key = "present";
  Optional o;
};
/// {"default": [o, t]}
struct Default {
  static constexpr std::string_view key = "default";
  Optional o;
  Term otherwise;
};

// Lists (program format §2).

/// {"list": [t, ...]}
struct List {
  static constexpr std::string_view key = "list";
  std::vector<Term> terms;
};
/// {"length": l}
struct Length {
  static constexpr std::string_view key = "length";
  Term l;
};
/// {"get": [l, n, t]}: t if there is no n-th value, counted from 0
struct Get {
  static constexpr std::string_view key = "get";
  Term l, n, otherwise;
};
/// {"append": [l, t, l']}: l' if l is full
struct Append {
  static constexpr std::string_view key = "append";
  Term l, last, otherwise;
  std::size_t most;
};
/// {"map": [l, x, t]}
struct Map {
  static constexpr std::string_view key = "map";
  Term l;
  Binder x;
  Term body;
};
/// {"filter": [l, x, b]}
struct Filter {
  static constexpr std::string_view key = "filter";
  Term l;
  Binder x;
  Term body;
};
/// {"fold": [l, x, y, t, t']}: y is t, and then, for each value x of l, t'
struct Fold {
  static constexpr std::string_view key = "fold";
  Term l;
  Binder x, y;
  Term first, body;
};

// In terms and in mutations. T is Term or MutationTerm; an `otherwise` that is left out is the empty sequence.

/// {"if": [b, t, t']}
template <class T>
struct If {
  static constexpr std::string_view key = "if";
  Term condition;
  T then, otherwise;
};
/// {"let": [x, t, t']}
template <class T>
struct Let {
  static constexpr std::string_view key = "let";
  Binder x;
  Term value;
  T body;
};
/// {"case": [o, x, t, t']}
template <class T>
struct Case {
  static constexpr std::string_view key = "case";
  Optional o;
  Binder x;
  T then, otherwise;
};

// Mutations.

/// [m, m', ...]
struct Sequence {
  std::vector<MutationTerm> parts;
};
/// {"attach": [L, e, t]}, and {"attach": [L, e]}, where t is the unit
struct Attach {
  static constexpr std::string_view key = "attach";
  Label i;
  Term e;
  Term k;
};
/// {"detach": [L, e]}
struct Detach {
  static constexpr std::string_view key = "detach";
  Label i;
  Term e;
};
/// {"destroy": e}: detaches these labels, which are all but those of resources
struct Destroy {
  static constexpr std::string_view key = "destroy";
  Term e;
  std::vector<Label> labels;
};
/// {"new": [x, m]}
struct New {
  static constexpr std::string_view key = "new";
  Binder x;
  MutationTerm body;
};

}  // namespace term

struct Term::Node {
  std::variant<term::Literal, term::Variable, term::Record, term::Operation, term::List, term::Length, term::Get,
               term::Append, term::Map, term::Filter, term::Fold, term::Present, term::Default, term::If<Term>,
               term::Let<Term>, term::Case<Term>>
      form;
};
template <class Form>
Term::Term(Form form) : node_(std::make_shared<const Node>(Node{std::move(form)})) {}

struct MutationTerm::Node {
  std::variant<term::Sequence, term::Attach, term::Detach, term::Destroy, term::New, term::If<MutationTerm>,
               term::Let<MutationTerm>, term::Case<MutationTerm>>
      form;
};
template <class Form>
MutationTerm::MutationTerm(Form form) : node_(std::make_shared<const Node>(Node{std::move(form)})) {}

/// One of several constructs, for a clause that they share.
template <class T, class... Forms>
concept OneOf = (std::same_as<T, Forms> || ...);

/// One query of a query vector, with its names.
struct QueryTerm {
  struct Incl {
    Label i;
    Binder x;
  };
  struct Excl {
    Label i;
  };
  struct Anyway {
    Label i;
    Binder x;
  };
  Binder entity;
  Term is = {};  ///< {"is": t} instead of a name: what the entity must be, given the queries before; or none
  /// In the order of the cells of a match: all of `incl`, then `excl`, then `anyway`, each in document order.
  std::vector<std::variant<Incl, Excl, Anyway>> constraints;

  /// {"any": [{...}, {...}]}: at least one of these must hold. Their variables are bound as by anyway.
  using Alternative = std::vector<std::variant<Incl, Excl>>;
  std::vector<Alternative> any = {};
};

/// The constraints in terms of the calculus: labels of alternatives are observed by anyway. In the order of the cells
/// of a match: those of the alternatives come last.
[[nodiscard]] std::vector<std::variant<QueryTerm::Incl, QueryTerm::Excl, QueryTerm::Anyway>> observed(const QueryTerm&);

/// The common part of systems and invariants: a name, and the match that they take, λ(⟨e, ...⟩, ⟨(p, v), ...⟩).
struct MatchTerm {
  std::string name;
  std::vector<QueryTerm> match = {};
  Term where = {};        ///< of type bool, or none
  std::size_t slots = 0;  ///< the number of slots that an invocation needs
};

/// A system as a term: λ(⟨e, ...⟩, ⟨(p, v), ...⟩). m, as in Figure 11.
struct SystemTerm : MatchTerm {
  MutationTerm body = {};
};

/// A measure of a whole state: {"sum": {"match": [...], "where": b, "of": t}} and the like.
struct MeasureTerm : MatchTerm {
  enum class Kind { Count, Exists, Sum, Min, Max, Unique };
  static constexpr std::string_view keys[] = {"count", "exists", "sum", "min", "max", "unique"};

  Kind kind = Kind::Count;
  Term of = {};         ///< for each match; none for count and exists
  Term otherwise = {};  ///< for min and max without a match: a term without variables
  std::string at = {};  ///< the JSON Pointer
  bool real = false;    ///< whether a sum is real
};

/// An invariant as a term: ∀(⟨e, ...⟩, ⟨(p, v), ...⟩). b. An invariant of the whole state has measures instead of
/// queries: the j-th is in slot j, and its value before the frame in slot j + their number.
struct InvariantTerm : MatchTerm {
  Term holds = {};
  std::vector<MeasureTerm> measures = {};
};

/// q⃗ without its condition: each query is the conjunction of its constraints, or its only constraint.
[[nodiscard]] QueryVector unconditional(const MatchTerm&);
/// q⃗ where φ.
[[nodiscard]] QueryVector query(const SystemTerm&);
[[nodiscard]] QueryVector query(const InvariantTerm&);

/// The value of a term at a match. Errors and cost as below.
[[nodiscard]] std::function<Value(const Match&)> value_of(const Term&, const MatchTerm&, bool invariant);

/// f_s. It throws RuntimeError if a term fails; so does a ν that it yields, when that is performed. Cost of a call: the
/// terms that it evaluates.
[[nodiscard]] std::function<Mutation(const Match&)> function(const SystemTerm&);
/// The same for all matches of a system of one query; null for other systems.
[[nodiscard]] std::shared_ptr<const Loop> loop(const SystemTerm&);
/// Whether the invariant holds for a match. Errors and cost as above.
[[nodiscard]] std::function<bool(const Match&)> predicate(const InvariantTerm&);
/// Whether an invariant of the whole state holds for the values of its measures, and those before. Errors and cost as
/// above.
[[nodiscard]] std::function<bool(std::span<const Value>)> predicate_of_measures(const InvariantTerm&);

}  // namespace coreecs
