#include "interp/check/lint/rules.hpp"

#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "interp/run/execution.hpp"

namespace coreecs {

using nlohmann::ordered_json;

namespace {

using Strings = std::set<std::string>;

class Schedules {
 public:
  explicit Schedules(const ordered_json& document) {
    each_member(document, "schedules", [&](const Place&, const std::string& schedule, const ordered_json& z) {
      each_part(z, "", [&](const std::string& key, const ordered_json& part) {
        if (key == "use" && part.is_string()) uses_[schedule].insert(part.get<std::string>());
        if ((key == "conc" || key == "seq") && part.is_string()) performs_[schedule].insert(part.get<std::string>());
        return true;
      });
    });
    for (const auto& [schedule, used] : uses_) named_.insert(used.begin(), used.end());
    each_member(document, "expect",
                [&](const Place&, const std::string& schedule, const ordered_json&) { named_.insert(schedule); });
  }

  /// Whether a schedule uses it, or a program expects something of it.
  [[nodiscard]] bool is_named(const std::string& name) const { return named_.contains(name); }

  /// Whether no other schedule performs a system that this one performs, itself or by what it uses.
  [[nodiscard]] bool is_apart(const std::string& name) const {
    const Strings parts = with_used(name);
    Strings own;
    for (const auto& [schedule, systems] : performs_)
      if (parts.contains(schedule)) own.insert(systems.begin(), systems.end());
    for (const auto& [schedule, systems] : performs_)
      for (const std::string& s : systems)
        if (!parts.contains(schedule) && own.contains(s)) return false;
    return true;
  }

 private:
  [[nodiscard]] Strings with_used(const std::string& name) const {
    Strings found{name};
    std::vector<std::string> open{name};
    while (!open.empty()) {
      const auto used = uses_.find(open.back());
      open.pop_back();
      if (used == uses_.end()) continue;
      for (const std::string& one : used->second)
        if (found.insert(one).second) open.push_back(one);
    }
    return found;
  }

  std::map<std::string, Strings> performs_, uses_;  ///< what each schedule names
  Strings named_;
};

}  // namespace

void unused_schedules(const ordered_json& document, const Program& program, const OnFinding& report) {
  const NamedSchedule* usual = find_schedule(program, std::nullopt);
  if (!usual) return;
  const Schedules all(document);
  each_member(document, "schedules", [&](const Place& place, const std::string& name, const ordered_json&) {
    if (name != usual->name && !all.is_named(name) && all.is_apart(name))
      report(place, "no schedule uses it, and none contains its systems; add {\"use\": \"" + name +
                        "\"} to one, or add an expectation for it");
  });
}

}  // namespace coreecs
