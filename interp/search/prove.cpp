#include "interp/search/prove.hpp"

#include <algorithm>

#include "interp/check/decide/further.hpp"
#include "interp/language/format/tree.hpp"
#include "interp/run/execution.hpp"
#include "interp/search/fuzz.hpp"
#include "interp/search/reduce.hpp"
#include "interp/search/starts.hpp"
#include "interp/views/report/reasons.hpp"

namespace coreecs {

using nlohmann::ordered_json;

namespace {

bool is_not(Aspect about, const Program& program, const std::string& schedule) {
  try {
    if (about == Aspect::Safe) return !check(program, *find_schedule(program, schedule), 1, 0, most_matches).safe();
    return first_frame(about, program, *find_schedule(program, schedule), most_matches) == Answer::No;
  } catch (const RuntimeError&) {
    return false;
  } catch (const fast::TooManyMatches&) {
    return false;
  }
}

/// A smallest program that starts where the schedule is not safe, or what it is about, and these invariants hold.
/// Precondition: it does.
Refutation refutation(Aspect about, ordered_json document, const std::string& schedule,
                      const std::vector<std::string>& given, bool by_search) {
  document["frames"] = 1;
  document.erase("expect");
  ordered_json smallest = reduce(document, Reducible::State, [&](const ordered_json&, const Program& program) {
    return hold(given, program) && is_not(about, program, schedule);
  });
  smallest["expect"] = {{schedule, {{wording(about).key, false}}}};
  Program program = std::get<Program>(load_tree(smallest));
  if (!is_not(about, program, schedule)) throw std::logic_error("a counterexample is none");
  Verdict verdict = check(program, *find_schedule(program, schedule), 1, 0);
  Refutation made{std::move(smallest), std::move(program), std::move(verdict), by_search};
  if (about == Aspect::LostUpdates) made.lost = lost_updates(*made.verdict.of, 1000, true).found.front();
  return made;
}

}  // namespace

std::uint64_t entities_of_proofs(const ordered_json& document) {
  const auto declared = document.find("entities");
  return 8 + (declared == document.end() ? 0 : declared->size());
}

Proof prove(const ordered_json& document, const std::string& schedule, const ProofLimits& limits, std::uint64_t cases,
            const std::vector<std::string>& assumed, Aspect about) {
  const Starts starts(document, 1, entities_of_proofs(document), {});
  const Program& program = starts.program();
  Proof proof{prove_safe(program, find_schedule(program, schedule)->z, limits, assumed, about), {}, program.entities};
  std::vector<std::string> given = proof.report.given();
  given.insert(given.end(), assumed.begin(), assumed.end());  // also those that proofs do not understand
  if (const PairProof* pair = proof.report.refuted()) {
    proof.refutation = refutation(about, starts.document(*pair->counterexample), schedule, given, false);
  } else if (proof.report.answer() == Answer::Unknown && cases > 0 && hold(given, program)) {
    constexpr std::uint64_t most_leaves = 400'000;  // of all cases together
    const std::uint64_t leaves = find_schedule(program, schedule)->z.leaves();
    const Search search{.schedule = schedule,
                        .find = {about},
                        .assumed = given,
                        .limit = 0,
                        .cases = std::min(cases, std::max<std::uint64_t>(most_leaves / leaves, 1))};
    const Findings found = fuzz(document, search, [] { return true; });
    if (!found.found.empty()) proof.refutation = refutation(about, found.found.front().program, schedule, given, true);
  }
  return proof;
}

}  // namespace coreecs
