#include "interp/cli/command.hpp"
#include "interp/commands/commands.hpp"
#include "interp/commands/description.hpp"

namespace coreecs {

namespace {

/// A description of the command line, for packagers. Hidden.
class DescribeCommand : public Command {
 public:
  explicit DescribeCommand(CommandLine& line);
  [[nodiscard]] Status run() const override;

 private:
  std::string format_;
  std::optional<std::string> file_;
};

DescribeCommand::DescribeCommand(CommandLine& line)
    : Command(line, "", "describe", "Write the manual page, or completions for a shell") {
  add_option("FORMAT", format_)->required()->check(CLI::IsMember({"man", "bash", "zsh", "fish", "json"}));
  writes(add_option("FILE", file_));
}

Status DescribeCommand::run() const {
  const Description all = describe(line());
  const std::string text = format_ == "man"    ? manual_page(all)
                           : format_ == "bash" ? bash_completion(all)
                           : format_ == "zsh"  ? zsh_completion(all)
                           : format_ == "fish" ? fish_completion(all)
                                               : json(all);
  if (file_) return write_file(*file_, text) ? Status::Yes : Status::Wrong;
  print(text);
  return Status::Yes;
}

}  // namespace

std::shared_ptr<Command> describe_command(CommandLine& line) { return std::make_shared<DescribeCommand>(line); }

}  // namespace coreecs
