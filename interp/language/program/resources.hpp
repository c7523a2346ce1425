/// Resources: unique entities, whose components no other entity has.
#pragma once

#include <optional>
#include <vector>

#include "semantics/grammar.hpp"

namespace coreecs {

/// An entity that exists in every state and has these components, which no other entity has.
struct Resource {
  Entity e;
  std::vector<Label> labels;
};

/// The labels that belong to no resource. Destroying an entity detaches these. Cost: their number.
[[nodiscard]] std::vector<Label> labels_of_entities(const Schema&, const std::vector<Resource>& = {});

/// The resource that a query asks for, if it includes a component of one. Such a query has at most one match.
[[nodiscard]] std::optional<Entity> resource_of(const Query&, const std::vector<Resource>&);

}  // namespace coreecs
