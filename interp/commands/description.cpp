#include "interp/commands/description.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "interp/base/json/tree.hpp"

namespace coreecs {

namespace {

/// What CLI11 calls UINT:N, TEXT:{a,b}, TEXT:DIR or NAME, without the type in front.
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
  CommandDescription out{
      command.get_name(), command.get_group(), command.get_description(), command.get_footer(), {}, {}};
  for (const CLI::Option* option : command.get_options())
    if (option->get_positional())
      out.arguments.push_back(describe(*option, command));
    else if (option != command.get_help_ptr())
      out.options.push_back(describe(*option, command));
  return out;
}

Description describe(const CLI::App& app) {
  Description out{app.get_description(), app.get_footer(), {}};
  for (const CLI::App* command : app.get_subcommands({}))
    if (!command->get_group().empty()) out.commands.push_back(describe(dynamic_cast<const Command&>(*command)));
  return out;
}

std::vector<std::string> first_words(const Description& all) {
  std::vector<std::string> out{"help", "version"};
  for (const CommandDescription& command : all.commands) {
    const std::string first = command.name.substr(0, command.name.find(' '));
    if (std::find(out.begin(), out.end(), first) == out.end()) out.push_back(first);
  }
  return out;
}

std::vector<std::string> second_words(const std::string& first, const Description& all) {
  std::vector<std::string> out;
  for (const CommandDescription& command : all.commands)
    if (command.name.rfind(first + " ", 0) == 0) out.push_back(command.name.substr(first.size() + 1));
  return out;
}

std::string synopsis(const OptionDescription& argument) {
  const std::string all = argument.name + (argument.several ? "..." : "");
  return argument.required ? all : "[" + all + "]";
}

std::string usage(const OptionDescription& option) {
  return option.value.empty() ? option.name : option.name + " " + option.value;
}

std::string meaning(const OptionDescription& option) {
  std::vector<std::string> notes;
  if (!option.preset.empty()) notes.push_back("without it " + option.preset);
  for (const std::vector<std::string>& uses : option.needs)
    notes.push_back(fmt::format("only with {}", fmt::join(uses, " or ")));
  for (const auto& [value, others] : option.excludes)
    notes.push_back(fmt::format("{}not with {}", value.empty() ? "" : value + " ", fmt::join(others, ", ")));
  if (option.one_file) notes.emplace_back("for one FILE");
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
