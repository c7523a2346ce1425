#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "interp/base/interrupt.hpp"
#include "interp/base/json/tree.hpp"
#include "interp/base/progress.hpp"
#include "interp/cli/command.hpp"
#include "interp/cli/interrupt.hpp"
#include "interp/cli/starts.hpp"
#include "interp/oracle/commands/commands.hpp"
#include "interp/oracle/commands/sizes.hpp"
#include "interp/oracle/dimensions.hpp"
#include "interp/oracle/lines.hpp"
#include "interp/search/starts.hpp"

namespace coreecs {

namespace {

/// Options for cases of any source.
struct Asked {
  std::uint64_t seed = 1, count = 100;
  std::optional<std::string> only;
  std::size_t limit = 1'000;

  void add_to(Command& command, const std::string& how_many) {
    command.add_option(how_many, count, "how many")->check(natural())->capture_default_str();
    command.add_option("--seed", seed, "the seed; the same seed gives the same cases")
        ->check(natural())
        ->capture_default_str();
    command.add_option("--only", only, "only cases whose schedule is safe, or confluent")
        ->check(CLI::IsMember({"safe", "confluent"}));
    command.add_option("--limit", limit, "the limit of check, for the verdicts")
        ->check(natural())
        ->capture_default_str();
  }
  [[nodiscard]] std::optional<Aspect> aspect() const {
    if (!only) return std::nullopt;
    return *only == "safe" ? Aspect::Safe : Aspect::Confluent;
  }
  /// Prints cases until one cannot be generated. `what` names the candidates.
  template <class Generate>
  [[nodiscard]] Status print_all(const char* what, const Generate& generate) const {
    progress::Task cases("case", count);
    for (std::uint64_t number = 0; number < count && !NotesInterrupt::noted(); ++number) {
      cases.next();
      const std::optional<nlohmann::ordered_json> one = generate(number);
      interrupt::poll();
      if (!one) {
        complain(fmt::format("case {} of seed {}: none of 10000 {} is as wanted\n", number, seed, what));
        return Status::Undecided;
      }
      print(compact(*one) + "\n");
    }
    return NotesInterrupt::noted() ? Status::Undecided : Status::Yes;
  }
};

class GenerateCommand : public Command {
 public:
  explicit GenerateCommand(CommandLine& line);
  [[nodiscard]] Status run() const override;
  [[nodiscard]] Spelling ascii() const override { return Spelling::Json; }

 private:
  Asked asked_;
  /// Prints how large the cases of each shape are.
  [[nodiscard]] Status print_dimensions(const Wanted&) const;

  std::string shape_ = "small";
  std::optional<std::string> capabilities_;
  SizeOptions sizes_;
  std::optional<std::uint64_t> entities_;
  bool dimensions_ = false;
};

GenerateCommand::GenerateCommand(CommandLine& line)
    : Command(line, "Engines", "generate", "Write random cases for an engine to perform, one per line") {
  std::vector<std::string> names, meanings;
  for (const NamedShape& shape : shapes) {
    names.emplace_back(shape.name);
    meanings.push_back(fmt::format("{}: {}", shape.name, shape.about));
  }
  option_defaults()->group("Cases");
  asked_.add_to(*this, "--cases");
  option_defaults()->group("Their programs");
  CLI::Option* shape =
      add_option("--shape", shape_, fmt::format("the shape of the cases. {}", fmt::join(meanings, "; ")))
          ->check(CLI::IsMember(names))
          ->capture_default_str();
  sizes_.add_to(*this);
  add_option("--entities", entities_, "maximum number of entities at the start; default: as the shape has it")
      ->check(natural())
      ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{10'000}).description(""));
  reads(add_option("--capabilities", capabilities_, "only cases that the engine supports, as this file says"))
      ->type_name("FILE");
  option_defaults()->group("Output");
  add_flag("--dimensions", dimensions_, "print how large the cases of each shape are, instead of the cases")
      ->excludes(shape);
}

Status GenerateCommand::run() const {
  Wanted wanted{.only = asked_.aspect(), .limit = asked_.limit};
  if (capabilities_) {
    const std::optional<std::string> text = read_text(line(), *capabilities_);
    if (!text) return Status::Wrong;
    auto read = read_capabilities(*text);
    if (const auto* problems = std::get_if<std::vector<Problem>>(&read)) {
      for (const Problem& problem : *problems) complain(show(*capabilities_, problem) + "\n");
      return Status::Wrong;
    }
    wanted.among = std::get<Constructs>(std::move(read));
  }
  if (dimensions_) return print_dimensions(wanted);
  wanted.shape = sizes_.sizes(entities_).of(std::find_if(std::begin(shapes), std::end(shapes), [&](const auto& shape) {
                                              return shape.name == shape_;
                                            })->shape);
  return asked_.print_all("programs", [&](std::uint64_t number) { return generate(asked_.seed, number, wanted); });
}

Status GenerateCommand::print_dimensions(const Wanted& wanted) const {
  std::vector<std::vector<std::pair<std::string, std::string>>> columns;
  std::string header = "| |", line = "|---|";
  const std::uint64_t each = std::max<std::uint64_t>(asked_.count / std::size(shapes), 1);
  progress::Task cases("case", each * std::size(shapes));
  for (const NamedShape& shape : shapes) {
    Wanted of_shape = wanted;
    of_shape.shape = sizes_.sizes(entities_).of(shape.shape);
    Extents extents;
    for (std::uint64_t number = 0; number < each; ++number) {
      cases.next();
      if (const auto one = generate(asked_.seed, number, of_shape))
        extents.add(extent(std::get<EngineCase>(read_case(compact(*one)))));
      interrupt::poll();
    }
    columns.push_back(extents.rows());
    header += fmt::format(" {} |", shape.name);
    line += "---|";
  }
  print(header + "\n" + line + "\n");
  for (std::size_t row = 0; row < columns.front().size(); ++row) {
    std::string out = fmt::format("| {} |", columns.front()[row].first);
    for (const auto& column : columns) out += fmt::format(" {} |", column[row].second);
    print(out + "\n");
  }
  return Status::Yes;
}

class CasesCommand : public Command {
 public:
  explicit CasesCommand(CommandLine& line);
  [[nodiscard]] Status run() const override;
  [[nodiscard]] Spelling ascii() const override { return Spelling::Json; }

 private:
  std::string file_;
  std::optional<std::string> schedule_;
  std::optional<std::uint64_t> frames_;
  StartOptions starts_;
  Asked asked_;
};

CasesCommand::CasesCommand(CommandLine& line)
    : Command(line, "Engines", "cases",
              "Write cases of one program for an engine to perform, each from a different start") {
  program_argument(*this, "FILE", file_);
  option_defaults()->group("Settings");
  schedule_option(*this, schedule_);
  frames_option(*this, frames_);
  asked_.add_to(*this, "--count");
  option_defaults()->group("Start states");
  starts_.add_to(*this);
}

Status CasesCommand::run() const {
  const std::optional<Input> source = read_program(line(), file_);
  if (!source) return Status::Wrong;
  const auto* schedule = choose_schedule(source->program, file_, schedule_);
  const auto ranges = starts_.ranges_of(source->program);
  const auto assumed = starts_.assumed_of(*source, file_, false);
  if (!assumed || !schedule || !ranges) return Status::Wrong;
  const Starts starts(source->document(), frames_.value_or(source->program.frames),
                      starts_.entities_of(source->program), *ranges, true);
  const WantedStart wanted{schedule->name, *assumed, asked_.aspect(), asked_.limit};
  return asked_.print_all("starts",
                          [&](std::uint64_t number) { return generate(asked_.seed, number, starts, wanted); });
}

}  // namespace

std::shared_ptr<Command> generate_command(CommandLine& line) { return std::make_shared<GenerateCommand>(line); }
std::shared_ptr<Command> cases_command(CommandLine& line) { return std::make_shared<CasesCommand>(line); }

}  // namespace coreecs
