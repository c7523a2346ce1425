#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include <algorithm>

#include "interp/commands/description.hpp"
#include "interp/language/notation/lines.hpp"

namespace coreecs {

namespace {

constexpr std::size_t margin = 26;

/// Each line in lines that are not too wide; those of an indented one are indented further.
std::string filled(const std::string& text) {
  std::string out;
  for (const std::string& line : CLI::detail::split(text, '\n')) {
    const bool indented = line.starts_with("  ");
    std::size_t column = indented ? 2 : 0;
    out += std::string(column, ' ');
    for (const std::string& word : CLI::detail::split(line.substr(column), ' ')) {
      const bool first = column == (indented ? 2U : 0U);
      if (!first && column + 1 + columns(word) > line_width) {
        column = indented ? 4 : 0;
        out += "\n" + std::string(column, ' ');
      } else if (!first) {
        out += " ";
        ++column;
      }
      out += word;
      column += columns(word);
    }
    out += "\n";
  }
  return out;
}

/// A name in the margin, with its meaning beside it.
std::string entry(const std::string& name, const std::string& text) {
  std::string out = "  " + name;
  std::size_t column = 2 + columns(name);
  const auto new_line = [&] {
    out += "\n";
    column = 0;
  };
  if (column + 2 > margin) new_line();
  for (const std::string& word : CLI::detail::split(text, ' ')) {
    if (column + 1 + columns(word) > line_width) new_line();
    const std::size_t gap = column < margin ? margin - column : 1;
    out += std::string(gap, ' ') + word;
    column += gap + columns(word);
  }
  return out + "\n";
}

std::string synopsis(const CommandDescription& command) {
  std::string out = "coreecs " + command.name;
  for (const OptionDescription& argument : command.arguments) out += " " + synopsis(argument);
  return out + (command.options.empty() ? "" : " [OPTIONS]");
}

}  // namespace

std::string help(const CommandDescription& command) {
  std::string out = "Usage: " + synopsis(command) + "\n" + filled(command.about) + "\n";
  for (const OptionDescription& argument : command.arguments) out += entry(argument.name, meaning(argument));
  for (const std::string& group : groups(command.options)) {
    out += "\n" + group + ":\n";
    for (const OptionDescription& option : command.options)
      if (option.group == group) out += entry(usage(option), meaning(option));
  }
  return out + "\n" + filled(command.footer);
}

std::string family_help(const std::string& first, const Description& all) {
  std::string out = fmt::format("Usage: coreecs {} COMMAND ...; coreecs help {} COMMAND says how\n\n", first, first);
  for (const CommandDescription& command : all.commands)
    if (command.name.rfind(first + " ", 0) == 0) out += entry(command.name, command.about);
  return out;
}

std::string help(const Description& all) {
  std::string out = all.about;
  for (const std::string& group : groups(all.commands)) {
    out += "\n" + group + ":\n";
    for (const CommandDescription& command : all.commands)
      if (command.group == group) out += entry(command.name, command.about);
  }
  return out + "\nUsage: coreecs COMMAND ...; coreecs help COMMAND says how; coreecs version\n\n" + all.notes +
         all.footer + "\n";
}

}  // namespace coreecs
