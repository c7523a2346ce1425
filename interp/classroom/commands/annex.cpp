#include "interp/classroom/commands/commands.hpp"
#include "interp/cli/command.hpp"

namespace coreecs {

namespace embedded {
extern const std::string_view key_schema;
}

namespace {

CLI::Option* add_key_flag(Command& command) {
  return command.add_flag("--key")->description("print the schema of keys of exercises instead");
}

}  // namespace

Part classroom_annex() {
  return {.examples =
              R"(  coreecs mark sheep.json handed_in/*.json          points and feedback for each answer to an exercise
  coreecs variant sheep.json --key key.json --seed ann   the exercise in other words, for one student
  coreecs handout > handout.html                    notation and verdicts on two pages, to print
)",
          .commands = {mark_command, variant_command, handout_command},
          .documents = {key_document},
          .schemas = {{add_key_flag, [](const CLI::Option& flag) { return flag.count() > 0; }, &embedded::key_schema}}};
}

}  // namespace coreecs
