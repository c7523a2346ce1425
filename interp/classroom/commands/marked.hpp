/// The output of the command mark, as text, CSV and JSON.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "interp/base/json/writer.hpp"
#include "interp/classroom/mark/mark.hpp"

namespace coreecs {

/// A hand-in that was marked.
struct Marked {
  std::string file;
  std::uint64_t points = 0;
  std::vector<std::string> problems;  ///< why it was not marked, or not completely
  std::vector<std::string> ignored;   ///< JSON Pointers of changes that do not count
  bool unchanged = false;
  std::string answer;              ///< a digest of what it may change; "" if it cannot be read
  std::vector<Response> outcomes;  ///< one for each question
};

/// Hand-ins with one answer, in their order, each group of two or more. Those that are as given do not count. Cost:
/// n log n.
[[nodiscard]] std::vector<std::vector<const Marked*>> identical(const std::vector<Marked>& all);

/// A few lines on one hand-in, and those at the end on all.
[[nodiscard]] std::string text(const Assignment& task, const Marked& marked);
[[nodiscard]] std::string summary(const Assignment& task, const std::vector<Marked>& all);
/// A table for spreadsheets (RFC 4180): a row for each hand-in. A field that would begin like a formula has a ' before
/// it.
[[nodiscard]] std::string csv(const Assignment& task, const std::vector<Marked>& all);
void write(JsonWriter& out, const std::string& exercise, const Assignment& task, const std::vector<Marked>& all);

}  // namespace coreecs
