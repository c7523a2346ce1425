/// The names under which entities are shown.
#pragma once

#include <boost/multiprecision/cpp_int.hpp>
#include <string>
#include <unordered_map>

#include "semantics/parameters.hpp"

namespace coreecs {

/// The order of entity names: e<digits> first, by number (ties by text), then the others, by bytes.
[[nodiscard]] bool name_before(const std::string& a, const std::string& b);

/// Initial entities have the names of the program. The k-th entity to be created, k from 0, is e<N+k>, where N is
/// one above the largest number in an e<digits> name of the program, or 0.
class Names {
 public:
  /// The k-th name is that of Entity(k).
  explicit Names(std::vector<std::string> initial);

  /// Names the entities that have no name yet, in entity order.
  void add(std::vector<Entity> created);

  /// The name of an entity; that of Entity(n + k), beyond the n initial ones, is that of the k-th to be created, as in
  /// Expectation. Precondition: it is not created, or was added.
  [[nodiscard]] std::string operator()(Entity) const;
  /// Whether the entity has a name.
  [[nodiscard]] bool knows(Entity) const;
  /// Whether created entities were added.
  [[nodiscard]] bool has_created() const { return !created_.empty(); }
  /// The k for which `name` is that of the k-th created entity, whether or not there is one yet.
  [[nodiscard]] std::optional<std::uint64_t> created(const std::string& name) const;
  /// The k for which an added entity is the k-th, and the name of the k-th, whether or not there is one yet.
  [[nodiscard]] std::uint64_t place(Entity created) const { return created_.at(created); }
  [[nodiscard]] std::string name_of_created(std::uint64_t k) const;

 private:
  std::vector<std::string> initial_;
  boost::multiprecision::cpp_int first_created_ = 0;
  std::unordered_map<Entity, std::uint64_t> created_;
};

}  // namespace coreecs
