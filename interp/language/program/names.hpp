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

/// Which of the entities that the reference run creates, counted from 0 in entity order.
enum class CreatedIndex : std::uint64_t {};

/// An entity that stands for the one of this index where no run has created it yet, as in expectations. It is after all
/// that runs create.
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
  /// Which created entity has this name, whether or not there is one yet.
  [[nodiscard]] std::optional<CreatedIndex> created(const std::string& name) const;
  /// The added entity that a stand-in stands for; itself where there is none yet. Any other entity is itself.
  [[nodiscard]] Entity resolved(Entity) const;

 private:
  std::vector<std::string> initial_;
  std::string first_created_ = "0";  ///< N in decimal: no number of the machine holds all of them
  std::vector<Entity> created_;
  std::unordered_map<Entity, CreatedIndex> indices_;
  std::unordered_map<Entity, std::string> others_;
};

}  // namespace coreecs
