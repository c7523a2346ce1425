#include "interp/language/program/accumulation.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <set>

#include "interp/language/program/condition.hpp"
#include "interp/language/program/effects.hpp"
#include "interp/language/program/operator.hpp"

namespace coreecs {

namespace {

using Leaves = std::vector<PartUpdate>;
using Path = std::vector<std::size_t>;

std::size_t parts(const Type& type) {
  if (type.kind != Type::Kind::Record) return 1;
  std::size_t n = 0;
  for (const Type::Field& field : type.fields) n += parts(field.type);
  return n;
}

/// The updates of the parts of a value, and what the system that records its updates attaches.
struct Recorded {
  Leaves leaves;
  Term k;
};

/// Appends a step to the steps of an update, which the recording system attaches as a list of records.
Term and_then(Term steps, MoveStep::How how, std::vector<Term> operands) {
  constexpr std::size_t any = std::numeric_limits<std::size_t>::max();
  term::Record step{{{"how", 0, Term(term::Literal{static_cast<std::int64_t>(how)})},
                     {"operands", 1, Term(term::List{std::move(operands)})}}};
  return Term(term::Append{std::move(steps), Term(std::move(step)), Term(term::List{}), any});
}

/// How the value of a term depends on one variable. No other variable in `changing` may occur in it.
class Dependence {
 public:
  Dependence(Slot x, const std::set<Slot>& changing) : x_(x), changing_(changing) {}

  /// The term is the new value of the part of x at this path.
  std::optional<Recorded> operator()(const Term& t, const Type& type, const Path& path) const {
    const bool number = type.kind == Type::Kind::Int || type.kind == Type::Kind::Real;
    if (is_part(t, path)) return Recorded{Leaves(parts(type), PartUpdate::Keeps), number ? Term(term::List{}) : t};
    if (!mentions(t, changing_)) return Recorded{Leaves(parts(type), PartUpdate::Sets), t};
    const auto either = [&](const auto& form) { return of(form, type, path); };
    return std::visit(either, t.node().form);
  }

 private:
  [[nodiscard]] bool is_part(const Term& t, const Path& path) const {
    const auto* variable = std::get_if<term::Variable>(&t.node().form);
    return variable && variable->slot == x_ &&
           std::equal(path.begin(), path.end(), variable->path.begin(), variable->path.end(),
                      [](std::size_t position, const auto& step) { return position == step.position; });
  }
  /// The only operand that depends on what is written; the end if it is not the only one.
  [[nodiscard]] std::vector<Term>::const_iterator only_changing(const std::vector<Term>& terms) const {
    const auto changes = [&](const Term& t) { return mentions(t, changing_); };
    const auto first = std::find_if(terms.begin(), terms.end(), changes);
    return first == terms.end() || std::any_of(first + 1, terms.end(), changes) ? terms.end() : first;
  }

  /// One operand moves a number, and the others move the result.
  [[nodiscard]] std::optional<Recorded> moved(const std::vector<Term>& terms, const Type& type, const Path& path,
                                              MoveStep::How how) const {
    const auto there = only_changing(terms);
    if (there == terms.end()) return std::nullopt;
    std::optional<Recorded> recorded = (*this)(*there, type, path);
    if (!recorded) return std::nullopt;
    std::vector<Term> others(terms.begin(), there);
    others.insert(others.end(), there + 1, terms.end());
    return Recorded{{PartUpdate::Moves}, and_then(std::move(recorded->k), how, std::move(others))};
  }
  [[nodiscard]] std::optional<Recorded> combined(const term::Operation& t, const Path& path, PartUpdate how) const {
    const auto there = only_changing(t.terms);
    if (there == t.terms.end() || !is_part(*there, path)) return std::nullopt;
    return Recorded{{how}, Term(t)};
  }

  std::optional<Recorded> of(const term::Record& t, const Type& type, const Path& path) const {
    std::vector<Leaves> of_fields(type.fields.size());
    term::Record recorded = t;
    for (term::Record::Field& field : recorded.fields) {
      Path inner = path;
      inner.push_back(field.position);
      auto one = (*this)(field.value, type.fields[field.position].type, inner);
      if (!one) return std::nullopt;
      of_fields[field.position] = std::move(one->leaves);
      field.value = std::move(one->k);
    }
    Leaves all;
    for (const Leaves& leaves : of_fields) all.insert(all.end(), leaves.begin(), leaves.end());
    return Recorded{std::move(all), Term(std::move(recorded))};
  }
  std::optional<Recorded> of(const term::Operation& t, const Type& type, const Path& path) const {
    using Role = Operator::Role;
    switch (t.op->role) {
      case Role::Sum:
        return moved(t.terms, type, path, MoveStep::Add);
      case Role::Difference: {  // x - d is x + (-d), also of reals
        const Term negated(term::Operation{&operator_of(Role::Negation), {t.terms[1]}, t.at});
        return moved({t.terms[0], negated}, type, path, MoveStep::Add);
      }
      case Role::Least:
        return moved(t.terms, type, path, MoveStep::AtMost);
      case Role::Greatest:
        return moved(t.terms, type, path, MoveStep::AtLeast);
      case Role::All:
        return combined(t, path, PartUpdate::All);
      case Role::Any:
        return combined(t, path, PartUpdate::Any);
      case Role::Negation:
      case Role::Equality:
      case Role::None:
        return std::nullopt;
    }
    return std::nullopt;
  }
  std::optional<Recorded> of(const term::Let<Term>& t, const Type& type, const Path& path) const {
    if (mentions(t.value, changing_)) return std::nullopt;
    std::optional<Recorded> body = (*this)(t.body, type, path);
    if (body) body->k = Term(term::Let<Term>{t.x, t.value, std::move(body->k)});
    return body;
  }
  /// If one branch keeps a part, its update is that of the other branch: that d may also keep it.
  std::optional<Recorded> of(const term::If<Term>& t, const Type& type, const Path& path) const {
    if (mentions(t.condition, changing_)) return std::nullopt;
    auto then = (*this)(t.then, type, path), otherwise = (*this)(t.otherwise, type, path);
    if (!then || !otherwise) return std::nullopt;
    for (std::size_t k = 0; k < then->leaves.size(); ++k) {
      PartUpdate& how = then->leaves[k];
      const PartUpdate other = otherwise->leaves[k];
      if (how == other || other == PartUpdate::Keeps) {
        if (how == PartUpdate::Sets && other == PartUpdate::Keeps) return std::nullopt;
      } else if (how == PartUpdate::Keeps && other != PartUpdate::Sets) {
        how = other;
      } else {
        return std::nullopt;
      }
    }
    then->k = Term(term::If<Term>{t.condition, std::move(then->k), std::move(otherwise->k)});
    return then;
  }
  template <OneOf<term::Literal, term::Variable, term::List, term::Length, term::Get, term::Append, term::Map,
                  term::Filter, term::Fold, term::Present, term::Default, term::Case<Term>>
                Form>
  std::optional<Recorded> of(const Form&, const Type&, const Path&) const {
    return std::nullopt;
  }

  Slot x_;
  const std::set<Slot>& changing_;
};

class Reader {
 public:
  Reader(const SystemTerm& system, const Schema& schema) : system_(system), schema_(schema) {
    for (const auto& [i, w] : label_writes(system, schema))
      if (w.queries && w.queries->size() == 1) query_of_[i] = *w.queries->begin();
    std::size_t cell = 0;
    for (std::size_t j = 0; j < system.match.size(); ++j)
      for (const auto& constraint : observed(system.match[j])) {
        std::visit(
            Clauses{[&](const QueryTerm::Incl& c) { note(j, cell, c.i, c.x, true); }, [](const QueryTerm::Excl&) {},
                    [&](const QueryTerm::Anyway& c) { note(j, cell, c.i, c.x, false); }},
            constraint);
        ++cell;
      }
  }

  std::optional<Accumulation> operator()() && {
    for (const QueryTerm& q : system_.match)
      if (q.is && mentions(q.is, changing_)) return std::nullopt;
    if (system_.where && mentions(system_.where, changing_)) return std::nullopt;
    std::optional<MutationTerm> recorded = run(system_.body);
    if (!recorded) return std::nullopt;
    Accumulation found{std::move(found_), system_};
    found.recording.body = *std::move(recorded);
    return found;
  }

 private:
  struct There {
    std::size_t cell;
    std::optional<Slot> x;
  };
  void note(std::size_t j, std::size_t cell, Label i, const Binder& x, bool is_there) {
    const auto query = query_of_.find(i);
    if (query == query_of_.end()) return;
    if (x.slot) changing_.insert(*x.slot);
    if (is_there && query->second == j) there_.emplace(i, There{cell, x.slot});
  }

  /// The mutation in the system that records its updates; none if it may do something else.
  std::optional<MutationTerm> run(const MutationTerm& m) {
    return std::visit([this](const auto& form) { return of(form); }, m.node().form);
  }
  std::optional<MutationTerm> of(const term::Sequence& m) {
    term::Sequence recorded;
    for (const MutationTerm& part : m.parts) {
      std::optional<MutationTerm> one = run(part);
      if (!one) return std::nullopt;
      recorded.parts.push_back(*std::move(one));
    }
    return MutationTerm(std::move(recorded));
  }
  /// Accepts one attach for each label, to a component that is there.
  std::optional<MutationTerm> of(const term::Attach& m) {
    const auto there = there_.find(m.i);
    if (there == there_.end() || mentions(m.e, changing_)) return std::nullopt;
    const auto is_same = [&](const Accumulated& one) { return one.i == m.i; };
    if (std::any_of(found_.begin(), found_.end(), is_same)) return std::nullopt;
    const Type& type = schema_[m.i].type;
    std::optional<Recorded> recorded;
    if (there->second.x)
      recorded = Dependence(*there->second.x, changing_)(m.k, type, {});
    else if (!mentions(m.k, changing_))
      recorded = Recorded{Leaves(parts(type), PartUpdate::Sets), m.k};
    if (!recorded) return std::nullopt;
    found_.push_back({m.i, there->second.cell, std::move(recorded->leaves)});
    return MutationTerm(term::Attach{m.i, m.e, std::move(recorded->k)});
  }
  std::optional<MutationTerm> of(const term::If<MutationTerm>& m) {
    if (mentions(m.condition, changing_)) return std::nullopt;
    auto then = run(m.then);
    auto otherwise = then ? run(m.otherwise) : std::nullopt;
    if (!otherwise) return std::nullopt;
    return MutationTerm(term::If<MutationTerm>{m.condition, *std::move(then), *std::move(otherwise)});
  }
  std::optional<MutationTerm> of(const term::Let<MutationTerm>& m) {
    auto body = mentions(m.value, changing_) ? std::nullopt : run(m.body);
    if (!body) return std::nullopt;
    return MutationTerm(term::Let<MutationTerm>{m.x, m.value, *std::move(body)});
  }
  std::optional<MutationTerm> of(const term::Case<MutationTerm>& m) {
    if (changing_.count(m.o.slot) > 0) return std::nullopt;
    auto then = run(m.then);
    auto otherwise = then ? run(m.otherwise) : std::nullopt;
    if (!otherwise) return std::nullopt;
    return MutationTerm(term::Case<MutationTerm>{m.o, m.x, *std::move(then), *std::move(otherwise)});
  }
  template <OneOf<term::Detach, term::Destroy, term::New> Form>
  std::optional<MutationTerm> of(const Form&) {
    return std::nullopt;
  }

  const SystemTerm& system_;
  const Schema& schema_;
  std::map<Label, std::size_t> query_of_;  ///< the query to whose entity it writes a label
  std::map<Label, There> there_;           ///< where it includes a label that it writes
  std::set<Slot> changing_;                ///< variables of labels that it writes, in any query
  std::vector<Accumulated> found_;
};

}  // namespace

std::optional<Accumulation> accumulation(const SystemTerm& system, const Schema& schema) {
  return Reader(system, schema)();
}

std::vector<MoveStep> steps_of(const Value& recorded) {
  std::vector<MoveStep> all;
  const auto* steps = std::get_if<Record>(&recorded.sum());
  if (!steps) return all;
  for (const Value& step : steps->fields()) {
    const std::span<const Value> fields = step.as<Record>().fields();
    const std::span<const Value> operands = fields[1].as<Record>().fields();
    all.push_back({static_cast<MoveStep::How>(fields[0].as<std::int64_t>()), {operands.begin(), operands.end()}});
  }
  return all;
}

}  // namespace coreecs
