#include "interp/oracle/report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "interp/base/json/tree.hpp"
#include "interp/oracle/tell.hpp"

namespace coreecs {

using nlohmann::ordered_json;

namespace {

void write(JsonWriter& out, const Alarm& alarm) {
  out.object([&] {
    out.member("case", alarm.number);
    out.member("name", alarm.name);
    out.member("cases", alarm.cases);
    out.member("level", std::string_view(name(alarm.level)));
    out.member("shape", alarm.shape);
    if (alarm.known) out.member("known", *alarm.known);
    write_members(out, alarm.driven.judgement, alarm.loaded.schema);
    const Notation notation{alarm.loaded.schema, alarm.driven.judgement.names};
    notation.json(out.key("visits"), alarm.driven.order);
    for (const auto& [key, state] : {std::pair("state_before", &alarm.driven.before),
                                     {"state_expected", &alarm.driven.expected},
                                     {"state_found", &alarm.driven.found}})
      if (*state) notation.json(out.key(key), **state);
    out.member("again", alarm.again);
    out.key("before").list([&] {
      for (const std::string& one : alarm.before) write(out, read_tree(one));
    });
    write(out.key("program"), read_tree(alarm.program));
  });
}

}  // namespace

std::string json(const ConformanceReport& report) {
  return laid_out([&](JsonWriter& out) {
    out.object([&] {
      out.member("oracle_report", 2);
      out.member("engine", report.engine.name);
      out.member("schedule", report.schedule);
      out.member("seed", report.seed);
      out.member("cases", report.cases);
      out.member("asked", report.asked);
      out.key("shards").list([&] { out.value(report.shard.number); });
      out.member("of", report.shard.of);
      out.member("tried", report.tried);
      out.member("complete", report.complete);
      out.key("levels").object([&] {
        for (const auto& [level, tally] : report.levels)
          out.key(name(level)).object([&, &tally = tally] {
            out.member("yes", tally.yes);
            out.member("no", tally.no);
            out.member("outside", tally.outside);
          });
      });
      out.key("outside").object([&] {
        for (const auto& [why, count] : report.outside) out.member(why, count);
      });
      out.key("covered").list([&] {
        for (const std::string_view one : report.covered) out.value(one);
      });
      out.key("sizes").list([&] {
        for (const std::string& one : report.met) out.value(one);
      });
      out.key("alarms").list([&] {
        for (const Alarm& alarm : report.alarms) write(out, alarm);
      });
    });
  });
}

namespace {

const std::vector<std::string_view> keys = {"oracle_report", "engine",  "schedule", "seed",  "cases",
                                            "asked",         "shards",  "of",       "tried", "complete",
                                            "levels",        "outside", "covered",  "sizes", "alarms"};

class ConformanceReader {
 public:
  explicit ConformanceReader(Problems& problems) : problems_(problems) {}

  void operator()(const Json& json) {
    const Json::Object* all = object(problems_, {}, json);
    if (!all) return;
    check_keys(problems_, {}, *all, keys, {});
    number(
        *all, "oracle_report", [](std::uint64_t n) { return n == 2; }, "2, the version of reports");
    text(*all, "engine");
    text(*all, "asked");
    for (const char* key : {"seed", "cases", "tried"}) number(*all, key);
    const std::uint64_t of = number(
        *all, "of", [](std::uint64_t n) { return 1 <= n && n <= Shard::most; },
        fmt::format("a number from 1 to {}", Shard::most));
    with(*all, "shards", [&](const Place& here, const Json& j) { shards(here, j, of); });
    with(*all, "complete", [&](const Place& here, const Json& j) {
      if (!j.as<bool>()) expected(problems_, here, j, "true or false");
    });
    with(*all, "levels", [&](const Place& here, const Json& j) { levels_of(here, j); });
    with(*all, "outside", [&](const Place& here, const Json& j) { counts(here, j, nullptr); });
    with(*all, "covered",
         [&](const Place& here, const Json& j) { static_cast<void>(read_constructs(problems_, here, j)); });
    with(*all, "sizes", [&](const Place& here, const Json& j) { sizes(here, j); });
    with(*all, "alarms", [&](const Place& here, const Json& j) {
      const Json::List* alarms = list(problems_, here, j, "alarms", 0);
      for (std::size_t k = 0; alarms && k < alarms->size(); ++k) alarm(here.element(k), (*alarms)[k]);
    });
  }

 private:
  template <class Read>
  static void with(const Json::Object& all, std::string_view key, Read read) {
    if (const Json::Member* member = find(all, key))
      read(Place().member(key, static_cast<std::size_t>(member - all.begin())), member->value);
  }
  void text(const Json::Object& all, std::string_view key) {
    with(all, key, [&](const Place& here, const Json& j) {
      if (!j.as<std::string_view>()) expected(problems_, here, j, "text");
    });
  }
  std::uint64_t number(
      const Json::Object& all, std::string_view key, bool (*admits)(std::uint64_t) = [](std::uint64_t) { return true; },
      const std::string& what = "") {
    std::uint64_t n = 0;
    with(all, key, [&](const Place& here, const Json& j) {
      n = natural_number(problems_, here, j);
      if (!admits(n)) expected(problems_, here, j, what);
    });
    return n;
  }
  void shards(const Place& place, const Json& json, std::uint64_t of) {
    const Json::List* numbers = list(problems_, place, json, "the numbers of shards", 1);
    std::uint64_t before = 0;
    for (std::size_t k = 0; numbers && k < numbers->size(); ++k) {
      const std::uint64_t number = natural_number(problems_, place.element(k), (*numbers)[k]);
      if (number <= before || number > of)
        expected(problems_, place.element(k), (*numbers)[k], "ascending numbers from 1 to that of \"of\"");
      before = number;
    }
  }
  void sizes(const Place& place, const Json& json) {
    const Json::List* all = list(problems_, place, json, "sizes of cases", 0);
    for (std::size_t k = 0; all && k < all->size(); ++k)
      if (!(*all)[k].as<std::string_view>()) expected(problems_, place.element(k), (*all)[k], "text");
  }
  void levels_of(const Place& place, const Json& json) {
    const Json::Object* all = object(problems_, place, json);
    for (std::size_t k = 0; all && k < all->size(); ++k) {
      const Json::Member& one = (*all)[k];
      const Place here = place.member(one.key, k);
      std::vector<std::string_view> names;
      for (const NamedLevel& level : levels) names.emplace_back(level.name);
      if (std::find(names.begin(), names.end(), one.key) == names.end())
        problems_.report_unknown(here, "level", one.key, names);
      static const std::vector<std::string_view> answers = {"yes", "no", "outside"};
      counts(here, one.value, &answers);
    }
  }
  void counts(const Place& place, const Json& json, const std::vector<std::string_view>* these) {
    const Json::Object* all = object(problems_, place, json);
    if (all && these) check_keys(problems_, place, *all, *these, {});
    for (std::size_t k = 0; all && k < all->size(); ++k)
      static_cast<void>(natural_number(problems_, place.member((*all)[k].key, k), (*all)[k].value));
  }
  /// Checks only what sums show; the rest is kept as it is.
  void alarm(const Place& place, const Json& json) {
    const Json::Object* all = object(problems_, place, json);
    if (!all) return;
    for (const std::string_view key : {"case", "name", "cases", "level", "shape", "why", "program"}) {
      const Json::Member* member = find(*all, key);
      if (!member) {
        problems_.report(place, fmt::format("missing key \"{}\"", key));
        continue;
      }
      const Place here = place.member(key, static_cast<std::size_t>(member - all->begin()));
      if (key.starts_with("case")) static_cast<void>(natural_number(problems_, here, member->value));
      if (key == "program") static_cast<void>(object(problems_, here, member->value));
      if (key != "program" && !key.starts_with("case") && !member->value.as<std::string_view>())
        expected(problems_, here, member->value, "text");
    }
  }

  Problems& problems_;
};

}  // namespace

bool is_conformance_report(std::string_view text) {
  Problems problems;
  const Document document(text, problems);
  const auto* all = document.root() ? document.root()->as<Json::Object>() : nullptr;
  return all && find(*all, "oracle_report");
}

std::variant<ordered_json, std::vector<Problem>> read_conformance_report(std::string_view text) {
  Problems problems;
  const Document document(text, problems);
  if (document.root()) ConformanceReader{problems}(*document.root());
  if (!problems.empty()) return std::move(problems).in_order(text);
  return tree(*document.root());
}

std::vector<Problem> add_conformance(ordered_json& sum, const ordered_json& report) {
  std::vector<Problem> problems;
  for (const char* key : {"engine", "schedule", "seed", "cases", "asked", "of"})
    if (sum[key] != report[key])
      problems.push_back(
          {fmt::format("/{}", key), "found " + report[key].dump() + "; expected " + sum[key].dump() +
                                        ", as in the report before: only parts of one search can be added"});
  for (std::size_t k = 0; k < report["shards"].size() && problems.empty(); ++k)
    if (const ordered_json& shard = report["shards"][k];
        std::find(sum["shards"].begin(), sum["shards"].end(), shard) != sum["shards"].end())
      problems.push_back({fmt::format("/shards/{}", k), fmt::format("found shard {} again", shard.dump())});
  if (!problems.empty()) return problems;

  const auto add = [](ordered_json& counts, const ordered_json& more) {
    for (const auto& [key, n] : more.items())
      counts[key] = counts.value(key, std::uint64_t{0}) + n.get<std::uint64_t>();
  };
  sum["shards"].insert(sum["shards"].end(), report["shards"].begin(), report["shards"].end());
  std::sort(sum["shards"].begin(), sum["shards"].end());
  sum["tried"] = sum["tried"].get<std::uint64_t>() + report["tried"].get<std::uint64_t>();
  sum["complete"] = sum["complete"] == true && report["complete"] == true;
  for (const auto& [level, tally] : report["levels"].items()) {
    if (!sum["levels"].contains(level)) sum["levels"][level] = ordered_json::object();
    add(sum["levels"][level], tally);
  }
  add(sum["outside"], report["outside"]);
  for (const char* key : {"covered", "sizes"})
    for (const ordered_json& one : report[key])
      if (std::find(sum[key].begin(), sum[key].end(), one) == sum[key].end()) sum[key].push_back(one);
  for (ordered_json alarm : report["alarms"]) {
    const auto same = std::find_if(sum["alarms"].begin(), sum["alarms"].end(),
                                   [&](const ordered_json& other) { return other["shape"] == alarm["shape"]; });
    if (same == sum["alarms"].end()) {
      sum["alarms"].push_back(std::move(alarm));
      continue;
    }
    const std::uint64_t cases = (*same)["cases"].get<std::uint64_t>() + alarm["cases"].get<std::uint64_t>();
    if (alarm["case"] < (*same)["case"]) *same = std::move(alarm);
    (*same)["cases"] = cases;
  }
  std::stable_sort(sum["alarms"].begin(), sum["alarms"].end(),
                   [](const ordered_json& a, const ordered_json& b) { return a["case"] < b["case"]; });
  return {};
}

std::vector<std::uint64_t> missing_shards(const ordered_json& sum) {
  std::vector<std::uint64_t> missing;
  for (std::uint64_t number = 1; number <= sum["of"]; ++number)
    if (std::find(sum["shards"].begin(), sum["shards"].end(), number) == sum["shards"].end()) missing.push_back(number);
  return missing;
}

bool has_new_alarm(const ordered_json& sum) {
  return std::any_of(sum["alarms"].begin(), sum["alarms"].end(),
                     [](const ordered_json& alarm) { return !alarm.contains("known"); });
}

std::string show_conformance(const ordered_json& sum) {
  const auto text = [](const ordered_json& one) { return on_one_line(one.get_ref<const std::string&>()); };
  std::string out;
  for (const ordered_json& alarm : sum["alarms"])
    out += fmt::format("{}, {}: {}: {}\n", text(alarm["name"]), text(alarm["level"]),
                       alarm.contains("known") ? "known" : "no", text(alarm["why"]));
  out += fmt::format("{}: {} of {} of seed {}\n", text(sum["engine"]), sum["tried"].dump(),
                     plural(sum["cases"].get<std::uint64_t>(), "case"), sum["seed"].dump());
  for (const auto& [level, tally] : sum["levels"].items())
    out += fmt::format("  {}: {} yes, {} no, {} outside\n", level, tally["yes"].dump(), tally["no"].dump(),
                       tally["outside"].dump());
  for (const auto& [why, count] : sum["outside"].items())
    out += fmt::format("  outside, {}: {}\n", count.dump(), on_one_line(why));
  if (sum["complete"] == false) out += "  not all cases were tried\n";
  return out;
}

}  // namespace coreecs
