#include "interp/run/execution.hpp"

#include <algorithm>

#include "interp/base/progress.hpp"

namespace coreecs {

const NamedSchedule* find_schedule(const Program& program, const std::optional<std::string>& name) {
  if (!name && program.schedules.size() == 1) return &program.schedules.front();
  const auto found = std::find_if(program.schedules.begin(), program.schedules.end(),
                                  [&](const auto& schedule) { return schedule.name == name.value_or("main"); });
  return found == program.schedules.end() ? nullptr : &*found;
}

std::vector<const Invariant*> all_invariants(const Program& program) {
  std::vector<const Invariant*> all;
  for (const Invariant& invariant : program.invariants) all.push_back(&invariant);
  return all;
}

Executor reference(std::size_t most) {
  return [most](const State& c, const Schedule& z, At at) { return fast::advance(c, z, at, most); };
}

Execution::Execution(const Program& program, const NamedSchedule& schedule,
                     const std::vector<const Invariant*>& watched, Executor executor)
    : program_(program),
      schedule_(schedule),
      executor_(std::move(executor)),
      env_{.fresh = [this](const Occurrence& occurrence) { return allocator_.at(occurrence); }},
      names_(program.entities),
      c_(program.start),
      watched_(watched),
      to_watch_(watched) {}

void Execution::advance_to(std::uint64_t frame) {
  progress::Task frames("frame", frame);
  while (frame_ < frame) {
    frames.next();
    advance();
  }
}

void Execution::restart() {
  names_ = Names(program_.entities);
  c_ = program_.start;
  frame_ = 0;
  watched_ = to_watch_;
  violations_.clear();
}

void Execution::advance() {
  const auto name_created = [&] { names_.add(allocator_.take_requested()); };
  try {
    State c = executor_(c_, schedule_.z, {env_, frame_ * schedule_.z.leaves()});
    name_created();
    look(c);
    c_ = std::move(c);
  } catch (RuntimeError& error) {
    name_created();
    error.schedule = schedule_.name;
    error.frame = frame_ + 1;
    throw;
  }
  ++frame_;
}

/// Checks the watched invariants at the state after the next frame.
void Execution::look(const State& c) {
  for (auto invariant = watched_.begin(); invariant != watched_.end();) {
    std::optional<Violation> found = violation(**invariant, c_, c, env_);
    if (found) {
      found->frame = frame_ + 1;
      violations_.push_back(std::move(*found));
    }
    invariant = found ? watched_.erase(invariant) : std::next(invariant);
  }
}

}  // namespace coreecs
