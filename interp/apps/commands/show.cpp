#include "interp/apps/app/show.hpp"

#include "interp/apps/app/order.hpp"
#include "interp/apps/commands/apps.hpp"
#include "interp/apps/commands/commands.hpp"
#include "interp/apps/triage/engines.hpp"
#include "interp/cli/command.hpp"

namespace coreecs {

namespace {

class AppShowCommand : public Command {
 public:
  explicit AppShowCommand(CommandLine& line)
      : Command(line, "Apps", "show", "Print the systems of an app, their order, and which of them conflict") {
    app_argument(*this, file_);
    CLI::Option* engine = engine_option(*this, engine_);
    CLI::Option* limit = add_option("--limit", limit_, "count orders exactly up to N order ideals")
                             ->check(natural())
                             ->capture_default_str();
    engine->excludes(json_option(*this, json_), limit);
    footer(
        "The number of orders is exact, unless a part of the order that is not series-parallel has more than --limit "
        "order ideals (n unordered systems have 2^n). Then bounds are printed.\n" +
        about_engines() +
        "Exit status: 0 done; 2 the app or the usage is wrong; 3 interrupted, or not enough memory; 4 a bug in "
        "coreecs.");
  }
  [[nodiscard]] Status run() const override {
    const std::optional<AppInput> input = read_app(line(), file_);
    if (!input) return Status::Wrong;
    if (engine_)
      print(triage::engine(*engine_)->constraints(input->app, app::order(input->app)));
    else
      print(json_ ? json(input->app, limit_) : show(input->app, limit_));
    return Status::Yes;
  }

 private:
  std::string file_;
  std::optional<std::string> engine_;
  std::size_t limit_ = app::some_ideals;
  bool json_ = false;
};

}  // namespace

std::shared_ptr<Command> app_show_command(CommandLine& line) { return std::make_shared<AppShowCommand>(line); }

}  // namespace coreecs
