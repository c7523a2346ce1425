#include "interp/apps/traced/frames.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "interp/apps/traced/candidates.hpp"
#include "interp/base/interrupt.hpp"
#include "interp/base/json/problem.hpp"

namespace coreecs::traced {

namespace {

/// For each span of a system, the schedules around it, by time, the one that began last first.
std::vector<std::vector<std::size_t>> around(const Chrome& trace) {
  constexpr std::size_t most = 64;
  std::vector<std::vector<std::size_t>> out;
  out.reserve(trace.systems.size());
  std::vector<std::size_t> open;
  std::size_t next = 0, room = most;
  for (const TracedSpan& one : trace.systems) {
    interrupt::poll();
    for (; next < trace.schedules.size() && trace.schedules[next].begin <= one.begin; ++next) open.push_back(next);
    if (open.size() > room) {
      std::erase_if(open, [&](std::size_t k) { return trace.schedules[k].end < one.begin; });
      room = std::max(most, 2 * open.size());
    }
    while (!open.empty() && trace.schedules[open.back()].end < one.begin) open.pop_back();
    std::vector<std::size_t>& all = out.emplace_back();
    for (std::size_t k = open.size(), left = most; k-- > 0 && left > 0; --left)
      if (trace.schedules[open[k]].end >= one.end) all.push_back(open[k]);
  }
  return out;
}

/// How much of the app a schedule holds.
struct Share {
  std::set<std::size_t> systems;
  std::size_t runs = 0, outward = 0;  ///< of systems; how far it is around the homes of these runs
};
using Shares = std::map<std::string, Share>;

class Framing {
 public:
  Framing(const app::App& app, const app::Blocks& blocks, const Chrome& trace)
      : app_(app), blocks_(blocks), trace_(trace), candidates_(app, trace), around_(around(trace)) {}

  Frames operator()() {
    find_thread();
    find_homes();
    find_runs();
    if (trace_.schedules.empty())
      by_repetition();
    else
      by_schedule();
    std::erase_if(out_.all, [](const Frame& one) {
      return one.outside.empty() &&
             std::all_of(one.rounds.begin(), one.rounds.end(), [](const auto& rounds) { return rounds.empty(); });
    });
    return std::move(out_);
  }

 private:
  /// Threads run other schedules at the same time, such as Render in Bevy. The thread around most runs of the app's
  /// systems counts.
  void find_thread() {
    std::map<std::size_t, std::size_t> runs;
    for (std::size_t k = 0; k < trace_.systems.size(); ++k) {
      if (candidates_(trace_.systems[k].name).empty()) continue;
      std::set<std::size_t> threads;
      for (const std::size_t run : around_[k]) threads.insert(trace_.schedules[run].thread);
      for (const std::size_t thread : threads) ++runs[thread];
    }
    const auto most = std::max_element(runs.begin(), runs.end(), [](auto& a, auto& b) { return a.second < b.second; });
    if (most != runs.end()) thread_ = most->first;
  }
  /// The run of a schedule that ran a system of the trace: the innermost one around it, on that thread if there is one.
  [[nodiscard]] std::optional<std::size_t> ran_in(std::size_t span) const {
    const std::vector<std::size_t>& all = around_[span];
    for (const std::size_t k : all)
      if (trace_.schedules[k].thread == thread_) return k;
    return all.empty() ? std::nullopt : std::optional(all.front());
  }
  [[nodiscard]] std::size_t group(std::size_t system) const {
    return blocks_.of(system).value_or(blocks_.all().size());
  }

  void find_homes() {
    std::vector<Shares> shares(blocks_.all().size() + 1);    // of systems with a path of their own
    std::map<std::string, std::set<std::string>> schedules;  // for each path of the app
    for (std::size_t k = 0; k < trace_.systems.size(); ++k) {
      const auto& all = candidates_(trace_.systems[k].name);
      if (all.empty()) continue;
      auto& of_path = schedules[without_number(app_.systems[all[0]].name)];
      const auto run = ran_in(k);
      if (!run) continue;
      const std::string& name = trace_.schedules[*run].name;
      of_path.insert(name);
      if (all.size() > 1) continue;
      Share& share = shares[group(all[0])][name];
      share.systems.insert(all[0]);
      ++share.runs;
    }
    homes_.resize(app_.systems.size());
    for (const auto& [path, all] : candidates_.by_path()) {
      for (const std::size_t system : all) homes_[system] = best(shares[group(system)], schedules[path]);
      for (const std::size_t system : all)
        if (all.size() > 1 && std::any_of(all.begin(), all.end(), [&](std::size_t other) {
              return other != system && (!homes_[system] || homes_[other] == homes_[system]);
            }))
          out_.alike.push_back(system);
    }
    std::sort(out_.alike.begin(), out_.alike.end());
  }
  /// The one of these schedules with most systems, then with most runs of them.
  static std::optional<std::string> best(const Shares& shares, const std::set<std::string>& among) {
    std::optional<std::string> out;
    std::pair<std::size_t, std::size_t> most;
    for (const std::string& name : among)
      if (const auto found = shares.find(name); found != shares.end())
        if (const std::pair its(found->second.systems.size(), found->second.runs); !out || its > most) {
          out = name;
          most = its;
        }
    return out;
  }
  [[nodiscard]] bool is_alike(std::size_t system) const {
    return std::binary_search(out_.alike.begin(), out_.alike.end(), system);
  }

  /// A system that ran in its home, and the schedules around that run of its home, on its thread, from it outwards.
  struct AtHome {
    Ran ran;
    std::vector<std::size_t> around;
  };

  void find_runs() {
    std::set<std::string> homes;
    for (const auto& home : homes_)
      if (home) homes.insert(*home);
    std::set<std::string> unknown;
    for (std::size_t k = 0; k < trace_.systems.size(); ++k) {
      const TracedSpan& one = trace_.systems[k];
      const auto& all = candidates_(one.name);
      const auto run = ran_in(k);
      const bool is_in_home = trace_.schedules.empty() || (run && homes.count(trace_.schedules[*run].name) > 0);
      for (const std::size_t system : all)
        if (run && homes_[system] == trace_.schedules[*run].name && !is_alike(system))
          runs_.push_back({{system, one.begin, one.end}, outwards(k, *run)});
      if (trace_.schedules.empty() && all.size() == 1) runs_.push_back({{all[0], one.begin, one.end}, {}});
      if (all.empty() && is_in_home && unknown.insert(one.name).second) out_.unknown.push_back(one.name);
    }
  }
  [[nodiscard]] std::vector<std::size_t> outwards(std::size_t span, std::size_t run) const {
    std::vector<std::size_t> out;
    for (const std::size_t k : around_[span])
      if (k <= run && trace_.schedules[k].thread == trace_.schedules[run].thread) out.push_back(k);
    return out;
  }

  /// The schedules around the runs of these systems, and how much each holds.
  template <class Is>
  [[nodiscard]] Shares shares_of(const Is& is) const {
    Shares out;
    for (const AtHome& one : runs_) {
      if (!is(one.ran.system)) continue;
      for (std::size_t k = 0; k < one.around.size(); ++k) {
        Share& share = out[trace_.schedules[one.around[k]].name];
        share.systems.insert(one.ran.system);
        ++share.runs;
        share.outward += k;
      }
    }
    return out;
  }
  /// The schedule that holds most: of those that hold the same, the innermost or the outermost one.
  static std::optional<std::string> most(const Shares& shares, bool innermost) {
    const auto key = [&](const auto& one) {
      const Share& share = one.second;
      return std::tuple(share.systems.size(), share.runs, innermost ? ~share.outward : share.outward);
    };
    const auto found =
        std::max_element(shares.begin(), shares.end(), [&](const auto& a, const auto& b) { return key(a) < key(b); });
    return found == shares.end() ? std::nullopt : std::optional(found->first);
  }

  void name_schedules() {
    std::set<std::optional<std::string>> homes;
    for (const AtHome& one : runs_) homes.insert(homes_[one.ran.system]);
    if (blocks_.empty() && homes.size() == 1) {
      out_.schedule = *homes.begin();
      return;
    }
    const Shares outside = shares_of([&](std::size_t system) { return !blocks_.of(system); });
    Shares all = shares_of([](std::size_t) { return true; });
    for (std::size_t b = 0; b < blocks_.all().size(); ++b) {
      Shares own = shares_of([&](std::size_t system) { return blocks_.of(system) == b; });
      std::erase_if(own, [&](const auto& one) { return outside.count(one.first) > 0; });
      out_.rounds.push_back(most(own, true));
      if (out_.rounds.back()) all.erase(*out_.rounds.back());
    }
    out_.schedule = most(all, false);
  }
  /// The run of a schedule around a run.
  [[nodiscard]] std::optional<std::size_t> run_of(const AtHome& one, const std::string& schedule) const {
    for (const std::size_t k : one.around)
      if (trace_.schedules[k].name == schedule) return k;
    return std::nullopt;
  }

  void by_schedule() {
    if (runs_.empty()) return;
    name_schedules();
    std::map<std::size_t, std::vector<const AtHome*>> frames;
    std::vector<bool> is_in_frame(blocks_.all().size() + 1);
    for (const AtHome& one : runs_)
      if (const auto frame = out_.schedule ? run_of(one, *out_.schedule) : std::nullopt) {
        frames[*frame].push_back(&one);
        is_in_frame[group(one.ran.system)] = true;
      }
    for (const AtHome& one : runs_)
      if (const auto block = blocks_.of(one.ran.system); block && !is_in_frame[*block]) return refuse(*block);
    for (const auto& [run, all] : frames) out_.all.push_back(frame(all));
  }
  void refuse(std::size_t block) {
    out_.refused =
        "found no run of a schedule around the rounds of the block " +
        in_quotes(app_.sets[blocks_.all()[block].set].name) +
        " and the other systems, so coreecs cannot tell frames from rounds; expected one for each frame, as Bevy "
        "writes it since 0.10: schedule: name=Main";
  }

  [[nodiscard]] Frame frame(const std::vector<const AtHome*>& all) const {
    Frame out{{}, std::vector<std::vector<std::vector<Ran>>>(blocks_.all().size())};
    std::vector<std::map<std::size_t, std::vector<Ran>>> by_run(blocks_.all().size());
    std::vector<std::set<std::size_t>> ran(blocks_.all().size());
    for (const AtHome* one : all) {
      const auto block = blocks_.of(one->ran.system);
      if (!block) {
        out.outside.push_back(one->ran);
      } else if (const auto& schedule = out_.rounds[*block]) {
        if (const auto run = run_of(*one, *schedule)) by_run[*block][*run].push_back(one->ran);
      } else {
        auto& rounds = out.rounds[*block];
        if (rounds.empty() || !ran[*block].insert(one->ran.system).second) {
          ran[*block] = {one->ran.system};
          rounds.emplace_back();
        }
        rounds.back().push_back(one->ran);
      }
    }
    for (std::size_t b = 0; b < by_run.size(); ++b)
      for (auto& [run, round] : by_run[b]) out.rounds[b].push_back(std::move(round));
    return out;
  }

  /// A frame ends before a system begins again.
  void by_repetition() {
    if (!blocks_.empty() && !runs_.empty()) return refuse(0);
    std::vector<bool> ran(app_.systems.size());
    out_.all.emplace_back();
    for (const AtHome& one : runs_) {
      if (ran[one.ran.system]) {
        out_.all.emplace_back();
        ran.assign(ran.size(), false);
      }
      ran[one.ran.system] = true;
      out_.all.back().outside.push_back(one.ran);
    }
  }

  const app::App& app_;
  const app::Blocks& blocks_;
  const Chrome& trace_;
  Candidates candidates_;
  std::vector<std::vector<std::size_t>> around_;  // of spans of systems
  std::size_t thread_ = 0;
  std::vector<std::optional<std::string>> homes_;  // of systems of the app
  std::vector<AtHome> runs_;
  Frames out_;
};

}  // namespace

Frames frames_of(const app::App& app, const app::Blocks& blocks, const Chrome& trace) {
  return Framing(app, blocks, trace)();
}

}  // namespace coreecs::traced
