#include "interp/search/compare.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "interp/base/json/tree.hpp"
#include "interp/base/progress.hpp"
#include "interp/fast/renaming.hpp"
#include "interp/language/format/tree.hpp"
#include "interp/language/notation/mentioned.hpp"
#include "interp/search/reduce.hpp"
#include "interp/search/starts.hpp"

namespace coreecs {

using nlohmann::ordered_json;

namespace {

/// The invocation that wrote to a location last.
std::optional<Performed> last_writer(const PartialOrder& po, const std::optional<Location>& l) {
  if (!l) return std::nullopt;
  for (auto u = po.invocations.rbegin(); u != po.invocations.rend(); ++u)
    if (u->m.find(*l)) return performed(*u);
  return std::nullopt;
}

class Comparer {
 public:
  Comparer(const Program& program, const NamedSchedule& first, const NamedSchedule& other, Execution& reference,
           std::size_t most)
      : program_(program), first_(first), other_(other), reference_(reference), most_(most), d_(program.start) {}

  Comparison operator()(std::uint64_t frames, std::size_t limit) && {
    result_.frames = frames;
    reference_.allow_matches(most_);
    reference_.advance_to(frames);
    run_both();
    if (result_.error) return std::move(result_);
    result_.ends = fast::equal_up_to_renaming(reference_.state(), d_);
    result_.same = result_.ends;
    if (result_.ends == Answer::No) {
      name(d_);
      result_.at_end = differences(reference_.state(), d_, reference_.names());
    } else if (result_.ends == Answer::Yes) {
      look_at_all_runs(limit);
    }
    return std::move(result_);
  }

 private:
  [[nodiscard]] State frame_of(const NamedSchedule& schedule, const State& c, std::uint64_t frame) const {
    return fast::advance(c, schedule.z, {reference_.environment(), frame * schedule.z.leaves()}, most_);
  }
  void name(const State& c) {
    const Ending ending{{}, c};
    name_others({&ending}, reference_.names());
  }

  /// Runs both frame by frame, and notes where they part first and what the other one leaves.
  void run_both() {
    State c = program_.start;
    progress::Task frames("frame", result_.frames);
    for (std::uint64_t frame = 0; frame < result_.frames; ++frame) {
      frames.next();
      State next = result_.parted ? c : frame_of(first_, c, frame);
      State next_other = d_;
      try {
        next_other = frame_of(other_, d_, frame);
      } catch (const RuntimeError& error) {
        fails(error, frame + 1);
        return;
      }
      if (!result_.parted && fast::equal_up_to_renaming(next, next_other) == Answer::No)
        part(c, next, next_other, frame);
      c = std::move(next);
      d_ = std::move(next_other);
    }
  }

  void fails(const RuntimeError& error, std::uint64_t frame) {
    result_.same = Answer::No;
    result_.error = error;
    result_.error->schedule = other_.name;
    result_.error->frame = frame;
    if (!result_.parted) result_.parted = frame;
    const Ending ending{{}, error};
    name_others({&ending}, reference_.names());
  }

  /// Notes what differs after a frame, and who wrote it.
  void part(const State& c, const State& next, const State& next_other, std::uint64_t frame) {
    result_.parted = frame + 1;
    name(next_other);
    const auto order = [&](const NamedSchedule& schedule, const State& before) {
      return fast::partial_order(before, schedule.z, {reference_.environment(), frame * schedule.z.leaves()}, most_);
    };
    const PartialOrder po = order(first_, c), po_other = order(other_, d_);
    const auto place = [](const std::optional<Binding>& here, const std::optional<Binding>& there) {
      if (here) return std::optional(here->l);
      return there && !there->l.e.created() ? std::optional(there->l) : std::nullopt;
    };
    for (Difference& at : differences(next, next_other, reference_.names())) {
      auto by = last_writer(po, place(at.expected, at.found));
      auto by_other = last_writer(po_other, place(at.found, at.expected));
      result_.places.push_back({std::move(at), std::move(by), std::move(by_other)});
    }
  }

  /// If the reference runs end in the same state: whether all runs of the other one do.
  void look_at_all_runs(std::size_t limit) {
    result_.verdict = check(program_, other_, result_.frames, limit, most_);
    result_.same = result_.verdict->confluent();
    const Witness* witness = result_.same == Answer::No ? result_.verdict->witness() : nullptr;
    if (!witness) return;
    const End end = reference_.state();
    result_.otherwise = alike(witness->a.end, end) == Answer::Yes ? witness->b : witness->a;
    name_others({&*result_.otherwise}, reference_.names());
    if (const State* c = std::get_if<State>(&result_.otherwise->end))
      result_.at_end = differences(reference_.state(), *c, reference_.names());
  }

  const Program& program_;
  const NamedSchedule &first_, &other_;
  Execution& reference_;
  std::size_t most_;
  State d_;
  Comparison result_;
};

/// How two schedules compare at one start.
struct AtStart {
  std::optional<Answer> same;  ///< after each frame; none if the first one fails
  bool other_fails = false;    ///< in that case, whether the other one fails, too
  const char* why = "";        ///< as in DifferingStart
};

AtStart compared_at_start(const Program& program, const CompareSearch& search) {
  const NamedSchedule &first = *find_schedule(program, search.first), &other = *find_schedule(program, search.other);
  Execution reference(program, first);
  try {
    const Comparison compared = compare(program, first, other, search.frames, search.limit, reference, most_matches);
    const Answer same = compared.in_every_frame();
    return {same, false, same != compared.same ? "frames" : because(compared)};
  } catch (const RuntimeError&) {
  } catch (const fast::TooManyMatches&) {
    return {Answer::Unknown};
  }
  Execution of_other(program, other);
  of_other.allow_matches(most_matches);
  try {
    return {std::nullopt, failure(of_other, search.frames).has_value()};
  } catch (const fast::TooManyMatches&) {
    return {};
  }
}

ordered_json smallest(const ordered_json& document, const CompareSearch& search) {
  return reduce(document, Reducible::State, [&](const ordered_json&, const Program& program) {
    CompareSearch of_program = search;
    of_program.frames = program.frames;
    return in_ranges(program.start, search.ranges) && hold(search.assumed, program) &&
           compared_at_start(program, of_program).same == Answer::No;
  });
}

/// Why a start that was found is one. After it was made smaller, the reason may be another.
const char* why(const ordered_json& found, const CompareSearch& search) {
  const Program program = std::get<Program>(load_tree(found));
  CompareSearch of_program = search;
  of_program.frames = program.frames;
  return compared_at_start(program, of_program).why;
}

}  // namespace

Comparison compare(const Program& program, const NamedSchedule& first, const NamedSchedule& other, std::uint64_t frames,
                   std::size_t limit, Execution& reference, std::size_t most) {
  return Comparer(program, first, other, reference, most)(frames, limit);
}

Answer Comparison::in_every_frame() const {
  if (same == Answer::No || parted) return Answer::No;
  return verdict ? verdict->in_every_frame(Aspect::Confluent) : same;
}

const char* because(const Comparison& comparison) {
  if (comparison.error) return "error";
  if (comparison.ends != Answer::Yes) return comparison.ends == Answer::No ? "ends" : "limit";
  return comparison.same == Answer::Yes ? "confluent" : comparison.same == Answer::No ? "not_confluent" : "limit";
}

std::optional<RuntimeError> failure(Execution& run, std::uint64_t frames) {
  try {
    run.advance_to(frames);
  } catch (const RuntimeError& error) {
    return error;
  }
  return std::nullopt;
}

ComparedStarts compare_starts(const ordered_json& document, const CompareSearch& search,
                              const std::function<bool()>& go_on) {
  const Starts starts(document, search.frames, search.entities, search.ranges);
  Program program = starts.program();
  ComparedStarts result;
  progress::Task cases("case", search.cases);
  for (std::uint64_t j = 0; j < search.cases && !result.found; ++j) {
    cases.next();
    if (!go_on()) {
      result.interrupted = true;
      break;
    }
    program.start = starts(Random(search.seed, j), search.assumed);
    AtStart at;
    try {
      at = compared_at_start(program, search);
    } catch (const Interrupted&) {
    }
    if (interrupt::take_back()) {
      result.interrupted = true;
      break;
    }
    ++result.tried;
    result.errors += !at.same;
    result.of_both += at.other_fails;
    result.same += at.same == Answer::Yes;
    result.undecided += at.same == Answer::Unknown;
    if (at.same != Answer::No) continue;
    ordered_json found = smallest(starts.document(program.start), search);
    found["about"] =
        fmt::format("Found by coreecs compare (seed {}, case {}) and shrunk: {} and {} differ after a frame.",
                    search.seed, j, search.first, search.other);
    found.erase("expect");
    found.erase("$schema");
    result.found = DifferingStart{j, laid_out(found), at.why};
    try {
      result.found->why = why(found, search);
    } catch (const Interrupted&) {
    }
    result.interrupted = interrupt::take_back();
  }
  return result;
}

}  // namespace coreecs
