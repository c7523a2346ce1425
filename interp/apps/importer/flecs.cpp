// Flecs' log of a pipeline with ecs_log_set_level(1):
//   info: pipeline rebuild
//   info: | schedule: threading: 1, staging: 1:
//   info: | | system game.Move
//   info: | | merge
#include "interp/apps/importer/assembly.hpp"

namespace coreecs::importer {

namespace {

/// A line without colours, the level in front, and its indentation.
std::string plain(std::string_view line) {
  std::string out;
  for (std::size_t k = 0; k < line.size(); ++k) {
    if (line[k] == '\x1b') {
      while (k < line.size() && line[k] != 'm') ++k;
      continue;
    }
    out += line[k];
  }
  for (const std::string_view word :
       {"pipeline rebuild", "pipeline is empty", "schedule: threading:", "system ", "merge"})
    if (const std::size_t at = out.find(word); at != std::string::npos) {
      const std::string before = out.substr(0, at);
      const std::size_t colon = before.find(':');
      const std::string drawn = colon == std::string::npos ? before : before.substr(colon + 1);
      if (drawn.find_first_not_of(" \t|+-") == std::string::npos) return out.substr(at);
    }
  return {};
}

class Pipeline {
 public:
  explicit Pipeline(std::string name) : name_(std::move(name)), assembly_(name_) {}

  Imported read(std::string_view text) && {
    const std::vector<std::string_view> lines = lines_of(text);
    std::optional<std::size_t> last;
    for (std::size_t k = 0; k < lines.size(); ++k)
      if (plain(lines[k]) == "pipeline rebuild") {
        if (last) earlier(*last);
        last = k;
      }
    for (line_ = last.value_or(0); line_ < lines.size(); ++line_) line(lines[line_]);
    if (assembly_.app().systems.empty())
      throw Unreadable{{1, 1},
                       "found no system of a pipeline; expected lines as \"system game.Move\", "
                       "which Flecs logs with ecs_log_set_level(1)"};
    assembly_.app().insertion_order = app::InsertionOrder::All;
    return std::move(assembly_).done();
  }

 private:
  void earlier(std::size_t line) {
    assembly_.warn({line + 1, 1}, "found a pipeline that is rebuilt later; what counts is the last one");
  }

  void line(std::string_view all) {
    interrupt::poll();
    if (trimmed(all).empty()) return;
    const std::string text = plain(all);
    if (text == "pipeline rebuild" || text == "pipeline is empty") return;
    if (text.rfind("schedule: threading:", 0) == 0) return schedule(text);
    if (text.rfind("system ", 0) == 0) return system(text.substr(7));
    if (text.rfind("merge", 0) == 0) {
      begun_ = false;
      return;
    }
    assembly_.warn({line_ + 1, 1}, "found a line that is no part of a pipeline; it is left out");
  }

  // schedule: threading: 0, staging: 1:
  void schedule(const std::string& text) {
    threads_ = text.find("threading: 0") == std::string::npos;
    immediate_ = text.find("staging: 0") != std::string::npos;
    begun_ = false;
  }

  // game.Move (what it does)
  void system(const std::string& text) {
    if (!begun_) stage_ = assembly_.stage("block " + std::to_string(assembly_.app().stages.size() + 1));
    begun_ = true;
    const std::size_t about = text.find(" (");
    app::System& one = assembly_.app().systems[assembly_.add_system(text.substr(0, about))];
    one.stage = stage_;
    one.access_known = false;
    one.exclusive = immediate_;
    if (!threads_) one.thread = "main";
  }

  std::string name_;
  Assembly assembly_;
  std::size_t line_ = 0, stage_ = 0;
  bool begun_ = false, threads_ = false, immediate_ = false;
};

}  // namespace

Imported import_flecs(std::string_view text, const std::string& name) { return Pipeline(name).read(text); }

}  // namespace coreecs::importer
