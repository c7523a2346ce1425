/// Programs that must be refused: the files *.cases beside this one. README.md says how they are written.
#pragma once

#include <filesystem>
#include <string>
#include <variant>
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
};

/// What a file of cases says, its bases included, in its order.
/// \throws std::runtime_error, with FILE:LINE, where the file is not written as it must be or an edit does not apply.
[[nodiscard]] std::vector<Refusal> refusals(const std::string& text, const std::filesystem::path& file);

/// How a document is loaded: what is wrong with it.
using Loading = std::vector<Problem> (*)(const std::string& document);
template <class Loaded>
[[nodiscard]] std::vector<Problem> problems_of(const Loaded& result) {
  const auto* problems = std::get_if<std::vector<Problem>>(&result);
  return problems ? *problems : std::vector<Problem>{};
}
/// Of a program of Core ECS.
[[nodiscard]] std::vector<Problem> problems_of_program(const std::string& document);

/// How loading the document differs from what is expected, in some lines; "" where it does not.
[[nodiscard]] std::string complaint(const Refusal&, Loading = problems_of_program);
/// Checks each case of the files in a folder; the number of damaged documents.
std::size_t check_refusals(const std::string& folder, Loading = problems_of_program);

}  // namespace coreecs
