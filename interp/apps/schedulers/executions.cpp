#include "interp/apps/schedulers/executions.hpp"

#include <fmt/format.h>

#include "interp/apps/order/extensions.hpp"

namespace coreecs::schedulers {

namespace {

Subset running(const Tasks& tasks) {
  Subset some(tasks.size());
  for (std::size_t x = 0; x < tasks.size(); ++x) some.set(x, tasks.tasks[x].times > 0);
  return some;
}

/// "first: a, b, c", broken between names if a line gets too long.
std::string listed(const std::string& first, const std::vector<std::string>& names) {
  constexpr std::size_t columns = 120, margin = 6;
  std::string out, line = first;
  for (std::size_t k = 0; k < names.size(); ++k) {
    const std::string next = names[k] + (k + 1 < names.size() ? "," : "");
    if (k > 0 && line.size() + 1 + next.size() > columns) {
      out += line + "\n";
      line = std::string(margin - 1, ' ');
    }
    line += " " + next;
  }
  return out + line + "\n";
}

std::vector<std::string> names_of(const Tasks& tasks, const Subset& some) {
  std::vector<std::string> names;
  for (const std::size_t x : members(some)) names.push_back(tasks.tasks[x].name);
  return names;
}

/// For each task, the related tasks inserted after it, so that each pair appears once.
std::string show_related(const Tasks& tasks, const std::vector<Subset>& related, const std::string& title) {
  std::string out;
  Subset later = ~Subset(tasks.size());
  for (std::size_t x = 0; x < tasks.size(); ++x) {
    later.reset(x);
    const std::vector<std::string> names = names_of(tasks, related[x] & later);
    if (!names.empty()) out += listed(fmt::format("    {}:", tasks.tasks[x].name), names);
  }
  return out.empty() ? "" : "\n  " + title + "\n" + out;
}

std::string show_phases(const Tasks& tasks, const Plan& plan) {
  std::string out = "\n  Phases, one after the other:\n";
  Subset recorded(tasks.size());
  for (const Phase& phase : plan.phases) {
    Subset here(tasks.size());
    std::vector<std::string> names;
    for (const std::size_t job : phase.jobs) {
      const std::size_t x = plan.jobs[job].task;
      if (!here.test(x)) names.push_back(tasks.tasks[x].name);
      here.set(x);
      if (tasks.tasks[x].deferred) recorded.set(x);
    }
    out += listed(fmt::format("    {}:", phase.name), names);
    if (!phase.applies || recorded.none()) continue;
    out += listed("      then the commands of these are applied:", names_of(tasks, recorded));
    recorded.reset();
  }
  return out;
}

/// For each task, those that may come before or after it, but never overlap it.
std::vector<Subset> only_in_turn(const Executions& of, const Tasks& tasks) {
  const Subset all = running(tasks);
  std::vector<Subset> found(tasks.size(), Subset(tasks.size()));
  for (const std::size_t x : members(all)) {
    found[x] = all - of.admissible.before[x] - of.admissible.overlap[x];
    found[x].reset(x);
  }
  for (const std::size_t x : members(all))
    for (const std::size_t y : members(of.admissible.before[x])) found[y].reset(x);
  return found;
}

}  // namespace

// [scheduler/executions]  of x and y: one before the other, always; or they overlap in some execution; or neither
Executions executions(const Tasks& tasks, const Plan& plan, std::size_t most_ideals) {
  Executions of{admissible(tasks, plan)};
  const std::vector<Subset> in_turn = only_in_turn(of, tasks);
  const std::vector<std::size_t> all = members(running(tasks));
  for (const std::size_t x : all)
    for (const std::size_t y : all) {
      if (x >= y) continue;
      if (of.admissible.overlap[x].test(y))
        ++of.together;
      else if (in_turn[x].test(y))
        ++of.either;
      else
        ++of.ordered;
      if (in_turn[x].test(y) && tasks.conflicts[x].test(y)) ++of.open;
    }
  const Dag order = of.admissible.order().among(all);
  of.cut = cut_short([&] { of.orders = count_extensions(order, most_ideals, interrupt::poll); });
  if (of.cut) of.orders = count_extensions(order, 0);
  return of;
}

std::string show(const Executions& executions, const Tasks& tasks, const Plan& plan) {
  return show_phases(tasks, plan) + show_related(tasks, executions.admissible.overlap, "May run at the same time:") +
         show_related(tasks, only_in_turn(executions, tasks), "In either order, but not at the same time:");
}

}  // namespace coreecs::schedulers
