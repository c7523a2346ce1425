#include "interp/apps/traced/report.hpp"

#include <algorithm>
#include <map>

#include "interp/apps/app/order.hpp"
#include "interp/base/interrupt.hpp"

namespace coreecs::traced {

namespace {

/// When a system ran in a frame, or a block: from the first begin to the last end.
struct Extent {
  double begin = 0, end = 0;
  std::vector<const Ran*> runs = {};

  void add(const Ran& one) {
    begin = runs.empty() ? one.begin : std::min(begin, one.begin);
    end = runs.empty() ? one.end : std::max(end, one.end);
    runs.push_back(&one);
  }
};
/// For each system that ran.
using Extents = std::map<std::size_t, Extent>;

bool overlap(const Extent& a, const Extent& b) {
  return std::any_of(a.runs.begin(), a.runs.end(), [&](const Ran* x) {
    return std::any_of(b.runs.begin(), b.runs.end(),
                       [&](const Ran* y) { return x->begin < y->end && y->begin < x->end; });
  });
}

class Judge {
 public:
  Judge(const app::App& app, const Chrome& trace)
      : app_(app), blocks_(app), order_(app::order(app)), frames_(frames_of(app, blocks_, trace)) {}

  TraceReport operator()() {
    verdict_.refused = frames_.refused;
    if (verdict_.refused) return std::move(verdict_);
    verdict_.schedule = frames_.schedule;
    verdict_.frames = frames_.all.size();
    verdict_.alike = frames_.alike;
    verdict_.unknown = frames_.unknown;
    performed();
    rounds();
    for (const std::size_t a : verdict_.performed)
      for (const std::size_t b : verdict_.performed) verdict_.ordered += order_.less(a, b);
    for (const app::Conflict& one : app::declared_conflicts(app_))
      if (ran_[one.a] && ran_[one.b]) verdict_.conflicts.push_back({one, !order_.concurrent(one.a, one.b)});
    for (std::size_t k = 0; k < frames_.all.size(); ++k) frame(frames_.all[k], k + 1);
    for (const auto& [pair, one] : broken_) verdict_.broken.push_back(one);
    for (const auto& [pair, one] : within_) verdict_.within.push_back(one);
    std::erase_if(verdict_.conflicts, [](const Seen& one) { return one.a_first + one.b_first + one.overlapped == 0; });
    return std::move(verdict_);
  }

 private:
  void performed() {
    ran_.resize(app_.systems.size());
    for (const Frame& frame : frames_.all) {
      for (const Ran& one : frame.outside) ran_[one.system] = true;
      for (const auto& rounds : frame.rounds)
        for (const auto& round : rounds)
          for (const Ran& one : round) ran_[one.system] = true;
    }
    for (std::size_t k = 0; k < ran_.size(); ++k)
      if (ran_[k])
        verdict_.performed.push_back(k);
      else if (!std::binary_search(verdict_.alike.begin(), verdict_.alike.end(), k))
        verdict_.never.push_back(k);
  }

  void rounds() {
    verdict_.blocks.resize(blocks_.all().size());
    for (std::size_t b = 0; b < verdict_.blocks.size(); ++b) {
      Rounds& one = verdict_.blocks[b];
      if (b < frames_.rounds.size()) one.schedule = frames_.rounds[b];
      for (std::size_t k = 0; k < frames_.all.size(); ++k) {
        const std::size_t n = frames_.all[k].rounds[b].size();
        one.all += n;
        one.least = k == 0 ? n : std::min(one.least, n);
        one.most = std::max(one.most, n);
      }
    }
  }

  [[nodiscard]] bool is_between(const Extents& all, std::size_t a, std::size_t b) const {
    return std::any_of(all.begin(), all.end(),
                       [&](const auto& one) { return order_.less(a, one.first) && order_.less(one.first, b); });
  }
  /// What runs together: a round, or a frame, where the systems of a block are judged in their rounds.
  void together(const Extents& all, bool is_round, std::size_t number) {
    for (const auto& [b, second] : all)
      for (const auto& [a, first] : all)
        if (is_round == is_in_one_block(a, b) && order_.less(a, b) && second.begin < first.end &&
            !is_between(all, a, b))
          broken({a, b, 1, number, second.begin, false});
    for (Seen& one : verdict_.conflicts) {
      const auto a = all.find(one.conflict.a), b = all.find(one.conflict.b);
      if (a == all.end() || b == all.end() || is_round != is_in_one_block(a->first, b->first)) continue;
      if (a->second.end <= b->second.begin)
        ++one.a_first;
      else if (b->second.end <= a->second.begin)
        ++one.b_first;
      else
        one.overlapped += overlap(a->second, b->second);
    }
  }
  [[nodiscard]] bool is_in_one_block(std::size_t a, std::size_t b) const {
    return blocks_.of(a) && blocks_.are_in_one(a, b);
  }
  void broken(const Broken& now) {
    Broken& one = broken_[{now.before, now.after, now.next_round}];
    if (one.times++ == 0) one = now;
  }

  void frame(const Frame& frame, std::size_t number) {
    interrupt::poll();
    Extents all;
    for (const Ran& one : frame.outside) all[one.system].add(one);
    std::vector<Extent> blocks(frame.rounds.size());
    for (std::size_t b = 0; b < frame.rounds.size(); ++b)
      for (std::size_t k = 0; k < frame.rounds[b].size(); ++k) {
        Extents round;
        for (const Ran& one : frame.rounds[b][k]) {
          round[one.system].add(one);
          all[one.system].add(one);
          blocks[b].add(one);
        }
        together(round, true, number);
        if (k > 0) next(frame.rounds[b][k - 1], frame.rounds[b][k], number);
      }
    together(all, false, number);
    for (std::size_t b = 0; b < blocks.size(); ++b)
      for (const Ran& one : frame.outside)
        if (!blocks[b].runs.empty() && order_.concurrent(one.system, blocks_.all()[b].systems[0]) &&
            one.begin < blocks[b].end && blocks[b].begin < one.end)
          if (Within& found = within_[{one.system, b}]; found.times++ == 0)
            found = {one.system, b, 1, number, one.begin};
  }
  /// The rounds of a block come one after another.
  void next(const std::vector<Ran>& round, const std::vector<Ran>& later, std::size_t number) {
    const auto last = std::max_element(round.begin(), round.end(), [](auto& a, auto& b) { return a.end < b.end; });
    const auto first = std::min_element(later.begin(), later.end(), [](auto& a, auto& b) { return a.begin < b.begin; });
    if (first->begin < last->end) broken({last->system, first->system, 1, number, first->begin, true});
  }

  const app::App& app_;
  app::Blocks blocks_;
  Dag order_;
  Frames frames_;
  TraceReport verdict_;
  std::vector<bool> ran_;
  std::map<std::tuple<std::size_t, std::size_t, bool>, Broken> broken_;
  std::map<std::pair<std::size_t, std::size_t>, Within> within_;
};

}  // namespace

bool TraceReport::holds() const {
  return broken.empty() && within.empty() &&
         std::none_of(conflicts.begin(), conflicts.end(), [](const Seen& one) { return one.overlapped > 0; });
}

TraceReport judge(const app::App& app, const Chrome& trace) { return Judge(app, trace)(); }

}  // namespace coreecs::traced
