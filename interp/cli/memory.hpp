/// How much memory a command may take.
#pragma once

#include <cstdint>
#include <optional>

namespace coreecs {

/// From here on allocations beyond so many bytes throw std::bad_alloc; without a number, beyond three quarters of what
/// the machine has available, its cgroup allows, and the limits of the process leave. What is counted is what may be
/// written to (RLIMIT_DATA), the stacks of threads included. Sanitizers reserve more than any machine has, so what they
/// build is not limited.
void limit_memory(std::optional<std::uint64_t> bytes);

/// That there is not enough: "more than 2 GB of memory are needed; --max-memory allows more".
[[nodiscard]] const char* no_memory();

}  // namespace coreecs
