/// Limits the memory of a command.
#pragma once

#include <cstdint>
#include <optional>

namespace coreecs {

/// From now on, allocations beyond this many bytes throw std::bad_alloc. The default is three quarters of the smallest
/// of: the machine's available memory, its cgroup's limit, and the limits of the process. Writable memory counts
/// (RLIMIT_DATA), including the stacks of threads. Sanitizers reserve more than any machine has, so their builds are
/// not limited.
void limit_memory(std::optional<std::uint64_t> bytes);

/// The message for a lack of memory: "more than 2 GB of memory are needed; --max-memory allows more".
[[nodiscard]] const char* no_memory();

}  // namespace coreecs
