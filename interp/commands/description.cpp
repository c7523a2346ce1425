#include "interp/commands/description.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "interp/base/json/tree.hpp"
#include "interp/cli/command.hpp"

namespace coreecs {

namespace {

constexpr const char* notes =
    R"(FILE may be - for standard input. Output has colours on a terminal, unless NO_COLOR is set.
--ascii prints ASCII only: ↦ as |->, ⟨e0⟩ as <e0>, ∥ and ⨟ as || and ;;, ∧ and ∨ as /\ and \/, ⊥ as _|_, λ as \,
• as @, other characters as \u{e9}; JSON gets escapes that mean the same. Files are not affected.
Control characters in names and texts are printed as escapes, such as \u001b.
A command that takes longer than a second shows its progress on a terminal.
)";

/// The name of a value without its type, from CLI11's UINT:N, TEXT:{a,b}, TEXT:DIR or NAME.
std::string value_name(const CLI::Option& option) {
  const std::string name = option.get_type_name();
  const std::size_t colon = name.find(':');
  const std::string type = name.substr(0, colon);
  const bool is_type = type == "TEXT" || type == "UINT" || type == "INT" || type == "FLOAT";
  return is_type && colon != std::string::npos ? name.substr(colon + 1) : name;
}

OptionDescription describe(const CLI::Option& option, const Command& command) {
  OptionDescription out;
  out.name = option.get_name();
  if (!option.get_snames().empty()) out.letter = "-" + option.get_snames().front();
  out.group = option.get_group();
  out.about = option.get_description();
  out.preset = option.get_default_str();
  out.several = option.get_expected_max() > 1 || (option.get_positional() && option.get_expected_max() != 1);
  out.required = option.get_required();
  if (option.get_items_expected_max() > 0) out.value = value_name(option);
  if (!out.value.empty() && out.value.front() == '{') {
    out.choices = CLI::detail::split(out.value.substr(1, out.value.size() - 2), ',');
    out.value = fmt::format("{}", fmt::join(out.choices, "|"));
  }
  out.needs = command.needs_of(&option);
  out.excludes = command.excludes_of(&option);
  out.one_file = command.is_for_one_file(&option);
  out.reads = command.is_read(&option);
  out.writes = command.is_written(&option);
  return out;
}

}  // namespace

CommandDescription describe(const Command& command) {
  const CLI::App* line = &command;
  while (line->get_parent()) line = line->get_parent();
  std::string footer = command.get_footer();
  if (footer.find("Exit status: ") == std::string::npos) footer += (footer.empty() ? "" : "\n") + line->get_footer();
  CommandDescription out{command.words(), command.get_group(), command.get_description(), std::move(footer), {}, {}};
  for (const CLI::Option* option : command.get_options())
    if (option->get_positional())
      out.arguments.push_back(describe(*option, command));
    else if (option != command.get_help_ptr())
      out.options.push_back(describe(*option, command));
  return out;
}

Description describe(const CommandLine& line) {
  Description out{line.get_description(), notes, line.get_footer(), {}, {"help", "version"}, {}};
  for (const std::shared_ptr<Command>& command : line.commands())
    if (!command->get_group().empty()) out.commands.push_back(describe(*command));
  for (const CLI::App* first : line.get_subcommands([](const CLI::App* one) { return !one->get_group().empty(); })) {
    out.first.push_back(first->get_name());
    for (const CLI::App* second : first->get_subcommands({}))
      out.families[first->get_name()].push_back(second->get_name());
  }
  return out;
}

std::string synopsis(const OptionDescription& argument) {
  const std::string all = argument.name + (argument.several ? "..." : "");
  return argument.required ? all : "[" + all + "]";
}

std::string usage(const OptionDescription& option) {
  const std::string name = (option.letter.empty() ? "" : option.letter + ", ") + option.name;
  return option.value.empty() ? name : name + " " + option.value;
}

std::string meaning(const OptionDescription& option) {
  std::vector<std::string> notes;
  if (!option.preset.empty()) notes.push_back("default: " + option.preset);
  for (const std::vector<std::string>& uses : option.needs)
    notes.push_back(fmt::format("only with {}", fmt::join(uses, " or ")));
  for (const auto& [value, others] : option.excludes)
    notes.push_back(fmt::format("{}not with {}", value.empty() ? "" : value + " ", fmt::join(others, ", ")));
  if (option.one_file) notes.emplace_back("only with one FILE");
  return option.about + (notes.empty() ? "" : fmt::format(" [{}]", fmt::join(notes, "; ")));
}

std::string json(const Description& all) {
  using nlohmann::ordered_json;
  const auto described = [](const std::vector<OptionDescription>& options) {
    ordered_json out = ordered_json::array();
    for (const OptionDescription& option : options)
      out.push_back({{"name", option.name},
                     {"group", option.group},
                     {"value", option.value},
                     {"preset", option.preset},
                     {"choices", option.choices},
                     {"several", option.several},
                     {"needs", option.needs},
                     {"excludes", option.excludes},
                     {"one_file", option.one_file},
                     {"reads", option.reads},
                     {"writes", option.writes}});
    return out;
  };
  ordered_json out = ordered_json::array();
  for (const CommandDescription& command : all.commands)
    out.push_back({{"command", command.name},
                   {"arguments", described(command.arguments)},
                   {"options", described(command.options)}});
  return laid_out(out);
}

}  // namespace coreecs
