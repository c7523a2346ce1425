/// Mutations over components that are structs. Only the `Mutation` type of a program knows its components, so `attach`
/// and the like yield types of their own.
#pragma once

#include <boost/container/small_vector.hpp>

#include "interp/language/typed/reflect.hpp"
#include "semantics/grammar.hpp"

namespace coreecs::typed {

template <class... Ts>
struct Attach {
  Entity e;
  std::tuple<Ts...> ks;
};
template <class... Ts>
struct Detach {
  Entity e;
};
struct Destroy {
  Entity e;
};
template <class T>
struct Set {
  T k;
};
template <class F>
struct Create {
  F f;
};
struct Nil {};

template <class M>
inline constexpr bool is_attach = false;
template <class... Ts>
inline constexpr bool is_attach<Attach<Ts...>> = true;

inline constexpr Nil nil;

/// attach_T(e, k) for each component k, in order.
template <class... Ts>
requires(sizeof...(Ts) > 0) [[nodiscard]] Attach<Ts...> attach(Entity e, Ts... ks) { return {e, {std::move(ks)...}}; }
/// detach_T(e) for each T, in order.
template <class... Ts>
requires(sizeof...(Ts) > 0) [[nodiscard]] Detach<Ts...> detach(Entity e) { return {e}; }
/// detach_T(e) for each component T of the program that is no resource, in order.
[[nodiscard]] inline Destroy destroy(Entity e) { return {e}; }

/// attach_T(e, k), where e is the entity with the resource T.
template <class T>
[[nodiscard]] Set<T> set(T k) {
  static_assert(is_resource<T>, "this is no resource: declare it one, static constexpr bool is_resource = true");
  return {std::move(k)};
}

/// λe. attach(e, ks...)
template <class... Ts>
struct WithComponents {
  std::tuple<Ts...> ks;
  Attach<Ts...> operator()(Entity e) const { return {e, ks}; }
};
template <class F>
inline constexpr bool is_with_components = false;
template <class... Ts>
inline constexpr bool is_with_components<WithComponents<Ts...>> = true;

/// ν(f): f takes the fresh entity and returns a mutation. It must treat all fresh entities alike (D11).
template <class F>
requires std::invocable<const F&, Entity>
[[nodiscard]] Create<F> create(F f) { return {std::move(f)}; }
/// ν(λe. attach(e, ks...)): an entity with these components.
template <class... Ts>
requires(sizeof...(Ts) > 0 && !(std::invocable<const Ts&, Entity> || ...)) [[nodiscard]] auto create(Ts... ks) {
  return create(WithComponents<Ts...>{{std::move(ks)...}});
}

/// m_1 • m_2 • ... • m_n over Components<...>; nil if n is 0. Usually the result type of a system's lambda:
/// `return {detach<Pos>(e), create(Pos{7})};`
template <class Components>
class Mutation {
  using Parts = boost::container::small_vector<coreecs::Mutation, 4>;

  template <class... Ts>
  static constexpr void refuse_resources() {
    static_assert(!(is_resource<Ts> || ...),
                  "a resource is of one entity, and always there: write set(k) for attach(e, k)");
  }
  template <class... Ts>
  static void append(Parts& parts, const Attach<Ts...>& m) {
    refuse_resources<Ts...>();
    const Label labels[]{Components::template label<Ts>()...};
    auto add = [&, i = labels](const Ts&... ks) mutable {
      (..., parts.emplace_back(coreecs::Attach{*i++, m.e, to_value(ks)}));
    };
    std::apply(add, m.ks);
  }
  template <class... Ts>
  static void append(Parts& parts, const Detach<Ts...>& m) {
    refuse_resources<Ts...>();
    (..., parts.emplace_back(coreecs::Detach{Components::template label<Ts>(), m.e}));
  }
  static void append(Parts& parts, const Destroy& m) {
    for (const Label i : Components::labels_of_entities) parts.emplace_back(coreecs::Detach{i, m.e});
  }
  template <class T>
  static void append(Parts& parts, const Set<T>& m) {
    parts.emplace_back(
        coreecs::Attach{Components::template label<T>(), Components::template entity_of<T>(), to_value(m.k)});
  }
  template <class F>
  static void append(Parts& parts, const Create<F>& m) {
    static_assert(is_part<std::invoke_result_t<const F&, Entity>>,
                  "the function given to create returns no mutation: expected is what attach, detach, destroy, set "
                  "or create yields, nil, or a Mutation over the same components");
    parts.emplace_back(New{[f = m.f](Entity e) -> coreecs::Mutation { return Mutation(f(e)); }});
  }
  static void append(Parts&, const Nil&) {}
  template <std::same_as<Mutation> M>
  static void append(Parts& parts, const M& m) {
    parts.push_back(m.m_);
  }

 public:
  Mutation() = default;
  template <class... Ms>
  requires(sizeof...(Ms) > 0 && !(sizeof...(Ms) == 1 && (std::same_as<Ms, Mutation> && ...)))
      Mutation(const Ms&... ms) {
    static_assert((is_part<Ms> && ...),
                  "this is no mutation: expected is what attach, detach, destroy, set or create yields, nil, or a "
                  "Mutation over the same components");
    Parts parts;
    if constexpr ((is_part<Ms> && ...)) (..., append(parts, ms));
    if (parts.size() == 1)
      m_ = std::move(parts.front());
    else if (!parts.empty())
      m_ = Compose({std::make_move_iterator(parts.begin()), std::make_move_iterator(parts.end())});
  }
  /// attach_T(e, k), without a list of parts.
  template <class T>
  Mutation(const Attach<T>& m)
      : m_(coreecs::Attach{Components::template label<T>(), m.e, to_value(std::get<0>(m.ks))}) {
    refuse_resources<T>();
  }

  /// The mutation in the grammar of Figure 5.
  operator const coreecs::Mutation&() const& { return m_; }
  operator coreecs::Mutation&&() && { return std::move(m_); }

  /// Whether an M is a mutation.
  template <class M>
  static constexpr bool is_part = requires {
    append(std::declval<Parts&>(), std::declval<M>());
  };

 private:
  coreecs::Mutation m_ = {};
};

}  // namespace coreecs::typed
