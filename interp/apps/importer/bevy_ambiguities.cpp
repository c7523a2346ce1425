// Bevy's log about the order of systems. Since 0.10, with ambiguity_detection of LogLevel::Warn or Error:
//   ... 2 pairs of systems with conflicting data access have indeterminate execution order. Consider adding ...
//    -- game::a (in set Physics) and game::b
//       conflict on: ["game::Position", "game::Velocity"]
// From 0.5 to 0.9, with the resource ReportExecutionOrderAmbiguities:
//   Execution order ambiguities detected, you might want to add an explicit dependency relation between ...
//    * Parallel systems:
//    -- "game::a" and "game::b"
//       conflicts: ["game::Position"]
#include <algorithm>
#include <unordered_map>

#include "interp/apps/importer/assembly.hpp"
#include "interp/apps/importer/pasted.hpp"

namespace coreecs::importer {

namespace {

/// What begins a report, by its letters, because terminals and mails break lines.
struct Headline {
  std::string_view letters;
  bool has_count;            ///< the number of pairs stands before it
  bool tells_world_by_pair;  ///< a pair without a second line conflicts on the world
};
constexpr Headline headlines[] = {
    {"pairsofsystemswithconflictingdataaccesshaveindeterminateexecutionorder", true, false},
    {"Somesystemswithconflictingaccesshaveindeterminateexecutionorder", false, false},  // 0.10 in development
    {"Executionorderambiguitiesdetected", false, true}};
/// What ends these sentences.
constexpr std::string_view tails[] = {"Consideraddingbeforeafterorambiguous_withrelationshipsbetweenthese",
                                      "youmightwanttoaddanexplicitdependencyrelationbetweensomeofthesesystems",
                                      "youmightwanttoaddanexplicitdependencyrelationbetweensomethesesystems"};
constexpr std::string_view hidden = "<Enable the debug feature to see the name>";

/// The first place of a part outside of all brackets, or npos. If the brackets are not closed, says so.
std::size_t find_outside(std::string_view text, std::string_view part, bool* open = nullptr) {
  std::size_t depth = 0;
  for (std::size_t k = 0; k < text.size(); ++k) {
    const char c = text[k];
    if (depth == 0 && !part.empty() && text.substr(k, part.size()) == part) return k;
    if (c == '(' || c == '<' || c == '[' || c == '{') ++depth;
    if ((c == ')' || c == ']' || c == '}' || (c == '>' && (k == 0 || text[k - 1] != '-'))) && depth > 0) --depth;
  }
  if (open) *open = depth > 0;
  return std::string_view::npos;
}
bool has_open_bracket(std::string_view text) {
  bool open = false;
  find_outside(text, {}, &open);
  return open;
}

/// The texts between commas outside of brackets.
std::vector<std::string_view> parts(std::string_view text) {
  std::vector<std::string_view> out;
  while (true) {
    const std::size_t comma = find_outside(text, ",");
    out.push_back(trimmed(text.substr(0, comma)));
    if (comma == std::string_view::npos) return out;
    text.remove_prefix(comma + 1);
  }
}

bool ends_with(std::string_view text, std::string_view end) {
  return text.size() >= end.size() && text.substr(text.size() - end.size()) == end;
}
bool begins_with(std::string_view text, std::string_view with) { return text.substr(0, with.size()) == with; }

/// Appends the rest of a line that was broken. Names have no blanks, so that one is missing only at these places.
void append(std::string& text, std::string_view rest) {
  bool blank = begins_with(rest, "and ") || begins_with(rest, "(in ") || begins_with(rest, "in set");
  for (const std::string_view end : {" and", ",", ")", " set", " sets", "(in", "->"})
    blank = blank || ends_with(text, end);
  if (blank) text += ' ';
  text += rest;
}

/// The lines of a log without marks, and where reports begin.
class Log {
 public:
  explicit Log(std::string_view text) {
    std::string all;
    std::vector<std::size_t> begins;
    for (Logged& line : logged_lines(text)) {
      begins.push_back(all.size());
      all += letters_of(line.text);
      lines_.push_back(std::move(line.text));
      numbers_.push_back(line.number);
    }
    const auto line_at = [&](std::size_t at) {
      return static_cast<std::size_t>(std::upper_bound(begins.begin(), begins.end(), at) - begins.begin()) - 1;
    };
    for (const Headline& one : headlines)
      for (std::size_t at = all.find(one.letters); at != std::string::npos; at = all.find(one.letters, at + 1))
        reports_.emplace(line_at(at), Begin{&one, line_at(at + one.letters.size() - 1)});
  }

  struct Begin {
    const Headline* headline;
    std::size_t last;  ///< the line where the headline ends
  };
  [[nodiscard]] const std::vector<std::string>& lines() const { return lines_; }
  /// Where a line begins in the text.
  [[nodiscard]] TextPosition at(std::size_t line) const { return {numbers_[line] + 1, 1}; }
  [[nodiscard]] const Begin* report_at(std::size_t line) const {
    const auto found = reports_.find(line);
    return found == reports_.end() ? nullptr : &found->second;
  }
  [[nodiscard]] bool has_reports() const { return !reports_.empty(); }

 private:
  std::vector<std::string> lines_;
  std::vector<std::size_t> numbers_;                // of the lines of the text that have them
  std::unordered_map<std::size_t, Begin> reports_;  // by the line where each begins
};

std::optional<std::string_view> pair_in(std::string_view line) {
  const auto found = behind(line, "-- ");
  return found && !ends_with(*found, " --") ? found : std::nullopt;  // journalctl writes -- Reboot --
}
std::optional<std::string_view> conflict_in(std::string_view line) {
  const auto found = behind(line, "conflict on:");
  return found ? found : behind(line, "conflicts:");
}

class Report {
 public:
  Report(std::string_view text, const std::string& name) : log_(text), assembly_(name) {}

  Imported read() && {
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
    if (assembly_.app().systems.empty())
      throw Unreadable{{1, 1},
                       "found no pair of systems; expected Bevy's report: \"pairs of systems with conflicting data "
                       "access have indeterminate execution order\", and lines as \"-- a and b\""};
    return std::move(assembly_).done();
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
      if (found_ == 0 && !letters.empty() && tail.find(letters) != std::string_view::npos) return true;
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

  void begin(const Log::Begin& begin) {
    end_of_report();
    std::string text;
    for (std::size_t k = line_; k <= begin.last; ++k) text += (k > line_ ? " " : "") + log_.lines()[k];
    const std::string schedule = schedule_before(text);
    end_of_strange();
    if (++reports_ > 1)
      warn(line_, "found another report" + (schedule.empty() ? std::string() : ", of the schedule " + schedule) +
                      "; its systems are added to the same app, unordered: import the reports of different schedules "
                      "one by one");
    if (!schedule.empty() && assembly_.app().about.empty())
      assembly_.app().about = "the schedule " + schedule + ", as Bevy reports its ambiguities";
    schedule_ = schedule;
    headline_ = begin.headline;
    said_ = begin.headline->has_count ? count_before(text) : std::nullopt;
    headline_line_ = line_;
    found_ = 0;
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
    if (said_ && *said_ != found_)
      warn(headline_line_,
           "found " + std::to_string(found_) + " pairs; the report says that there are " + std::to_string(*said_));
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
    if (found_++ == 0 && !headline_)
      warn(pair_->line, "found pairs without the line before them that says how many there are and in which schedule");
    const std::size_t a = system(trimmed(text.substr(0, middle)), {});
    std::size_t b = system(trimmed(text.substr(middle + 5)), {});
    if (a == b) {
      warn(pair_->line, "found a pair with the same path twice; the second becomes another system");
      b = system(trimmed(text.substr(middle + 5)), "twice");
    }
    assembly_.conflict(a, b, labels());
    pair_.reset();
    conflict_.reset();
  }

  /// The system of these words, in this report's schedule: the same name with other sets is another system.
  std::size_t system(std::string_view text, const std::string& which) {
    std::string_view name = text, in;
    if (const std::size_t at = find_outside(text, " ("); at != std::string_view::npos && text.back() == ')') {
      name = text.substr(0, at);
      in = text.substr(at + 2, text.size() - at - 3);
    }
    std::vector<std::string_view> sets;
    if (begins_with(in, "in set "))
      sets = {in.substr(7)};
    else if (!in.empty())
      sets = parts(begins_with(in, "in sets ") ? in.substr(8) : in);
    if (sets.size() == 1 && begins_with(in, "in sets ") && begins_with(sets[0], "(") && ends_with(sets[0], ")"))
      sets = parts(sets[0].substr(1, sets[0].size() - 2));
    std::sort(sets.begin(), sets.end());
    for (const char mark : {'"', '&'})
      if (name.size() > 1 && name.front() == mark) name = name.substr(1, name.size() - (mark == '"' ? 2 : 1));
    std::string key = schedule_ + '\n' + std::string(name) + '\n' + which;
    for (const std::string_view set : sets) key += '\n' + std::string(set);
    const auto [known, is_new] = systems_.emplace(std::move(key), assembly_.app().systems.size());
    if (!is_new) return known->second;
    const std::size_t number = assembly_.add_system(std::string(name));
    assembly_.app().systems[number].access_known = false;
    for (const std::string_view one : sets) {
      const std::size_t set = assembly_.set(std::string(one), log_.at(pair_->line));
      auto& all = assembly_.app().systems[number].configuration.in;
      if (std::find(all.begin(), all.end(), set) == all.end()) all.push_back(set);
    }
    return number;
  }

  // ["game::Position", "game::Velocity"], or bevy_ecs::world::World
  app::Labels labels() {
    app::Labels on;
    if (!conflict_) {
      if (!headline_ || !headline_->tells_world_by_pair)
        warn(pair_->line, "found no line that says what this pair conflicts on; it is taken for the world");
      return on;
    }
    const std::string_view text = conflict_->text;
    if (text.size() >= 2 && text.front() == '[' && text.back() == ']') {
      for (std::string_view name : parts(text.substr(1, text.size() - 2))) {
        if (name.size() >= 2 && name.front() == '"' && name.back() == '"') name = name.substr(1, name.size() - 2);
        if (!name.empty()) on.push_back(assembly_.component(std::string(name)));
      }
    } else if (!ends_with(text, "World")) {
      warn(conflict_->line, "found a conflict on " + in_quotes(conflict_->text) +
                                "; expected a list of components, or the world, for which it is taken");
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
  void warn(std::size_t line, std::string message) { assembly_.warn(log_.at(line), std::move(message)); }

  Log log_;
  Assembly assembly_;
  std::unordered_map<std::string, std::size_t> systems_;  // by schedule, name and sets
  std::size_t line_ = 0, reports_ = 0, found_ = 0, headline_line_ = 0;
  const Headline* headline_ = nullptr;
  std::optional<std::size_t> said_;
  std::optional<Broken> pair_, conflict_;  ///< a pair that is not finished, and its second line
  std::vector<std::size_t> strange_;       ///< lines since the last one of a report
  std::string schedule_;
};

// --- the panic of a cycle

/// The name between the first and the last quote of a text, or all of it.
std::string quoted(std::string_view text) {
  for (const char mark : {'`', '\''})
    if (const std::size_t first = text.find(mark), last = text.rfind(mark); first != last)
      return std::string(text.substr(first + 1, last - first - 1));
  return std::string(trimmed(text));
}

/// A cycle of constraints that Bevy names: "A before B before A".
struct Panic {
  std::size_t line;
  std::string words;
};

std::vector<Panic> panics_in(const std::vector<std::string>& lines) {
  constexpr std::pair<std::string_view, std::string_view> steps[] = {{"... which must run before ", " before "},
                                                                     {"... which contains ", " contains "}};
  std::vector<Panic> out;
  for (std::size_t k = 0; k < lines.size(); ++k) {
    const std::string_view line = lines[k];
    for (const auto& [written, word] : steps)
      if (const std::size_t at = line.find(written); at != std::string_view::npos && !out.empty())
        out.back().words += std::string(word) + quoted(line.substr(at + written.size()));
    for (const std::string_view self : {" must run before itself", " contains itself"})
      if (const std::size_t at = line.find("cycle "), end = line.find(self); at < end && end != std::string_view::npos)
        out.push_back({k, quoted(line.substr(at, end - at))});
    constexpr std::string_view told = " to run before itself";
    if (const std::size_t end = line.find(told); end != std::string_view::npos)
      out.push_back({k, quoted(line.substr(0, end)) + " before itself"});
  }
  return out;
}

}  // namespace

Imported import_bevy_ambiguities(std::string_view text, const std::string& name) {
  const Log log(text);
  if (const auto panics = panics_in(log.lines()); !panics.empty() && !log.has_reports()) {
    std::string words;
    for (std::size_t k = 0; k < std::min<std::size_t>(3, panics.size()); ++k)
      words += (k > 0 ? ", and " : "") + panics[k].words;
    if (panics.size() > 3) words += ", and " + std::to_string(panics.size() - 3) + " more";
    throw Unreadable{log.at(panics[0].line),
                     "found the panic of a cycle: " + words + "; expected an order: remove one of these constraints"};
  }
  return Report(text, name).read();
}

bool is_bevy_report(std::string_view text) {
  const Log log(text);
  if (log.has_reports() || !panics_in(log.lines()).empty()) return true;
  bool pairs = false;
  for (const std::string& line : log.lines()) {
    const auto pair = pair_in(line);
    pairs = pairs || (pair && find_outside(*pair, " and ") != std::string_view::npos);
    if (pairs && conflict_in(line)) return true;
  }
  return false;
}

}  // namespace coreecs::importer
