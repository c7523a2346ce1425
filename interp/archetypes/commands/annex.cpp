#include "interp/archetypes/commands/archetypes.hpp"
#include "interp/archetypes/commands/commands.hpp"
#include "interp/cli/command.hpp"

namespace coreecs {

namespace embedded {
extern const std::string_view archetype_schema;
}

namespace {

CLI::Option* add_calculus_option(Command& command) {
  return command.add_option("--calculus")
      ->type_name("TEXT")
      ->description("the schema of programs of Core ECS, or of the archetype calculus")
      ->check(CLI::IsMember({"core", "archetype"}))
      ->default_str("core");
}

bool asks_for_archetypes(const CLI::Option& calculus) {
  return calculus.count() > 0 && calculus.results().back() == "archetype";
}

}  // namespace

Part archetypes_annex() {
  return {.examples =
              R"(  coreecs run examples/archetypes/toy.json           run a program of the archetype calculus
  coreecs check examples/archetypes/toy.json         its types, its conflicts, and which theorems hold for it
  coreecs core examples/archetypes/toy.json          the same program in Core ECS
)",
          .commands = {core_command},
          .documents = {archetype_document},
          .languages = {archetype_language()},
          .schemas = {{add_calculus_option, asks_for_archetypes, &embedded::archetype_schema}}};
}

}  // namespace coreecs
