#include "interp/cli/archetypes.hpp"
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
  std::string rules_ = "repaired";
};

ShowCommand::ShowCommand(CLI::App& app)
    : Command(app, "Look", "show", "Print a program in the paper's notation, with the effects of its systems") {
  programs_.add_to(*this);
  rules_option(*this, rules_);
}

Status ShowCommand::run() const {
  return programs_.each(
      [&](const Input& source, const std::string& file) {
        if (!goes_without_archetypes(*this, file)) return Status::Wrong;
        if (programs_.schedule && !choose_schedule(source.program, file, programs_.schedule)) return Status::Wrong;
        print(show(source.program, programs_.schedule));
        return Status::Yes;
      },
      [&](const ArchetypeInput& source, const std::string& file) {
        return goes_with_archetypes(*this, file, {}) ? show(source, rules_) : Status::Wrong;
      });
}

}  // namespace

std::shared_ptr<Command> show_command(CLI::App& app) { return std::make_shared<ShowCommand>(app); }

}  // namespace coreecs
