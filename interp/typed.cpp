#include "interp/typed.hpp"

#include <algorithm>

namespace coreecs {

namespace {

void add_entities(const Value& k, std::vector<Entity>& entities) {
  if (const Entity* e = std::get_if<Entity>(&k.sum())) entities.push_back(*e);
  if (const Record* r = std::get_if<Record>(&k.sum()))
    for (const Value& field : r->fields()) add_entities(field, entities);
}

/// What the mutation of one invocation may write.
struct Bounds {
  std::shared_ptr<const Effects> effects;
  std::string system;
  std::vector<Entity> entities;

  void check(Label i, Entity e) const {
    if (!effects->writes.contains(i))
      throw std::logic_error("system " + system + " writes a component that its Writes<...> does not list");
    if (!effects->writes_entity_literal && std::find(entities.begin(), entities.end(), e) == entities.end())
      throw std::logic_error(
          "system " + system +
          " writes to an entity that is not of its match, and its Writes<...> does not say so");
  }
};

/// m, checked but for its ν's; these check the mutations that they yield. By a loop, since m can be deep.
Mutation checked(const Bounds& bounds, const Mutation& m) {
  std::vector<Mutation> flat;
  std::vector<const Mutation*> pending{&m};
  while (!pending.empty()) {
    const Mutation& next = *pending.back();
    pending.pop_back();
    std::visit(Clauses{[](const Nil&) {},
                       [&](const Attach& a) {
                         bounds.check(a.i, a.e);
                         flat.push_back(next);
                       },
                       [&](const Detach& d) {
                         bounds.check(d.i, d.e);
                         flat.push_back(next);
                       },
                       [&](const Compose& all) {
                         for (auto part = all.parts().rbegin(); part != all.parts().rend(); ++part)
                           pending.push_back(&*part);
                       },
                       [&](const New& created) {
                         flat.push_back(New{[bounds, f = created.f](Entity e) {
                           Bounds wider = bounds;
                           wider.entities.push_back(e);
                           return checked(wider, f(e));
                         }});
                       }},
               next);
  }
  if (flat.empty()) return Nil{};
  return Compose(std::move(flat));
}

}  // namespace

namespace typed {

std::function<coreecs::Mutation(const Match&)> within(Effects effects, std::string system,
                                                      std::function<coreecs::Mutation(const Match&)> f) {
  return [effects = std::make_shared<const Effects>(std::move(effects)), system = std::move(system),
          f = std::move(f)](const Match& r) {
    Bounds bounds{effects, system, {r.e.begin(), r.e.end()}};
    if (effects->writes_component_entity)
      for (const Cell& cell : r.w)
        if (cell) add_entities(*cell, bounds.entities);
    return checked(bounds, f(r));
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
    const auto same =
        std::find_if(systems.begin(), systems.end(), [&](auto& t) { return t->name == s->name; });
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
