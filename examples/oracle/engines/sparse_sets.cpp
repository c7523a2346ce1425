#include "examples/oracle/engines/sparse_sets.hpp"

namespace coreecs {

// One component

const Value* SparseSet::find(Handle h) const {
  static const Value unit;
  if (!has(h)) return nullptr;
  return tag_ ? &unit : &values_[sparse_[h.index]];
}

void SparseSet::set(Handle h, Value k) {
  if (!has(h)) {
    if (h.index >= sparse_.size()) sparse_.resize(h.index + std::size_t{1}, none);
    sparse_[h.index] = static_cast<std::uint32_t>(dense_.size());
    dense_.push_back(h);
    if (!tag_) values_.emplace_back();
  }
  if (!tag_) values_[sparse_[h.index]] = std::move(k);
}

void SparseSet::remove(Handle h) {
  if (!has(h)) return;
  const std::uint32_t place = sparse_[h.index];
  const Handle last = dense_.back();
  dense_[place] = last;
  dense_.pop_back();
  if (!tag_) {
    std::swap(values_[place], values_.back());
    values_.pop_back();
  }
  sparse_[last.index] = place;
  sparse_[h.index] = none;
}

// Entities, and all components

SparseSets::SparseSets(const Schema& K, bool toggled) : off_(K.size()) {
  if (toggled) off_ = off_labels(K);
  for (const Component& component : K) sets_.emplace_back(component.type.kind == Type::Kind::Unit);
}

Handle SparseSets::create() {
  if (free_.empty()) {
    free_.push_back(static_cast<std::uint32_t>(slots_.size()));
    slots_.emplace_back();
  }
  const std::uint32_t index = free_.back();
  free_.pop_back();
  slots_[index].alive = true;
  return {index, slots_[index].generation};
}

void SparseSets::destroy(Handle h) {
  if (!alive(h)) return;
  for (SparseSet& set : sets_) set.remove(h);
  slots_[h.index].alive = false;
  ++slots_[h.index].generation;
  free_.push_back(h.index);
}

bool SparseSets::alive(Handle h) const {
  return h.index < slots_.size() && slots_[h.index].alive && slots_[h.index].generation == h.generation;
}

bool SparseSets::bare(Handle h) const {
  return std::none_of(sets_.begin(), sets_.end(), [&](const SparseSet& set) { return set.has(h); });
}

void SparseSets::detach(Handle h, Label i) {
  sets_[i].remove(h);
  if (off_[i]) sets_[*off_[i]].remove(h);
}

std::optional<Label> SparseSets::toggled(Label off) const {
  const auto found = std::find(off_.begin(), off_.end(), off);
  return found == off_.end() ? std::nullopt : std::optional(static_cast<Label>(found - off_.begin()));
}

bool SparseSets::matches(const QueryFilter& q, Handle h) const {
  return q.admits([&](Label i) { return sees(h, i); });
}

std::vector<Handle> SparseSets::matches(const QueryFilter& q) const {
  std::vector<Handle> found;
  const auto consider = [&](Handle h) {
    if (matches(q, h)) found.push_back(h);
  };
  const auto smallest = std::min_element(q.included.begin(), q.included.end(), [&](Label i, Label j) {
    return sets_[i].entities().size() < sets_[j].entities().size();
  });
  if (smallest != q.included.end()) {
    for (const Handle h : sets_[*smallest].entities()) consider(h);
  } else {
    for (std::uint32_t index = 0; index < slots_.size(); ++index)
      if (slots_[index].alive) consider({index, slots_[index].generation});
  }
  return found;
}

// The engine for the oracle

EngineDescription SparseSetEngine::describe() {
  return {"sparse_sets",
          {std::begin(constructs), std::end(constructs)},
          {Level::Storage, Level::Queries, Level::Systems, Level::Schedules, Level::Handles, Level::Hierarchy,
           Level::Toggles, Level::Saves}};
}

void SparseSetEngine::reset(const Schema& K, Names&, Entities&) {
  schema_ = K;
  parent_ = level_ == Level::Hierarchy ? parent_label(K) : std::nullopt;
  clear();
}

void SparseSetEngine::clear() { world_ = {SparseSets(schema_, level_ == Level::Toggles), {}}; }

void SparseSetEngine::destroy(Entity e) {
  const std::optional<Handle> h = living(e);
  if (!h) return;
  world_.sets.destroy(*h);
  for (const Entity child : children(e)) destroy(child);
}

std::vector<Entity> SparseSetEngine::children(Entity e) const {
  std::vector<Entity> all;
  if (!parent_) return all;
  const SparseSet& parents = world_.sets.sets()[*parent_];
  for (const Handle h : parents.entities())
    if (parents.find(h)->as<Entity>() == e) all.push_back(world_.handles[h]);
  return all;
}

std::optional<Handle> SparseSetEngine::living(Entity e) const {
  const std::optional<Handle> h = world_.handles.find(e);
  return h && world_.sets.alive(*h) ? h : std::nullopt;
}

void SparseSetEngine::apply(const Operations& operations) {
  for (const Operation& operation : operations)
    match(
        operation,
        [&](const Attach& m) {
          std::optional<Handle> h = living(m.e);
          if (const std::optional<Label> i = world_.sets.toggled(m.i); i && !(h && world_.sets.sets()[*i].has(*h)))
            return;
          if (!h && level_ == Level::Handles && world_.handles.find(m.e)) return;  // it is stale
          if (!h) world_.handles.bind(m.e, h.emplace(world_.sets.create()));
          world_.sets.attach(*h, m.i, m.k);
        },
        [&](const Detach& m) {
          const std::optional<Handle> h = living(m.e);
          if (!h) return;
          world_.sets.detach(*h, m.i);
          if (world_.sets.bare(*h)) destroy(m.e);
        },
        [&](const Destroy& m) { destroy(m.e); });
}

std::vector<Entity> SparseSetEngine::select(const QueryFilter& q) {
  std::vector<Entity> found;
  for (const Handle h : world_.sets.matches(q)) found.push_back(world_.handles[h]);
  return found;
}

bool SparseSetEngine::observe(const QueryFilter& q, Entity e, std::vector<Cell>& w) {
  const std::optional<Handle> h = living(e);
  if (!h || !world_.sets.matches(q, *h)) return false;
  for (const std::optional<Label> i : q.cells) {
    const Value* value = i && world_.sets.sees(*h, *i) ? world_.sets.sets()[*i].find(*h) : nullptr;
    w.push_back(value ? Cell(*value) : std::nullopt);
  }
  return true;
}

std::function<void()> SparseSetEngine::fork() {
  return [this, fork = world_] { world_ = fork; };
}

State SparseSetEngine::dump() {
  const std::vector<SparseSet>& sets = world_.sets.sets();
  State c(sets.size());
  for (Label i = 0; i < sets.size(); ++i)
    for (const Handle h : sets[i].entities()) c.write({world_.handles[h], i}, *sets[i].find(h));
  return c;
}

State SparseSetEngine::look(const std::vector<Entity>& all) {
  const std::vector<SparseSet>& sets = world_.sets.sets();
  State c(sets.size());
  for (const Entity e : all)
    if (const std::optional<Handle> h = living(e))
      for (Label i = 0; i < sets.size(); ++i)
        if (const Value* k = sets[i].find(*h)) c.write({e, i}, *k);
  return c;
}

namespace {

/// A value with all entities in it replaced.
Value replaced(const Value& k, const std::function<Entity(Entity)>& by) {
  if (const Entity* e = std::get_if<Entity>(&k.sum())) return by(*e);
  const Record* r = std::get_if<Record>(&k.sum());
  if (!r) return k;
  std::vector<Value> fields;
  for (const Value& field : r->fields()) fields.push_back(replaced(field, by));
  return Record(fields);
}

}  // namespace

std::function<void()> SparseSetEngine::save() {
  std::vector<Entity> entities;
  std::unordered_map<Entity, std::uint64_t> places;
  const auto place = [&](Entity e) {
    const auto [at, is_new] = places.emplace(e, entities.size());
    if (is_new) entities.push_back(e);
    return Entity{at->second};
  };
  const State c = dump();
  State file(c.labels());  // an entity is its place in it, also as a value
  for (Label i = 0; i < c.labels(); ++i)
    for (const auto& [e, k] : c[i]) file.write({place(e), i}, replaced(k, place));
  return [this, file, entities] { load(file, entities); };
}

void SparseSetEngine::load(const State& file, const std::vector<Entity>& entities) {
  const auto at = [&](Entity place) { return entities[place.number()]; };
  clear();
  for (Label i = 0; i < file.labels(); ++i)
    for (const auto& [place, k] : file[i]) apply({Attach{i, at(place), replaced(k, at)}});
}

}  // namespace coreecs
