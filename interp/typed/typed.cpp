#include "interp/typed/typed.hpp"

#include <algorithm>

#include "interp/program/error.hpp"

namespace coreecs {

namespace {

void add_entities(const Value& k, std::vector<Entity>& entities) {
  if (const Entity* e = std::get_if<Entity>(&k.sum())) entities.push_back(*e);
  if (const Record* r = std::get_if<Record>(&k.sum()))
    for (const Value& field : r->fields()) add_entities(field, entities);
}

/// An invocation, and what its mutation may write.
struct Guard {
  std::string system;
  std::vector<Entity> e;
  std::shared_ptr<const Effects> effects;  // null: not declared
  std::vector<Entity> writable;

  /// The mutation that `produce` yields, within the effects. Its ν's see to their mutations.
  template <class F>
  Mutation perform(F produce) const {
    try {
      return checked(produce());
    } catch (const RuntimeError&) {
      throw;
    } catch (const std::runtime_error& error) {
      throw RuntimeError(system, e, "", error.what());
    }
  }

 private:
  void check(Label i, Entity at) const {
    if (!effects) return;
    if (!effects->writes.contains(i))
      throw std::logic_error("system " + system + " writes a component that its Writes<...> does not list");
    if (!effects->writes_entity_literal && std::find(writable.begin(), writable.end(), at) == writable.end())
      throw std::logic_error("system " + system +
                             " writes to an entity that is not of its match, and its Writes<...> does not say so");
  }

  New checked(const New& m) const {
    return {[guard = *this, f = m.f](Entity fresh) {
      Guard wider = guard;
      wider.writable.push_back(fresh);
      return wider.perform([&] { return f(fresh); });
    }};
  }

  // By a loop, since m can be deep.
  Mutation checked(const Mutation& m) const {
    std::vector<Mutation> flat;
    std::vector<const Mutation*> pending{&m};
    const auto keep = [&](const auto& write) {
      check(write.i, write.e);
      flat.push_back(write);
    };
    while (!pending.empty()) {
      const Mutation& next = *pending.back();
      pending.pop_back();
      std::visit(Clauses{[](const Nil&) {}, [&](const Attach& write) { keep(write); },
                         [&](const Detach& write) { keep(write); },
                         [&](const Compose& all) {
                           for (auto part = all.parts().rbegin(); part != all.parts().rend(); ++part)
                             pending.push_back(&*part);
                         },
                         [&](const New& created) { flat.push_back(checked(created)); }},
                 next);
    }
    if (flat.empty()) return Nil{};
    if (flat.size() == 1) return std::move(flat.front());
    return Compose(std::move(flat));
  }
};

}  // namespace

namespace typed {

std::function<coreecs::Mutation(const Match&)> guarded(std::string system, const std::optional<Effects>& declared,
                                                       std::function<coreecs::Mutation(const Match&)> f) {
  return [system = std::move(system), effects = declared ? std::make_shared<const Effects>(*declared) : nullptr,
          f = std::move(f)](const Match& r) {
    Guard guard{system, {r.e.begin(), r.e.end()}, effects, {r.e.begin(), r.e.end()}};
    if (effects && effects->writes_component_entity)
      for (const Cell& cell : r.w)
        if (cell) add_entities(*cell, guard.writable);
    return guard.perform([&] { return f(r); });
  };
}

ProgramBuilder::ProgramBuilder(std::string name, Schema schema) {
  this->name = std::move(name);
  this->schema = std::move(schema);
  start = State(this->schema.size());
}

Entity ProgramBuilder::add_entity(std::string name) {
  if (std::find(entities.begin(), entities.end(), name) != entities.end())
    throw std::invalid_argument("two entities are named " + name);
  entities.push_back(std::move(name));
  return Entity(entities.size() - 1);
}

void ProgramBuilder::schedule(std::string name, Schedule z) {
  for (const auto& [other, _] : schedules)
    if (other == name) throw std::invalid_argument("two schedules are named " + name);
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
      pending.push_back(&sides.z_);
      pending.push_back(&sides.z);
    };
    std::visit(Clauses{[&](const Conc& leaf) { add(leaf.s); }, [&](const Seq& leaf) { add(leaf.s); }, both},
               next.form());
  }
  schedules.emplace_back(std::move(name), std::move(z));
}

}  // namespace typed

}  // namespace coreecs
