#include "interp/cli/generate.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "interp/cli/interrupt.hpp"
#include "interp/fast/interrupt.hpp"
#include "interp/fast/progress.hpp"
#include "interp/oracle/generate.hpp"

namespace coreecs {

GenerateCommand::GenerateCommand(CLI::App& app)
    : command_(Command::add(app, "Engines", "generate", "Write random cases for an engine to perform, one a line")) {
  std::vector<std::string> names, meanings;
  for (const NamedShape& shape : shapes) {
    names.emplace_back(shape.name);
    meanings.push_back(fmt::format("{}: {}", shape.name, shape.about));
  }
  command_.add_option("--cases", options_.cases, "how many")->check(natural())->capture_default_str();
  command_.add_option("--seed", options_.seed, "the same seed, the same cases")
      ->check(natural())
      ->capture_default_str();
  command_.add_option("--shape", options_.shape, fmt::format("what they are like: {}", fmt::join(meanings, "; ")))
      ->check(CLI::IsMember(names))
      ->capture_default_str();
  command_.add_option("--only", options_.only, "only those whose schedule is safe, or confluent")
      ->check(CLI::IsMember({"safe", "confluent"}));
  command_
      .add_option("--capabilities", options_.capabilities,
                  "only those that use nothing but what this file says that the engine supports")
      ->type_name("FILE");
  command_.add_option("--limit", options_.limit, "of check, for the verdicts")->check(natural())->capture_default_str();
}

std::optional<Status> GenerateCommand::run() const {
  return command_.parsed() ? std::optional(generate()) : std::nullopt;
}

Status GenerateCommand::generate() const {
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

}  // namespace coreecs
