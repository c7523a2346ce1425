#include "props/kit/case.hpp"

#include "interp/check/decide/decide.hpp"
#include "interp/fast/count.hpp"
#include "interp/fast/pass.hpp"
#include "interp/language/format/load.hpp"
#include "interp/search/reduce.hpp"
#include "interp/search/starts.hpp"
#include "props/kit/prop.hpp"
#include "semantics/equivalence.hpp"

namespace coreecs {

namespace {

constexpr std::size_t few = 6;

Schedule over_frames(const Program& program) { return repeat(program.schedules.front().z, program.frames); }

rc::Gen<Case> cases_that(const Shape& shape, bool small) {
  const auto fits = [small](const std::optional<Case>& t) { return t && t->po.size() <= (small ? few : 40); };
  const auto smaller = [fits](const Case& t) {
    std::vector<Case> found;
    reductions(t.document, Reducible::Everything, [&](const Tree& document) {
      if (const std::optional<Case> t = Case::of(document); fits(t)) found.push_back(*t);
      return false;
    });
    return rc::seq::fromContainer(std::move(found));
  };
  return rc::Gen<Case>([=](const rc::Random& random, int) {
    Dice dice = dice_of(random);
    for (Shape like = shape;;) {
      like.conditions = dice.percent(30);
      like.conveniences = dice.percent(40);
      const std::optional<Case> t = Case::of(random_program(dice, like));
      if (!fits(t)) continue;
      if (fast::linearizations(t->po) == 1 && dice.percent(85)) continue;
      return rc::shrinkable::shrinkRecur(*t, smaller);
    }
  });
}

}  // namespace

Case::Case(const Tree& document, std::shared_ptr<const Program> p)
    : document(document),
      program(std::move(p)),
      c(program->start),
      z(over_frames(*program)),
      po(partial_order(c, z, env)) {}

std::optional<Case> Case::of(const Tree& document) {
  auto loaded = load(document.dump());
  Program* program = std::get_if<Program>(&loaded);
  if (!program || program->frames == 0) return std::nullopt;
  try {
    Entities entities;  // the literal definitions would go on until there is no memory left
    (void)fast::partial_order(program->start, over_frames(*program), by_occurrence(entities), most_matches);
    return Case(document, std::make_shared<const Program>(std::move(*program)));
  } catch (const RuntimeError&) {
    return std::nullopt;
  } catch (const fast::TooManyMatches&) {
    return std::nullopt;
  }
}

Verdict Case::verdict(std::size_t limit) const {
  return check(*program, program->schedules.front(), program->frames, limit);
}

std::ostream& operator<<(std::ostream& out, const Case& t) { return out << t.document.dump(2); }

rc::Gen<Case> cases(const Shape& shape) { return cases_that(shape, false); }
rc::Gen<Case> small_cases(const Shape& shape) { return cases_that(shape, true); }

void classify(const Case& t) {
  const Verdict verdict = t.verdict();
  const auto any_write = [&](const auto& is_so) {
    for (const Invocation& u : t.po.invocations)
      for (const Write& write : u.m.writes())
        if (is_so(write.l, write.k)) return true;
    return false;
  };
  const auto is_entity = [](const std::optional<Value>& k) { return k && std::holds_alternative<Entity>(k->sum()); };
  const auto nested = [&] {
    for (const SeriesParallel::Node& node : t.po.z.nodes)
      if (node.kind == SeriesParallel::Kind::Par)
        for (const std::size_t side : {node.left, node.right})
          if (t.po.z.nodes[side].kind == SeriesParallel::Kind::Then) return true;
    return false;
  };
  note(t.po.size() == 0, "no invocation", 0.002);
  note(fast::linearizations(t.po) == 1, "one linearization", 0.006);
  note(t.po.size() <= few, "can be enumerated", 0.5);
  note(verdict.safe_by_rule(), "safe by rule", 0.02);
  note(verdict.safe(), "safe", 0.05);
  note(verdict.safe() && !verdict.safe_by_rule(), "safe, not by rule", 0.01);
  note(verdict.deterministic() == Answer::Yes, "deterministic", 0.5);
  note(verdict.deterministic() == Answer::Yes && !verdict.safe(), "deterministic, not safe", 0.002);
  note(verdict.confluent() == Answer::Yes, "confluent", 0.5);
  note(verdict.deterministic() == Answer::Yes && verdict.confluent() == Answer::No, "deterministic, not confluent");
  note(verdict.deterministic() == Answer::No && verdict.confluent() == Answer::Yes, "confluent, not deterministic");
  note(decide(t.po).contended.has_value(), "contended", 0.12);
  note(any_write([](const Location& l, const auto&) { return l.e.created() != nullptr; }), "with ν", 0.08);
  note(any_write([&](const Location&, const auto& k) { return is_entity(k); }), "stores entities", 0.2);
  note(nested(), "⨟ inside of ∥", 0.12);
  note(t.program->frames > 1, "several frames", 0.006);
}

}  // namespace coreecs
