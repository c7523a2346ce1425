#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include "interp/commands/description.hpp"

namespace coreecs {

namespace {

/// A line escaped for roff.
std::string roff(const std::string& text) {
  std::string out = text.rfind('.', 0) == 0 || text.rfind('\'', 0) == 0 ? "\\&" : "";
  for (const char c : text) out += c == '\\' ? "\\e" : c == '-' ? "\\-" : std::string(1, c);
  return out;
}

/// Text with its line breaks.
std::string unfilled(const std::string& text) {
  std::string out = ".nf\n";
  for (const std::string& line : CLI::detail::split(text, '\n'))
    if (!line.empty()) out += roff(line) + "\n";
  return out + ".fi\n";
}

/// A name with its arguments, and its meaning below.
std::string item(const std::string& name, const std::string& rest, const std::string& text) {
  return fmt::format(".TP\n\\fB{}\\fR{}\n{}\n", roff(name), rest.empty() ? "" : " " + roff(rest), roff(text));
}

std::string section(const CommandDescription& command, const std::string& common_footer) {
  std::string arguments;
  for (const OptionDescription& argument : command.arguments)
    arguments += (arguments.empty() ? "" : " ") + synopsis(argument);
  std::string out = item("coreecs " + command.name, arguments + " [OPTIONS]", command.about) + ".RS\n";
  for (const OptionDescription& argument : command.arguments) out += item(argument.name, "", meaning(argument));
  for (const OptionDescription& option : command.options) out += item(option.name, option.value, meaning(option));
  if (command.footer != common_footer) out += ".PP\n" + unfilled(command.footer);
  return out + ".RE\n";
}

}  // namespace

std::string manual_page(const Description& all) {
  const std::size_t sentence = all.about.find('\n');
  std::string out =
      "'\\\" -*- coding: utf-8 -*-\n"
      ".TH COREECS 1 \"\" \"coreecs " COREECS_VERSION
      "\" \"User Commands\"\n"
      ".SH NAME\ncoreecs \\- is this schedule of systems deterministic?\n"
      ".SH SYNOPSIS\n\\fBcoreecs\\fR COMMAND [OPTIONS] FILE...\n"
      ".SH DESCRIPTION\n" +
      roff(all.about.substr(0, sentence)) + "\n.SH COMMANDS\n";
  for (const std::string& group : groups(all.commands)) {
    out += ".SS " + roff(group) + "\n";
    for (const CommandDescription& command : all.commands)
      if (command.group == group) out += section(command, all.footer);
  }
  return out + ".SH EXAMPLES\n" + unfilled(all.about.substr(sentence)) + ".SH NOTES\n" + unfilled(all.notes) +
         ".SH EXIT STATUS\n" + unfilled(all.footer);
}

}  // namespace coreecs
