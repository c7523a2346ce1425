#include "interp/cli/command.hpp"
#include "interp/commands/commands.hpp"

namespace coreecs {

namespace embedded {
extern const std::string_view program_schema;
}

namespace {

/// Prints the schema of programs, or of an annex's documents, for editors and for generators.
class SchemaCommand : public Command {
 public:
  explicit SchemaCommand(CommandLine& line)
      : Command(line, "Look", "schema", "Print the JSON Schema of programs, for editors and other tools") {
    for (const Part& part : line.parts())
      for (const SchemaKind& kind : part.schemas) {
        CLI::Option* option = kind.add_option_to(*this);
        for (const auto& [other, _] : others_) option->excludes(other);
        others_.emplace_back(option, kind);
      }
  }
  [[nodiscard]] Status run() const override {
    std::string_view schema = embedded::program_schema;
    for (const auto& [option, kind] : others_)
      if (kind.is_asked_for(*option)) schema = *kind.text;
    print(std::string(schema));
    return Status::Yes;
  }

 private:
  std::vector<std::pair<CLI::Option*, SchemaKind>> others_;
};

}  // namespace

std::shared_ptr<Command> schema_command(CommandLine& line) { return std::make_shared<SchemaCommand>(line); }

}  // namespace coreecs
