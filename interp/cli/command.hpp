/// A command: arguments and options for CLI11, and rules for combining their values.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "interp/cli/files.hpp"
#include "interp/cli/io.hpp"
#include "interp/cli/part.hpp"

namespace coreecs {

/// The whole command line, before its commands.
class CommandLine : public CLI::App {
 public:
  /// `called` is the name that the user types: "coreecs", or the executable of a program in C++.
  CommandLine(const std::string& about, std::vector<Part> parts, std::string called);
  [[nodiscard]] const std::string& called() const { return called_; }
  /// Adds the commands of all parts. Like CLI11's subcommands, they inherit earlier settings.
  void add_commands();
  [[nodiscard]] const std::vector<Part>& parts() const { return parts_; }
  /// The added commands, in order.
  [[nodiscard]] const std::vector<std::shared_ptr<Command>>& commands() const { return commands_; }
  /// Takes standard input, which can be read only once. Whether it was taken before.
  [[nodiscard]] bool takes_input();
  /// The values of --set for constants of programs: "dt=0.02".
  [[nodiscard]] const std::vector<std::string>& settings() const { return settings_; }

 private:
  friend void set_option(Command&);

  std::vector<Part> parts_;
  std::string called_;
  std::vector<std::shared_ptr<Command>> commands_;
  std::vector<std::string> settings_;
  bool input_is_taken_ = false;
};

class Command : public CLI::App {
 public:
  /// An option, or only one of its values.
  struct Use {
    const CLI::Option* option;
    std::string value = {};
  };

  [[nodiscard]] CommandLine& line() const { return line_; }
  /// The words that select it on the command line: "check", "app check".
  [[nodiscard]] std::string words() const;
  /// Runs the command. Precondition: the command line was parsed, and selects this command.
  [[nodiscard]] virtual Status run() const = 0;
  /// The spelling on standard output with --ascii, which keeps the meaning of documents.
  [[nodiscard]] virtual Spelling ascii() const;

  // CLI11's needs and excludes cover neither values of options nor alternatives. --help shows these rules as well.

  /// Rejects `option` without at least one of `uses`.
  void only_with(const CLI::Option* option, std::vector<Use> uses);
  /// Rejects `use` together with any of `others`.
  void never_with(const Use& use, const std::vector<const CLI::Option*>& others);
  /// Rejects `option` with several FILEs.
  void for_one_file(const CLI::Option* option) { for_one_file_.push_back(option); }

  /// The option names files that the command reads: - is standard input, @FILE is FILE.
  CLI::Option* reads(CLI::Option* option);
  /// The option names a file that the command writes.
  CLI::Option* writes(CLI::Option* option);
  /// The files of both kinds on this command line.
  [[nodiscard]] std::vector<FileUse> files() const;
  [[nodiscard]] bool is_read(const CLI::Option* option) const;
  [[nodiscard]] bool is_written(const CLI::Option* option) const;

  /// The requirements of an option: one of each list.
  [[nodiscard]] std::vector<std::vector<std::string>> needs_of(const CLI::Option* option) const;
  /// The excluded options, with the values of this option that exclude them; "" means all values.
  [[nodiscard]] std::map<std::string, std::set<std::string>> excludes_of(const CLI::Option* option) const;
  [[nodiscard]] bool is_for_one_file(const CLI::Option* option) const;

 protected:
  /// In this group of the command line's help.
  Command(CommandLine& line, const std::string& group, const std::string& name, const std::string& about);

 private:
  friend void set_option(Command&);

  /// Throws the same exceptions as CLI11's own checks.
  void check_uses() const;

  struct Need {
    const CLI::Option* option;
    std::vector<Use> uses;
  };
  struct Exclusion {
    Use use;
    const CLI::Option* other;
  };
  CommandLine& line_;
  std::vector<Need> needs_;
  std::vector<Exclusion> exclusions_;
  std::vector<const CLI::Option*> for_one_file_, read_, written_;
};

// Arguments and options of several commands.

/// --set NAME=VALUE, for the constants of a program.
void set_option(Command& command);
/// The argument for one or more programs; optional on the command line of a program in C++, where that is the default.
template <class Files>
void program_argument(Command& command, const std::string& name, Files& files) {
  const bool several = !std::is_same_v<Files, std::string>;
  const std::string what = several ? "programs in JSON" : "the program in JSON";
  const std::optional<std::string> native = native_file();
  if (native) files = {*native};
  command
      .reads(command.add_option(name, files,
                                what + (native ? "; default: the program in C++" : ", or - for standard input")))
      ->required(!native);
  set_option(command);
}
/// Only digits, at most 18: CLI11 would read a sign, and let large numbers wrap or saturate.
[[nodiscard]] const CLI::Validator& natural();
/// The same, but not 0.
[[nodiscard]] const CLI::Validator& positive();
/// A real from `least` to `most`. It rejects nan, which CLI::Range accepts, and infinities.
[[nodiscard]] CLI::Validator real_between(double least, double most);
CLI::Option* schedule_option(CLI::App& command, std::optional<std::string>& schedule);
CLI::Option* frames_option(CLI::App& command, std::optional<std::uint64_t>& frames);
/// An option with words separated by commas, which may be repeated. Empty words count; CLI11's delimiter drops them.
CLI::Option* words_option(CLI::App& command, const std::string& name, std::vector<std::string>& words,
                          const std::string& about);
/// Accepts such an option if all its words are among these.
[[nodiscard]] CLI::Validator each_is_member_of(const std::vector<std::string>& known);
CLI::Option* json_option(CLI::App& command, bool& json);

}  // namespace coreecs
