/// The entities of a program: its resources, and those that are listed or spawned (program format §2).
#pragma once

#include "interp/language/format/vocabulary.hpp"
#include "interp/language/program/program.hpp"

namespace coreecs {

/// Reads "resources", "entities", "templates" and "spawn" into the entities, the resources and the start state of the
/// program, which the vocabulary knows from then on. Entities that the program has already keep their numbers.
/// Preconditions: the vocabulary and the program have the components; the program outlives the vocabulary. Cost: the
/// length of these members, and n log n for n entities that are not in entity order.
void read_entities(Problems&, const Json::Object& document, Vocabulary&, Program&);

}  // namespace coreecs
