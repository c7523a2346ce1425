#include "interp/cli/describe.hpp"

#include "interp/cli/description.hpp"

namespace coreecs {

DescribeCommand::DescribeCommand(CLI::App& app)
    : all_(app), command_(Command::add(app, "", "describe", "Write the manual page, or completions for a shell")) {
  command_.add_option("FORMAT", format_)->required()->check(CLI::IsMember({"man", "bash", "zsh", "fish", "json"}));
  command_.add_option("FILE", file_);
}

std::optional<Status> DescribeCommand::run() const {
  if (!command_.parsed()) return std::nullopt;
  const Description all = describe(all_);
  const std::string text = format_ == "man"    ? manual_page(all)
                           : format_ == "bash" ? bash_completion(all)
                           : format_ == "zsh"  ? zsh_completion(all)
                           : format_ == "fish" ? fish_completion(all)
                                               : json(all);
  if (file_) return write_file(*file_, text, {}) ? Status::Yes : Status::Wrong;
  print(text);
  return Status::Yes;
}

}  // namespace coreecs
