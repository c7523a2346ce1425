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

/// The leaves conc(s) and seq(s) of all systems of a program that have some effect there.
std::vector<Schedule> leaves(const Case& t) {
  std::vector<Schedule> found;
  for (const auto& s : t.program->systems) {
    found.push_back(Conc{s});
    found.push_back(Seq{s});
  }
  return found;
}

LabelSet labels(const Schedule& leaf) {
  const Conc* conc = std::get_if<Conc>(&leaf.form());
  return (conc ? conc->s : std::get<Seq>(leaf.form()).s)->effects->writes;
}

bool disjoint(const LabelSet& a, const LabelSet& b) {
  return std::none_of(a.begin(), a.end(), [&](Label i) { return b.contains(i); });
}

/// po_c(z), or nothing where that is undefined.
std::optional<PartialOrder> order(const Case& t, const State& c, const Schedule& z) {
  try {
    return partial_order(c, z, {t.env, 1000});  // leaves that the case has not
  } catch (const RuntimeError&) {
    return std::nullopt;
  }
}

}  // namespace

// [static/par]
TEST_CASE("Corollary 4.8: where z and z' are safe at c and influence disjoint sets of labels, z ∥ z' is safe at c") {
  prop("of any two leaves of a program", [] {
    const Case t = *cases({.entities = 10, .leaves = 7});
    bool at_work = false;
    for (const State& c : {t.c, advance(t.c, t.z, t.env)})
      for (const Schedule& z : leaves(t))
        for (const Schedule& z2 : leaves(t)) {
          if (!disjoint(labels(z), labels(z2))) continue;
          const auto left = order(t, c, z), right = order(t, c, z2), both = order(t, c, z || z2);
          if (!left || !right || !both || both->size() > 120) continue;
          if (!is_safe(safety(*left)) || !is_safe(safety(*right))) continue;
          RC_ASSERT(is_safe(safety(*both)));
          at_work = at_work || (left->size() > 0 && right->size() > 0);
        }
    note(at_work, "with a concurrent pair", 0.3);
  });
}

// [static/conc]
TEST_CASE("Corollary 4.9: conc(s) of a singleton query without entities, that writes no literal, is safe at c (D7)") {
  prop("of every system of a program", [] {
    const Case t = *cases({.entities = 10, .leaves = 7});
    bool at_work = false;
    for (const State& c : {t.c, advance(t.c, t.z, t.env)})
      for (const auto& s : t.program->systems) {
        if (!is_safe(conc_statically_safe(*s, t.program->schema))) continue;
        const auto po = order(t, c, Conc{s});
        if (!po) continue;
        RC_ASSERT(is_safe(safety(*po)));
        at_work = at_work || po->size() > 1;
      }
    note(at_work, "with a concurrent pair", 0.3);
  });
}

// [static/conc] [static/par]
TEST_CASE("Corollaries 4.8 and 4.9: what is safe on any state is safe on this one") {
  prop("statically safe implies safe by rule and safe, at a random state", [] {
    const Case t = *cases();
    const Schedule& z = t.program->schedules.front().z;
    const auto answer = statically_safe(z, t.program->schema);
    note(is_safe(answer), "statically safe", 0.002);
    if (const NotStaticallySafe* obstacle = std::get_if<NotStaticallySafe>(&answer)) {
      RC_ASSERT(obstacle->first <= obstacle->middle);
      RC_ASSERT(obstacle->middle < obstacle->last);
      RC_ASSERT(obstacle->last <= z.leaves());
      RC_ASSERT(std::holds_alternative<SharedLabel>(obstacle->reason) == (obstacle->first < obstacle->middle));
    } else {
      RC_ASSERT(is_safe(safe_by_rule(t.c, t.z, t.env)));
      RC_ASSERT(is_safe(safety(t.po)));
    }
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
  System as_published = tag;  // which does not ask for literals
  as_published.effects->writes_entity_literal = false;
  CHECK(is_safe(conc_statically_safe(as_published, K)));
  CHECK_FALSE(is_safe(safety(partial_order(c(), conc(tag), by_occurrence(entities)))));
  CHECK(std::holds_alternative<WritesLiteral>(std::get<StaticReason>(conc_statically_safe(tag, K))));
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
  CHECK(is_safe(conc_statically_safe(system({Incl{0}}, writes_pos), K)));
  CHECK(is_safe(conc_statically_safe(system({And{{Incl{0}, Excl{1}}}}, writes_pos), K)));
  const auto reason = [&](QueryVector q, std::optional<Effects> effects) {
    return std::get<StaticReason>(conc_statically_safe(system(std::move(q), std::move(effects)), K));
  };
  CHECK(std::get<NotSingleton>(reason({Incl{0}, Incl{0}}, writes_pos)).dim == 2);
  CHECK(std::get<QueriesEntity>(reason({And{{Incl{0}, Anyway{1}}}}, writes_pos)).i == 1);
  CHECK(std::holds_alternative<WritesLiteral>(reason({Incl{0}}, writes_literal)));
  CHECK(std::holds_alternative<UnknownEffects>(reason({Incl{0}}, std::nullopt)));

  const Type place({{"x", Type::Kind::Int}, {"inside", Type({{"of", Type::Kind::Entity}})}});
  CHECK(references_entity(place));
  CHECK_FALSE(references_entity(Type({{"x", Type::Kind::Int}})));
  const Schema nested{{"Place", place}};
  CHECK(std::holds_alternative<QueriesEntity>(
      std::get<StaticReason>(conc_statically_safe(system({Incl{0}}, writes_pos), nested))));
}

// [static/par]
TEST_CASE("Corollary 4.8: sides that influence disjoint labels, of systems whose effects are known") {
  const auto nothing = [](const Match&) -> Mutation { return Nil{}; };
  const auto writes = [&](Label i) { return System{"s", {Incl{Pos}}, nothing, Effects{{}, {i}}}; };
  const auto obstacle = [](const Schedule& z) { return std::get<NotStaticallySafe>(statically_safe(z, K)); };
  CHECK(is_safe(statically_safe(conc(writes(Pos)) || conc(writes(Vel)), K)));
  CHECK(is_safe(statically_safe(conc(writes(Pos)) >> (conc(writes(Pos)) || seq(writes(Vel))), K)));
  const NotStaticallySafe inner = obstacle(conc(writes(Vel)) >> (conc(writes(Pos)) || seq(writes(Pos))));
  CHECK(inner.first == 1);
  CHECK(inner.middle == 2);
  CHECK(inner.last == 3);
  CHECK(std::get<SharedLabel>(inner.reason).i == Pos);
  CHECK_FALSE(is_safe(statically_safe((conc(writes(Pos)) || conc(writes(Vel))) || conc(writes(Vel)), K)));

  const System unknown{"s", {Incl{Pos}}, nothing};
  for (const Schedule& z : {seq(unknown) || seq(writes(Vel)), seq(writes(Vel)) || (seq(writes(Pos)) >> seq(unknown)),
                            (seq(unknown) >> seq(writes(Pos))) || seq(writes(Vel))})
    CHECK(std::holds_alternative<UnknownEffects>(obstacle(z).reason));
  CHECK(is_safe(statically_safe(seq(unknown) >> seq(unknown), K)));
}
