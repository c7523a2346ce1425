/// Programs in C++, as Listings 1, 2 and 6 write them in Haskell: components are structs, systems are lambdas over
/// queries, schedules are composed with conc, seq, || and >>. A program needs only `using namespace coreecs::typed;`.
/// examples/toy_physics.cpp is Listing 2.
///
/// Errors in a system are found at compile time: parameters that do not fit its queries, a result that is no mutation,
/// a component that is not registered.
#pragma once

#include <unordered_set>

#include "interp/language/program/program.hpp"
#include "interp/language/typed/loop.hpp"
#include "interp/language/typed/query.hpp"

namespace coreecs::typed {

using coreecs::conc;
using coreecs::Entity;
using coreecs::repeat;
using coreecs::Schedule;
using coreecs::seq;
using coreecs::State;

/// The result of `Components::system`, which schedules share.
using System = std::shared_ptr<const coreecs::System>;

[[nodiscard]] inline Schedule conc(System s) { return Conc{std::move(s)}; }
[[nodiscard]] inline Schedule seq(System s) { return Seq{std::move(s)}; }

/// Declares that a system attaches and detaches only the components Ts, and only at entities of its match and at
/// entities that it creates. Declared systems can be judged for every state (Corollaries 4.8 and 4.9). Each invocation
/// is checked: a write that is not declared is a run-time error, which names the system and the component.
template <class... Ts>
struct Writes {
  bool named_entities = false;   ///< it also writes to entities that its lambda captures or makes up (D7)
  bool stored_entities = false;  ///< it also writes to entities found in component values
};

/// A condition φ on the matches of a system: Where{[](Entity, Pos p, Entity, Pos q) { return p.x != q.x; }}. φ takes
/// what the system's function takes, and should depend only on that. The system gets only matches for which φ holds,
/// also when a seq visits them (D17). φ is evaluated for all matches.
template <class Phi>
struct Where {
  Phi phi;
};
template <class Phi>
Where(Phi) -> Where<Phi>;

/// A measure of a whole state: Measure{"gold", [](const State& c) { return World::all<Gold>(c).size(); }}. It is a
/// bool, an integer or a floating-point number.
template <class M>
struct Measure {
  std::string name;
  M of;
};
template <class M>
Measure(const char*, M) -> Measure<M>;

/// φ as the condition of a system. If it throws a std::runtime_error, that becomes a RuntimeError with its place.
[[nodiscard]] Condition guarded(std::string system, std::function<bool(const Match&)> phi);

/// The same for an invariant, whose function or measures may throw one.
[[nodiscard]] Invariant guarded(Invariant);

/// f as the function of a system over these components. If it throws a std::runtime_error, that becomes a RuntimeError
/// with its place. So does a mutation beyond the declared effects; and one that names an entity that another invocation
/// created and that this one did not observe, or does something else for another fresh entity: Theorem 4.7 does not
/// hold for a system that forges entities, or tells fresh ones apart (D11).
/// Cost: the size of the mutation, and of what is observed for a created entity that is not of the match. What a ν does
/// is found twice.
[[nodiscard]] std::function<coreecs::Mutation(const Match&)> guarded(std::string system, Schema components,
                                                                     const std::optional<Effects>& declared,
                                                                     std::function<coreecs::Mutation(const Match&)> f);

/// A program that is built in C++. Entities are numbered, and ordered, as they are spawned.
class ProgramBuilder : public coreecs::Program {
 public:
  /// Adds a schedule and its systems. Throws std::invalid_argument if the name is taken, or if two different systems
  /// have the same name. Cost: the number of leaves.
  void schedule(std::string name, Schedule z);
  /// Adds an invariant, whose errors become run-time errors. Throws std::invalid_argument if the name is taken.
  void add_invariant(Invariant);

 protected:
  ProgramBuilder(std::string name, Schema schema);
  /// The k-th entity but for resources, k from 0, is named e<k>. Throws std::invalid_argument if the name is taken, as
  /// the other one does.
  Entity add_entity();
  Entity add_entity(std::string name);

 private:
  std::unordered_set<std::string> given_;  // the names of entities, but those by number
};

template <class T>
struct Registered {
  static_assert(Struct<T>,
                "a component is a struct (an aggregate without base classes) of at most 16 fields, each a bool, an "
                "integer, an enumeration, a float or double, a std::string, an Entity, or such a struct again");
  static_assert(!component_name<T>().empty(),
                "this component has no name of its own: declare one, static constexpr const char* component_name");
  static constexpr std::string_view name = component_name<T>();
};

/// The components of a program, which are its schema K. Their labels are their positions in the list.
template <class... Ts>
struct Components {
 private:
  static consteval bool names_differ() {
    constexpr std::array<std::string_view, sizeof...(Ts)> names{Registered<Ts>::name...};
    for (std::size_t i = 0; i < names.size(); ++i)
      for (std::size_t j = 0; j < i; ++j)
        if (names[i] == names[j]) return false;
    return true;
  }
  static_assert(names_differ(), "a component is registered twice, or two components have the same name");

 public:
  using Mutation = typed::Mutation<Components>;
  static constexpr Label size = sizeof...(Ts);

  /// The label of a component.
  template <class T>
  [[nodiscard]] static consteval Label label() {
    static_assert((std::is_same_v<T, Ts> || ...), "this component is not registered in Components<...>");
    Label i = 0;
    static_cast<void>(((!std::is_same_v<T, Ts> && ++i) && ...));
    return i;
  }

  /// The labels of components that are no resources.
  static constexpr auto labels_of_entities = [] {
    std::array<Label, (std::size_t{0} + ... + (is_resource<Ts> ? 0 : 1))> all{};
    Label i = 0, k = 0;
    static_cast<void>((..., (is_resource<Ts> ? void(++i) : void(all[k++] = i++))));
    return all;
  }();
  /// The entity with a resource, in each program. These come first, in the order of the components.
  template <class T>
  [[nodiscard]] static constexpr Entity entity_of() {
    static_assert(is_resource<T>, "this is no resource: declare it one, static constexpr bool is_resource = true");
    std::uint64_t before = 0;
    static_cast<void>(((!std::is_same_v<T, Ts> && (before += is_resource<Ts>, true)) && ...));
    return Entity(before);
  }

  [[nodiscard]] static Schema schema() { return {Component{std::string(component_name<Ts>()), type_of<Ts>()}...}; }

  /// A system with at least one Query, and a function f_s. For each Query, f takes an Entity, then a T for each
  /// Incl<T>, nothing for Excl<T> and a std::optional<T> for each Anyway<T>; for each Resource<T> it takes a T. All are
  /// by value or by const reference. f returns a mutation: the result of attach, detach, destroy, set or create, nil,
  /// or a Mutation. It should depend only on its arguments. A std::runtime_error that it throws is a run-time error.
  /// Without a declaration in `writes`, its effects are unknown.
  template <class... Queries, class F>
  [[nodiscard]] static System system(std::string name, F f) {
    return make<Queries...>(std::move(name), std::nullopt, {}, std::move(f));
  }
  template <class... Queries, class F, class... Written>
  [[nodiscard]] static System system(std::string name, F f, Writes<Written...> writes) {
    return make<Queries...>(std::move(name), effects<Queries...>(writes), {}, std::move(f));
  }
  /// The same, restricted to matches that satisfy a condition.
  template <class... Queries, class Phi, class F>
  [[nodiscard]] static System system(std::string name, Where<Phi> where, F f) {
    Condition phi = condition<Queries...>(name, std::move(where));
    return make<Queries...>(std::move(name), std::nullopt, std::move(phi), std::move(f));
  }
  template <class... Queries, class Phi, class F, class... Written>
  [[nodiscard]] static System system(std::string name, Where<Phi> where, F f, Writes<Written...> writes) {
    Condition phi = condition<Queries...>(name, std::move(where));
    return make<Queries...>(std::move(name), effects<Queries...>(writes), std::move(phi), std::move(f));
  }

  /// c_T(e), if it is defined.
  template <class T>
  [[nodiscard]] static std::optional<T> get(const State& c, Entity e) {
    const Value* k = c.at({e, label<T>()});
    return k ? std::optional<T>(from_value<T>(*k)) : std::nullopt;
  }
  /// c_T, in entity order.
  template <class T>
  [[nodiscard]] static std::vector<std::pair<Entity, T>> all(const State& c) {
    std::vector<std::pair<Entity, T>> entries;
    entries.reserve(c[label<T>()].size());
    for (const auto& [e, k] : c[label<T>()]) entries.emplace_back(e, from_value<T>(k));
    return entries;
  }

  /// A program over these components; `frames`, `about` and the like are the members of coreecs::Program.
  class Program : public ProgramBuilder {
   public:
    /// Resources have default-constructed values until `resource` sets them.
    explicit Program(std::string name) : ProgramBuilder(std::move(name), Components::schema()) {
      (..., start_with<Ts>());
    }

    /// Sets the start value of a resource.
    template <class T>
    void resource(const T& k) {
      start = std::move(start).with(label<T>(), entity_of<T>(), to_value(k));
    }

    /// Adds an invariant, which must hold for every match of the queries after each frame. It takes what a system's
    /// function takes, and returns a bool.
    template <class... Queries, class F>
    void invariant(std::string name, F holds) {
      add_invariant({.name = std::move(name),
                     .q = {Queries::template untyped<Components>()...},
                     .holds = predicate<Queries...>(std::move(holds))});
    }
    /// Adds one of the whole state: `holds` takes the values of the measure after a frame and before it.
    template <class M, class F>
    void invariant(std::string name, Measure<M> measure, F holds) {
      using Result = std::decay_t<std::invoke_result_t<const M&, const State&>>;
      static_assert(std::is_arithmetic_v<Result>, "a measure is a bool, an integer or a floating-point number");
      static_assert(std::is_invocable_r_v<bool, const F&, Result, Result>,
                    "holds takes what the measure is, and what it was, and returns a bool");
      Invariant invariant{.name = std::move(name)};
      invariant.measures.push_back(
          {std::move(measure.name),
           [of = std::move(measure.of)](const State& c, const Environment&) { return to_value(of(c)); }});
      invariant.holds_of_measures = [holds = std::move(holds)](std::span<const Value> values) {
        return holds(from_value<Result>(values[0]), from_value<Result>(values[1]));
      };
      add_invariant(std::move(invariant));
    }

    /// Adds an entity with these components to the start; the k-th entity, k from 0, is named e<k>.
    template <class... Ks>
    Entity spawn(const Ks&... ks) {
      const Entity e = add_entity();
      begin_with(e, ks...);
      return e;
    }
    /// The same with a name. Throws std::invalid_argument if the name is taken.
    template <class... Ks>
    Entity spawn_as(std::string name, const Ks&... ks) {
      const Entity e = add_entity(std::move(name));
      begin_with(e, ks...);
      return e;
    }

   private:
    template <class... Ks>
    void begin_with([[maybe_unused]] Entity e, const Ks&... ks) {
      static_assert(!(is_resource<Ks> || ...), "a resource is of no entity that is spawned: write resource(k)");
      (..., start.write({e, label<Ks>()}, to_value(ks)));
    }
    template <class T>
    void start_with() {
      if constexpr (is_resource<T>) {
        resources.push_back({add_entity(std::string(component_name<T>())), {label<T>()}});
        resource(T{});
      }
      std::vector<std::size_t> path;
      for_each_narrow_number<T>(path, [&](const std::vector<std::size_t>& path, std::int64_t lo, std::int64_t hi) {
        fuzz.ranges.push_back({label<T>(), path, lo, hi});
      });
    }
  };

 private:
  /// The labels that the queries read: their components; all components if some query selects entities only by
  /// liveness.
  template <class... Queries>
  static LabelSet reads() {
    if (!(Queries::has_incl && ...)) return {label<Ts>()...};
    LabelSet labels;
    (..., labels.merge(Queries::template labels<Components>()));
    return labels;
  }

  template <class... Queries, class... Written>
  static Effects effects(Writes<Written...> writes) {
    return {.reads = reads<Queries...>(),
            .writes = {label<Written>()...},
            .writes_entity_literal = writes.named_entities,
            .writes_component_entity = writes.stored_entities};
  }

  template <class... Queries, class Phi>
  static std::function<bool(const Match&)> predicate(Phi phi) {
    using Arguments = Joined<typename Queries::Parameters...>;
    if constexpr (FitsQueries<Phi, Arguments>::value) {
      using Result = decltype(std::apply(std::declval<const Phi&>(), std::declval<Arguments>()));
      static_assert(std::is_same_v<Result, bool>, "the result of this condition is no bool; see Result");
      if constexpr (std::is_same_v<Result, bool>)
        return [phi = std::move(phi)](const Match& r) { return std::apply(phi, arguments<Queries...>(r.e, r.w)); };
    }
    return {};
  }

  template <class... Queries, class Phi>
  static Condition condition(const std::string& name, Where<Phi> where) {
    return guarded(name, predicate<Queries...>(std::move(where.phi)));
  }

  template <class... Queries, class F>
  static System make(std::string name, std::optional<Effects> effects, Condition where, F f) {
    static_assert(sizeof...(Queries) > 0 && (is_query<Queries> && ...),
                  "a system is given its queries: system<Query<...>, ...>(name, f)");
    using Arguments = Joined<typename Queries::Parameters...>;
    coreecs::System s{.name = std::move(name), .q = {Queries::template untyped<Components>()...}, .f = {}};
    if constexpr (FitsQueries<F, Arguments>::value) {
      using Result = decltype(std::apply(std::declval<const F&>(), std::declval<Arguments>()));
      static_assert(Mutation::template is_part<Result>,
                    "the result of this system is no mutation: expected is what attach, detach, destroy, set or "
                    "create yields, nil, or a Mutation over the same components; see Result");
      if constexpr (Mutation::template is_part<Result>) {
        s.loop = std::make_shared<const coreecs::Loop>(coreecs::Loop{Loop<Components, F, Queries...>(f, effects)});
        s.f = guarded(s.name, schema(), effects, [f = std::move(f)](const Match& r) -> coreecs::Mutation {
          return Mutation(std::apply(f, arguments<Queries...>(r.e, r.w)));
        });
      }
    }
    s.q.where = std::move(where);
    s.effects = std::move(effects);
    return std::make_shared<const coreecs::System>(std::move(s));
  }
};

}  // namespace coreecs::typed
