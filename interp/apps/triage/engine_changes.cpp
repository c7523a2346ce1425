#include "interp/apps/triage/engine_changes.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

#include "interp/apps/app/observers.hpp"
#include "interp/base/json/escape.hpp"

namespace coreecs::triage {

namespace {

/// For each system that asks what changed, or sends or reads events, its name and all that, each in the words for a
/// question of this kind, or for an event.
struct EngineWords {
  const char *added, *changed, *removed, *reads, *sends;
};
std::vector<std::pair<std::string, std::vector<std::string>>> beyond_state(const app::App& app,
                                                                           const std::vector<std::string>& names,
                                                                           const EngineWords& words) {
  std::vector<std::pair<std::string, std::vector<std::string>>> out;
  for (std::size_t s = 0; s < app.systems.size(); ++s) {
    const app::System& one = app.systems[s];
    std::vector<std::string> all;
    const auto add = [&](const char* word, const app::Labels& labels) {
      for (const std::size_t i : labels) {
        std::string said = fmt::format(fmt::runtime(word), app.components[i].name);
        if (word[0] != '\0' && std::find(all.begin(), all.end(), said) == all.end()) all.push_back(std::move(said));
      }
    };
    for (const app::Query& query : one.queries) {
      add(words.added, query.added);
      add(words.changed, query.changed);
    }
    add(words.removed, one.removed);
    for (const app::Ask& ask : one.asks)
      add(std::array{words.added, words.changed, words.removed}[static_cast<std::size_t>(ask.of)], {ask.label});
    add(words.reads, one.events.reads);
    add(words.sends, one.events.sends);
    if (!all.empty()) out.emplace_back(names[s], std::move(all));
  }
  return out;
}

bool asks_what_changed(const app::App& app) {
  return std::any_of(app.systems.begin(), app.systems.end(), [](const app::System& one) {
    return !one.removed.empty() || !one.asks.empty() ||
           std::any_of(one.queries.begin(), one.queries.end(),
                       [](const app::Query& query) { return !query.added.empty() || !query.changed.empty(); });
  });
}

}  // namespace

std::string parameters(const app::App& app, const std::vector<std::string>& names) {
  std::string out;
  for (const auto& [name, all] : beyond_state(
           app, names, {"Added<{}>", "Changed<{}>", "RemovedComponents<{}>", "EventReader<{}>", "EventWriter<{}>"}))
    out += coreecs::on_one_line(fmt::format("// Parameters of {}: {}", name, fmt::join(all, ", "))) + "\n";
  if (app.change_detection == app::ChangeDetection::InFrame && asks_what_changed(app))
    out += "// Left out: a system of Bevy sees changes since it last ran, not only those in this frame\n";
  return out;
}

std::string left_out_beyond_state(const app::App& app, const std::vector<std::string>& names) {
  std::string out;
  for (const auto& [name, all] : beyond_state(app, names, {"{} was added", "{} was changed", "{} was removed", "", ""}))
    out += coreecs::on_one_line(fmt::format("// Left out: {} asks whether {}", name, fmt::join(all, ", "))) + "\n";
  for (const auto& [name, all] : beyond_state(app, names, {"", "", "", "reads {}", "sends {}"}))
    out += coreecs::on_one_line(fmt::format("// Left out: {} has events: it {}", name, fmt::join(all, ", "))) + "\n";
  return out;
}

std::string bevy_observers(const app::App& app) {
  constexpr std::array words = {"Add", "Insert", "Remove"};
  std::string out;
  for (const app::Observer& one : app.observers) {
    if (one.hook) continue;
    std::vector<std::string> on;
    on.reserve(one.on.size());
    for (const app::Trigger& trigger : one.on)
      on.push_back(
          fmt::format("On<{}, {}>", words[static_cast<std::size_t>(trigger.on)], app.components[trigger.label].name));
    out += coreecs::on_one_line(fmt::format("// Parameter of {}: {}", one.system.name, fmt::join(on, " or "))) + "\n";
    out += fmt::format("app.add_observer({});\n", coreecs::on_one_line(one.system.name));
  }
  app::App hooks = app;
  std::erase_if(hooks.observers, [](const app::Observer& one) { return !one.hook; });
  return out + left_out_observers(hooks);
}

std::string left_out_observers(const app::App& app) {
  std::string out;
  for (const app::Observer& one : app.observers) {
    std::vector<std::string> on;
    on.reserve(one.on.size());
    for (const app::Trigger& trigger : one.on)
      on.push_back(fmt::format("{} was {}", app.components[trigger.label].name, app::name(trigger.on)));
    out += coreecs::on_one_line(fmt::format("// Left out: the {} {} runs when {}", one.hook ? "hook" : "observer",
                                            one.system.name, fmt::join(on, ", or "))) +
           "\n";
  }
  return out;
}

}  // namespace coreecs::triage
