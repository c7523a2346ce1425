#include "interp/cli/command.hpp"
#include "interp/cli/programs.hpp"
#include "interp/commands/commands.hpp"
#include "interp/views/report/report.hpp"

namespace coreecs {

namespace {

class ShowCommand : public Command {
 public:
  explicit ShowCommand(CommandLine& line);
  [[nodiscard]] Status run() const override;

 private:
  Programs programs_;
};

ShowCommand::ShowCommand(CommandLine& line)
    : Command(line, "Look", "show", "Print a program in the paper's notation, with the effects of its systems") {
  programs_.add_to(*this);
  language_options(*this);
}

Status ShowCommand::run() const {
  return programs_.each(*this, [&](const Input& source, const std::string& file) {
    if (programs_.schedule && !choose_schedule(source.program, file, programs_.schedule)) return Status::Wrong;
    print(show(source.program, programs_.schedule));
    return Status::Yes;
  });
}

}  // namespace

std::shared_ptr<Command> show_command(CommandLine& line) { return std::make_shared<ShowCommand>(line); }

}  // namespace coreecs
