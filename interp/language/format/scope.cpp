#include "interp/language/format/scope.hpp"

#include <algorithm>

#include "interp/base/json/reading.hpp"

namespace coreecs {

Scope::Binding Scope::open(Problems& problems, const Place& place, const Json& name, TermType type, bool anyway) {
  const auto* text = name.as<std::string_view>();
  if (!text) {
    expected(problems, place, name, "a name");
    tolerate();
    return {};
  }
  if (*text == "_") return {};
  check_name(problems, place, *text);
  Binding opened{{std::string(*text), next_}};
  const auto known = variables_.find(*text);
  if (std::find(constants_.begin(), constants_.end(), *text) != constants_.end()) {
    problems.report(place, in_quotes(*text) + " is a constant; expected another name");
    variables_.emplace(*text, Variable{next_});
  } else if (known != variables_.end()) {
    problems.report(place, in_quotes(*text) + " is already bound");
    opened.before = std::move(known->second);
    known->second = {next_};
  } else {
    variables_.emplace(*text, Variable{next_, std::move(type), anyway});
  }
  most_ = std::max(most_, ++next_);
  return opened;
}

void Scope::close(const Binding& opened) {
  if (!opened.binder.slot) return;
  --next_;
  const auto variable = variables_.find(opened.binder.name);
  if (opened.before)
    variable->second = *opened.before;
  else
    variables_.erase(variable);
}

const Scope::Variable* Scope::find(std::string_view name) const {
  const auto variable = variables_.find(name);
  return variable == variables_.end() ? nullptr : &variable->second;
}

std::vector<std::string_view> Scope::names() const {
  std::vector<std::string_view> names;
  for (const auto& [name, variable] : variables_) names.push_back(name);
  return names;
}

std::vector<std::string_view> Scope::anyway_names() const {
  std::vector<std::string_view> names;
  for (const auto& [name, variable] : variables_)
    if (variable.anyway) names.push_back(name);
  return names;
}

}  // namespace coreecs
