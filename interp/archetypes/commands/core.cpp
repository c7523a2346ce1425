#include <fmt/format.h>

#include "interp/archetypes/bridge/translate.hpp"
#include "interp/archetypes/commands/archetypes.hpp"
#include "interp/archetypes/commands/commands.hpp"
#include "interp/base/json/document.hpp"
#include "interp/base/json/place.hpp"
#include "interp/cli/command.hpp"
#include "interp/language/format/print.hpp"

namespace coreecs {

namespace {

class CoreCommand : public Command {
 public:
  explicit CoreCommand(CommandLine& line)
      : Command(line, "Look", "core", "Print a program of the archetype calculus as one of Core ECS") {
    reads(add_option("FILE", file_, "the program of the archetype calculus in JSON, or - for standard input"))
        ->required();
    add_option("--events", events_,
               "queued: staged events are entities until sync; direct: they are mutations at the end of the "
               "invocation; proved: direct where that is proved to make no difference")
        ->check(CLI::IsMember({"queued", "direct", "proved"}))
        ->capture_default_str();
    footer(
        "If the program is well typed by the repaired rules, both programs have runs with the same results; with "
        "--events direct this holds for some programs only (specs/explanation/bridge.md).\n"
        "Exit status: 0 done; 2 the program or the usage is wrong, or the program has no translation; 3 interrupted, "
        "or not enough memory; 4 a bug in "
        "coreecs.");
  }
  [[nodiscard]] Spelling ascii() const override { return Spelling::Json; }

  [[nodiscard]] Status run() const override {
    const std::optional<ArchetypeInput> input = read_archetype(line(), file_);
    if (!input) return Status::Wrong;
    const archetype::Program& program = input->program;
    const bridge::OrUntranslatable<bridge::Translation> translation =
        bridge::translate(program.schema, {program.start, program.frame},
                          {.events = events(),
                           .frames = program.frames,
                           .entities = program.entities,
                           .name = program.name == file_ ? std::string() : program.name,
                           .about = program.about});
    if (const auto* untranslatable = std::get_if<bridge::Untranslatable>(&translation)) {
      for (const Problem& problem : problems(*untranslatable, *input)) complain(show(file_, problem) + "\n");
      return Status::Wrong;
    }
    print(coreecs::print(std::get<bridge::Translation>(translation).program));
    return Status::Yes;
  }

 private:
  [[nodiscard]] bridge::Events events() const {
    if (events_ == "queued") return bridge::Events::Queued;
    return events_ == "direct" ? bridge::Events::Direct : bridge::Events::DirectWhereProved;
  }
  static std::vector<Problem> problems(const bridge::Untranslatable& untranslatable, const ArchetypeInput& input) {
    const archetype::Program& program = input.program;
    std::string what = "has no translation: " + untranslatable.what;
    if (untranslatable.C && *untranslatable.C < program.schema.size())
      what += fmt::format(" ({})", program.schema[*untranslatable.C].name);
    what += "; coreecs check says why the calculus refuses it";
    Problems problems;
    const Document document(std::string_view(input.text), problems);
    const std::string at = untranslatable.place.empty() ? "" : archetype::part(program, untranslatable.place).at;
    report_at(problems, *document.root(), way(at), what);
    return std::move(problems).in_order(input.text);
  }

  std::string file_, events_ = "proved";
};

}  // namespace

std::shared_ptr<Command> core_command(CommandLine& line) { return std::make_shared<CoreCommand>(line); }

}  // namespace coreecs
