/// The names in an app's document, and what they refer to.
#pragma once

#include <functional>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "interp/apps/app/app.hpp"
#include "interp/base/json/document.hpp"
#include "interp/base/json/problem.hpp"

namespace coreecs::app {

/// Names of one kind, such as "component", each with its meaning.
template <class T>
class Known {
 public:
  explicit Known(std::string_view kind) : kind_(kind) {}

  /// Adds a name; a known name keeps its meaning. Precondition: the name outlives this.
  void add(std::string_view name, T what) {
    if (all_.emplace(name, what).second) names_.push_back(name);
  }
  [[nodiscard]] std::optional<T> find(std::string_view name) const {
    const auto found = all_.find(name);
    return found == all_.end() ? std::nullopt : std::optional(found->second);
  }
  /// Looks up a name in a document, and reports an unknown one.
  [[nodiscard]] std::optional<T> find(Problems& problems, const Place& place, const Json& json) const;

 private:
  std::string_view kind_;
  std::vector<std::string_view> names_;
  std::unordered_map<std::string_view, T> all_;
};

/// All names of an app's document.
struct Names {
  Known<std::size_t> components{"component"}, resources{"resource"}, events{"event"};
  Known<std::size_t> sets{"set"}, stages{"stage"};
  Known<std::size_t> happening{"event or component"};
  Known<std::size_t> any{"component, resource or event"};

  /// Those of a kind.
  [[nodiscard]] const Known<std::size_t>& of(Component::Kind) const;
  Known<Node> nodes{"system or set"};
};

/// Reads the members of a list, each by `read(place, json)`.
void read_each(Problems&, const Place&, const Json&, std::string_view shape,
               const std::function<void(const Place&, const Json&)>& read);
/// Reads the members of an object that have a reader, in document order; the others have been reported before.
using Readers = std::vector<std::pair<std::string_view, std::function<void(const Place&, const Json&)>>>;
void read_members(const Place&, const Json::Object&, const Readers&);

/// Reads distinct names of components, of resources, or of events.
[[nodiscard]] Labels read_labels(Problems&, const Place&, const Json&, const Names&, Component::Kind);
[[nodiscard]] std::string read_text(Problems&, const Place&, const Json&);
[[nodiscard]] bool read_bool(Problems&, const Place&, const Json&);

}  // namespace coreecs::app
