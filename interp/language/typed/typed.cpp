#include "interp/language/typed/typed.hpp"

#include <algorithm>
#include <charconv>

#include "interp/language/program/error.hpp"
#include "interp/language/typed/fresh.hpp"

namespace coreecs {

namespace {

/// A system function and its declaration.
struct Declared {
  std::string system;
  Schema components;
  std::optional<Effects> effects;
  std::function<Mutation(const Match&)> f;
};

/// The result of f. A std::runtime_error becomes a RuntimeError of the system or the invariant with this name, at these
/// entities.
template <class F>
auto located(const std::string& name, std::span<const Entity> e, bool invariant, const F& f) -> decltype(f()) {
  try {
    return f();
  } catch (const RuntimeError&) {
    throw;
  } catch (const std::runtime_error& error) {
    RuntimeError here(name, {e.begin(), e.end()}, "", error.what());
    here.invariant = invariant;
    throw here;
  }
}

/// Adds the entities in the component values that a match observes.
void add_observed(std::span<const Cell> w, std::vector<Entity>& to) {
  for (const Cell& cell : w)
    if (cell) for_each_entity(*cell, [&](Entity e) { to.push_back(e); });
}

/// An invocation of a system on a match r, and the entities to which it may write by its declaration.
struct Guard {
  const std::shared_ptr<const Declared>& s;
  Match r;
  std::span<const Entity> writable;

  /// The mutation that `produce` yields, checked: it names only entities that the invocation knows (D11), and keeps
  /// within the effects. Its ν's check their own mutations, and that these treat all fresh entities alike.
  template <class F>
  Mutation perform(F produce) const {
    return located(s->system, r.e, false, [&] {
      Mutation m = produce();
      if (creates_within(m)) return guarded(m);
      return m;
    });
  }

 private:
  void check(Label i, Entity at) const {
    if (!knows(at)) refuse(i, " of an entity that it forges" + how_known);
    if (!s->effects) return;
    if (!s->effects->writes.contains(i)) refuse(i, ", which its Writes<...> does not list");
    if (!s->effects->writes_entity_literal && std::find(writable.begin(), writable.end(), at) == writable.end())
      refuse(i, " of an entity that is not of its match, and its Writes<...> does not say so");
  }
  /// Initial entities are known to all. A created one is known by the match, by a value that it observes, and to the
  /// invocation that creates it.
  [[nodiscard]] bool knows(Entity e) const {
    if (!e.created() || std::find(writable.begin(), writable.end(), e) != writable.end()) return true;
    std::vector<Entity> observed;
    add_observed(r.w, observed);
    return std::find(observed.begin(), observed.end(), e) != observed.end();
  }
  static inline const std::string how_known =
      ": another invocation created it, and it is not of the match, nor in a component value of it (D11)";
  [[noreturn]] void refuse(Label i, const std::string& why) const {
    throw RuntimeError(s->system, {r.e.begin(), r.e.end()}, "",
                       "system " + s->system + " writes " + s->components[i].name + why);
  }

  /// Checks all writes in m. Returns whether m has a ν.
  bool creates_within(const Mutation& m) const {
    const auto writes = [&](const auto& write) {
      check(write.i, write.e);
      return false;
    };
    return match(
        m, [](const Nil&) { return false; },
        [&](const Attach& write) {
          for_each_entity(write.k, [&](Entity e) {
            if (!knows(e)) refuse(write.i, " with an entity that it forges" + how_known);
          });
          return writes(write);
        },
        [&](const Detach& write) { return writes(write); },
        [&](const Compose& m) {
          bool creates = false;
          for (const Mutation& part : m.parts()) creates |= creates_within(part);
          return creates;
        },
        [](const New&) { return true; });
  }

  /// The mutation m, with a check of what each ν yields.
  Mutation guarded(const Mutation& m) const {
    return match(
        m, [](const Nil& m) -> Mutation { return m; }, [](const Attach& m) -> Mutation { return m; },
        [](const Detach& m) -> Mutation { return m; },
        [&](const Compose& m) -> Mutation {
          std::vector<Mutation> parts;
          for (const Mutation& part : m.parts()) parts.push_back(guarded(part));
          return Compose(std::move(parts));
        },
        [&](const New& m) -> Mutation {
          return New{[s = s, e = std::vector(r.e.begin(), r.e.end()), w = std::vector(r.w.begin(), r.w.end()),
                      writable = std::vector(writable.begin(), writable.end()), f = m.f](Entity fresh) {
            std::vector<Entity> wider = writable;
            wider.push_back(fresh);
            return Guard{s, {e, w}, wider}.perform([&] {
              Mutation does = f(fresh);
              if (!typed::treats_alike(f, fresh, does))
                throw std::runtime_error("system " + s->system +
                                         " tells the entity that it creates from another one: it would do something "
                                         "else for another fresh entity (D11)");
              return does;
            });
          }};
        });
  }
};

}  // namespace

namespace typed {

void does_not_fit() { throw std::range_error("a number does not fit its field"); }

Condition guarded(std::string system, std::function<bool(const Match&)> phi) {
  return {[system = std::move(system), phi = std::move(phi)](const Match& r) {
            return located(system, r.e, false, [&] { return phi(r); });
          },
          nullptr};
}

Invariant guarded(Invariant invariant) {
  const std::string& name = invariant.name;
  if (invariant.holds)
    invariant.holds = [name, holds = std::move(invariant.holds)](const Match& r) {
      return located(name, r.e, true, [&] { return holds(r); });
    };
  for (Measured& measure : invariant.measures)
    measure.of = [name, of = std::move(measure.of)](const State& c, const Environment& env) {
      return located(name, {}, true, [&] { return of(c, env); });
    };
  if (invariant.holds_of_measures)
    invariant.holds_of_measures = [name,
                                   holds = std::move(invariant.holds_of_measures)](std::span<const Value> values) {
      return located(name, {}, true, [&] { return holds(values); });
    };
  return invariant;
}

std::function<coreecs::Mutation(const Match&)> guarded(std::string system, Schema components,
                                                       const std::optional<Effects>& declared,
                                                       std::function<coreecs::Mutation(const Match&)> f) {
  return [s = std::make_shared<const Declared>(
              Declared{std::move(system), std::move(components), declared, std::move(f)})](const Match& r) {
    const auto perform = [&](std::span<const Entity> writable) {
      return Guard{s, r, writable}.perform([&] { return s->f(r); });
    };
    if (!s->effects || !s->effects->writes_component_entity) return perform(r.e);
    std::vector<Entity> writable(r.e.begin(), r.e.end());
    add_observed(r.w, writable);
    return perform(writable);
  };
}

ProgramBuilder::ProgramBuilder(std::string name, Schema schema) {
  this->name = std::move(name);
  this->schema = std::move(schema);
  start = State(this->schema.size());
}

Entity ProgramBuilder::add_entity() {
  std::string name = "e" + std::to_string(entities.size() - resources.size());
  if (!given_.empty() && given_.count(name) > 0) throw std::invalid_argument("two entities are named " + name);
  entities.push_back(std::move(name));
  return Entity(entities.size() - 1);
}

Entity ProgramBuilder::add_entity(std::string name) {
  std::size_t number = 0;
  if (name.starts_with('e')) std::from_chars(name.data() + 1, name.data() + name.size(), number);
  number += resources.size();
  if ((number < entities.size() && entities[number] == name) || !given_.insert(name).second)
    throw std::invalid_argument("two entities are named " + name);
  entities.push_back(std::move(name));
  return Entity(entities.size() - 1);
}

void ProgramBuilder::add_invariant(Invariant invariant) {
  for (const Invariant& other : invariants)
    if (other.name == invariant.name) throw std::invalid_argument("two invariants are named " + invariant.name);
  invariants.push_back(guarded(std::move(invariant)));
}

void ProgramBuilder::schedule(std::string name, Schedule z) {
  for (const auto& other : schedules)
    if (other.name == name) throw std::invalid_argument("two schedules are named " + name);
  const auto add = [this](const std::shared_ptr<const coreecs::System>& s) {
    const auto same = std::find_if(systems.begin(), systems.end(), [&](auto& t) { return t->name == s->name; });
    if (same == systems.end())
      systems.push_back(s);
    else if (*same != s)
      throw std::invalid_argument("two systems are named " + s->name);
  };
  std::vector<const Schedule*> pending{&z};
  while (!pending.empty()) {
    const Schedule& next = *pending.back();
    pending.pop_back();
    const auto both = [&pending](const auto& sides) {
      pending.push_back(&sides.right);
      pending.push_back(&sides.left);
    };
    std::visit(Clauses{[&](const Conc& leaf) { add(leaf.s); }, [&](const Seq& leaf) { add(leaf.s); }, both},
               next.form());
  }
  schedules.push_back({std::move(name), std::move(z)});
}

}  // namespace typed

}  // namespace coreecs
