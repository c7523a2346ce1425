#include "interp/apps/triage/observer_order.hpp"

#include <algorithm>

#include "interp/apps/triage/races.hpp"
#include "interp/check/decide/check.hpp"
#include "interp/fast/query.hpp"

namespace coreecs::triage {

namespace {

constexpr std::size_t most_pairs = 6;  // of which all directions are tried

using Turned = OpenOrders::Turned;

// two observers of one trigger come in either order, unless one of them is a hook
std::vector<ObserverPair> open_pairs(const Setting& setting) {
  std::vector<ObserverPair> pairs;
  const std::vector<app::Observer>& all = setting.app.observers;
  for (std::size_t a = 0; a < all.size(); ++a)
    for (std::size_t b = a + 1; b < all.size(); ++b) {
      const auto both = [&](const app::Trigger& one) {
        return std::find(all[b].on.begin(), all[b].on.end(), one) != all[b].on.end();
      };
      if (all[a].hook || all[b].hook || std::none_of(all[a].on.begin(), all[a].on.end(), both)) continue;
      ObserverPair pair{a, b, {}};
      for (const Obstacle& one : exchanged(setting.observer_accesses[a], setting.observer_accesses[b]).obstacles)
        if (std::find(pair.on.begin(), pair.on.end(), *one.on) == pair.on.end()) pair.on.push_back(*one.on);
      std::sort(pair.on.begin(), pair.on.end());
      if (!pair.on.empty()) pairs.push_back(std::move(pair));
    }
  return pairs;
}

/// An order of the observers in which these pairs are turned, and no others; none if there is no such order.
std::optional<std::vector<std::size_t>> order(std::size_t observers, const std::vector<ObserverPair>& pairs,
                                              Turned turned) {
  Digraph said(observers);
  for (std::size_t p = 0; p < pairs.size(); ++p) {
    const ObserverPair& pair = pairs[p];
    if (p < 64 && (turned >> p & 1))
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

}  // namespace

// [observer/open]
OpenOrders open_orders(const Setting& setting) {
  OpenOrders out{open_pairs(setting)};
  const std::size_t n = setting.observers.size();
  if (n < setting.app.observers.size()) {
    out.all.emplace(0, std::vector<std::size_t>());
    out.complete = out.pairs.empty();
    return out;
  }
  const auto add = [&](Turned turned) {
    if (auto one = order(n, out.pairs, turned)) out.all.emplace(turned, std::move(*one));
  };
  out.complete = out.pairs.size() <= most_pairs;
  add(0);
  if (out.complete)
    for (Turned turned = 1; turned < Turned{1} << out.pairs.size(); ++turned) add(turned);
  else
    for (std::size_t p = 0; p < std::min<std::size_t>(out.pairs.size(), 64); ++p) add(Turned{1} << p);
  return out;
}

namespace {

class Orders {
 public:
  Orders(const Setting& setting, const Plan& plan, const std::vector<Interference>& interferences, std::size_t limit)
      : setting_(setting),
        plan_(plan),
        interferences_(interferences),
        limit_(limit),
        open_(open_orders(setting)),
        out_{open_.pairs} {}

  ObserverOrders operator()(bool partial) {
    if (out_.pairs.empty()) return std::move(out_);
    out_.confluent = Answer::Unknown;
    if (setting_.observers.empty()) return std::move(out_);
    out_.cut = cut_short([&] {
      for (const auto& [turned, order] : open_.all) perform(turned, order);
      for (std::size_t p = 0; p < std::min<std::size_t>(out_.pairs.size(), 64); ++p) compare(p);
    });
    const auto all_orders = [&](Answer confluent) {
      return std::all_of(performed_.begin(), performed_.end(),
                         [&](const auto& one) { return one.second.races.confluent == confluent; });
    };
    const auto any_pair = [&](Answer matters) {
      return std::any_of(out_.pairs.begin(), out_.pairs.end(),
                         [&](const ObserverPair& one) { return one.matters == matters; });
    };
    if (any_pair(Answer::Yes))
      out_.confluent = Answer::No;
    else if (!out_.cut && open_.complete && !any_pair(Answer::Unknown) && all_orders(Answer::Yes))
      out_.confluent = Answer::Yes;
    if (partial)
      for (ObserverPair& one : out_.pairs)
        if (one.matters == Answer::No) one.matters = Answer::Unknown;
    return std::move(out_);
  }

 private:
  /// What executions in one order come to; the ends are those of the one in the order of insertion of systems.
  struct Performed {
    std::vector<std::size_t> nodes = {};
    std::vector<End> ends = {};  ///< after each frame
    bool too_many = false;       ///< a system visits too many matches
    Races races = {};
  };
  void perform(Turned turned, const std::vector<std::size_t>& in_order) {
    const Observers observers = setting_.observers.in_order(in_order);
    const Executions all = setting_.executions(plan_, observers);
    Performed& one = performed_[turned];
    try {
      Configuration k = all.first();
      while (!all.ended(k)) {
        const std::uint64_t frame = k.frame;
        one.nodes.push_back(all.enabled(k).front());
        k = all.step(std::move(k), one.nodes.back());
        if (k.frame != frame) one.ends.emplace_back(k.c);
      }
    } catch (const RuntimeError& error) {
      one.ends.emplace_back(error);
    } catch (const fast::TooManyMatches&) {
      one.too_many = true;
      return;
    }
    one.races = races(all, interferences_, limit_, Look::ForOne);
  }

  /// Compares all orders that differ in the p-th pair only.
  void compare(std::size_t p) {
    ObserverPair& pair = out_.pairs[p];
    pair.matters = open_.complete ? Answer::No : Answer::Unknown;
    for (const auto& [turned, one] : performed_) {
      const auto other = performed_.find(turned ^ Turned{1} << p);
      if ((turned >> p & 1) || other == performed_.end()) continue;
      pair.witness = {};
      const Answer differs = this->differs(one, other->second, pair.witness);
      if (differs == Answer::Unknown) pair.matters = Answer::Unknown;
      if (differs != Answer::Yes) continue;
      pair.matters = Answer::Yes;
      pair.witness->observers = {open_.all.at(turned), open_.all.at(other->first)};
      return;
    }
  }
  /// Whether executions in two orders end some frame differently, if not both of them have a race of systems.
  static Answer differs(const Performed& one, const Performed& two, std::optional<ObserverWitness>& witness) {
    if (one.too_many || two.too_many) return Answer::Unknown;
    bool known = true;
    const auto compared = [&](const std::vector<std::size_t>& nodes, const End& a,
                              const std::vector<std::size_t>& other_nodes, const End& b, std::uint64_t frame) {
      const Answer alike = coreecs::alike(a, b);
      known = known && alike != Answer::Unknown;
      if (alike != Answer::No) return false;
      witness = ObserverWitness{a, b, {}, frame, {}, {nodes, other_nodes}};
      const State *c = std::get_if<State>(&a), *c2 = std::get_if<State>(&b);
      if (c && c2) witness->l = difference(*c, *c2);
      return true;
    };
    for (std::size_t frame = 0; frame < std::min(one.ends.size(), two.ends.size()); ++frame)
      if (compared(one.nodes, one.ends[frame], two.nodes, two.ends[frame], frame + 1)) return Answer::Yes;
    const bool one_ends = one.races.confluent == Answer::Yes, two_ends = two.races.confluent == Answer::Yes;
    if (one_ends && two_ends) return known ? Answer::No : Answer::Unknown;
    if (!one_ends && !two_ends) return Answer::Unknown;
    for (const ConflictingPair& race : (one_ends ? two : one).races.pairs) {
      if (!race.witness || race.witness->frame > (one_ends ? one : two).ends.size()) continue;
      const Witness& found = *race.witness;
      const auto at = [&](const std::vector<std::size_t>& nodes, const End& end) {
        return one_ends ? compared(one.nodes, one.ends[found.frame - 1], nodes, end, found.frame)
                        : compared(nodes, end, two.nodes, two.ends[found.frame - 1], found.frame);
      };
      if (at(found.first, found.a) || at(found.second, found.b)) return Answer::Yes;
    }
    return Answer::Unknown;
  }

  const Setting& setting_;
  const Plan& plan_;
  const std::vector<Interference>& interferences_;
  std::size_t limit_;
  const OpenOrders open_;
  std::map<Turned, Performed> performed_;
  ObserverOrders out_;
};

}  // namespace

ObserverOrders observer_orders(const Setting& setting, const Plan& plan, const std::vector<Interference>& interferences,
                               bool partial, std::size_t limit) {
  return Orders(setting, plan, interferences, limit)(partial);
}

}  // namespace coreecs::triage
