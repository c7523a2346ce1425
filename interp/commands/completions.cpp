#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include "interp/commands/description.hpp"

namespace coreecs {

namespace {

std::vector<std::string> names(const std::vector<OptionDescription>& options) {
  std::vector<std::string> out{"--help"};
  for (const OptionDescription& option : options) out.push_back(option.name);
  return out;
}

std::string names_of_families(const Description& all, const char* between) {
  std::string out;
  for (const auto& [first, second] : all.families) out += (out.empty() ? "" : between) + first;
  return out;
}

bool is_one_word(const CommandDescription& command) { return command.name.find(' ') == std::string::npos; }

bool takes_file(const OptionDescription& option) { return option.value == "FILE"; }
bool takes_folder(const OptionDescription& option) { return option.value == "DIR"; }

/// Text for a shell's single quotes, in which `quote` stands for `'`.
std::string within_quotes(const std::string& text, const std::string& quote) {
  return CLI::detail::find_and_replace(text, "'", quote);
}

/// The first phrase about an option, without characters that zsh interprets.
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
  local command=${{COMP_WORDS[1]}} at=$COMP_CWORD
  case $command in
    help) [[ $at == 3 ]] && command=${{COMP_WORDS[2]}} at=2 ;;
    {}) [[ $at -gt 2 ]] && command+=" ${{COMP_WORDS[2]}}" ;;
  esac
  case $at:$command:$before in
    1:* | 2:help:*) words='{}' ;;
)",
      all.families.empty() ? "''" : names_of_families(all, " | "), fmt::join(all.first, " "));
  for (const auto& [first, second] : all.families)
    out += fmt::format("    2:{}:*) words='{}' ;;\n", first, fmt::join(second, " "));
  const auto offer = [&](const std::string& pattern, const std::string& what) {
    out += fmt::format("    {}) {} ;;\n", pattern, what);
  };
  for (const CommandDescription& command : all.commands) {
    for (const OptionDescription& option : command.options) {
      const std::string pattern = fmt::format("*:'{}':{}", command.name, option.name);
      if (!option.choices.empty())
        offer(pattern, fmt::format("words='{}'", fmt::join(option.choices, " ")));
      else if (takes_folder(option))
        offer(pattern, "COMPREPLY=($(compgen -d -- \"$current\")) && return");
      else if (takes_file(option))
        offer(pattern, "return");
      else if (!option.value.empty())
        offer(pattern, "compopt +o default 2> /dev/null && return");
    }
    offer(fmt::format("*:'{}':*", command.name), fmt::format("words='{}'", fmt::join(names(command.options), " ")));
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
    if (is_one_word(command))
      out += fmt::format("    '{}:{}'\n", command.name, within_quotes(brief(command.about), R"('\'')"));
  for (const auto& [first, second] : all.families) out += fmt::format("    '{}:{}'\n", first, fmt::join(second, ", "));
  out +=
      "    'help:what the options of a command mean'\n    'version:of coreecs'\n  )\n"
      "  if ((CURRENT == 2)) || [[ $CURRENT == 3 && $words[2] == help ]]; then\n"
      "    _describe command commands\n    return\n  fi\n"
      "  local command=$words[2]\n  shift words\n  ((CURRENT--))\n";
  for (const auto& [first, second] : all.families)
    out += fmt::format(
        "  if [[ $command == {} ]]; then\n    if ((CURRENT == 2)); then\n      compadd {}\n      return\n    fi\n"
        "    command+=\" $words[2]\"\n    shift words\n    ((CURRENT--))\n  fi\n",
        first, fmt::join(second, " "));
  out += "  case $command in\n";
  for (const CommandDescription& command : all.commands) {
    out += fmt::format("    '{}')\n      _arguments \\\n", command.name);
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
    if (!is_one_word(command)) continue;
    line(at_first, "-f -a " + command.name, brief(command.about));
    line(in_help, "-f -a " + command.name, brief(command.about));
  }
  for (const auto& [first, second] : all.families) {
    const std::string names = fmt::format("{}", fmt::join(second, " "));
    line(at_first, "-f -a " + first, fmt::format("{}", fmt::join(second, ", ")));
    line(in_help, "-f -a " + first, fmt::format("{}", fmt::join(second, ", ")));
    line(fmt::format("__fish_seen_subcommand_from {}; and not __fish_seen_subcommand_from {}", first, names),
         fmt::format("-f -a \'{}\'", names), first);
  }
  const auto is_in_family = [&](const std::string& name) {
    return std::any_of(all.families.begin(), all.families.end(), [&](const auto& family) {
      return std::find(family.second.begin(), family.second.end(), name) != family.second.end();
    });
  };
  line(at_first, "-f -a help", "what the options of a command mean");
  line(at_first, "-f -a version", "of coreecs");
  for (const CommandDescription& command : all.commands) {
    const std::string seen = "__fish_seen_subcommand_from ";
    const std::size_t space = command.name.find(' ');
    std::string within = seen + command.name.substr(space + 1);
    if (!is_one_word(command))
      within = seen + command.name.substr(0, space) + "; and " + within;
    else if (is_in_family(command.name))
      within = fmt::format("not {}{}; and {}", seen, names_of_families(all, " "), within);
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
