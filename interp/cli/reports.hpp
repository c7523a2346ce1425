/// Support of merge-reports for each kind of report.
#pragma once

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <optional>
#include <variant>

#include "interp/cli/documents.hpp"
#include "interp/cli/io.hpp"
#include "interp/language/format/load.hpp"

namespace coreecs {

/// Reads reports with `read`, and adds them as parts of one search; nothing after problems have been printed.
template <class Report, class Read, class Add>
[[nodiscard]] std::optional<Report> sum_of_reports(const CommandLine& line, const std::vector<std::string>& files,
                                                   const DocumentKind& kind, Read read, Add add) {
  std::optional<Report> sum;
  bool wrong = false;
  for (const std::string& file : files) {
    std::vector<Problem> problems;
    const auto text = read_file(file);
    if (const Problem* unreadable = std::get_if<Problem>(&text)) {
      problems = {*unreadable};
    } else {
      auto result = read(std::get<std::string>(text));
      if (Report* report = std::get_if<Report>(&result)) {
        if (sum)
          problems = add(*sum, *report);
        else
          sum = std::move(*report);
      } else if (is_another_document(line, file, std::get<std::string>(text), kind)) {
        wrong = true;
      } else {
        problems = std::get<std::vector<Problem>>(std::move(result));
      }
    }
    for (const Problem& problem : problems) complain(show(file, problem) + "\n");
    wrong = wrong || !problems.empty();
  }
  return wrong ? std::nullopt : std::move(sum);
}

/// Prints a sum and, as text, the missing shards of the search.
inline void print_sum(const std::string& sum, const std::vector<std::uint64_t>& missing, bool as_json) {
  print(sum);
  if (!missing.empty() && !as_json) print(fmt::format("\nshards that are missing: {}\n", fmt::join(missing, ", ")));
}

}  // namespace coreecs
