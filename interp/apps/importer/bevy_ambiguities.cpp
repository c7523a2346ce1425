// The app that Bevy's reports of ambiguities describe: the systems of their pairs, unordered within each schedule.
#include <algorithm>
#include <set>
#include <unordered_map>

#include "interp/apps/importer/bevy_frame.hpp"
#include "interp/apps/importer/bevy_report.hpp"

namespace coreecs::importer {

namespace {

class Reported {
 public:
  Reported(BevyReports reports, const std::string& name)
      : reports_(std::move(reports)), assembly_(name), frame_(assembly_, schedules(reports_.all)) {}

  Imported read() && {
    for (Warning& one : reports_.warnings) assembly_.warn(one.at, std::move(one.message));
    for (std::size_t k = 0; k < reports_.all.size(); ++k)
      if (is_taken(k)) report(reports_.all[k]);
    if (assembly_.app().systems.empty())
      throw Unreadable{{1, 1},
                       "found no pair of systems; expected Bevy's report: \"pairs of systems with conflicting data "
                       "access have indeterminate execution order\", and lines as \"-- a and b\""};
    return std::move(assembly_).done();
  }

 private:
  static std::vector<std::string> schedules(const std::vector<BevyReport>& all) {
    std::vector<std::string> out;
    out.reserve(all.size());
    for (const BevyReport& one : all) out.push_back(one.schedule);
    return out;
  }

  /// Whether a report is part of the app. Says what it is besides the first one.
  bool is_taken(std::size_t k) {
    const BevyReport& one = reports_.all[k];
    if (!frame_.empty() && !frame_.has(one.schedule)) {
      assembly_.warn(one.at, "found a report " +
                                 (one.schedule.empty() ? "that names no schedule, so its"
                                                       : "of the schedule " + one.schedule + ", whose") +
                                 " place in Bevy's frame is not known; it is left out: import it by itself");
      return false;
    }
    const std::string of = one.schedule.empty() ? std::string() : ", of the schedule " + one.schedule;
    const bool is_new = seen_.insert(one.schedule).second;
    if (!is_new && !one.schedule.empty())
      assembly_.warn(one.at, "found another report" + of + "; its pairs are added");
    else if (k > 0 && frame_.empty())
      assembly_.warn(one.at, "found another report" + of +
                                 "; its systems are added to the same app, unordered: import the reports of different "
                                 "schedules one by one");
    else if (is_new && seen_.size() == 2)
      frame_.warn(one.at);
    return true;
  }

  void report(const BevyReport& one) {
    if (std::string& about = assembly_.app().about; about.empty() && !one.schedule.empty())
      about = frame_.has_several() ? frame_.words() + ", as Bevy reports their ambiguities"
                                   : "the schedule " + one.schedule + ", as Bevy reports its ambiguities";
    schedule_ = one.schedule;
    for (const ReportedPair& each : one.pairs) {
      interrupt::poll();
      pair(each);
    }
  }

  void pair(const ReportedPair& one) {
    const std::size_t a = system(one.first, one.at, {});
    std::size_t b = system(one.second, one.at, {});
    if (a == b) {
      assembly_.warn(one.at, "found a pair with the same path twice; the second becomes another system");
      b = system(one.second, one.at, "twice");
    }
    app::Labels on;
    for (const std::string& label : one.on) on.push_back(assembly_.bevy_label(label));
    assembly_.conflict(a, b, std::move(on));
  }

  /// The system of these words, in this report's schedule: the same name with other sets is another system.
  std::size_t system(std::string_view text, const TextPosition& at, const std::string& which) {
    std::string_view name = text, in;
    if (const std::size_t open = find_outside(text, " ("); open != std::string_view::npos && text.back() == ')') {
      name = text.substr(0, open);
      in = text.substr(open + 2, text.size() - open - 3);
    }
    std::vector<std::string_view> sets;
    if (begins_with(in, "in set "))
      sets = {in.substr(7)};
    else if (!in.empty())
      sets = parts(begins_with(in, "in sets ") ? in.substr(8) : in);
    if (sets.size() == 1 && begins_with(in, "in sets ") && begins_with(sets[0], "(") && ends_with(sets[0], ")"))
      sets = parts(sets[0].substr(1, sets[0].size() - 2));
    std::sort(sets.begin(), sets.end());
    for (const char mark : {'"', '&'})
      if (name.size() > 1 && name.front() == mark) name = name.substr(1, name.size() - (mark == '"' ? 2 : 1));
    std::string key = schedule_ + '\n' + std::string(name) + '\n' + which;
    for (const std::string_view set : sets) key += '\n' + std::string(set);
    const auto [known, is_new] = systems_.emplace(std::move(key), assembly_.app().systems.size());
    if (!is_new) return known->second;
    const std::size_t number = assembly_.add_system(std::string(name));
    assembly_.app().systems[number].access_known = false;
    auto& all = assembly_.app().systems[number].configuration.in;
    for (const std::string_view one : sets)
      if (const std::size_t set = this->set(one, at); std::find(all.begin(), all.end(), set) == all.end())
        all.push_back(set);
    if (const auto schedule = frame_.set(schedule_); schedule && all.empty()) all.push_back(*schedule);
    return number;
  }

  /// The set of this name in this report's schedule.
  std::size_t set(std::string_view name, const TextPosition& at) {
    const auto [known, is_new] = sets_.emplace(schedule_ + '\n' + std::string(name), assembly_.app().sets.size());
    if (!is_new) return known->second;
    const std::size_t set = assembly_.add_set(std::string(name), at);
    if (const auto schedule = frame_.set(schedule_)) assembly_.app().sets[set].configuration.in.push_back(*schedule);
    return set;
  }

  BevyReports reports_;
  Assembly assembly_;
  BevyFrame frame_;
  std::set<std::string> seen_;                                   // schedules in the app
  std::unordered_map<std::string, std::size_t> systems_, sets_;  // by schedule, name, and sets
  std::string schedule_;
};

}  // namespace

Imported import_bevy_ambiguities(std::string_view text, const std::string& name) {
  const BevyLog log(text);
  if (auto cycle = cycle_in(log); cycle && !log.has_reports()) throw Unreadable(std::move(*cycle));
  return Reported(reports_of(log), name).read();
}

bool is_bevy_report(std::string_view text) {
  const BevyLog log(text);
  if (log.has_reports() || cycle_in(log)) return true;
  bool pairs = false;
  for (const std::string& line : log.lines()) {
    const auto pair = pair_in(line);
    pairs = pairs || (pair && find_outside(*pair, " and ") != std::string_view::npos);
    if (pairs && conflict_in(line)) return true;
  }
  return false;
}

}  // namespace coreecs::importer
