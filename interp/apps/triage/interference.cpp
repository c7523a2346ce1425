#include "interp/apps/triage/interference.hpp"

#include <algorithm>

namespace coreecs::triage {

namespace {

/// A system being performed, or its deferred changes being applied.
struct Event {
  const Access* of;
  bool deferred;

  [[nodiscard]] bool changes() const { return deferred || of->exclusive; }
  [[nodiscard]] bool owns() const { return !deferred; }
};

bool only_own(const Written& w) { return !w.writes.entities.literal && !w.writes.entities.component; }
bool only_created(const Written& w) { return only_own(w) && !w.writes.entities.match; }
bool leave_the_same(const Written& a, const Written& b) {
  return a.writes.same && b.writes.same && a.writes.leaves == b.writes.leaves;
}

/// Judges two events, and adds the obstacles and arguments of their systems.
class Meeting {
 public:
  Meeting(Over over, Interference& out) : over_(over), out_(out) {}

  void operator()(const Event& x, const Event& z, bool first_is_x) {
    observed(x, z, first_is_x);
    observed(z, x, !first_is_x);
    by_first_ = first_is_x;
    written(x, z);
  }

 private:
  void observed(const Event& writer, const Event& reader, bool by_first) {
    if (reader.deferred) return;
    by_first_ = by_first;
    if (writer.owns())
      for (const auto& [i, w] : writer.of->owned)
        if (const auto at = reader.of->values.find(i); at != reader.of->values.end())
          judge(i, only_own(w) && w.of.apart(at->second), Argument::Filters);
    if (writer.changes())
      for (const auto& [i, w] : writer.of->changes)
        if (reader.of->values.contains(i) || reader.of->presence.contains(i))
          judge(i, cannot_match(*reader.of, *writer.of, w), Argument::Created);
  }

  /// Whether no created entity can match: each query requires a label that created entities do not get.
  static bool cannot_match(const Access& reader, const Access& writer, const Written& w) {
    const auto asks_for_more = [&](const LabelSet& has) {
      return std::any_of(has.begin(), has.end(), [&](coreecs::Label i) { return !writer.changes.contains(i); });
    };
    return only_created(w) && !writer.stores_entities && !reader.required.empty() &&
           std::all_of(reader.required.begin(), reader.required.end(), asks_for_more);
  }

  void written(const Event& x, const Event& z) {
    if (x.owns() && z.owns())
      both(x.of->owned, z.of->owned, [&](coreecs::Label i, const Written& one, const Written& other) {
        if (leave_the_same(one, other)) return judge(i, true, Argument::Same);
        judge(i, only_own(one) && only_own(other) && one.of.apart(other.of), Argument::Filters);
      });
    const auto owned_and_changed = [&](coreecs::Label i, const Written& owned, const Written& changed) {
      judge(i, only_own(owned) && only_created(changed), Argument::Created);
    };
    if (x.owns() && z.changes()) both(x.of->owned, z.of->changes, owned_and_changed);
    if (z.owns() && x.changes()) both(z.of->owned, x.of->changes, owned_and_changed);
    if (x.changes() && z.changes())
      both(x.of->changes, z.of->changes, [&](coreecs::Label i, const Written& one, const Written& other) {
        if (leave_the_same(one, other)) return judge(i, true, Argument::Same);
        judge(i, (only_created(one) && only_own(other)) || (only_own(one) && only_created(other)), Argument::Created);
      });
  }

  template <class F>
  static void both(const std::map<coreecs::Label, Written>& a, const std::map<coreecs::Label, Written>& b, const F& f) {
    for (const auto& [i, w] : a)
      if (const auto at = b.find(i); at != b.end()) f(i, w, at->second);
  }

  void judge(coreecs::Label i, bool shown, Argument argument) {
    if (!shown) {
      const Obstacle obstacle{over_, i, by_first_};
      if (std::find(out_.obstacles.begin(), out_.obstacles.end(), obstacle) == out_.obstacles.end())
        out_.obstacles.push_back(obstacle);
    } else if (const std::pair reason(i, argument);
               std::find(out_.arguments.begin(), out_.arguments.end(), reason) == out_.arguments.end()) {
      out_.arguments.push_back(reason);
    }
  }

  Over over_;
  Interference& out_;
  bool by_first_ = true;
};

/// Whether the deferred changes of x are applied before z in one execution, and after z in another.
bool may_be_either(const Plan& plan, std::size_t x, std::size_t z) {
  const bool before = plan.may_sync_between(x, z);
  const bool after = plan.unordered(x, z) || plan.order.less(z, x) || plan.may_not_sync_between(x, z);
  return before && after;
}

/// Whether the deferred changes of both may be applied in either order.
bool may_be_applied_either_way(const Plan& plan, std::size_t x, std::size_t z) {
  const auto first = [&](std::size_t a, std::size_t b) {  // whether those of a may be applied before those of b
    if (plan.may_sync_between(a, b)) return true;
    if (plan.applied == Applied::AsPerformed) return !plan.order.less(b, a);
    return a < b && (plan.may_not_sync_between(a, b) || plan.may_not_sync_between(b, a));
  };
  return first(x, z) && first(z, x);
}

Interference judged(const Plan& plan, const std::vector<Access>& all, std::size_t x, std::size_t z) {
  Interference out{x, z};
  const Access &a = all[x], &b = all[z];
  if (!a.known || !b.known) {
    if (plan.unordered(x, z)) out.obstacles.push_back({});
    return out;
  }
  if (plan.unordered(x, z)) Meeting(Over::Order, out)({&a, false}, {&b, false}, true);
  if (a.defers() && may_be_either(plan, x, z)) Meeting(Over::Seen, out)({&a, true}, {&b, false}, true);
  if (b.defers() && may_be_either(plan, z, x)) Meeting(Over::Seen, out)({&b, true}, {&a, false}, false);
  if (a.defers() && b.defers() && may_be_applied_either_way(plan, x, z))
    Meeting(Over::Applied, out)({&a, true}, {&b, true}, true);
  return out;
}

}  // namespace

std::vector<Interference> interferences(const Plan& plan, const std::vector<Access>& accesses) {
  std::vector<Interference> all;
  for (std::size_t x = 0; x < accesses.size(); ++x)
    for (std::size_t z = x + 1; z < accesses.size(); ++z) {
      Interference one = judged(plan, accesses, x, z);
      if (!one.obstacles.empty() || !one.arguments.empty()) all.push_back(std::move(one));
    }
  return all;
}

std::vector<Interference> affected_conditions(const Plan& plan, const std::vector<Access>& accesses,
                                              const std::vector<std::vector<app::RunCondition>>& conditions) {
  const auto may_be_late = [&](std::size_t writer, std::size_t asked) {
    const Access& of = accesses[writer];
    const bool at_once = !of.owned.empty() || (of.exclusive && !of.changes.empty());
    return (at_once && plan.unordered(writer, asked)) || (of.defers() && may_be_either(plan, writer, asked));
  };
  const auto affect = [&](Interference& one, std::size_t writer, std::size_t asked) {
    if (conditions[asked].empty() || !accesses[writer].known || !accesses[asked].known) return;
    Obstacle obstacle{Over::Condition, {}, writer == one.first};
    for (const app::RunCondition& condition : conditions[asked])
      if (!std::binary_search(condition.systems->begin(), condition.systems->end(), writer))
        obstacle.run_if.push_back(condition.name);
    if (!obstacle.run_if.empty() && may_be_late(writer, asked)) one.obstacles.push_back(std::move(obstacle));
  };
  std::vector<Interference> all;
  for (std::size_t x = 0; x < accesses.size(); ++x)
    for (std::size_t z = x + 1; z < accesses.size(); ++z) {
      Interference one{x, z};
      affect(one, x, z);
      affect(one, z, x);
      if (!one.obstacles.empty()) all.push_back(std::move(one));
    }
  return all;
}

}  // namespace coreecs::triage
