#include "interp/run.hpp"

#include <algorithm>

namespace coreecs {

const std::pair<std::string, Schedule>* find_schedule(const Program& program, const std::optional<std::string>& name) {
  if (!name && program.schedules.size() == 1) return &program.schedules.front();
  const auto found = std::find_if(program.schedules.begin(), program.schedules.end(),
                                  [&](const auto& schedule) { return schedule.first == name.value_or("main"); });
  return found == program.schedules.end() ? nullptr : &*found;
}

Execution::Execution(const Program& program, const std::pair<std::string, Schedule>& schedule)
    : schedule_(schedule),
      env_{.fresh =
               [this](const Occurrence& occurrence) {
                 const Entity e = entities_.at(occurrence);
                 if (!names_.knows(e)) created_.push_back(e);
                 return e;
               }},
      names_(program.entities),
      c_(program.start) {}

void Execution::advance() {
  try {
    c_ = coreecs::advance(c_, schedule_.second, frame_ * schedule_.second.leaves(), env_);
  } catch (RuntimeError& error) {
    names_.add(std::move(created_));
    created_.clear();
    error.schedule = schedule_.first;
    error.frame = frame_ + 1;
    throw;
  }
  names_.add(std::move(created_));
  created_.clear();
  ++frame_;
}

}  // namespace coreecs
