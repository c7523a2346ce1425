/// A system function compiled to a loop over its matches.
#pragma once

#include <algorithm>
#include <stdexcept>

#include "interp/fast/sweep.hpp"
#include "interp/language/typed/fresh.hpp"
#include "interp/language/typed/mutation.hpp"
#include "interp/language/typed/query.hpp"

namespace coreecs::typed {

/// Applies F to matches of the queries. It performs a mutation without building it if all its writes are declared, are
/// at the first entity of the match or at entities that it creates, name no further created ones, and tell no fresh
/// entity from another. For any other one, and where F fails, the system's own function is asked: it checks the
/// mutation, and says where an error is.
template <class Components, class F, class... Queries>
class Loop {
 public:
  /// Without declared effects all components may be written.
  Loop(F f, const std::optional<Effects>& effects) : f_(std::move(f)) {
    for (Label i = 0; i < Components::size; ++i) declared_[i] = !effects || effects->writes.contains(i);
  }

  void operator()(fast::Invocations& r) const {
    while (r.next())
      if (!performs(r)) r.invoke();
  }

 private:
  /// False if the system's own function has to be asked.
  bool performs(fast::Invocations& r) const {
    try {
      return performs(r, std::apply(f_, arguments<Queries...>(r.e(), r.found())));
    } catch (const std::runtime_error&) {
      return false;
    }
  }

  template <class... Ts>
  bool performs(fast::Invocations& r, const Attach<Ts...>& m) const {
    return attaches(r, r.first_entity(), m);
  }
  /// Performs m if it attaches to e.
  template <class... Ts>
  bool attaches(fast::Invocations& r, Entity e, const Attach<Ts...>& m) const {
    if (m.e != e || !(declares(Components::template label<Ts>()) && ...)) return false;
    const auto attach = [&](const Ts&... ks) {
      std::array<Value, sizeof...(Ts)> values{to_value(ks)...};  // each may fail, before one is written
      if (std::any_of(values.begin(), values.end(), [&](const Value& k) { return names_others(r, e, k); }))
        return false;
      std::size_t j = 0;
      (..., r.attach(Components::template label<Ts>(), m.e, std::move(values[j++])));
      return true;
    };
    return std::apply(attach, m.ks);
  }
  /// Whether a value names a created entity that is neither of the match nor `own`.
  static bool names_others(const fast::Invocations& r, Entity own, const Value& k) {
    bool others = false;
    for_each_entity(k, [&](Entity e) {
      others = others || (e.created() && e != own && std::find(r.e().begin(), r.e().end(), e) == r.e().end());
    });
    return others;
  }
  template <class... Ts>
  bool performs(fast::Invocations& r, const Detach<Ts...>& m) const {
    if (m.e != r.first_entity() || !(declares(Components::template label<Ts>()) && ...)) return false;
    (..., r.detach(Components::template label<Ts>(), m.e));
    return true;
  }
  bool performs(fast::Invocations&, const Nil&) const { return true; }
  /// Creates an entity if its components are all that is written.
  template <class G>
  bool performs(fast::Invocations& r, const Create<G>& m) const {
    if constexpr (is_attach<std::invoke_result_t<const G&, Entity>>) {
      const std::optional<Entity> e = r.create();
      if (!e) return true;
      const auto does = m.f(*e);
      if constexpr (!is_with_components<G>)
        if (!alike(does, m.f(unseen()), *e)) return false;
      return attaches(r, *e, does);
    }
    return false;
  }
  template <class... Ts>
  static bool alike(const Attach<Ts...>& m, const Attach<Ts...>& other, Entity fresh) {
    if (m.e == fresh ? other.e != unseen() : m.e != other.e) return false;
    return [&]<std::size_t... j>(std::index_sequence<j...>) {
      return (typed::alike(to_value(std::get<j>(m.ks)), to_value(std::get<j>(other.ks)), fresh) && ...);
    }
    (std::index_sequence_for<Ts...>());
  }
  bool performs(fast::Invocations& r, const Mutation<Components>& m) const {
    SmallVector<Entity, 3> own{r.first_entity()};
    return performs(r, m, own);
  }
  /// Performs m if it writes only declared components, and only at `own` entities. Otherwise it ends early with false:
  /// the system's own function then performs all of m, so that what is written by then does not count.
  bool performs(fast::Invocations& r, const coreecs::Mutation& m, SmallVector<Entity, 3>& own) const {
    const auto may_write = [&](const auto& m) {
      return declares(m.i) && std::find(own.begin(), own.end(), m.e) != own.end();
    };
    return match(
        m, [](const coreecs::Nil&) { return true; },
        [&](const coreecs::Attach& m) {
          if (!may_write(m) || names_others(r, m.e, m.k)) return false;
          r.attach(m.i, m.e, Value(m.k));
          return true;
        },
        [&](const coreecs::Detach& m) {
          if (!may_write(m)) return false;
          r.detach(m.i, m.e);
          return true;
        },
        [&](const Compose& m) {
          for (const coreecs::Mutation& part : m.parts())
            if (!performs(r, part, own)) return false;
          return true;
        },
        [&](const New& m) {
          const std::optional<Entity> e = r.create();
          if (!e) return true;
          own.push_back(*e);
          const coreecs::Mutation does = m.f(*e);
          return treats_alike(m.f, *e, does) && performs(r, does, own);
        });
  }
  template <class M>
  bool performs(fast::Invocations&, const M&) const {
    return false;
  }

  [[nodiscard]] bool declares(Label i) const { return declared_[i]; }

  F f_;
  std::array<bool, Components::size> declared_{};
};

}  // namespace coreecs::typed
