#include "interp/cli/programs.hpp"

#include <fmt/format.h>

#include "interp/base/interrupt.hpp"
#include "interp/base/progress.hpp"
#include "interp/cli/command.hpp"
#include "interp/cli/interrupt.hpp"
#include "interp/cli/memory.hpp"
#include "interp/language/notation/notation.hpp"

namespace coreecs {

void Programs::add_to(Command& command) {
  program_argument(command, "FILE", files);
  command.option_defaults()->group("Settings");
  schedule_option(command, schedule);
}

namespace {

/// Whether all given options apply to Core ECS; prints those that apply only to another language.
bool goes_with_core(const Command& command, const std::string& file) {
  bool goes = true;
  for (const Part& part : command.line().parts())
    for (const std::shared_ptr<const Language>& language : part.languages)
      for (const std::string& name : language->options()) {
        const CLI::Option* option = command.get_option_no_throw(name);
        if (!option || option->count() == 0) continue;
        complain(file, fmt::format("{} is about programs of {}; this one is of Core ECS", name, language->name()));
        goes = false;
      }
  return goes;
}

}  // namespace

Status Programs::each(const Command& by, const std::function<Status(const Input&, const std::string& file)>& command,
                      Language::Tally* tally) const {
  Status status = Status::Yes;
  std::optional<progress::Task> programs;
  if (files.size() > 1) programs.emplace("file", files.size());
  Language::Tally ignored;
  for (const std::string& file : files) {
    if (NotesInterrupt::noted()) break;
    if (programs) programs->next();
    Language::Tally& all = tally ? *tally : ignored;
    const Status one = ended(file, [&] {
      std::optional<OtherText> other;
      const std::optional<Input> source = read_program(by.line(), file, &other);
      if (source) return goes_with_core(by, file) ? command(*source, file) : Status::Wrong;
      return other ? other->language->perform(by, file, std::move(other->text), all) : Status::Wrong;
    });
    if (one == Status::Yes || one == Status::No) ++all.files;
    status = worse(status, one);
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
  complain(file, fmt::format("undecided: {} of {} are too many", plural(frames, "frame"),
                             plural(schedule.z.leaves(), "system")));
  return false;
}

void language_options(Command& command) {
  for (const Part& part : command.line().parts())
    for (const std::shared_ptr<const Language>& language : part.languages) language->add_options_to(command);
}

std::string with_languages(std::string footer, const CommandLine& line, std::string_view command) {
  for (const Part& part : line.parts())
    for (const std::shared_ptr<const Language>& language : part.languages)
      footer += (footer.empty() ? "" : "\n") + language->about(command);
  return footer;
}

CLI::Option* limit_option(Command& command, std::size_t& limit) {
  return command
      .add_option("--limit", limit,
                  "visit at most N configurations, fewer for large programs, if no theorem settles the answer")
      ->check(natural())
      ->capture_default_str();
}

}  // namespace coreecs
