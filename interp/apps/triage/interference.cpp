#include "interp/apps/triage/interference.hpp"

#include <algorithm>

#include "interp/apps/triage/triggered.hpp"

namespace coreecs::triage {

namespace {

/// A system being performed, or its deferred changes being applied.
struct Event {
  const Access* of;
  bool deferred;

  [[nodiscard]] bool changes() const { return deferred || of->exclusive; }
  [[nodiscard]] bool owns() const { return !deferred; }
};

/// The deferred changes of a system being applied. [observer/static] If observers run there, they observe and write.
Event applied(const Access& of) { return of.applied ? Event{of.applied.get(), false} : Event{&of, true}; }

/// What a system does if all its changes are applied at once.
Access at_once(const Access& of) {
  Access out = of;
  out.exclusive = true;
  if (!of.applied) return out;
  add_all(out, *of.applied);
  out.required.emplace_back();
  out.applied = nullptr;
  return out;
}

bool only_own(const Written& w) { return !w.writes.entities.literal && !w.writes.entities.component; }
bool only_created(const Written& w) { return only_own(w) && !w.writes.entities.match; }
bool leave_the_same(const Written& a, const Written& b) {
  return a.writes.same && b.writes.same && a.writes.leaves == b.writes.leaves;
}

/// Judges two events, and adds the obstacles and arguments of their systems.
class Meeting {
 public:
  Meeting(Over over, Interference& out) : over_(over), out_(out) {}
  /// Judges a write and a condition that is asked.
  Meeting(Over over, const Question& question, Interference& out)
      : over_(question.answered ? over : Over::Condition), out_(out), run_if_({question.name}) {}

  void operator()(const Event& x, const Event& z, bool first_is_x) {
    observed(x, z, first_is_x);
    observed(z, x, !first_is_x);
    by_first_ = first_is_x;
    written(x, z);
  }

  void observed(const Event& writer, const Event& reader, bool by_first) {
    if (reader.deferred) return;
    by_first_ = by_first;
    if (writer.owns())
      for (const auto& [i, w] : writer.of->owned)
        if (const auto at = reader.of->values.find(i); at != reader.of->values.end())
          judge(i, only_own(w) && w.of.apart(at->second) && !reader.of->asks_changed.contains(i), Argument::Filters);
    if (writer.changes())
      for (const auto& [i, w] : writer.of->changes) {
        const bool asked = asks(*reader.of, i, w);
        if (asked || reader.of->values.contains(i) || reader.of->presence.contains(i))
          judge(i, !asked && cannot_match(*reader.of, *writer.of, w), Argument::Created);
      }
  }

 private:
  // [change/static]  filters separate nothing: an entity that the reader matches later still has the change
  static bool asks(const Access& reader, coreecs::Label i, const Written& w) {
    const bool may_detach = w.writes.may_detach || (w.writes.same && !w.writes.leaves);
    return reader.asks_changed.contains(i) || (reader.asks_removed.contains(i) && may_detach);
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
    // Which of two same writes comes first decides which of them triggers observers.
    const bool quiet = x.of->triggers.empty() && z.of->triggers.empty();
    if (x.owns() && z.owns())
      both(x.of->owned, z.of->owned, [&](coreecs::Label i, const Written& one, const Written& other) {
        if (quiet && leave_the_same(one, other)) return judge(i, true, Argument::Same);
        judge(i, only_own(one) && only_own(other) && one.of.apart(other.of), Argument::Filters);
      });
    const auto owned_and_changed = [&](coreecs::Label i, const Written& owned, const Written& changed) {
      judge(i, only_own(owned) && only_created(changed), Argument::Created);
    };
    if (x.owns() && z.changes()) both(x.of->owned, z.of->changes, owned_and_changed);
    if (z.owns() && x.changes()) both(z.of->owned, x.of->changes, owned_and_changed);
    if (x.changes() && z.changes())
      both(x.of->changes, z.of->changes, [&](coreecs::Label i, const Written& one, const Written& other) {
        if (quiet && leave_the_same(one, other)) return judge(i, true, Argument::Same);
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
      const Obstacle obstacle{over_, i, by_first_, run_if_};
      if (std::find(out_.obstacles.begin(), out_.obstacles.end(), obstacle) == out_.obstacles.end())
        out_.obstacles.push_back(obstacle);
    } else if (const std::pair reason(i, argument);
               std::find(out_.arguments.begin(), out_.arguments.end(), reason) == out_.arguments.end()) {
      out_.arguments.push_back(reason);
    }
  }

  Over over_;
  Interference& out_;
  std::vector<std::string> run_if_;
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

/// Whether a system may write something that a condition reads, at once, or by a deferred change.
bool may_write_at_once(const Access& writer, const Access& condition) {
  return !writer.known || may_write(writer, true, condition);
}
bool may_defer(const Access& writer, const Access& condition) {
  return !writer.known || may_write(writer, false, condition);
}

/// Whether whatever a system writes, at once or deferred, comes before a question is asked in every execution.
bool always_before(const Plan& plan, std::size_t writer, bool deferred, const Question& question) {
  for (const std::size_t asker : members(question.asks)) {
    if (!plan.order.less(writer, asker)) return false;
    if (deferred && plan.may_not_sync_between(writer, asker)) return false;
  }
  return true;
}
bool always_after(const Plan& plan, std::size_t writer, bool deferred, const Question& question) {
  const std::vector<std::size_t> askers = members(question.asks);
  return std::any_of(askers.begin(), askers.end(), [&](std::size_t asker) {
    return asker == writer || plan.order.less(asker, writer) || (deferred && !plan.may_sync_between(writer, asker));
  });
}

// [triage/excluded]  b and b′ hold at no state both, and no system writes what they read between the two moments at
//                    which they are asked: each write comes before both, or after both
bool never_both(const Plan& plan, const std::vector<Access>& all, const Question& one, const Question& other) {
  if (!one.access.known || !other.access.known || !exclude_each_other(one.is, other.is)) return false;
  // [queue/static]  each of two conditions reads events by itself, so both may hold
  if (!one.access.events.empty() || !other.access.events.empty()) return false;
  const bool in_one_round = one.within == other.within;
  const auto is_between = [&](std::size_t writer, bool deferred) {
    const auto always = [&](const auto& where) {
      return where(plan, writer, deferred, one) && where(plan, writer, deferred, other);
    };
    return !always(always_before) && !always(always_after);
  };
  for (std::size_t writer = 0; writer < all.size(); ++writer)
    for (const Access* condition : {&one.access, &other.access}) {
      const bool at_once = may_write_at_once(all[writer], *condition), later = may_defer(all[writer], *condition);
      if ((at_once || later) && plan.block(writer) && !in_one_round) return false;  // it may come between two rounds
      if (at_once && is_between(writer, false)) return false;
      if (later && is_between(writer, true)) return false;
    }
  return true;
}

// [repeat/met]  a system outside comes before or after the whole block; two systems of a block meet within a round
class Judged {
 public:
  Judged(const Plan& plan, const std::vector<Access>& accesses, const std::vector<Question>& questions)
      : plan_(plan), accesses_(accesses), questions_(questions) {
    if (plan.blocks.empty()) return;
    of_blocks_ = accesses;
    for (Access& one : of_blocks_) one = at_once(one);
  }

  [[nodiscard]] Interference operator()(std::size_t x, std::size_t z) const {
    Interference out{x, z};
    const Access &a = accesses_[x], &b = accesses_[z];
    if (a.known && b.known)
      performed(x, z, out);
    else if (plan_.unordered(x, z))
      out.obstacles.push_back({});
    if (!out.obstacles.empty() && a.known && b.known && excluded(x, z)) exclude(out);
    asked(x, z, out);
    asked(z, x, out);
    return out;
  }

 private:
  /// What a system does as another one meets it. Outside of its block, all that it defers is applied when the other
  /// one comes.
  [[nodiscard]] const Access& met(std::size_t s, std::size_t by) const {
    return plan_.block(s) && plan_.block(s) != plan_.block(by) ? of_blocks_[s] : accesses_[s];
  }

  void performed(std::size_t x, std::size_t z, Interference& out) const {
    const Access &a = met(x, z), &b = met(z, x);
    if (plan_.unordered(x, z)) Meeting(Over::Order, out)({&a, false}, {&b, false}, true);
    if (a.defers() && may_be_either(plan_, x, z)) Meeting(Over::Seen, out)(applied(a), {&b, false}, true);
    if (b.defers() && may_be_either(plan_, z, x)) Meeting(Over::Seen, out)(applied(b), {&a, false}, false);
    if (a.defers() && b.defers() && may_be_applied_either_way(plan_, x, z))
      Meeting(Over::Applied, out)(applied(a), applied(b), true);
  }

  [[nodiscard]] bool excluded(std::size_t x, std::size_t z) const {
    return std::any_of(questions_.begin(), questions_.end(), [&](const Question& one) {
      return !one.number_of && one.controls.test(x) &&
             std::any_of(questions_.begin(), questions_.end(), [&](const Question& other) {
               return !other.number_of && other.controls.test(z) && never_both(plan_, accesses_, one, other);
             });
    });
  }
  static void exclude(Interference& out) {
    for (const Obstacle& obstacle : out.obstacles)
      if (const std::pair reason(*obstacle.on, Argument::Excluded);
          std::find(out.arguments.begin(), out.arguments.end(), reason) == out.arguments.end())
        out.arguments.push_back(reason);
    out.obstacles.clear();
  }

  // [triage/condition]  the writer performs, or its deferred changes are applied, before the question is asked in one
  //                     execution, and after it in another
  void asked(std::size_t writer, std::size_t asker, Interference& out) const {
    const Access& of = met(writer, asker);
    if (!of.known) return;
    const bool by_first = writer == out.first;
    const bool order = plan_.unordered(writer, asker), seen = of.defers() && may_be_either(plan_, writer, asker);
    const bool at_once = !of.owned.empty() || (of.exclusive && !of.changes.empty());
    Obstacle unknown{Over::Condition, {}, by_first, {}};
    for (const Question& one : questions_) {
      if (one.asks.test(writer) || !one.may_be_asked_by(asker, plan_.order)) continue;
      if (!one.access.known && accesses_[asker].known && ((at_once && order) || seen))
        unknown.run_if.push_back(one.name);
      if (!one.access.known) continue;
      if (order) Meeting(Over::Order, one, out).observed({&of, false}, {&one.access, false}, by_first);
      if (seen) Meeting(Over::Seen, one, out).observed(applied(of), {&one.access, false}, by_first);
    }
    if (!unknown.run_if.empty()) out.obstacles.push_back(std::move(unknown));
  }

  const Plan& plan_;
  const std::vector<Access>& accesses_;
  const std::vector<Question>& questions_;
  std::vector<Access> of_blocks_;  // of each system, if all its changes are applied at once
};

}  // namespace

Interference exchanged(const Access& first, const Access& second) {
  Interference out;
  const Access x = at_once(first), z = at_once(second);
  Meeting(Over::Order, out)({&x, false}, {&z, false}, true);
  return out;
}

std::vector<Interference> interferences(const Plan& plan, const std::vector<Access>& accesses,
                                        const std::vector<Question>& questions) {
  const Judged judged(plan, accesses, questions);
  std::vector<Interference> all;
  for (std::size_t x = 0; x < accesses.size(); ++x)
    for (std::size_t z = x + 1; z < accesses.size(); ++z) {
      Interference one = judged(x, z);
      if (!one.obstacles.empty() || !one.arguments.empty()) all.push_back(std::move(one));
    }
  return all;
}

}  // namespace coreecs::triage
