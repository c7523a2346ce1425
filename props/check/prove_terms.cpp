// Formulas allow what the interpreter computes. Only in builds with the solver.
#include <algorithm>

#include "interp/check/prove/states.hpp"
#include "interp/fast/query.hpp"
#include "interp/language/format/tree.hpp"
#include "props/kit/case.hpp"
#include "props/kit/loaded.hpp"
#include "props/kit/prop.hpp"

using namespace coreecs;
using namespace coreecs::symbolic;

namespace {

const Program& empty() {
  static const Program program = loaded(empty_physics());
  return program;
}

bool satisfiable(const Encoding& to, const std::vector<z3::expr>& formulas) {
  z3::solver solver(to.z3(), z3::solver::simple());
  for (const z3::expr& formula : to.assumed()) solver.add(formula);
  for (const z3::expr& formula : formulas) solver.add(formula);
  return solver.check() == z3::sat;
}

std::vector<Value> operands(Operator::Takes takes) {
  const std::vector<Value> ints{0, 1, -1, 2, -3, 7, -8, std::int64_t{INT64_MAX}, std::int64_t{INT64_MIN}},
      reals{0.0, -0.0, 1.0, -1.5, 2.5, 1e300, -1e300, 5e-324}, texts{"", "a", "ab", "b"}, truths{true, false};
  switch (takes) {
    case Operator::Takes::Reals:
      return reals;
    case Operator::Takes::Texts:
      return texts;
    case Operator::Takes::Truths:
      return truths;
    case Operator::Takes::Ints:
      return ints;
    case Operator::Takes::Numbers:
    case Operator::Takes::Alike:
    case Operator::Takes::Ordered:
      break;
  }
  std::vector<Value> all = ints;
  all.insert(all.end(), reals.begin(), reals.end());
  if (takes != Operator::Takes::Numbers) all.insert(all.end(), texts.begin(), texts.end());
  return all;
}

/// Operators that are uninterpreted functions of doubles.
bool is_opaque(const Operator& op) {
  constexpr std::string_view opaque[] = {"floor", "ceil", "trunc",   "round",  "sqrt",
                                         "sin",   "cos",  "text_of", "concat", "to_real"};
  return std::find(std::begin(opaque), std::end(opaque), op.key) != std::end(opaque);
}

}  // namespace

TEST_CASE("Each operator: the formula allows the value of the interpreter, and if it is exact, nothing else") {
  z3::context z3;
  for (const Operator& op : operators()) {
    CAPTURE(op.key);
    if (op.decides) continue;  // by whole systems, below
    const std::vector<Value> values = operands(op.takes);
    for (const Value& a : values)
      for (const Value& b : values) {
        if (a.sum().index() != b.sum().index() || (op.arity == Operator::Arity::One && !(a == b))) continue;
        std::optional<Value> expected;
        try {
          expected = op.apply(a, b);
        } catch (const UndefinedOperation&) {
        }
        for (const Reals reals : {Reals::Uninterpreted, Reals::Ieee}) {
          const bool of_reals = std::holds_alternative<double>(a.sum());
          if (!of_reals && reals == Reals::Ieee) continue;
          Encoding to(z3, empty(), reals);
          const SymbolicValue found = apply(to, op, to.value(a), to.value(b), to.truth(true));
          const bool exact = !is_opaque(op) && !(of_reals && reals == Reals::Uninterpreted);
          if (!expected) {
            if (exact) CHECK_FALSE(satisfiable(to, {}));
            continue;
          }
          const z3::expr is_it = to.identical(found, to.value(*expected));
          CHECK(satisfiable(to, {is_it}));
          if (exact) CHECK_FALSE(satisfiable(to, {!is_it}));
        }
      }
  }
}

TEST_CASE("Systems: the formulas of a match and its invocation allow what the interpreter does") {
  z3::context z3;
  prop("each invocation of a conc at the start", [&] {
    Dice dice = any_dice();
    Shape shape;
    shape.conditions = dice.percent(40);
    shape.conveniences = dice.percent(40);
    shape.may_fail = dice.percent(20);
    const Program program = loaded(random_program(dice, shape));
    Entities entities;
    const Environment env = by_occurrence(entities);
    for (const auto& s : program.systems) {
      const SystemTerm& term = program.terms.at(s->name);
      Matches matches(0);
      std::vector<Update> updates;
      try {
        matches = fast::query(s->q, program.start, env, 50);
        for (std::size_t j = 0; j < std::min<std::size_t>(matches.size(), 3); ++j)
          updates.push_back(invoke(*s, matches[j], At(env)));
      } catch (const RuntimeError&) {
        continue;
      } catch (const fast::TooManyMatches&) {
        continue;
      }
      for (std::size_t j = 0; j < updates.size(); ++j) {
        note(true, "invocations");
        Encoding to(z3, program, dice.percent(50) ? Reals::Uninterpreted : Reals::Ieee);
        AnyState c(to);
        std::vector<z3::expr> e, facts;
        for (const Entity each : matches[j].e) e.push_back(to.literal(each));
        const SymbolicMatch r = match_of(to, term, c, to.truth(true), e);
        const SymbolicInvocation does = invoke(to, term, r.variables, to.truth(true));
        facts = r.constraints;
        for (const AnyState::Read& read : std::vector<AnyState::Read>(c.reads()))  // only of matched entities
          for (std::size_t k = 0; k < e.size(); ++k)
            if (read.e.id() == e[k].id()) {
              const Value* there = program.start.at({matches[j].e[k], read.i});
              facts.push_back(there ? read.cell.present : !read.cell.present);
              if (there) facts.push_back(to.identical(read.cell.value, to.value(*there)));
            }

        const auto symbol = [&](Entity x) {
          return x.created() ? does.created.at(x.created()->number) : to.literal(x);
        };
        const std::size_t performed = updates[j].writes().size();
        bool names_created = false;  // its number counts only the ν's that were performed
        for (const Write& w : updates[j].writes()) {
          names_created = names_created || w.l.e.created();
          if (w.k) for_each_entity(*w.k, [&](Entity x) { names_created = names_created || x.created(); });
        }
        note(performed > 0 && !names_created, "with writes", 0.1);
        if (names_created) {
          RC_ASSERT(satisfiable(to, facts));
          continue;
        }
        for (const Write& w : updates[j].writes()) {
          std::vector<z3::expr> one;
          for (const LastWrite& last : last_writes(to, does.writes, w.l.i, symbol(w.l.e))) {
            if (last.write->k.has_value() != w.k.has_value()) continue;
            one.push_back(w.k ? last.condition && to.identical(*last.write->k, to.value(*w.k)) : last.condition);
          }
          facts.push_back(to.any(one));
        }
        RC_ASSERT(satisfiable(to, facts));
        // Whatever it writes is at one of these locations.
        std::vector<z3::expr> elsewhere;
        for (const SymbolicWrite& write : does.writes) {
          std::vector<z3::expr> other{write.path};
          for (const Write& w : updates[j].writes())
            if (w.l.i == write.i) other.push_back(write.e != symbol(w.l.e));
          for (const z3::expr& x : does.created) other.push_back(write.e != x);
          elsewhere.push_back(to.all(other));
        }
        facts.push_back(!to.any(elsewhere));
        RC_ASSERT(satisfiable(to, facts));
      }
    }
  });
}
