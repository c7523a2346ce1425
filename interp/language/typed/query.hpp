/// Query vectors as types, and the parameters that they give a system's lambda.
#pragma once

#include "interp/language/typed/reflect.hpp"
#include "semantics/grammar.hpp"

namespace coreecs::typed {

/// incl_T: entities with a T; the lambda takes it.
template <class T>
struct Incl {
  using Component = T;
  using Parameters = std::tuple<T>;
  static constexpr bool is_incl = true;
  static coreecs::Query untyped(Label i) { return coreecs::Incl{i}; }
  static Parameters arguments(const Value* k) { return {from_value<T>(*k)}; }
};

/// excl_T: entities without a T; the lambda takes nothing.
template <class T>
struct Excl {
  using Component = T;
  using Parameters = std::tuple<>;
  static constexpr bool is_incl = false;
  static coreecs::Query untyped(Label i) { return coreecs::Excl{i}; }
  static Parameters arguments(const Value*) { return {}; }
};

/// anyway_T: all entities; the lambda takes a std::optional<T>.
template <class T>
struct Anyway {
  using Component = T;
  using Parameters = std::tuple<std::optional<T>>;
  static constexpr bool is_incl = false;
  static coreecs::Query untyped(Label i) { return coreecs::Anyway{i}; }
  static Parameters arguments(const Value* k) { return {k ? std::optional<T>(from_value<T>(*k)) : std::nullopt}; }
};

template <class C>
concept Constraint = requires(const Value* k) {
  typename C::Component;
  { C::arguments(k) } -> std::same_as<typename C::Parameters>;
};

/// The concatenation of tuples, and its type.
template <class... Tuples>
auto joined(std::tuple<Tuples...> tuples) {
  return std::apply([](auto&... each) { return std::tuple_cat(std::move(each)...); }, tuples);
}
template <class... Tuples>
using Joined = decltype(std::tuple_cat(std::declval<Tuples>()...));

/// Null for *.
inline const Value* value(const Value* k) { return k; }
inline const Value* value(const Cell& w) { return w ? &*w : nullptr; }

/// The part of a match that is not converted to arguments yet. W is a cell, or a pointer that is null for *.
template <class W>
class Rest {
 public:
  Rest(std::span<const Entity> e, std::span<const W> w) : e_(e.data()), w_(w.data()) {}
  Entity next_entity() { return *e_++; }
  /// Null for *.
  const Value* next_value() { return value(*w_++); }

 private:
  const Entity* e_;
  const W* w_;
};

/// (((C_1 ∧ C_2) ∧ ...) ∧ C_n), each an Incl, Excl or Anyway.
template <class... Constraints>
struct Query {
  static_assert(sizeof...(Constraints) > 0 && (Constraint<Constraints> && ...),
                "a Query has one constraint or more, each Incl<T>, Excl<T> or Anyway<T>");

  using Parameters = Joined<std::tuple<Entity>, typename Constraints::Parameters...>;
  static constexpr bool has_incl = (Constraints::is_incl || ...);

  template <class W>
  static Parameters arguments(Rest<W>& r) {
    return joined(std::tuple<std::tuple<Entity>, typename Constraints::Parameters...>{
        std::tuple<Entity>(r.next_entity()), Constraints::arguments(r.next_value())...});
  }

  template <class Components>
  static LabelSet labels() {
    return {Components::template label<typename Constraints::Component>()...};
  }
  template <class Components>
  static coreecs::Query untyped() {
    std::vector<coreecs::Query> conjuncts{
        Constraints::untyped(Components::template label<typename Constraints::Component>())...};
    if constexpr (sizeof...(Constraints) == 1) return conjuncts.front();
    return And{std::move(conjuncts)};
  }
};

/// incl_T of a resource T: the lambda takes it.
template <class T>
struct Resource {
  static_assert(is_resource<T>, "this is no resource: declare it one, static constexpr bool is_resource = true");

  using Parameters = std::tuple<T>;
  static constexpr bool has_incl = true;

  template <class W>
  static Parameters arguments(Rest<W>& r) {
    (void)r.next_entity();
    return {from_value<T>(*r.next_value())};
  }

  template <class Components>
  static LabelSet labels() {
    return {Components::template label<T>()};
  }
  template <class Components>
  static coreecs::Query untyped() {
    return coreecs::Incl{Components::template label<T>()};
  }
};

template <class Q>
inline constexpr bool is_query = false;
template <class... Constraints>
inline constexpr bool is_query<Query<Constraints...>> = true;
template <class T>
inline constexpr bool is_query<Resource<T>> = true;

/// The arguments of a system function with these queries, for a match of them.
template <class... Queries, class W>
Joined<typename Queries::Parameters...> arguments(std::span<const Entity> e, std::span<const W> w) {
  Rest<W> r(e, w);
  return joined(std::tuple<typename Queries::Parameters...>{Queries::arguments(r)...});
}

/// Whether F can be called with Parameters, a tuple; an error if it cannot.
template <class F, class Parameters>
struct FitsQueries;
template <class F, class... Expected>
struct FitsQueries<F, std::tuple<Expected...>> {
  static constexpr bool value = std::is_invocable_v<const F&, Expected...>;
  static_assert(value,
                "the parameters of this system do not fit its queries: for each Query it takes an Entity, then a T "
                "for each Incl<T>, nothing for an Excl<T>, a std::optional<T> for each Anyway<T>, and for a "
                "Resource<T> a T, by value or by const reference; see Expected; and it is not mutable");
};

}  // namespace coreecs::typed
