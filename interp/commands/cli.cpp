#include "interp/commands/cli.hpp"

#include <fmt/format.h>

#include <sstream>

#include "interp/base/json/problem.hpp"
#include "interp/cli/command.hpp"
#include "interp/cli/files.hpp"
#include "interp/cli/interrupt.hpp"
#include "interp/cli/memory.hpp"
#include "interp/cli/programs.hpp"
#include "interp/cli/progress.hpp"
#include "interp/commands/commands.hpp"
#include "interp/commands/description.hpp"

namespace coreecs {

namespace {

/// "500M" in bytes.
const CLI::Validator in_bytes(
    [](std::string& size) -> std::string {
      const std::string units = "KMGT";
      const std::size_t unit = size.empty() ? std::string::npos : units.find(size.back());
      const bool has_unit = unit != std::string::npos;
      const std::string digits = size.substr(0, size.size() - (has_unit ? 1 : 0));
      const std::size_t shift = has_unit ? 10 * (unit + 1) : 0;
      const bool fits =
          natural()(digits).empty() && std::stoull(digits) <= std::numeric_limits<std::uint64_t>::max() >> shift;
      if (!fits) return "expected a number of bytes, or of K, M, G or T, as 500M, found " + size;
      size = std::to_string(std::stoull(digits) << shift);
      return {};
    },
    "SIZE");

constexpr const char* heading =
    "An executable reference for Core ECS, a calculus of Entity-Component-System programs.\n\n";

constexpr const char* exit_status =
    R"(Exit status: 0 yes, or done; 1 the answer is no, or an invariant or an expectation fails;
2 the input or the usage is wrong, a file cannot be read or written, or the program fails while it runs;
3 undecided: the limit or the memory was not enough, or a signal interrupted; 4 a bug in coreecs.)";

/// Replaces `help` by --help, `help COMMAND` by COMMAND --help, and `version` by --version.
std::vector<std::string> as_options(std::vector<std::string> words) {
  if (words.front() == "version") words.front() = "--version";
  if (words.front() != "help") return words;
  words.erase(words.begin());
  words.resize(std::min<std::size_t>(words.size(), 2));
  words.emplace_back("--help");
  return words;
}

/// Removes --ascii from the words, and yields whether it was there. It applies to everything, even --help and error
/// messages. Words after -- do not count.
bool take_ascii(std::vector<std::string>& words) {
  const auto end = std::find(words.begin(), words.end(), "--");
  const auto behind = std::remove(words.begin(), end, "--ascii");
  const bool found = behind != end;
  words.erase(behind, end);
  return found;
}

/// Prints that a command or option is unknown, with the closest known one.
void complain_of_unknown(const std::string& whose, const char* kind, const std::string& name,
                         const std::vector<std::string>& known) {
  const std::vector<std::string_view> names(known.begin(), known.end());
  const std::string_view meant = nearest(name, names);
  const std::string expected = meant.empty() ? "expected" : "did you mean " + in_quotes(meant) + "? Expected";
  complain(whose, fmt::format("unknown {} {}; {} {}", kind, in_quotes(name), expected, one_of(names)));
}

/// The possible next commands.
std::vector<std::string> names_within(const CLI::App& app) {
  std::vector<std::string> out;
  if (!app.get_parent()) out = {"help", "version"};
  for (const CLI::App* one : app.get_subcommands([](const CLI::App* one) { return !one->get_group().empty(); }))
    out.push_back(one->get_name());
  return out;
}

/// "coreecs app check", for a command.
std::string called(const CLI::App& app) {
  return (app.get_parent() ? called(*app.get_parent()) + " " : "") + app.get_name();
}

/// Whether words begin with a command or an option; prints a message if not.
bool name_a_command(const std::vector<std::string>& words, const CLI::App& app) {
  const CLI::App* at = &app;
  for (const std::string& word : words) {
    if (word.rfind('-', 0) == 0 || dynamic_cast<const Command*>(at)) return true;
    const auto found = at->get_subcommands([&](const CLI::App* one) { return one->get_name() == word; });
    if (found.empty()) {
      complain_of_unknown(called(*at), "command", word, names_within(*at));
      if (at == &app) complain("coreecs help says what each command does\n");
      return false;
    }
    at = found.front();
  }
  return true;
}

/// The command that was parsed, or the group that still needs a command.
const CLI::App& parsed(const CLI::App& app) {
  const std::vector<CLI::App*> next = app.get_subcommands();
  return next.empty() ? app : parsed(*next.front());
}

void complain_of_extras(const CLI::App& app) {
  const Command* command = dynamic_cast<const Command*>(&parsed(app));
  if (!command) {
    complain(called(parsed(app)), "found " + app.remaining(true).front() + "; expected a command");
    return;
  }
  const std::string whose = called(*command);
  std::vector<std::string> names{"--help"};
  for (const OptionDescription& option : describe(*command).options) names.push_back(option.name);
  const auto complain_of_argument = [&](const std::string& word) {
    complain(whose, fmt::format("found {}; it takes no further argument", word));
  };
  for (const std::string& word : command->remaining())
    if (word.rfind('-', 0) == 0)
      complain_of_unknown(whose, "option", word, names);
    else
      complain_of_argument(word);
  for (const CLI::App* above = command->get_parent(); above; above = above->get_parent())
    for (const std::string& word : above->remaining())  // those after --
      if (word != "--") complain_of_argument(word);
}

/// Example command lines for a program in C++.
std::string native_examples(const std::string& name) {
  std::string out;
  const auto line = [&](const char* words, const char* about) {
    out += fmt::format("  {:<48}  {}\n", name + " " + words, about);
  };
  line("run", "every frame's state");
  line("check", "does the schedule always end in the same state? why, or why not?");
  line("check --static", "is it safe on every state?");
  line("show", "the program in the paper's notation");
  line("explain", "how a frame and its verdicts come about, step by step");
  line("report -o report.html", "all of this, as a page for the browser");
  line("fuzz", "is there a start from which it goes wrong? what is the smallest?");
  return out;
}

}  // namespace

int command_line(int argc, const char* const* argv) {
  std::vector<std::string> words(argv + std::min(argc, 1), argv + argc);
  bool ascii = take_ascii(words);
  std::vector<Part> parts = all_parts();
  std::string about = heading;
  const bool is_native = native_file() && argc > 0;
  for (const Part& part : parts) about += is_native ? "" : part.examples;
  if (is_native) about += native_examples(argv[0]);
  CommandLine app(about, std::move(parts), is_native ? argv[0] : "coreecs");
  app.footer(exit_status);
  app.set_version_flag("--version", "coreecs " COREECS_VERSION);
  app.require_subcommand(0, 1);
  app.failure_message([](const CLI::App* one, const CLI::Error& error) {
    return CLI::FailureMessage::simple(one,
                                       CLI::Error(error.get_name(), on_one_line(error.what()), error.get_exit_code()));
  });
  app.formatter_fn([&app](const CLI::App* one, const std::string&, CLI::AppFormatMode) {
    if (const Command* command = dynamic_cast<const Command*>(one)) return help(describe(*command));
    return one == &app ? help(describe(app)) : family_help(one->get_name(), describe(app));
  });
  app.add_commands();
  std::optional<std::uint64_t> max_memory;
  for (const std::shared_ptr<Command>& command : app.commands()) {
    command
        ->add_option("--max-memory", max_memory,
                     "use at most this much memory, such as 500M or 2G; default: three quarters of what is available")
        ->transform(in_bytes)
        ->group("Options");
    command->add_flag("--ascii", ascii, "print ASCII only")->group("Options");
  }

  if (ascii) spell(Spelling::Words, Spelling::Words);
  const auto exit = [&](const CLI::Error& error) {
    std::ostringstream out, complaint;
    const int status = app.exit(error, out, complaint);
    print(out.str());
    complain(complaint.str());
    flush();
    return status;
  };
  try {
    if (words.empty()) {
      complain(app.help());
      return static_cast<int>(Status::Wrong);
    }
    words = as_options(std::move(words));
    if (!name_a_command(words, app)) return static_cast<int>(Status::Wrong);
    std::reverse(words.begin(), words.end());  // in CLI11's order
    app.parse(std::move(words));
  } catch (const CLI::Success& help) {
    return exit(help);
  } catch (const CLI::ExtrasError&) {
    complain_of_extras(app);
    return static_cast<int>(Status::Wrong);
  } catch (const CLI::ParseError& error) {
    (void)exit(error);
    return static_cast<int>(Status::Wrong);
  }
  const Command* chosen = dynamic_cast<const Command*>(&parsed(app));
  if (!chosen) {
    const std::vector<std::string> names = names_within(parsed(app));
    complain(called(parsed(app)), "expected a command, " + one_of({names.begin(), names.end()}));
    return static_cast<int>(Status::Wrong);
  }
  const Command& command = *chosen;
  limit_memory(max_memory);
  const ProgressLine progress;
  if (ascii) spell(command.ascii(), Spelling::Words);

  const NotesInterrupt noting;
  if (!keep_apart(command.files())) return static_cast<int>(Status::Wrong);
  const Status status = ended("coreecs", [&] {
    const Status found = command.run();
    flush();
    return found;
  });
  return static_cast<int>(status);
}

}  // namespace coreecs
