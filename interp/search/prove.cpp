#include "interp/search/prove.hpp"

#include <algorithm>

#include "interp/language/format/tree.hpp"
#include "interp/run/execution.hpp"
#include "interp/search/fuzz.hpp"
#include "interp/search/reduce.hpp"
#include "interp/search/starts.hpp"

namespace coreecs {

using nlohmann::ordered_json;

namespace {

/// Entities for counterexamples, beside those that the program declares.
constexpr std::uint64_t most_entities = 8;

bool is_unsafe(const Program& program, const std::string& schedule) {
  try {
    return !check(program, *find_schedule(program, schedule), 1, 0, most_matches).safe();
  } catch (const RuntimeError&) {
    return false;
  } catch (const fast::TooManyMatches&) {
    return false;
  }
}

/// A smallest program that starts where the schedule is not safe, and these invariants hold. Precondition: it does.
Refutation refutation(ordered_json document, const std::string& schedule, const std::vector<std::string>& given,
                      bool by_search) {
  document["frames"] = 1;
  document.erase("expect");
  ordered_json smallest = reduce(document, Reducible::State, [&](const ordered_json&, const Program& program) {
    return hold(given, program) && is_unsafe(program, schedule);
  });
  smallest["expect"] = {{schedule, {{"safe", false}}}};
  Program program = std::get<Program>(load_tree(smallest));
  Verdict verdict = check(program, *find_schedule(program, schedule), 1, 0);
  if (verdict.safe()) throw std::logic_error("a counterexample is safe");
  return {std::move(smallest), std::move(program), std::move(verdict), by_search};
}

}  // namespace

Proof prove(const ordered_json& document, const std::string& schedule, const ProofLimits& limits, std::uint64_t cases,
            const std::vector<std::string>& assumed) {
  const Starts starts(document, 1, most_entities, {});
  const Program& program = starts.program();
  Proof proof{prove_safe(program, find_schedule(program, schedule)->z, limits, assumed), {}, program.entities};
  const std::vector<std::string> given = proof.report.given();
  if (const PairProof* pair = proof.report.refuted()) {
    proof.refutation = refutation(starts.document(*pair->counterexample), schedule, given, false);
  } else if (proof.report.safe() == Answer::Unknown && cases > 0) {
    constexpr std::uint64_t most_leaves = 400'000;  // of all cases together
    const std::uint64_t leaves = find_schedule(program, schedule)->z.leaves();
    const Search search{.schedule = schedule,
                        .find = {Aspect::Safe},
                        .assumed = given,
                        .limit = 0,
                        .cases = std::min(cases, std::max<std::uint64_t>(most_leaves / leaves, 1))};
    const Findings found = fuzz(document, search, [] { return true; });
    if (!found.found.empty()) proof.refutation = refutation(found.found.front().program, schedule, given, true);
  }
  return proof;
}

}  // namespace coreecs
