#include "interp/apps/triage/stale.hpp"

#include <algorithm>

#include "interp/fast/query.hpp"

namespace coreecs::triage {

namespace {

/// In how many executions a system sees what another one writes in the same frame.
enum class Sees { Always, Sometimes, Never };

class StaleSearch {
 public:
  StaleSearch(const Setting& setting, const Plan& plan)
      : setting_(setting), plan_(plan), all_(setting.executions(plan)), labels_(labels_of_program(setting.app)) {}

  std::vector<Stale> operator()() {
    for (std::size_t r = 0; r < setting_.accesses.size(); ++r) {
      if (!setting_.accesses[r].known) continue;
      for (const auto& [i, where] : setting_.accesses[r].values)
        if (std::optional<Stale> one = judged({r, {}}, i, where)) out_.push_back(std::move(*one));
    }
    for (std::size_t b = 0; b < setting_.questions.size(); ++b)
      for (const std::size_t r : first_controlled(setting_.questions[b])) {
        for (const auto& [i, where] : setting_.questions[b].access.values)
          if (std::optional<Stale> one = judged({r, b}, i, where)) out_.push_back(std::move(*one));
        if (setting_.questions[b].number_of) break;  // the block asks it, whatever comes first in it
      }
    std::stable_sort(out_.begin(), out_.end(), [](const Stale& a, const Stale& b) {
      return std::pair(a.reader, a.on) < std::pair(b.reader, b.on);
    });
    const auto same = [](const Stale& a, const Stale& b) { return a.reader == b.reader && a.on == b.on; };
    out_.erase(std::unique(out_.begin(), out_.end(), same), out_.end());
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

  /// The systems for which a condition may be asked first.
  [[nodiscard]] std::vector<std::size_t> first_controlled(const Question& b) const {
    std::vector<std::size_t> all = members(b.controls);
    const std::vector<std::size_t> controlled = all;
    const auto comes_later = [&](std::size_t s) {
      return std::any_of(controlled.begin(), controlled.end(), [&](auto other) { return plan_.order.less(other, s); });
    };
    all.erase(std::remove_if(all.begin(), all.end(), comes_later), all.end());
    return all;
  }

  // [triage/stale]  r is stale on i if it reads i, does not write i, some w writes i, and none precedes r:
  //                 w < r, or w < y < r if w defers the write; w controlled by the same condition does not count
  [[nodiscard]] std::optional<Stale> judged(const Reader& r, coreecs::Label i, const Where& where) const {
    const Question* const b = question(r);
    if (writes(r.system, i, Where())) return std::nullopt;
    const bool event = is_event(i);
    Stale out{r.system, i, {}, !event, {}, r.condition};
    for (std::size_t w = 0; w < setting_.accesses.size(); ++w) {
      if (w == r.system || (b && b->controls.test(w)) || !writes(w, i, where)) continue;
      const Sees sees = this->sees(r, w, i);
      if (sees == Sees::Always && !event) return std::nullopt;
      if (sees == Sees::Always) continue;  // [queue/late]  each sender counts by itself
      out.always = event ? out.always || sees == Sees::Never : out.always && sees == Sees::Never;
      out.writers.push_back(late(r.system, w));
    }
    if (out.writers.empty()) return std::nullopt;
    const bool bodies = (b ? b->answered : setting_.bodies[r.system].s != nullptr) &&
                        std::all_of(out.writers.begin(), out.writers.end(),
                                    [&](const auto& w) { return setting_.bodies[w.system].s != nullptr; });
    if (bodies) out.read = event ? sent_later(r, i) : shown(r, i, where);
    return bodies ? (out.read ? std::optional(out) : std::nullopt) : (out.always ? std::optional(out) : std::nullopt);
  }

  [[nodiscard]] bool writes(std::size_t w, coreecs::Label i, const Where& where) const {
    const Access& of = setting_.accesses[w];
    if (of.events.contains(i)) return of.known && of.owned.contains(i);
    const auto at = [&](const std::map<coreecs::Label, Written>& all) {
      const auto found = all.find(i);
      if (found == all.end()) return false;
      const LabelWrites& w = found->second.writes;
      const bool only_detaches = w.same && !w.leaves, of_others = w.entities.literal || w.entities.component;
      return !only_detaches && (of_others || (w.entities.match && !found->second.of.apart(where)));
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
    LateWriter out{w, setting_.order.less(w, r), {}};
    const std::vector<Edge> edge = {{w, r}};
    const auto with = setting_.order_with(edge);
    if (const Cycle* cycle = std::get_if<Cycle>(&with)) {
      out.cycle = *cycle;
      std::rotate(out.cycle->begin(), std::find(out.cycle->begin(), out.cycle->end(), r), out.cycle->end());
    }
    return out;
  }

  using Values = std::map<Location, std::optional<Value>>;

  [[nodiscard]] bool is_event(coreecs::Label i) const {
    return setting_.app.components[i].kind == app::Component::Kind::Event;
  }
  /// The nodes that come next if a system runs as early as possible.
  [[nodiscard]] std::vector<std::size_t> positions(std::size_t system) const {
    std::vector<std::size_t> frame;
    for (const std::size_t node : plan_.order.in_order())
      if (plan_.order.less(node, system)) frame.push_back(node);
    frame.push_back(system);
    for (const std::size_t node : plan_.order.in_order())
      if (node != system && !plan_.order.less(node, system)) frame.push_back(node);
    std::vector<std::size_t> position(frame.size());
    for (std::size_t j = 0; j < frame.size(); ++j) position[frame[j]] = j;
    return position;
  }
  [[nodiscard]] std::size_t next(const Configuration& k, const std::vector<std::size_t>& position) const {
    const std::vector<std::size_t> nodes = all_.enabled(k);
    return *std::min_element(nodes.begin(), nodes.end(),
                             [&](std::size_t x, std::size_t z) { return position[x] < position[z]; });
  }
  /// Whether the reader reads at a node: a condition where it is asked, a system where it runs.
  [[nodiscard]] bool reads_at(const Configuration& k, std::size_t node, const Reader& r) const {
    const Question* const b = question(r);
    if (!b) return node == r.system && all_.runs(k, node);
    if (plan_.is_sync(node) || (b->asks & systems_of(k.done)).any()) return false;
    if (plan_.is_begin(node)) return !b->within && (b->asks & systems_of(plan_.blocks[*plan_.block(node)].nodes)).any();
    return b->within == plan_.block(node) && b->asks.test(node);
  }

  // [queue/late]  r is late for an event of i if it has read in the frame, and has not read the event at its end
  [[nodiscard]] std::optional<StaleRead> sent_later(const Reader& r, coreecs::Label i) const {
    const std::vector<std::size_t> position = positions(r.system);
    const EventReader by =
        r.condition ? EventReader{EventReader::Kind::Condition, *r.condition} : EventReader{{}, r.system};
    std::optional<StaleRead> found;
    std::vector<std::size_t> nodes;
    Configuration k = all_.first();
    try {
      while (!all_.ended(k) && !found) {
        bool has_read = false;
        const std::uint64_t number = k.frame + 1;
        while (!all_.ended(k) && k.frame + 1 == number) {
          const std::size_t node = next(k, position);
          has_read = has_read || reads_at(k, node, r);
          k = all_.step(std::move(k), node);
          nodes.push_back(node);
        }
        const std::optional<Value> left = all_.events.next(k.unread, by, label_of_program(i));
        if (has_read && left) found = StaleRead{number, {{}, label_of_program(i)}, {}, left, nodes};
      }
    } catch (const RuntimeError&) {  // the execution ends here
    } catch (const fast::TooManyMatches&) {
    }
    return found;
  }

  /// The first value that it reads and that changes later in the frame, or that it misses because it appears only later
  /// in the frame, if it runs as early as possible.
  [[nodiscard]] std::optional<StaleRead> shown(const Reader& r, coreecs::Label i, const Where& where) const {
    const std::vector<std::size_t> position = positions(r.system);
    std::optional<StaleRead> found;
    std::vector<std::size_t> nodes;
    Configuration k = all_.first();
    try {
      while (!all_.ended(k)) {
        std::optional<State> then;
        Values read;
        const std::uint64_t number = k.frame + 1;
        while (!all_.ended(k) && k.frame + 1 == number) {
          const std::size_t node = next(k, position);
          if (reads_at(k, node, r)) {
            then = k.c;
            read = reads(k.c, r, i, where);
          }
          k = all_.step(std::move(k), node);
          nodes.push_back(node);
          for (const auto& [l, before] : read)
            if (const std::optional<Value> now = value(k.c, l); !found && now && now != before)
              found = StaleRead{number, l, before, now, {}};
        }
        if (!found && then)
          for (const auto& [l, now] : reads(k.c, r, i, where))
            if (!found && now && !then->at(l) && is_live(*then, l.e)) found = StaleRead{number, l, {}, now, {}};
      }
    } catch (const RuntimeError&) {  // the execution ends here
    } catch (const fast::TooManyMatches&) {
    }
    if (found) found->nodes = std::move(nodes);
    return found;
  }

  /// The systems among nodes.
  [[nodiscard]] Subset systems_of(Subset nodes) const {
    nodes.resize(plan_.systems);
    return nodes;
  }

  /// What is read of a component at a state, also where a condition then rules the match out.
  [[nodiscard]] Values reads(const State& c, const Reader& r, coreecs::Label i, const Where& where) const {
    Values all;
    const coreecs::Label of_program = label_of_program(i);
    if (r.condition) {
      const auto has = [&](Entity e) {
        return [&c, e, this](coreecs::Label of_app) { return c.at({e, label_of_program(of_app)}) != nullptr; };
      };
      for (const auto& [e, k] : c[of_program])
        if (std::all_of(where.has.begin(), where.has.end(), has(e)) &&
            std::none_of(where.lacks.begin(), where.lacks.end(), has(e)))
          all.emplace(Location{e, of_program}, k);
      return all;
    }
    const app::App& app = setting_.app;
    const QueryVector q = unconditional(app.program->terms.at(app.program->systems[*app.systems[r.system].body]->name));
    const Matches matches = fast::query(q, c, setting_.env, all_.most);
    for (std::size_t m = 0; m < matches.size(); ++m)
      for (std::size_t j = 0; j < q.size(); ++j) {
        const std::vector<coreecs::Label> observed = observed_labels(q[j], labels_.size());
        if (std::find(observed.begin(), observed.end(), of_program) == observed.end()) continue;
        const Location l{matches[m].e[j], of_program};
        all.emplace(l, value(c, l));
      }
    return all;
  }
  [[nodiscard]] coreecs::Label label_of_program(coreecs::Label of_app) const {
    return static_cast<coreecs::Label>(std::find(labels_.begin(), labels_.end(), of_app) - labels_.begin());
  }
  static std::optional<Value> value(const State& c, const Location& l) {
    const Value* k = c.at(l);
    return k ? std::optional(*k) : std::nullopt;
  }

  const Setting& setting_;
  const Plan& plan_;
  const Executions all_;
  const std::vector<coreecs::Label> labels_;
  std::vector<Stale> out_;
};

}  // namespace

std::vector<Stale> stale(const Setting& setting, const Plan& plan) { return StaleSearch(setting, plan)(); }

}  // namespace coreecs::triage
