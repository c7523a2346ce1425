/// Which systems of an app a trace means by its names.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "interp/apps/app/app.hpp"
#include "interp/apps/traced/chrome.hpp"

namespace coreecs::traced {

/// "game::move #2" without its number.
[[nodiscard]] std::string without_number(const std::string& path);

/// For names of the trace, the systems of the app that may be meant.
class Candidates {
 public:
  /// Cost: n log n for n systems and spans.
  Candidates(const app::App&, const Chrome& trace);

  [[nodiscard]] const std::vector<std::size_t>& operator()(const std::string& name) const;
  [[nodiscard]] const std::map<std::string, std::vector<std::size_t>>& by_path() const { return by_path_; }

 private:
  /// Logs may have last parts only, and traces have paths.
  void by_last_part(const app::App&, const Chrome& trace);

  std::map<std::string, std::vector<std::size_t>> by_path_;  // without numbers
  std::map<std::string, std::string> shortened_;             // paths of the trace, as the app has them
};

}  // namespace coreecs::traced
