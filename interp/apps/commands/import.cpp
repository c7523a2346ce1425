#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "interp/apps/app/print.hpp"
#include "interp/apps/commands/apps.hpp"
#include "interp/apps/commands/commands.hpp"
#include "interp/apps/importer/import.hpp"
#include "interp/cli/command.hpp"
#include "interp/cli/documents.hpp"

namespace coreecs {

namespace {

class AppImportCommand : public Command {
 public:
  explicit AppImportCommand(CommandLine& line);
  [[nodiscard]] Status run() const override;
  [[nodiscard]] Spelling ascii() const override { return Spelling::Json; }

 private:
  [[nodiscard]] std::optional<importer::From> from(const std::string& text) const;

  std::string file_;
  std::optional<std::string> from_, name_, output_;
  bool strict_ = false;
};

AppImportCommand::AppImportCommand(CommandLine& line)
    : Command(line, "Apps", "import", "Make an app from what an engine writes about its schedule") {
  reads(add_option("FILE", file_, "what the engine wrote, or - for standard input"))->required();
  std::vector<std::string> names;
  for (const importer::NamedFrom& one : importer::all_from) names.emplace_back(one.name);
  add_option("--from", from_, "the format of FILE; default: recognised by its content")->check(CLI::IsMember(names));
  add_option("--name", name_, "the name of the app; default: the name of the file")->type_name("NAME");
  writes(add_option("-o,--output", output_, "write the app to this file; default: standard output"));
  add_flag("--strict", strict_, "fail if a part of the input is not understood");
  footer(R"(Formats:
  bevy-dot: a schedule in DOT, as bevy_mod_debugdump writes it, or any graph of systems
  bevy-ambiguities: Bevy's report of pairs of systems with conflicting data access, from its log
  bevy-remote: the answers of Bevy's remote protocol to schedule.graph, one after another or in a list
  csv: a table with a row for each system; specs/reference/imports.md lists its columns
  flecs: the pipeline that Flecs logs with ecs_log_set_level(1)
Several schedules that Bevy runs in a frame become one app, with fixed steps as a block.
Logs may have colours, broken lines, and what a logger or a quote puts before each line.
Every part of the input that is not understood is reported on standard error, with its line.
Exit status: 0 done; 1 something was not understood, with --strict; 2 the file or the usage is wrong, or there are no
systems; 3 interrupted, or not enough memory; 4 a bug in coreecs.)");
}

std::optional<importer::From> AppImportCommand::from(const std::string& text) const {
  for (const importer::NamedFrom& one : importer::all_from)
    if (from_ && one.name == *from_) return one.from;
  const auto guessed = importer::guess(text);
  if (!guessed && importer::is_trace(text))
    complain(file_, "found a trace of what was performed; check it against an app: coreecs app check-trace APP FILE");
  else if (!guessed && !is_another_document(line(), file_, text, imported_document))
    complain(file_, "found no known format; name it with --from");
  return guessed;
}

Status AppImportCommand::run() const {
  const std::optional<std::string> text = read_text(line(), file_);
  if (!text) return Status::Wrong;
  const auto from = this->from(*text);
  if (!from) return Status::Wrong;
  const std::string name = name_.value_or(file_ == "-" ? "app" : std::filesystem::path(file_).stem().string());
  const auto read = importer::import(*text, *from, name);
  if (const Problem* problem = std::get_if<Problem>(&read)) {
    complain(show(file_, *problem) + "\n");
    return Status::Wrong;
  }
  const auto& imported = std::get<importer::Imported>(read);
  for (const importer::Warning& warning : imported.warnings)
    complain(fmt::format("{}:{}:{}: warning", file_, warning.at.line, warning.at.column), warning.message);
  if (strict_ && !imported.warnings.empty()) return Status::No;
  const std::string out = app::print(imported.app);
  if (output_) return write_file(*output_, out) ? Status::Yes : Status::Wrong;
  print(out);
  return Status::Yes;
}

}  // namespace

std::shared_ptr<Command> app_import_command(CommandLine& line) { return std::make_shared<AppImportCommand>(line); }

}  // namespace coreecs
