#include "interp/cli/show.hpp"

#include "interp/report/program.hpp"

namespace coreecs {

ShowCommand::ShowCommand(CLI::App& app)
    : command_(programs_.add_command(app, "Look", "show",
                                     "Print a program in the paper's notation, with the effects of its systems")) {}

std::optional<Status> ShowCommand::run() const {
  if (!command_.parsed()) return std::nullopt;
  return programs_.each(Status::Wrong, [&](const Input& source, const std::string& file) {
    if (programs_.schedule && !choose_schedule(source.program, file, programs_.schedule)) return Status::Wrong;
    print(show(source.program, programs_.schedule));
    return Status::Yes;
  });
}

}  // namespace coreecs
