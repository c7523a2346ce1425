// Traces: what is recorded, and what is made of a recorded order.
#include "interp/check/record/trace.hpp"

#include <nlohmann/json.hpp>
#include <numeric>

#include "interp/language/format/load.hpp"
#include "interp/run/execution.hpp"
#include "interp/run/machine.hpp"
#include "props/kit/case.hpp"
#include "props/kit/exhaustive.hpp"
#include "props/kit/prop.hpp"
#include "semantics/safety.hpp"
#include "semantics/system.hpp"

using namespace coreecs;

namespace {

/// A trace of po_c(z) in the order of the reference, by the letter.
Trace reference_trace(const Case& t) {
  Trace trace{"main", t.program->frames, {}};
  exhaustive::everywhere(t.c, t.z, t.env, [&](const Schedule& z, const State& c, At at) {
    const auto add = [&](const System& s, const Matches& r) {
      for (std::size_t j = 0; j < r.size(); ++j)
        trace.steps.push_back({{at.leaf, s.name, {r[j].e.begin(), r[j].e.end()}}, observed_values(s.q, r[j])});
    };
    if (const Conc* conc = std::get_if<Conc>(&z.form())) add(*conc->s, matches(*conc, c, at));
    if (const Seq* seq = std::get_if<Seq>(&z.form())) add(*seq->s, matches(*seq, c, at));
  });
  return trace;
}

TraceVerdict judge(const Trace& trace, const Case& t) {
  return check_trace(trace, *t.program, t.program->schedules.front().z, t.env);
}

/// The states before each invocation of the reference run, and after the last.
std::vector<State> states_of(const Case& t) {
  std::vector<State> states{t.c};
  for (const Invocation& u : t.po.invocations) states.push_back(after(states.back(), u.m));
  return states;
}

bool idle(const State& c, const Update& m) { return after(c, m) == c; }

/// Whether steps [step, ...) of a trace, with what it leaves out where that is idle, are the rest of a run. By
/// brute force; `left` is how many configurations may be tried.
bool completes(const Run& run, const Trace& trace, std::size_t step, std::size_t& left) {
  RC_PRE(left-- > 0);
  if (run.ended()) return step == trace.steps.size() && (!trace.final || run.state() == *trace.final);
  const auto goes_on = [&](const Run::Choice& choice, std::size_t step) {
    Run next = run;
    try {
      next.perform(choice);
    } catch (const RuntimeError&) {
      return false;
    }
    return completes(next, trace, step, left);
  };
  for (const Run::Choice& choice : run.choices()) {
    const Performed u = performed(run.at(choice));
    const auto names = [&](const Trace::Step& step) {
      const Performed& v = step.invocation;
      return u.leaf == v.leaf && u.system == v.system && u.entities == v.entities;
    };
    if (std::none_of(trace.steps.begin(), trace.steps.end(), names)) {
      if (idle(run.state(), run.at(choice).m) && goes_on(choice, step)) return true;
    } else if (step < trace.steps.size() && names(trace.steps[step])) {
      if (goes_on(choice, step + 1)) return true;
    }
  }
  return false;
}

/// A random run of a plan, of which many steps are left out that change nothing, and perhaps some that do.
Trace drawn(const Plan& plan, const Case& t, Dice& dice) {
  Trace trace{"main", t.program->frames, {}};
  Run run(plan, t.c, t.env);
  const std::size_t busy = dice.below(2) * 20;  // in percent, how many of those that change something are left out
  while (!run.ended()) {
    const auto choices = run.choices();
    const Run::Choice choice = choices[dice.below(choices.size())];
    const Invocation& u = run.at(choice);
    if (!dice.percent(idle(run.state(), u.m) ? 70 : busy)) trace.steps.push_back({performed(u)});
    const bool conc = plan.z.nodes[choice.node].kind == SeriesParallel::Kind::Conc;
    const Leaf leaf = plan.z.nodes[choice.node].leaf;
    run.perform(choice);
    if (conc) RC_ASSERT(!run.choice(leaf, choice.invocation));
  }
  if (dice.percent(50)) trace.final = run.state();
  return trace;
}

/// The trace of a run on threads as it is written, and read again.
Trace written_and_read(const Threads& threads, const Case& t, const Execution& execution) {
  const Notation notation{t.program->schema, execution.names()};
  const std::string text = json(threads, *t.program, "main", t.program->frames, Visibility::Snapshot, notation);
  auto read = read_trace(text, *t.program, [&](const std::string& schedule, std::uint64_t frames) {
    RC_ASSERT(schedule == "main");
    RC_ASSERT(frames == t.program->frames);
    return t.env;
  });
  RC_ASSERT(std::holds_alternative<Trace>(read));
  return std::get<Trace>(std::move(read));
}

}  // namespace

// [trace] [threads]
TEST_CASE("The trace of threads is a run, and of a safe schedule a linearization, whatever threads do") {
  prop("as it is written and read again", [] {
    const Case t = *cases({.races = *rc::gen::arbitrary<bool>()});
    static Threads threads({.threads = 4, .record = true});
    threads.restart();
    Execution execution(*t.program, t.program->schedules.front(), {}, std::ref(threads));
    try {
      while (execution.frame() < t.program->frames) execution.advance();
    } catch (const RuntimeError&) {  // in an order other than that of the reference
      RC_ASSERT(!is_safe(safety(t.po)));
      return;
    }
    const Trace trace = written_and_read(threads, t, execution);
    RC_ASSERT(trace.steps.size() == threads.performed().size());
    const TraceVerdict verdict = judge(trace, t);
    note(is_safe(safety(t.po)), "safe", 0.2);
    note(!verdict.linearization.empty(), "not a linearization", 0.04);
    RC_ASSERT(verdict.run.empty());
    RC_ASSERT(!verdict.run_left_out);
    if (is_safe(safety(t.po))) RC_ASSERT(verdict.linearization.empty());
  });
}

// [trace] [order/le-par] [order/le-then]
TEST_CASE("A trace is a linearization exactly where its order respects ≤_z") {
  prop("any order of the invocations of po_c(z), with their observations", [] {
    const Case t = *small_cases({.races = true});
    const Trace reference = reference_trace(t);
    RC_ASSERT(judge(reference, t).linearization.empty());
    std::vector<std::size_t> order(reference.steps.size());
    std::iota(order.begin(), order.end(), 0);
    Dice dice = any_dice();
    for (std::size_t swaps = dice.below(3); order.size() > 1 && swaps > 0; --swaps) {
      const std::size_t j = dice.below(order.size() - 1);
      std::swap(order[j], order[dice.percent(70) ? j + 1 : dice.below(order.size())]);
    }
    Trace trace{"main", t.program->frames, {}};
    for (const std::size_t u : order) trace.steps.push_back(reference.steps[u]);
    bool respects = true;
    std::size_t first = order.size();  // the first step before which another one has to come
    for (std::size_t j = order.size(); j-- > 0;)
      for (std::size_t k = j + 1; k < order.size(); ++k)
        if (exhaustive::precedes(t.z, t.po, order[k], order[j])) {
          respects = false;
          first = j;
        }
    note(!respects, "not a linearization", 0.18);
    const auto faults = judge(trace, t).linearization;
    RC_ASSERT(faults.empty() == respects);
    for (const TraceFault& fault : faults) RC_ASSERT(fault.kind == TraceFault::Kind::TooEarly);
    if (!respects) RC_ASSERT(faults.front().step == first);
  });
}

// [trace]
TEST_CASE("A step too many, too few, of another system, or with another observation is found") {
  prop("one change in the trace of a linearization", [] {
    const Case t = *cases();
    RC_PRE(t.po.size() > 0);
    Trace trace = reference_trace(t);
    Dice dice = any_dice();
    const std::size_t j = dice.below(trace.steps.size());
    const auto at = trace.steps.begin() + static_cast<std::ptrdiff_t>(j);
    TraceFault::Kind expected = TraceFault::Kind::Otherwise;
    const std::size_t what = dice.below(6);
    if (what == 0) {
      trace.steps.pop_back();
      expected = TraceFault::Kind::Missing;
      for (std::size_t k = 0; k < t.po.size(); ++k) RC_PRE(!idle(states_of(t)[k], t.po.invocations.back().m));
    } else if (what == 1) {
      trace.steps.insert(at, *at);
      expected = TraceFault::Kind::Again;
    } else if (what == 2) {
      at->invocation.system += "_";
      expected = TraceFault::Kind::Unknown;
    } else if (what == 3) {
      at->invocation.entities.push_back(Entity(0));
      expected = TraceFault::Kind::Unknown;
    } else {
      auto& query = (*at->observed)[dice.below(at->observed->size())];
      if (what == 4 || query.empty())
        query[static_cast<Label>(t.program->schema.size())] = Value(1);  // of a label that is not asked for
      else
        query.erase(query.begin());
    }
    const TraceVerdict verdict = judge(trace, t);
    RC_ASSERT(!verdict.linearization.empty());
    RC_ASSERT(verdict.linearization.front().kind == expected);
    RC_ASSERT(!verdict.run.empty());
    if (expected == TraceFault::Kind::Otherwise) RC_ASSERT(verdict.linearization.front().step == j);
  });
}

// [trace]
TEST_CASE("Traces tell results: each other write, and each other end, is found") {
  prop("what the reference writes, with one change", [] {
    const Case t = *cases();
    RC_PRE(t.po.size() > 0);
    Trace trace = reference_trace(t);
    State c = t.c;
    for (std::size_t j = 0; j < trace.steps.size(); ++j) {
      trace.steps[j].observed.reset();
      trace.steps[j].wrote = t.po.invocations[j].m;
      c = after(std::move(c), t.po.invocations[j].m);
    }
    trace.final = c;
    RC_ASSERT(trace.tells_results());
    RC_ASSERT(judge(trace, t).linearization.empty());
    RC_ASSERT(judge(trace, t).run.empty());
    Dice dice = any_dice();
    const Location l{Entity(0), static_cast<Label>(dice.below(c.labels()))};
    const Type& type = t.program->schema[l.i].type;
    RC_PRE(type.kind == Type::Kind::Int);
    const Value other(std::int64_t{1'000'003});
    if (dice.percent(50)) {
      trace.final->write(l, other);
      for (const auto& faults : {judge(trace, t).run, judge(trace, t).linearization}) {
        RC_ASSERT(faults.size() == 1);
        RC_ASSERT(faults.front().kind == TraceFault::Kind::Ends);
      }
    } else {
      const std::size_t j = dice.below(trace.steps.size());
      trace.steps[j].wrote = compose(*trace.steps[j].wrote, Update({Write{l, other}}));
      const TraceVerdict verdict = judge(trace, t);
      for (const auto& faults : {verdict.run, verdict.linearization}) {
        RC_ASSERT(faults.size() == 1);
        RC_ASSERT(faults.front().kind == TraceFault::Kind::Writes);
        RC_ASSERT(faults.front().step == j);
        RC_ASSERT(faults.front().l == l);
        RC_ASSERT(faults.front().claimed == Cell(other));
      }
    }
  });
}

// [trace] [order/le-par] [order/le-then]
TEST_CASE("What a linearization leaves out may be left out exactly where it could have come and changed nothing") {
  prop("any of the steps of a random linearization", [] {
    const Case t = *small_cases({.races = true});
    Dice dice = any_dice();
    const Plan plan(t.po);
    const Trace trace = drawn(plan, t, dice);
    std::size_t left = 20'000;
    const bool completed = completes(Run(plan, t.c, t.env), trace, 0, left);
    const bool all = trace.steps.size() == t.po.size();
    const TraceVerdict verdict = judge(trace, t);
    note(!all && completed, "left out", 0.05);
    note(!completed, "refused", 0.1);
    RC_ASSERT(verdict.linearization.empty() == completed);
    if (all) RC_ASSERT(!verdict.linearization_left_out);
    if (completed && !all) RC_ASSERT(verdict.linearization_left_out);
  });
}

// [trace] [run]
TEST_CASE("What a run leaves out may be left out where it changes nothing") {
  prop("any of the steps of a random run that observes the state anew", [] {
    const Case t = *small_cases({.races = *rc::gen::arbitrary<bool>()});
    Dice dice = any_dice();
    const Plan plan(t.z);
    Trace trace;
    try {
      trace = drawn(plan, t, dice);
    } catch (const RuntimeError&) {
      RC_DISCARD("a run that fails");
    }
    std::size_t left = 20'000;
    const bool completed = completes(Run(plan, t.c, t.env), trace, 0, left);
    const bool accepted = judge(trace, t).run.empty();
    note(accepted && judge(trace, t).run_left_out, "left out", 0.05);
    note(!accepted, "refused", 0.1);
    RC_ASSERT(!accepted || completed);
    // In a race not all moments are tried for what one side of a ∥ alone would notice.
    if (is_safe(safety(t.po))) RC_ASSERT(accepted || !completed);
  });
}

// [trace]
TEST_CASE("Of two faults in a trace both are told") {
  prop("in the trace of the reference run, with observations, results and the end", [] {
    const Case t = *cases();
    RC_PRE(t.po.size() > 1);
    Trace trace = reference_trace(t);
    for (std::size_t j = 0; j < trace.steps.size(); ++j) trace.steps[j].wrote = t.po.invocations[j].m;
    trace.final = states_of(t).back();
    const auto label = static_cast<Label>(t.program->schema.size());  // of a component that there is not
    const Location l{Entity(0), 0};
    RC_PRE(t.program->schema[0].type.kind == Type::Kind::Int);
    const Value other(std::int64_t{1'000'003});
    Dice dice = any_dice();
    using Kind = TraceFault::Kind;
    std::vector<std::pair<Kind, std::size_t>> planted;
    const std::size_t later = 1 + dice.below(trace.steps.size() - 1), earlier = dice.below(later);
    for (const std::size_t j : {later, earlier}) {
      Trace::Step& step = trace.steps[j];
      const auto at = trace.steps.begin() + static_cast<std::ptrdiff_t>(j);
      Kind kind = Kind::Otherwise;
      switch (dice.below(4)) {
        case 0:
          step.observed->front()[label] = other;
          break;
        case 1:
          step.wrote = compose(*step.wrote, Update({Write{l, other}}));
          kind = Kind::Writes;
          break;
        case 2:
          trace.steps.insert(at, Trace::Step(step))->invocation.system += "_";
          kind = Kind::Unknown;
          break;
        case 3:
          if (j == later) {
            trace.final->write(l, other);
            planted.emplace_back(Kind::Ends, trace.steps.size());
            continue;
          }
          trace.steps.insert(at + 1, Trace::Step(step));
          planted.emplace_back(Kind::Again, j + 1);
          planted.front().second += 1;
          continue;
      }
      if (kind == Kind::Unknown && j == earlier) planted.front().second += 1;
      planted.emplace_back(kind, j);
    }
    std::sort(planted.begin(), planted.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
    const TraceVerdict verdict = judge(trace, t);
    RC_ASSERT(verdict.linearization.size() == 2);
    RC_ASSERT(verdict.run.size() == 2);
    for (std::size_t k = 0; k < 2; ++k) {
      RC_ASSERT(verdict.linearization[k].kind == planted[k].first);
      RC_ASSERT(verdict.linearization[k].step == planted[k].second);
      RC_ASSERT(verdict.run[k].kind == (planted[k].first == Kind::Again ? Kind::Unknown : planted[k].first));
      RC_ASSERT(verdict.run[k].step == planted[k].second);
    }
  });
}
