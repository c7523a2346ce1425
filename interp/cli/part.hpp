/// What the main house and each annex bring to the command line. `command_line` (interp/commands) puts them together;
/// no command knows which annexes there are.
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

/// A kind of document that some command takes, so that one in the place of another is called by its name.
struct DocumentKind {
  std::string_view what;                      ///< "a certificate"
  std::string_view use;                       ///< which command takes it
  std::array<std::string_view, 2> keys = {};  ///< an object with all of these is one; "" is no key
  bool is_lines = false;                      ///< it is JSON Lines, of which the first one tells
  /// Whether a text that is no JSON, with this first line, is one.
  bool (*is_begun_by)(std::string_view line, std::string_view text) = nullptr;
};

/// A language besides Core ECS. The commands run, check, show and test take its programs, too.
class Language {
 public:
  /// Of the expectations of programs.
  struct Tally {
    std::size_t passed = 0, failed = 0;
  };

  virtual ~Language() = default;
  /// "the archetype calculus"
  [[nodiscard]] virtual std::string_view name() const = 0;
  [[nodiscard]] virtual bool is_named_by(const Document&) const = 0;
  /// Adds what is asked of its programs only.
  virtual void add_options_to(Command&) const = 0;
  /// The names of these options.
  [[nodiscard]] virtual std::vector<std::string> options() const = 0;
  /// What a command does with its programs, for the help of the command.
  [[nodiscard]] virtual std::string about(std::string_view command) const = 0;
  /// Does it with the program that a file holds. What goes wrong is said.
  [[nodiscard]] virtual Status perform(const Command&, const std::string& file, std::string text, Tally&) const = 0;
};

/// A kind of report that merge-reports adds up.
struct ReportKind {
  bool (*is_one)(std::string_view text);
  /// Prints the sum of the reports in these files, the first of which is one.
  Status (*merge)(const CommandLine&, const std::vector<std::string>& files, bool as_json);
};

/// A JSON Schema that the command schema prints.
struct SchemaKind {
  CLI::Option* (*add_option_to)(Command&);
  bool (*is_asked_for)(const CLI::Option&);  ///< of the same option
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
