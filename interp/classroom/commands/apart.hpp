/// Computations in processes of their own, which cannot harm the caller.
#pragma once

#include <chrono>
#include <functional>
#include <string>
#include <string_view>

namespace coreecs {

/// What became of a computation apart.
struct Apart {
  enum class End {
    Done,
    Late,       ///< it took too long, or passed too much
    NoMemory,   ///< it needed more memory than it may
    Failed,     ///< an exception, or a crash
    Interrupt,  ///< a signal to the caller
  };
  End end = End::Done;
  std::string output;  ///< all that it passed to the caller until then
};

/// Passes text to the caller.
using Tell = std::function<void(std::string_view)>;

/// Runs `work` in a child process, for at most this time and with at most `memory` bytes. What it does to the memory of
/// this process is lost; only the output remains. `most` bounds the length of that. Throws std::system_error if no
/// process can be made. Cost: a millisecond more than that of `work`.
[[nodiscard]] Apart run_apart(const std::function<void(const Tell&)>& work, std::chrono::milliseconds within,
                              std::uint64_t memory, std::size_t most);

}  // namespace coreecs
