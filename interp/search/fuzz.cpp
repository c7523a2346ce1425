#include "interp/search/fuzz.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "interp/base/progress.hpp"
#include "interp/check/decide/further.hpp"
#include "interp/language/format/tree.hpp"
#include "interp/language/notation/notation.hpp"
#include "interp/run/execution.hpp"
#include "interp/search/reduce.hpp"
#include "interp/search/shrink.hpp"
#include "interp/search/starts.hpp"
#include "interp/views/report/reasons.hpp"

namespace coreecs {

using nlohmann::ordered_json;

namespace {

/// Precondition: the document loads.
Program loaded(const ordered_json& document) { return std::get<Program>(load_tree(document)); }

/// The result of check at a program's start, or the error of the reference run, whose entities are not valid; and the
/// violated invariant. `known` is the static report of the schedule, for callers that inspect it at many starts.
struct Inspection {
  std::optional<Verdict> verdict;
  std::optional<RuntimeError> error;
  std::optional<std::string> violated;
  std::map<Aspect, Answer> more;  ///< for the further aspects that are searched for
  bool too_large = false;
  bool all_at_start = true;
  bool created = false;

  Inspection(const Program& program, const Search& search, std::uint64_t frames, const StaticReport* known = nullptr) {
    const auto& z = *find_schedule(program, search.schedule);
    try {
      inspect(program, z, search, frames, known);
    } catch (const fast::TooManyMatches&) {
      too_large = true;
    } catch (const std::bad_alloc&) {
      verdict.reset();
      too_large = true;
    }
  }
  /// The outcome in an aspect that can be searched for.
  [[nodiscard]] Outcome outcome(Aspect aspect) const {
    if (too_large) return {Answer::Unknown};
    if (aspect == Aspect::Error) return error ? failure(*error) : Outcome{};
    if (aspect == Aspect::Invariant) return violated ? Outcome{Answer::No, *violated} : Outcome{};
    if (is_further(aspect)) return {more.contains(aspect) ? more.at(aspect) : Answer::Unknown};
    return {verdict ? verdict->because[aspect].answer : Answer::Unknown};
  }
  /// After how many frames it fails: all, or up to the first after which a verdict is no; none if never.
  [[nodiscard]] std::optional<std::uint64_t> fails_after(Aspect aspect, std::uint64_t frames) const {
    if (outcome(aspect).holds == Answer::No) return frames;
    const bool decides = std::find(std::begin(decided), std::end(decided), aspect) != std::end(decided);
    return decides && verdict ? lost(verdict->lost, aspect).frame : std::nullopt;
  }
  /// Whether it fails in the same way, so that one failure is not shrunk to another.
  [[nodiscard]] bool fails_as(const Inspection& found, Aspect aspect) const {
    const Outcome now = outcome(aspect), then = found.outcome(aspect);
    return now.holds == Answer::No &&
           (aspect == Aspect::Error ? now.pointer == then.pointer : now.detail == then.detail);
  }

 private:
  void inspect(const Program& program, const NamedSchedule& z, const Search& search, std::uint64_t frames,
               const StaticReport* known) {
    try {
      verdict = check(program, z, frames, search.limit, most_matches, known);
      created = !verdict->of->created.empty();
      for (const Aspect aspect : search.find)
        if (is_further(aspect)) more[aspect] = further(aspect, program, z, frames, search.limit);
      if (!search.invariants.empty()) watch(program, z, frames, search.invariants);
    } catch (const RuntimeError& e) {
      error = e;
      look_up_error(program, z, frames);
    }
  }
  /// Goes through the reference run, if that is what failed, for the frame and the place of its error.
  void look_up_error(const Program& program, const NamedSchedule& z, std::uint64_t frames) {
    Execution reference(program, z);
    reference.allow_matches(most_matches);
    try {
      reference.advance_to(frames);
    } catch (const RuntimeError& e) {
      error = e;
    }
    created = reference.names().has_created();
  }
  void watch(const Program& program, const NamedSchedule& z, std::uint64_t frames,
             const std::vector<std::string>& names) {
    std::vector<const Invariant*> watched;
    std::vector<std::string> held;
    for (const Invariant& invariant : program.invariants) {
      if (std::find(names.begin(), names.end(), invariant.name) == names.end()) continue;
      watched.push_back(&invariant);  // even if it does not hold at the start, its term may fail later
      if (holds(invariant, program)) held.push_back(invariant.name);
    }
    all_at_start = held.size() == watched.size();
    Execution execution(program, z, watched);
    const auto first_violated = [&]() -> std::optional<std::string> {
      for (const Violation& violation : execution.violations())
        if (std::find(held.begin(), held.end(), violation.invariant) != held.end()) return violation.invariant;
      return std::nullopt;
    };
    try {
      progress::Task task("frame", progress::AtMost{frames});
      while (execution.frame() < frames && !first_violated()) {
        task.next();
        execution.advance();
      }
    } catch (const RuntimeError& e) {
      error = e;
    }
    violated = first_violated();
  }
};

void count(Counts& counts, const Inspection& inspection, const State& start) {
  const std::size_t entities = live(start).size();
  if (counts.entities.size() <= entities) counts.entities.resize(entities + 1);
  ++counts.entities[entities];
  ++counts.tried;
  counts.errors += inspection.error.has_value();
  counts.violations += inspection.violated.has_value();
  counts.not_at_start += !inspection.all_at_start;
  counts.created += inspection.created;
  counts.undecided += inspection.too_large;
  if (!inspection.verdict) return;
  const Verdict& verdict = *inspection.verdict;
  counts.safe_by_rule += verdict.safe_by_rule();
  counts.safe += verdict.safe();
  counts.deterministic += verdict.in_every_frame(Aspect::Deterministic) == Answer::Yes;
  const Answer confluent = verdict.in_every_frame(Aspect::Confluent);
  counts.confluent += confluent == Answer::Yes;
  counts.not_confluent += confluent == Answer::No;
  const auto unknown = [](const auto& one) { return one.second == Answer::Unknown; };
  counts.undecided +=
      confluent == Answer::Unknown || std::any_of(inspection.more.begin(), inspection.more.end(), unknown);
  counts.idle += verdict.invocations() == 0;
  counts.one_linearization += verdict.invocations() > 0 && verdict.linearizations == "1";
}

std::string about(Aspect aspect, const Inspection& inspection) {
  if (aspect != Aspect::Invariant) return wording(aspect).fails;
  return fmt::format("the invariant {} holds at the start and then fails", *inspection.violated);
}

/// The document with a description and its expectations.
ordered_json finished(const ordered_json& shrunk, Aspect aspect, std::uint64_t number, const Search& search) {
  const Program program = loaded(shrunk);
  const Inspection inspection(program, search, program.frames);
  if (inspection.too_large) throw std::bad_alloc();  // it was not in the search
  return as_finding(shrunk,
                    fmt::format("Found by coreecs fuzz (seed {}, case {}) and shrunk: under {}, {}.", search.seed,
                                number, search.schedule, about(aspect, inspection)),
                    search.schedule, expectation(aspect, inspection.outcome(aspect)), search.limit);
}

ordered_json shrunk(const ordered_json& document, Aspect aspect, const Inspection& found, const Search& search) {
  return reduce(document, Reducible::State, [&](const ordered_json&, const Program& program) {
    return in_ranges(program.start, search.ranges) && hold(search.assumed, program) &&
           Inspection(program, search, program.frames).fails_as(found, aspect);
  });
}

}  // namespace

std::vector<std::string> watched_invariants(const Program& program, const std::string& schedule) {
  const auto expected_to_fail = [&](const std::string& invariant) {
    const std::pair fails(invariant, false);
    return std::any_of(program.expectations.begin(), program.expectations.end(), [&](const Expectation& expected) {
      return expected.schedule == schedule &&
             std::find(expected.invariants.begin(), expected.invariants.end(), fails) != expected.invariants.end();
    });
  };
  std::vector<std::string> watched;
  for (const Invariant& invariant : program.invariants)
    if (!expected_to_fail(invariant.name)) watched.push_back(invariant.name);
  return watched;
}

Findings fuzz(const ordered_json& document, const Search& search, const std::function<bool()>& go_on) {
  const Starts starts(document, search.frames, search.entities, search.ranges);
  Program program = starts.program();
  const StaticReport known = static_report(program, find_schedule(program, search.schedule)->z);
  Findings findings;
  std::vector<Aspect> wanted = search.find;
  const std::uint64_t first = search.only.value_or(search.shard.number - 1);
  const std::uint64_t end = search.only ? *search.only + 1 : search.cases;
  progress::Task cases("case", (std::max(first, end) - first + search.shard.of - 1) / search.shard.of);
  progress::Task found("found", progress::AtMost{wanted.size()});
  for (std::uint64_t j = first; j < end && !wanted.empty(); j += search.shard.of) {
    cases.next();
    if (findings.interrupted || !go_on()) {
      findings.interrupted = true;
      break;
    }
    program.start = starts(Random(search.seed, j), search.assumed);
    std::optional<Inspection> inspection;
    try {
      inspection.emplace(program, search, search.frames, &known);
    } catch (const Interrupted&) {
    }
    if (interrupt::take_back() || !inspection) {  // what was seen of this case may be incomplete
      findings.interrupted = true;
      break;
    }
    count(findings.counts, *inspection, program.start);
    for (const Aspect aspect : std::vector<Aspect>(wanted)) {
      const std::optional<std::uint64_t> frames = inspection->fails_after(aspect, search.frames);
      if (!frames) continue;
      wanted.erase(std::find(wanted.begin(), wanted.end(), aspect));
      found.next();
      ordered_json document_of_case = starts.document(program.start);
      document_of_case["frames"] = *frames;
      const ordered_json smallest =
          shrunk(document_of_case, aspect,
                 *frames == search.frames ? *inspection : Inspection(program, search, *frames), search);
      findings.interrupted = interrupt::take_back() || findings.interrupted;
      findings.found.push_back({aspect, j, finished(smallest, aspect, j, search)});
    }
  }
  return findings;
}

}  // namespace coreecs
