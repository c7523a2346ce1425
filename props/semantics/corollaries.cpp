// Corollaries 4.8 and 4.9.
#include "semantics/corollaries.hpp"

#include "props/kit/case.hpp"
#include "props/kit/physics.hpp"
#include "props/kit/prop.hpp"
#include "semantics/construction.hpp"
#include "semantics/safety.hpp"

using namespace coreecs;
using namespace coreecs::physics;

namespace {

bool refers_to_entities(const Query& q, const Schema& K) {
  return std::visit(Clauses{
                        [&](const Incl& q) { return references_entity(K[q.i].type); },
                        [](const Excl&) { return false; },
                        [&](const Anyway& q) { return references_entity(K[q.i].type); },
                        [&](const And& q) {
                          return std::any_of(q.conjuncts.begin(), q.conjuncts.end(),
                                             [&](const Query& q) { return refers_to_entities(q, K); });
                        },
                    },
                    q);
}

/// What a schedule may write, by the effects of its systems.
LabelSet labels(const Schedule& z) {
  const auto both = [](const auto& z) {
    LabelSet all = labels(z.z);
    const LabelSet right = labels(z.z_);
    all.insert(right.begin(), right.end());
    return all;
  };
  return std::visit(Clauses{
                        [](const Conc& z) { return z.s->effects->writes; },
                        [](const Seq& z) { return z.s->effects->writes; },
                        [&](const Par& z) { return both(z); },
                        [&](const Then& z) { return both(z); },
                    },
                    z.form());
}

/// The corollaries with Theorem 4.7(1, 2), by recursion. `literals`: whether Corollary 4.9 looks at them (D7).
bool statically_safe(const Schedule& z, const Schema& K, bool literals) {
  const auto both = [&](const auto& z) {
    return statically_safe(z.z, K, literals) && statically_safe(z.z_, K, literals);
  };
  return std::visit(Clauses{
                        [&](const Conc& z) {
                          return z.s->q.size() == 1 && !refers_to_entities(z.s->q[0], K) &&
                                 !(literals && z.s->effects->writes_entity_literal);
                        },
                        [](const Seq&) { return true; },
                        [&](const Par& z) {
                          const LabelSet left = labels(z.z), right = labels(z.z_);
                          return both(z) &&
                                 std::none_of(left.begin(), left.end(), [&](Label i) { return right.count(i) > 0; });
                        },
                        [&](const Then& z) { return both(z); },
                    },
                    z.form());
}

}  // namespace

// [static/conc] [static/par]
TEST_CASE("Corollaries 4.8 and 4.9: the static judgement is what they say, and the obstacle that it names is one") {
  prop("not_statically_safe agrees with the literal rules", [] {
    const Case t = *cases();
    const Schema& K = t.program->schema;
    const Schedule& z = t.program->schedules.front().second;
    const auto obstacle = not_statically_safe(z, K);
    RC_ASSERT(obstacle.has_value() == !statically_safe(z, K, true));
    note(!obstacle, "statically safe");
    if (!obstacle) return;
    RC_ASSERT(obstacle->first <= obstacle->middle);
    RC_ASSERT(obstacle->middle < obstacle->last);
    RC_ASSERT(obstacle->last <= z.leaves());
    RC_ASSERT(std::holds_alternative<SharedLabel>(obstacle->reason) == (obstacle->first < obstacle->middle));
  });
}

// [static/conc] [static/par]
TEST_CASE("Corollaries 4.8 and 4.9: what is safe on any state is safe on this one") {
  prop("statically safe implies safe by rule and safe, at a random state", [] {
    const Case t = *cases();
    const bool safe = !not_statically_safe(t.program->schedules.front().second, t.program->schema);
    note(safe, "statically safe");
    if (!safe) return;
    RC_ASSERT(!not_safe_by_rule(t.c, t.z, 0, t.env));
    RC_ASSERT(!unsafe(t.po));
  });
}

// [static/conc]
TEST_CASE("Corollary 4.9 as the paper has it is refuted by a system that writes an entity it names (D7)") {
  const System tag{"tag",
                   {Incl{Pos}},
                   [](const Match& r) -> Mutation {
                     return Attach{Vel, e1, *r.w[0]};
                   },
                   Effects{{Pos}, {Vel}, true, false}};
  Entities entities;
  CHECK(statically_safe(conc(tag), K, false));
  CHECK(unsafe(partial_order(c(), conc(tag), 0, by_occurrence(entities))));
  CHECK(std::holds_alternative<WritesLiteral>(conc_not_statically_safe(tag, K).value()));
}

// [static/conc]
TEST_CASE("Corollary 4.9: a singleton query without entities, that writes no literal (D7)") {
  const Schema K{{"Pos", Type::Kind::Int}, {"Target", Type::Kind::Entity}};
  const auto nothing = [](const Match&) -> Mutation { return Nil{}; };
  const auto system = [&](QueryVector q, std::optional<Effects> effects) {
    return System{"s", std::move(q), nothing, std::move(effects)};
  };
  const Effects writes_pos{{}, {0}};
  Effects writes_literal = writes_pos;
  writes_literal.writes_entity_literal = true;
  CHECK_FALSE(conc_not_statically_safe(system({Incl{0}}, writes_pos), K));
  CHECK_FALSE(conc_not_statically_safe(system({And{{Incl{0}, Excl{1}}}}, writes_pos), K));
  const auto reason = [&](QueryVector q, std::optional<Effects> effects) {
    return conc_not_statically_safe(system(std::move(q), std::move(effects)), K).value();
  };
  CHECK(std::get<NotSingleton>(reason({Incl{0}, Incl{0}}, writes_pos)).dim == 2);
  CHECK(std::get<QueriesEntity>(reason({And{{Incl{0}, Anyway{1}}}}, writes_pos)).i == 1);
  CHECK(std::holds_alternative<WritesLiteral>(reason({Incl{0}}, writes_literal)));
  CHECK(std::holds_alternative<UnknownEffects>(reason({Incl{0}}, std::nullopt)));

  const Type place({{"x", Type::Kind::Int}, {"inside", Type({{"of", Type::Kind::Entity}})}});
  CHECK(references_entity(place));
  CHECK_FALSE(references_entity(Type({{"x", Type::Kind::Int}})));
  const Schema nested{{"Place", place}};
  CHECK(std::holds_alternative<QueriesEntity>(conc_not_statically_safe(system({Incl{0}}, writes_pos), nested).value()));
}

// [static/par]
TEST_CASE("Corollary 4.8: sides that influence disjoint labels, of systems whose effects are known") {
  const auto nothing = [](const Match&) -> Mutation { return Nil{}; };
  const auto writes = [&](Label i) { return System{"s", {Incl{Pos}}, nothing, Effects{{}, {i}}}; };
  CHECK_FALSE(not_statically_safe(conc(writes(Pos)) || conc(writes(Vel)), K));
  CHECK_FALSE(not_statically_safe(conc(writes(Pos)) >> (conc(writes(Pos)) || seq(writes(Vel))), K));
  const auto obstacle = not_statically_safe(conc(writes(Vel)) >> (conc(writes(Pos)) || seq(writes(Pos))), K);
  REQUIRE(obstacle);
  CHECK(obstacle->first == 1);
  CHECK(obstacle->middle == 2);
  CHECK(obstacle->last == 3);
  CHECK(std::get<SharedLabel>(obstacle->reason).i == Pos);

  CHECK(not_statically_safe((conc(writes(Pos)) || conc(writes(Vel))) || conc(writes(Vel)), K));

  const System unknown{"s", {Incl{Pos}}, nothing};
  for (const Schedule& z : {seq(unknown) || seq(writes(Vel)), seq(writes(Vel)) || (seq(writes(Pos)) >> seq(unknown))}) {
    const auto obstacle = not_statically_safe(z, K);
    REQUIRE(obstacle);
    CHECK(std::holds_alternative<UnknownEffects>(obstacle->reason));
  }
  CHECK_FALSE(not_statically_safe(seq(unknown) >> seq(unknown), K));
}
