#include "interp/check/prove/states.hpp"

#include <algorithm>

namespace coreecs::symbolic {

z3::expr SymbolicState::live(const z3::expr& e) {
  std::vector<z3::expr> one;
  for (Label i = 0; i < to_.program().schema.size(); ++i) one.push_back(at(i, e).present);
  return to_.any(one);
}

SymbolicCell AnyState::at(Label i, const z3::expr& e) {
  const auto known = known_.find({i, e.id()});
  if (known != known_.end()) return reads_[known->second].cell;
  const Program& program = to_.program();
  const std::string name = program.schema[i].name + "@" + std::to_string(family_);
  const auto owner = std::find_if(program.resources.begin(), program.resources.end(),
                                  [&](const Resource& resource) { return belongs_to(i, resource); });
  const z3::expr present = owner == program.resources.end() ? to_.function("has " + name, {e}, to_.z3().bool_sort())
                                                            : e == to_.literal(owner->e);
  SymbolicCell cell{present, to_.value_of(name, program.schema[i].type, e)};
  known_.emplace(std::pair(i, e.id()), reads_.size());
  reads_.push_back({i, e, cell});
  return cell;
}

namespace {

/// Reads the constraints of one query at e.
class QueryReader {
 public:
  QueryReader(Encoding& to, SymbolicState& c, SymbolicMatch& into, z3::expr e)
      : to_(to), c_(c), into_(into), e_(std::move(e)) {}

  void operator()(const QueryTerm& q) {
    bool live = false;
    for (const auto& constraint : q.constraints) {
      live = live || std::holds_alternative<QueryTerm::Incl>(constraint);
      std::visit([this](const auto& form) { into_.constraints.push_back(of(form)); }, constraint);
    }
    if (!live) into_.constraints.push_back(c_.live(e_));  // [query/excl], [query/anyway], [query/and]
    std::vector<z3::expr> one;
    for (const QueryTerm::Alternative& alternative : q.any) {
      std::vector<z3::expr> parts;
      for (const auto& constraint : alternative)
        std::visit([&](const auto& form) { parts.push_back(in_any(form)); }, constraint);
      one.push_back(to_.all(parts));
    }
    if (!q.any.empty()) into_.constraints.push_back(to_.any(one));
  }

 private:
  z3::expr of(const QueryTerm::Incl& q) {
    const SymbolicCell cell = c_.at(q.i, e_);
    bind(into_.variables, q.x, cell.value);
    return cell.present;
  }
  z3::expr of(const QueryTerm::Excl& q) { return !c_.at(q.i, e_).present; }
  z3::expr of(const QueryTerm::Anyway& q) {
    bind_optional(q.x, c_.at(q.i, e_));
    return to_.truth(true);
  }
  z3::expr in_any(const QueryTerm::Incl& q) {
    const SymbolicCell cell = c_.at(q.i, e_);
    bind_optional(q.x, cell);
    return cell.present;
  }
  z3::expr in_any(const QueryTerm::Excl& q) { return of(q); }
  void bind_optional(const Binder& x, const SymbolicCell& cell) {
    if (x.slot) into_.variables.insert_or_assign(*x.slot, Bound{cell.present, cell.value});
  }

  Encoding& to_;
  SymbolicState& c_;
  SymbolicMatch& into_;
  z3::expr e_;
};

}  // namespace

SymbolicMatch match_of(Encoding& to, const MatchTerm& of, SymbolicState& c, const z3::expr& path,
                       const std::vector<z3::expr>& given) {
  SymbolicMatch made;
  std::optional<z3::expr> is_match;  // φ is evaluated only if all queries match
  const auto cannot_fail = [](const Term& t) {
    return std::holds_alternative<term::Variable>(t.node().form) ||
           std::holds_alternative<term::Literal>(t.node().form);
  };
  for (std::size_t j = 0; j < of.match.size(); ++j) {
    const QueryTerm& q = of.match[j];
    const z3::expr e = given.empty() ? to.fresh("match", to.entities()) : given[j];
    if (q.is) {
      if (!is_match && !cannot_fail(q.is)) is_match = to.fresh("is match", to.z3().bool_sort());
      made.constraints.push_back(
          e == evaluate(to, q.is, made.variables, to.notes_errors() ? path : is_match.value_or(path)).e);
    }
    to.observe(e);
    made.entities.push_back(e);
    bind(made.variables, q.entity, to.scalar(Type::Kind::Entity, e));
    QueryReader(to, c, made, e)(q);
  }
  if (of.where) {
    std::vector<z3::expr> reached = made.constraints;
    reached.push_back(path);
    made.constraints.push_back(truth_of(to, of.where, made.variables, to.all(reached)));
  }
  if (is_match) to.assume(*is_match == to.all(made.constraints));
  return made;
}

namespace {

class Invoker {
 public:
  Invoker(Encoding& to, const Variables& variables, z3::expr path, SymbolicInvocation& into)
      : to_(to), variables_(variables), path_(std::move(path)), into_(into) {}

  void run(const MutationTerm& m) {
    std::visit([this](const auto& form) { of(form); }, m.node().form);
  }

 private:
  SymbolicValue value(const Term& t) { return evaluate(to_, t, variables_, path_); }
  void on(const z3::expr& condition, const MutationTerm& m) {
    Invoker(to_, variables_, to_.all({path_, condition}), into_).run(m);
  }

  void of(const term::Sequence& m) {
    for (const MutationTerm& part : m.parts) run(part);
  }
  void of(const term::Attach& m) {
    const z3::expr e = value(m.e).e;
    into_.writes.push_back({path_, m.i, e, as_component(value(m.k), to_.program().schema[m.i].type)});
  }
  void of(const term::Detach& m) { into_.writes.push_back({path_, m.i, value(m.e).e, std::nullopt}); }
  void of(const term::Destroy& m) {
    const z3::expr e = value(m.e).e;
    for (const Label i : m.labels) into_.writes.push_back({path_, i, e, std::nullopt});
  }
  void of(const term::New& m) {
    const z3::expr e = to_.fresh("created", to_.entities());
    into_.created.push_back(e);
    bind(variables_, m.x, to_.scalar(Type::Kind::Entity, e));
    run(m.body);
  }
  void of(const term::If<MutationTerm>& m) {
    const z3::expr condition = value(m.condition).e;
    on(condition, m.then);
    on(!condition, m.otherwise);
  }
  void of(const term::Let<MutationTerm>& m) {
    bind(variables_, m.x, value(m.value));
    run(m.body);
  }
  void of(const term::Case<MutationTerm>& m) {
    const z3::expr there = variables_.at(m.o.slot).present.value_or(to_.truth(true));
    bind(variables_, m.x, variables_.at(m.o.slot).value);
    on(there, m.then);
    on(!there, m.otherwise);
  }

  /// A literal list becomes a list.
  [[nodiscard]] SymbolicValue as_component(const SymbolicValue& k, const Type& type) const {
    if (type.kind == Type::Kind::List) return to_.as_list(k);
    return k;
  }

  Encoding& to_;
  Variables variables_;
  z3::expr path_;
  SymbolicInvocation& into_;
};

}  // namespace

SymbolicInvocation invoke(Encoding& to, const SystemTerm& s, const Variables& variables, const z3::expr& path) {
  SymbolicInvocation made;
  Invoker(to, variables, path, made).run(s.body);
  return made;
}

SymbolicCell Applied::at(Label i, const z3::expr& e) {
  SymbolicCell now = before_.at(i, e);
  for (const SymbolicWrite& write : writes_) {
    if (write.i != i) continue;
    const z3::expr performed = to_.all({write.path, write.e == e});
    now.present = z3::ite(performed, to_.truth(write.k.has_value()), now.present);
    if (write.k) now.value = to_.either(performed, *write.k, now.value);
  }
  return now;
}

std::vector<LastWrite> last_writes(Encoding& to, const std::vector<SymbolicWrite>& writes, Label i, const z3::expr& e) {
  std::vector<LastWrite> all;
  std::vector<z3::expr> no_later;
  for (auto write = writes.rbegin(); write != writes.rend(); ++write) {
    if (write->i != i) continue;
    const z3::expr performed = to.all({write->path, write->e.id() == e.id() ? to.truth(true) : write->e == e});
    std::vector<z3::expr> condition = no_later;
    condition.push_back(performed);
    all.push_back({to.all(condition), &*write});
    no_later.push_back(!performed);
  }
  std::reverse(all.begin(), all.end());
  return all;
}

}  // namespace coreecs::symbolic
