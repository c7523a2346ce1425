#include "interp/cli/commands.hpp"

namespace coreecs {

namespace embedded {
extern const std::string_view program_schema;
extern const std::string_view app_schema;
extern const std::string_view archetype_schema;
}  // namespace embedded

namespace {

/// The schemas of programs, of both calculi, and that of apps, for editors and for programs that write any.
class SchemaCommand : public Command {
 public:
  explicit SchemaCommand(CLI::App& app)
      : Command(app, "Look", "schema", "Print the JSON Schema of programs, for editors and other tools") {
    CLI::Option* of_apps =
        add_flag("--app", app_, "that of apps, which refers to the one of programs, as program.schema.json beside it");
    add_option("--calculus", calculus_, "that of programs of Core ECS, or of the archetype calculus")
        ->check(CLI::IsMember({"core", "archetype"}))
        ->capture_default_str()
        ->excludes(of_apps);
  }
  [[nodiscard]] Status run() const override {
    print(std::string(app_                       ? embedded::app_schema
                      : calculus_ == "archetype" ? embedded::archetype_schema
                                                 : embedded::program_schema));
    return Status::Yes;
  }

 private:
  bool app_ = false;
  std::string calculus_ = "core";
};

}  // namespace

std::shared_ptr<Command> schema_command(CLI::App& app) { return std::make_shared<SchemaCommand>(app); }

}  // namespace coreecs
