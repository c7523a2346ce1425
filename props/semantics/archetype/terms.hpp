/// Small schemas, terms and heaps of the archetype calculus, as tests write them.
#pragma once

#include <doctest/doctest.h>

#include "semantics/archetype/typing.hpp"

namespace coreecs::archetype {

/// P = {Int}, F = {Bool}, and the tags D = {} and E = {}.
inline constexpr Label P = 0, F = 1, D = 2, E = 3;
inline const Schema& small_schema() {
  static const Schema schema = {{"P", {{"n", Primitive::Int}}}, {"F", {{"b", Primitive::Bool}}}, {"D", {}}, {"E", {}}};
  return schema;
}
inline Value p(int n) { return Record{Value(n)}; }
inline Value f(bool b) { return Record{Value(b)}; }
inline Value tag() { return Record{}; }

using Set = std::set<AType>;

inline const Term x = Variable{0}, y = Variable{1};
inline Term id(std::uint64_t e) { return Literal{Value(Entity(e))}; }
inline Term component(Label C, Value c) { return Literal{std::move(c), C}; }
inline Term boolean(bool b) { return Literal{Value(b)}; }
inline Term number(int n) { return Literal{Value(n)}; }
inline Term lz(Event evt) { return Staged{std::move(evt)}; }
inline Term im(Event evt) { return Immediate{std::move(evt)}; }
inline Event create(Label C, Value c) { return Create{{{C, component(C, std::move(c))}}}; }
inline Event destroy(Term t) { return Destroy{std::move(t)}; }
inline Event add(Term t, Label C, Value c) { return Add{std::move(t), C, component(C, std::move(c))}; }
inline Event remove(Term t, Label C) { return Remove{std::move(t), C}; }
inline Term then(Term t1, Term t2) { return Sequence{std::move(t1), std::move(t2)}; }
inline Term write(Term t, Label C, Value c) { return Write{std::move(t), C, component(C, std::move(c))}; }

inline Function function(AType A, Term t) { return {{std::move(A)}, std::move(t)}; }
inline System seq(AType A, Term t) { return Sequential{function(std::move(A), std::move(t))}; }
inline System par(AType A, Term t) { return DataParallel{function(std::move(A), std::move(t))}; }
inline Frame frame(std::vector<Step> steps) { return Frame(std::move(steps)); }

/// e0 and e1 with P, e2 with P and D, e3 with D.
inline Heap small_heap() {
  Heap H(small_schema().size());
  add_entity(H, Entity(0), {{P, p(1)}});
  add_entity(H, Entity(1), {{P, p(2)}});
  add_entity(H, Entity(2), {{P, p(3)}, {D, tag()}});
  add_entity(H, Entity(3), {{D, tag()}});
  return H;
}
inline AType in(const Heap& H, std::uint64_t e) {
  const AType* A = H.archetype_of(Entity(e));
  REQUIRE(A);
  return *A;
}

inline const Environment published{.rules = Rules::published}, repaired{.rules = Rules::repaired};

template <class T>
const T& done(const OrStuck<T>& result) {
  REQUIRE_MESSAGE(!stuck(result), stuck(result)->rule << ": " << stuck(result)->premise);
  return std::get<T>(result);
}
/// That this is stuck at that premise of that rule.
template <class T>
void check_stuck(const OrStuck<T>& result, const std::string& rule, const std::string& premise) {
  REQUIRE(stuck(result));
  CHECK(stuck(result)->rule == rule);
  CHECK(stuck(result)->premise == premise);
}
template <class T>
const T& typed(const OrIllTyped<T>& result) {
  REQUIRE_MESSAGE(!ill_typed(result), ill_typed(result)->rule << ": " << ill_typed(result)->premise);
  return std::get<T>(result);
}
/// That this is ill-typed by that premise of that rule.
inline void check_ill(const std::optional<IllTyped>& ill, const std::string& rule, const std::string& premise) {
  REQUIRE(ill);
  CHECK(ill->rule == rule);
  CHECK(ill->premise == premise);
}
template <class T>
void check_ill(const OrIllTyped<T>& result, const std::string& rule, const std::string& premise) {
  check_ill(ill_typed(result) ? std::optional(*ill_typed(result)) : std::nullopt, rule, premise);
}
inline OrIllTyped<Typed> type(const Term& t, const AType& A, const Rules& rules) {
  Context Gamma{{A}};
  return type_of(t, Gamma, small_schema(), rules);
}

}  // namespace coreecs::archetype
