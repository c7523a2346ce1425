#include "interp/apps/importer/assembly.hpp"

#include <algorithm>
#include <numeric>

namespace coreecs::importer {

using app::Component;
using app::Labels;

namespace {

template <class Map>
std::optional<std::size_t> found(const Map& map, const std::string& name) {
  const auto at = map.find(name);
  return at == map.end() ? std::nullopt : std::optional(at->second);
}

/// Replaces labels by their new positions.
void move_labels(Labels& labels, const std::vector<std::size_t>& to) {
  for (std::size_t& label : labels) label = to[label];
  std::sort(labels.begin(), labels.end());
  labels.erase(std::unique(labels.begin(), labels.end()), labels.end());
}

/// Components first, then resources, then events.
void sort_components(app::App& app) {
  std::vector<std::size_t> order(app.components.size()), to(app.components.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return app.components[a].kind < app.components[b].kind; });
  std::vector<Component> sorted;
  for (std::size_t k = 0; k < order.size(); ++k) {
    to[order[k]] = k;
    sorted.push_back(std::move(app.components[order[k]]));
  }
  app.components = std::move(sorted);
  const auto move = [&](Labels& labels) { move_labels(labels, to); };
  for (app::System& system : app.systems) {
    for (app::Query& query : system.queries)
      for (Labels* labels : {&query.reads, &query.writes, &query.optional, &query.filter.with, &query.filter.without,
                             &query.added, &query.changed})
        move(*labels);
    for (Labels* labels : {&system.reads, &system.writes, &system.events.reads, &system.events.sends, &system.removed,
                           &system.commands.insert, &system.commands.remove})
      move(*labels);
    for (Labels& labels : system.commands.spawn) move(labels);
    for (app::Filter& filter : system.commands.destroy) {
      move(filter.with);
      move(filter.without);
    }
  }
  for (app::ListedConflict& conflict : app.conflicts) move(conflict.on);
}

/// A name, or the name with the next number, that none of these has. Cost: constant on average.
template <class... Map>
std::string free_name(const std::string& name, std::unordered_map<std::string, std::size_t>& numbers,
                      const Map&... taken) {
  const auto is_free = [&](const std::string& one) { return (taken.count(one) + ...) == 0; };
  if (is_free(name)) return name;
  std::size_t& k = numbers.emplace(name, 1).first->second;
  std::string free;
  do {
    free = name + " #" + std::to_string(++k);
  } while (!is_free(free));
  return free;
}

}  // namespace

std::size_t Assembly::add_system(const std::string& path) {
  const std::string name = free_name(path.empty() ? "system" : path, numbers_, systems_);
  systems_.emplace(name, app_.systems.size());
  app_.systems.push_back({name});
  return app_.systems.size() - 1;
}
std::size_t Assembly::system(const std::string& path) {
  const auto known = find_system(path);
  return known ? *known : add_system(path);
}
std::optional<std::size_t> Assembly::find_system(const std::string& path) const { return found(systems_, path); }

std::size_t Assembly::add_set(const std::string& name, const TextPosition& at) {
  const std::string free = free_name(name.empty() ? "set" : name, numbers_, sets_);
  sets_.emplace(free, app_.sets.size());
  app_.sets.push_back({free});
  set_at_.push_back(at);
  return app_.sets.size() - 1;
}
std::size_t Assembly::set(const std::string& name, const TextPosition& at) {
  const auto known = find_set(name);
  return known ? *known : add_set(name, at);
}
std::optional<std::size_t> Assembly::find_set(const std::string& name) const { return found(sets_, name); }

void Assembly::rename_sets() {
  for (std::size_t k = 0; k < app_.sets.size(); ++k) {
    std::string& name = app_.sets[k].name;
    if (systems_.count(name) == 0) continue;
    const std::string free = free_name(name, numbers_, systems_, sets_);
    warn(set_at_[k],
         "found a set with the name of the system " + in_quotes(name) + "; the set becomes " + in_quotes(free));
    sets_.emplace(free, k);
    name = free;
  }
}

std::size_t Assembly::component(const std::string& name, Component::Kind kind) {
  const auto [at, is_new] = components_.emplace(name, app_.components.size());
  if (is_new) app_.components.push_back({name, kind});
  return at->second;
}

std::size_t Assembly::bevy_label(const std::string& name, Component::Kind kind) {
  return component(name, event_of(name) ? Component::Kind::Event : kind);
}

void Assembly::rename_events() {
  for (Component& one : app_.components)
    if (const auto event = one.kind == Component::Kind::Event ? event_of(one.name) : std::nullopt)
      if (std::string name(*event); components_.emplace(name, 0).second) one.name = std::move(name);
}

std::size_t Assembly::stage(const std::string& name) {
  const auto [at, is_new] = stages_.emplace(name, app_.stages.size());
  if (is_new) app_.stages.push_back(name);
  return at->second;
}

void Assembly::conflict(std::size_t a, std::size_t b, Labels on) {
  if (a > b) std::swap(a, b);
  const auto [at, is_new] = conflicts_.emplace((b << 32) + a, app_.conflicts.size());
  if (is_new) {
    app_.conflicts.push_back({a, b, std::move(on)});
    return;
  }
  Labels& known = app_.conflicts[at->second].on;
  if (known.empty()) return;
  if (on.empty())
    known.clear();
  else
    known.insert(known.end(), on.begin(), on.end());
}

Imported Assembly::done() && {
  rename_sets();
  rename_events();
  sort_components(app_);
  std::stable_sort(warnings_.begin(), warnings_.end(), [](const Warning& one, const Warning& other) {
    return std::pair(one.at.line, one.at.column) < std::pair(other.at.line, other.at.column);
  });
  return {std::move(app_), std::move(warnings_)};
}

std::optional<std::string_view> event_of(std::string_view path) {
  constexpr std::string_view resources[] = {"bevy_app::event::Events<",                 // Bevy 0.5
                                            "bevy_ecs::event::Events<",                 // 0.6 to 0.14
                                            "bevy_ecs::event::collections::Events<",    // 0.15 and 0.16
                                            "bevy_ecs::message::messages::Messages<"};  // since 0.17
  for (const std::string_view one : resources)
    if (path.size() > one.size() + 1 && path.substr(0, one.size()) == one && path.back() == '>')
      return path.substr(one.size(), path.size() - one.size() - 1);
  return std::nullopt;
}

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> out;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
    out.push_back(line);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return out;
}

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

}  // namespace coreecs::importer
