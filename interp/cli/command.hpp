/// A command: its arguments and options as CLI11 has them, and which values of them go together.
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
  /// `called` is what the user calls it by: "coreecs", or the program in C++ that it is of.
  CommandLine(const std::string& about, std::vector<Part> parts, std::string called);
  [[nodiscard]] const std::string& called() const { return called_; }
  /// Adds the commands of all parts. They take over what is set by then, as CLI11's subcommands do.
  void add_commands();
  [[nodiscard]] const std::vector<Part>& parts() const { return parts_; }
  /// Those that were added, in this order.
  [[nodiscard]] const std::vector<std::shared_ptr<Command>>& commands() const { return commands_; }
  /// Takes standard input, which is there once. Whether it was taken before.
  [[nodiscard]] bool takes_input();
  /// What --set says of the constants of programs that are read: "dt=0.02".
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
  /// What the command line begins with for it: "check", "app check".
  [[nodiscard]] std::string words() const;
  /// What it comes to. Precondition: the command line was parsed, and it is this command.
  [[nodiscard]] virtual Status run() const = 0;
  /// How what is not ASCII is spelled on standard output with --ascii, so that documents still mean the same.
  [[nodiscard]] virtual Spelling ascii() const;

  // CLI11's needs and excludes reach no value of an option, and no alternatives. What is refused by these is told by
  // --help as well.

  /// `option` is refused where none of `uses` is made.
  void only_with(const CLI::Option* option, std::vector<Use> uses);
  /// `use` is refused beside any of `others`.
  void never_with(const Use& use, const std::vector<const CLI::Option*>& others);
  /// `option` is refused where there are several FILEs.
  void for_one_file(const CLI::Option* option) { for_one_file_.push_back(option); }

  /// The option names a file, or files, that the command reads: - is standard input, @FILE is FILE.
  CLI::Option* reads(CLI::Option* option);
  /// The option names a file that the command writes.
  CLI::Option* writes(CLI::Option* option);
  /// These files, as the command line names them.
  [[nodiscard]] std::vector<FileUse> files() const;
  [[nodiscard]] bool is_read(const CLI::Option* option) const;
  [[nodiscard]] bool is_written(const CLI::Option* option) const;

  /// What an option needs: of each list, one.
  [[nodiscard]] std::vector<std::vector<std::string>> needs_of(const CLI::Option* option) const;
  /// What it excludes, by which of its values; "" are all.
  [[nodiscard]] std::map<std::string, std::set<std::string>> excludes_of(const CLI::Option* option) const;
  [[nodiscard]] bool is_for_one_file(const CLI::Option* option) const;

 protected:
  /// In that group of the help of the command line.
  Command(CommandLine& line, const std::string& group, const std::string& name, const std::string& about);

 private:
  friend void set_option(Command&);

  /// Throws what CLI11 does for what it refuses itself.
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

/// --set NAME=VALUE, of the constants of a program.
void set_option(Command& command);
/// What names a program, or several: without it the program in C++, where the command line is that of one.
template <class Files>
void program_argument(Command& command, const std::string& name, Files& files) {
  const bool several = !std::is_same_v<Files, std::string>;
  const std::string what = several ? "programs in JSON" : "the program in JSON";
  const std::optional<std::string> native = native_file();
  if (native) files = {*native};
  command
      .reads(command.add_option(name, files,
                                what + (native ? "; without it the one in C++" : ", or - for standard input")))
      ->required(!native);
  set_option(command);
}
/// Digits only, and not too many: the number would otherwise be read with a sign, and wrapped or cut off.
[[nodiscard]] const CLI::Validator& natural();
/// A real from `least` to `most`; neither nan, which CLI::Range takes, nor an infinity.
[[nodiscard]] CLI::Validator real_between(double least, double most);
CLI::Option* schedule_option(CLI::App& command, std::optional<std::string>& schedule);
CLI::Option* frames_option(CLI::App& command, std::optional<std::uint64_t>& frames);
/// An option that takes several words with commas between them, and may be given more than once; an empty word is one.
/// (CLI11's delimiter drops them.)
CLI::Option* words_option(CLI::App& command, const std::string& name, std::vector<std::string>& words,
                          const std::string& about);
/// Each of the words of such an option is one of these.
[[nodiscard]] CLI::Validator each_is_in(const std::vector<std::string>& known);
CLI::Option* json_option(CLI::App& command, bool& json);

}  // namespace coreecs
