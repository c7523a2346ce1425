// Bevy's log where ambiguity_detection is LogLevel::Warn or Error:
//   ... 2 pairs of systems with conflicting data access have indeterminate execution order. Consider adding ...
//    -- game::a (in set Physics) and game::b
//       conflict on: ["game::Position", "game::Velocity"]
#include <algorithm>

#include "interp/apps/importer/assembly.hpp"

namespace coreecs::importer {

namespace {

constexpr std::string_view headline =
    "pairs of systems with conflicting data access have indeterminate execution order";

/// The first place of a part outside of all brackets, or npos.
std::size_t find_outside(std::string_view text, std::string_view part) {
  std::size_t depth = 0;
  for (std::size_t k = 0; k < text.size(); ++k) {
    const char c = text[k];
    if (depth == 0 && text.substr(k, part.size()) == part) return k;
    if (c == '(' || c == '<' || c == '[' || c == '{') ++depth;
    if ((c == ')' || c == ']' || c == '}' || (c == '>' && (k == 0 || text[k - 1] != '-'))) && depth > 0) --depth;
  }
  return std::string_view::npos;
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

class Report {
 public:
  explicit Report(const std::string& name) : assembly_(name) {}

  Imported read(std::string_view text) && {
    const std::vector<std::string_view> lines = lines_of(text);
    for (line_ = 0; line_ < lines.size(); ++line_) line(lines[line_]);
    end_of_strange(lines.size());
    end_of_report();
    if (reports_ == 0)
      throw Unreadable{{1, 1}, "found no line with \"" + std::string(headline) + "\"; expected Bevy's report"};
    return std::move(assembly_).done();
  }

 private:
  void line(std::string_view all) {
    interrupt::poll();
    const std::string_view text = trimmed(all);
    if (text.empty()) return;
    if (text.find(headline) != std::string_view::npos) return begin(text);
    if (reports_ > 0 && text.substr(0, 3) == "-- ") return pair(text.substr(3));
    if (reports_ > 0 && text.substr(0, 12) == "conflict on:") return conflict(trimmed(text.substr(12)));
    if (const std::string found = schedule_of(text); !found.empty())
      schedule_ = found;  // of the report on the next line
    else if (!strange_)
      strange_ = line_;
    else
      return;
    if (!schedule_.empty()) end_of_strange(line_);
  }

  /// "Schedule Update has ambiguities.", or "Update schedule built successfully, however:"
  static std::string schedule_of(std::string_view text) {
    const std::size_t ambiguities = text.find(" has ambiguities"), built = text.find(" schedule built successfully");
    const std::size_t end = std::min(ambiguities, built);
    if (end == std::string_view::npos) return {};
    const std::string_view before = text.substr(0, end);
    return std::string(before.substr(before.find_last_of(" \t") + 1));
  }

  void begin(std::string_view text) {
    end_of_strange(line_);
    end_of_report();
    if (++reports_ > 1)
      warn("found another report" + (schedule_.empty() ? std::string() : ", of the schedule " + schedule_) +
           "; all its systems would be in one app: import the reports of different schedules one by one");
    if (!schedule_.empty() && assembly_.app().about.empty())
      assembly_.app().about = "the schedule " + schedule_ + ", as Bevy reports its ambiguities";
    schedule_.clear();
    std::string_view count = text.substr(0, text.find(headline));
    while (!count.empty() && count.back() == ' ') count.remove_suffix(1);
    count.remove_prefix(std::min(count.find_last_not_of("0123456789") + 1, count.size()));
    said_ = count.empty() || count.size() > 9 ? std::nullopt : std::optional(std::stoul(std::string(count)));
    headline_ = line_;
    found_ = 0;
  }

  void end_of_report() {
    end_of_pair();
    if (said_ && *said_ != found_)
      assembly_.warn({headline_ + 1, 1}, "found " + std::to_string(found_) + " pairs; the report says that there are " +
                                             std::to_string(*said_));
    said_.reset();
  }

  // -- a (in set S) and b (in sets (S, T))
  void pair(std::string_view text) {
    end_of_strange(line_);
    end_of_pair();
    const std::size_t middle = find_outside(text, " and ");
    if (middle == std::string_view::npos)
      throw Unreadable{{line_ + 1, 1}, "found " + in_quotes(std::string(text)) + "; expected two systems: a and b"};
    ++found_;
    a_ = system(trimmed(text.substr(0, middle)));
    b_ = system(trimmed(text.substr(middle + 5)));
    if (a_ != b_) {
      open_ = true;
    } else {
      warn("found a pair with the same path twice; the second becomes another system");
      b_ = twin(*a_);
      open_ = true;
    }
  }

  /// The second system with the path of this one.
  std::size_t twin(std::size_t of) {
    const std::string path = assembly_.app().systems[of].name;
    const auto known = assembly_.find_system(path + " #2");
    return known ? *known : unknown_access(assembly_.add_system(path));
  }

  std::size_t unknown_access(std::size_t system) {
    assembly_.app().systems[system].access_known = false;
    return system;
  }

  std::size_t system(std::string_view text) {
    std::string_view name = text, sets;
    for (const std::string_view in : {" (in set ", " (in sets "}) {
      const std::size_t at = text.find(in);
      if (at == std::string_view::npos || text.back() != ')') continue;
      name = text.substr(0, at);
      sets = text.substr(at + in.size(), text.size() - at - in.size() - 1);
    }
    const std::size_t system = unknown_access(assembly_.system(std::string(name)));
    if (sets.empty()) return system;
    if (sets.front() == '(' && sets.back() == ')') sets = sets.substr(1, sets.size() - 2);
    for (const std::string_view one : parts(sets)) {
      const std::size_t set = assembly_.set(std::string(one));
      auto& in = assembly_.app().systems[system].configuration.in;
      if (std::find(in.begin(), in.end(), set) == in.end()) in.push_back(set);
    }
    return system;
  }

  // ["game::Position", "game::Velocity"], or bevy_ecs::world::World
  void conflict(std::string_view text) {
    end_of_strange(line_);
    if (!open_) return warn("found a conflict without the pair of systems before it; it is left out");
    app::Labels on;
    if (text.size() >= 2 && text.front() == '[' && text.back() == ']') {
      for (std::string_view name : parts(text.substr(1, text.size() - 2))) {
        if (name.size() >= 2 && name.front() == '"' && name.back() == '"') name = name.substr(1, name.size() - 2);
        if (!name.empty()) on.push_back(assembly_.component(std::string(name)));
      }
    } else if (text.size() < 5 || text.substr(text.size() - 5) != "World") {
      warn("found a conflict on " + in_quotes(std::string(text)) +
           "; expected a list of components, or the world, for which it is taken");
    }
    assembly_.conflict(*a_, *b_, std::move(on));
    open_ = false;
  }

  void end_of_pair() {
    if (!open_) return;
    assembly_.warn({line_, 1}, "found no line that says what the pair before conflicts on; it is taken for the world");
    assembly_.conflict(*a_, *b_, {});
    open_ = false;
  }

  /// Warns about a run of lines outside reports.
  void end_of_strange(std::size_t end) {
    if (strange_) {
      const bool one = *strange_ + 1 == end;
      assembly_.warn({*strange_ + 1, 1}, one ? "found a line that is no part of a report; it is left out"
                                             : "found lines, up to line " + std::to_string(end) +
                                                   ", that are no part of a report; they are left out");
    }
    strange_.reset();
  }
  void warn(std::string message) { assembly_.warn({line_ + 1, 1}, std::move(message)); }

  Assembly assembly_;
  std::size_t line_ = 0, reports_ = 0, found_ = 0, headline_ = 0;
  std::optional<std::size_t> said_, strange_, a_, b_;
  bool open_ = false;  ///< a pair whose conflict line has not come yet
  std::string schedule_;
};

}  // namespace

Imported import_bevy_ambiguities(std::string_view text, const std::string& name) { return Report(name).read(text); }

}  // namespace coreecs::importer
