/// What is known of a system function without running it. Corollaries 4.8 and 4.9 are judged by it.
#pragma once

#include <boost/container/flat_set.hpp>

#include "semantics/parameters.hpp"

namespace coreecs {

using LabelSet = boost::container::flat_set<Label>;

/// What a system function may do on any input, as declared by its author or derived from its term.
struct Effects {
  LabelSet reads;
  LabelSet writes;
  bool writes_entity_literal = false;    ///< an entity named in the program text may be written (D7)
  bool writes_component_entity = false;  ///< an entity found in a component value may be written
};

}  // namespace coreecs
