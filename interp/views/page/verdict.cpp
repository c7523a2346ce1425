#include <algorithm>
#include <set>

#include "interp/language/notation/formula.hpp"
#include "interp/run/machine.hpp"
#include "interp/views/explain/explain.hpp"
#include "interp/views/explain/text.hpp"
#include "interp/views/page/shown.hpp"
#include "interp/views/report/answer.hpp"
#include "interp/views/report/reasons.hpp"
#include "interp/views/report/report.hpp"

namespace coreecs {

namespace {

/// The race behind the weakest verdict that is no.
struct Race {
  Conflict of;
  const char* last = "";  ///< where either can be the last: in "runs", "linearizations", before it is "observed"
  std::optional<std::size_t> by = {};  ///< what always comes after at least one of them, and leaves the final value
};

std::optional<Race> race_of(const Verdict& verdict) {
  const auto& [by_rule, safe, deterministic, confluent] = verdict.because;
  if (confluent.answer == Answer::No && confluent.race)
    return Race{*confluent.race, confluent.code == Because::Runs ? "observed" : "runs"};
  if (deterministic.answer == Answer::No && deterministic.race)
    return Race{*deterministic.race, confluent.answer == Answer::No ? "runs" : "linearizations"};
  if (verdict.hidden && deterministic.answer == Answer::Yes && confluent.answer == Answer::Yes) {
    const HiddenRace& hidden = verdict.hidden->first;
    return Race{{hidden.u, hidden.v, hidden.l}, "", hidden.by};
  }
  if (safe.answer == Answer::No && safe.race) return Race{*safe.race};
  return std::nullopt;
}

/// Two runs that part, step by step, with what each step changes.
class WitnessSteps {
 public:
  WitnessSteps(JsonWriter& out, const Program& program, const Verdict& verdict, const Notation& notation,
               const PageLimits& limits)
      : out_(out), program_(program), verdict_(verdict), notation_(notation), limits_(limits) {}

  void operator()(const Witness& witness) && {
    const auto same = [](const Performed& u, const Performed& v) {
      return u.leaf == v.leaf && u.entities == v.entities;
    };
    const auto& a = witness.a.order;
    const auto& b = witness.b.order;
    part_ = static_cast<std::size_t>(std::mismatch(a.begin(), a.end(), b.begin(), b.end(), same).first - a.begin());
    constexpr std::size_t before = 20;
    from_ = part_ > before ? part_ - before : 0;
    const bool runs = verdict_.confluent() == Answer::No;
    const Plan plan = runs ? Plan(*verdict_.of->z) : Plan(verdict_.of->po);
    const std::vector<Step> steps[] = {perform(plan, witness.a), perform(plan, witness.b)};
    choose_cells(witness, steps);
    out_.line(0).key("witness").object([&] {
      out_.member("runs", runs);
      if (witness.l) out_.member("at", show(*witness.l, notation_));
      out_.member("part", part_);
      out_.member("from", from_);
      out_.key("cells").list([&] {
        for (const Location& l : cells_) cell(l);
      });
      out_.member("more_cells", more_cells_);
      out_.key("sides").list([&] {
        side(witness.a, steps[0]);
        side(witness.b, steps[1]);
      });
    });
  }

 private:
  struct Step {
    std::vector<ValueChange> changes;
  };

  /// Performs the steps from `from_` on, as many as are shown.
  std::vector<Step> perform(const Plan& plan, const Ending& run) {
    std::vector<Step> steps;
    const std::size_t until = std::min(run.order.size(), from_ + limits_.steps);
    try {
      Run under_way(plan, verdict_.of->c, verdict_.of->env);
      for (std::size_t k = 0; k < until; ++k) {
        if (k == from_) start_ = under_way.state();
        const auto choice = under_way.choice(run.order[k].leaf, run.order[k].entities);
        if (!choice) break;
        Step step;
        for (const Write& write : under_way.at(*choice).m.writes()) {
          const Value* there = under_way.state().at(write.l);
          const std::optional<Value> now = there ? std::optional(*there) : std::nullopt;
          if (now != write.k) step.changes.push_back({write.l, now, write.k});
        }
        if (k >= from_) steps.push_back(std::move(step));
        under_way.perform(*choice);
      }
    } catch (const RuntimeError&) {  // the run ends with it
    }
    return steps;
  }

  /// Chooses what the runs change, then the other components of those entities, then the rest, as long as it fits.
  void choose_cells(const Witness& witness, std::span<const std::vector<Step>> steps) {
    std::set<Location> chosen;
    const auto choose = [&](const Location& l, bool wanted) {
      if (chosen.count(l) || (chosen.size() >= limits_.cells && !wanted)) return;
      if (chosen.size() < limits_.cells)
        chosen.insert(l);
      else
        ++more_cells_;
    };
    std::set<Entity> entities;
    if (witness.l) choose(*witness.l, true);
    for (const auto& side : steps)
      for (const Step& step : side)
        for (const ValueChange& change : step.changes) {
          choose(change.l, true);
          entities.insert(change.l.e);
        }
    const auto all_of = [&](Entity e) {
      for (Label i = 0; i < program_.schema.size(); ++i)
        if (start_.at({e, i})) choose({e, i}, false);
    };
    for (const Entity e : entities) all_of(e);
    for (const Entity e : live(start_)) {
      if (chosen.size() >= limits_.cells) break;
      all_of(e);
    }
    cells_.assign(chosen.begin(), chosen.end());
    std::stable_sort(cells_.begin(), cells_.end(), [](const Location& a, const Location& b) { return a.e < b.e; });
  }

  void value(const std::optional<Value>& k, Label i) { json_value(out_, k ? &*k : nullptr, i, notation_); }

  void cell(const Location& l) {
    const Value* k = start_.at(l);
    out_.object([&] {
      out_.member("e", notation_.names(l.e));
      out_.member("i", l.i);
      json_value(out_.key("start"), k, l.i, notation_);
      if (k && is_about(program_.view, l.i))
        out_.key("at").object([&] { json_view(out_, *k, l.i, *program_.view, notation_); });
    });
  }

  void side(const Ending& run, const std::vector<Step>& steps) {
    out_.object([&] {
      out_.member("steps_in_all", run.order.size());
      out_.key("steps").list([&] {
        for (std::size_t k = 0; k < steps.size(); ++k) step(run.order[from_ + k], steps[k]);
      });
      if (const RuntimeError* error = std::get_if<RuntimeError>(&run.end))
        out_.member("error", "run-time error in " + error->system + ": " + error->what());
    });
  }

  void step(const Performed& u, const Step& step) {
    out_.object([&] {
      out_.member("u", u.system + show_entities(u.entities, notation_));
      out_.member("leaf", u.leaf);
      out_.key("changes").list([&] {
        for (const ValueChange& change : step.changes) {
          const auto cell = std::find(cells_.begin(), cells_.end(), change.l);
          if (cell == cells_.end()) continue;
          out_.list([&] {
            out_.value(cell - cells_.begin());
            value(change.after, change.l.i);
            if (change.after && is_about(program_.view, change.l.i))
              out_.object([&] { json_view(out_, *change.after, change.l.i, *program_.view, notation_); });
          });
        }
      });
    });
  }

  JsonWriter& out_;
  const Program& program_;
  const Verdict& verdict_;
  const Notation& notation_;
  const PageLimits& limits_;
  std::size_t part_ = 0, from_ = 0, more_cells_ = 0;
  State start_;
  std::vector<Location> cells_;
};

class VerdictWriter {
 public:
  /// `seen` is the verdict whose runs are shown: the one that is lost first, or else this one.
  VerdictWriter(JsonWriter& out, const Program& program, const Verdict& verdict, const Notation& notation,
                const Verdict& seen, const Notation& of_seen)
      : out_(out), program_(program), verdict_(verdict), notation_(notation), seen_(seen), of_seen_(of_seen) {}

  void answers() {
    const std::vector<ProofText> proved = proofs(verdict_, notation_), before = proofs(seen_, of_seen_);
    out_.line(0).key("verdict").object([&] {
      out_.member("invocations", verdict_.invocations());
      out_.member("linearizations", verdict_.linearizations);
      out_.key("answers").list([&] {
        for (std::size_t k = 0; k < std::size(decided); ++k) answer_of(decided[k], proved[k], before[k]);
      });
      out_.member("text", clipped(show(verdict_, program_, notation_, false), 20'000));
    });
  }

  void race(const Race& race) {
    out_.line(0).key("race").object([&] {
      out_.member("at", show(race.of.l, of_seen_));
      out_.member("last", race.last);
      out_.key("sides").list([&] {
        for (const std::size_t u : {race.of.u, race.of.v}) racing(u, race.of.l);
      });
      if (race.by) racing(*race.by, race.of.l, "by");
    });
  }

 private:
  /// As `check` answers: yes only if it holds after each frame. Otherwise why it first fails.
  void answer_of(Aspect aspect, const ProofText& at_the_end, const ProofText& before) {
    const std::optional<std::uint64_t> lost = coreecs::lost(verdict_.lost, aspect).frame;
    const Answer answer = verdict_.in_every_frame(aspect), end = verdict_.because[aspect].answer;
    const bool is_seen = &seen_ != &verdict_ && seen_.because[aspect].answer == Answer::No;
    ProofText proof = is_seen ? before : at_the_end;
    if (!is_seen && end == Answer::Yes && answer == Answer::No) proof = {"", wording(aspect).fails, {}};
    if (!is_seen && end == Answer::Yes && answer == Answer::Unknown)
      proof = {"", undecided_before(verdict_.frames), {}};
    out_.object([&] {
      out_.member("question", wording(aspect).question);
      out_.member("answer", shown(answer, false));
      out_.member("why", proof.why);
      out_.key("steps").list([&] {
        for (const std::string& step : proof.steps) out_.value(step);
      });
      if (lost) out_.member("lost", *lost);
      if (lost && end == Answer::Yes) out_.member("again", verdict_.frames);
    });
  }

  /// One side of a race: its place in its frame, and what it leaves.
  void racing(std::size_t u, const Location& l, const char* key = nullptr) {
    const PartialOrder& po = seen_.of->po;
    const Leaf leaves = po.z.leaves.size() / seen_.frames;
    const std::uint64_t frame = po.invocations[u].leaf / leaves;
    const Write* write = po.invocations[u].m.find(l);
    (key ? out_.key(key) : out_).object([&] {
      out_.member("u", show_invocation(po.invocations[u], of_seen_));
      out_.member("frame", frame + 1);
      out_.member("number", u - po.z.nodes[po.z.leaves[frame * leaves]].begin);
      json_value(out_.key("left"), write && write->k ? &*write->k : nullptr, l.i, of_seen_);
    });
  }

  JsonWriter& out_;
  const Program& program_;
  const Verdict& verdict_;
  const Notation& notation_;
  const Verdict& seen_;
  const Notation& of_seen_;
};

}  // namespace

void json_verdict(JsonWriter& out, const Program& program, const Verdict& verdict, const PageLimits& limits) {
  const Names all = names(program, verdict);
  const Notation notation{program.schema, all};
  const Verdict& seen = verdict.first_lost ? *verdict.first_lost : verdict;
  const Names all_seen = names(program, seen);
  const Notation of_seen{program.schema, all_seen};
  VerdictWriter writer(out, program, verdict, notation, seen, of_seen);
  writer.answers();
  if (const std::optional<Race> race = race_of(seen)) writer.race(*race);
  if (const Witness* witness = seen.witness()) WitnessSteps(out, program, seen, of_seen, limits)(*witness);
}

}  // namespace coreecs
