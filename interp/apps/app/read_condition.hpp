/// Reads run conditions of an app's document.
#pragma once

#include <map>

#include "interp/apps/app/app.hpp"
#include "interp/apps/app/names.hpp"

namespace coreecs::app {

/// Reads what the app defines under "conditions", and what systems and sets have in their "run_if". Adds all conditions
/// of which the app says anything to the app. Refers to its arguments.
class ConditionReader {
 public:
  /// How deeply not, and, or may nest.
  static constexpr std::size_t most_deep = 8;

  ConditionReader(Problems& problems, const Names& names, App& app) : problems_(problems), names_(names), app_(app) {}

  /// The member "conditions". Precondition: the components are known.
  void define(const Place&, const Json&);
  /// The texts of an enumeration, which is the type of a resource: `in_state(Menu)` names one of them.
  void add_enumeration(std::size_t resource, const Json& type);
  /// An element of "run_if": the name of its condition.
  [[nodiscard]] std::string use(const Place&, const Json&);

 private:
  RunCondition read(const Place&, const Json&, std::size_t depth);
  RunCondition form_of(const Place&, const Json::Member&, std::size_t position, const Json::Object&, std::size_t depth);
  RunCondition resource_is(const Place&, const Json& resource, const Json* value);
  RunCondition in_state(const Place&, const Json&);
  RunCondition on_event(const Place&, const Json&);
  RunCondition parts(const Place&, const Json&, RunCondition::Form, std::size_t depth);
  /// What a name stands for.
  RunCondition named(const Place&, std::string_view name, std::size_t depth);
  [[nodiscard]] std::optional<RunCondition> state_named(std::string_view text) const;
  void check_state(const Place&, std::string_view text);
  Labels labels(const Place&, const Json&);
  void add(std::string name, RunCondition is, std::string json);

  Problems& problems_;
  const Names& names_;
  App& app_;
  struct Definition {
    std::size_t position;
    const Json* json;
    std::optional<RunCondition> is;
    bool open = false;
  };
  std::map<std::string, Definition, std::less<>> defined_;
  std::vector<std::pair<std::size_t, std::vector<std::string>>> enumerations_;
};

}  // namespace coreecs::app
