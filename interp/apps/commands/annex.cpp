#include "interp/apps/commands/commands.hpp"
#include "interp/apps/importer/import.hpp"
#include "interp/cli/command.hpp"

namespace coreecs {

namespace embedded {
extern const std::string_view app_schema;
}

bool is_imported(std::string_view, std::string_view text) {
  const std::optional<importer::From> from = importer::guess(text);
  return from && *from != importer::From::Csv;
}

namespace {

CLI::Option* add_app_flag(Command& command) {
  return command.add_flag("--app")->description(
      "print the schema of apps instead, which refers to program.schema.json beside it");
}

}  // namespace

Part apps_annex() {
  return {
      .examples = R"(  coreecs app import schedule.dot > app.json        import the schedule of your engine as an app
  coreecs app show app.json                         its systems, their order, and which of them conflict
  coreecs app check app.json                        which of its ambiguities matter, and what removes them
  coreecs app simulate app.json                     how long do schedulers take, and which systems run in parallel?
  coreecs app core app.json                         a Core ECS program of it, safe on every state
  coreecs app from world.json                       a program as an app, with the constraints for your engine
)",
      .commands = {app_import_command, app_show_command, app_check_command, app_trace_command, app_simulate_command,
                   app_core_command, app_from_command},
      .family = "app",
      .documents = {app_document, imported_document},
      .schemas = {{add_app_flag, [](const CLI::Option& flag) { return flag.count() > 0; }, &embedded::app_schema}}};
}

}  // namespace coreecs
