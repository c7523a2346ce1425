/// The contribution of the main house, or of an annex, to the command line. `command_line` (interp/commands) assembles
/// them; no command depends on annexes.
#pragma once

#include <array>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "interp/cli/status.hpp"

namespace CLI {
class Option;
}

namespace coreecs {

class Command;
class CommandLine;
class Document;

/// A kind of document that some command takes. Messages name it if it appears in place of another kind.
struct DocumentKind {
  std::string_view what;                      ///< "a certificate"
  std::string_view use;                       ///< which command takes it
  std::array<std::string_view, 2> keys = {};  ///< an object with all of these is of this kind; "" is no key
  bool is_lines = false;                      ///< JSON Lines; the keys are those of the first line
  /// Whether a text that is no JSON, with this first line, is of this kind.
  bool (*is_begun_by)(std::string_view line, std::string_view text) = nullptr;
};

/// A language besides Core ECS. The commands run, check, show and test take its programs, too.
class Language {
 public:
  /// Counts expectations of programs, and the files in which all were judged.
  struct Tally {
    std::size_t passed = 0, failed = 0, files = 0;
  };

  virtual ~Language() = default;
  /// "the archetype calculus"
  [[nodiscard]] virtual std::string_view name() const = 0;
  [[nodiscard]] virtual bool is_named_by(const Document&) const = 0;
  /// Adds options that apply only to its programs.
  virtual void add_options_to(Command&) const = 0;
  /// The names of these options.
  [[nodiscard]] virtual std::vector<std::string> options() const = 0;
  /// What a command does with its programs, for the command's help.
  [[nodiscard]] virtual std::string about(std::string_view command) const = 0;
  /// Runs the command with a program in a file. Prints errors.
  [[nodiscard]] virtual Status perform(const Command&, const std::string& file, std::string text, Tally&) const = 0;
};

/// A kind of report that merge-reports can add.
struct ReportKind {
  bool (*is_one)(std::string_view text);
  /// Prints the sum of these reports. The first file is of this kind.
  Status (*merge)(const CommandLine&, const std::vector<std::string>& files, bool as_json);
};

/// A JSON Schema that the command schema prints.
struct SchemaKind {
  CLI::Option* (*add_option_to)(Command&);
  bool (*is_asked_for)(const CLI::Option&);  ///< called with the option that it added
  const std::string_view* text;
};

/// The main house, or an annex.
struct Part {
  std::string_view examples;  ///< lines of `coreecs --help`
  std::vector<std::shared_ptr<Command> (*)(CommandLine&)> commands;
  std::string_view family = {};  ///< the word before each of its commands: "app"
  std::vector<DocumentKind> documents = {};
  std::vector<std::shared_ptr<const Language>> languages = {};
  std::vector<ReportKind> reports = {};
  std::vector<SchemaKind> schemas = {};
};

}  // namespace coreecs
