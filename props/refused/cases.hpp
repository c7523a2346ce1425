/// Programs that must be refused: the files *.cases beside this one. README.md says how they are written.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "interp/base/json/problem.hpp"

namespace coreecs {

/// A problem that must be reported: its place, and phrases that its message contains.
struct ExpectedProblem {
  std::string line;  ///< as it is written
  std::string place;
  std::vector<std::string> phrases;

  [[nodiscard]] bool is(const Problem&) const;
};

/// A document, and the problems that it must be refused with, no others. A base document has none: it is accepted.
struct Refusal {
  std::string name;  ///< "FILE:LINE: case NAME, schema VERDICT", or "FILE:LINE: base"
  std::string document;
  std::vector<ExpectedProblem> problems;
  bool app = false;        ///< an app, and no program
  bool archetype = false;  ///< a program of the archetype calculus
};

/// What a file of cases says, its bases included, in its order.
/// \throws std::runtime_error, with FILE:LINE, where the file is not written as it must be or an edit does not apply.
[[nodiscard]] std::vector<Refusal> refusals(const std::string& text, const std::filesystem::path& file);

/// How loading the document differs from what is expected, in some lines; "" where it does not.
[[nodiscard]] std::string complaint(const Refusal&);

}  // namespace coreecs
