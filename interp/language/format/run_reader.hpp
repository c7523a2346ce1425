/// The JSON shapes that certificates and traces share: invocations, values and states. The document lists created
/// entities by their occurrences.
#pragma once

#include <set>
#include <unordered_map>

#include "interp/base/json/reading.hpp"
#include "interp/language/program/program.hpp"

namespace coreecs {

/// Reads members of a document about a program. Reports problems.
class RunReader {
 public:
  using Keys = std::vector<std::string_view>;

  /// `fresh` yields the entities that the document lists, by their occurrences.
  RunReader(Problems& problems, const Program& program, std::function<Entity(const Occurrence&)> fresh);
  /// `others` yields the entities that the program does not name, by their names.
  RunReader(Problems& problems, const Program& program, std::function<Entity(const std::string&)> others);

  /// Calls read(place, value) for a member, if it is there.
  template <class Read>
  void with(const Place& place, const Json::Object& all, std::string_view key, Read read) {
    if (const Json::Member* member = find(all, key))
      read(place.member(key, static_cast<std::size_t>(member - all.begin())), member->value);
  }
  /// Calls read(place, value) for each member of a list.
  template <class Read>
  void list(const Place& place, const Json& json, std::size_t least, std::size_t most, Read read) {
    const std::string shape = least == most ? std::to_string(least) + " members" : "any number of members";
    const Json::List* elements = coreecs::list(problems_, place, json, shape, least, most);
    for (std::size_t k = 0; elements && k < elements->size(); ++k) read(place.element(k), (*elements)[k]);
  }
  template <class Read>
  void list(const Place& place, const Json::Object& all, std::string_view key, Read read) {
    with(place, all, key, [&](const Place& here, const Json& j) { list(here, j, 0, SIZE_MAX, read); });
  }

  [[nodiscard]] std::uint64_t number(const Place& place, const Json::Object& all, std::string_view key);
  [[nodiscard]] std::string_view text(const Place& place, const Json& json);
  [[nodiscard]] std::string text(const Place& place, const Json::Object& all, std::string_view key);

  /// An entity of the program, or one that was listed before.
  [[nodiscard]] Entity entity(const Place& place, const Json& json);
  /// The entity with this name; if there is none, reports it.
  [[nodiscard]] std::optional<Entity> entity(const Place& place, std::string_view name);
  /// The member "entities".
  [[nodiscard]] std::vector<Entity> entities(const Place& place, const Json::Object& all);
  /// The member "created": the name and the occurrence of each created entity.
  void created(const Place& place, const Json::Object& all);
  [[nodiscard]] Label label(const Place& place, const Json& json);
  [[nodiscard]] Value value(const Place& place, const Json& json, const Type& type);
  [[nodiscard]] State state(const Place& place, const Json& json);
  /// The member "location".
  [[nodiscard]] Location location(const Place& place, const Json::Object& all);

 protected:
  Problems& problems_;
  const Program& program_;
  std::function<Entity(const Occurrence&)> fresh_;
  std::function<Entity(const std::string&)> others_;

 private:
  void one_created(const Place& place, const Json& json);

  std::unordered_map<std::string, Entity> names_;
  std::set<Entity> listed_;
};

}  // namespace coreecs
