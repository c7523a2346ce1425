/// What the names of an app's document stand for.
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

/// Names of one kind, as "component", with what each stands for.
template <class T>
class Known {
 public:
  explicit Known(std::string_view kind) : kind_(kind) {}

  /// Precondition: the name outlives this. One that is known goes on to stand for what it does.
  void add(std::string_view name, T what) {
    if (all_.emplace(name, what).second) names_.push_back(name);
  }
  [[nodiscard]] std::optional<T> find(std::string_view name) const {
    const auto found = all_.find(name);
    return found == all_.end() ? std::nullopt : std::optional(found->second);
  }
  /// The same of what stands in a document; where it is no such name, that is reported.
  [[nodiscard]] std::optional<T> find(Problems& problems, const Place& place, const Json& json) const;

 private:
  std::string_view kind_;
  std::vector<std::string_view> names_;
  std::unordered_map<std::string_view, T> all_;
};

/// What an app's document has names for.
struct Names {
  Known<std::size_t> components{"component"}, resources{"resource"};
  Known<std::size_t> sets{"set"}, stages{"stage"};
  Known<std::size_t> any{"component or resource"};
  Known<Node> nodes{"system or set"};
};

/// Reads the members of a list, each by `read(place, json)`.
void read_each(Problems&, const Place&, const Json&, std::string_view shape,
               const std::function<void(const Place&, const Json&)>& read);
/// Reads members of an object, in document order: those that have a reader, which others have been told of.
using Readers = std::vector<std::pair<std::string_view, std::function<void(const Place&, const Json&)>>>;
void read_members(const Place&, const Json::Object&, const Readers&);

/// Names of components, or of resources, each once.
[[nodiscard]] Labels read_labels(Problems&, const Place&, const Json&, const Names&, Component::Kind);
[[nodiscard]] std::string read_text(Problems&, const Place&, const Json&);
[[nodiscard]] bool read_bool(Problems&, const Place&, const Json&);

}  // namespace coreecs::app
