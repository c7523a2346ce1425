#include "interp/cli/commands.hpp"

namespace coreecs {

namespace embedded {
extern const std::string_view program_schema;
}

namespace {

/// The schema of programs, for editors and for programs that write programs.
class SchemaCommand : public Command {
 public:
  explicit SchemaCommand(CLI::App& app)
      : Command(app, "Look", "schema", "Print the JSON Schema of programs, for editors and other tools") {}
  [[nodiscard]] Status run() const override {
    print(std::string(embedded::program_schema));
    return Status::Yes;
  }
};

}  // namespace

std::shared_ptr<Command> schema_command(CLI::App& app) { return std::make_shared<SchemaCommand>(app); }

}  // namespace coreecs
