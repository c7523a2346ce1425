#include "interp/cli/memory.hpp"

#include <fmt/format.h>
#include <sys/resource.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

namespace coreecs {

namespace {

// Prepared in advance, since it is needed when memory has run out.
std::string not_enough = "more memory is needed than there is";

/// The first number after the word, or the first number; nothing if there is none.
std::optional<std::uint64_t> number_in(const std::filesystem::path& file, const std::string& word = "") {
  std::ifstream in(file);
  std::string found;
  while (!word.empty() && found != word && in >> found) continue;
  std::uint64_t n = 0;
  return in >> n ? std::optional(n) : std::nullopt;
}

/// The lowest limit of the process's cgroup and its ancestors.
std::uint64_t allowed_by_cgroup() {
  std::uint64_t least = RLIM_INFINITY;
  const auto limit = [&](const std::filesystem::path& file) {
    least = std::min(least, number_in(file).value_or(least));
  };
  limit("/sys/fs/cgroup/memory/memory.limit_in_bytes");  // version 1, which shows containers their own
  std::ifstream cgroups("/proc/self/cgroup");
  for (std::string line; std::getline(cgroups, line);) {
    if (line.rfind("0::/", 0) != 0) continue;
    for (std::filesystem::path path = line.substr(4);; path = path.parent_path()) {
      limit("/sys/fs/cgroup" / path / "memory.max");
      if (path.empty()) break;
    }
  }
  return least;
}

std::uint64_t limit_of(int resource) {
  rlimit limit = {};
  return getrlimit(resource, &limit) == 0 ? limit.rlim_cur : RLIM_INFINITY;
}

std::uint64_t available() {
  constexpr std::uint64_t kilobyte = 1024;
  const auto free = number_in("/proc/meminfo", "MemAvailable:");
  return std::min({free ? *free * kilobyte : RLIM_INFINITY, allowed_by_cgroup(), limit_of(RLIMIT_AS)});
}

std::string shown(std::uint64_t bytes) {
  constexpr std::uint64_t megabyte = std::uint64_t{1} << 20, gigabyte = std::uint64_t{1} << 30;
  return bytes < gigabyte ? fmt::format("{} MB", bytes / megabyte)
                          : fmt::format("{:.3g} GB", static_cast<double>(bytes) / static_cast<double>(gigabyte));
}

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define COREECS_UNLIMITED
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || __has_feature(memory_sanitizer)
#define COREECS_UNLIMITED
#endif
#endif
#ifdef COREECS_UNLIMITED
constexpr bool sanitized = true;
#else
constexpr bool sanitized = false;
#endif

}  // namespace

void limit_memory(std::optional<std::uint64_t> bytes) {
  if (sanitized) return;
  rlimit limit = {};
  if (getrlimit(RLIMIT_DATA, &limit) != 0) return;
  limit.rlim_cur =
      std::min<std::uint64_t>(bytes ? *bytes : std::min(limit.rlim_cur, available() / 4 * 3), limit.rlim_max);
  if (limit.rlim_cur == RLIM_INFINITY || setrlimit(RLIMIT_DATA, &limit) != 0) return;
  not_enough = fmt::format("more than {} of memory are needed; --max-memory allows more", shown(limit.rlim_cur));
}

const char* no_memory() { return not_enough.c_str(); }

}  // namespace coreecs
