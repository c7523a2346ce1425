#include "interp/oracle/commands/engine_lines.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>

#include "interp/base/interrupt.hpp"
#include "interp/base/progress.hpp"
#include "interp/cli/io.hpp"
#include "interp/oracle/lines.hpp"

namespace coreecs {

namespace {

std::vector<EngineLine> lines(const std::string& file, std::string_view text) {
  std::vector<EngineLine> all;
  for (std::size_t number = 1; !text.empty(); ++number) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    if (line.find_first_not_of(" \t\r") != line.npos) all.push_back({fmt::format("{}:{}", file, number), line});
  }
  return all;
}

/// Reads lines and reports their problems.
class Reading {
 public:
  EngineLines operator()(std::vector<EngineLine> cases, std::vector<EngineLine> results, bool ends) {
    if (!ends && !results.empty() && !nlohmann::json::accept(results.back().text)) leave_out_last(results);
    for (const EngineLine& line : results)
      if (const auto id = without_problems<std::string>(line, read_id(line.text)))
        if (!read_.results.emplace(*id, line).second)
          complain_of(line, "found another result with the id " + in_quotes(*id));
    progress::Task reading("reading case", cases.size());
    for (const EngineLine& line : cases) {
      reading.next();
      if (interrupt::requested()) break;
      of_case(line);
    }
    if (!interrupt::requested())
      for (const auto& [id, line] : read_.results)
        if (ids_.count(id) == 0)
          complain_of(line, fmt::format("found a result with the id {}, which no case has", in_quotes(id)));
    read_.cases = std::move(cases);
    return std::move(read_);
  }

  [[nodiscard]] bool good() const { return good_; }

 private:
  void leave_out_last(std::vector<EngineLine>& results) {
    static const std::regex id(R"re(\s*\{\s*"id"\s*:\s*"([^"\\]*)"(.|\n)*)re");
    std::match_results<std::string_view::const_iterator> found;
    const std::string_view text = results.back().text;
    const bool is_known = std::regex_match(text.substr(0, 1'000).begin(), text.substr(0, 1'000).end(), found, id);
    if (is_known) read_.cut_off = found[1].str();
    complain(results.back().place, is_known
                                       ? fmt::format("the result with the id {} is cut off", in_quotes(*read_.cut_off))
                                       : std::string("the last result is cut off"));
    results.pop_back();
  }

  void of_case(const EngineLine& line) {
    const auto read_id_of = read_id(line.text);
    const std::string* id = std::get_if<std::string>(&read_id_of);
    if (id && !ids_.insert(*id).second) return complain_of(line, "found another case with the id " + in_quotes(*id));
    const auto one = without_problems<EngineCase>(line, read_case(line.text));
    const auto result = one ? read_.results.find(one->id) : read_.results.end();
    if (result == read_.results.end()) return;
    const auto read = read_result(result->second.text, *one);
    if (const auto* problems = std::get_if<std::vector<Problem>>(&read)) complain_of(result->second, *problems);
  }

  template <class T, class Read>
  std::optional<T> without_problems(const EngineLine& line, Read read) {
    if (const auto* problems = std::get_if<std::vector<Problem>>(&read)) complain_of(line, *problems);
    T* found = std::get_if<T>(&read);
    return found ? std::optional(std::move(*found)) : std::nullopt;
  }

  void complain_of(const EngineLine& line, const std::vector<Problem>& problems) {
    good_ = false;
    for (const Problem& problem : problems) complain(show(line.place, problem) + "\n");
  }
  void complain_of(const EngineLine& line, const std::string& what) {
    good_ = false;
    complain(line.place, what);
  }

  EngineLines read_;
  std::set<std::string> ids_;  // of cases
  bool good_ = true;
};

}  // namespace

std::optional<EngineLines> read_lines(const std::string& cases_file, std::string_view cases,
                                      const std::string& results_file, std::string_view results) {
  Reading reading;
  EngineLines read =
      reading(lines(cases_file, cases), lines(results_file, results), results.empty() || results.back() == '\n');
  return reading.good() ? std::optional(std::move(read)) : std::nullopt;
}

}  // namespace coreecs
