/// [compare] Whether one schedule of a program does what another does: is the parallel one after each frame in the
/// state of the sequential one?
#pragma once

#include <functional>
#include <nlohmann/json_fwd.hpp>

#include "interp/check/decide/check.hpp"
#include "interp/run/execution.hpp"
#include "interp/search/difference.hpp"

namespace coreecs {

/// A place where two schedules leave different values, and the last invocation that wrote there in that frame.
struct Parting {
  Difference at;                          ///< `expected` is what the reference leaves
  std::optional<Performed> by, by_other;  ///< of the reference, and of the other
};

struct Comparison {
  /// Whether every run of the other schedule ends like the reference run of the first one, up to a renaming.
  Answer same = Answer::Yes;
  std::uint64_t frames = 0;
  /// The first frame after which their reference runs differ, and where; at the end they may be equal again.
  std::optional<std::uint64_t> parted = {};
  std::vector<Parting> places = {};
  /// Whether their reference runs end in the same state.
  Answer ends = Answer::Yes;
  std::vector<Difference> at_end = {};
  /// The error of the reference run of the other one, if it fails.
  std::optional<RuntimeError> error = {};
  /// The verdict on the other one, if everything depends on it: the reference runs end in the same state.
  std::optional<Verdict> verdict = {};
  /// Whether after each frame every run of the other schedule is in the state of the reference run of the first one, up
  /// to a renaming.
  [[nodiscard]] Answer in_every_frame() const;
  /// A run of it that ends differently, and where.
  std::optional<Ending> otherwise = {};
};

/// Compares two schedules of a program over this many frames. Created entities get names, those of the reference first,
/// from `reference`: an execution of the first schedule before its first frame, which must outlive the result. Throws
/// what the reference run of the first schedule throws, and fast::TooManyMatches with `most`. Cost: that of the
/// reference runs twice, and that of check with this limit if they end in the same state.
[[nodiscard]] Comparison compare(const Program& program, const NamedSchedule& first, const NamedSchedule& other,
                                 std::uint64_t frames, std::size_t limit, Execution& reference,
                                 std::size_t most = std::numeric_limits<std::size_t>::max());

/// Why `same` is the answer, in a word: "error" (the reference run of the other one fails), "ends", "confluent",
/// "not_confluent" or "limit".
[[nodiscard]] const char* because(const Comparison&);

/// Performs this many frames. Returns the error, if that fails.
[[nodiscard]] std::optional<RuntimeError> failure(Execution& run, std::uint64_t frames);

/// A start from which two schedules of a document's program differ after some frame, as small as possible.
struct DifferingStart {
  std::uint64_t number = 0;  ///< of the case
  std::string program;       ///< that starts there, as a document
  std::string why;           ///< `because` of the comparison; "frames" if the ends are equal
};

struct CompareSearch {
  std::string first, other;
  std::uint64_t frames = 1;
  std::uint64_t entities = 6;
  std::vector<Range> ranges = {};
  std::vector<std::string> assumed = {};  ///< invariants that hold at each start, as at the program's own
  std::size_t limit = 1000;
  std::uint64_t seed = 1;
  std::uint64_t cases = 1000;
};

struct ComparedStarts {
  std::uint64_t tried = 0, same = 0, undecided = 0;
  std::uint64_t errors = 0;   ///< the reference run of the first failed, so there is nothing to compare with
  std::uint64_t of_both = 0;  ///< of these, that of the other one failed, too
  std::optional<DifferingStart> found = {};
  bool interrupted = false;
};

/// Compares them at random starts, those of `fuzz`, until it finds one from which they differ after some frame. Calls
/// go_on before each case.
[[nodiscard]] ComparedStarts compare_starts(const nlohmann::ordered_json& document, const CompareSearch&,
                                            const std::function<bool()>& go_on);

}  // namespace coreecs
