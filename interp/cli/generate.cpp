#include <fmt/format.h>

#include <algorithm>

#include "interp/cli/commands.hpp"
#include "interp/cli/interrupt.hpp"
#include "interp/fast/interrupt.hpp"
#include "interp/fast/progress.hpp"
#include "interp/oracle/generate.hpp"

namespace coreecs {

namespace {

class GenerateCommand : public Command {
 public:
  explicit GenerateCommand(CLI::App& app);
  [[nodiscard]] Status run() const override;

 private:
  struct Options {
    std::uint64_t seed = 1, cases = 100;
    std::string shape = "small";
    std::optional<std::string> only, capabilities;
    std::size_t limit = 1'000;
  };
  Options options_;
};

GenerateCommand::GenerateCommand(CLI::App& app)
    : Command(app, "Engines", "generate", "Write random cases for an engine to perform, one a line") {
  std::vector<std::string> names, meanings;
  for (const NamedShape& shape : shapes) {
    names.emplace_back(shape.name);
    meanings.push_back(fmt::format("{}: {}", shape.name, shape.about));
  }
  add_option("--cases", options_.cases, "how many")->check(natural())->capture_default_str();
  add_option("--seed", options_.seed, "the same seed, the same cases")->check(natural())->capture_default_str();
  add_option("--shape", options_.shape, fmt::format("what they are like: {}", fmt::join(meanings, "; ")))
      ->check(CLI::IsMember(names))
      ->capture_default_str();
  add_option("--only", options_.only, "only those whose schedule is safe, or confluent")
      ->check(CLI::IsMember({"safe", "confluent"}));
  add_option("--capabilities", options_.capabilities,
             "only those that use nothing but what this file says that the engine supports")
      ->type_name("FILE");
  add_option("--limit", options_.limit, "of check, for the verdicts")->check(natural())->capture_default_str();
}

Status GenerateCommand::run() const {
  Wanted wanted{.limit = options_.limit};
  wanted.shape = std::find_if(std::begin(shapes), std::end(shapes), [&](const NamedShape& shape) {
                   return shape.name == options_.shape;
                 })->shape;
  if (options_.only) wanted.only = *options_.only == "safe" ? Aspect::Safe : Aspect::Confluent;
  if (options_.capabilities) {
    const std::optional<std::string> text = read_text(*options_.capabilities);
    if (!text) return Status::Wrong;
    auto read = read_capabilities(*text);
    if (const auto* problems = std::get_if<std::vector<Problem>>(&read)) {
      for (const Problem& problem : *problems) complain(show(*options_.capabilities, problem) + "\n");
      return Status::Wrong;
    }
    wanted.among = std::get<Constructs>(std::move(read));
  }
  const NotesInterrupt noting;
  progress::Task cases("case", options_.cases);
  for (std::uint64_t number = 0; number < options_.cases && !NotesInterrupt::noted(); ++number) {
    cases.next();
    const auto one = coreecs::generate(options_.seed, number, wanted);
    interrupt::poll();
    if (!one) {
      complain(fmt::format("case {} of seed {}: none of 10000 programs is as wanted\n", number, options_.seed));
      return Status::Undecided;
    }
    print(one->dump() + "\n");
  }
  return NotesInterrupt::noted() ? Status::Undecided : Status::Yes;
}

}  // namespace

std::shared_ptr<Command> generate_command(CLI::App& app) { return std::make_shared<GenerateCommand>(app); }

}  // namespace coreecs
