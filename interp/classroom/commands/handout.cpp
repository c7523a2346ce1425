#include "interp/classroom/commands/commands.hpp"
#include "interp/cli/command.hpp"

namespace coreecs {

namespace {

class HandoutCommand : public Command {
 public:
  explicit HandoutCommand(CommandLine& line)
      : Command(line, "Teach", "handout", "Print notation and verdicts as a page of two sheets A4, for the printer") {}
  [[nodiscard]] Status run() const override { return Status::Yes; }
};

}  // namespace

std::shared_ptr<Command> handout_command(CommandLine& line) { return std::make_shared<HandoutCommand>(line); }

}  // namespace coreecs
