#include "interp/cli/commands.hpp"
#include "interp/cli/programs.hpp"
#include "interp/report/program.hpp"

namespace coreecs {

namespace {

class ShowCommand : public Command {
 public:
  explicit ShowCommand(CLI::App& app);
  [[nodiscard]] Status run() const override;

 private:
  Programs programs_;
};

ShowCommand::ShowCommand(CLI::App& app)
    : Command(app, "Look", "show", "Print a program in the paper's notation, with the effects of its systems") {
  programs_.add_to(*this);
}

Status ShowCommand::run() const {
  return programs_.each(Status::Wrong, [&](const Input& source, const std::string& file) {
    if (programs_.schedule && !choose_schedule(source.program, file, programs_.schedule)) return Status::Wrong;
    print(show(source.program, programs_.schedule));
    return Status::Yes;
  });
}

}  // namespace

std::shared_ptr<Command> show_command(CLI::App& app) { return std::make_shared<ShowCommand>(app); }

}  // namespace coreecs
