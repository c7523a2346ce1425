#include "interp/language/program/condition.hpp"

#include <algorithm>
#include <map>

#include "interp/fast/query.hpp"
#include "interp/language/program/error.hpp"
#include "interp/language/program/operator.hpp"
#include "interp/language/program/values.hpp"

namespace coreecs {

namespace {

using ValueOf = std::function<Value(const Match&)>;

/// What the value of a term depends on, and whether it may fail.
class Survey {
 public:
  explicit Survey(const MatchTerm& of) {
    const auto note = [&](const Binder& x, std::size_t query) {
      if (x.slot) query_of_[*x.slot] = query;
    };
    for (std::size_t j = 0; j < of.match.size(); ++j) {
      note(of.match[j].entity, j);
      for (const auto& constraint : observed(of.match[j]))
        std::visit(Clauses{[&](const QueryTerm::Incl& c) { note(c.x, j); }, [](const QueryTerm::Excl&) {},
                           [&](const QueryTerm::Anyway& c) { note(c.x, j); }},
                   constraint);
    }
  }

  /// Only these variables, all of one query.
  explicit Survey(const std::set<Slot>& variables) {
    for (const Slot slot : variables) query_of_.emplace(slot, 0);
  }

  struct Found {
    /// The first and the last query whose variables it has; none if it has none.
    std::optional<std::size_t> first = {}, last = {};
    bool may_fail = false;

    void operator|=(const Found& other) {
      if (other.first) first = first ? std::min(*first, *other.first) : other.first;
      last = std::max(last, other.last);
      may_fail = may_fail || other.may_fail;
    }
  };
  Found operator()(const Term& t) const {
    return std::visit([this](const auto& form) { return of(form); }, t.node().form);
  }

 private:
  [[nodiscard]] Found variable(Slot slot) const {
    const auto query = query_of_.find(slot);  // others are bound in the term itself
    return query == query_of_.end() ? Found{} : Found{query->second, query->second};
  }
  [[nodiscard]] Found all(const std::vector<Term>& terms) const {
    Found found;
    for (const Term& t : terms) found |= (*this)(t);
    return found;
  }

  [[nodiscard]] Found of(const term::Literal&) const { return all({}); }
  [[nodiscard]] Found of(const term::Variable& t) const { return variable(t.slot); }
  [[nodiscard]] Found of(const term::Record& t) const {
    Found found;
    for (const term::Record::Field& field : t.fields) found |= (*this)(field.value);
    return found;
  }
  [[nodiscard]] Found of(const term::Operation& t) const {
    Found found = all(t.terms);
    found.may_fail = found.may_fail || may_fail(t);
    return found;
  }
  static bool may_fail(const term::Operation& t) {
    const auto* divisor = std::get_if<term::Literal>(&t.terms.back().node().form);
    switch (t.op->fails) {
      case Operator::Fails::Never:
        return false;
      case Operator::Fails::Maybe:
        return true;
      case Operator::Fails::OnDivisor:
        return !divisor || divisor->value == Value(0) || divisor->value == Value(-1);
    }
    return true;
  }
  [[nodiscard]] Found of(const term::List& t) const { return all(t.terms); }
  [[nodiscard]] Found of(const term::Length& t) const { return (*this)(t.l); }
  [[nodiscard]] Found of(const term::Get& t) const { return all({t.l, t.n, t.otherwise}); }
  [[nodiscard]] Found of(const term::Append& t) const { return all({t.l, t.last, t.otherwise}); }
  template <OneOf<term::Map, term::Filter> Form>
  [[nodiscard]] Found of(const Form& t) const {
    return all({t.l, t.body});
  }
  [[nodiscard]] Found of(const term::Fold& t) const { return all({t.l, t.first, t.body}); }
  [[nodiscard]] Found of(const term::Present& t) const { return variable(t.o.slot); }
  [[nodiscard]] Found of(const term::Default& t) const {
    Found found = variable(t.o.slot);
    found |= (*this)(t.otherwise);
    return found;
  }
  [[nodiscard]] Found of(const term::If<Term>& t) const { return all({t.condition, t.then, t.otherwise}); }
  [[nodiscard]] Found of(const term::Let<Term>& t) const { return all({t.value, t.body}); }
  [[nodiscard]] Found of(const term::Case<Term>& t) const {
    Found found = all({t.then, t.otherwise});
    found |= variable(t.o.slot);
    return found;
  }

  std::map<Slot, std::size_t> query_of_;
};

/// The term, if it is an operation of this role.
const term::Operation* operation(const Term& t, Operator::Role role) {
  const auto* operation = std::get_if<term::Operation>(&t.node().form);
  return operation && operation->op->role == role ? operation : nullptr;
}

/// The operands of an `and`, and of the ones nested in it.
void conjuncts(const Term& t, std::vector<Term>& all) {
  if (const auto* both = operation(t, Operator::Role::All))
    for (const Term& operand : both->terms) conjuncts(operand, all);
  else
    all.push_back(t);
}

std::function<std::optional<Value>(const Match&)> where_it_is(ValueOf value) {
  return [value = std::move(value)](const Match& r) -> std::optional<Value> {
    try {
      return canonical(value(r));
    } catch (const RuntimeError&) {
      return std::nullopt;
    }
  };
}

/// The keys of a condition: for each query, equalities by which it is looked up. φ must reach such an equality without
/// failing.
class KeyReader {
 public:
  KeyReader(const MatchTerm& of, bool invariant) : of_(of), invariant_(invariant), survey_(of) {
    keys_.queries.resize(of.match.size());
    for (std::size_t j = 0; j < of.match.size() && sure_; ++j)
      if (const Term& is = of.match[j].is) {
        keys_.queries[j].entity = where_it_is(value_of(is, of, invariant));
        sure_ = !survey_(is).may_fail;
      }
    std::vector<Term> all;
    if (of.where) conjuncts(of.where, all);
    for (const Term& t : all) {
      const auto* equal = operation(t, Operator::Role::Equality);
      if (!sure_ || !equal || !read(equal->terms[0], equal->terms[1])) others_.push_back(t);
      sure_ = sure_ && !survey_(t).may_fail;
    }
  }

  [[nodiscard]] const Keys& keys() const { return keys_; }
  /// The operands of `where` that are no keys.
  [[nodiscard]] const std::vector<Term>& others() const { return others_; }

 private:
  /// Adds an equality as a key. Returns whether it is one.
  bool read(const Term& a, const Term& b) {
    const Survey::Found in_a = survey_(a), in_b = survey_(b);
    if (in_a.last > in_b.last) return read(a, in_a, b);
    return in_b.last > in_a.last && read(b, in_b, a);
  }
  /// Adds found == sought. `found` has variables of later queries than `sought`.
  bool read(const Term& found, const Survey::Found& in_found, const Term& sought) {
    if (in_found.may_fail || in_found.first != in_found.last) return false;
    Keys::OfQuery& keys = keys_.queries[*in_found.last];
    const Binder& e = of_.match[*in_found.last].entity;
    const auto* variable = std::get_if<term::Variable>(&found.node().form);
    auto sought_value = where_it_is(value_of(sought, of_, invariant_));
    if (variable && e.slot == variable->slot && !keys.entity)
      keys.entity = std::move(sought_value);
    else
      keys.cells.push_back({[value = value_of(found, of_, invariant_)](const Match& r) { return canonical(value(r)); },
                            std::move(sought_value)});
    return true;
  }

  const MatchTerm& of_;
  bool invariant_;
  Survey survey_;
  Keys keys_;
  std::vector<Term> others_;
  bool sure_ = true;  ///< whether φ surely reaches the next operand
};

/// {"any": [{...}, {...}]} of one query.
class Alternatives {
 public:
  Alternatives(const QueryTerm& q, std::size_t cell) : any_(q.any), cell_(cell + q.constraints.size()) {}

  bool operator()(const Match& r) const {
    std::size_t cell = cell_;
    bool one = false;
    for (const QueryTerm::Alternative& alternative : any_) {
      bool holds = true;
      for (const auto& constraint : alternative)
        holds = r.w[cell++].has_value() == std::holds_alternative<QueryTerm::Incl>(constraint) && holds;
      one = one || holds;
    }
    return one;
  }

 private:
  std::vector<QueryTerm::Alternative> any_;
  std::size_t cell_;  ///< the first of their cells
};

/// φ, or a part of it.
struct Conjunction {
  std::vector<std::pair<std::size_t, ValueOf>> entities = {};  ///< the j-th entity must be the value of a term
  std::vector<Alternatives> alternatives = {};
  std::vector<ValueOf> terms = {};

  [[nodiscard]] bool empty() const { return entities.empty() && alternatives.empty() && terms.empty(); }
  bool operator()(const Match& r) const {
    return std::all_of(entities.begin(), entities.end(),
                       [&](const auto& is) { return r.e[is.first] == is.second(r).template as<Entity>(); }) &&
           std::all_of(alternatives.begin(), alternatives.end(), [&](const Alternatives& any) { return any(r); }) &&
           std::all_of(terms.begin(), terms.end(), [&](const ValueOf& t) { return t(r).as<bool>(); });
  }
};

}  // namespace

bool mentions(const Term& t, const std::set<Slot>& variables) { return Survey(variables)(t).last.has_value(); }

Condition condition(const MatchTerm& of, bool invariant) {
  const KeyReader reader(of, invariant);
  Keys keys = reader.keys();
  Conjunction phi, rest;
  std::size_t cell = 0;
  for (std::size_t j = 0; j < of.match.size(); ++j) {
    const QueryTerm& q = of.match[j];
    if (q.is) phi.entities.emplace_back(j, value_of(q.is, of, invariant));
    if (q.is && !keys.queries[j].entity) rest.entities.push_back(phi.entities.back());
    if (!q.any.empty()) phi.alternatives.emplace_back(q, cell);
    cell += observed(q).size();
  }
  rest.alternatives = phi.alternatives;
  if (of.where) phi.terms.push_back(value_of(of.where, of, invariant));
  for (const Term& t : reader.others()) rest.terms.push_back(value_of(t, of, invariant));
  if (phi.empty()) return {};
  if (!rest.empty()) keys.rest = std::move(rest);
  return {std::move(phi), std::make_shared<const Keys>(std::move(keys))};
}

}  // namespace coreecs
