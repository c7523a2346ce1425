#include "interp/app/show.hpp"

#include "interp/cli/apps.hpp"
#include "interp/cli/commands.hpp"

namespace coreecs {

namespace {

class AppShowCommand : public Command {
 public:
  explicit AppShowCommand(CLI::App& app)
      : Command(app, "Apps", "app show", "Print the systems of an app, their order, and which of them conflict") {
    app_argument(*this, file_);
    json_option(*this, json_);
    footer("Exit status: 0 done; 2 the app or the usage is wrong; 4 a bug of coreecs.");
  }
  [[nodiscard]] Status run() const override {
    const std::optional<AppInput> input = read_app(file_);
    if (!input) return Status::Wrong;
    print(json_ ? json(input->app) : show(input->app));
    return Status::Yes;
  }

 private:
  std::string file_;
  bool json_ = false;
};

}  // namespace

std::shared_ptr<Command> app_show_command(CLI::App& app) { return std::make_shared<AppShowCommand>(app); }

}  // namespace coreecs
