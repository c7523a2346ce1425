#include "interp/archetypes/archetype/terms_reader.hpp"

#include "interp/base/json/reading.hpp"

namespace coreecs::archetype {

Term TermsReader::in_reals(const Term& t) {
  return match(
      t.form(),
      [&](const Literal& v) -> Term {
        const auto* n = std::get_if<std::int64_t>(&v.v.sum());
        return n ? Term(Literal{static_cast<double>(*n)}) : t;
      },
      [&](const If& t) -> Term {
        return If{t.t, in_reals(t.t1), in_reals(t.t2)};
      },
      [&](const Sequence& t) -> Term {
        return Sequence{t.t1, in_reals(t.t2)};
      },
      [&](const Apply& a) -> Term {
        std::vector<Term> operands;
        for (const Term& each : a.t) operands.push_back(in_reals(each));
        return Apply{operation(a.o->name, std::vector<Tau>(operands.size(), Primitive::Float)), std::move(operands)};
      },
      [&](const Variable&) { return t; }, [&](const Read&) { return t; }, [&](const Write&) { return t; },
      [&](const Staged&) { return t; }, [&](const Immediate&) { return t; });
}

void TermsReader::make_real(Elaborated& e) {
  if (e.shape.kind == Shape::Kind::Number) e = {in_reals(e.t), std::move(e.origin), known(Primitive::Float)};
}

Elaborated TermsReader::read_as(const Place& place, const Json& json, Primitive P) {
  Elaborated e = read(place, json);
  if (P == Primitive::Float) make_real(e);
  if (e.shape.kind == Shape::Kind::Unknown) return e;
  const bool fits = e.shape.kind != Shape::Kind::Mixed && e.shape.tau == Tau(P);
  if (!fits) {
    mismatch(place, e.shape, std::string(type_name(P)));
    e.shape = {};
  }
  return e;
}

Elaborated TermsReader::apply(const Place& place, std::shared_ptr<const Operation> o,
                              std::vector<Elaborated> operands) {
  Apply t{std::move(o), {}};
  std::vector<Origin> origins;
  for (Elaborated& operand : operands) {
    t.t.push_back(std::move(operand.t));
    origins.push_back(std::move(operand.origin));
  }
  Shape shape = known(t.o->yields);
  return {std::move(t), {place.pointer(), std::move(origins)}, std::move(shape)};
}

// {"+": [a, b]}, {"neg": a}
Elaborated TermsReader::operated(const Place& place, const Json& json, const Operator& op) {
  std::vector<Elaborated> operands;
  std::vector<std::size_t> order;
  const auto at = [&](std::size_t k) { return op.most() == 1 ? place : place.element(k); };
  if (op.most() == 1) {
    operands.push_back(read(place, json));
  } else {
    const Json::List* all =
        list(problems_, place, json, op.most() == 2 ? "[a, b]" : "two or more terms", op.least(), op.most());
    if (!all) return unknown(place);
    for (std::size_t k = 0; k < all->size(); ++k) operands.push_back(read(place.element(k), (*all)[k]));
  }
  const auto exists = [&](const Tau& tau) { return operation(op.key, std::vector<Tau>(operands.size(), tau)); };
  std::string accepted;
  for (const Primitive P : {Primitive::Bool, Primitive::Int, Primitive::Float, Primitive::Text})
    if (exists(P)) accepted += (accepted.empty() ? "" : ", ") + std::string(type_name(P));
  if (const std::size_t comma = accepted.rfind(", "); comma != std::string::npos) accepted.replace(comma, 2, " or ");

  // The type of the first operand that is no integer literal; literals fit int and real.
  std::optional<Tau> common;
  bool good = true, literals = true;
  for (std::size_t k = 0; k < operands.size(); ++k) {
    const Shape& shape = operands[k].shape;
    if (shape.kind == Shape::Kind::Unknown) good = false;
    if (shape.kind == Shape::Kind::Unknown || shape.kind == Shape::Kind::Number) continue;
    literals = false;
    const bool takes_it = shape.kind == Shape::Kind::Known && exists(shape.tau);
    if (takes_it && !common) common = shape.tau;
    if (takes_it && shape.tau == *common) continue;
    if (good) mismatch(at(k), shape, common && takes_it ? show(known(*common)) : accepted);
    good = false;
  }
  const bool numbers = common == Tau(Primitive::Int) || common == Tau(Primitive::Float);
  if (good && !literals && !numbers)
    for (std::size_t k = 0; k < operands.size() && good; ++k)
      if (operands[k].shape.kind == Shape::Kind::Number) {
        mismatch(at(k), operands[k].shape, show(known(*common)));
        good = false;
      }
  if (good && literals) {
    common = exists(Primitive::Int) ? Tau(Primitive::Int) : Tau(Primitive::Float);
    if (!exists(*common)) {
      mismatch(at(0), operands[0].shape, accepted);
      good = false;
    }
  }
  if (!good) return unknown(place);
  if (*common == Tau(Primitive::Float))
    for (Elaborated& operand : operands) make_real(operand);
  const bool stays_literal = literals && *common == Tau(Primitive::Int) && exists(Primitive::Float) &&
                             exists(Primitive::Int)->yields == Tau(Primitive::Int) &&
                             exists(Primitive::Float)->yields == Tau(Primitive::Float);
  std::shared_ptr<const Operation> o = exists(*common);
  Elaborated e = apply(place, std::move(o), std::move(operands));
  if (stays_literal) e.shape.kind = Shape::Kind::Number;
  return e;
}

// {"if": [b, t, t']}, {"if": [b, t]}
Elaborated TermsReader::conditional(const Place& place, const Json& json) {
  const Json::List* all = list(problems_, place, json, "[b, t, t'], or [b, t] where nothing is done else", 2, 3);
  if (!all) return unknown(place);
  Elaborated b = read(place.element(0), (*all)[0]);
  Elaborated then = read(place.element(1), (*all)[1]);
  Elaborated otherwise =
      all->size() == 3 ? read(place.element(2), (*all)[2]) : Elaborated{unit(), {place.pointer()}, known(Unit{})};
  if (then.shape.kind == Shape::Kind::Number && otherwise.shape.tau == Tau(Primitive::Float)) make_real(then);
  if (otherwise.shape.kind == Shape::Kind::Number && then.shape.tau == Tau(Primitive::Float)) make_real(otherwise);
  Shape shape = then.shape;
  if (then.shape.kind == Shape::Kind::Unknown || otherwise.shape.kind == Shape::Kind::Unknown)
    shape = {};
  else if (then.shape.kind == Shape::Kind::Mixed || otherwise.shape.kind == Shape::Kind::Mixed ||
           then.shape.tau != otherwise.shape.tau)
    shape = {Shape::Kind::Mixed};
  else if (otherwise.shape.kind == Shape::Kind::Known)
    shape.kind = Shape::Kind::Known;
  return {If{std::move(b.t), std::move(then.t), std::move(otherwise.t)},
          {place.pointer(), {std::move(b.origin), std::move(then.origin), std::move(otherwise.origin)}},
          std::move(shape)};
}

// {"and": [a, b, ...]} is if a then (if b then ... else false) else false, {"or": [a, b, ...]} likewise
Elaborated TermsReader::in_turn(const Place& place, const Json& json, bool all_of) {
  const Json::List* all = list(problems_, place, json, "two or more terms", 2);
  if (!all) return {unit(), {place.pointer()}, {}};
  std::vector<Elaborated> each;
  bool good = true;
  for (std::size_t k = 0; k < all->size(); ++k) {
    each.push_back(read_as(place.element(k), (*all)[k], Primitive::Bool));
    good = good && each.back().shape.kind != Shape::Kind::Unknown;
  }
  if (!good) return unknown(place);
  Elaborated last = std::move(each.back());
  for (std::size_t k = each.size() - 1; k-- > 0;) {
    const Term other = Literal{Value(!all_of)};
    Origin at{place.pointer()};
    last.t = all_of ? If{std::move(each[k].t), std::move(last.t), other}
                    : If{std::move(each[k].t), other, std::move(last.t)};
    last.origin = all_of ? Origin{place.pointer(), {std::move(each[k].origin), std::move(last.origin), std::move(at)}}
                         : Origin{place.pointer(), {std::move(each[k].origin), std::move(at), std::move(last.origin)}};
  }
  return last;
}

}  // namespace coreecs::archetype
