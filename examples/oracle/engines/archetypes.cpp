#include "examples/oracle/engines/archetypes.hpp"

#include <future>

namespace coreecs {

// Tables

std::optional<std::size_t> Archetypes::Table::column(Label i) const {
  const auto found = std::lower_bound(type.begin(), type.end(), i);
  if (found == type.end() || *found != i) return std::nullopt;
  return found - type.begin();
}

Archetypes::Archetypes(const Schema& K) {
  for (const Component& component : K) tags_.push_back(component.type.kind == Type::Kind::Unit);
  table_of({});
}

std::size_t Archetypes::table_of(const std::vector<Label>& type) {
  const auto [found, is_new] = by_type_.emplace(type, tables_.size());
  if (is_new) {
    const Table& table = tables_.emplace_back(Table{type, {}, std::vector<std::vector<Value>>(type.size())});
    for (Asked& query : queries_)
      if (query.q.admits([&](Label i) { return table.column(i).has_value(); })) query.tables.push_back(found->second);
  }
  return found->second;
}

/// Moves an entity to another table, with the values of all components that it has there, too.
void Archetypes::move(Handle h, std::size_t to) {
  Slot& slot = slots_[h.index];
  Table &old = tables_[slot.table], &table = tables_[to];
  for (std::size_t k = 0; k < table.type.size(); ++k) {
    if (tags_[table.type[k]]) continue;
    Value& value = table.columns[k].emplace_back();
    if (const auto column = old.column(table.type[k])) value = std::move(old.columns[*column][slot.row]);
  }
  remove_row(slot.table, slot.row);
  slot.table = to;
  slot.row = table.entities.size();
  table.entities.push_back(h);
}

/// The last row takes the place of the one that goes.
void Archetypes::remove_row(std::size_t t, std::size_t row) {
  Table& table = tables_[t];
  for (std::vector<Value>& column : table.columns) {
    if (column.empty()) continue;
    std::swap(column[row], column.back());
    column.pop_back();
  }
  const Handle last = table.entities.back();
  table.entities[row] = last;
  table.entities.pop_back();
  slots_[last.index].row = row;
}

// Entities

Handle Archetypes::create() {
  if (free_.empty()) {
    free_.push_back(static_cast<std::uint32_t>(slots_.size()));
    slots_.emplace_back();
  }
  const std::uint32_t index = free_.back();
  free_.pop_back();
  Slot& slot = slots_[index];
  const Handle h{index, slot.generation};
  slot = {h.generation, true, 0, tables_[0].entities.size()};
  tables_[0].entities.push_back(h);
  return h;
}

void Archetypes::destroy(Handle h) {
  if (!alive(h)) return;
  Slot& slot = slots_[h.index];
  remove_row(slot.table, slot.row);
  slot.alive = false;
  ++slot.generation;
  free_.push_back(h.index);
}

bool Archetypes::alive(Handle h) const {
  return h.index < slots_.size() && slots_[h.index].alive && slots_[h.index].generation == h.generation;
}

void Archetypes::attach(Handle h, Label i, Value k) {
  std::vector<Label> type = table(h).type;
  if (!table(h).column(i)) {
    type.insert(std::lower_bound(type.begin(), type.end(), i), i);
    move(h, table_of(type));
  }
  const Slot& slot = slots_[h.index];
  Table& table = tables_[slot.table];
  if (!tags_[i]) table.columns[*table.column(i)][slot.row] = std::move(k);
}

void Archetypes::detach(Handle h, Label i) {
  std::vector<Label> type = table(h).type;
  const auto column = table(h).column(i);
  if (!column) return;
  type.erase(type.begin() + static_cast<std::ptrdiff_t>(*column));
  move(h, table_of(type));
}

const Value* Archetypes::find(Handle h, Label i) const {
  static const Value unit;
  const auto column = table(h).column(i);
  if (!column) return nullptr;
  return tags_[i] ? &unit : &table(h).columns[*column][slots_[h.index].row];
}

// Queries

Archetypes::QueryId Archetypes::ask(const QueryFilter& q) {
  const auto known = std::find_if(queries_.begin(), queries_.end(), [&](const Asked& asked) {
    return asked.q.included == q.included && asked.q.excluded == q.excluded;
  });
  const QueryId id{static_cast<std::size_t>(known - queries_.begin())};
  if (known != queries_.end()) return id;
  Asked& asked = queries_.emplace_back(Asked{q, {}});
  for (std::size_t t = 0; t < tables_.size(); ++t)
    if (q.admits([&](Label i) { return tables_[t].column(i).has_value(); })) asked.tables.push_back(t);
  return id;
}

bool Archetypes::matches(QueryId q, Handle h) const {
  const std::vector<std::size_t>& tables = queries_[std::size_t(q)].tables;
  return std::binary_search(tables.begin(), tables.end(), slots_[h.index].table);
}

// The tables, with our names of their entities

std::optional<Handle> ArchetypeEngine::World::living(Entity e) const {
  const std::optional<Handle> h = handles_.find(e);
  return h && archetypes_.alive(*h) ? h : std::nullopt;
}

void ArchetypeEngine::World::apply(const Operation& operation) {
  match(
      operation,
      [&](const Attach& m) {
        std::optional<Handle> h = living(m.e);
        if (!h && level_ == Level::Handles && handles_.find(m.e)) return;  // it is stale
        if (!h) handles_.bind(m.e, h.emplace(archetypes_.create()));
        archetypes_.attach(*h, m.i, m.k);
      },
      [&](const Detach& m) {
        const std::optional<Handle> h = living(m.e);
        if (!h) return;
        archetypes_.detach(*h, m.i);
        if (archetypes_.bare(*h)) archetypes_.destroy(*h);
      },
      [&](const Destroy& m) {
        if (const std::optional<Handle> h = living(m.e)) archetypes_.destroy(*h);
      });
}

ArchetypeEngine::Query ArchetypeEngine::World::ask(const QueryVector& q) {
  Query query{QueryFilter::of(q), {}};
  for (const QueryFilter& filter : query.filters) query.asked.push_back(archetypes_.ask(filter));
  return query;
}

std::vector<std::vector<Entity>> ArchetypeEngine::World::matches(const Query& q) const {
  std::vector<std::vector<Entity>> lists;
  for (const Archetypes::QueryId id : q.asked) {
    std::vector<Entity> list;
    archetypes_.each(id, [&](Handle h) { list.push_back(handles_[h]); });
    lists.push_back(std::move(list));
  }
  return product(lists);
}

bool ArchetypeEngine::World::observe(const Query& q, const std::vector<Entity>& e, std::vector<Cell>& w) const {
  w.clear();
  for (std::size_t k = 0; k < e.size(); ++k) {
    const std::optional<Handle> h = living(e[k]);
    if (!h || !archetypes_.matches(q.asked[k], *h)) return false;
    for (const std::optional<Label> i : q.filters[k].cells) {
      const Value* value = i ? archetypes_.find(*h, *i) : nullptr;
      w.push_back(value ? Cell(*value) : std::nullopt);
    }
  }
  return true;
}

State ArchetypeEngine::World::state() const {
  State c(labels_);
  for (const Archetypes::Table& table : archetypes_.tables())
    for (const Handle h : table.entities)
      for (const Label i : table.type) c.write({handles_[h], i}, *archetypes_.find(h, i));
  return c;
}

State ArchetypeEngine::World::state(const std::vector<Entity>& all) const {
  State c(labels_);
  for (const Entity e : all)
    if (const std::optional<Handle> h = living(e))
      for (Label i = 0; i < labels_; ++i)
        if (const Value* k = archetypes_.find(*h, i)) c.write({e, i}, *k);
  return c;
}

// Schedules

namespace {

/// A side of ∥, or all of a frame: what it sees, and the commands of its systems. They are deferred until something of
/// the same branch observes.
class Branch {
 public:
  using World = ArchetypeEngine::World;
  /// What is asked at each leaf, the first of which has this number.
  struct Leaves {
    std::vector<ArchetypeEngine::Query> queries;
    Leaf first;
    const Respond& respond;
  };

  /// A branch whose commands change this world at once.
  Branch(World& own, const Leaves& leaves) : seen_(&own), own_(&own), leaves_(leaves) {}
  /// One that sees this world as it is, and changes a copy of it, if need be.
  Branch(const World& seen, const Leaves& leaves) : seen_(&seen), leaves_(leaves) {}

  void perform(const Schedule& z, Leaf leaf) {
    match(
        z.form(), [&](const Conc&) { conc(leaf); }, [&](const Seq&) { seq(leaf); },
        [&](const Then& z) {
          perform(z.left, leaf);
          perform(z.right, leaf + z.left.leaves());
        },
        [&](const Par& z) { par(z, leaf); });
  }

  /// Sync point: whoever looks at what this yields sees all that the branch has done.
  const World& sync() {
    if (done_ == commands_.size()) return *seen_;
    if (!own_) {
      copy_ = *seen_;
      seen_ = own_ = &*copy_;
    }
    for (; done_ < commands_.size(); ++done_) own_->apply(commands_[done_]);
    return *seen_;
  }

 private:
  void conc(Leaf leaf) {
    const World& world = sync();
    const ArchetypeEngine::Query& q = leaves_.queries[leaf - leaves_.first];
    for (const std::vector<Entity>& e : world.matches(q))
      if (world.observe(q, e, w_)) defer(leaves_.respond(leaf, {e, w_}));
  }

  void seq(Leaf leaf) {
    const ArchetypeEngine::Query& q = leaves_.queries[leaf - leaves_.first];
    for (const std::vector<Entity>& e : sync().matches(q))
      if (sync().observe(q, e, w_)) defer(leaves_.respond(leaf, {e, w_}));
  }

  void par(const Par& z, Leaf leaf) {
    const World& fork = sync();
    Branch left(fork, leaves_), right(fork, leaves_);
    std::future<void> other = std::async(std::launch::async, [&] { left.perform(z.left, leaf); });
    right.perform(z.right, leaf + z.left.leaves());
    other.get();
    defer(left.commands_);
    defer(right.commands_);
  }

  void defer(const Operations& more) { commands_.insert(commands_.end(), more.begin(), more.end()); }

  const World* seen_;
  World* own_ = nullptr;  // that may be changed; null: there is none yet
  std::optional<World> copy_;
  const Leaves& leaves_;
  Operations commands_;
  std::size_t done_ = 0;  // how many of them what is seen has
  std::vector<Cell> w_;
};

/// Asks the queries of all leaves, so that the world knows them before it is shared.
void ask(const Schedule& z, ArchetypeEngine::World& world, std::vector<ArchetypeEngine::Query>& queries) {
  const auto both = [&](const auto& z) {
    ask(z.left, world, queries);
    ask(z.right, world, queries);
  };
  match(
      z.form(), [&](const Conc& z) { queries.push_back(world.ask(z.s->q)); },
      [&](const Seq& z) { queries.push_back(world.ask(z.s->q)); }, [&](const Then& z) { both(z); },
      [&](const Par& z) { both(z); });
}

}  // namespace

// The engine for the oracle

EngineDescription ArchetypeEngine::describe() {
  return {"archetypes",
          {std::begin(constructs), std::end(constructs)},
          {Level::Storage, Level::Queries, Level::Systems, Level::Schedules, Level::Handles}};
}

void ArchetypeEngine::reset(const Schema& K, Names&, Entities&) { world_ = World(K, level_); }

void ArchetypeEngine::apply(const Operations& operations) {
  for (const Operation& operation : operations) world_.apply(operation);
}

std::vector<std::vector<Entity>> ArchetypeEngine::matches(const QueryVector& q) {
  return world_.matches(world_.ask(q));
}

std::vector<std::size_t> ArchetypeEngine::run(const Schedule& leaf, Leaf number, const Respond& respond) {
  frame(leaf, number, respond, {});
  return {};
}

void ArchetypeEngine::frame(const Schedule& z, Leaf first, const Respond& respond, const std::vector<Expected>&) {
  Branch::Leaves leaves{{}, first, respond};
  ask(z, world_, leaves.queries);
  Branch branch(world_, leaves);
  branch.perform(z, first);
  branch.sync();
}

State ArchetypeEngine::dump() { return world_.state(); }

State ArchetypeEngine::look(const std::vector<Entity>& e) { return world_.state(e); }

}  // namespace coreecs
