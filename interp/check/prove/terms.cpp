#include "interp/check/prove/terms.hpp"

namespace coreecs::symbolic {

namespace {

class Evaluator {
 public:
  Evaluator(Encoding& to, Variables& variables, z3::expr path)
      : to_(to), variables_(variables), path_(std::move(path)) {}

  [[nodiscard]] SymbolicValue operator()(const Term& t) {
    return std::visit([this](const auto& form) { return of(form); }, t.node().form);
  }

 private:
  /// The value of a term that is evaluated only if this holds, too.
  [[nodiscard]] SymbolicValue on(const z3::expr& condition, const Term& t) {
    return Evaluator(to_, variables_, to_.all({path_, condition}))(t);
  }
  [[nodiscard]] SymbolicValue list(const Term& t) { return to_.as_list((*this)(t)); }
  [[nodiscard]] z3::expr number(std::size_t n) const { return to_.integer(static_cast<std::int64_t>(n)); }
  [[nodiscard]] z3::expr present(const term::Optional& o) const {
    return variables_.at(o.slot).present.value_or(to_.truth(true));
  }

  SymbolicValue of(const term::Literal& t) { return to_.value(t.value); }
  SymbolicValue of(const term::Variable& t) {
    const SymbolicValue* value = &variables_.at(t.slot).value;
    for (const term::Variable::Step& step : t.path) value = &value->parts.at(step.position);
    return *value;
  }
  SymbolicValue of(const term::Record& t) {
    SymbolicValue all{Type::Kind::Record, to_.truth(true),
                      std::vector<SymbolicValue>(t.fields.size(), to_.scalar(Type::Kind::Unit, to_.truth(true)))};
    for (const term::Record::Field& field : t.fields) all.parts.at(field.position) = (*this)(field.value);
    return all;
  }

  SymbolicValue of(const term::Operation& t) {
    if (t.op->decides) return connective(t);
    const SymbolicValue first = (*this)(t.terms[0]);
    if (t.terms.size() == 1) return apply(to_, *t.op, first, first, path_);
    SymbolicValue value = first;
    for (std::size_t k = 1; k < t.terms.size(); ++k) value = apply(to_, *t.op, value, (*this)(t.terms[k]), path_);
    return value;
  }
  /// `and`, `or`: an operand is evaluated only if those before it do not decide.
  SymbolicValue connective(const term::Operation& t) {
    const bool is_or = *t.op->decides;
    std::vector<z3::expr> operands, reached{path_};
    for (const Term& operand : t.terms) {
      operands.push_back(Evaluator(to_, variables_, to_.all(reached))(operand).e);
      reached.push_back(is_or ? !operands.back() : operands.back());
    }
    return to_.scalar(Type::Kind::Bool, is_or ? to_.any(operands) : to_.all(operands));
  }

  SymbolicValue of(const term::Present& t) { return to_.scalar(Type::Kind::Bool, present(t.o)); }
  SymbolicValue of(const term::Default& t) {
    const z3::expr there = present(t.o);
    return to_.either(there, variables_.at(t.o.slot).value, on(!there, t.otherwise));
  }
  SymbolicValue of(const term::If<Term>& t) {
    const z3::expr condition = (*this)(t.condition).e;
    const SymbolicValue then = on(condition, t.then);
    return to_.either(condition, then, on(!condition, t.otherwise));
  }
  SymbolicValue of(const term::Let<Term>& t) {
    bind(variables_, t.x, (*this)(t.value));
    return (*this)(t.body);
  }
  SymbolicValue of(const term::Case<Term>& t) {
    const z3::expr there = present(t.o);
    bind(variables_, t.x, variables_.at(t.o.slot).value);
    const SymbolicValue then = on(there, t.then);
    return to_.either(there, then, on(!there, t.otherwise));
  }

  // Lists are unrolled: what is done to the k-th value counts only if there is one.

  SymbolicValue of(const term::List& t) {
    SymbolicValue all{Type::Kind::Record, to_.truth(true), {}};
    for (const Term& each : t.terms) all.parts.push_back((*this)(each));
    return all;
  }
  SymbolicValue of(const term::Length& t) { return to_.scalar(Type::Kind::Int, list(t.l).e); }
  SymbolicValue of(const term::Get& t) {
    const SymbolicValue l = list(t.l), n = (*this)(t.n);
    SymbolicValue value = on(n.e < 0 || n.e >= l.e, t.otherwise);
    for (std::size_t k = 0; k < l.parts.size(); ++k)
      value = to_.either(n.e == number(k) && l.e > number(k), l.parts[k], value);
    return value;
  }
  SymbolicValue of(const term::Append& t) {
    const SymbolicValue l = list(t.l);
    const z3::expr full = l.e >= number(t.most);
    const SymbolicValue last = on(!full, t.last), otherwise = to_.as_list(on(full, t.otherwise));
    if (t.most > longest_list) throw Unsupported("it has long lists");
    SymbolicValue longer{Type::Kind::List, l.e + 1, {}};
    for (std::size_t k = 0; k < std::min(t.most, l.parts.size() + 1); ++k)
      longer.parts.push_back(k < l.parts.size() ? to_.either(l.e == number(k), last, l.parts[k]) : last);
    return to_.either(full, otherwise, longer);
  }
  SymbolicValue of(const term::Map& t) {
    const SymbolicValue l = list(t.l);
    SymbolicValue all{Type::Kind::List, l.e, {}};
    for (std::size_t k = 0; k < l.parts.size(); ++k) {
      bind(variables_, t.x, l.parts[k]);
      all.parts.push_back(on(l.e > number(k), t.body));
    }
    return all;
  }
  SymbolicValue of(const term::Filter& t) {
    const SymbolicValue l = list(t.l);
    SymbolicValue all{Type::Kind::List, number(0), l.parts};
    for (std::size_t k = 0; k < l.parts.size(); ++k) {
      bind(variables_, t.x, l.parts[k]);
      const z3::expr there = l.e > number(k), kept = to_.all({there, on(there, t.body).e});
      for (std::size_t j = 0; j <= k; ++j)
        all.parts[j] = to_.either(to_.all({kept, all.e == number(j)}), l.parts[k], all.parts[j]);
      all.e = z3::ite(kept, all.e + 1, all.e);
    }
    return all;
  }
  SymbolicValue of(const term::Fold& t) {
    const SymbolicValue l = list(t.l);
    SymbolicValue y = (*this)(t.first);
    for (std::size_t k = 0; k < l.parts.size(); ++k) {
      const z3::expr there = l.e > number(k);
      bind(variables_, t.x, l.parts[k]);
      bind(variables_, t.y, y);
      y = to_.either(there, on(there, t.body), y);
    }
    return y;
  }

  Encoding& to_;
  Variables& variables_;
  z3::expr path_;
};

}  // namespace

void bind(Variables& variables, const Binder& x, SymbolicValue value) {
  if (x.slot) variables.insert_or_assign(*x.slot, Bound{std::nullopt, std::move(value)});
}

SymbolicValue evaluate(Encoding& to, const Term& term, Variables& variables, const z3::expr& path) {
  return Evaluator(to, variables, path)(term);
}

}  // namespace coreecs::symbolic
