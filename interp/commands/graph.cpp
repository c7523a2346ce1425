#include <fmt/format.h>

#include "interp/cli/command.hpp"
#include "interp/commands/commands.hpp"
#include "interp/run/instance.hpp"
#include "interp/views/picture/pictures.hpp"

namespace coreecs {

namespace {

class GraphCommand : public Command {
 public:
  explicit GraphCommand(CommandLine& line);
  [[nodiscard]] Status run() const override;
  [[nodiscard]] Spelling ascii() const override;

 private:
  /// Nothing after a message that says why.
  [[nodiscard]] std::optional<Picture> picture(const Program& program) const;

  std::string file_;
  std::string of_ = "order", format_ = "dot";
  std::optional<std::string> schedule_;
  std::optional<std::uint64_t> frames_;
};

GraphCommand::GraphCommand(CommandLine& line)
    : Command(line, "Look", "graph",
              "Draw the order po_c(z) with its conflicts, a schedule, or what systems read and write") {
  program_argument(*this, "FILE", file_);
  option_defaults()->group("Settings");
  CLI::Option* of =
      add_option("--of", of_,
                 "order: the invocations, each below those that come before it; red are those that "
                 "conflict, with lines between them, but not in Mermaid; schedule: the tree of conc, seq, "
                 "∥ and ⨟, which is drawn as a semicolon; systems: which components each system reads and writes")
          ->check(CLI::IsMember({"order", "schedule", "systems"}))
          ->capture_default_str();
  CLI::Option* schedule = schedule_option(*this, schedule_);
  CLI::Option* frames = frames_option(*this, frames_);
  option_defaults()->group("Output");
  add_option("--format", format_, "DOT for Graphviz; SVG for browsers; Mermaid for Markdown")
      ->check(CLI::IsMember({"dot", "svg", "mermaid"}))
      ->capture_default_str();
  never_with({of, "systems"}, {schedule, frames});
  never_with({of, "schedule"}, {frames});
}

Spelling GraphCommand::ascii() const { return format_ == "mermaid" ? Spelling::Mermaid : Spelling::Xml; }

std::optional<Picture> GraphCommand::picture(const Program& program) const {
  const std::size_t most = format_ == "mermaid" ? most_drawn_by_mermaid : most_drawn;
  if (of_ == "systems") {
    Picture picture = systems_picture(program, most);
    picture.title = program.name + ": systems and components";
    return picture;
  }
  const NamedSchedule* schedule = choose_schedule(program, file_, schedule_);
  if (!schedule) return std::nullopt;
  if (of_ == "schedule") {
    Picture picture = schedule_picture(schedule->z, most);
    picture.title = fmt::format("{}: schedule {}", program.name, schedule->name);
    return picture;
  }
  const std::uint64_t frames = frames_.value_or(program.frames);
  Execution reference(program, *schedule);
  try {
    reference.advance_to(frames);
  } catch (const RuntimeError& error) {
    complain(show(file_, error, reference.names()));
    return std::nullopt;
  }
  const Instance of(program, schedule->z, frames);
  const Names all = names(program, of);
  Picture picture = order_picture(of.po, {program.schema, all}, most, frames);
  picture.title = fmt::format("{}: schedule {}, {}", program.name, schedule->name, plural(frames, "frame"));
  return picture;
}

Status GraphCommand::run() const {
  const std::optional<Input> source = read_program(line(), file_);
  if (!source) return Status::Wrong;
  const std::optional<Picture> drawn = picture(source->program);
  if (!drawn) return Status::Wrong;
  print(format_ == "dot" ? dot(*drawn) : format_ == "svg" ? svg(*drawn) : mermaid(*drawn));
  return Status::Yes;
}

}  // namespace

std::shared_ptr<Command> graph_command(CommandLine& line) { return std::make_shared<GraphCommand>(line); }

}  // namespace coreecs
