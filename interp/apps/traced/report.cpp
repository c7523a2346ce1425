#include "interp/apps/traced/report.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <unordered_map>

#include "interp/apps/app/order.hpp"
#include "interp/base/interrupt.hpp"

namespace coreecs::traced {

namespace {

/// A system of the app that ran.
struct Ran {
  std::size_t system;
  double begin, end;
};
using Frame = std::vector<Ran>;

/// "game::move #2" without its number.
std::string without_number(const std::string& path) {
  const std::size_t at = path.rfind(" #");
  if (at == std::string::npos || path.find_first_not_of("0123456789", at + 2) != std::string::npos) return path;
  return path.substr(0, at);
}

/// For names of the trace, systems of the app.
class Names {
 public:
  Names(const app::App& app, const Chrome& trace, TraceReport& verdict) {
    std::map<std::string, std::vector<std::size_t>> by_path;
    for (std::size_t k = 0; k < app.systems.size(); ++k) by_path[without_number(app.systems[k].name)].push_back(k);
    for (const auto& [path, all] : by_path)
      if (all.size() == 1)
        known_.emplace(path, all[0]);
      else
        for (const std::size_t k : all) verdict.alike.push_back(k);
    for (const auto& [path, all] : by_path)
      if (all.size() > 1) alike_.insert(path);
    std::sort(verdict.alike.begin(), verdict.alike.end());
    by_last_part(app, trace);
  }

  [[nodiscard]] std::optional<std::size_t> operator()(const std::string& name) const {
    const auto found = known_.find(name);
    return found == known_.end() ? std::nullopt : std::optional(found->second);
  }
  [[nodiscard]] bool is_alike(const std::string& name) const { return alike_.count(name) > 0; }

 private:
  /// Logs may have last parts only, and traces have paths.
  void by_last_part(const app::App& app, const Chrome& trace) {
    app::App of_trace;
    std::set<std::string> seen;
    for (const TracedSpan& one : trace.systems)
      if (seen.insert(one.name).second) of_trace.systems.push_back({one.name});
    std::unordered_map<std::string, std::size_t> ours;
    const std::vector<std::string> mine = app::last_names(app), theirs = app::last_names(of_trace);
    for (std::size_t k = 0; k < mine.size(); ++k) ours.emplace(mine[k], k);
    for (std::size_t k = 0; k < theirs.size(); ++k) {
      const std::string& path = of_trace.systems[k].name;
      const auto found = ours.find(theirs[k]);
      if (found == ours.end() || known_.count(path) > 0 || seen.count(app.systems[found->second].name) > 0) continue;
      const bool shortened = app.systems[found->second].name == theirs[k];
      if (shortened && alike_.count(theirs[k]) == 0) known_.emplace(path, found->second);
      if (shortened && alike_.count(theirs[k]) > 0) alike_.insert(path);
    }
  }

  std::unordered_map<std::string, std::size_t> known_;
  std::set<std::string> alike_;
};

/// The innermost schedule around each system: the one that began last, of those that end after it.
std::vector<std::optional<std::size_t>> around(const Chrome& trace) {
  std::vector<std::optional<std::size_t>> out;
  std::vector<std::size_t> open;
  std::size_t next = 0;
  for (const TracedSpan& one : trace.systems) {
    for (; next < trace.schedules.size() && trace.schedules[next].begin <= one.begin; ++next) open.push_back(next);
    std::erase_if(open, [&](std::size_t k) { return trace.schedules[k].end < one.begin; });
    const auto found =
        std::find_if(open.rbegin(), open.rend(), [&](std::size_t k) { return trace.schedules[k].end >= one.end; });
    out.push_back(found == open.rend() ? std::nullopt : std::optional(*found));
  }
  return out;
}

class Judge {
 public:
  Judge(const app::App& app, const Chrome& trace) : app_(app), trace_(trace), names_(app, trace, verdict_) {}

  TraceReport operator()() {
    std::vector<Frame> frames = trace_.schedules.empty() ? by_repetition() : by_schedule();
    std::erase_if(frames, [](const Frame& frame) { return frame.empty(); });
    std::vector<bool> ran(app_.systems.size());
    for (const Frame& frame : frames)
      for (const Ran& one : frame) ran[one.system] = true;
    for (std::size_t k = 0; k < ran.size(); ++k)
      if (ran[k])
        verdict_.performed.push_back(k);
      else if (!std::binary_search(verdict_.alike.begin(), verdict_.alike.end(), k))
        verdict_.never.push_back(k);
    verdict_.frames = frames.size();
    const Dag order = app::order(app_);
    for (const std::size_t a : verdict_.performed)
      for (const std::size_t b : verdict_.performed) verdict_.ordered += order.less(a, b);
    for (const app::Conflict& one : app::declared_conflicts(app_))
      if (ran[one.a] && ran[one.b]) verdict_.conflicts.push_back({one, !order.concurrent(one.a, one.b)});
    for (std::size_t k = 0; k < frames.size(); ++k) frame(frames[k], k + 1, order);
    for (const auto& [pair, one] : broken_) verdict_.broken.push_back(one);
    std::erase_if(verdict_.conflicts, [](const Seen& one) { return one.a_first + one.b_first + one.overlapped == 0; });
    return std::move(verdict_);
  }

 private:
  void unknown(const std::string& name) {
    if (!names_.is_alike(name) && unknown_.insert(name).second) verdict_.unknown.push_back(name);
  }

  /// A frame is a span of the schedule that has most systems of the app.
  std::vector<Frame> by_schedule() {
    const auto schedule = around(trace_);
    std::map<std::string, std::set<std::size_t>> systems;
    for (std::size_t k = 0; k < schedule.size(); ++k)
      if (const auto system = names_(trace_.systems[k].name); schedule[k] && system)
        systems[trace_.schedules[*schedule[k]].name].insert(*system);
    if (systems.empty()) return {};
    const auto most = std::max_element(systems.begin(), systems.end(),
                                       [](const auto& a, const auto& b) { return a.second.size() < b.second.size(); });
    verdict_.schedule = most->first;
    std::vector<Frame> frames(trace_.schedules.size());
    for (std::size_t k = 0; k < schedule.size(); ++k) {
      if (!schedule[k] || trace_.schedules[*schedule[k]].name != most->first) continue;
      const TracedSpan& one = trace_.systems[k];
      if (const auto system = names_(one.name))
        frames[*schedule[k]].push_back({*system, one.begin, one.end});
      else
        unknown(one.name);
    }
    return frames;
  }

  /// A frame ends before a system begins again.
  std::vector<Frame> by_repetition() {
    std::vector<Frame> frames(1);
    std::vector<bool> ran(app_.systems.size());
    for (const TracedSpan& one : trace_.systems) {
      const auto system = names_(one.name);
      if (!system) {
        unknown(one.name);
        continue;
      }
      if (ran[*system]) {
        frames.emplace_back();
        ran.assign(ran.size(), false);
      }
      ran[*system] = true;
      frames.back().push_back({*system, one.begin, one.end});
    }
    return frames;
  }

  static bool is_between(const Frame& frame, const Ran& a, const Ran& b, const Dag& order) {
    return std::any_of(frame.begin(), frame.end(), [&](const Ran& one) {
      return order.less(a.system, one.system) && order.less(one.system, b.system);
    });
  }

  void frame(const Frame& frame, std::size_t number, const Dag& order) {
    interrupt::poll();
    std::vector<const Ran*> at(app_.systems.size());
    for (const Ran& one : frame) at[one.system] = &one;
    for (const Ran& b : frame)
      for (const Ran& a : frame)
        if (order.less(a.system, b.system) && b.begin < a.end && !is_between(frame, a, b, order)) {
          Broken& one = broken_[{a.system, b.system}];
          if (one.frames++ == 0) one = {a.system, b.system, 1, number, b.begin};
        }
    for (Seen& one : verdict_.conflicts) {
      const Ran *a = at[one.conflict.a], *b = at[one.conflict.b];
      if (!a || !b) continue;
      ++(a->end <= b->begin ? one.a_first : b->end <= a->begin ? one.b_first : one.overlapped);
    }
  }

  const app::App& app_;
  const Chrome& trace_;
  TraceReport verdict_;
  Names names_;
  std::set<std::string> unknown_;
  std::map<std::pair<std::size_t, std::size_t>, Broken> broken_;
};

}  // namespace

bool TraceReport::holds() const {
  return broken.empty() &&
         std::none_of(conflicts.begin(), conflicts.end(), [](const Seen& one) { return one.overlapped > 0; });
}

TraceReport judge(const app::App& app, const Chrome& trace) { return Judge(app, trace)(); }

}  // namespace coreecs::traced
