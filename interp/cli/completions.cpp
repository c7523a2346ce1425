#include <fmt/format.h>

#include "interp/cli/description.hpp"

namespace coreecs {

namespace {

std::vector<std::string> names(const std::vector<OptionDescription>& options) {
  std::vector<std::string> out{"--help"};
  for (const OptionDescription& option : options) out.push_back(option.name);
  return out;
}

std::vector<std::string> names(const std::vector<CommandDescription>& commands) {
  std::vector<std::string> out{"help", "version"};
  for (const CommandDescription& command : commands) out.push_back(command.name);
  return out;
}

bool takes_file(const OptionDescription& option) { return option.value == "FILE"; }
bool takes_folder(const OptionDescription& option) { return option.value == "DIR"; }

/// What a shell takes as it is between single quotes, in which `'` is written `quote`.
std::string within_quotes(const std::string& text, const std::string& quote) {
  return CLI::detail::find_and_replace(text, "'", quote);
}

/// The first thing that is said of an option, without what zsh takes for its own.
std::string brief(const std::string& about) {
  std::string out;
  for (const char c : about.substr(0, std::min(about.find(';'), about.find(". "))))
    if (c != '[' && c != ']') out += c;
  return out;
}

}  // namespace

std::string bash_completion(const Description& all) {
  std::string out = fmt::format(
      R"(# Completions of coreecs for bash. Where there are none, bash completes file names.
_coreecs() {{
  local current=${{COMP_WORDS[COMP_CWORD]}} before=${{COMP_WORDS[COMP_CWORD - 1]}} words
  if [[ $current == = ]]; then  # --option=
    current=
  elif [[ $before == = ]]; then
    before=${{COMP_WORDS[COMP_CWORD - 2]}}
  fi
  COMPREPLY=()
  case $COMP_CWORD:${{COMP_WORDS[1]}}:$before in
    1:* | 2:help:*) words='{}' ;;
)",
      fmt::join(names(all.commands), " "));
  const auto offer = [&](const std::string& pattern, const std::string& what) {
    out += fmt::format("    {}) {} ;;\n", pattern, what);
  };
  for (const CommandDescription& command : all.commands) {
    for (const OptionDescription& option : command.options) {
      const std::string pattern = fmt::format("*:{}:{}", command.name, option.name);
      if (!option.choices.empty())
        offer(pattern, fmt::format("words='{}'", fmt::join(option.choices, " ")));
      else if (takes_folder(option))
        offer(pattern, "COMPREPLY=($(compgen -d -- \"$current\")) && return");
      else if (takes_file(option))
        offer(pattern, "return");
      else if (!option.value.empty())
        offer(pattern, "compopt +o default 2> /dev/null && return");
    }
    offer(fmt::format("*:{}:*", command.name), fmt::format("words='{}'", fmt::join(names(command.options), " ")));
  }
  return out + R"(  esac
  [[ $words == -* && $current != -* ]] || COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _coreecs coreecs
)";
}

std::string zsh_completion(const Description& all) {
  std::string out =
      "#compdef coreecs\n# Completions of coreecs for zsh.\n_coreecs() {\n  local -a commands\n  commands=(\n";
  for (const CommandDescription& command : all.commands)
    out += fmt::format("    '{}:{}'\n", command.name, within_quotes(brief(command.about), R"('\'')"));
  out +=
      "    'help:what the options of a command mean'\n    'version:of coreecs'\n  )\n"
      "  if ((CURRENT == 2)) || [[ $CURRENT == 3 && $words[2] == help ]]; then\n"
      "    _describe command commands\n    return\n  fi\n"
      "  local command=$words[2]\n  shift words\n  ((CURRENT--))\n  case $command in\n";
  for (const CommandDescription& command : all.commands) {
    out += fmt::format("    {})\n      _arguments \\\n", command.name);
    for (const OptionDescription& option : command.options) {
      std::vector<std::string> not_with{option.name};
      if (const auto found = option.excludes.find(""); found != option.excludes.end())
        for (const std::string& other : found->second)
          if (other.find(' ') == std::string::npos) not_with.push_back(other);
      const std::string action = !option.choices.empty() ? fmt::format("({})", fmt::join(option.choices, " "))
                                 : takes_file(option)    ? "_files"
                                 : takes_folder(option)  ? "_files -/"
                                                         : " ";
      out +=
          fmt::format("        '{}{}[{}]{}' \\\n", option.several ? "*" : fmt::format("({})", fmt::join(not_with, " ")),
                      option.name, within_quotes(brief(option.about), R"('\'')"),
                      option.value.empty() ? "" : fmt::format(":{}:{}", brief(option.value), action));
    }
    out += "        '*:FILE:_files' ;;\n";
  }
  return out + "  esac\n}\n_coreecs \"$@\"\n";
}

std::string fish_completion(const Description& all) {
  std::string out = "# Completions of coreecs for fish.\n";
  const auto line = [&](const std::string& condition, const std::string& what, const std::string& about) {
    out += fmt::format("complete -c coreecs -n '{}' {} -d '{}'\n", condition, what, within_quotes(about, R"(\')"));
  };
  const std::string at_first = "__fish_use_subcommand";
  const std::string in_help = "__fish_seen_subcommand_from help";
  for (const CommandDescription& command : all.commands) {
    line(at_first, "-f -a " + command.name, brief(command.about));
    line(in_help, "-f -a " + command.name, brief(command.about));
  }
  line(at_first, "-f -a help", "what the options of a command mean");
  line(at_first, "-f -a version", "of coreecs");
  for (const CommandDescription& command : all.commands) {
    const std::string within = "__fish_seen_subcommand_from " + command.name;
    for (const OptionDescription& option : command.options) {
      std::string what = "-l " + option.name.substr(2);
      if (!option.choices.empty())
        what += fmt::format(" -x -a '{}'", fmt::join(option.choices, " "));
      else if (takes_folder(option))
        what += " -x -a '(__fish_complete_directories)'";
      else if (takes_file(option))
        what += " -r -F";
      else if (!option.value.empty())
        what += " -x";
      line(within, what, brief(option.about));
    }
  }
  return out;
}

}  // namespace coreecs
