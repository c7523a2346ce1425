/// An engine that keeps entities with the same components in one table: queries go along whole tables, and whoever
/// gains or loses a component moves to another one. Its schedules run on threads.
#pragma once

#include <map>

#include "interp/oracle/handles.hpp"

namespace coreecs {

/// All tables, the slots of entities, and the queries that were asked so far.
class Archetypes {
 public:
  /// The entities that have these components, ascending, and no others: a row each.
  struct Table {
    std::vector<Label> type;
    std::vector<Handle> entities;
    std::vector<std::vector<Value>> columns;  ///< one for each component; that of a tag stays empty

    /// Which column is that of a component, if there is one.
    [[nodiscard]] std::optional<std::size_t> column(Label i) const;
  };
  enum class QueryId : std::size_t {};

  Archetypes() = default;
  explicit Archetypes(const Schema& K);

  [[nodiscard]] Handle create();
  void destroy(Handle h);
  [[nodiscard]] bool alive(Handle h) const;
  void attach(Handle h, Label i, Value k);
  void detach(Handle h, Label i);
  /// Whether an entity has no components.
  [[nodiscard]] bool bare(Handle h) const { return table(h).type.empty(); }
  /// The value of an entity, or null where it has none.
  [[nodiscard]] const Value* find(Handle h, Label i) const;

  /// A query is asked once, and from then on knows of the tables that match, also of those that come later.
  [[nodiscard]] QueryId ask(const QueryFilter& q);
  [[nodiscard]] bool matches(QueryId q, Handle h) const;
  /// Visits all matches. Precondition: nothing comes or goes meanwhile.
  template <class Visit>
  void each(QueryId q, const Visit& visit) const {
    for (const std::size_t t : queries_[std::size_t(q)].tables)
      for (const Handle h : tables_[t].entities) visit(h);
  }

  [[nodiscard]] const std::vector<Table>& tables() const { return tables_; }
  [[nodiscard]] bool is_tag(Label i) const { return tags_[i]; }

 private:
  struct Slot {
    std::uint32_t generation = 0;
    bool alive = false;
    std::size_t table = 0, row = 0;
  };
  struct Asked {
    QueryFilter q;
    std::vector<std::size_t> tables;  // those that match
  };
  [[nodiscard]] const Table& table(Handle h) const { return tables_[slots_[h.index].table]; }
  std::size_t table_of(const std::vector<Label>& type);
  void move(Handle h, std::size_t to);
  void remove_row(std::size_t table, std::size_t row);

  std::vector<bool> tags_;
  std::vector<Slot> slots_;
  std::vector<std::uint32_t> free_;
  std::vector<Table> tables_;  // the first one is that of no components
  std::map<std::vector<Label>, std::size_t> by_type_;
  std::vector<Asked> queries_;
};

/// The engine for the oracle. What systems do is deferred to the next point at which somebody observes it; the sides of
/// ∥ run on threads of their own, and see nothing of each other before both have ended.
class ArchetypeEngine : public Engine {
 public:
  [[nodiscard]] EngineDescription describe() override;
  void enter(Level level) override { level_ = level; }
  void reset(const Schema& K, Names&, Entities&) override;
  void apply(const Operations&) override;
  [[nodiscard]] std::vector<std::vector<Entity>> matches(const QueryVector& q) override;
  std::vector<std::size_t> run(const Schedule& leaf, Leaf number, const Respond&) override;
  void frame(const Schedule& z, Leaf first, const Respond&, const std::vector<Expected>&) override;
  [[nodiscard]] State dump() override;
  [[nodiscard]] State look(const std::vector<Entity>& e) override;

  /// A query vector that was asked.
  struct Query {
    std::vector<QueryFilter> filters;
    std::vector<Archetypes::QueryId> asked;
  };
  /// The tables, with our names of their entities.
  class World {
   public:
    World() = default;
    World(const Schema& K, Level level) : level_(level), archetypes_(K), labels_(K.size()) {}

    void apply(const Operation&);
    [[nodiscard]] Query ask(const QueryVector& q);
    [[nodiscard]] std::vector<std::vector<Entity>> matches(const Query& q) const;
    /// Whether these entities match; then w is what is told of them.
    [[nodiscard]] bool observe(const Query& q, const std::vector<Entity>& e, std::vector<Cell>& w) const;
    [[nodiscard]] State state() const;
    /// Of these entities.
    [[nodiscard]] State state(const std::vector<Entity>& e) const;

   private:
    [[nodiscard]] std::optional<Handle> living(Entity e) const;

    Level level_ = Level::Storage;
    Archetypes archetypes_;
    Handles handles_;
    std::size_t labels_ = 0;
  };

 private:
  Level level_ = Level::Storage;
  World world_;
};

}  // namespace coreecs
