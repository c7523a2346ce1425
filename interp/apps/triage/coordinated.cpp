#include "interp/apps/triage/coordinated.hpp"

#include <algorithm>
#include <unordered_map>

#include "interp/apps/schedulers/explore.hpp"
#include "interp/check/decide/check.hpp"
#include "interp/fast/query.hpp"

namespace coreecs::triage {

namespace {

using Nodes = std::vector<std::size_t>;
using Pairs = std::vector<std::pair<std::size_t, std::size_t>>;

class Exploration {
 public:
  Exploration(const Executions& all, const schedulers::Machine& machine, const Pairs& pairs, std::size_t limit)
      : all_(all), machine_(machine), pairs_(pairs), limit_(limit) {
    const schedulers::Plan& plan = machine.plan();
    std::size_t sync = all.plan.systems;
    for (std::size_t k = 0; k < plan.phases.size(); ++k)
      syncs_.push_back(plan.phases[k].applies && k + 1 < plan.phases.size() ? std::optional(sync++) : std::nullopt);
    out_.witnesses.resize(pairs.size());
  }

  Coordinated operator()() {
    std::optional<Cut> limited;
    const std::optional<Cut> cut = cut_short([&] {
      try {
        frames();
      } catch (const OutOfLimit&) {
        limited = Cut::Limit;
      } catch (const fast::TooManyMatches&) {
        limited = Cut::Limit;
      }
    });
    out_.cut = cut ? cut : limited;
    if (out_.cut) look_for_witnesses();
    if (differ_)
      out_.confluent = Answer::No;
    else if (!out_.cut && !unsettled_)
      out_.confluent = Answer::Yes;
    return std::move(out_);
  }

 private:
  struct OutOfLimit {};

  /// A scheduler and an app in a frame, and how they came there.
  struct Seen {
    schedulers::Configuration m;
    Configuration k;
    Subset forth, back;                    ///< the pairs of which the first, or the second, came first in this frame
    std::size_t from;                      ///< the position of the one before; its own at the start of a frame
    std::optional<std::size_t> node = {};  ///< performed by the step
  };
  /// The start of a frame.
  struct Begun {
    Configuration k;
    Nodes nodes;
  };
  /// The end of a frame.
  struct Ended {
    Reached k;
    Subset forth, back;
    Nodes nodes;
    const Begun* begun;
    std::size_t kind;  ///< ends of the same kind are alike
  };

  void frames() {
    std::vector<Begun> begun = {{all_.first(), {}}};
    for (frame_ = 1; frame_ <= all_.frames; ++frame_) {
      ends_.clear();
      kinds_.clear();
      for (const Begun& one : begun) frame(one);
      look_for_witnesses();
      std::vector<Begun> next;
      for (Ended& end : ends_)
        if (auto* k = std::get_if<Configuration>(&end.k))
          if (std::none_of(next.begin(), next.end(), [&](const Begun& other) { return other.k == *k; }))
            next.push_back({std::move(*k), std::move(end.nodes)});
      begun = std::move(next);
    }
  }

  void look_for_witnesses() {
    for (std::size_t p = 0; p < pairs_.size(); ++p)
      if (!out_.witnesses[p]) out_.witnesses[p] = witness(p);
    differ_ = differ_ || kinds_.size() > 1;
  }

  void frame(const Begun& begun) {
    seen_.clear();
    by_hash_.clear();
    open_.clear();
    begun_ = &begun;
    visit({machine_.start(), begun.k, Subset(pairs_.size()), Subset(pairs_.size()), 0});
    while (!open_.empty()) {
      const std::size_t at = open_.back();
      open_.pop_back();
      for (const schedulers::Step& step : schedulers::next_steps(machine_, seen_[at].m)) go_on(at, step);
    }
  }

  // [triage/coordinated]  a job that begins, by start or by a wake of the main thread, performs its system;  next
  //                       applies what is deferred
  void go_on(std::size_t at, const schedulers::Step& step) {
    Seen next = seen_[at];
    next.from = at;
    next.node.reset();
    if (step.kind == schedulers::Step::Kind::Next) next.node = syncs_[next.m.phase];
    machine_.take(next.m, step);
    const auto& before = seen_[at].m.running;
    for (std::size_t worker = 0; worker < before.size(); ++worker)
      if (next.m.running[worker] && next.m.running[worker] != before[worker])
        next.node = machine_.plan().jobs[*next.m.running[worker]].task;
    if (next.node && !perform(next, *next.node)) return;
    visit(std::move(next));
  }

  /// Performs a node; false if it fails, which ends the run.
  bool perform(Seen& next, std::size_t node) {
    for (std::size_t p = 0; p < pairs_.size(); ++p) {
      if (node == pairs_[p].first && !next.k.done.test(pairs_[p].second)) next.forth.set(p);
      if (node == pairs_[p].second && !next.k.done.test(pairs_[p].first)) next.back.set(p);
    }
    Reached reached = step(all_, next.k, node);
    if (auto* k = std::get_if<Configuration>(&reached)) {
      next.k = std::move(*k);
      return true;
    }
    end(std::move(reached), next);
    return false;
  }

  void visit(Seen next) {
    if (machine_.done(next.m)) {
      const std::size_t last = all_.plan.size() - 1;
      end(step(all_, next.k, last), next, last);
      return;
    }
    const std::size_t h = mix(mix(schedulers::hash(next.m), hash(next.k)), next.forth.count());
    const auto [from, to] = by_hash_.equal_range(h);
    if (std::any_of(from, to, [&](const auto& other) {
          const Seen& one = seen_[other.second];
          return one.m == next.m && one.k == next.k && one.forth == next.forth && one.back == next.back;
        }))
      return;
    if (++out_.explored > limit_) throw OutOfLimit();
    by_hash_.emplace(h, seen_.size());
    open_.push_back(seen_.size());
    seen_.push_back(std::move(next));
  }

  void end(Reached k, const Seen& at, std::optional<std::size_t> last = {}) {
    const auto known = [&](const Ended& other) {
      return other.begun == begun_ && other.forth == at.forth && other.back == at.back && same(other.k, k);
    };
    if (std::any_of(ends_.begin(), ends_.end(), known)) return;
    Nodes nodes;
    if (last) nodes.push_back(*last);
    if (at.node) nodes.push_back(*at.node);
    for (std::size_t j = at.from; !seen_.empty(); j = seen_[j].from) {
      if (seen_[j].node) nodes.push_back(*seen_[j].node);
      if (seen_[j].from == j) break;
    }
    nodes.insert(nodes.end(), begun_->nodes.rbegin(), begun_->nodes.rend());
    std::reverse(nodes.begin(), nodes.end());
    const std::size_t kind = kind_of(k);
    ends_.push_back({std::move(k), at.forth, at.back, std::move(nodes), begun_, kind});
  }
  static bool same(const Reached& a, const Reached& b) {
    const auto *k = std::get_if<Configuration>(&a), *k2 = std::get_if<Configuration>(&b);
    return k && k2 && *k == *k2;
  }
  static End end_of(const Reached& k) {
    if (const auto* at = std::get_if<Configuration>(&k)) return at->c;
    return std::get<RuntimeError>(k);
  }
  std::size_t kind_of(const Reached& k) {
    const End end = end_of(k);
    for (std::size_t kind = 0; kind < kinds_.size(); ++kind) {
      const Answer alike = coreecs::alike(kinds_[kind], end);
      if (alike == Answer::Yes) return kind;
      if (alike == Answer::Unknown) {  // neither one nor two kinds are known
        unsettled_ = true;
        return kind;
      }
    }
    kinds_.push_back(end);
    return kinds_.size() - 1;
  }

  /// Two runs that have the pair in different orders and end the frame differently. Until runs differ, all begin alike.
  [[nodiscard]] std::optional<Witness> witness(std::size_t p) const {
    const Ended *first = nullptr, *second = nullptr;
    std::size_t fewest = SIZE_MAX;
    for (const Ended& a : ends_)
      for (const Ended& b : ends_) {
        if (a.kind == b.kind || !a.forth.test(p) || !b.back.test(p) || (differ_ && a.begun != b.begun)) continue;
        const std::size_t turned = ((a.forth & b.back) | (a.back & b.forth)).count();
        if (turned >= fewest) continue;
        fewest = turned;
        first = &a;
        second = &b;
      }
    if (!first) return std::nullopt;
    Witness found;
    found.first = first->nodes;
    found.second = second->nodes;
    found.a = end_of(first->k);
    found.b = end_of(second->k);
    found.frame = frame_;
    const std::size_t shorter = std::min(found.first.size(), found.second.size());
    while (found.swapped < shorter && found.first[found.swapped] == found.second[found.swapped]) ++found.swapped;
    const State *c = std::get_if<State>(&found.a), *c2 = std::get_if<State>(&found.b);
    if (c && c2) found.l = difference(*c, *c2);
    return found;
  }

  const Executions& all_;
  const schedulers::Machine& machine_;
  const Pairs& pairs_;
  std::size_t limit_;
  std::vector<std::optional<std::size_t>> syncs_;  // of each phase: the sync point at its end
  std::vector<Seen> seen_;
  std::unordered_multimap<std::size_t, std::size_t> by_hash_;
  std::vector<std::size_t> open_;
  std::vector<Ended> ends_;
  std::vector<End> kinds_;
  const Begun* begun_ = nullptr;  // the frame that is explored
  std::uint64_t frame_ = 0;
  bool differ_ = false;  // whether runs ended an earlier frame differently
  bool unsettled_ = false;
  Coordinated out_;
};

}  // namespace

Coordinated coordinated(const Executions& all, const schedulers::Machine& machine, const Pairs& pairs,
                        std::size_t limit) {
  return Exploration(all, machine, pairs, limit)();
}

}  // namespace coreecs::triage
