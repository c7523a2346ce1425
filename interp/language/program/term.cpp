#include "interp/language/program/term.hpp"

#include <algorithm>
#include <boost/container/small_vector.hpp>

#include "interp/fast/sweep.hpp"
#include "interp/language/program/condition.hpp"
#include "interp/language/program/error.hpp"
#include "interp/language/program/operator.hpp"

namespace coreecs {

std::vector<std::variant<QueryTerm::Incl, QueryTerm::Excl, QueryTerm::Anyway>> observed(const QueryTerm& q) {
  auto all = q.constraints;
  for (const QueryTerm::Alternative& alternative : q.any)
    for (const auto& constraint : alternative)
      all.emplace_back(std::visit(Clauses{[](const QueryTerm::Incl& c) {
                                            return QueryTerm::Anyway{c.i, c.x};
                                          },
                                          [](const QueryTerm::Excl& c) {
                                            return QueryTerm::Anyway{c.i, {}};
                                          }},
                                  constraint));
  return all;
}

QueryVector unconditional(const MatchTerm& matched) {
  QueryVector q;
  for (const QueryTerm& term : matched.match) {
    std::vector<Query> conjuncts;
    for (const auto& constraint : observed(term))
      std::visit(Clauses{[&](const QueryTerm::Incl& c) { conjuncts.push_back(Incl{c.i}); },
                         [&](const QueryTerm::Excl& c) { conjuncts.push_back(Excl{c.i}); },
                         [&](const QueryTerm::Anyway& c) { conjuncts.push_back(Anyway{c.i}); }},
                 constraint);
    if (conjuncts.size() == 1)
      q.push_back(conjuncts.front());
    else
      q.push_back(And{std::move(conjuncts)});
  }
  return q;
}

QueryVector query(const SystemTerm& system) {
  QueryVector q = unconditional(system);
  q.where = condition(system, false);
  return q;
}

QueryVector query(const InvariantTerm& invariant) {
  QueryVector q = unconditional(invariant);
  q.where = condition(invariant, true);
  return q;
}

namespace {

/// The parameters of a system or an invariant, and where its variables find their values in a match.
struct Abstraction : std::enable_shared_from_this<Abstraction> {
  struct Source {
    std::size_t position;  ///< in e⃗ or in w⃗
    Slot slot;
  };
  Abstraction(MatchTerm term, bool invariant);

  MatchTerm term;
  bool invariant;
  std::vector<Source> entities;
  std::vector<Source> cells;
};

Abstraction::Abstraction(MatchTerm taken, bool invariant) : term(std::move(taken)), invariant(invariant) {
  std::size_t cell = 0;
  const auto bind = [](std::vector<Source>& sources, std::size_t position, const Binder& x) {
    if (x.slot) sources.push_back({position, *x.slot});
  };
  for (std::size_t j = 0; j < term.match.size(); ++j) {
    bind(entities, j, term.match[j].entity);
    for (const auto& constraint : observed(term.match[j])) {
      std::visit(Clauses{[&](const QueryTerm::Incl& c) { bind(cells, cell, c.x); },  //
                         [](const QueryTerm::Excl&) {}, [&](const QueryTerm::Anyway& c) { bind(cells, cell, c.x); }},
                 constraint);
      ++cell;
    }
  }
}

/// The mutation that an evaluation yields.
struct Built {
  std::vector<Mutation> parts = {};

  void attach(Label i, Entity e, Value k) { parts.emplace_back(Attach{i, e, std::move(k)}); }
  void detach(Label i, Entity e) { parts.emplace_back(Detach{i, e}); }
  template <class Evaluation>
  void create(const Evaluation& evaluation, const term::New& m) {
    parts.emplace_back(New{[evaluation, owner = evaluation.owner(), m](Entity e) {
      Evaluation closure = evaluation;
      closure.bind(m.x, e);
      return closure.run(m.body);
    }});
  }
  [[nodiscard]] Mutation take() && {
    if (parts.empty()) return Nil{};
    if (parts.size() == 1) return std::move(parts.front());
    return Compose(std::move(parts));
  }
};

/// A mutation that is performed during its evaluation.
struct Immediate {
  fast::Invocations& r;

  void attach(Label i, Entity e, Value k) { r.attach(i, e, std::move(k)); }
  void detach(Label i, Entity e) { r.detach(i, e); }
  template <class Evaluation>
  void create(Evaluation& evaluation, const term::New& m) {
    const std::optional<Entity> e = r.create();
    if (!e) return;
    evaluation.bind(m.x, *e);
    evaluation.run(m.body, *this);
  }
};

/// f_s(r) during its evaluation: the values of the variables. A copy of it, with the function, is the closure of a ν.
class Evaluation {
 public:
  /// Without a match; these are the values of the first slots.
  Evaluation(const Abstraction& function, std::span<const Value> slots) : Evaluation(function) {
    std::copy(slots.begin(), slots.end(), slots_.begin());
  }
  Evaluation(const Abstraction& function, const Match& r) : Evaluation(function) {
    e_.assign(r.e.begin(), r.e.end());
    for (const Abstraction::Source& source : function.entities) slots_[source.slot] = r.e[source.position];
    for (const Abstraction::Source& source : function.cells) slots_[source.slot] = r.w[source.position];
  }
  /// For matches one after the other.
  explicit Evaluation(const Abstraction& function) : function_(&function), slots_(function.term.slots) {}
  void take(std::span<const Entity> e, std::span<const Value* const> found) {
    e_.assign(e.begin(), e.end());
    for (const Abstraction::Source& source : function_->entities) slots_[source.slot] = e[source.position];
    for (const Abstraction::Source& source : function_->cells)
      if (const Value* k = found[source.position])
        slots_[source.slot] = *k;
      else
        slots_[source.slot].reset();
  }

  /// Out is Built or Immediate.
  template <class Out>
  void run(const MutationTerm& m, Out& out) {
    std::visit([&](const auto& form) { (*this)(form, out); }, m.node().form);
  }
  [[nodiscard]] Mutation run(const MutationTerm& m) {
    Built built;
    run(m, built);
    return std::move(built).take();
  }
  void bind(const Binder& x, Value value) {
    if (x.slot) slots_[*x.slot] = std::move(value);
  }
  /// What a copy of this must keep.
  [[nodiscard]] std::shared_ptr<const Abstraction> owner() const { return function_->shared_from_this(); }
  [[nodiscard]] Value evaluate(const Term& t) {
    return std::visit([this](const auto& form) { return (*this)(form); }, t.node().form);
  }

  // Mutations (program format §3) --------------------------------------------------------------------------

  // [m, m', ...]
  template <class Out>
  void operator()(const term::Sequence& m, Out& out) {
    for (const MutationTerm& part : m.parts) run(part, out);
  }
  // {"attach": [L, e, t]}
  template <class Out>
  void operator()(const term::Attach& m, Out& out) {
    const Entity e = entity(m.e);
    out.attach(m.i, e, evaluate(m.k));
  }
  // {"detach": [L, e]}
  template <class Out>
  void operator()(const term::Detach& m, Out& out) {
    out.detach(m.i, entity(m.e));
  }
  // {"destroy": e}
  template <class Out>
  void operator()(const term::Destroy& m, Out& out) {
    const Entity e = entity(m.e);
    for (const Label i : m.labels) out.detach(i, e);
  }
  // {"new": [x, m]}
  template <class Out>
  void operator()(const term::New& m, Out& out) {
    out.create(*this, m);
  }

  // In terms and mutations; only a mutation has an Out -----------------------------------------------------

  template <class T>
  using Result = std::conditional_t<std::is_same_v<T, Term>, Value, void>;

  // {"if": [b, t, t']}
  template <class T, class... Out>
  Result<T> operator()(const term::If<T>& t, Out&... out) {
    return branch(truth(t.condition) ? t.then : t.otherwise, out...);
  }
  // {"let": [x, t, t']}
  template <class T, class... Out>
  Result<T> operator()(const term::Let<T>& t, Out&... out) {
    bind(t.x, evaluate(t.value));
    return branch(t.body, out...);
  }
  // {"case": [o, x, t, t']}
  template <class T, class... Out>
  Result<T> operator()(const term::Case<T>& t, Out&... out) {
    if (!slots_[t.o.slot]) return branch(t.otherwise, out...);
    bind(t.x, *slots_[t.o.slot]);
    return branch(t.then, out...);
  }

  // Terms (program format §4) ------------------------------------------------------------------------------

  // 1, 1.5, true, null, {"text": "s"}, {"entity": "e3"}
  Value operator()(const term::Literal& t) { return t.value; }
  // "p.x.y"
  Value operator()(const term::Variable& t) { return *find(t); }
  // {"record": {"x": t, ...}}
  Value operator()(const term::Record& t) {
    boost::container::small_vector<Value, 4> fields(t.fields.size());
    for (const term::Record::Field& field : t.fields) fields[field.position] = evaluate(field.value);
    return Record(std::span(fields.data(), fields.size()));
  }

  // {"+": [t, t', ...]}, {"neg": t} and so on
  Value operator()(const term::Operation& t) {
    if (t.op->decides) {
      const bool stop = *t.op->decides;
      return std::any_of(t.terms.begin(), t.terms.end(), [&](const Term& b) { return truth(b) == stop; }) == stop;
    }
    const Operand a(*this, t.terms[0]);
    if (t.terms.size() == 1) return apply(t, a, a);
    const Operand b(*this, t.terms[1]);
    if (t.terms.size() == 2) return apply(t, a, b);
    Value value = apply(t, a, b);
    for (std::size_t k = 2; k < t.terms.size(); ++k) value = apply(t, value, Operand(*this, t.terms[k]));
    return value;
  }

  // {"list": [t, ...]}
  Value operator()(const term::List& t) {
    std::vector<Value> values;
    for (const Term& each : t.terms) values.push_back(evaluate(each));
    return Record(values);
  }
  // {"length": l}
  Value operator()(const term::Length& t) { return static_cast<std::int64_t>(list(t.l).fields().size()); }
  // {"get": [l, n, t]}
  Value operator()(const term::Get& t) {
    const Record l = list(t.l);
    const auto n = static_cast<std::uint64_t>(evaluate(t.n).as<std::int64_t>());
    return n < l.fields().size() ? l.fields()[n] : evaluate(t.otherwise);
  }
  // {"append": [l, t, l']}
  Value operator()(const term::Append& t) {
    const Record l = list(t.l);
    if (l.fields().size() >= t.most) return evaluate(t.otherwise);
    std::vector<Value> values(l.fields().begin(), l.fields().end());
    values.push_back(evaluate(t.last));
    return Record(values);
  }
  // {"map": [l, x, t]}
  Value operator()(const term::Map& t) {
    std::vector<Value> values;
    const Record l = list(t.l);
    for (const Value& each : l.fields()) {
      bind(t.x, each);
      values.push_back(evaluate(t.body));
    }
    return Record(values);
  }
  // {"filter": [l, x, b]}
  Value operator()(const term::Filter& t) {
    std::vector<Value> values;
    const Record l = list(t.l);
    for (const Value& each : l.fields()) {
      bind(t.x, each);
      if (truth(t.body)) values.push_back(each);
    }
    return Record(values);
  }
  // {"fold": [l, x, y, t, t']}
  Value operator()(const term::Fold& t) {
    const Record l = list(t.l);
    Value y = evaluate(t.first);
    for (const Value& each : l.fields()) {
      bind(t.x, each);
      bind(t.y, y);
      y = evaluate(t.body);
    }
    return y;
  }

  // {"present": o}
  Value operator()(const term::Present& t) { return slots_[t.o.slot].has_value(); }
  // {"default": [o, t]}
  Value operator()(const term::Default& t) { return slots_[t.o.slot] ? *slots_[t.o.slot] : evaluate(t.otherwise); }

 private:
  const Value* find(const term::Variable& t) const {
    const Value* value = &*slots_[t.slot];
    for (const term::Variable::Step& step : t.path) value = &value->as<Record>().fields()[step.position];
    return value;
  }

  /// The value of a term. It does not copy that of a literal or of a variable.
  class Operand {
   public:
    Operand(Evaluation& evaluation, const Term& t)
        : kept_(kept(evaluation, t)), made_(kept_ ? Value() : evaluation.evaluate(t)) {}
    operator const Value&() const { return kept_ ? *kept_ : made_; }

   private:
    static const Value* kept(const Evaluation& evaluation, const Term& t) {
      if (const auto* variable = std::get_if<term::Variable>(&t.node().form)) return evaluation.find(*variable);
      const auto* literal = std::get_if<term::Literal>(&t.node().form);
      return literal ? &literal->value : nullptr;
    }
    const Value* kept_;
    Value made_;
  };

  Value branch(const Term& t) { return evaluate(t); }
  template <class Out>
  void branch(const MutationTerm& m, Out& out) {
    run(m, out);
  }
  bool truth(const Term& t) { return evaluate(t).as<bool>(); }
  Record list(const Term& t) { return evaluate(t).as<Record>(); }
  Entity entity(const Term& t) { return evaluate(t).as<Entity>(); }

  Value apply(const term::Operation& t, const Value& a, const Value& b) const {
    try {
      return t.op->apply(a, b);
    } catch (const UndefinedOperation& why) {
      RuntimeError error(function_->term.name, {e_.begin(), e_.end()}, t.at, why.what());
      error.invariant = function_->invariant;
      throw error;
    }
  }

  const Abstraction* function_;
  boost::container::small_vector<Entity, 2> e_;
  boost::container::small_vector<Cell, 8> slots_;
};

}  // namespace

std::function<Mutation(const Match&)> function(const SystemTerm& system) {
  return [function = std::make_shared<const Abstraction>(system, false), body = system.body](const Match& r) {
    return Evaluation(*function, r).run(body);
  };
}

std::shared_ptr<const Loop> loop(const SystemTerm& system) {
  return std::make_shared<const Loop>(
      Loop{[function = std::make_shared<const Abstraction>(system, false), body = system.body](fast::Invocations& r) {
        Evaluation evaluation(*function);
        while (r.next()) {
          evaluation.take(r.e(), r.found());
          Immediate out{r};
          try {
            evaluation.run(body, out);
          } catch (const RuntimeError&) {
            r.invoke();  // fails where f does: a ν is applied after all else is evaluated
          }
        }
      }});
}

std::function<Value(const Match&)> value_of(const Term& t, const MatchTerm& of, bool invariant) {
  Abstraction function(of, invariant);
  for (std::vector<Abstraction::Source>* sources : {&function.entities, &function.cells})
    std::erase_if(*sources, [&](const Abstraction::Source& source) { return !mentions(t, {source.slot}); });
  return [function = std::make_shared<const Abstraction>(std::move(function)), t](const Match& r) {
    return Evaluation(*function, r).evaluate(t);
  };
}

std::function<bool(const Match&)> predicate(const InvariantTerm& invariant) {
  return [holds = value_of(invariant.holds, invariant, true)](const Match& r) { return holds(r).as<bool>(); };
}

std::function<bool(std::span<const Value>)> predicate_of_measures(const InvariantTerm& invariant) {
  return [function = std::make_shared<const Abstraction>(invariant, true), holds = invariant.holds](
             std::span<const Value> values) { return Evaluation(*function, values).evaluate(holds).as<bool>(); };
}

}  // namespace coreecs
