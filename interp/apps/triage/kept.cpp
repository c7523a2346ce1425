#include "interp/apps/triage/kept.hpp"

#include <algorithm>
#include <unordered_map>

#include "interp/apps/triage/independence.hpp"
#include "interp/apps/triage/observer_order.hpp"
#include "interp/fast/query.hpp"
#include "interp/language/program/invariant.hpp"
#include "interp/language/program/program.hpp"

namespace coreecs::triage {

namespace {

/// An execution so far: ⟨I, c, D⟩, and what is needed to see what it breaks.
struct Watched {
  Configuration k;
  State before = {};                                         ///< the state after the previous frame
  std::map<Entity, std::size_t> despawned = {};              ///< by which system
  std::vector<std::pair<std::size_t, Update>> pending = {};  ///< D, one by one, as performed
  std::vector<bool> broken = {};                             ///< by invariant; then whether an entity was revived

  friend bool operator==(const Watched&, const Watched&) = default;
};

class Watch {
 public:
  Watch(const Setting& setting, const Plan& plan, const std::vector<std::size_t>& order)
      : observers_(setting.observers.in_order(order)), all_(setting.executions(plan, observers_)), setting_(setting) {
    if (!setting.app.program) return;
    invariants_ = all_invariants();
    ordinary_ = labels_of_entities(setting.app.program->schema, setting.app.program->resources);
    std::erase_if(ordinary_, [&](coreecs::Label i) { return setting.events.labels().contains(i); });
    for (const app::System& system : setting.app.systems)
      despawns_ = despawns_ || (system.body && (!system.commands.destroy.empty() || system.exclusive));
    for (const app::Observer& one : setting.app.observers)
      despawns_ = despawns_ || !one.system.commands.destroy.empty();
  }

  [[nodiscard]] const Executions& all() const { return all_; }
  [[nodiscard]] bool has_anything_to_keep() const { return !invariants_.empty() || despawns_; }
  [[nodiscard]] Watched first() const {
    return {all_.first(), setting_.start, {}, {}, std::vector<bool>(invariants_.size() + 1)};
  }

  /// One more step. Adds what it breaks for the first time, with its number in `broken`. Throws as `step` does.
  template <class F>
  [[nodiscard]] Watched step(const Watched& at, std::size_t node, const F& breaks) const {
    Watched next = at;
    const auto note = [&](std::size_t number, Break how) {
      if (next.broken[number]) return;
      next.broken[number] = true;
      breaks(number, std::move(how));
    };
    if (despawns_) look_at_entities(next, node, [&](Revival found) { note(invariants_.size(), revived(at, found)); });
    next.k = all_.step(std::move(next.k), node);
    if (next.k.frame == at.k.frame) return next;
    for (std::size_t j = 0; j < invariants_.size(); ++j)
      if (auto found = violated(*invariants_[j], at.before, next.k)) {
        const std::uint64_t frame = found->frame;
        note(j, {std::move(*found), frame});
      }
    next.before = next.k.c;
    return next;
  }

 private:
  [[nodiscard]] std::vector<const Invariant*> all_invariants() const {
    std::vector<const Invariant*> all;
    for (const Invariant& one : setting_.app.program->invariants) all.push_back(&one);
    return all;
  }

  [[nodiscard]] static Break revived(const Watched& at, const Revival& found) { return {found, at.k.frame + 1}; }

  [[nodiscard]] std::optional<Violation> violated(const Invariant& invariant, const State& before,
                                                  const Configuration& k) const {
    std::optional<Violation> found;
    try {
      found = violation(invariant, before, k.c, setting_.env);
    } catch (const RuntimeError& error) {
      found = Violation{.invariant = invariant.name, .measured = {error.what()}};
    }
    if (found) found->frame = k.frame;
    return found;
  }

  /// Follows one by one what the step applies.
  template <class F>
  void look_at_entities(Watched& next, std::size_t node, const F& revived) const {
    Configuration k = next.k;
    const auto follow = [&](std::size_t system) -> OnChange {
      return [&, system](const State& before, const Update& m, std::optional<std::size_t> observer) {
        look_at_change(next, before, m, observer ? all_.plan.systems + *observer : system, revived);
      };
    };
    if (all_.plan.is_sync(node)) {
      if (all_.plan.applied == Applied::AsInserted)
        std::stable_sort(next.pending.begin(), next.pending.end(),
                         [](const auto& a, const auto& b) { return a.first < b.first; });
      for (const auto& [system, m] : next.pending)
        if (all_.plan.is_sync_of(node, system)) all_.apply(k, m, follow(system));
      std::erase_if(next.pending, [&](const auto& one) { return all_.plan.is_sync_of(node, one.first); });
      return;
    }
    if (all_.plan.is_begin(node)) return;
    const Visited visited = all_.visit_at(next.k, node, follow(node));
    if (all_.plan.exclusive[node] && !all_.come_apart()) follow(node)(k.c, visited.owned, {});
    if (visited.deferred.writes().empty()) return;
    if (all_.observers.empty()) return void(next.pending.emplace_back(node, visited.deferred));
    for (const Update& m : visited.each)
      if (!m.writes().empty()) next.pending.emplace_back(node, m);
  }
  template <class F>
  void look_at_change(Watched& next, const State& before, const Update& m, std::size_t by, const F& revived) const {
    std::map<Entity, std::size_t> detached;
    for (const Write& write : m.writes()) {
      if (!write.k && is_ordinary(write.l.i)) ++detached[write.l.e];
      const auto despawned = next.despawned.find(write.l.e);
      if (write.k && despawned != next.despawned.end() && !is_live(before, write.l.e)) {
        revived(Revival{write.l.e, by, despawned->second});
        next.despawned.erase(despawned);
      }
    }
    if (detached.empty()) return;
    const State after = coreecs::after(before, m);
    for (const auto& [e, labels] : detached)
      if (labels == ordinary_.size() && is_live(before, e) && !is_live(after, e)) next.despawned[e] = by;
  }
  [[nodiscard]] bool is_ordinary(coreecs::Label i) const {
    return std::find(ordinary_.begin(), ordinary_.end(), i) != ordinary_.end();
  }

  const Observers observers_;
  const Executions all_;
  const Setting& setting_;
  std::vector<const Invariant*> invariants_;
  std::vector<coreecs::Label> ordinary_;  ///< those that destroying an entity detaches
  bool despawns_ = false;                 ///< whether some system may destroy entities
};

struct PastLimit {};

/// What was found so far, in some orders of the observers.
struct Found {
  std::vector<std::optional<Broken>> broken = {};
  std::vector<bool> ended_keeping = {};  ///< whether an execution ended that keeps it
  bool kept_all = false;                 ///< whether one ended that keeps everything
  std::size_t explored = 0;
};

/// Explores all executions in one order of the observers, once for each order of systems that may matter.
class Explorer {
 public:
  Explorer(const Setting& setting, const Plan& plan, const std::vector<std::size_t>& observers,
           const Independence& conflicts, std::size_t limit, Found& found)
      : watch_(setting, plan, observers), observers_(observers), conflicts_(conflicts), limit_(limit), found_(found) {}

  void operator()() {
    if (!watch_.has_anything_to_keep()) return;
    seen_.push_back({watch_.first(), 0, 0});
    found_.broken.resize(seen_.front().at.broken.size());
    found_.ended_keeping.resize(found_.broken.size());
    for (std::size_t at = 0; at < seen_.size(); ++at) visit(at);
  }

 private:
  struct Seen {
    Watched at;
    std::size_t from, by;
  };

  [[nodiscard]] const Executions& all() const { return watch_.all(); }

  void visit(std::size_t at) {
    if (all().ended(seen_[at].at.k)) return end(seen_[at].at);
    std::vector<std::size_t> next = all().enabled(seen_[at].at.k);
    const auto free =
        std::find_if(next.begin(), next.end(), [&](std::size_t x) { return conflicts_.is_free(seen_[at].at.k, x); });
    if (free != next.end()) next = {*free};
    for (const std::size_t node : next) go_on(at, node);
  }

  void end(const Watched& at) {
    for (std::size_t j = 0; j < at.broken.size(); ++j)
      if (!at.broken[j]) found_.ended_keeping[j] = true;
    found_.kept_all =
        found_.kept_all || std::none_of(at.broken.begin(), at.broken.end(), [](bool broken) { return broken; });
  }

  void go_on(std::size_t at, std::size_t node) {
    std::vector<std::pair<std::size_t, Break>> broken;
    std::optional<Watched> next;
    try {
      next = watch_.step(seen_[at].at, node,
                         [&](std::size_t number, Break how) { broken.emplace_back(number, std::move(how)); });
    } catch (const RuntimeError&) {
      return;  // it has no state after this frame
    }
    for (auto& [number, how] : broken)
      if (!found_.broken[number])
        found_.broken[number] = Broken{std::move(how), to_the_end(at, node, *next), observers_};
    const std::size_t h = hash(next->k);
    const auto [from, to] = by_hash_.equal_range(h);
    if (std::any_of(from, to, [&](const auto& other) { return seen_[other.second].at == *next; })) return;
    if (++found_.explored > limit_) throw PastLimit();
    by_hash_.emplace(h, seen_.size());
    seen_.push_back({std::move(*next), at, node});
  }

  [[nodiscard]] std::vector<std::size_t> to_the_end(std::size_t at, std::size_t node, const Watched& next) const {
    std::vector<std::size_t> path = {node};
    for (; at != 0; at = seen_[at].from) path.push_back(seen_[at].by);
    std::reverse(path.begin(), path.end());
    Reached k = next.k;
    for (auto* here = std::get_if<Configuration>(&k); here && !all().ended(*here);
         here = std::get_if<Configuration>(&k)) {
      path.push_back(all().enabled(*here).front());
      k = triage::step(all(), k, path.back());
    }
    return path;
  }

  const Watch watch_;
  const std::vector<std::size_t>& observers_;
  const Independence& conflicts_;
  std::size_t limit_;
  Found& found_;
  std::vector<Seen> seen_;
  std::unordered_multimap<std::size_t, std::size_t> by_hash_;
};

}  // namespace

std::string_view Break::invariant() const {
  const auto* violation = std::get_if<Violation>(&what);
  return violation ? std::string_view(violation->invariant) : std::string_view();
}

bool Kept::breaks(std::string_view invariant) const {
  return std::any_of(broken.begin(), broken.end(), [&](const Broken& one) { return one.how.invariant() == invariant; });
}

bool has_anything_to_keep(const Setting& setting) {
  const std::vector<app::System>& systems = setting.app.systems;
  return (setting.app.program && !setting.app.program->invariants.empty()) ||
         std::any_of(systems.begin(), systems.end(),
                     [](const app::System& system) {
                       return !system.access_known || system.exclusive || !system.commands.destroy.empty();
                     }) ||
         std::any_of(setting.app.observers.begin(), setting.app.observers.end(),
                     [](const app::Observer& one) { return !one.system.commands.destroy.empty(); });
}

Kept kept(const Setting& setting, const Plan& plan, std::size_t limit) {
  const OpenOrders orders = open_orders(setting);
  const Independence conflicts(plan, setting.bodies, interferences(plan, setting.accesses, setting.questions));
  Kept out;
  Found found;
  try {
    out.cut = cut_short([&] {
      for (const auto& [turned, order] : orders.all) Explorer(setting, plan, order, conflicts, limit, found)();
    });
  } catch (const PastLimit&) {
    out.cut = Cut::Limit;
  } catch (const fast::TooManyMatches&) {
    out.cut = Cut::Limit;
  }
  out.explored = found.explored;
  out.all_orders = orders.complete || found.broken.empty();
  const bool are_all = !out.cut && out.all_orders;
  for (std::size_t j = 0; j < found.broken.size(); ++j) {
    if (!found.broken[j]) continue;
    found.broken[j]->always = are_all && !found.ended_keeping[j];
    out.broken.push_back(std::move(*found.broken[j]));
  }
  out.all = !out.broken.empty() ? Answer::No : are_all ? Answer::Yes : Answer::Unknown;
  out.some = found.kept_all || found.broken.empty() ? Answer::Yes
             : are_all                              ? answer(out.broken.empty())
                                                    : Answer::Unknown;
  return out;
}

std::vector<Break> breaks(const Setting& setting, const Plan& plan, const std::vector<std::size_t>& nodes,
                          const std::vector<std::size_t>& observers) {
  std::vector<Break> all;
  const Watch watch(setting, plan, observers);
  if (!watch.has_anything_to_keep()) return all;
  Watched at = watch.first();
  try {
    for (const std::size_t node : nodes)
      at = watch.step(at, node, [&](std::size_t, Break how) { all.push_back(std::move(how)); });
  } catch (const RuntimeError&) {  // the execution ends here
  }
  return all;
}

// s < s′ as the app has it;  y_1 < ... < y_n, one for each system that defers, and all before one more
Plan loosest_plan(const Setting& setting) {
  const bool at_once = setting.model.sync == Sync::AtOnce;
  const auto loosest = [&](const Dag& order, std::size_t syncs) {
    const std::size_t n = order.size();
    const std::size_t end = n + syncs;
    Digraph all(end + 1);
    for (const Edge& edge : order.said().edges()) all.add(edge.before, edge.after);
    for (std::size_t node = 0; node < end; ++node) all.add(node, end);
    for (std::size_t y = n; y + 1 < end; ++y) all.add(y, y + 1);
    return Plan{n, std::vector<bool>(n, at_once), std::get<Dag>(Dag::of(std::move(all))), setting.model.applied};
  };
  const auto deferring = [&](const std::vector<std::size_t>& systems) {
    return static_cast<std::size_t>(
        std::count_if(systems.begin(), systems.end(), [&](std::size_t s) { return setting.accesses[s].defers(); }));
  };
  std::vector<std::size_t> outside = setting.units;
  std::erase_if(outside, [&](std::size_t s) { return setting.blocks.of(s).has_value(); });
  Plan plan = setting.planned(
      setting.order, [&](const Dag& in_units) { return loosest(in_units, deferring(outside)); },
      [&](const app::Block& block, const Dag& within) { return loosest(within, deferring(block.systems)); });
  if (!at_once) plan.exclusive = setting.exclusive;
  return plan;
}

}  // namespace coreecs::triage
