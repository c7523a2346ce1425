/// The JSON shapes that certificates and traces share: invocations, values and states. The document lists created
/// entities by their occurrences.
#pragma once

#include <set>
#include <unordered_map>

#include "interp/base/json/reading.hpp"
#include "interp/language/program/program.hpp"

namespace coreecs {

/// Reads members of a document about a program. Reports problems.
class RunReader : public DocumentReader {
 public:
  using Keys = std::vector<std::string_view>;

  /// `fresh` yields the entities that the document lists, by their occurrences.
  RunReader(Problems& problems, const Program& program, std::function<Entity(const Occurrence&)> fresh);
  /// `others` yields the entities that the program does not name, by their names.
  RunReader(Problems& problems, const Program& program, std::function<Entity(const std::string&)> others);

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
  const Program& program_;
  std::function<Entity(const Occurrence&)> fresh_;
  std::function<Entity(const std::string&)> others_;

 private:
  void one_created(const Place& place, const Json& json);

  std::unordered_map<std::string, Entity> names_;
  std::set<Entity> listed_;
};

}  // namespace coreecs
