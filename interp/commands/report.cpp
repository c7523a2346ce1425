#include <fmt/format.h>

#include <string_view>

#include "interp/cli/command.hpp"
#include "interp/cli/programs.hpp"
#include "interp/commands/commands.hpp"
#include "interp/views/page/page.hpp"

namespace coreecs {

namespace {

struct ReportOptions {
  std::string file, output;
  std::optional<std::string> schedule;
  std::optional<std::uint64_t> frames;
  std::size_t limit = 100'000;
};

/// The text is that of the program, or empty.
Status write_report(const Program& program, std::string_view text, const ReportOptions& options) {
  const NamedSchedule* schedule = choose_schedule(program, options.file, options.schedule);
  if (!schedule) return Status::Wrong;
  const std::uint64_t frames = options.frames.value_or(program.frames);
  if (!can_look_at(options.file, *schedule, frames)) return Status::Undecided;
  const PageData data = page_data(program, *schedule, options.file, frames, options.limit);
  const std::string html = page(fmt::format("{}: schedule {}", program.name, schedule->name), data, text);
  if (options.output == "-")
    print(html);
  else if (!write_file(options.output, html))
    return Status::Wrong;
  if (data.error) complain(*data.error + "\n");
  return data.error ? Status::Wrong : Status::Yes;
}

class ReportCommand : public Command {
 public:
  explicit ReportCommand(CommandLine& line);
  [[nodiscard]] Status run() const override;

 private:
  ReportOptions options_;
};

ReportCommand::ReportCommand(CommandLine& line)
    : Command(line, "Look", "report",
              "Write an HTML page that shows a program frame by frame: how each frame comes about, its verdicts, and "
              "two runs that end differently. The page needs no other files") {
  program_argument(*this, "FILE", options_.file);
  schedule_option(*this, options_.schedule);
  frames_option(*this, options_.frames);
  limit_option(*this, options_.limit);
  writes(add_option("-o,--output", options_.output, "write the page to this file; - prints it"))->required();
}

Status ReportCommand::run() const {
  return ended(options_.file, [&] {
    const std::optional<Input> source = read_program(line(), options_.file);
    if (!source) return Status::Wrong;
    const bool is_written = source->parsed && source->settings.empty();
    return write_report(source->program, is_written ? std::string_view(source->text) : "", options_);
  });
}

}  // namespace

std::shared_ptr<Command> report_command(CommandLine& line) { return std::make_shared<ReportCommand>(line); }

}  // namespace coreecs
