#include "interp/apps/app/app.hpp"

#include <map>

#include "interp/base/json/escape.hpp"

namespace coreecs::app {

std::vector<std::vector<std::size_t>> members(const App& app) {
  const std::size_t n = app.sets.size();
  std::vector<std::vector<std::size_t>> all(n);
  std::vector<std::size_t> above, seen(n, app.systems.size());
  for (std::size_t s = 0; s < app.systems.size(); ++s) {
    above = app.systems[s].configuration.in;
    while (!above.empty()) {
      const std::size_t set = above.back();
      above.pop_back();
      if (seen[set] == s) continue;
      seen[set] = s;
      all[set].push_back(s);
      const std::vector<std::size_t>& in = app.sets[set].configuration.in;
      above.insert(above.end(), in.begin(), in.end());
    }
  }
  return all;
}

std::vector<ConditionUse> run_conditions(const App& app) {
  std::map<std::string_view, const RunCondition*> known;
  for (const NamedCondition& one : app.conditions) known.emplace(one.name, &one.is);
  std::vector<ConditionUse> all;
  const auto add = [&](const std::vector<std::size_t>& systems, const std::vector<std::string>& conditions,
                       std::optional<std::size_t> set = {}) {
    if (systems.empty()) return;
    for (const std::string& name : conditions) {
      const auto at = known.find(name);
      all.push_back({name, at == known.end() ? RunCondition{.text = name} : *at->second, systems, set});
    }
  };
  for (std::size_t s = 0; s < app.systems.size(); ++s) add({s}, app.systems[s].configuration.run_if);
  const auto sets = members(app);
  for (std::size_t k = 0; k < sets.size(); ++k) add(sets[k], app.sets[k].configuration.run_if, k);
  return all;
}

std::vector<std::string> last_names(const App& app) {
  const auto last_part = [](const std::string& path) {
    const std::size_t colons = path.substr(0, path.find('<')).rfind("::");  // type arguments have paths, too
    return colons == std::string::npos || colons + 2 == path.size() ? path : path.substr(colons + 2);
  };
  std::map<std::string, std::size_t> uses;
  for (const System& system : app.systems) ++uses[last_part(system.name)];
  std::vector<std::string> names;
  for (const System& system : app.systems) {
    const std::string last = last_part(system.name);
    names.push_back(on_one_line(uses[last] == 1 ? last : system.name));
  }
  return names;
}

std::string shown(const RunCondition& b, const App& app, const OfMatch& of_match) {
  const auto listed = [&](const char* word) {
    std::string all;
    for (const RunCondition& part : b.parts) all += (all.empty() ? "" : ", ") + shown(part, app, of_match);
    return word + ("(" + all + ")");
  };
  const auto name = [&](std::size_t label) { return app.components[label].name; };
  switch (b.form) {
    case RunCondition::Form::Unknown:
      return b.text;
    case RunCondition::Form::Is:
      if (b.text.front() == '"') return "in_state(" + name(b.label) + "::" + b.text.substr(1, b.text.size() - 2) + ")";
      return "resource(" + name(b.label) + (b.text == "true" ? "" : ", " + b.text) + ")";
    case RunCondition::Form::Match:
      if (!b.reads.empty()) return "on_event(" + name(b.label) + ")";
      return of_match ? of_match(b) : b.text;
    case RunCondition::Form::Reads: {
      if (!b.text.empty()) return b.text;
      std::string all;
      for (const std::size_t label : b.reads) all += (all.empty() ? "" : ", ") + name(label);
      return "reads(" + all + ")";
    }
    case RunCondition::Form::Not:
      return listed("not");
    case RunCondition::Form::And:
      return listed("and");
    case RunCondition::Form::Or:
      return listed("or");
  }
  return {};
}

}  // namespace coreecs::app
