#include "interp/apps/triage/triage.hpp"

#include <algorithm>

#include "interp/apps/schedulers/explore.hpp"
#include "interp/apps/schedulers/simulate.hpp"
#include "interp/apps/triage/coordinated.hpp"
#include "interp/apps/triage/proofs.hpp"

namespace coreecs::triage {

namespace {

class Judge {
 public:
  Judge(const Setting& setting, std::size_t limit, std::size_t limit_of_stale)
      : setting_(setting), limit_(limit), limit_of_stale_(limit_of_stale) {
    out_.plan = *setting.plan();
    for (std::size_t s = 0; s < setting.bodies.size(); ++s)
      if (!setting.bodies[s].s) out_.bodiless.push_back(s);
    assume();
  }

  Judgement operator()() {
    collect();
    look();
    out_.stale = stale(setting_, out_.plan, limit_of_stale_);
    if (out_.stale.cut && out_.stale.cut != Cut::Limit) out_.cut = out_.stale.cut;
    for (auto& [key, pair] : pairs_) conclude(pair);
    coordinate();
    try_observers();
    for (auto& [key, pair] : pairs_) {
      if (pair.witness) pair.broken = {broken_by(pair.witness->first), broken_by(pair.witness->second)};
      out_.pairs.push_back(std::move(pair));
    }
    std::stable_sort(out_.pairs.begin(), out_.pairs.end(),
                     [](const Pair& a, const Pair& b) { return rank(a) < rank(b); });
    answer();
    return std::move(out_);
  }

 private:
  Pair& pair(std::size_t a, std::size_t b) {
    Pair& one = pairs_[{a, b}];
    one.first = a;
    one.second = b;
    return one;
  }

  // [triage/assumed]
  void assume() {
    std::vector<std::pair<const std::string*, const app::RunCondition*>> all;
    for (const std::size_t q : setting_.assumed()) {
      const Question& one = setting_.questions[q];
      if (one.number_of) {
        out_.in_turn.push_back(*one.number_of);
        continue;
      }
      if (std::find(out_.assumed.begin(), out_.assumed.end(), one.name) != out_.assumed.end()) continue;
      out_.assumed.push_back(one.name);
      add_conjuncts(one.name, one.is, all);
    }
    for (std::size_t j = 0; j < all.size() && !out_.contrary; ++j)
      for (std::size_t k = 0; k < j && !out_.contrary; ++k)
        if (may_contradict(*all[k].second, *all[j].second)) out_.contrary = {*all[k].first, *all[j].first};
  }
  template <class All>
  static void add_conjuncts(const std::string& name, const app::RunCondition& is, All& all) {
    if (is.form != app::RunCondition::Form::And) return void(all.emplace_back(&name, &is));
    for (const app::RunCondition& part : is.parts) add_conjuncts(name, part, all);
  }

  /// Collects the conflicts that the engine reports, and the interferences.
  void collect() {
    const app::Allowances allowances(setting_.app);
    for (const app::Conflict& conflict : app::declared_conflicts(setting_.app)) {
      if (!out_.plan.unordered(conflict.a, conflict.b)) continue;
      Pair& one = pair(conflict.a, conflict.b);
      one.reported = conflict.on;
      one.allowed = allowances.allows(conflict);
      const bool judged = has_body(conflict.a) && has_body(conflict.b);
      if (conflict.why == app::Conflict::Why::Listed && !judged) one.obstacles.push_back({});
    }
    interferences_ = interferences(out_.plan, setting_.accesses, setting_.questions);
    prove(interferences_, setting_);
    for (const Interference& one : interferences_) {
      const bool reported = pairs_.find({one.first, one.second}) != pairs_.end();
      if (one.obstacles.empty() && !reported) continue;
      if (!is_known(one.first) || !is_known(one.second)) {  // only its listed conflicts are known
        out_.unknown_access = true;
        if (!reported) continue;
      }
      Pair& known = pair(one.first, one.second);
      known.arguments = one.arguments;
      known.obstacles.insert(known.obstacles.end(), one.obstacles.begin(), one.obstacles.end());
      known.allowed = known.allowed || allowances.allows(one.first, one.second);
    }
  }

  /// Sorts by label; pairs that only a run condition leaves undecided come after other undecided ones.
  static std::pair<Label, bool> rank(const Pair& pair) {
    return {pair.label, pair.label == Label::Undecided && pair.want == Want::Condition};
  }
  static bool of_condition(const Obstacle& obstacle) { return obstacle.over == Over::Condition; }

  [[nodiscard]] std::vector<Break> broken_by(const std::vector<std::size_t>& nodes) const {
    return breaks(setting_, out_.plan, nodes, setting_.observers.order());
  }

  [[nodiscard]] bool has_body(std::size_t s) const { return setting_.bodies[s].s != nullptr; }

  [[nodiscard]] bool is_known(std::size_t s) const { return setting_.accesses[s].known; }

  void look() {
    out_.kept.all = out_.kept.some = Answer::Unknown;
    if (out_.bodiless.size() == setting_.bodies.size()) return;
    races_ = races(setting_.executions(out_.plan), interferences_, limit_);
    out_.explored = races_.explored;
    out_.cut = races_.cut;
    out_.end = races_.end;
    out_.kept = kept(setting_, out_.plan, limit_);
    limit(out_.kept);
    if (plan_of_coordinator()) prefer(out_.kept);
    for (const ConflictingPair& found : races_.pairs) {
      Pair& one = pair(found.first, found.second);
      if (one.witness) continue;
      one.over = found.over;
      one.witness = found.witness;
    }
  }

  /// That of the model's scheduler, if it has a coordinator.
  [[nodiscard]] std::optional<schedulers::Plan> plan_of_coordinator() const {
    if (!setting_.model.scheduler) return std::nullopt;
    schedulers::Plan plan = setting_.model.scheduler->plan(setting_.tasks, setting_.workers);
    return schedulers::has_coordinator(plan) ? std::optional(std::move(plan)) : std::nullopt;
  }
  /// What is known of those executions that a coordinator performs: what all of them keep, or break.
  static void prefer(Kept& kept) {
    kept.maybe_performed = std::erase_if(kept.broken, [](const Broken& one) { return !one.always; }) > 0;
    if (kept.broken.empty() && kept.all == Answer::No) kept.all = Answer::Unknown;
    if (kept.all != Answer::Yes && kept.some == Answer::Yes) kept.some = Answer::Unknown;
  }

  /// What executions keep, if they are not all: systems may not run, or do what is not known.
  void limit(Kept& kept) const {
    const auto changes = [&](std::size_t s) {
      const Access& access = setting_.accesses[s];
      return !access.known || !access.owned.empty() || !access.changes.empty();
    };
    if (out_.contrary) kept.broken.clear();
    if (!out_.in_turn.empty())
      for (Broken& one : kept.broken) one.always = false;
    if ((kept.all == Answer::No && !out_.contrary) || !has_anything_to_keep(setting_)) return;
    if (is_partial() || std::any_of(out_.bodiless.begin(), out_.bodiless.end(), changes))
      kept.all = kept.some = Answer::Unknown;
  }

  void conclude(Pair& one) const {
    const bool bodies = has_body(one.first) && has_body(one.second) && out_.bodiless.empty();
    const bool asked = std::any_of(one.obstacles.begin(), one.obstacles.end(), of_condition);
    const bool only_asked = std::all_of(one.obstacles.begin(), one.obstacles.end(), of_condition);
    if (one.witness && out_.contrary) {
      contradict(one);
    } else if (one.witness) {
      one.label = Label::Real;
    } else if (one.obstacles.empty()) {
      one.label = Label::Harmless;
      one.on_every_state = true;
      for (const std::size_t i : one.reported.value_or(app::Labels()))
        if (std::none_of(one.arguments.begin(), one.arguments.end(),
                         [&](const auto& reason) { return reason.first == i; }))
          one.arguments.emplace_back(static_cast<coreecs::Label>(i), Argument::Elsewhere);
    } else if (!is_known(one.first) || !is_known(one.second)) {
      one.want = Want::Access;
    } else if (!only_asked && !bodies) {
      one.want = Want::Body;
    } else if (!only_asked && (out_.cut || races_.confluent == Answer::Unknown)) {
      one.want = Want::Limit;
    } else if (asked) {
      one.want = Want::Condition;
    } else if (!out_.assumed.empty()) {
      one.want = Want::Assumed;
    } else if (!out_.in_turn.empty()) {
      one.want = Want::Rounds;
    } else {
      one.label = one.over ? Label::Masked : Label::Harmless;
    }
  }

  /// Whether there are executions that are not explored.
  [[nodiscard]] bool is_partial() const { return !out_.assumed.empty() || !out_.in_turn.empty(); }

  /// [observer/open]
  void try_observers() {
    if (setting_.app.observers.empty()) return;
    ObserverOrders found = observer_orders(setting_, out_.plan, interferences_, is_partial() || out_.contrary, limit_);
    if (found.cut) out_.cut = found.cut;
    out_.observers = std::move(found.pairs);
    any_order_ = found.confluent;
    if (out_.observers.empty()) return;
    if (out_.contrary) {
      for (ObserverPair& one : out_.observers) one.matters = Answer::Unknown;
      any_order_ = Answer::Unknown;
    }
  }

  static void contradict(Pair& one) {
    one.label = Label::Undecided;
    one.want = Want::Contrary;
    one.witness.reset();
  }

  void answer() {
    out_.on_every_state = out_.unknown_access ? Answer::No : Answer::Yes;
    for (const Pair& one : out_.pairs)
      for (const Obstacle& obstacle : one.obstacles)
        if (out_.on_every_state != Answer::No)
          out_.on_every_state = of_condition(obstacle) ? Answer::Unknown : Answer::No;
    if (!out_.observers.empty()) out_.on_every_state = Answer::No;
    const bool undecided = out_.unknown_access || out_.count(Label::Undecided) > 0;
    if (out_.on_every_state == Answer::Yes)
      out_.confluent = Answer::Yes;
    else if (out_.coordinated)
      out_.confluent = out_.coordinated->confluent == Answer::Yes ? (undecided ? Answer::Unknown : Answer::Yes)
                       : out_.contrary                            ? Answer::Unknown
                                                                  : out_.coordinated->confluent;
    else if (out_.count(Label::Real) > 0)
      out_.confluent = Answer::No;
    else
      out_.confluent = undecided || out_.bodiless.size() == setting_.bodies.size() ? Answer::Unknown : races_.confluent;
    if (out_.confluent != Answer::No && any_order_ != Answer::Yes) out_.confluent = any_order_;
    if (out_.count(Label::Real) > 0 || !out_.kept.broken.empty()) mend();
  }

  /// Looks for constraints that keep what can be kept.
  void mend() {
    std::vector<double> durations;
    for (const app::System& system : setting_.app.systems)
      durations.push_back(system.duration ? system.duration->most : 1);
    const auto cut = cut_short([&] {
      Aim aim{.now = races_, .confluent = out_.count(Label::Real) == 0};
      if (!out_.kept.broken.empty()) find_hopeless(aim);
      for (const Invariant& one : setting_.app.program->invariants)
        if (std::find(out_.hopeless.begin(), out_.hopeless.end(), one.name) == out_.hopeless.end())
          aim.invariants.push_back(one.name);
      const auto can_be_kept = [&](const Broken& one) {
        if (one.how.invariant().empty()) return aim.no_revival;
        return std::find(out_.hopeless.begin(), out_.hopeless.end(), one.how.invariant()) == out_.hopeless.end();
      };
      const std::vector<Broken>& broken = out_.kept.broken;
      if (out_.count(Label::Real) > 0 || std::any_of(broken.begin(), broken.end(), can_be_kept))
        out_.fix = constraints(setting_, aim, durations, limit_);
    });
    if (cut) out_.cut = cut;
    if (out_.fix) limit_fix(*out_.fix);
    if (out_.fix && out_.coordinated) out_.fix->fewest = false;  // they order what the scheduler may never perform
    if (out_.fix && app::longest_time(setting_.app) <= app::most_time) out_.cost = cost(out_.fix->edges());
  }
  /// What constraints achieve, if the executions with them are not all.
  void limit_fix(Constraints& fix) const {
    const auto limit_one = [&](Consequence& of, const std::vector<Edge>& edges) {
      if (of.confluent == Answer::Yes && is_partial() && !is_harmless_with(edges)) {
        of.confluent = Answer::Unknown;
        of.only_here = true;
      }
      if (of.confluent == Answer::Yes && of.any_order != Answer::Yes) {
        of.confluent = Answer::Unknown;
        of.only_here = true;
      }
      limit(of.kept);
    };
    const std::vector<Edge> edges = fix.edges();
    limit_one(fix.with, edges);
    for (std::size_t j = 0; j < edges.size(); ++j) {
      std::vector<Edge> turned = edges;
      std::swap(turned[j].before, turned[j].after);
      limit_one(fix.all[j].turned, turned);
    }
    limit_one(fix.with_along, fix.along);
  }
  /// Whether no pair that constraints leave open matters on any state, hence for any conditions and numbers of rounds.
  [[nodiscard]] bool is_harmless_with(const std::vector<Edge>& edges) const {
    const std::optional<Plan> plan = setting_.plan(edges);
    if (!plan || out_.unknown_access) return false;
    for (const app::Conflict& conflict : app::declared_conflicts(setting_.app))
      if (conflict.why == app::Conflict::Why::Listed && plan->unordered(conflict.a, conflict.b) &&
          !(has_body(conflict.a) && has_body(conflict.b)))
        return false;
    const auto is_proved = [&](const Interference& one) {  // without constraints, where all is open as well
      const auto known = std::find_if(interferences_.begin(), interferences_.end(), [&](const Interference& before) {
        return before.first == one.first && before.second == one.second && before.obstacles.empty();
      });
      return known != interferences_.end() && plan->unordered(one.first, one.second);
    };
    const std::vector<Interference> left = interferences(*plan, setting_.accesses, setting_.questions);
    return std::all_of(left.begin(), left.end(),
                       [&](const Interference& one) { return one.obstacles.empty() || is_proved(one); });
  }
  void find_hopeless(Aim& aim) {
    if (!out_.in_turn.empty()) return;  // other numbers of rounds may keep it
    const Kept any = kept(setting_, loosest_plan(setting_), limit_);
    for (const Broken& one : any.broken)
      if (one.always && std::holds_alternative<Revival>(one.how.what))
        aim.no_revival = false;
      else if (one.always)
        out_.hopeless.emplace_back(one.how.invariant());
    out_.hopeless_together = any.some == Answer::No && out_.hopeless.empty() && aim.no_revival;
  }

  /// Finds out what the scheduler performs of the races, if that is less than every order that its plan leaves open.
  void coordinate() {
    if (!setting_.model.scheduler) return;
    std::vector<Pair*> asked;
    std::vector<std::pair<std::size_t, std::size_t>> both;
    for (auto& [key, one] : pairs_) {
      const bool open = one.label == Label::Undecided && one.want == Want::Limit;
      if (!one.witness && !open) continue;
      asked.push_back(&one);
      both.push_back(key);
    }
    if (asked.empty()) return;
    const std::optional<schedulers::Plan> plan = plan_of_coordinator();
    if (!plan) {
      for (Pair* one : asked)
        if (one->witness) one->performed = true;
      return;
    }
    const schedulers::Machine machine(setting_.tasks, *plan, setting_.workers);
    Coordinated found = coordinated(setting_.executions(out_.plan), machine, both, limit_);
    for (std::size_t p = 0; p < asked.size(); ++p) {
      if (found.witnesses[p]) {
        asked[p]->label = Label::Real;
        asked[p]->over = asked[p]->over.value_or(Over::Order);
        asked[p]->witness = std::move(found.witnesses[p]);
        asked[p]->performed = true;
        if (out_.contrary) contradict(*asked[p]);
      } else if (!found.cut && is_partial()) {
        asked[p]->label = Label::Undecided;
        asked[p]->want = out_.assumed.empty() ? Want::Rounds : Want::Assumed;
        asked[p]->witness.reset();
      } else if (!found.cut) {
        asked[p]->label = Label::Harmless;
        asked[p]->witness.reset();
        asked[p]->performed = false;
      }
    }
    out_.coordinated = {found.confluent, found.explored, found.cut};
  }

  [[nodiscard]] FixCost cost(const std::vector<Edge>& edges) const {
    const schedulers::Scheduler& scheduler = setting_.model.timed_by();
    const auto makespan = [&](const schedulers::Tasks& tasks) {
      const schedulers::Plan plan = scheduler.plan(tasks, setting_.workers);
      return schedulers::simulate(schedulers::Machine(tasks, plan, setting_.workers)).makespan;
    };
    return {&scheduler, setting_.workers, makespan(setting_.tasks), makespan(setting_.tasks_with(edges))};
  }

  const Setting& setting_;
  std::size_t limit_, limit_of_stale_;
  std::vector<Interference> interferences_;
  std::map<std::pair<std::size_t, std::size_t>, Pair> pairs_;
  Races races_;
  Answer any_order_ = Answer::Yes;  ///< whether all orders of observers are confluent
  Judgement out_;
};

}  // namespace

std::size_t Judgement::count(Label label) const {
  return static_cast<std::size_t>(
      std::count_if(pairs.begin(), pairs.end(), [&](const Pair& pair) { return pair.label == label; }));
}

std::optional<std::pair<const Obstacle*, std::size_t>> asked(const Pair& pair) {
  for (const Obstacle& obstacle : pair.obstacles)
    if (obstacle.over == Over::Condition) return std::pair(&obstacle, obstacle.by_first ? pair.second : pair.first);
  return std::nullopt;
}

Judgement judge(const Setting& setting, std::size_t limit, std::optional<std::size_t> limit_of_stale) {
  return Judge(setting, limit, limit_of_stale.value_or(limit))();
}

std::vector<Group> grouped(const Judgement& judgement) {
  std::vector<Group> groups;
  const auto same = [](const Pair& a, const Pair& b) {
    return a.label == b.label && a.over == b.over && a.reported == b.reported && a.allowed == b.allowed &&
           a.arguments == b.arguments && a.obstacles == b.obstacles && a.want == b.want &&
           (a.want != Want::Condition || asked(a)->second == asked(b)->second);
  };
  for (std::size_t j = 0; j < judgement.pairs.size(); ++j) {
    const auto group = std::find_if(groups.begin(), groups.end(), [&](const Group& group) {
      return same(judgement.pairs[group.pairs.front()], judgement.pairs[j]);
    });
    if (group == groups.end())
      groups.push_back({{j}});
    else
      group->pairs.push_back(j);
  }
  return groups;
}

}  // namespace coreecs::triage
