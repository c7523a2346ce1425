#include "interp/search/expect.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "interp/check/decide/further.hpp"
#include "interp/fast/renaming.hpp"
#include "interp/language/notation/notation.hpp"
#include "interp/run/execution.hpp"
#include "interp/search/difference.hpp"
#include "interp/views/report/reasons.hpp"

namespace coreecs {

Answer decision(const Verdict& verdict, Aspect aspect) {
  const Reason& because = verdict.because[aspect];
  if (because.cut == Cut::Memory) throw std::bad_alloc();
  if (because.cut == Cut::Interrupt) throw Interrupted();
  return because.answer;
}

namespace {

void compare(std::vector<std::string>& differences, Aspect aspect, std::optional<bool> expected,
             const std::function<Answer()>& ask) {
  if (!expected) return;
  const Answer found = ask();
  if (found == answer(*expected)) return;
  differences.push_back(fmt::format("{}: expected {}, found {}", wording(aspect).key, *expected,
                                    found == Answer::Unknown ? "undecided"
                                    : found == Answer::Yes   ? "true"
                                                             : "false"));
}

void compare_final(std::vector<std::string>& found, const Schema& schema, const State& wanted, const State& actual,
                   const Names& names) {
  const Answer alike = fast::equal_up_to_renaming(wanted, actual);
  if (alike == Answer::Yes) return;
  const std::vector<Difference> all = differences(wanted, actual, names);
  for (const Difference& one : all)
    found.push_back("final: expected " + shown(one.expected, {schema, names}) + ", found " +
                    shown(one.found, {schema, names}));
  if (alike == Answer::Unknown && !all.empty())
    found.push_back("final: other ways to match created entities were not tried");
}

/// The invariants that an expectation mentions.
std::vector<const Invariant*> watched(const Program& program, const Expectation& expected) {
  std::vector<const Invariant*> watched;
  for (const Invariant& invariant : program.invariants)
    if (std::any_of(expected.invariants.begin(), expected.invariants.end(),
                    [&](const auto& fact) { return fact.first == invariant.name; }))
      watched.push_back(&invariant);
  return watched;
}

void compare_invariants(std::vector<std::string>& differences, const Expectation& expected,
                        const Execution& execution) {
  for (const auto& [name, holds] : expected.invariants) {
    const Violation* failed = nullptr;
    for (const Violation& violation : execution.violations())
      if (violation.invariant == name) failed = &violation;
    if (holds && failed)
      differences.push_back(fmt::format("invariant {}: expected that it holds, found that it {}", name,
                                        show(*failed, execution.names())));
    if (!holds && !failed)
      differences.push_back(fmt::format("invariant {}: expected that it fails, found that it holds", name));
  }
}

}  // namespace

std::vector<std::string> differences(const Program& program, const Expectation& expected, std::size_t limit) {
  std::vector<std::string> found;
  const auto* schedule = find_schedule(program, expected.schedule);
  Execution execution(program, *schedule, watched(program, expected));
  try {
    execution.advance_to(program.frames);
    const bool verdicts = expected.safe_by_rule || expected.safe || expected.deterministic || expected.confluent ||
                          expected.invocations || expected.linearizations;
    if (verdicts) {
      const Verdict verdict = check(program, *schedule, program.frames, limit);
      for (const auto& [aspect, expects] :
           {std::pair(Aspect::SafeByRule, expected.safe_by_rule), std::pair(Aspect::Safe, expected.safe),
            std::pair(Aspect::Deterministic, expected.deterministic), std::pair(Aspect::Confluent, expected.confluent)})
        compare(found, aspect, expects, [&, aspect = aspect] { return decision(verdict, aspect); });
      if (expected.invocations && *expected.invocations != verdict.invocations())
        found.push_back(
            fmt::format("invocations: expected {}, found {}", *expected.invocations, verdict.invocations()));
      if (expected.linearizations && *expected.linearizations != verdict.linearizations)
        found.push_back(
            fmt::format("linearizations: expected {}, found {}", *expected.linearizations, verdict.linearizations));
    }
    for (const auto& [aspect, expects] : {std::pair(Aspect::LostUpdates, expected.no_lost_updates),
                                          std::pair(Aspect::MatchOrder, expected.any_match_order),
                                          std::pair(Aspect::SharedState, expected.shared_visibility)})
      compare(found, aspect, expects,
              [&, aspect = aspect] { return further(aspect, program, *schedule, program.frames, limit); });
    compare_invariants(found, expected, execution);
    if (expected.error)
      found.push_back(fmt::format("error: expected a run-time error with \"{}\", found none", *expected.error));
    if (expected.final) compare_final(found, program.schema, *expected.final, execution.state(), execution.names());
  } catch (const RuntimeError& error) {
    const std::string message = show("", error, execution.names()).substr(1);
    if (!expected.error)
      found.push_back("expected no run-time error, found " + message.substr(0, message.size() - 1));
    else if (message.find(*expected.error) == std::string::npos)
      found.push_back(fmt::format("error: expected one with \"{}\", found {}", *expected.error,
                                  message.substr(0, message.size() - 1)));
  }
  return found;
}

}  // namespace coreecs
