#include "interp/apps/triage/observer_order.hpp"

#include <algorithm>
#include <map>

#include "interp/apps/triage/races.hpp"
#include "interp/check/decide/check.hpp"
#include "interp/fast/query.hpp"

namespace coreecs::triage {

namespace {

constexpr std::size_t most_pairs = 6;  // of which all directions are tried

/// Which pairs have the second observer first.
using Turned = std::uint64_t;

class Orders {
 public:
  Orders(const Setting& setting, const Plan& plan, const std::vector<Interference>& interferences, std::size_t limit)
      : setting_(setting), plan_(plan), interferences_(interferences), limit_(limit) {
    find_pairs();
  }

  ObserverOrders operator()(Answer confluent, bool partial) {
    if (out_.pairs.empty()) return std::move(out_);
    out_.confluent = Answer::Unknown;
    if (setting_.observers.empty()) return std::move(out_);
    out_.cut = cut_short([&] { try_all(); });
    const bool real = std::any_of(out_.pairs.begin(), out_.pairs.end(),
                                  [](const ObserverPair& one) { return one.matters == Answer::Yes; });
    if (real || !is_complete() || confluent == Answer::No) {
      out_.confluent = real ? Answer::No : Answer::Unknown;
      return std::move(out_);
    }
    Answer all = confluent;  // of all orders
    for (const auto& [turned, ends] : ends_)
      if (turned != 0 && all == Answer::Yes) all = in(turned).confluent;
    out_.confluent = all;
    for (ObserverPair& one : out_.pairs) one.matters = all == Answer::Yes && !partial ? Answer::No : Answer::Unknown;
    return std::move(out_);
  }

 private:
  // [observer/open]  two observers of one trigger come in either order, unless one of them is a hook
  void find_pairs() {
    const std::vector<app::Observer>& all = setting_.app.observers;
    for (std::size_t a = 0; a < all.size(); ++a)
      for (std::size_t b = a + 1; b < all.size(); ++b) {
        const auto both = [&](const app::Trigger& one) {
          return std::find(all[b].on.begin(), all[b].on.end(), one) != all[b].on.end();
        };
        if (all[a].hook || all[b].hook || std::none_of(all[a].on.begin(), all[a].on.end(), both)) continue;
        ObserverPair pair{a, b, {}};
        for (const Obstacle& one : exchanged(setting_.observer_accesses[a], setting_.observer_accesses[b]).obstacles)
          if (std::find(pair.on.begin(), pair.on.end(), *one.on) == pair.on.end()) pair.on.push_back(*one.on);
        std::sort(pair.on.begin(), pair.on.end());
        if (!pair.on.empty()) out_.pairs.push_back(std::move(pair));
      }
  }

  /// An order of the observers in which these pairs are turned, and no others; none if there is no such order.
  [[nodiscard]] std::optional<std::vector<std::size_t>> order(Turned turned) const {
    Digraph said(setting_.app.observers.size());
    for (std::size_t p = 0; p < out_.pairs.size(); ++p) {
      const ObserverPair& pair = out_.pairs[p];
      if (turned >> p & 1)
        said.add(pair.second, pair.first);
      else
        said.add(pair.first, pair.second);
    }
    const auto all = Dag::of(std::move(said));
    const Dag* dag = std::get_if<Dag>(&all);
    if (!dag) return std::nullopt;
    const auto in_order = dag->in_order();
    return std::vector<std::size_t>(in_order.begin(), in_order.end());
  }

  void try_all() {
    const bool few = out_.pairs.size() <= most_pairs;
    if (few)
      for (Turned turned = 0; turned < Turned{1} << out_.pairs.size(); ++turned) perform(turned);
    else
      perform(0);
    for (std::size_t p = 0; p < out_.pairs.size(); ++p) {
      if (!few && p < 64) perform(Turned{1} << p);
      compare(p);
    }
  }

  /// The states after each frame in the order of insertion of systems.
  void perform(Turned turned) {
    const auto in_order = order(turned);
    if (!in_order || ends_.contains(turned)) return;
    const Observers observers = setting_.observers.in_order(*in_order);
    const Executions all = setting_.executions(plan_, observers);
    std::vector<End> ends;
    try {
      Configuration k = all.first();
      while (!all.ended(k)) {
        const std::uint64_t frame = k.frame;
        const std::size_t next = all.enabled(k).front();
        k = all.step(std::move(k), next);
        if (k.frame != frame) ends.emplace_back(k.c);
      }
    } catch (const RuntimeError& error) {
      ends.emplace_back(error);
    } catch (const fast::TooManyMatches&) {
      too_many_ = true;
      return;
    }
    ends_.emplace(turned, std::move(ends));
  }

  /// Compares all orders that differ in the p-th pair only.
  void compare(std::size_t p) {
    if (p >= 64) return;
    for (const auto& [turned, ends] : ends_) {
      const auto other = ends_.find(turned ^ Turned{1} << p);
      if ((turned >> p & 1) || other == ends_.end()) continue;
      for (std::size_t frame = 0; frame < std::min(ends.size(), other->second.size()); ++frame) {
        const End &a = ends[frame], &b = other->second[frame];
        const Answer alike = coreecs::alike(a, b);
        unsettled_ = unsettled_ || alike == Answer::Unknown;
        if (alike != Answer::No) continue;
        ObserverWitness witness{a, b, {}, frame + 1};
        const State *c = std::get_if<State>(&a), *c2 = std::get_if<State>(&b);
        if (c && c2) witness.l = difference(*c, *c2);
        out_.pairs[p].witness = std::move(witness);
        out_.pairs[p].matters = Answer::Yes;
        return;
      }
    }
  }

  [[nodiscard]] bool is_complete() const {
    return out_.pairs.size() <= most_pairs && !too_many_ && !unsettled_ && !out_.cut;
  }
  [[nodiscard]] Races in(Turned turned) const {
    const Observers observers = setting_.observers.in_order(*order(turned));
    return races(setting_.executions(plan_, observers), interferences_, limit_, Look::ForOne);
  }

  const Setting& setting_;
  const Plan& plan_;
  const std::vector<Interference>& interferences_;
  std::size_t limit_;
  std::map<Turned, std::vector<End>> ends_;
  bool too_many_ = false, unsettled_ = false;
  ObserverOrders out_;
};

}  // namespace

ObserverOrders observer_orders(const Setting& setting, const Plan& plan, const std::vector<Interference>& interferences,
                               Answer confluent, bool partial, std::size_t limit) {
  return Orders(setting, plan, interferences, limit)(confluent, partial);
}

}  // namespace coreecs::triage
