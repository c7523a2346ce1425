#include "interp/cli/programs.hpp"

#include <fmt/format.h>

#include "interp/cli/archetypes.hpp"
#include "interp/cli/interrupt.hpp"
#include "interp/cli/memory.hpp"
#include "interp/fast/interrupt.hpp"
#include "interp/fast/progress.hpp"
#include "interp/notation/notation.hpp"

namespace coreecs {

void Programs::add_to(Command& command) {
  program_argument(command, "FILE", files);
  command.option_defaults()->group("What is asked");
  schedule_option(command, schedule);
}

Status Programs::each(
    const std::function<Status(const Input&, const std::string& file)>& command,
    const std::function<Status(const ArchetypeInput&, const std::string& file)>& of_archetypes) const {
  Status status = Status::Yes;
  std::optional<progress::Task> programs;
  if (files.size() > 1) programs.emplace("file", files.size());
  for (const std::string& file : files) {
    if (NotesInterrupt::noted()) break;
    if (programs) programs->next();
    status = worse(status, ended(file, [&] {
                     std::optional<std::string> other;
                     const std::optional<Input> source = read_program(file, of_archetypes ? &other : nullptr);
                     if (source) return command(*source, file);
                     if (!other) return Status::Wrong;
                     const std::optional<ArchetypeInput> archetypes = read_archetype(file, *std::move(other));
                     return archetypes ? of_archetypes(*archetypes, file) : Status::Wrong;
                   }));
  }
  return status;
}

Status ended(const std::string& of, const std::function<Status()>& command) {
  const auto said = [&](const char* why) {
    complain(of, why);
    return Status::Undecided;
  };
  try {
    return command();
  } catch (const Interrupted& interrupted) {
    return said(interrupted.what());
  } catch (const std::bad_alloc&) {
    return said(no_memory());
  }
}

Status status_of(Answer answer) {
  return answer == Answer::Unknown ? Status::Undecided : answer == Answer::Yes ? Status::Yes : Status::No;
}

bool can_look_at(const std::string& file, const NamedSchedule& schedule, std::uint64_t frames) {
  constexpr std::uint64_t most = 10'000'000;  // leaves, of some 200 bytes
  if (frames <= most / schedule.z.leaves()) return true;
  complain(file, fmt::format("undecided: {} of {} are too many to look at", plural(frames, "frame"),
                             plural(schedule.z.leaves(), "system")));
  return false;
}

CLI::Option* limit_option(Command& command, std::size_t& limit) {
  return command
      .add_option("--limit", limit,
                  "how many configurations of a run are looked at where no shorter argument decides; "
                  "fewer where the program is large")
      ->check(natural())
      ->capture_default_str();
}

}  // namespace coreecs
