/// The questions, each as a function from a program to a JSON document.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <stdexcept>
#include <string>
#include <vector>

#include "interp/check/decide/check.hpp"

namespace coreecs {

/// There is no answer, for this reason.
struct Unanswered : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// A program, its text, and what is asked about it.
struct Asked {
  const std::string& text;
  const Program& program;
  const NamedSchedule& schedule;
  std::uint64_t frames = 1;
  std::size_t limit = 100'000;

  // For some questions only
  std::uint64_t frame = 1, seed = 1, runs = 1000, cases = 200;
  std::vector<std::size_t> order = {};
  std::string verdict = "confluent";
};

[[nodiscard]] std::string look(const Asked&);
[[nodiscard]] std::string report(const Asked&);
[[nodiscard]] std::string check_document(const Asked&, bool with_suggestions);
[[nodiscard]] std::string tests(const Asked&);
[[nodiscard]] std::string reordered(const Asked&);
[[nodiscard]] std::string samples(const Asked&);
[[nodiscard]] std::string smaller(const Asked&);
[[nodiscard]] std::string other_starts(const Asked&);

}  // namespace coreecs
