#include "interp/apps/schedulers/charts.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace coreecs::schedulers {

namespace {

/// The part of a UTF-8 name that fits the columns, cut between characters; sets `used` to its width.
std::string fitting(const std::string& name, std::size_t columns, std::size_t& used) {
  std::string out;
  used = 0;
  for (const char byte : name) {
    const bool begins = (static_cast<unsigned char>(byte) & 0xC0) != 0x80;
    if (begins && used == columns) break;
    used += begins ? 1 : 0;
    out += byte;
  }
  return out;
}

}  // namespace

std::string chart(const Tasks& tasks, const Plan& plan, const Timeline& timeline, std::size_t workers,
                  std::size_t columns) {
  const auto at = [&](std::uint64_t time) {
    return timeline.makespan == 0 ? 0
                                  : static_cast<std::size_t>(static_cast<double>(time) * static_cast<double>(columns) /
                                                             static_cast<double>(timeline.makespan));
  };
  std::vector<std::string> rows(workers);
  std::vector<std::size_t> until(workers);  // columns written so far
  std::size_t narrow = 0;
  for (const Timeline::Span& span : timeline.spans) {
    const std::size_t begin = at(span.begin), end = at(span.end);
    if (begin == end) {
      ++narrow;
      continue;
    }
    std::string& row = rows[span.worker];
    row += std::string(begin - until[span.worker], ' ') + "|";
    std::size_t used = 0;
    row += fitting(tasks.tasks[plan.jobs[span.job].task].name, end - begin - 1, used);
    row += std::string(end - begin - 1 - used, '.');
    until[span.worker] = end;
  }
  std::string out;
  for (std::size_t worker = 0; worker < workers; ++worker)
    out += fmt::format("  worker {:<2} {}{}|\n", worker, rows[worker], std::string(columns - until[worker], ' '));
  std::string applied(columns + 1, ' ');
  for (const Timeline::Applied& each : timeline.applied) applied[at(each.time)] = '^';
  applied.erase(applied.find_last_not_of(' ') + 1);
  if (!timeline.applied.empty()) out += fmt::format("  commands  {}\n", applied);
  if (narrow > 0) out += fmt::format("  {} too short to be drawn\n", narrow);
  return out;
}

}  // namespace coreecs::schedulers
