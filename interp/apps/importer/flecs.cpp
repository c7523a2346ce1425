// Flecs' log of a pipeline with ecs_log_set_level(1); Flecs 3.0 writes a colon behind "rebuild":
//   info: pipeline rebuild
//   info: | schedule: threading: 1, staging: 1:
//   info: | | system game.Move
//   info: | | merge
#include <algorithm>

#include "interp/apps/importer/assembly.hpp"
#include "interp/apps/importer/pasted.hpp"

namespace coreecs::importer {

namespace {

/// A line of the log: a word that it begins with, apart from a prefix and the lines of the tree, and the rest.
struct Entry {
  enum class Kind { Rebuild, Empty, Schedule, System, Merge, Other };

  Kind kind = Kind::Other;
  std::string rest;
  std::size_t depth = 0;  ///< the number of | before it
};

Entry read_entry(std::string_view line) {
  using Kind = Entry::Kind;
  constexpr std::pair<std::string_view, Kind> words[] = {{"pipeline rebuild", Kind::Rebuild},
                                                         {"pipeline is empty", Kind::Empty},
                                                         {"schedule: threading:", Kind::Schedule},
                                                         {"system ", Kind::System},
                                                         {"merge", Kind::Merge}};
  const std::string text = without_marks(line);
  for (const auto& [word, kind] : words) {
    const std::size_t at = text.find(word);
    if (at == std::string::npos) continue;
    const std::string_view before = std::string_view(text).substr(0, at);
    const std::size_t tree = before.find_last_not_of(" \t|+-") + 1;  // npos + 1 is 0
    if (!is_prefix(before.substr(0, tree))) continue;
    const auto bars = std::count(before.begin() + static_cast<std::ptrdiff_t>(tree), before.end(), '|');
    if (kind == Kind::Merge && bars == 0) continue;
    return {kind, std::string(trimmed(std::string_view(text).substr(at + word.size()))),
            static_cast<std::size_t>(bars)};
  }
  return {};
}

class Pipeline {
 public:
  explicit Pipeline(const std::string& name) : assembly_(name) {}

  Imported read(std::string_view text) && {
    std::vector<Entry> entries;
    std::optional<std::size_t> last;
    for (const std::string_view line : lines_of(text)) {
      interrupt::poll();
      entries.push_back(read_entry(line));
      if (trimmed(line).empty()) entries.back().kind = Entry::Kind::Empty;
      if (entries.back().kind != Entry::Kind::Rebuild) continue;
      if (last) warn(*last, "found a pipeline that is rebuilt later; what counts is the last one");
      last = entries.size() - 1;
    }
    for (line_ = last.value_or(0); line_ < entries.size(); ++line_) entry(entries[line_]);
    end_of_strange();
    if (assembly_.app().systems.empty())
      throw Unreadable{{1, 1},
                       "found no system of a pipeline; expected lines as \"| | system game.Move\", "
                       "which Flecs logs with ecs_log_set_level(1)"};
    assembly_.app().insertion_order = app::InsertionOrder::All;
    return std::move(assembly_).done();
  }

 private:
  void entry(const Entry& one) {
    using Kind = Entry::Kind;
    if (one.kind == Kind::Other) return strange_.push_back(line_);
    if (one.kind == Kind::System) return system(one);
    end_of_strange();
    if (one.kind == Kind::Schedule) {
      threads_ = !one.rest.starts_with('0');
      immediate_ = one.rest.find("staging: 0") != std::string::npos;
    }
    if (one.kind == Kind::Schedule || one.kind == Kind::Merge) begun_ = false;
  }

  // game.Move (what it does); outside of the tree, what happens to a system
  void system(const Entry& one) {
    if (one.depth == 0) {
      const std::size_t what = one.rest.rfind(' ');
      const std::string done = what == std::string::npos ? std::string() : one.rest.substr(what + 1);
      if (done != "created" && done != "activated" && done != "deactivated") return strange_.push_back(line_);
      return warn(line_, "found that the system " + in_quotes(one.rest.substr(0, what)) + " is " + done +
                             " after the pipeline was built; the app has the pipeline as it was built");
    }
    end_of_strange();
    if (!begun_) stage_ = assembly_.stage("block " + std::to_string(assembly_.app().stages.size() + 1));
    begun_ = true;
    app::System& system = assembly_.app().systems[assembly_.add_system(one.rest.substr(0, one.rest.find(" (")))];
    system.stage = stage_;
    system.access_known = false;
    system.exclusive = immediate_;
    if (!threads_) system.thread = "main";
  }

  /// Warns about lines outside of the pipeline.
  void end_of_strange() {
    if (!strange_.empty())
      warn(strange_.front(), strange_.size() == 1 ? "found a line that is no part of a pipeline; it is left out"
                                                  : "found lines, up to line " + std::to_string(strange_.back() + 1) +
                                                        ", that are no part of a pipeline; they are left out");
    strange_.clear();
  }
  void warn(std::size_t line, std::string message) { assembly_.warn({line + 1, 1}, std::move(message)); }

  Assembly assembly_;
  std::size_t line_ = 0, stage_ = 0;
  std::vector<std::size_t> strange_;
  bool begun_ = false, threads_ = false, immediate_ = false;
};

}  // namespace

Imported import_flecs(std::string_view text, const std::string& name) { return Pipeline(name).read(text); }

bool is_flecs_log(std::string_view text) {
  const auto lines = lines_of(text);
  return std::any_of(lines.begin(), lines.end(), [](std::string_view line) {
    const Entry::Kind kind = read_entry(line).kind;
    return kind == Entry::Kind::Rebuild || kind == Entry::Kind::Schedule;
  });
}

}  // namespace coreecs::importer
