/// What a system may read and write, read off its term.
#pragma once

#include <limits>
#include <map>

#include "interp/language/program/term.hpp"

namespace coreecs {

/// Labels that the query reads, labels that the mutation may write, and where entities that it may write come
/// from: other than from the match or a ν, that is, from the program text or from component values. Entities
/// are followed through variables, records and branches; of a branch it is not asked whether it is ever
/// taken. Precondition: the schema is that of the term. Cost: the term.
[[nodiscard]] Effects effects(const SystemTerm&, const Schema&);

/// Labels that ⟦q⟧c depends on, of so many: those in q, in their order; all, where q has no incl, since what it matches
/// is then what is live.
[[nodiscard]] std::vector<Label> observed_labels(const Query& q, std::size_t labels);
/// Those that ⟦q⃗⟧c depends on.
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

/// What is known of a component of an entity where it is matched, or of a field of it.
struct Fact {
  Label i = 0;
  std::vector<std::size_t> path = {};  ///< the places of fields
  bool is_there = true;
  std::optional<Value> is = {}, is_not = {};
  /// Of an int.
  std::int64_t least = std::numeric_limits<std::int64_t>::min(), most = std::numeric_limits<std::int64_t>::max();
  /// Whether the body asks for it, not the query vector: a seq asks when the match has its turn.
  bool in_body = false;

  friend bool operator==(const Fact&, const Fact&) = default;
};
using Facts = std::vector<Fact>;
/// Whether no entity is as both say.
[[nodiscard]] bool exclude_each_other(const Facts&, const Facts&);

/// What a system may write under a label.
struct LabelWrites {
  Origins entities;
  /// Whether every write leaves the same there, and what: a value, or none where it detaches.
  bool same = true;
  std::optional<Value> leaves = {};
  /// To the entities of which queries it goes, where it goes only there and to created ones. An entity that was looked
  /// up may be found in a component value, too.
  std::optional<std::set<std::size_t>> queries = std::set<std::size_t>{};
  bool may_detach = false;  ///< whether one may detach
  /// Of each write that goes to entities of queries, and each of these queries, what is known of its entity; each once.
  std::vector<Facts> where = {};
};
[[nodiscard]] LabelWrites operator|(const LabelWrites&, const LabelWrites&);

/// Of each label that the system may write. The same holds as for `effects`.
[[nodiscard]] std::map<Label, LabelWrites> label_writes(const SystemTerm&, const Schema&);

/// Where an attach goes.
struct Attached {
  Origins entities;
  /// Whether each of these entities has the label, so that the attach replaces a value: the query that matches the
  /// entity asks for the label, or the attach stands where an optional value of that query is present.
  bool replaces = true;

  /// Whether it goes to entities of the same invocation only.
  [[nodiscard]] bool to_new() const {
    return entities.created && !entities.match && !entities.literal && !entities.component;
  }
};
/// Of each attach of the system. The same holds as for `effects`.
[[nodiscard]] std::map<const term::Attach*, Attached> attaches(const SystemTerm&, const Schema&);

}  // namespace coreecs
