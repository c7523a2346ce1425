#include "interp/archetypes/archetype/judge.hpp"

#include <algorithm>

#include "interp/archetypes/archetype/expectation.hpp"
#include "interp/base/json/problem.hpp"

namespace coreecs::archetype {

namespace {

/// Finds the systems that a run never called because one of their archetypes had no entities.
class Uncalled {
 public:
  void look_at(const State& w) {
    for (const auto& table : w.H.tables()) filled_.insert(table.first);
    const System* s = w.fr.empty() ? nullptr : std::get_if<System>(&w.fr.steps().front());
    if (!s) return;
    for (const Leaf& leaf : leaves(*s))
      for (const AType& A : leaf.function->A) ran_.emplace(leaf.system->name(), A);
  }

  [[nodiscard]] std::vector<Unmatched> found(const Heap& start) const {
    std::vector<Unmatched> out;
    for (const auto& [system, A] : ran_) {
      if (filled_.contains(A)) continue;
      Unmatched one{system, A, {}};
      for (const auto& table : start.tables())
        if (std::includes(table.first.begin(), table.first.end(), A.begin(), A.end()))
          one.larger.push_back(table.first);
      out.push_back(std::move(one));
    }
    return out;
  }

 private:
  std::set<AType> filled_;
  std::set<std::pair<std::string, AType>> ran_;
};

/// Finds the first refutation of each claim.
class Claims {
 public:
  Claims(const Program& program, const Environment& env, Verdict& verdict)
      : program_(program), env_(env), verdict_(verdict) {}

  void look_at(const State& w, std::uint64_t frame) {
    note(Claim::Invariants, frame, w.fr.done(), [&] { return refute_invariants(w); });
    note(Claim::NoResidualConflict, frame, w.fr.done(), [&] { return refute_no_residual_conflict(w, env_); });
    note(Claim::Progress, frame, w.fr.done(), [&] { return refute_progress(w, program_.schema, env_); });
    note(Claim::Preservation, frame, w.fr.done(), [&] { return refute_preservation(w, program_.schema, env_); });
    // A run is deterministic: if a frame finishes from its start, it finishes from each of its states.
    if (w.fr.done() == 0) ends_ = verdict_.refuted[static_cast<std::size_t>(Claim::Soundness)] || comes_to_its_end(w);
    if (!ends_) note(Claim::Soundness, frame, w.fr.done(), [&] { return refute_soundness(w, program_.schema, env_); });
  }

 private:
  [[nodiscard]] bool comes_to_its_end(const State& w) const {
    const End end = archetype::run(w, env_);
    return !end.stuck && end.w.q.empty();
  }

  template <class Refute>
  void note(Claim claim, std::uint64_t frame, std::size_t step, const Refute& refute) {
    std::optional<Refuted>& refuted = verdict_.refuted[static_cast<std::size_t>(claim)];
    if (refuted) return;
    if (std::optional<Refutation> refutation = refute()) refuted = Refuted{*std::move(refutation), frame, step};
  }

  const Program& program_;
  const Environment& env_;
  Verdict& verdict_;
  bool ends_ = false;  // whether this frame finishes
};

}  // namespace

bool Verdict::good() const {
  return well_typed() && !outcome.failure &&
         std::none_of(refuted.begin(), refuted.end(), [](const auto& one) { return one.has_value(); });
}

Verdict judge(const Program& program, RuleSet set, std::uint64_t frames) {
  const Environment env{.rules = rules(set)};
  Verdict verdict{
      .rules = set, .findings = findings(program, rules(set)), .outcome = {}, .frames = frames, .refuted = {}};
  Claims claims(program, env, verdict);
  Uncalled uncalled;
  verdict.outcome = run(program, env, frames, {}, [&](const Stepped& step) {
    uncalled.look_at(step.before);
    claims.look_at(step.before, step.frame);
    if (!step.after.fr.empty()) return;
    uncalled.look_at(step.after);
    claims.look_at(step.after, step.frame);
  });
  if (verdict.outcome.failure) claims.look_at(verdict.outcome.w, verdict.outcome.failure->frame);
  verdict.unmatched = uncalled.found(program.start);
  return verdict;
}

namespace {

std::string in_words(bool b) { return b ? "true" : "false"; }

std::string in_words(const std::vector<std::string>& words) {
  std::string out = "[";
  for (const std::string& word : words) out += (out.size() > 1 ? ", " : "") + in_quotes(word);
  return out + "]";
}
std::string in_words(const std::string& word) { return word.empty() ? "nothing" : in_quotes(word); }

/// Adds a line if the found value differs from the expected one.
template <class T>
void compare(std::vector<std::string>& out, const char* key, const std::optional<T>& expected, const T& found) {
  if (expected && *expected != found)
    out.push_back(std::string(key) + ": expected " + in_words(*expected) + ", found " + in_words(found));
}

/// Whether two heaps have the same entities in the same tables, with the same components. Components left behind
/// outside tables (A11) do not count.
bool same_tables(const Heap& H, const Heap& other, const Schema& schema) {
  const auto filled = [](const Heap& heap) {
    std::map<AType, Heap::Entities> out;
    for (const auto& [A, table] : heap.tables())
      if (table.size() > 0) out.emplace(A, table);
    return out;
  };
  if (filled(H) != filled(other)) return false;
  for (const auto& [A, table] : H.tables())
    for (const auto& entry : table)
      for (Label C = 0; C < schema.size(); ++C) {
        const Value *here = H.at(entry.first, C), *there = other.at(entry.first, C);
        if (!here != !there || (here && *here != *there)) return false;
      }
  return true;
}

}  // namespace

std::vector<std::string> differences(const Program& program, const Expectation& expected, std::uint64_t frames) {
  const Verdict verdict = judge(program, expected.rules, frames);
  std::vector<std::string> out, conflicts, refuted;
  compare(out, "well_typed", expected.well_typed, verdict.well_typed());
  const auto wrong = std::find_if(verdict.findings.begin(), verdict.findings.end(),
                                  [&](const Finding& f) { return expected.ill_typed == f.rule; });
  compare(out, "ill_typed", expected.ill_typed,
          verdict.findings.empty()          ? std::string()
          : wrong == verdict.findings.end() ? verdict.findings.front().rule
                                            : wrong->rule);
  compare(out, "runs", expected.runs, !verdict.outcome.failure);
  compare(out, "stuck", expected.stuck, verdict.outcome.failure ? verdict.outcome.failure->stuck.rule : std::string());
  for (const auto& [name, kind] : {std::pair(conflict_names()[0], Finding::Kind::Concurrent),
                                   std::pair(conflict_names()[1], Finding::Kind::Residual)})
    if (std::any_of(verdict.findings.begin(), verdict.findings.end(),
                    [k = kind](const Finding& f) { return f.kind == k; }))
      conflicts.emplace_back(name);
  compare(out, "conflicts", expected.conflicts, conflicts);
  for (std::size_t k = 0; k < verdict.refuted.size(); ++k)
    if (verdict.refuted[k]) refuted.emplace_back(claim_names()[k]);
  compare(out, "refuted", expected.refuted, refuted);
  if (expected.final && !verdict.outcome.failure && !same_tables(*expected.final, verdict.outcome.w.H, program.schema))
    out.emplace_back("final: the state after the last frame is another one; coreecs run prints it");
  if (expected.final && verdict.outcome.failure) out.emplace_back("final: the run is stuck before");
  return out;
}

}  // namespace coreecs::archetype
