#include "interp/apps/triage/engine_changes.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "interp/base/json/escape.hpp"

namespace coreecs::triage {

namespace {

/// For each system that asks what changed, its name and what it asks, each as `word(kind, component)`.
template <class Word>
std::vector<std::pair<std::string, std::vector<std::string>>> asked(const app::App& app,
                                                                    const std::vector<std::string>& names,
                                                                    const Word& word) {
  std::vector<std::pair<std::string, std::vector<std::string>>> out;
  for (std::size_t s = 0; s < app.systems.size(); ++s) {
    const app::System& one = app.systems[s];
    std::vector<std::string> all;
    const auto add = [&](app::Ask::Of of, const app::Labels& labels) {
      for (const std::size_t i : labels) {
        std::string said = word(of, app.components[i].name);
        if (std::find(all.begin(), all.end(), said) == all.end()) all.push_back(std::move(said));
      }
    };
    for (const app::Query& query : one.queries) {
      add(app::Ask::Of::Added, query.added);
      add(app::Ask::Of::Changed, query.changed);
    }
    add(app::Ask::Of::Removed, one.removed);
    for (const app::Ask& ask : one.asks) add(ask.of, {ask.label});
    if (!all.empty()) out.emplace_back(names[s], std::move(all));
  }
  return out;
}

}  // namespace

std::string parameters(const app::App& app, const std::vector<std::string>& names) {
  std::string out;
  for (const auto& [name, all] : asked(app, names, [](app::Ask::Of of, const std::string&component) {
         constexpr const char* words[] = {"Added", "Changed", "RemovedComponents"};
         return fmt::format("{}<{}>", words[static_cast<int>(of)], component);
       }))
    out += coreecs::on_one_line(fmt::format("// Parameters of {}: {}", name, fmt::join(all, ", "))) + "\n";
  if (app.change_detection == app::ChangeDetection::InFrame && !out.empty())
    out += "// Left out: a system of Bevy sees changes since it last ran, not only those in this frame\n";
  return out;
}

std::string not_asked(const app::App& app, const std::vector<std::string>& names) {
  std::string out;
  for (const auto& [name, all] : asked(app, names, [](app::Ask::Of of, const std::string&component) {
         constexpr const char* words[] = {"added", "changed", "removed"};
         return fmt::format("{} was {}", component, words[static_cast<int>(of)]);
       }))
    out += coreecs::on_one_line(fmt::format("// Left out: {} asks whether {}", name, fmt::join(all, ", "))) + "\n";
  return out;
}

}  // namespace coreecs::triage
