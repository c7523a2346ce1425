#include "interp/cli/commands.hpp"

namespace coreecs {

namespace embedded {
extern const std::string_view program_schema;
extern const std::string_view app_schema;
}  // namespace embedded

namespace {

/// The schema of programs, and that of apps, for editors and for programs that write either.
class SchemaCommand : public Command {
 public:
  explicit SchemaCommand(CLI::App& app)
      : Command(app, "Look", "schema", "Print the JSON Schema of programs, for editors and other tools") {
    add_flag("--app", app_, "that of apps, which refers to the one of programs, as program.schema.json beside it");
  }
  [[nodiscard]] Status run() const override {
    print(std::string(app_ ? embedded::app_schema : embedded::program_schema));
    return Status::Yes;
  }

 private:
  bool app_ = false;
};

}  // namespace

std::shared_ptr<Command> schema_command(CLI::App& app) { return std::make_shared<SchemaCommand>(app); }

}  // namespace coreecs
