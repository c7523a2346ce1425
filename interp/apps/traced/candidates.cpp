#include "interp/apps/traced/candidates.hpp"

#include <set>

namespace coreecs::traced {

std::string without_number(const std::string& path) {
  const std::size_t at = path.rfind(" #");
  if (at == std::string::npos || path.find_first_not_of("0123456789", at + 2) != std::string::npos) return path;
  return path.substr(0, at);
}

Candidates::Candidates(const app::App& app, const Chrome& trace) {
  for (std::size_t k = 0; k < app.systems.size(); ++k) by_path_[without_number(app.systems[k].name)].push_back(k);
  by_last_part(app, trace);
}

const std::vector<std::size_t>& Candidates::operator()(const std::string& name) const {
  static const std::vector<std::size_t> none;
  const auto short_form = shortened_.find(name);
  const auto found = by_path_.find(short_form == shortened_.end() ? name : short_form->second);
  return found == by_path_.end() ? none : found->second;
}

void Candidates::by_last_part(const app::App& app, const Chrome& trace) {
  app::App of_trace;
  std::set<std::string> seen;
  for (const TracedSpan& one : trace.systems)
    if (seen.insert(one.name).second) of_trace.systems.push_back({one.name});
  const std::vector<std::string> mine = app::last_names(app), theirs = app::last_names(of_trace);
  std::set<std::string> ours;  // those whose whole name is a last part
  for (std::size_t k = 0; k < mine.size(); ++k)
    if (app.systems[k].name == mine[k]) ours.insert(mine[k]);
  for (std::size_t k = 0; k < theirs.size(); ++k) {
    const std::string& path = of_trace.systems[k].name;
    if (by_path_.count(path) == 0 && seen.count(theirs[k]) == 0 && ours.count(theirs[k]) > 0)
      shortened_.emplace(path, theirs[k]);
  }
}

}  // namespace coreecs::traced
