#include "interp/search/shrink.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "interp/base/progress.hpp"
#include "interp/check/decide/further.hpp"
#include "interp/language/format/tree.hpp"
#include "interp/language/notation/notation.hpp"
#include "interp/run/execution.hpp"
#include "interp/search/expect.hpp"
#include "interp/search/reduce.hpp"
#include "interp/views/report/reasons.hpp"

namespace coreecs {

using nlohmann::ordered_json;

namespace {

Outcome first_violation(const Program& program, Execution& execution) {
  progress::Task frames("frame", progress::AtMost{program.frames});
  while (execution.frame() < program.frames && execution.violations().empty()) {
    frames.next();
    execution.advance();
  }
  if (execution.violations().empty()) return {};
  return {Answer::No, execution.violations().front().invariant};
}

Outcome first_error(const Program& program, Execution& execution) {
  try {
    execution.advance_to(program.frames);
  } catch (const RuntimeError& error) {
    return failure(error);
  }
  return {};
}

/// The location of the race for which a verdict is no.
std::optional<Location> location(const Verdict& verdict, Aspect aspect) {
  for (const Reason* because : {&verdict.because[aspect], &verdict.because.deterministic})
    if (because->answer == Answer::No && because->race) return because->race->l;
  return std::nullopt;
}

}  // namespace

Outcome failure(const RuntimeError& error) {
  return {Answer::No, error.what(), error.pointer, error.invariant ? error.system : ""};
}

ordered_json expectation(Aspect aspect, const Outcome& found) {
  if (aspect == Aspect::Error) {
    const std::string place = found.pointer.empty() ? "" : found.pointer + ": ";  // empty in C++
    ordered_json expected = {{"error", fmt::format("{}run-time error: {}", place, found.detail)}};
    if (!found.invariant.empty()) expected["invariants"] = {{found.invariant, true}};  // so that it is evaluated
    return expected;
  }
  if (aspect == Aspect::Invariant) return {{"invariants", {{found.detail, false}}}};
  return {{wording(aspect).key, false}};
}

Outcome outcome(const Program& program, const std::string& schedule, Aspect aspect, std::size_t limit) {
  const auto& z = *find_schedule(program, schedule);
  const bool watches = aspect == Aspect::Invariant || aspect == Aspect::Error;  // a term of one may fail
  Execution execution(program, z, watches ? all_invariants(program) : std::vector<const Invariant*>());
  execution.allow_matches(1'000'000);
  try {
    if (aspect == Aspect::Invariant) return first_violation(program, execution);
    if (aspect == Aspect::Error) return first_error(program, execution);
    if (aspect == Aspect::SafeByRule || aspect == Aspect::Safe) limit = 0;  // nothing has to be explored
    execution.advance_to(program.frames);
    if (is_further(aspect)) return {further(aspect, program, z, program.frames, limit)};
    const Verdict verdict = check(program, z, program.frames, limit);
    Outcome out{decision(verdict, aspect)};
    out.lost = lost(verdict.lost, aspect).frame;
    if (const std::optional<Location> l = location(verdict, aspect); l && out.holds == Answer::No)
      Notation{program.schema, names(program, *verdict.of)}.location(out.location, *l);
    return out;
  } catch (const fast::TooManyMatches&) {
    return {Answer::Unknown, "a query vector has more than 1000000 matches"};
  }
}

ordered_json shrink(const ordered_json& document, const std::string& schedule, Aspect aspect, const Outcome& found,
                    std::size_t limit, const Keep& keep) {
  const auto asked_the_same = [&](const ordered_json& smaller) {
    const auto invariant = ordered_json::json_pointer("/invariants") / found.detail;
    return aspect != Aspect::Invariant ||
           (smaller.contains(invariant) && smaller.at(invariant) == document.at(invariant));
  };
  const ordered_json& z = document.at("schedules").at(schedule);
  const ordered_json smallest =
      reduce(document, Reducible::Everything, [&](const ordered_json& smaller, const Program& program) {
        if (!asked_the_same(smaller)) return false;
        if (keep.systems && smaller.at("systems") != document.at("systems")) return false;
        if (keep.schedule && smaller.at("schedules").value(schedule, ordered_json()) != z) return false;
        if (std::none_of(program.schedules.begin(), program.schedules.end(),
                         [&](const NamedSchedule& z) { return z.name == schedule; }))
          return false;
        try {
          const Outcome now = outcome(program, schedule, aspect, limit);
          return now.holds == Answer::No && now.detail == found.detail &&
                 (!keep.location || now.location == found.location);
        } catch (const RuntimeError&) {
          return false;
        }
      });
  interrupt::take_back();  // so that the result can be printed
  const Program program = std::get<Program>(load_tree(smallest));
  return as_finding(smallest, fmt::format("Reduced by coreecs shrink: under {}, {}.", schedule, wording(aspect).fails),
                    schedule, expectation(aspect, outcome(program, schedule, aspect, limit)), limit);
}

ordered_json as_finding(const ordered_json& document, const std::string& about, const std::string& schedule,
                        const ordered_json& expected, std::size_t limit) {
  ordered_json finding = ordered_json::object();
  if (document.contains("name")) finding["name"] = document["name"];
  finding["about"] = about;
  for (auto member = document.begin(); member != document.end(); ++member)
    if (member.key() != "name" && member.key() != "about" && member.key() != "$schema" && member.key() != "expect")
      finding[member.key()] = *member;
  finding["expect"] = {{schedule, expected}};
  const Program program = std::get<Program>(load_tree(finding));
  if (const auto wrong = differences(program, program.expectations.front(), limit); !wrong.empty())
    throw std::logic_error("a finding does not do what it expects: " + wrong.front());
  return finding;
}

}  // namespace coreecs
