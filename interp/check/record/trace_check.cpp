#include <algorithm>
#include <deque>
#include <set>
#include <unordered_map>

#include "interp/base/progress.hpp"
#include "interp/check/record/trace_elements.hpp"
#include "interp/fast/pass.hpp"
#include "semantics/system.hpp"

namespace coreecs {

namespace {

/// A run of the calculus beside a trace, and the faults of the trace.
class Companion {
 public:
  /// Performs a run by `observing`; without it, the plan of these elements as a linearization. `whole` is whether these
  /// are all frames of the trace. All arguments must outlive it.
  Companion(const Trace& trace, const Steps& steps, const Elements& elements, const Plan& plan,
            const Observing* observing, bool whole, const State& c, const Environment& env)
      : trace_(trace),
        steps_(steps),
        elements_(elements),
        z_(plan.z),
        observing_(observing),
        whole_(whole),
        env_(env),
        run_(plan, c, env),
        started_(plan.z.nodes.size()),
        performed_(trace.steps.size()) {
    look_at_started(run_.active().begin(), run_.active().size());
  }

  /// All faults, by step.
  TraceFaults operator()() {
    progress::Task task(observing_ ? "whether it is a run, step" : "whether it is a linearization, step",
                        trace_.steps.size());
    try {
      for (; at_ < trace_.steps.size(); ++at_) {
        task.next();
        settle();
        step();
      }
      end();
    } catch (const RuntimeError& error) {
      TraceFault fails = fault(TraceFault::Kind::Fails);
      if (silent_step_) fails.other = *silent_step_;
      fails.error = error.what();
      faults_.push_back(std::move(fails));
    }
    std::stable_sort(faults_.begin(), faults_.end(), [](const auto& a, const auto& b) { return a.step < b.step; });
    return std::move(faults_);
  }

  /// Whether it performed invocations that the trace leaves out.
  [[nodiscard]] bool left_out() const { return left_out_; }

 private:
  using Kind = TraceFault::Kind;

  [[nodiscard]] TraceFault fault(Kind kind) const { return trace_fault(kind, at_, trace_); }
  void report(Kind kind) { faults_.push_back(fault(kind)); }
  /// The same for an invocation that is not performed yet, and what it would change.
  void report(Kind kind, const Run::Choice& other) {
    TraceFault found = fault(kind);
    const Invocation& u = run_.at(other);
    found.other = performed(u);
    if (const std::optional<Location> l = run_.changes(other)) {
      found.l = *l;
      found.found = u.m.find(*l)->k;
    }
    faults_.push_back(std::move(found));
  }

  void step() {
    const Performed& u = trace_.steps[at_].invocation;
    if (!observing_ && !elements_.find(u)) return report(Kind::Unknown);
    if (*steps_.of(u) < at_) return report(observing_ ? Kind::Unknown : Kind::Again);
    if (const std::optional<Run::Choice> choice = reach(u)) perform_step(at_, *choice);
  }

  /// The choice of u, after left out invocations that must come before it. None if u cannot be performed now.
  std::optional<Run::Choice> reach(const Performed& u) {
    while (true) {
      const std::optional<Run::Choice> choice = run_.choice(u.leaf, u.entities);
      if (choice && run_.at(*choice).s->name == u.system) return choice;
      const std::optional<Run::Choice> before = first_before(u.leaf);
      const std::optional<std::size_t> late = before ? steps_.of(run_.at(*before)) : std::nullopt;
      if (before && !late && elements_.find(u)) {
        add_at_last(Kind::LeftOut, *before);
        settle();
        continue;
      }
      if (late && !late_.insert(*late).second)
        waiting_.push_back(at_);
      else if (late && !observing_)
        report(Kind::TooEarly, *before);
      else
        report(Kind::Unknown);
      return std::nullopt;
    }
  }

  /// An invocation that can be performed now, and must come before a leaf or before the rest of that leaf.
  [[nodiscard]] std::optional<Run::Choice> first_before(Leaf leaf) const {
    if (leaf >= z_.leaves.size()) return std::nullopt;
    const std::size_t node = z_.leaves[leaf];
    for (const std::size_t other : run_.active()) {
      if (other > node) break;
      if (other == node ? z_.nodes[node].kind == SeriesParallel::Kind::Seq : comes_before(other, node))
        return run_.first(other);
    }
    return std::nullopt;
  }
  /// Whether the first of two leaves is to the left of the second in a ⨟.
  [[nodiscard]] bool comes_before(std::size_t leaf, std::size_t later) const {
    std::size_t above = z_.nodes[leaf].parent;
    while (above < later) above = z_.nodes[above].parent;
    return z_.nodes[above].kind == SeriesParallel::Kind::Then;
  }

  void end() {
    for (settle(); !run_.ended(); settle()) add_at_last(Kind::Missing, run_.expected(std::nullopt));
    const bool complete =
        std::none_of(faults_.begin(), faults_.end(), [](const TraceFault& f) { return f.kind == Kind::Missing; });
    if (complete || whole_) compare_final(trace_, run_.state(), faults_);
    for (const std::size_t step : waiting_)
      if (!performed_[step]) faults_.push_back(trace_fault(Kind::Unknown, step, trace_));
  }

  /// Performs invocations that came too early and are possible now, and left out ones that change nothing now.
  void settle() {
    while (!to_look_at_.empty()) {
      const Run::Choice next = to_look_at_.front();
      to_look_at_.pop_front();
      if (!run_.choice(z_.nodes[next.node].leaf, next.invocation)) continue;
      const std::optional<std::size_t> step = steps_.of(run_.at(next));
      if (step) {
        if (*step < at_) perform_step(*step, next);
      } else if (const std::optional<Location> l = run_.changes(next)) {
        idle_after_[*l].push_back(next);
      } else {
        left_out_ = true;
        add(next);
      }
    }
  }

  void perform_step(std::size_t step, const Run::Choice& choice) {
    const Performed& u = trace_.steps[step].invocation;
    const std::size_t before = faults_.size();
    compare_observed(step, trace_, observing_ ? observing_->of(choice) : elements_.observed[*elements_.find(u)],
                     faults_);
    const bool otherwise = faults_.size() > before;
    if (!otherwise || !writes_what_follows(step)) compare_wrote(step, trace_, run_.at(choice).m, run_.state(), faults_);
    performed_[step] = true;
    if (step != at_) return add(choice);
    perform(choice);
  }
  /// Whether a step claims to write what its system would write if it observed what the step claims.
  [[nodiscard]] bool writes_what_follows(std::size_t step) const {
    const Performed& u = trace_.steps[step].invocation;
    const System& s = *elements_.po.z.nodes[z_.leaves[u.leaf]].s;
    const std::optional<std::vector<Cell>> w = cells_of(s.q, *trace_.steps[step].observed);
    if (!w) return false;
    TraceFaults others;
    try {
      compare_wrote(step, trace_, invoke(s, {u.entities, *w}, {env_, u.leaf}), run_.state(), others);
    } catch (const RuntimeError&) {
      return false;
    }
    return others.empty();
  }
  /// Performs a left out invocation that cannot wait. Perhaps only its own side of a ∥ observes the change.
  void add_at_last(Kind kind, const Run::Choice& choice) {
    const std::span<const Write> writes = run_.at(choice).m.writes();
    const bool changes = std::any_of(writes.begin(), writes.end(), [&](const Write& write) {
      const Value* k = run_.state().at(write.l);
      return k ? write.k != *k : write.k.has_value();
    });
    if (changes)
      report(kind, choice);
    else
      left_out_ = true;
    add(choice);
  }
  /// Performs an invocation that is not the current step of the trace.
  void add(const Run::Choice& choice) {
    silent_step_ = performed(run_.at(choice));
    perform(choice);
    silent_step_.reset();
  }
  void perform(const Run::Choice& choice) {
    const Update m = idle_after_.empty() ? Update() : run_.at(choice).m;
    const std::size_t active = run_.active().size();
    run_.perform(choice);
    for (const Write& write : m.writes()) {
      const auto found = idle_after_.find(write.l);
      if (found == idle_after_.end()) continue;
      to_look_at_.insert(to_look_at_.end(), found->second.begin(), found->second.end());
      idle_after_.erase(found);
    }
    if (run_.active().count(choice.node) == 0)
      look_at_started(run_.active().upper_bound(choice.node), run_.active().size() + 1 - active);
    else if (z_.nodes[choice.node].kind == SeriesParallel::Kind::Seq)
      to_look_at_.push_back(run_.first(choice.node));
  }
  /// Notes that this many leaves have started: the next ones that had not. They are on the right of what ended.
  void look_at_started(std::set<std::size_t>::const_iterator node, std::size_t count) {
    for (; count > 0; ++node) {
      if (started_[*node]) continue;
      started_[*node] = true;
      --count;
      for (std::size_t j = 0; run_.choice(z_.nodes[*node].leaf, j); ++j) to_look_at_.push_back({*node, j});
    }
  }

  const Trace& trace_;
  const Steps& steps_;
  const Elements& elements_;
  const SeriesParallel& z_;
  const Observing* observing_;
  const bool whole_;
  const Environment& env_;
  Run run_;
  TraceFaults faults_;
  std::size_t at_ = 0;                    // the next step
  std::vector<bool> started_;             // leaves
  std::vector<bool> performed_;           // steps
  std::set<std::size_t> late_;            // steps that came after others that must wait for them, as reported
  std::vector<std::size_t> waiting_;      // other steps that came before one of these, not reported
  std::deque<Run::Choice> to_look_at_;    // what has become possible
  std::optional<Performed> silent_step_;  // what is being performed, if not the current step
  std::unordered_map<Location, std::vector<Run::Choice>> idle_after_;  // left out, by what they would change
  bool left_out_ = false;
};

/// The number of frames up to the last one with a step. If there are many more than steps, ends before the first frame
/// without steps that changes something, or after many frames without steps.
std::uint64_t frames_with_steps(const Trace& trace, const State& start, const Schedule& z, const Environment& env) {
  constexpr std::size_t most_at_rest = 10'000;
  std::set<std::uint64_t> frames;
  for (const Trace::Step& step : trace.steps)
    if (step.invocation.leaf / z.leaves() < trace.frames) frames.insert(step.invocation.leaf / z.leaves() + 1);
  const std::uint64_t last = frames.empty() ? 0 : *frames.rbegin();
  if (last <= trace.steps.size() + 1) return last;
  State c = start;
  std::size_t at_rest = 0;
  for (std::uint64_t frame = 1; frame < last; ++frame) {
    State next = fast::advance(c, z, {env, (frame - 1) * z.leaves()});
    const bool rests = frames.count(frame) == 0;
    if (rests && (!(next == c) || ++at_rest > most_at_rest)) return frame - 1;
    c = std::move(next);
  }
  return last;
}

}  // namespace

bool Trace::tells_results() const {
  return final || std::any_of(steps.begin(), steps.end(), [](const Step& step) { return step.wrote.has_value(); });
}

TraceVerdict check_trace(const Trace& trace, const Program& program, const Schedule& z, const Environment& env) {
  TraceVerdict verdict;
  if (trace.frames == 0) {
    for (std::size_t j = 0; j < trace.steps.size(); ++j)
      verdict.linearization.push_back(trace_fault(TraceFault::Kind::Unknown, j, trace));
    compare_final(trace, program.start, verdict.linearization);
    verdict.run = verdict.linearization;
    return verdict;
  }
  const Steps steps(trace);
  const std::uint64_t with_steps = frames_with_steps(trace, program.start, z, env);
  for (std::uint64_t more = 1;; more *= 2) {  // invocations left out here may change nothing while the reference does
    const std::uint64_t frames = trace.frames - with_steps > more ? with_steps + more : trace.frames;
    const bool whole = frames == trace.frames;
    const Schedule all = repeat(z, frames);
    const Elements elements(program.start, all, (frames - 1) * z.leaves(), env);
    {
      const Plan plan(elements.po);
      Companion linearization(trace, steps, elements, plan, nullptr, whole, program.start, env);
      verdict.linearization = linearization();
      verdict.linearization_left_out = linearization.left_out();
    }
    const Observing observing(all);
    Companion run(trace, steps, elements, observing.plan(), &observing, whole, program.start, env);
    verdict.run = run();
    verdict.run_left_out = run.left_out();
    if (whole || elements.comes_to_rest || !verdict.linearization.empty()) return verdict;
  }
}

}  // namespace coreecs
