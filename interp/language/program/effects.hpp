/// What a system may read and write, derived from its term.
#pragma once

#include <map>

#include "interp/language/program/facts.hpp"

namespace coreecs {

/// The labels that the query reads, the labels that the mutation may write, and whether it may write to entities from
/// the program text or from component values. (Others come from the match or from a ν.) Entities are followed through
/// variables, records and branches; every branch counts as taken. Precondition: the schema is that of the term. Cost:
/// the term.
[[nodiscard]] Effects effects(const SystemTerm&, const Schema&);

/// The labels that ⟦q⟧c depends on, of this many: those in q, in their order. Without an incl in q, all labels: it then
/// depends on which entities are live.
[[nodiscard]] std::vector<Label> observed_labels(const Query& q, std::size_t labels);
/// The labels that ⟦q⃗⟧c depends on.
[[nodiscard]] LabelSet observed_labels(const QueryVector& q, const Schema&);

/// Where an entity may come from.
struct Origins {
  bool match = false;      ///< the entity vector of the match
  bool created = false;    ///< a ν of the same invocation
  bool literal = false;    ///< the program text
  bool component = false;  ///< a component value

  friend Origins operator|(Origins a, Origins b) {
    return {a.match || b.match, a.created || b.created, a.literal || b.literal, a.component || b.component};
  }
};

/// What a system may write under a label.
struct LabelWrites {
  Origins entities;
  /// Whether every write leaves the same, and what: a value, or none if it detaches.
  bool same = true;
  std::optional<Value> leaves = {};
  /// The queries to whose entities it writes; none if it may write to others that are not created. A query may look its
  /// entity up in a component value.
  std::optional<std::set<std::size_t>> queries = std::set<std::size_t>{};
  bool may_detach = false;  ///< whether a write may detach
  /// For each write, and each query to whose entities it goes, the facts about the entity; without duplicates.
  std::vector<Facts> where = {};
};
[[nodiscard]] LabelWrites operator|(const LabelWrites&, const LabelWrites&);

/// The writes by label. Preconditions and cost are those of `effects`.
[[nodiscard]] std::map<Label, LabelWrites> label_writes(const SystemTerm&, const Schema&);

/// The entities that an attach writes to.
struct Attached {
  Origins entities;
  /// Whether each of these entities has the label, so that the attach replaces a value: the query that matches the
  /// entity requires the label, or an optional value of that query is present at the attach.
  bool replaces = true;

  /// Whether it goes only to entities that the same invocation creates.
  [[nodiscard]] bool to_new() const {
    return entities.created && !entities.match && !entities.literal && !entities.component;
  }
};
/// All attaches of the system. Preconditions and cost are those of `effects`.
[[nodiscard]] std::map<const term::Attach*, Attached> attaches(const SystemTerm&, const Schema&);

}  // namespace coreecs
