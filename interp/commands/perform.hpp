/// Performs `run`: frames with the reference, on threads, or with choices by a seed.
#pragma once

#include "interp/cli/programs.hpp"

namespace coreecs {

struct RunOptions {
  Programs programs;
  std::optional<std::uint64_t> frames;
  bool json = false;
  std::string by = "component";
  bool steps = false;  ///< of the reference
  bool last = false;
  std::optional<std::uint64_t> every;
  std::vector<std::string> only;
  bool diff = false;
  std::optional<std::string> replay;
  bool anyway = false;

  std::string executor = "reference", visibility = "snapshot", strategy = "uniform";
  std::optional<std::uint64_t> threads, repeat, seed;
  std::uint64_t depth = 3;
  bool record = false;
  std::optional<std::string> trace;   ///< the output file
  std::optional<std::string> folder;  ///< for tokens
};

/// Runs the program of a file, and prints the requested output. Prints errors.
[[nodiscard]] Status perform(const CommandLine&, const Input&, const std::string& file, const RunOptions&);

}  // namespace coreecs
