#include "interp/apps/triage/late.hpp"

#include <algorithm>
#include <unordered_map>

#include "interp/fast/query.hpp"

namespace coreecs::triage {

namespace {

using Values = std::map<Location, Value>;

/// An execution so far, and what decides whether the reader is late in its frame.
struct Followed {
  Configuration k;
  bool preceded = false;      ///< a write of some writer has taken effect in this frame
  Subset pending;             ///< writers that have deferred their writes
  std::optional<State> seen;  ///< what the reader saw when it last read the component, not preceded, in this frame
  bool has_read = false;      ///< an event, in this frame
  std::vector<std::pair<std::size_t, Value>> sent;  ///< since it last read: the first event of each writer, in order

  friend bool operator==(const Followed&, const Followed&) = default;
};
std::size_t hash(const Followed& at) {
  return mix(mix(hash(at.k), (at.preceded ? 1 : 0) + (at.seen ? 2 : 0) + (at.has_read ? 4 : 0)), at.sent.size());
}

struct NoneLeft {};

class OneReader {
 public:
  OneReader(const Setting& setting, const Plan& plan, const Independence& conflicts, const Stale& candidate,
            std::size_t& left)
      : setting_(setting),
        plan_(plan),
        conflicts_(conflicts),
        candidate_(candidate),
        left_(left),
        all_(setting.executions(plan)),
        labels_(labels_of_program(setting.app)),
        is_event_(setting.app.components[candidate.on].kind == app::Component::Kind::Event),
        i_(label_of_program(candidate.on)),
        b_(candidate.condition ? &setting.questions[*candidate.condition] : nullptr),
        writers_(plan.systems) {
    for (const LateWriter& writer : candidate.writers) writers_.set(writer.system);
    find_visible();
  }

  FoundLate operator()() {
    try {
      follow_first();
      if (!done()) explore();
    } catch (const NoneLeft&) {
      out_.complete = false;
    } catch (const fast::TooManyMatches&) {
      out_.complete = false;
    }
    std::sort(out_.writers.begin(), out_.writers.end());
    return std::move(out_);
  }

 private:
  [[nodiscard]] bool done() const { return out_.read && (!is_event_ || out_.writers.size() == writers_.count()); }
  [[nodiscard]] coreecs::Label label_of_program(coreecs::Label of_app) const {
    return static_cast<coreecs::Label>(std::find(labels_.begin(), labels_.end(), of_app) - labels_.begin());
  }
  [[nodiscard]] Followed first() const { return {all_.first(), false, Subset(plan_.systems), {}, false, {}}; }

  // Steps -----------------------------------------------------------------------------------------------------------

  /// One more step; whether it shows something new. Throws what a step throws.
  bool step(Followed& at, std::size_t node) {
    const bool reads = reads_at(at.k, node);
    return is_event_ ? step_of_event(at, node, reads) : step_of_component(at, node, reads);
  }

  // [queue/late]  r is late for an event if it has read in the frame, and not after the event was sent
  bool step_of_event(Followed& at, std::size_t node, bool reads) {
    if (reads) {
      at.has_read = true;
      at.sent.clear();
    }
    const auto known = [&](const auto& one) { return one.first == node; };
    if (at.has_read && plan_.is_system(node) && writers_.test(node) &&
        std::none_of(at.sent.begin(), at.sent.end(), known))
      for (const auto& [i, value] : all_.visit_at(at.k, node).sent)
        if (i == i_) {
          at.sent.emplace_back(node, value);
          break;
        }
    const std::uint64_t frame = at.k.frame;
    at.k = all_.step(std::move(at.k), node);
    if (at.k.frame == frame) return false;
    bool any = false;
    for (const auto& [writer, value] : at.sent) {
      if (std::find(out_.writers.begin(), out_.writers.end(), writer) != out_.writers.end()) continue;
      out_.writers.push_back(writer);
      any = true;
      if (!out_.read) out_.read = StaleRead{at.k.frame, {{}, i_}, {}, value, {}};
    }
    at.sent.clear();
    at.has_read = false;
    return any;
  }

  // [triage/stale]  r reads i before a write of any w ∈ W takes effect in the frame; then w changes what r read, or r
  //                 would match a component at the end of the frame that the entity did not have
  bool step_of_component(Followed& at, std::size_t node, bool reads) {
    if (reads && !at.preceded) at.seen = seen_at(at.k);
    const bool takes_effect = this->takes_effect(at, node);
    const State before = at.k.c;
    const std::uint64_t frame = at.k.frame;
    at.k = all_.step(std::move(at.k), node);
    if (takes_effect) at.preceded = true;
    std::optional<StaleRead> found;
    if (takes_effect && at.seen)
      for (const auto& [l, read] : values(*at.seen)) {
        const Value* const now = at.k.c.at(l);
        const Value* const then = before.at(l);
        if (!found && now && *now != read && !(then && *now == *then)) found = StaleRead{frame + 1, l, read, *now, {}};
      }
    if (at.k.frame == frame) return note(std::move(found));
    if (at.seen && !found)
      for (const auto& [l, now] : values(with_events_of(at.k.c, *at.seen)))
        if (!found && !at.seen->at(l) && is_live(*at.seen, l.e)) found = StaleRead{frame + 1, l, {}, now, {}};
    at.preceded = false;
    at.pending.reset();
    at.seen.reset();
    return note(std::move(found));
  }
  bool note(std::optional<StaleRead> found) {
    if (!found || out_.read) return false;
    out_.read = std::move(found);
    return true;
  }
  /// Whether a write of some writer takes effect at a node; remembers writers that defer theirs.
  [[nodiscard]] bool takes_effect(Followed& at, std::size_t node) const {
    if (plan_.is_begin(node)) return false;
    if (plan_.is_system(node)) {
      if (!writers_.test(node)) return false;
      const Access& of = setting_.accesses[node];
      if (of.exclusive || of.owned.contains(candidate_.on)) return true;
      at.pending.set(node);
      return false;
    }
    bool any = false;
    for (const std::size_t w : members(at.pending))
      if (plan_.is_sync_of(node, w)) {
        any = true;
        at.pending.reset(w);
      }
    return any;
  }

  // Reading ---------------------------------------------------------------------------------------------------------

  /// Whether the reader reads at a node: a condition where it is asked by the reader's system, a system where it runs.
  [[nodiscard]] bool reads_at(const Configuration& k, std::size_t node) const {
    if (!b_) return node == candidate_.reader && all_.runs(k, node);
    if (plan_.is_sync(node) || (b_->asks & systems_of(k.done)).any()) return false;
    const auto of_reader = [&](std::size_t s) {
      return b_->asks.test(s) && (s == candidate_.reader || !b_->controls.test(s));
    };
    bool asks = false;
    if (!plan_.is_begin(node))
      asks = b_->within == plan_.block(node) && of_reader(node);
    else if (!b_->within)
      for (const std::size_t s : members(systems_of(plan_.blocks[*plan_.block(node)].nodes)))
        asks = asks || of_reader(s);
    return asks && asked(k).contains(i_);
  }
  /// The labels of those parts of the condition that are asked.
  [[nodiscard]] LabelSet asked(const Configuration& k) const {
    const State c = all_.events.both(k.c, k.unread, {EventReader::Kind::Condition, *candidate_.condition});
    LabelSet all;
    const auto add = [&](const app::RunCondition& part) {
      if (!part.term) return;
      for (const coreecs::Label i : observed_labels(part.term->q, setting_.app.program->schema)) all.insert(i);
    };
    if (b_->number_of || holds(b_->is, c, all_.env, add) == Answer::Unknown) all.insert(i_);
    return all;
  }
  /// The systems among nodes.
  [[nodiscard]] Subset systems_of(Subset nodes) const {
    nodes.resize(plan_.systems);
    return nodes;
  }

  [[nodiscard]] State seen_at(const Configuration& k) const {
    return b_ ? k.c : all_.events.both(k.c, k.unread, {EventReader::Kind::System, candidate_.reader});
  }
  /// A state with the events that the reader saw in another one.
  [[nodiscard]] State with_events_of(State c, const State& seen) const {
    for (const coreecs::Label event : all_.events.labels()) c[event] = seen[event];
    return c;
  }
  /// What is read of the component at a state, also where a condition then rules the match out.
  [[nodiscard]] Values values(const State& c) const {
    Values all;
    if (b_) {
      const Where& where = b_->access.values.at(candidate_.on);
      const auto has = [&](Entity e) {
        return [&c, e, this](coreecs::Label of_app) { return c.at({e, label_of_program(of_app)}) != nullptr; };
      };
      for (const auto& [e, k] : c[i_])
        if (std::all_of(where.has.begin(), where.has.end(), has(e)) &&
            std::none_of(where.lacks.begin(), where.lacks.end(), has(e)))
          all.emplace(Location{e, i_}, k);
      return all;
    }
    const app::App& app = setting_.app;
    const QueryVector q =
        unconditional(app.program->terms.at(app.program->systems[*app.systems[candidate_.reader].body]->name));
    const Matches matches = fast::query(q, c, setting_.env, all_.most);
    for (std::size_t j = 0; j < q.size(); ++j) {
      const std::vector<coreecs::Label> observed = observed_labels(q[j], labels_.size());
      if (std::find(observed.begin(), observed.end(), i_) == observed.end()) continue;
      for (std::size_t m = 0; m < matches.size(); ++m)
        if (const Value* k = c.at({matches[m].e[j], i_})) all.emplace(Location{matches[m].e[j], i_}, *k);
    }
    return all;
  }

  // Executions ------------------------------------------------------------------------------------------------------

  /// The execution with the reader as early as possible, and the others as inserted.
  void follow_first() {
    const std::vector<std::size_t> position = positions();
    Followed at = first();
    std::vector<std::size_t> path;
    try {
      while (!all_.ended(at.k) && !done()) {
        const std::vector<std::size_t> nodes = all_.enabled(at.k);
        path.push_back(*std::min_element(nodes.begin(), nodes.end(),
                                         [&](std::size_t x, std::size_t z) { return position[x] < position[z]; }));
        if (step(at, path.back()) && out_.read->nodes.empty()) out_.read->nodes = to_the_end(path, at.k);
      }
    } catch (const RuntimeError&) {  // the execution ends here
    }
  }
  [[nodiscard]] std::vector<std::size_t> positions() const {
    const std::size_t r = candidate_.reader;
    std::vector<std::size_t> frame;
    for (const std::size_t node : plan_.order.in_order())
      if (plan_.order.less(node, r)) frame.push_back(node);
    frame.push_back(r);
    for (const std::size_t node : plan_.order.in_order())
      if (node != r && !plan_.order.less(node, r)) frame.push_back(node);
    std::vector<std::size_t> position(frame.size());
    for (std::size_t j = 0; j < frame.size(); ++j) position[frame[j]] = j;
    return position;
  }
  /// An execution that goes on as inserted; one that shows an event ends with its frame.
  [[nodiscard]] std::vector<std::size_t> to_the_end(std::vector<std::size_t> path, Configuration k) const {
    if (is_event_) return path;
    try {
      while (!all_.ended(k)) {
        path.push_back(all_.next(k));
        k = all_.step(std::move(k), path.back());
      }
    } catch (const RuntimeError&) {  // a replay ends like this
    }
    return path;
  }

  struct Seen {
    Followed at;
    std::size_t from, by;
  };

  void explore() {
    seen_.push_back({first(), 0, 0});
    std::vector<std::size_t> open = {0};
    while (!open.empty() && !done()) {
      const std::size_t at = open.back();
      open.pop_back();
      if (all_.ended(seen_[at].at.k) || is_over(seen_[at].at)) continue;
      std::vector<std::size_t> nodes = all_.enabled(seen_[at].at.k);
      const auto free = std::find_if(nodes.begin(), nodes.end(), [&](std::size_t node) {
        return !visible_.test(node) && conflicts_.is_free(seen_[at].at.k, node);
      });
      if (free != nodes.end() && go_on(at, *free, open)) continue;  // where it fails, the others may come before
      for (auto node = nodes.rbegin(); node != nodes.rend() && !done(); ++node) (void)go_on(at, *node, open);
    }
  }
  /// Whether the reader can be late no more.
  [[nodiscard]] bool is_over(const Followed& at) const {
    return !is_event_ && at.preceded && !at.seen && at.k.frame + 1 == all_.frames;
  }
  /// Whether the step does not fail.
  bool go_on(std::size_t from, std::size_t node, std::vector<std::size_t>& open) {
    Followed next = seen_[from].at;
    bool news = false;
    try {
      news = step(next, node);
    } catch (const RuntimeError&) {
      return false;
    }
    if (news && out_.read->nodes.empty()) out_.read->nodes = to_the_end(path_to(from, node), next.k);
    const std::size_t h = hash(next);
    const auto [begin, end] = by_hash_.equal_range(h);
    if (std::any_of(begin, end, [&](const auto& other) { return seen_[other.second].at == next; })) return true;
    if (left_ == 0) throw NoneLeft();
    --left_;
    by_hash_.emplace(h, seen_.size());
    open.push_back(seen_.size());
    seen_.push_back({std::move(next), from, node});
    return true;
  }
  [[nodiscard]] std::vector<std::size_t> path_to(std::size_t at, std::size_t node) const {
    std::vector<std::size_t> path = {node};
    for (; at != 0; at = seen_[at].from) path.push_back(seen_[at].by);
    std::reverse(path.begin(), path.end());
    return path;
  }

  /// Finds the nodes whose place among those that read or write may matter, also where nothing else depends on it.
  void find_visible() {
    visible_ = Subset(plan_.size());
    const Access& reader = b_ ? b_->access : setting_.accesses[candidate_.reader];
    const auto touches = [&](std::size_t s) {
      const Access& of = setting_.accesses[s];
      if (s == candidate_.reader || writers_.test(s) || (b_ && b_->asks.test(s)) || !of.known) return true;
      if (is_event_) return of.owned.contains(candidate_.on);
      return of.exclusive || !of.changes.empty() || std::any_of(of.owned.begin(), of.owned.end(), [&](const auto& one) {
               return one.first == candidate_.on || reader.values.contains(one.first) ||
                      reader.presence.contains(one.first);
             });
    };
    bool defers = false;
    for (std::size_t s = 0; s < plan_.systems; ++s) {
      visible_.set(s, touches(s));
      defers = defers || (!is_event_ && setting_.accesses[s].defers());
    }
    for (std::size_t node = plan_.systems; node < plan_.size(); ++node)
      visible_.set(node, defers && plan_.is_sync(node));
    for (const Round& block : plan_.blocks) visible_.set(block.begin, (visible_ & block.nodes).any());
  }

  const Setting& setting_;
  const Plan& plan_;
  const Independence& conflicts_;
  const Stale& candidate_;
  std::size_t& left_;
  const Executions all_;
  const std::vector<coreecs::Label> labels_;  // of the app, by label of the program
  const bool is_event_;
  const coreecs::Label i_;  // of the program
  const Question* const b_;
  Subset writers_, visible_;
  std::vector<Seen> seen_;
  std::unordered_multimap<std::size_t, std::size_t> by_hash_;
  FoundLate out_;
};

}  // namespace

LateSearch::LateSearch(const Setting& setting, const Plan& plan, std::size_t limit)
    : setting_(setting),
      plan_(plan),
      left_(limit),
      conflicts_(plan, setting.bodies, interferences(plan, setting.accesses, setting.questions)) {}

FoundLate LateSearch::operator()(const Stale& candidate) {
  return OneReader(setting_, plan_, conflicts_, candidate, left_)();
}

}  // namespace coreecs::triage
