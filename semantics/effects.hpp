/// Facts about a system function that are known without running it. Corollaries 4.8 and 4.9 use them.
#pragma once

#include <boost/container/flat_set.hpp>
#include <optional>
#include <set>

#include "semantics/parameters.hpp"

namespace coreecs {

using LabelSet = boost::container::flat_set<Label>;

/// What a system function may do on any input, as declared by its author or derived from its term.
struct Effects {
  LabelSet reads;
  LabelSet writes;
  bool writes_entity_literal = false;    ///< an entity named in the program text may be written (D7)
  bool writes_component_entity = false;  ///< an entity found in a component value may be written
  /// The labels that it may write at the entity of each query. Known only if it writes to no other entities, except
  /// those that it creates. A query may look its entity up in a component value.
  std::optional<std::set<std::pair<std::size_t, Label>>> matched = {};
};

}  // namespace coreecs
