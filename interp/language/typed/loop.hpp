/// A system function compiled to a loop over its matches.
#pragma once

#include <stdexcept>

#include "interp/fast/sweep.hpp"
#include "interp/language/typed/mutation.hpp"
#include "interp/language/typed/query.hpp"

namespace coreecs::typed {

/// Applies F to matches of the queries. It performs a mutation without building it if all its writes are declared, and
/// are at the first entity of the match. For any other one, and where F fails, the system's own function is asked: it
/// checks the declaration, creates entities, and says where an error is.
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
  /// False if the system's own function has to be asked. Nothing is written by then.
  bool performs(fast::Invocations& r) const {
    try {
      return performs(r, std::apply(f_, arguments<Queries...>(r.e(), r.found())));
    } catch (const std::runtime_error&) {
      return false;
    }
  }

  template <class... Ts>
  bool performs(fast::Invocations& r, const Attach<Ts...>& m) const {
    if (m.e != r.first_entity() || !(declares(Components::template label<Ts>()) && ...)) return false;
    const auto attach = [&](const Ts&... ks) {
      std::array<Value, sizeof...(Ts)> values{to_value(ks)...};  // each may fail, before one is written
      std::size_t j = 0;
      (..., r.attach(Components::template label<Ts>(), m.e, std::move(values[j++])));
    };
    std::apply(attach, m.ks);
    return true;
  }
  template <class... Ts>
  bool performs(fast::Invocations& r, const Detach<Ts...>& m) const {
    if (m.e != r.first_entity() || !(declares(Components::template label<Ts>()) && ...)) return false;
    (..., r.detach(Components::template label<Ts>(), m.e));
    return true;
  }
  bool performs(fast::Invocations&, const Nil&) const { return true; }
  bool performs(fast::Invocations& r, const Mutation<Components>& m) const {
    if (!is_own(m, r.first_entity())) return false;
    perform(m, r);
    return true;
  }
  template <class M>
  bool performs(fast::Invocations&, const M&) const {
    return false;
  }

  [[nodiscard]] bool declares(Label i) const { return declared_[i]; }
  [[nodiscard]] bool is_own(const coreecs::Mutation& m, Entity e) const {
    return match(
        m, [](const coreecs::Nil&) { return true; },
        [&](const coreecs::Attach& m) { return m.e == e && declares(m.i); },
        [&](const coreecs::Detach& m) { return m.e == e && declares(m.i); },
        [&](const Compose& m) {
          for (const coreecs::Mutation& part : m.parts())
            if (!is_own(part, e)) return false;
          return true;
        },
        [](const New&) { return false; });
  }
  /// Performs a mutation that is_own.
  static void perform(const coreecs::Mutation& m, fast::Invocations& r) {
    match(
        m, [](const coreecs::Nil&) {}, [&](const coreecs::Attach& m) { r.attach(m.i, m.e, m.k); },
        [&](const coreecs::Detach& m) { r.detach(m.i, m.e); },
        [&](const Compose& m) {
          for (const coreecs::Mutation& part : m.parts()) perform(part, r);
        },
        [](const New&) {});
  }

  F f_;
  std::array<bool, Components::size> declared_{};
};

}  // namespace coreecs::typed
