#include "interp/language/format/elaborate_term.hpp"

#include "interp/language/program/operator.hpp"

namespace coreecs {

namespace {

struct Coercion {
  const Term& term;
  const TermType& to;

  [[nodiscard]] Coercion elements() const { return {term, to.element()}; }
  [[nodiscard]] std::vector<Term> each(const std::vector<Term>& terms) const {
    std::vector<Term> coerced;
    coerced.reserve(terms.size());
    for (const Term& operand : terms) coerced.push_back(coerce(operand, to));
    return coerced;
  }

  Term operator()(const term::Literal& t) const {
    const auto* n = std::get_if<std::int64_t>(&t.value.sum());
    return n && to.kind == TermType::Kind::Real ? Term(term::Literal{static_cast<double>(*n)}) : term;
  }
  Term operator()(const term::Record& t) const {
    term::Record record = t;
    for (term::Record::Field& field : record.fields)
      if (field.position < to.fields.size()) field.value = coerce(field.value, to.fields[field.position].second);
    return Term(std::move(record));
  }
  Term operator()(const term::Operation& t) const {
    return t.op->yields ? term : Term(term::Operation{t.op, each(t.terms), t.at});
  }
  Term operator()(const term::If<Term>& t) const {
    return Term(term::If<Term>{t.condition, coerce(t.then, to), coerce(t.otherwise, to)});
  }
  Term operator()(const term::Let<Term>& t) const { return Term(term::Let<Term>{t.x, t.value, coerce(t.body, to)}); }
  Term operator()(const term::Case<Term>& t) const {
    return Term(term::Case<Term>{t.o, t.x, coerce(t.then, to), coerce(t.otherwise, to)});
  }
  Term operator()(const term::List& t) const { return Term(term::List{elements().each(t.terms)}); }
  Term operator()(const term::Append& t) const {
    return Term(term::Append{coerce(t.l, to), coerce(t.last, to.element()), coerce(t.otherwise, to), t.most});
  }
  Term operator()(const term::Map& t) const { return Term(term::Map{t.l, t.x, coerce(t.body, to.element())}); }
  // The expected type cannot change the type of these.
  template <OneOf<term::Variable, term::Present, term::Default, term::Length, term::Get, term::Filter, term::Fold> Form>
  Term operator()(const Form&) const {
    return term;
  }
};

}  // namespace

Term coerce(const Term& term, const TermType& to) {
  return term ? std::visit(Coercion{term, to}, term.node().form) : term;
}

}  // namespace coreecs
