#include "interp/archetypes/bridge/vocabulary.hpp"

#include <algorithm>
#include <numeric>

namespace coreecs::bridge {

// Kinds of events ------------------------------------------------------------------------------------------

void EventKinds::add_event(const archetype::Event& evt) {
  std::visit(
      Clauses{[&](const archetype::Create& evt) {
                create = true;
                for (const auto& component : evt.components) created.insert(component.first);
              },
              [&](const archetype::Destroy&) { destroy = true; }, [&](const archetype::Add& evt) { add.insert(evt.C); },
              [&](const archetype::Remove& evt) { remove.insert(evt.C); }},
      evt);
}

void EventKinds::add_events_of(const archetype::Term& t) {
  if (!t.facts().stages) return;
  if (const auto* staged = std::get_if<archetype::Staged>(&t.form())) add_event(staged->evt);
  deep([&] {
    for (const archetype::Term& part : parts(t)) add_events_of(part);
  });
}

// Labels ---------------------------------------------------------------------------------------------------

namespace {

Type type_of_primitive(archetype::Primitive P) {
  switch (P) {
    case archetype::Primitive::Bool:
      return Type::Kind::Bool;
    case archetype::Primitive::Int:
      return Type::Kind::Int;
    case archetype::Primitive::Float:
      return Type::Kind::Real;
    case archetype::Primitive::Text:
      return Type::Kind::Text;
  }
  return {};
}

/// A record has its fields sorted by name, as in documents; a type without fields is a unit.
Type type_of_component(const archetype::CType& C, std::vector<std::size_t>& positions) {
  if (C.fields.empty()) return Type::Kind::Unit;
  std::vector<std::size_t> by_name(C.fields.size());
  std::iota(by_name.begin(), by_name.end(), std::size_t{0});
  std::sort(by_name.begin(), by_name.end(),
            [&](std::size_t a, std::size_t b) { return C.fields[a].name < C.fields[b].name; });
  std::vector<Type::Field> fields;
  positions.resize(by_name.size());
  for (std::size_t k = 0; k < by_name.size(); ++k) {
    positions[by_name[k]] = k;
    fields.push_back({C.fields[by_name[k]].name, type_of_primitive(C.fields[by_name[k]].type)});
  }
  Type type(std::move(fields));
  type.declared = positions;
  return type;
}

}  // namespace

// [bridge/schema]  I ≜ {C_1, ..., C_n, alive, about, create, destroy} ∪ {add_C, remove_C | C}    where K_C is that of C
//                  K_alive = K_create = K_destroy = K_remove_C = ⊤   K_about = E   K_add_C = K_C
// Events that a program does not stage have no labels.
Vocabulary::Vocabulary(archetype::Schema of, EventKinds staged) : components(std::move(of)), events(std::move(staged)) {
  positions.resize(components.size());
  for (Label C = 0; C < components.size(); ++C)
    schema.push_back({components[C].name, type_of_component(components[C], positions[C])});
  const auto label = [&](std::string name, Type type) {
    const auto taken = [&] {
      return std::any_of(schema.begin(), schema.end(), [&](const Component& i) { return i.name == name; });
    };
    while (taken()) name += '_';
    schema.push_back({std::move(name), std::move(type)});
    return static_cast<Label>(schema.size() - 1);
  };
  alive = label("alive", Type::Kind::Unit);
  if (events.about_entities()) about = label("about", Type::Kind::Entity);
  if (events.create) create = label("create", Type::Kind::Unit);
  if (events.destroy) destroy = label("destroy", Type::Kind::Unit);
  for (const Label C : events.add) add.emplace(C, label("add_" + components[C].name, schema[C].type));
  for (const Label C : events.remove) remove.emplace(C, label("remove_" + components[C].name, Type::Kind::Unit));
}

std::optional<Value> Vocabulary::value(const Value& c, Label C) const {
  if (C >= components.size() || !archetype::is_component(c, components[C])) return std::nullopt;
  if (is_tag(C)) return Value(Unit{});
  const std::span<const Value> fields = c.as<Record>().fields();
  std::vector<Value> sorted(fields.size());
  for (std::size_t k = 0; k < fields.size(); ++k) sorted[positions[C][k]] = fields[k];
  return Value(Record(sorted));
}

// States ---------------------------------------------------------------------------------------------------

StandIns numbered(const archetype::Heap& H) {
  return {[](Entity e) { return e; }, [first = H.fresh().number()](std::size_t i) { return Entity(first + i); }};
}

namespace {

/// The component that an event of the queue attaches.
std::optional<Value> brought(const archetype::Term& t, Label C, const Vocabulary& K) {
  const archetype::Literal* literal = archetype::value(t);
  return literal ? K.value(literal->v, C) : std::nullopt;
}

/// Adds an event to c, or yields why it has no translation.
std::optional<Untranslatable> add_queued(State& c, Entity n, const archetype::Event& evt, const Vocabulary& K,
                                         const StandIns& as) {
  const auto about = [&](const archetype::Term& t) -> std::optional<Untranslatable> {
    const std::optional<Entity> e = archetype::entity(t);
    if (!e) return Untranslatable{"an event in the queue names no entity"};
    c.write({n, K.about}, Value(as.of_entity(*e)));
    return std::nullopt;
  };
  const auto attach = [&](Label i, const archetype::Term& t, Label C) -> std::optional<Untranslatable> {
    std::optional<Value> k = brought(t, C, K);
    if (!k) return Untranslatable{.what = "an event of the queue has a component of the wrong type", .C = C};
    c.write({n, i}, std::move(k));
    return std::nullopt;
  };
  return std::visit(Clauses{// [bridge/queue]  ⟦create(C⃗, c⃗)⟧_n ≜ attach_create(n) • attach_{C_1}(n, c_1) • ...
                            [&](const archetype::Create& evt) -> std::optional<Untranslatable> {
                              c.write({n, K.create}, Value(Unit{}));
                              for (const auto& [C, t] : evt.components)
                                if (auto untranslatable = attach(C, t, C)) return untranslatable;
                              return std::nullopt;
                            },
                            //                 ⟦destroy e⟧_n ≜ attach_about(n, e) • attach_destroy(n)
                            [&](const archetype::Destroy& evt) {
                              c.write({n, K.destroy}, Value(Unit{}));
                              return about(evt.t);
                            },
                            //                 ⟦add(e, C, c)⟧_n ≜ attach_about(n, e) • attach_{add_C}(n, c)
                            [&](const archetype::Add& evt) {
                              std::optional<Untranslatable> untranslatable = attach(K.add.at(evt.C), evt.c, evt.C);
                              return untranslatable ? untranslatable : about(evt.t);
                            },
                            //                 ⟦remove(e, C)⟧_n ≜ attach_about(n, e) • attach_{remove_C}(n)
                            [&](const archetype::Remove& evt) {
                              c.write({n, K.remove.at(evt.C)}, Value(Unit{}));
                              return about(evt.t);
                            }},
                    evt);
}

}  // namespace

// [bridge/heap]  ⟦𝓗⟧_C(e) ≜ 𝓗[e][C]   ⟦𝓗⟧_alive(e) ≜ * where e ∈ 𝓗[A] for some A
//                ⟦𝓗, q⟧ ≜ ⟦𝓗⟧ ↓ ⟦evt_1⟧_{n_1} • ... • ⟦evt_k⟧_{n_k}             with n_1 < ... < n_k, none of them in 𝓗
OrUntranslatable<State> state(const archetype::Heap& H, const archetype::Queue& q, const Vocabulary& K,
                              const StandIns& as) {
  State c(K.schema.size());
  for (Label C = 0; C < H.components().labels(); ++C)
    for (const auto& [e, component] : H.components()[C]) {
      std::optional<Value> k = K.value(component, C);
      if (!k) return Untranslatable{.what = "an entity has a component that is not of its type", .C = C};
      c.write({as.of_entity(e), C}, std::move(k));
    }
  for (const auto& table : H.tables())
    for (const auto& row : table.second) c.write({as.of_entity(row.first), K.alive}, Value(Unit{}));
  for (std::size_t i = 0; i < q.size(); ++i)
    if (auto untranslatable = add_queued(c, as.of_event(i), q[i], K, as)) return *std::move(untranslatable);
  return c;
}

}  // namespace coreecs::bridge
