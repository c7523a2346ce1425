#include "interp/apps/app/read_asks.hpp"

#include <algorithm>

#include "interp/base/json/place.hpp"

namespace coreecs::app {

namespace {

constexpr std::string_view keys[] = {"added", "changed", "removed"};

std::optional<Ask::Of> asked_by(std::string_view key) {
  const auto found = std::find(std::begin(keys), std::end(keys), key);
  return found == std::end(keys) ? std::nullopt : std::optional(static_cast<Ask::Of>(found - std::begin(keys)));
}

bool asks(const Json& query) {
  const auto* all = query.as<Json::Object>();
  return all && std::any_of(all->begin(), all->end(), [](const auto& member) { return asked_by(member.key); });
}

}  // namespace

Json AskReader::taken_out(const Json& body, System& system) {
  const auto* parts = body.as<Json::Object>();
  const Json::Member* member = parts ? find(*parts, "match") : nullptr;
  const auto* queries = member ? member->value.as<Json::List>() : nullptr;
  if (!queries || std::none_of(queries->begin(), queries->end(), asks)) return body;
  std::vector<Json>& list = lists_.emplace_back(queries->begin(), queries->end());
  for (std::size_t k = 0; k < list.size(); ++k)
    if (asks(list[k])) list[k] = query(*list[k].as<Json::Object>(), k, system);
  check_live(list, system);
  std::vector<Json::Member> all(parts->begin(), parts->end());
  all[static_cast<std::size_t>(member - parts->begin())].value = Json(Json::List{list.data(), list.size()});
  return keep(std::move(all));
}

void AskReader::check_live(const std::vector<Json>& queries, const System& system) {
  const auto asks_removed = [&](std::size_t j) {
    return std::any_of(system.asks.begin(), system.asks.end(),
                       [&](const Ask& one) { return one.of == Ask::Of::Removed && one.query == j; });
  };
  bool any = false;
  for (std::size_t j = 0; j < queries.size(); ++j) any = any || asks_removed(j);
  for (std::size_t j = 0; any && j < queries.size(); ++j) {
    const auto* query = queries[j].as<Json::Object>();
    if (query && !asks_removed(j) && !find(*query, "incl"))
      report_at(problems_, root_, {"systems", system.name, "body", "match", std::to_string(j)},
                "found a query without \"incl\" beside one with \"removed\"; expected an \"incl\"");
  }
}

bool AskReader::is_typed(std::string_view component) const {
  for (const char* section : {"components", "resources"}) {
    const Json::Member* all = find(document_, section);
    const auto* components = all ? all->value.as<Json::Object>() : nullptr;
    const Json::Member* found = components ? find(*components, component) : nullptr;
    if (found) return !found->value.as<Json::Null>();
  }
  return false;
}

Json AskReader::query(const Json::Object& all, std::size_t number, System& system) {
  std::vector<Json::Member> kept, incl;
  const std::size_t before = system.asks.size();
  for (const Json::Member& member : all) {
    if (const auto of = asked_by(member.key)) {
      ask(member, *of, number, system);
      continue;
    }
    kept.push_back(member);
    if (const auto* known = member.key == "incl" ? member.value.as<Json::Object>() : nullptr)
      incl.assign(known->begin(), known->end());
  }
  for (std::size_t k = before; k < system.asks.size(); ++k) {
    const std::string_view name = app_.components[system.asks[k].label].name;
    const auto is_it = [&](const Json::Member& one) { return one.key == name; };
    if (system.asks[k].of != Ask::Of::Removed && std::none_of(incl.begin(), incl.end(), is_it))
      incl.push_back({name, Json(std::string_view("_"))});
  }
  const bool has_any = std::any_of(kept.begin(), kept.end(), [](const Json::Member& one) {
    return one.key == "incl" || one.key == "excl" || one.key == "anyway" || one.key == "any";
  });
  if (!has_any && incl.empty() && system.asks.size() == before) return Json::Refused();  // what it asks was reported
  if (!has_any && incl.empty()) {  // a query of a program has some constraint
    const std::string_view name = app_.components[system.asks.back().label].name;
    kept.push_back({"anyway", Json(keep({{name, Json(std::string_view("_"))}}))});
  }
  const auto at = std::find_if(kept.begin(), kept.end(), [](const auto& one) { return one.key == "incl"; });
  if (at == kept.end()) {
    if (!incl.empty()) kept.push_back({"incl", Json(keep(std::move(incl)))});
  } else if (at->value.as<Json::Object>()) {
    at->value = Json(keep(std::move(incl)));
  }
  return keep(std::move(kept));
}

void AskReader::ask(const Json::Member& member, Ask::Of of, std::size_t number, System& system) {
  const Way at = {"systems", system.name, "body", "match", std::to_string(number), std::string(member.key)};
  const auto* names = member.value.as<Json::List>();
  if (!names)
    return report_at(problems_, root_, at, "found " + describe(member.value) + "; expected names of components");
  for (std::size_t k = 0; k < names->size(); ++k) {
    Way here = at;
    here.push_back(std::to_string(k));
    const auto* name = (*names)[k].as<std::string_view>();
    if (!name) {
      report_at(problems_, root_, here, "found " + describe((*names)[k]) + "; expected the name of a component");
      continue;
    }
    const auto found = std::find_if(app_.components.begin(), app_.components.end(),
                                    [&](const Component& one) { return one.name == *name; });
    if (found != app_.components.end() && found->kind == Component::Kind::Event) {
      report_at(problems_, root_, here,
                "found the event " + in_quotes(*name) +
                    "; expected a component with a type; to read new events, write { \"incl\": { " + in_quotes(*name) +
                    ": \"x\" } }");
      continue;
    }
    if (found == app_.components.end() || !is_typed(*name)) {
      const std::string none = found == app_.components.end() ? "" : ", which has no type";
      report_at(problems_, root_, here,
                "found " + in_quotes(*name) + none + "; expected the name of a component with a type");
      continue;
    }
    const Ask one{of, static_cast<std::size_t>(found - app_.components.begin()), number};
    if (std::find(system.asks.begin(), system.asks.end(), one) != system.asks.end())
      report_at(problems_, root_, here, "found " + in_quotes(*name) + " twice; expected each name once");
    else
      system.asks.push_back(one);
  }
}

Json::Object AskReader::keep(std::vector<Json::Member> all) {
  const std::vector<Json::Member>& kept = objects_.emplace_back(std::move(all));
  return {kept.data(), kept.size()};
}

}  // namespace coreecs::app
