#include "interp/check/prove/question.hpp"

#include <algorithm>
#include <cstdint>
#if defined(__linux__) && defined(__GLIBC__)
#include <sys/mman.h>

#include <cstdlib>
#endif

#include "interp/base/interrupt.hpp"

namespace coreecs::symbolic {

/// The first block comes from mmap. After it is freed, malloc takes blocks of that size from its heap, and keeps them
/// there: the second one, and then the tables.
HugePages::HugePages() {
#if defined(__linux__) && defined(__GLIBC__)
  constexpr std::size_t size = std::size_t{22} << 20, page = std::size_t{2} << 20;
  for (int round = 0; round < 2; ++round) {
    void* block = std::malloc(size);
    if (!block) return;
    const std::size_t before = (page - reinterpret_cast<std::uintptr_t>(block) % page) % page;
    if (round == 1) (void)madvise(static_cast<char*>(block) + before, (size - before) / page * page, MADV_HUGEPAGE);
    std::free(block);
  }
#endif
}

Solver::Solver(z3::context& z3, std::uint64_t each_query, std::uint64_t all_queries)
    : z3_(z3), each_query_(each_query), all_queries_(all_queries) {}

z3::solver Solver::with(const std::vector<z3::expr>& formulas) const {
  z3::solver solver(z3_, z3::solver::simple());
  for (const z3::expr& formula : formulas) solver.add(formula);
  return solver;
}

namespace {

/// The steps that the solver counts over the whole context.
std::uint64_t counted(const z3::solver& solver) {
  const z3::stats statistics = solver.statistics();
  for (unsigned k = 0; k < statistics.size(); ++k)
    if (statistics.key(k) == "rlimit count") return statistics.uint_value(k);
  return 0;
}

}  // namespace

Solver::Found Solver::ask(z3::solver& solver, const z3::expr_vector& also) {
  interrupt::poll();
  if (is_exhausted()) return Found::Stopped;
  z3::params settings(z3_);
  constexpr std::uint64_t most = UINT32_MAX;
  settings.set("rlimit", static_cast<unsigned>(std::min({each_query_, all_queries_ - steps_, most})));
  settings.set("random_seed", 0U);
  settings.set("ctrl_c", false);
  solver.set(settings);
  const std::uint64_t before = counted(solver);
  const z3::check_result found = solver.check(also);
  const std::uint64_t after = counted(solver);
  steps_ += after >= before ? after - before : after;
  if (found == z3::unsat) return Found::None;
  return found == z3::sat ? Found::Model : Found::Stopped;
}

namespace {

/// Assuming an invariant may observe further entities, of which it holds, too.
void assume_all(Encoding& to, const Hypotheses& hypotheses, SymbolicState& c) {
  for (int round = 0; round < 2; ++round)
    for (const InvariantTerm* invariant : hypotheses) assume_at(to, *invariant, c);
}

}  // namespace

FrameQuestion::FrameQuestion(z3::context& z3, const Subject& of, Precision known, const InvariantTerm& invariant)
    : to(z3, of.program, known.reals),
      schedule(to, of.z, of.leaves, known.earlier, known.steps),
      violated(violation_at(to, invariant, schedule.end())) {
  assume_all(to, of.hypotheses, schedule.start());
}

Question::Question(z3::context& z3, const Subject& of, Precision known, Leaf left, Leaf right)
    : to(z3, of.program, known.reals), schedule(to, of.z, of.leaves, known.earlier, known.steps) {
  const SymbolicSchedule::Invocation u = schedule.invocation(schedule.leaves()[left]);
  const SymbolicSchedule::Invocation v = schedule.invocation(schedule.leaves()[right]);
  if (left == right) {
    std::vector<z3::expr> differ;
    for (std::size_t j = 0; j < u.entities.size(); ++j) differ.push_back(u.entities[j] != v.entities[j]);
    to.assume(to.any(differ));
  }
  note_conflicts(u.does, v.does);
  assume_all(to, of.hypotheses, schedule.start());
  std::vector<z3::expr> created = u.does.created;
  created.insert(created.end(), v.does.created.begin(), v.does.created.end());
  distinguish_created(created);
}

/// The entity of a ν is that of its occurrence (D3): no other ν has it, and neither invocation has observed it.
void Question::distinguish_created(const std::vector<z3::expr>& created) {
  std::vector<z3::expr> others = to.observed();
  for (const auto& [number, literal] : to.literals()) others.push_back(literal);
  for (std::size_t k = 0; k < created.size(); ++k) {
    for (const z3::expr& other : others) to.assume(created[k] != other);
    for (std::size_t j = 0; j < k; ++j) to.assume(created[k] != created[j]);
  }
}

/// Where both write to one location, and the last write of each leaves something else.
void Question::note_conflicts(const SymbolicInvocation& u, const SymbolicInvocation& v) {
  for (const SymbolicWrite& write : u.writes)
    for (const LastWrite& of_u : last_writes(to, u.writes, write.i, write.e)) {
      if (of_u.write != &write) continue;
      for (const LastWrite& of_v : last_writes(to, v.writes, write.i, write.e)) {
        const auto &k = write.k, &k2 = of_v.write->k;
        if (!k && !k2) continue;
        const z3::expr differ = k && k2 ? !to.identical(*k, *k2) : to.truth(true);
        const z3::expr conflict = to.all({of_u.condition, of_v.condition, differ});
        if (!conflict.is_false()) conflicts.push_back(conflict);
      }
    }
}

}  // namespace coreecs::symbolic
