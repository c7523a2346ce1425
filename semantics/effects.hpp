/// What is known of a system function without running it. Corollaries 4.8 and 4.9 are judged by it.
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
  /// Of which queries' entities it may write which labels, where that is all that it may write but for entities that it
  /// creates; an entity that was looked up may be found in a component value, too.
  std::optional<std::set<std::pair<std::size_t, Label>>> matched = {};
};

}  // namespace coreecs
