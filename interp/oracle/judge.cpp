#include "interp/oracle/judge.hpp"

#include <algorithm>

#include "interp/check/decide/confluence.hpp"
#include "interp/check/record/replay.hpp"
#include "interp/fast/pass.hpp"
#include "interp/run/execution.hpp"

namespace coreecs {

namespace {

/// A run that follows an engine from each of its reported states to the next.
class Judge {
 public:
  Judge(const EngineCase& of, const EngineResult& result, const Tolerance& tolerance, std::size_t limit)
      : case_(of),
        result_(result),
        tolerance_(tolerance),
        limit_(limit),
        schedule_(find_schedule(of.program, of.schedule)->z),
        c_(of.program.start),
        judgement_{.names = result.names, .entities = result.entities},
        env_(by_occurrence(*judgement_.entities)) {}

  Judgement operator()() && {
    const bool each = result_.states.size() == case_.frames;
    const std::uint64_t at_once = each ? 1 : case_.frames;
    bool like = !result_.start || renaming(c_, *result_.start, tolerance_).first == Answer::Yes ||
                refuse(c_, {}, *result_.start);
    for (std::size_t k = 0; like && k < result_.states.size(); ++k) {
      frame_ = (k + 1) * at_once;
      like = follow(repeat(schedule_, at_once), result_.states[k]);
    }
    if (like) accept();
    return std::move(judgement_);
  }

 private:
  /// Moves on to the engine's next state, if some run ends in it.
  bool follow(const Schedule& z, const State& found) {
    // a plan numbers its leaves from 0
    const Environment here{[this, first = leaf_](const Occurrence& o) {
                             return env_.fresh({o.leaf + first, o.entities, o.number});
                           },
                           env_.order};
    PartialOrder po;
    try {
      po = fast::partial_order(c_, z, here);
    } catch (const RuntimeError& error) {
      return outside("the reference run fails in frame " + std::to_string(frame_) + ": " + error.what());
    }
    const bool raced_before = raced_, races = decide(po).unsafe.has_value();
    raced_ = raced_ || races;
    Ending end = in_order(c_, po);
    Answer like = renaming(std::get<State>(end.end), found, tolerance_).first;
    if (like == Answer::No && races) {
      Reached reached;
      const auto cut = cut_short([&] {
        const auto wanted = [&](const State& c) { return renaming(c, found, tolerance_).first; };
        reached = reach(c_, Plan(z), po, wanted, limit_, here);
      });
      if (cut) return outside("the search through the runs of the schedule was cut short");
      like = reached.reached;
      if (reached.run) end = std::move(*reached.run);
    }
    if (like == Answer::Unknown)
      return outside("undecided within the limit whether a run of the schedule ends in this state, in frame " +
                     std::to_string(frame_));
    if (like == Answer::No && raced_before && !tolerance_.exact())
      return outside("several runs fit the earlier states, and only one of them was followed");
    if (like == Answer::No) {
      if (races) judgement_.why = "no run of the schedule ends in this state; compared with the reference run: ";
      return refuse(std::get<State>(end.end), po.invocations, found);
    }
    for (Performed& step : end.order) {
      step.leaf += leaf_;
      steps_.push_back(std::move(step));
    }
    c_ = std::get<State>(std::move(end.end));
    leaf_ += z.leaves();
    return true;
  }

  bool outside(std::string why) {
    judgement_.kind = Judgement::Kind::Outside;
    judgement_.why = std::move(why);
    return false;
  }

  bool refuse(const State& end, std::span<const Invocation> performed_last, const State& found) {
    judgement_.kind = Judgement::Kind::No;
    judgement_.frame = frame_;
    name_created();
    judgement_.differences = differences(end, found, judgement_.names);
    std::erase_if(judgement_.differences, [&](const Difference& one) {
      return one.expected && one.found && close(one.expected->k, one.found->k, tolerance_);
    });
    if (!judgement_.differences.empty()) {
      const Difference& first = judgement_.differences.front();
      const Location l = first.expected ? first.expected->l : first.found->l;
      for (const Invocation& u : performed_last)
        if (u.m.find(l)) {
          judgement_.writers.push_back(performed(u));
          judgement_.writers.back().leaf += leaf_;
        }
    }
    return false;
  }

  void accept() {
    judgement_.kind = Judgement::Kind::Yes;
    name_created();
    if (result_.states.empty()) return;
    for (const auto& [ours, theirs] : renaming(c_, result_.states.back(), tolerance_).second)
      judgement_.renaming.emplace_back(theirs, ours);
    std::sort(judgement_.renaming.begin(), judgement_.renaming.end(),
              [](const auto& a, const auto& b) { return a.second < b.second; });
    if (!raced_) return;
    const Replayer replayer(case_.program, schedule_, case_.frames, false, env_);
    judgement_.token = token(replayer.record(steps_));
  }

  void name_created() { judgement_.names.add(judgement_.entities->all()); }

  const EngineCase& case_;
  const EngineResult& result_;
  const Tolerance& tolerance_;
  std::size_t limit_;
  const Schedule& schedule_;
  State c_;
  Judgement judgement_;
  Environment env_;
  Leaf leaf_ = 0;
  std::uint64_t frame_ = 0;
  bool raced_ = false;
  std::vector<Performed> steps_;
};

}  // namespace

Judgement judge(const EngineCase& of, const EngineResult& result, const Tolerance& tolerance, std::size_t limit) {
  return Judge(of, result, tolerance, limit)();
}

}  // namespace coreecs
