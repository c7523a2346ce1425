// Bevy's log about the order of systems. Since 0.10, with ambiguity_detection of LogLevel::Warn or Error:
//   ... 2 pairs of systems with conflicting data access have indeterminate execution order. Consider adding ...
//    -- game::a (in set Physics) and game::b
//       conflict on: ["game::Position", "game::Velocity"]
// From 0.5 to 0.9, with the resource ReportExecutionOrderAmbiguities:
//   Execution order ambiguities detected, you might want to add an explicit dependency relation between ...
//    * Parallel systems:
//    -- "game::a" and "game::b"
//       conflicts: ["game::Position"]
#include "interp/apps/importer/bevy_report.hpp"

#include <algorithm>

#include "interp/apps/importer/assembly.hpp"
#include "interp/apps/importer/pasted.hpp"

namespace coreecs::importer {

namespace {

/// What ends these sentences.
constexpr std::string_view tails[] = {"Consideraddingbeforeafterorambiguous_withrelationshipsbetweenthese",
                                      "youmightwanttoaddanexplicitdependencyrelationbetweensomeofthesesystems",
                                      "youmightwanttoaddanexplicitdependencyrelationbetweensomethesesystems"};
constexpr std::string_view hidden = "<Enable the debug feature to see the name>";

bool has_open_bracket(std::string_view text) {
  bool open = false;
  find_outside(text, {}, &open);
  return open;
}

/// Appends the rest of a line that was broken. Names have no blanks, so that one is missing only at these places.
void append(std::string& text, std::string_view rest) {
  bool blank = begins_with(rest, "and ") || begins_with(rest, "(in ") || begins_with(rest, "in set");
  for (const std::string_view end : {" and", ",", ")", " set", " sets", "(in", "->"})
    blank = blank || ends_with(text, end);
  if (blank) text += ' ';
  text += rest;
}

class ReportReader {
 public:
  explicit ReportReader(const BevyLog& log) : log_(log) {}

  BevyReports read() && {
    const std::vector<std::string>& lines = log_.lines();
    for (line_ = 0; line_ < lines.size(); ++line_) {
      interrupt::poll();
      if (const auto* begin = log_.report_at(line_))
        this->begin(*begin);
      else if (!lines[line_].empty())
        line(lines[line_]);
    }
    end_of_report();
    end_of_strange();
    return std::move(out_);
  }

 private:
  void line(const std::string& text) {
    const bool in_report = headline_ || !log_.has_reports();
    const auto pair = in_report ? pair_in(text) : std::nullopt;
    const auto conflict = in_report && !pair ? conflict_in(text) : std::nullopt;
    if (pair) {
      end_of_pair();
      end_of_strange();
      pair_ = Broken{line_, std::string(*pair), 1};
    } else if (conflict) {
      join_rest_of_name();
      end_of_strange();
      if (!pair_) return warn(line_, "found a conflict without the pair of systems before it; it is left out");
      conflict_ = Broken{line_, std::string(*conflict), 1};
      if (!is_open(conflict_->text)) end_of_pair();
    } else if (!continues(text) && !is_of_headline(text)) {
      strange_.push_back(line_);
    }
  }

  /// A line of the log that may be broken into several.
  struct Broken {
    std::size_t line;
    std::string text;
    std::size_t lines;
  };
  static constexpr std::size_t most_lines = 16;

  /// Whether this is the rest of the line before, which is broken.
  bool continues(const std::string& text) {
    Broken* broken = conflict_ ? &*conflict_ : pair_ ? &*pair_ : nullptr;
    if (!broken || broken->lines >= most_lines || !strange_.empty()) return false;
    if (conflict_ ? !is_open(broken->text) : !lacks_system(broken->text) && !begins_with(text, "(in ")) return false;
    append(broken->text, text);
    ++broken->lines;
    if (conflict_ && !is_open(broken->text)) end_of_pair();
    return true;
  }
  static bool is_open(std::string_view conflict) {
    return conflict.empty() || (conflict.front() == '[' && conflict.back() != ']');
  }
  static bool lacks_system(std::string_view pair) {
    return find_outside(pair, " and ") == std::string_view::npos || has_open_bracket(pair);
  }

  /// One line between a pair and its conflict that is one word: the second name was broken there.
  void join_rest_of_name() {
    if (!pair_ || strange_.size() != 1 || strange_[0] != pair_->line + pair_->lines) return;
    const std::string& rest = log_.lines()[strange_[0]];
    if (rest.substr(0, rest.find(" (in ")).find(' ') != std::string::npos) return;
    append(pair_->text, rest);
    warn(strange_[0], "found " + in_quotes(rest) +
                          " between a pair and its conflict; it is taken for the rest of the name before it");
    strange_.clear();
  }

  /// "Consider adding ... between these:" behind the headline; parts of the stage, before 0.10; what errors say twice.
  bool is_of_headline(const std::string& text) {
    if (text.find("Systems with conflicting access have indeterminate run order.") != std::string::npos) return true;
    if (!headline_ || pair_) return section(text);
    const std::string letters = letters_of(text);
    for (const std::string_view tail : tails)
      if (found() == 0 && !letters.empty() && tail.find(letters) != std::string_view::npos) return true;
    return section(text);
  }
  bool section(const std::string& text) {
    if (!headline_ || !headline_->tells_world_by_pair) return false;
    if (behind(text, "* Parallel systems:")) return true;
    if (!behind(text, "* Exclusive systems ")) return false;
    warn(line_, "found a part about exclusive systems; its pairs are imported, but not their place in the stage");
    return true;
  }

  /// "Schedule Update has ambiguities.", "Update schedule built successfully, however:", or "Error when initializing
  /// schedule Update:"
  static std::string schedule_of(std::string_view text) {
    constexpr std::string_view error = "Error when initializing schedule ";
    if (const std::size_t at = text.find(error); at != std::string_view::npos) {
      const std::string_view name = text.substr(at + error.size());
      return std::string(name.substr(0, name.find(": ")));
    }
    const std::size_t end = std::min(text.find(" has ambiguities"), text.find(" schedule built successfully"));
    if (end == std::string_view::npos) return {};
    const std::string_view before = text.substr(0, end);
    return std::string(before.substr(before.find_last_of(" \t") + 1));
  }

  void begin(const BevyLog::Begin& begin) {
    end_of_report();
    std::string text;
    for (std::size_t k = line_; k <= begin.last; ++k) text += (k > line_ ? " " : "") + log_.lines()[k];
    const std::string schedule = schedule_before(text);
    end_of_strange();
    out_.all.push_back({log_.at(line_), schedule, {}});
    headline_ = begin.headline;
    said_ = begin.headline->has_count ? count_before(text) : std::nullopt;
    headline_line_ = line_;
    line_ = begin.last;
  }

  /// The schedule that a headline names, or the lines before it, which then belong to it.
  std::string schedule_before(std::string text) {
    std::string schedule = schedule_of(text);
    for (std::size_t k = 1; schedule.empty() && k <= std::min<std::size_t>(3, strange_.size()); ++k) {
      text = log_.lines()[strange_[strange_.size() - k]] + " " + text;
      schedule = schedule_of(text);
      if (!schedule.empty()) strange_.resize(strange_.size() - k);
    }
    return schedule;
  }

  /// The number before " pairs of".
  static std::optional<std::size_t> count_before(std::string_view text) {
    const std::size_t pairs = text.find("pairs");
    if (pairs == std::string_view::npos) return std::nullopt;
    std::string_view count = trimmed(text.substr(0, pairs));
    count.remove_prefix(std::min(count.find_last_not_of("0123456789") + 1, count.size()));
    return count.empty() || count.size() > 9 ? std::nullopt : std::optional(std::stoul(std::string(count)));
  }

  void end_of_report() {
    end_of_pair();
    if (said_ && *said_ != found())
      warn(headline_line_,
           "found " + std::to_string(found()) + " pairs; the report says that there are " + std::to_string(*said_));
    said_.reset();
  }

  // a (in set S) and b (in sets S, T), and what they conflict on
  void end_of_pair() {
    if (!pair_) return;
    const std::string_view text = pair_->text;
    const std::size_t middle = find_outside(text, " and ");
    if (middle == std::string_view::npos)
      throw Unreadable{log_.at(pair_->line), "found " + in_quotes(pair_->text) + "; expected two systems: a and b"};
    if (text.find(hidden) != std::string_view::npos)
      throw Unreadable{log_.at(pair_->line),
                       "found systems without names: Bevy was built without its feature \"debug\", and which of them "
                       "are the same is not known; expected names: build with --features bevy/debug"};
    if (out_.all.empty()) {
      warn(pair_->line, "found pairs without the line before them that says how many there are and in which schedule");
      out_.all.push_back({log_.at(pair_->line), {}, {}});
    }
    out_.all.back().pairs.push_back({log_.at(pair_->line), std::string(trimmed(text.substr(0, middle))),
                                     std::string(trimmed(text.substr(middle + 5))), labels()});
    pair_.reset();
    conflict_.reset();
  }
  [[nodiscard]] std::size_t found() const { return out_.all.empty() ? 0 : out_.all.back().pairs.size(); }

  // ["game::Position", "game::Velocity"], or bevy_ecs::world::World
  std::vector<std::string> labels() {
    if (!conflict_) {
      if (!headline_ || !headline_->tells_world_by_pair)
        warn(pair_->line, "found no line that says what this pair conflicts on; it is taken for the world");
      return {};
    }
    const std::string_view text = conflict_->text;
    if (text.size() < 2 || text.front() != '[' || text.back() != ']') {
      if (!ends_with(text, "World"))
        warn(conflict_->line, "found a conflict on " + in_quotes(conflict_->text) +
                                  "; expected a list of components, or the world, for which it is taken");
      return {};
    }
    std::vector<std::string> on;
    for (std::string_view name : parts(text.substr(1, text.size() - 2))) {
      if (name.size() >= 2 && name.front() == '"' && name.back() == '"') name = name.substr(1, name.size() - 2);
      if (!name.empty()) on.emplace_back(name);
    }
    return on;
  }

  /// Warns about a run of lines outside reports.
  void end_of_strange() {
    if (strange_.empty()) return;
    warn(strange_.front(), strange_.size() == 1 ? "found a line that is no part of a report; it is left out"
                                                : "found lines, up to line " + std::to_string(strange_.back() + 1) +
                                                      ", that are no part of a report; they are left out");
    strange_.clear();
  }
  void warn(std::size_t line, std::string message) { out_.warnings.push_back({log_.at(line), std::move(message)}); }

  const BevyLog& log_;
  BevyReports out_;
  std::size_t line_ = 0, headline_line_ = 0;
  const Headline* headline_ = nullptr;
  std::optional<std::size_t> said_;
  std::optional<Broken> pair_, conflict_;  ///< a pair that is not finished, and its second line
  std::vector<std::size_t> strange_;       ///< lines since the last one of a report
};

}  // namespace

BevyReports reports_of(const BevyLog& log) { return ReportReader(log).read(); }

}  // namespace coreecs::importer
