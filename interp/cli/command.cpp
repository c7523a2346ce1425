#include "interp/cli/command.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <utility>

namespace coreecs {

namespace {

bool is_made(const Command::Use& use) {
  return use.option->count() > 0 && (use.value.empty() || use.option->results().back() == use.value);
}

std::string shown(const Command::Use& use) {
  return use.option->get_name() + (use.value.empty() ? "" : " " + use.value);
}

std::vector<std::string> shown(const std::vector<Command::Use>& uses) {
  std::vector<std::string> out;
  out.reserve(uses.size());
  for (const Command::Use& use : uses) out.push_back(shown(use));
  return out;
}

/// "a,,b" has three words, "" has one.
std::vector<std::string> words_of(const std::string& text) {
  std::vector<std::string> words(1);
  for (const char c : text)
    if (c == ',')
      words.emplace_back();
    else
      words.back() += c;
  return words;
}

}  // namespace

CommandLine::CommandLine(const std::string& about, std::vector<Part> parts, std::string called)
    : App(about, "coreecs"), parts_(std::move(parts)), called_(std::move(called)) {}

bool CommandLine::takes_input() { return std::exchange(input_is_taken_, true); }

void CommandLine::add_commands() {
  for (const Part& part : parts_) {
    CLI::App* const above =
        part.family.empty() ? this : add_subcommand(std::string(part.family))->require_subcommand(0, 1);
    for (const auto& make : part.commands) {
      commands_.push_back(make(*this));
      above->add_subcommand(commands_.back());
    }
  }
}

Command::Command(CommandLine& line, const std::string& group, const std::string& name, const std::string& about)
    : App(about, name, &line), line_(line) {
  this->group(group);
  callback([this] { check_uses(); });
}

std::string Command::words() const {
  const bool is_first = get_parent() == &line_;
  return (is_first ? "" : get_parent()->get_name() + " ") + get_name();
}

Spelling Command::ascii() const {
  const CLI::Option* json = get_option_no_throw("--json");
  return json && json->count() > 0 ? Spelling::Json : Spelling::Words;
}

void Command::only_with(const CLI::Option* option, std::vector<Use> uses) {
  needs_.push_back({option, std::move(uses)});
}

void Command::never_with(const Use& use, const std::vector<const CLI::Option*>& others) {
  for (const CLI::Option* other : others) exclusions_.push_back({use, other});
}

void Command::check_uses() const {
  for (const Need& need : needs_)
    if (need.option->count() > 0 && std::none_of(need.uses.begin(), need.uses.end(), is_made))
      throw CLI::RequiresError(need.option->get_name(), fmt::format("{}", fmt::join(shown(need.uses), " or ")));
  for (const Exclusion& exclusion : exclusions_)
    if (is_made(exclusion.use) && exclusion.other->count() > 0)
      throw CLI::ExcludesError(shown(exclusion.use), exclusion.other->get_name());
  for (const CLI::Option* option : for_one_file_)
    if (option->count() > 0 && get_option("FILE")->count() > 1)
      throw CLI::ValidationError(option->get_name(), "takes one FILE");
}

std::vector<std::vector<std::string>> Command::needs_of(const CLI::Option* option) const {
  std::vector<std::vector<std::string>> out;
  for (const CLI::Option* other : option->get_needs()) out.push_back({other->get_name()});
  for (const Need& need : needs_)
    if (need.option == option) out.push_back(shown(need.uses));
  return out;
}

std::map<std::string, std::set<std::string>> Command::excludes_of(const CLI::Option* option) const {
  std::map<std::string, std::set<std::string>> out;
  for (const CLI::Option* other : option->get_excludes()) out[""].insert(other->get_name());
  for (const auto& [use, other] : exclusions_) {
    if (use.option == option) out[use.value].insert(other->get_name());
    if (other == option) out[""].insert(shown(use));
  }
  return out;
}

CLI::Option* Command::reads(CLI::Option* option) {
  read_.push_back(option);
  return option;
}

CLI::Option* Command::writes(CLI::Option* option) {
  written_.push_back(option);
  return option->type_name("FILE");
}

std::vector<FileUse> Command::files() const {
  std::vector<FileUse> uses;
  const auto add = [&](const std::vector<const CLI::Option*>& options, bool written) {
    for (const CLI::Option* option : options)
      for (const std::string& path : option->results())
        uses.push_back({option->get_name(), !written && path.rfind('@', 0) == 0 ? path.substr(1) : path, written});
  };
  add(read_, false);
  add(written_, true);
  return uses;
}

bool Command::is_read(const CLI::Option* option) const {
  return std::find(read_.begin(), read_.end(), option) != read_.end();
}
bool Command::is_written(const CLI::Option* option) const {
  return std::find(written_.begin(), written_.end(), option) != written_.end();
}

bool Command::is_for_one_file(const CLI::Option* option) const {
  return std::find(for_one_file_.begin(), for_one_file_.end(), option) != for_one_file_.end();
}

void set_option(Command& command) {
  static const CLI::Validator validator(
      [](const std::string& text) {
        const std::size_t equals = text.find('=');
        return equals != 0 && equals != std::string::npos
                   ? ""
                   : "found " + in_quotes(text) + "; expected a constant with its value, like dt=0.02";
      },
      "NAME=VALUE");
  command
      .add_option("--set", command.line_.settings_,
                  "override a constant of the program; VALUE is a term. May be given more than once")
      ->check(validator)
      ->allow_extra_args(false);
}

const CLI::Validator& natural() {
  static const CLI::Validator validator(
      [](const std::string& text) {
        const bool digits = std::all_of(text.begin(), text.end(), [](char c) { return '0' <= c && c <= '9'; });
        return digits && !text.empty() && text.size() <= 18
                   ? ""
                   : "expected a natural number of at most 18 digits, found " + text;
      },
      "N");
  return validator;
}

const CLI::Validator& positive() {
  static const CLI::Validator validator(
      [](const std::string& text) {
        const std::string wrong = natural()(text);
        return wrong.empty() && text.find_first_not_of('0') == std::string::npos ? "expected at least 1" : wrong;
      },
      "N");
  return validator;
}

CLI::Validator real_between(double least, double most) {
  return CLI::Validator(
      [least, most](const std::string& text) {
        double x = 0;
        const bool is_number = CLI::detail::lexical_cast(text, x);
        return is_number && least <= x && x <= most
                   ? ""
                   : fmt::format("expected a number from {:g} to {:g}, found {}", least, most, text);
      },
      "");
}

CLI::Option* schedule_option(CLI::App& command, std::optional<std::string>& schedule) {
  return command.add_option("--schedule", schedule, "the schedule; default: the only one, or main")->type_name("NAME");
}

CLI::Option* frames_option(CLI::App& command, std::optional<std::uint64_t>& frames) {
  return command.add_option("--frames", frames, "number of frames; default: what the program says")->check(natural());
}

CLI::Option* words_option(CLI::App& command, const std::string& name, std::vector<std::string>& words,
                          const std::string& about) {
  const std::function<void(const std::vector<std::string>&)> take = [&](const std::vector<std::string>& given) {
    for (const std::string& text : given)
      for (std::string& word : words_of(text)) words.push_back(std::move(word));
  };
  return command.add_option_function(name, take, about)->allow_extra_args(false);
}

CLI::Validator each_is_member_of(const std::vector<std::string>& known) {
  const CLI::Validator member = CLI::IsMember(known);
  return CLI::Validator(
      [member](const std::string& text) {
        for (const std::string& word : words_of(text))
          if (std::string wrong = member(word); !wrong.empty()) return (word.empty() ? "\"\"" : "") + wrong;
        return std::string();
      },
      member.get_description());
}

CLI::Option* json_option(CLI::App& command, bool& json) {
  return command.add_flag("--json", json, "print one JSON document");
}

}  // namespace coreecs
