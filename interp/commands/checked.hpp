/// Results of `check` for all schedules: as text, as JSON, and for tools that read test reports (JUnit) and code
/// reports (SARIF).
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "interp/base/answer.hpp"
#include "interp/base/json/problem.hpp"
#include "interp/check/record/certify.hpp"
#include "interp/cli/io.hpp"

namespace coreecs {

struct Checked {
  std::string file, schedule;             ///< no schedule if the file has none to check
  std::optional<TextPosition> at = {};    ///< the place of the schedule in the file
  Answer holds = Answer::Unknown;         ///< the required verdict
  std::string text = {};                  ///< the output of `check`
  std::optional<std::string> error = {};  ///< the reference run fails, or the file has no schedule to check
};

/// A test for each; `required` names the verdict: "confluent".
[[nodiscard]] std::string junit(const std::vector<Checked>&, const std::string& required);
/// A result for each that does not have the required verdict.
[[nodiscard]] std::string sarif(const std::vector<Checked>&, const std::string& required);

/// The place of the schedule of this name in a program's text, if it is found.
[[nodiscard]] std::optional<TextPosition> position_of(const std::string& schedule, const std::string& text);

/// The output for all schedules: printed at once, or collected until the end.
class Printed {
 public:
  /// `required` is the key of a verdict: "safe_by_rule". With `is_list`, documents are members of one list.
  Printed(std::string format, std::string required, bool as_json, bool is_list)
      : format_(std::move(format)), required_(std::move(required)), as_json_(as_json), is_list_(is_list) {}

  [[nodiscard]] bool collects() const { return format_ == "junit" || format_ == "sarif"; }
  /// Prints the text or document of a schedule. Precondition: it does not collect.
  void add(const std::string& out);
  void add(Checked one) { collected_.push_back(std::move(one)); }
  /// Adds those of these files without any result. Their problems have been printed.
  void add_missing(const std::vector<std::string>& files);

  void end() const;

 private:
  std::string format_, required_;
  bool as_json_, is_list_;
  std::vector<Checked> collected_;
  bool any_ = false;
};

/// Writes the certificate for a verdict on a program of `file` to `path`, or prints it if that is "-". Prints a message
/// and returns false if it cannot be written. `names` has the names of the verdict; names that only the certificate
/// mentions are added.
[[nodiscard]] bool write_certificate(const std::string& path, const Program& program, const std::string& file,
                                     const NamedSchedule& schedule, const Verdict& verdict, Names& names);

}  // namespace coreecs
