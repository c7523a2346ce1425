#include "interp/check/prove/solver.hpp"

#include <algorithm>
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

}  // namespace coreecs::symbolic
