#include "interp/program/accumulation.hpp"

#include <algorithm>
#include <map>

#include "interp/program/condition.hpp"
#include "interp/program/effects.hpp"

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

/// How the value of a term depends on that of one variable, of those that must not occur otherwise.
class Dependence {
 public:
  Dependence(Slot x, const std::set<Slot>& changing) : x_(x), changing_(changing) {}

  /// The term stands where the part of x at this path is to be.
  std::optional<Leaves> operator()(const Term& t, const Type& type, const Path& path) const {
    if (is_part(t, path)) return Leaves(parts(type), PartUpdate::Keeps);
    if (!mentions(t, changing_)) return Leaves(parts(type), PartUpdate::Sets);
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
  [[nodiscard]] std::optional<Leaves> updated(const Term& a, const Term& b, const Path& path, PartUpdate how) const {
    if (is_part(a, path) && !mentions(b, changing_)) return Leaves{how};
    return std::nullopt;
  }
  /// Of two operands, in whatever order.
  [[nodiscard]] std::optional<Leaves> updated(const std::vector<Term>& terms, const Path& path, PartUpdate how) const {
    if (terms.size() != 2) return std::nullopt;
    const auto first = updated(terms[0], terms[1], path, how);
    return first ? first : updated(terms[1], terms[0], path, how);
  }

  std::optional<Leaves> of(const term::Record& t, const Type& type, const Path& path) const {
    std::vector<Leaves> of_fields(type.fields.size());
    for (const term::Record::Field& field : t.fields) {
      Path inner = path;
      inner.push_back(field.position);
      auto leaves = (*this)(field.value, type.fields[field.position].type, inner);
      if (!leaves) return std::nullopt;
      of_fields[field.position] = *std::move(leaves);
    }
    Leaves all;
    for (const Leaves& leaves : of_fields) all.insert(all.end(), leaves.begin(), leaves.end());
    return all;
  }
  std::optional<Leaves> of(const term::Add& t, const Type&, const Path& path) const {
    return updated(t.terms, path, PartUpdate::Adds);
  }
  std::optional<Leaves> of(const term::Subtract& t, const Type&, const Path& path) const {
    return updated(t.a, t.b, path, PartUpdate::Adds);
  }
  std::optional<Leaves> of(const term::Min& t, const Type&, const Path& path) const {
    return updated(t.terms, path, PartUpdate::Least);
  }
  std::optional<Leaves> of(const term::Max& t, const Type&, const Path& path) const {
    return updated(t.terms, path, PartUpdate::Greatest);
  }
  std::optional<Leaves> of(const term::And& t, const Type&, const Path& path) const {
    return updated(t.terms, path, PartUpdate::All);
  }
  std::optional<Leaves> of(const term::Or& t, const Type&, const Path& path) const {
    return updated(t.terms, path, PartUpdate::Any);
  }
  std::optional<Leaves> of(const term::Let<Term>& t, const Type& type, const Path& path) const {
    return mentions(t.value, changing_) ? std::nullopt : (*this)(t.body, type, path);
  }
  /// Where one branch leaves a part as it is, the other one says what its update is: d may leave it, too.
  std::optional<Leaves> of(const term::If<Term>& t, const Type& type, const Path& path) const {
    if (mentions(t.condition, changing_)) return std::nullopt;
    auto all = (*this)(t.then, type, path);
    const auto others = (*this)(t.otherwise, type, path);
    if (!all || !others) return std::nullopt;
    for (std::size_t k = 0; k < all->size(); ++k) {
      PartUpdate& how = (*all)[k];
      const PartUpdate other = (*others)[k];
      if (how == other || other == PartUpdate::Keeps) {
        if (how == PartUpdate::Sets && other == PartUpdate::Keeps) return std::nullopt;
      } else if (how == PartUpdate::Keeps && other != PartUpdate::Sets) {
        how = other;
      } else {
        return std::nullopt;
      }
    }
    return all;
  }
  template <
      OneOf<term::Literal, term::Variable, term::Multiply, term::Negate, term::Abs, term::Not, term::Divide,
            term::CeilDiv, term::FloorDiv, term::Quot, term::Rem, term::Mod, term::Equal, term::NotEqual, term::Less,
            term::LessEqual, term::Greater, term::GreaterEqual, term::Apply, term::List, term::Length, term::Get,
            term::Append, term::Map, term::Filter, term::Fold, term::Present, term::Default, term::Case<Term>>
          Form>
  std::optional<Leaves> of(const Form&, const Type&, const Path&) const {
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

  std::optional<std::vector<Accumulated>> operator()() && {
    for (const QueryTerm& q : system_.match)
      if (q.is && mentions(q.is, changing_)) return std::nullopt;
    if (system_.where && mentions(system_.where, changing_)) return std::nullopt;
    if (!run(system_.body)) return std::nullopt;
    return std::move(found_);
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

  bool run(const MutationTerm& m) {
    return std::visit([this](const auto& form) { return of(form); }, m.node().form);
  }
  bool of(const term::Sequence& m) {
    return std::all_of(m.parts.begin(), m.parts.end(), [&](const MutationTerm& part) { return run(part); });
  }
  /// The only one under its label, of a component that is there.
  bool of(const term::Attach& m) {
    const auto there = there_.find(m.i);
    if (there == there_.end() || mentions(m.e, changing_)) return false;
    const auto is_same = [&](const Accumulated& one) { return one.i == m.i; };
    if (std::any_of(found_.begin(), found_.end(), is_same)) return false;
    const Type& type = schema_[m.i].type;
    std::optional<Leaves> leaves;
    if (there->second.x)
      leaves = Dependence(*there->second.x, changing_)(m.k, type, {});
    else if (!mentions(m.k, changing_))
      leaves.emplace(parts(type), PartUpdate::Sets);
    if (!leaves) return false;
    found_.push_back({m.i, query_of_.at(m.i), there->second.cell, *std::move(leaves)});
    return true;
  }
  bool of(const term::If<MutationTerm>& m) {
    return !mentions(m.condition, changing_) && run(m.then) && run(m.otherwise);
  }
  bool of(const term::Let<MutationTerm>& m) { return !mentions(m.value, changing_) && run(m.body); }
  bool of(const term::Case<MutationTerm>& m) {
    return changing_.count(m.o.slot) == 0 && run(m.then) && run(m.otherwise);
  }
  template <OneOf<term::Detach, term::Destroy, term::New> Form>
  bool of(const Form&) {
    return false;
  }

  const SystemTerm& system_;
  const Schema& schema_;
  std::map<Label, std::size_t> query_of_;  ///< to whose entity it writes which label
  std::map<Label, There> there_;           ///< where it includes the label that it writes
  std::set<Slot> changing_;                ///< variables of labels that it writes, of whatever query
  std::vector<Accumulated> found_;
};

}  // namespace

std::optional<std::vector<Accumulated>> accumulation(const SystemTerm& system, const Schema& schema) {
  return Reader(system, schema)();
}

}  // namespace coreecs
