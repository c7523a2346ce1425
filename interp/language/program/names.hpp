/// The names under which entities are shown.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "semantics/parameters.hpp"

namespace coreecs {

/// The order of entity names: e<digits> first, by number (ties by text), then the others, by bytes.
[[nodiscard]] bool name_before(const std::string& a, const std::string& b);

/// The index of an entity among those that the reference run creates, from 0 in entity order.
enum class CreatedIndex : std::uint64_t {};

/// An entity that represents the created one with this index until a run creates it, for example in expectations. It
/// comes after all that runs create.
[[nodiscard]] Entity stand_in(CreatedIndex, Entities&);

/// Initial entities have the names of the program. The k-th entity to be created, k from 0, is e<N+k>, where N is
/// one above the largest number in an e<digits> name of the program, or 0.
class Names {
 public:
  /// The k-th name is that of Entity(k).
  explicit Names(std::vector<std::string> initial);

  /// Names the entities that have no name yet, in entity order.
  void add(std::vector<Entity> created);
  /// Names an entity that has no name yet.
  void add(Entity, std::string name);

  /// The name of an entity. Precondition: it is initial, was added, or is a stand-in.
  [[nodiscard]] std::string operator()(Entity) const;
  /// Whether the entity has a name.
  [[nodiscard]] bool knows(Entity) const;
  /// Whether created entities were added.
  [[nodiscard]] bool has_created() const { return !created_.empty(); }
  /// The index of the created entity with this name, whether or not it exists yet.
  [[nodiscard]] std::optional<CreatedIndex> created(const std::string& name) const;
  /// The added entity that a stand-in represents, if there is one. Otherwise the same entity.
  [[nodiscard]] Entity resolved(Entity) const;

 private:
  [[nodiscard]] std::optional<CreatedIndex> index(Entity) const;

  std::vector<std::string> initial_;
  std::string first_created_ = "0";                ///< N in decimal, which may exceed every machine integer
  std::vector<Entity> created_;                    ///< by index; the first ones ascend
  std::unordered_map<Entity, CreatedIndex> late_;  ///< the others
  std::unordered_map<Entity, std::string> others_;
};

}  // namespace coreecs
