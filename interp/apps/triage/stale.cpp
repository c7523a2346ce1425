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
        if (std::optional<Stale> one = judged(r, i, where)) out_.push_back(std::move(*one));
    }
    return std::move(out_);
  }

 private:
  // [triage/stale]  r is stale on i if it reads i, does not write i, some w writes i, and none precedes r:
  //                 w < r, or w < y < r if w defers the write
  [[nodiscard]] std::optional<Stale> judged(std::size_t r, coreecs::Label i, const Where& where) const {
    if (writes(r, i, Where())) return std::nullopt;
    Stale out{r, i, {}, true};
    for (std::size_t w = 0; w < setting_.accesses.size(); ++w) {
      if (w == r || !writes(w, i, where)) continue;
      const Sees sees = this->sees(r, w, i);
      if (sees == Sees::Always) return std::nullopt;
      out.always = out.always && sees == Sees::Never;
      out.writers.push_back(late(r, w));
    }
    if (out.writers.empty()) return std::nullopt;
    const bool bodies = setting_.bodies[r].s && std::all_of(out.writers.begin(), out.writers.end(), [&](const auto& w) {
                          return setting_.bodies[w.system].s != nullptr;
                        });
    if (bodies) out.read = shown(r, i);
    return bodies ? (out.read ? std::optional(out) : std::nullopt) : (out.always ? std::optional(out) : std::nullopt);
  }

  [[nodiscard]] bool writes(std::size_t w, coreecs::Label i, const Where& where) const {
    const Access& of = setting_.accesses[w];
    const auto at = [&](const std::map<coreecs::Label, Written>& all) {
      const auto found = all.find(i);
      if (found == all.end()) return false;
      const LabelWrites& w = found->second.writes;
      const bool only_detaches = w.same && !w.leaves, of_others = w.entities.literal || w.entities.component;
      return !only_detaches && (of_others || (w.entities.match && !found->second.of.apart(where)));
    };
    return of.known && (at(of.owned) || at(of.changes));
  }

  [[nodiscard]] Sees sees(std::size_t r, std::size_t w, coreecs::Label i) const {
    const Access& of = setting_.accesses[w];
    const Dag& order = plan_.order;
    if (of.exclusive || of.owned.contains(i))
      return order.less(w, r) ? Sees::Always : order.less(r, w) ? Sees::Never : Sees::Sometimes;
    for (std::size_t y = plan_.systems; y < plan_.size(); ++y)
      if (order.less(w, y) && order.less(y, r)) return Sees::Always;
    return plan_.may_sync_between(w, r) ? Sees::Sometimes : Sees::Never;
  }

  [[nodiscard]] LateWriter late(std::size_t r, std::size_t w) const {
    LateWriter out{w, setting_.order.less(w, r), {}};
    const std::vector<Edge> edge = {{w, r}};
    const auto with = setting_.order.with(edge);
    if (const Cycle* cycle = std::get_if<Cycle>(&with)) {
      out.cycle = *cycle;
      std::rotate(out.cycle->begin(), std::find(out.cycle->begin(), out.cycle->end(), r), out.cycle->end());
    }
    return out;
  }

  /// The first value that it reads and that changes later in the frame, if it runs as early as possible.
  [[nodiscard]] std::optional<StaleRead> shown(std::size_t r, coreecs::Label i) const {
    std::vector<std::size_t> frame;
    for (const std::size_t node : plan_.order.in_order())
      if (plan_.order.less(node, r)) frame.push_back(node);
    frame.push_back(r);
    const std::size_t at = frame.size() - 1;
    for (const std::size_t node : plan_.order.in_order())
      if (node != r && !plan_.order.less(node, r)) frame.push_back(node);
    std::optional<StaleRead> found;
    std::vector<std::size_t> nodes;
    Configuration k = all_.first();
    try {
      while (!all_.ended(k)) {
        std::map<Location, std::optional<Value>> read;
        const std::uint64_t number = k.frame + 1;
        for (std::size_t j = 0; j < frame.size(); ++j) {
          if (j == at && all_.runs(k, r)) read = reads(k.c, r, i);
          k = all_.step(std::move(k), frame[j]);
          nodes.push_back(frame[j]);
          for (const auto& [l, before] : read)
            if (const std::optional<Value> now = value(k.c, l); !found && now && now != before)
              found = StaleRead{number, l, before, now, {}};
        }
      }
    } catch (const RuntimeError&) {  // the execution ends here
    } catch (const fast::TooManyMatches&) {
    }
    if (found) found->nodes = std::move(nodes);
    return found;
  }

  /// What the system reads of a component at a state, also where its condition then rules the match out.
  [[nodiscard]] std::map<Location, std::optional<Value>> reads(const State& c, std::size_t r, coreecs::Label i) const {
    std::map<Location, std::optional<Value>> all;
    const app::App& app = setting_.app;
    const QueryVector q = unconditional(app.program->terms.at(app.program->systems[*app.systems[r].body]->name));
    const auto of_program = static_cast<coreecs::Label>(std::find(labels_.begin(), labels_.end(), i) - labels_.begin());
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
