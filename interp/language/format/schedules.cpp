#include "interp/language/format/schedules.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "interp/base/json/reading.hpp"
#include "interp/language/format/advice.hpp"

namespace coreecs {

namespace {

std::string to_use(std::string_view schedule) {
  return in_quotes(schedule) + " is a schedule: write {\"use\": " + in_quotes(schedule) + "}";
}

}  // namespace

std::vector<NamedSchedule> ScheduleReader::read(const Place& place, const Json& json) {
  const Json::Object* members = named_members(problems_, place, json);
  if (!members) return {};
  for (std::size_t k = 0; k < members->size(); ++k) {
    const Json::Member& member = (*members)[k];
    names_.push_back(member.key);
    by_name_.emplace(member.key, k);
    schedules_.push_back({place.member(member.key, k), &member.value});
  }
  std::vector<NamedSchedule> all;
  for (std::size_t k = 0; k < schedules_.size(); ++k)
    if (std::optional<Schedule> z = named_schedule(k)) all.push_back({std::string(names_[k]), std::move(*z)});
  return all;
}

std::optional<Schedule> ScheduleReader::named_schedule(std::size_t k) {
  if (schedules_[k].read == Named::Read::No) {
    schedules_[k].read = Named::Read::Now;
    used_.push_back(k);
    std::optional<Schedule> z = deep([&] { return schedule(schedules_[k].place, *schedules_[k].json); });
    used_.pop_back();
    schedules_[k].z = std::move(z);
    schedules_[k].read = Named::Read::Done;
  }
  return schedules_[k].z;
}

// {"use": "schedule"}
std::optional<Schedule> ScheduleReader::use(const Place& place, const Json& json) {
  const auto* name = json.as<std::string_view>();
  if (!name) {
    expected(problems_, place, json, "the name of a schedule");
    return std::nullopt;
  }
  const auto found = by_name_.find(*name);
  if (found == by_name_.end()) {
    problems_.report_unknown(place, "schedule", *name, names_);
    if (systems_.by_name.contains(*name))
      problems_.advise("write {\"conc\": " + in_quotes(*name) + "} or {\"seq\": " + in_quotes(*name) + "}");
    return std::nullopt;
  }
  const std::size_t k = found->second;
  if (schedules_[k].read != Named::Read::Now) return named_schedule(k);
  std::string cycle;
  for (auto at = std::find(used_.begin(), used_.end(), k); at != used_.end(); ++at)
    cycle += in_quotes(names_[*at]) + " uses ";
  problems_.report(place, "found a schedule that uses itself: " + cycle + in_quotes(*name));
  return std::nullopt;
}

/// The limit for a schedule with those that it uses.
constexpr std::uint64_t most_leaves = std::uint64_t{1} << 24;

// {"par": [z, z', ...]} is ((z ∥ z') ∥ ...), {"then": [z, z', ...]} is ((z ⨟ z') ⨟ ...)
std::optional<Schedule> ScheduleReader::schedule(const Place& place, const Json& json) {
  static const std::vector<std::string_view> forms = {"conc", "seq", "par", "then", "use"};
  constexpr std::string_view several =
      R"(write {"then": [z, z', ...]} for one after the other, or {"par": [z, z', ...]})";
  const Json::Object* members = object(problems_, place, json, several);
  const Json::Member* form = members ? only_member(problems_, place, *members, forms) : nullptr;
  if (members && members->size() > 1) problems_.advise(several);
  if (const auto* name = json.as<std::string_view>()) {
    const std::string system = systems_.by_name.find(*name) == systems_.by_name.end() ? "\"system\"" : in_quotes(*name);
    problems_.advise(by_name_.contains(*name) ? to_use(*name)
                                              : "write {\"conc\": " + system + "} or {\"seq\": " + system + "}");
  }
  if (!form) return std::nullopt;
  const Place here = place.member(form->key, 0);
  if (form->key == "conc" || form->key == "seq") return leaf(here, *form);
  if (form->key == "use") return use(here, form->value);
  if (form->key != "par" && form->key != "then") {
    problems_.report_unknown(here, "schedule", form->key, forms);
    problems_.advise(instead::of_schedule(form->key));
    return std::nullopt;
  }
  const Json::List* parts = list(problems_, here, form->value, "one or more schedules", 1);
  std::optional<Schedule> all;
  for (std::size_t k = 0; parts && k < parts->size(); ++k) {
    std::optional<Schedule> z = schedule(here.element(k), (*parts)[k]);
    if (!z) continue;
    if (all && std::uint64_t{all->leaves()} + z->leaves() > most_leaves) {
      problems_.report(here.element(k), "found more than 16,777,216 leaves; expected no more in a schedule");
      return std::nullopt;
    }
    if (!all)
      all = std::move(z);
    else
      all = form->key == "par" ? (std::move(*all) || std::move(*z)) : (std::move(*all) >> std::move(*z));
  }
  return all;
}

// {"conc": "system"}, {"seq": "system"}
std::optional<Schedule> ScheduleReader::leaf(const Place& place, const Json::Member& form) {
  const auto* name = form.value.as<std::string_view>();
  if (!name) {
    expected(problems_, place, form.value, "the name of a system");
    if (form.value.as<Json::List>())
      problems_.advise(fmt::format(
          R"(write {{"par": [{{"{0}": "a"}}, {{"{0}": "b"}}]}}, or "then" for one after the other)", form.key));
    return std::nullopt;
  }
  const auto system = systems_.by_name.find(*name);
  if (system == systems_.by_name.end()) {
    if (!systems_.known) return std::nullopt;
    problems_.report_unknown(place, "system", *name, systems_.names);
    if (by_name_.contains(*name)) problems_.advise(to_use(*name));
    return std::nullopt;
  }
  if (form.key == "conc") return Conc{system->second};
  return Seq{system->second};
}

}  // namespace coreecs
