/// Memory that runs out: allocations that fail, and what operations have to withstand.
#pragma once

#include <doctest/doctest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cstdlib>
#include <new>
#include <optional>
#include <string>

namespace coreecs::memory {

/// The allocations of all threads are counted, and those from `first` to `last` fail.
inline std::atomic<std::uint64_t> allocations = 0, first = 0, last = 0;

/// From now on none fails.
inline void none_fails() { first = last = 0; }

/// While it lives, the k-th allocation from now on fails; or that and all after it.
struct Failing {
  Failing(std::uint64_t k, bool for_good) {
    last = for_good ? UINT64_MAX : allocations + k;
    first = allocations + k;
  }
  ~Failing() { none_fails(); }
  Failing(const Failing&) = delete;
  Failing& operator=(const Failing&) = delete;
};

/// How many allocations of an operation fail at most, one at a time.
constexpr std::uint64_t tries = 100;

/// Calls `operation`, which yields something that can be compared, with one of its allocations failing, and with all
/// that come after failing too: for each of them, or evenly spread where they are many.
template <class Operation>
void withstands(const Operation& operation) {
  const auto expected = operation();
  const std::uint64_t before = allocations;
  REQUIRE(operation() == expected);
  const std::uint64_t total = allocations - before;
  REQUIRE(total > 0);
  for (const bool for_good : {false, true}) {
    CAPTURE(for_good);
    std::uint64_t thrown = 0;
    for (std::uint64_t k = 1; k <= total; k += 1 + total / tries) {
      CAPTURE(k);
      std::optional<std::decay_t<decltype(expected)>> found;
      try {
        const Failing failing(k, for_good);
        found = operation();
      } catch (const std::bad_alloc&) {
        ++thrown;
      }
      if (found) CHECK(*found == expected);
      CHECK(operation() == expected);
    }
    CHECK(thrown > 0);
  }
}

/// As `withstands`, but each time in a process of its own: where the JSON library's destructors find no memory, they
/// end the process, and nothing is known of what was asked.
template <class Operation>
void ends_well(const Operation& operation, std::uint64_t tries = 20) {
  enum Ending { Same, Otherwise, Thrown, Ended };
  const std::string expected = operation();
  const std::uint64_t before = allocations;
  REQUIRE(operation() == expected);
  const std::uint64_t total = allocations - before;
  const auto ending = [&](std::uint64_t k, bool for_good) {
    Ending found = Same;
    try {
      const Failing failing(k, for_good);
      const std::string answered = operation();
      none_fails();
      if (answered != expected) found = Otherwise;
    } catch (const std::bad_alloc&) {
      found = Thrown;
    } catch (const std::exception&) {
      return Otherwise;
    }
    return operation() == expected ? found : Otherwise;
  };
  int endings[] = {0, 0, 0, 0};
  for (const bool for_good : {false, true})
    for (std::uint64_t k = 1; k <= total; k += 1 + total / tries) {
      CAPTURE(for_good);
      CAPTURE(k);
      const pid_t child = fork();
      REQUIRE(child != -1);
      if (child == 0) {
        std::set_terminate([] { std::_Exit(Ended); });
        std::_Exit(ending(k, for_good));
      }
      int status = 0;
      REQUIRE(waitpid(child, &status, 0) == child);
      REQUIRE(WIFEXITED(status));
      CHECK(WEXITSTATUS(status) != Otherwise);
      ++endings[WEXITSTATUS(status)];
    }
  CHECK(endings[Thrown] > 0);
}

}  // namespace coreecs::memory
