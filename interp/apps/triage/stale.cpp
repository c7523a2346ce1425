#include "interp/apps/triage/stale.hpp"

#include <algorithm>
#include <tuple>

#include "interp/apps/triage/late.hpp"

namespace coreecs::triage {

namespace {

/// In how many executions a system sees what another one writes in the same frame.
enum class Sees { Always, Sometimes, Never };

/// Whether the reader is late in every execution. Each sender of an event counts by itself.
bool is_always(const std::vector<LateWriter>& writers, bool event) {
  const auto never_precedes = [](const LateWriter& writer) { return writer.always; };
  return event ? std::any_of(writers.begin(), writers.end(), never_precedes)
               : std::all_of(writers.begin(), writers.end(), never_precedes);
}

class StaleByOrder {
 public:
  StaleByOrder(const Setting& setting, const Plan& plan) : setting_(setting), plan_(plan) {}

  std::vector<Stale> operator()() {
    for (std::size_t r = 0; r < setting_.accesses.size(); ++r)
      if (setting_.accesses[r].known) judge({r, {}}, setting_.accesses[r].values);
    for (std::size_t b = 0; b < setting_.questions.size(); ++b)
      for (const std::size_t r : first_asking(setting_.questions[b]))
        judge({r, b}, setting_.questions[b].access.values);
    std::stable_sort(out_.begin(), out_.end(), [](const Stale& a, const Stale& b) {
      return std::tie(a.reader, a.on, a.condition) < std::tie(b.reader, b.on, b.condition);
    });
    return std::move(out_);
  }

 private:
  /// A system, or one of its run conditions, a position in the questions.
  struct Reader {
    std::size_t system;
    std::optional<std::size_t> condition;
  };
  [[nodiscard]] const Question* question(const Reader& r) const {
    return r.condition ? &setting_.questions[*r.condition] : nullptr;
  }
  void judge(const Reader& r, const std::map<coreecs::Label, Where>& values) {
    for (const auto& [i, where] : values)
      if (std::optional<Stale> one = judged(r, i, where)) out_.push_back(std::move(*one));
  }

  /// The systems for which a condition may be asked first. One stands for a block that asks it.
  [[nodiscard]] std::vector<std::size_t> first_asking(const Question& b) const {
    const std::vector<std::size_t> controlled = members(b.controls);
    std::vector<std::size_t> all;
    LabelSet blocks;
    for (const std::size_t s : controlled) {
      const auto is_earlier = [&](std::size_t other) { return plan_.order.less(other, s); };
      if (std::any_of(controlled.begin(), controlled.end(), is_earlier)) continue;
      const auto block = b.within ? std::nullopt : setting_.blocks.of(s);
      if (!block || blocks.insert(*block).second) all.push_back(s);
    }
    return all;
  }

  // [triage/stale]  r is stale on i if it reads i, does not write i, some w writes i, and none precedes r:
  //                 w < r, or w < y < r if w defers the write; w controlled by the same condition does not count
  // [queue/late]    each sender counts by itself, also r, and one that the same condition controls
  [[nodiscard]] std::optional<Stale> judged(const Reader& r, coreecs::Label i, const Where& where) const {
    const Question* const b = question(r);
    const bool event = setting_.app.components[i].kind == app::Component::Kind::Event;
    if (!event && writes(r.system, i, Where())) return std::nullopt;
    Stale out{r.system, i, {}, false, {}, r.condition};
    for (std::size_t w = 0; w < setting_.accesses.size(); ++w) {
      const bool only_after = w == r.system || (b && b->controls.test(w));
      if ((!event && only_after) || !writes(w, i, where)) continue;
      const Sees sees = only_after ? Sees::Never : this->sees(r, w, i);
      if (sees == Sees::Always && !event) return std::nullopt;
      if (sees == Sees::Always) continue;
      out.writers.push_back(only_after ? LateWriter{.system = w, .only_after = true} : late(r.system, w));
      out.writers.back().always = sees == Sees::Never;
    }
    out.always = is_always(out.writers, event);
    return out.writers.empty() ? std::nullopt : std::optional(std::move(out));
  }

  [[nodiscard]] bool writes(std::size_t w, coreecs::Label i, const Where& where) const {
    const Access& of = setting_.accesses[w];
    if (of.events.contains(i)) return of.known && of.owned.contains(i);
    const auto at = [&](const std::map<coreecs::Label, Written>& all) {
      const auto found = all.find(i);
      if (found == all.end()) return false;
      const LabelWrites& w = found->second.writes;
      const bool only_detaches = w.same && !w.leaves, of_others = w.entities.literal || w.entities.component;
      Where of = found->second.of;
      of.lacks.erase(i);  // it may give i to an entity without it, which r then matches
      return !only_detaches && (of_others || (w.entities.match && !of.apart(where)));
    };
    const bool triggered = of.applied && (at(of.applied->owned) || at(of.applied->changes));
    return of.known && (at(of.owned) || at(of.changes) || triggered);
  }

  /// A condition sees what each system sees that may ask it first.
  [[nodiscard]] Sees sees(const Reader& r, std::size_t w, coreecs::Label i) const {
    Sees least = sees(r.system, w, i);
    if (const Question* const b = question(r))
      for (const std::size_t s : members(b->asks - b->controls))
        if (s != w && b->may_be_asked_by(s, plan_.order)) least = std::max(least, sees(s, w, i));
    return least;
  }
  [[nodiscard]] Sees sees(std::size_t r, std::size_t w, coreecs::Label i) const {
    const Access& of = setting_.accesses[w];
    const Dag& order = plan_.order;
    if (of.exclusive || of.owned.contains(i))
      return order.less(w, r) ? Sees::Always : order.less(r, w) ? Sees::Never : Sees::Sometimes;
    for (std::size_t y = plan_.systems; y < plan_.size(); ++y)
      if (plan_.is_sync_of(y, w) && order.less(w, y) && order.less(y, r)) return Sees::Always;
    return plan_.may_sync_between(w, r) ? Sees::Sometimes : Sees::Never;
  }

  [[nodiscard]] LateWriter late(std::size_t r, std::size_t w) const {
    LateWriter out{.system = w, .deferred = setting_.order.less(w, r)};
    const std::vector<Edge> edge = {{w, r}};
    const auto with = setting_.order_with(edge);
    if (const Cycle* cycle = std::get_if<Cycle>(&with)) {
      out.cycle = *cycle;
      std::rotate(out.cycle->begin(), std::find(out.cycle->begin(), out.cycle->end(), r), out.cycle->end());
    }
    return out;
  }

  const Setting& setting_;
  const Plan& plan_;
  std::vector<Stale> out_;
};

}  // namespace

std::vector<Stale> may_be_stale(const Setting& setting, const Plan& plan) { return StaleByOrder(setting, plan)(); }

bool is_performed(const Setting& setting, const Stale& one) {
  const auto has_body = [&](std::size_t s) { return setting.bodies[s].s != nullptr; };
  return (one.condition ? setting.questions[*one.condition].answered : has_body(one.reader)) &&
         std::all_of(one.writers.begin(), one.writers.end(), [&](const auto& w) { return has_body(w.system); });
}

StaleReads stale(const Setting& setting, const Plan& plan, std::size_t limit) {
  StaleReads out;
  std::vector<Stale> all = may_be_stale(setting, plan);
  std::size_t next = 0;
  bool limited = false;
  out.cut = cut_short([&] {
    std::optional<LateSearch> search;
    for (; next < all.size(); ++next) {
      Stale& one = all[next];
      if (!is_performed(setting, one)) {
        (one.always ? out.all : out.open).push_back(std::move(one));
        continue;
      }
      if (!search) search.emplace(setting, plan, limit);
      FoundLate found = (*search)(one);
      limited = limited || !found.complete;
      Stale left = one;
      if (setting.app.components[one.on].kind == app::Component::Kind::Event) {
        const auto is_late = [&](const LateWriter& writer) {
          return std::binary_search(found.writers.begin(), found.writers.end(), writer.system);
        };
        std::erase_if(one.writers, [&](const LateWriter& writer) { return !is_late(writer); });
        std::erase_if(left.writers, is_late);
        one.always = is_always(one.writers, true);
        left.always = is_always(left.writers, true);
      } else if (found.read) {
        left.writers.clear();
      }
      if (!found.complete && !left.writers.empty()) out.open.push_back(std::move(left));
      if (!found.read) continue;
      one.read = std::move(found.read);
      out.all.push_back(std::move(one));
    }
  });
  out.open.insert(out.open.end(), all.begin() + static_cast<std::ptrdiff_t>(next), all.end());
  if (limited && !out.cut) out.cut = Cut::Limit;
  return out;
}

}  // namespace coreecs::triage
