/// [oracle] What most engines need to be driven: queries as filters, and which of their entities is which of ours.
#pragma once

#include <algorithm>
#include <unordered_map>

#include "interp/oracle/engine.hpp"

namespace coreecs {

/// An entity of an engine: a slot, and how often the slot had been freed before. That of a destroyed entity is stale,
/// also when the slot is in use again.
struct Handle {
  std::uint32_t index = 0, generation = 0;
  friend bool operator==(Handle, Handle) = default;
};

/// A query as engines have it: the components that a match has and those that it has not, ascending, and its cells.
struct QueryFilter {
  std::vector<Label> included, excluded;
  std::vector<std::optional<Label>> cells;  ///< whose value each cell is, if it has it; none: of excl

  explicit QueryFilter(const Query& q) {
    add(q);
    for (std::vector<Label>* labels : {&included, &excluded}) {
      std::sort(labels->begin(), labels->end());
      labels->erase(std::unique(labels->begin(), labels->end()), labels->end());
    }
  }
  /// Whether an entity is a match, given whether it has a label.
  template <class Has>
  [[nodiscard]] bool admits(const Has& has) const {
    return std::all_of(included.begin(), included.end(), has) && std::none_of(excluded.begin(), excluded.end(), has);
  }
  /// Those of a query vector.
  [[nodiscard]] static std::vector<QueryFilter> of(const QueryVector& q) { return {q.begin(), q.end()}; }

 private:
  void add(const Query& q) {
    match(
        q,
        [&](const Incl& q) {
          included.push_back(q.i);
          cells.emplace_back(q.i);
        },
        [&](const Excl& q) {
          excluded.push_back(q.i);
          cells.emplace_back();
        },
        [&](const Anyway& q) { cells.emplace_back(q.i); },
        [&](const And& q) {
          for (const Query& conjunct : q.conjuncts) add(conjunct);
        });
  }
};

/// All vectors with a member of each list, in its place.
[[nodiscard]] inline std::vector<std::vector<Entity>> product(const std::vector<std::vector<Entity>>& lists) {
  std::vector<std::vector<Entity>> vectors = {{}};
  for (const std::vector<Entity>& list : lists) {
    std::vector<std::vector<Entity>> longer;
    for (const std::vector<Entity>& vector : vectors)
      for (const Entity e : list) {
        longer.push_back(vector);
        longer.back().push_back(e);
      }
    vectors = std::move(longer);
  }
  return vectors;
}

/// The component that has the parent of an entity, at Level::Hierarchy.
[[nodiscard]] inline std::optional<Label> parent_label(const Schema& K) {
  for (Label i = 0; i < K.size(); ++i)
    if (K[i].name == "Parent" && K[i].type.kind == Type::Kind::Entity) return i;
  return std::nullopt;
}

/// Level::Toggles: for each label i, the label "i_off", which is where i is disabled.
[[nodiscard]] inline std::vector<std::optional<Label>> off_labels(const Schema& K) {
  std::vector<std::optional<Label>> all(K.size());
  for (Label i = 0; i < K.size(); ++i)
    for (Label off = 0; off < K.size(); ++off)
      if (K[off].name == K[i].name + "_off" && K[off].type.kind == Type::Kind::Unit) all[i] = off;
  return all;
}

/// Which of an engine's entities is which of ours. Entities that are destroyed stay in it, with a stale handle, until
/// they come back and are bound to a new one.
class Handles {
 public:
  void bind(Entity e, Handle h) {
    handles_.insert_or_assign(e, h);
    if (h.index >= entities_.size()) entities_.resize(h.index + std::size_t{1});
    entities_[h.index] = e;
  }
  /// The last one that this entity had, if it had any.
  [[nodiscard]] std::optional<Handle> find(Entity e) const {
    const auto found = handles_.find(e);
    return found == handles_.end() ? std::nullopt : std::optional(found->second);
  }
  /// Precondition: it is not stale.
  [[nodiscard]] Entity operator[](Handle h) const { return entities_[h.index]; }

 private:
  std::unordered_map<Entity, Handle> handles_;
  std::vector<Entity> entities_;  // by slot
};

}  // namespace coreecs
