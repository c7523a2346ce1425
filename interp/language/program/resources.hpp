/// Resources: entities of which there is one, whose components nobody else has.
#pragma once

#include <optional>
#include <vector>

#include "semantics/grammar.hpp"

namespace coreecs {

/// An entity that is there in every state, with these components, which no other entity has.
struct Resource {
  Entity e;
  std::vector<Label> labels;
};

/// The labels that no resource has, which are those that destroying an entity detaches. Cost: their number.
[[nodiscard]] std::vector<Label> labels_of_entities(const Schema&, const std::vector<Resource>& = {});

/// The resource that a query asks for, if it includes a component of one. It then has one match at most.
[[nodiscard]] std::optional<Entity> resource_of(const Query&, const std::vector<Resource>&);

}  // namespace coreecs
