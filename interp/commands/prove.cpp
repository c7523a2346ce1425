#include <algorithm>
#include <nlohmann/json.hpp>

#include "interp/base/json/tree.hpp"
#include "interp/cli/command.hpp"
#include "interp/cli/programs.hpp"
#include "interp/commands/commands.hpp"
#include "interp/search/exchange.hpp"
#include "interp/search/prove.hpp"
#include "interp/views/report/reasons.hpp"

namespace coreecs {

namespace {

class ProveCommand : public Command {
 public:
  explicit ProveCommand(CommandLine& line);
  [[nodiscard]] Status run() const override;

 private:
  [[nodiscard]] Status exchanged(const Input& source, const ProofLimits& limits) const;
  /// Writes the program that refutes, if there is one and it was asked for.
  template <class Found>
  [[nodiscard]] bool written(const Found& refutation) const {
    return !options_.output || !refutation || write_file(*options_.output, laid_out(refutation->document));
  }

  struct Options {
    std::string file;
    std::optional<std::string> schedule;
    std::uint64_t limit = ProofLimits().schedule / 1000, cases = 200;
    std::vector<std::string> assumed;
    std::string required = "safe";
    std::vector<std::string> exchanged;
    std::optional<std::string> output;
    bool json = false;
  };
  Options options_;
};

ProveCommand::ProveCommand(CommandLine& line)
    : Command(
          line, "Run and check", "prove",
          "Prove with a solver that a schedule is safe on every state, or find a start from which it is not; or that "
          "two schedules can be exchanged") {
  footer(
      "Exit status: 0 proved; 1 refuted, with a start that check confirms; 2 the input or the usage is wrong, or this "
      "coreecs was built without Z3; 3 unknown; 4 a bug in coreecs.\n"
      "The answer is the same on every machine that has the same version of Z3.");
  program_argument(*this, "FILE", options_.file);
  schedule_option(*this, options_.schedule);
  std::vector<std::string> answers;
  for (const Aspect aspect : provable) answers.emplace_back(wording(aspect).key);
  option_defaults()->group("Settings");
  add_option("--require", options_.required, "the answer of check to prove, or to refute")
      ->check(CLI::IsMember(answers))
      ->capture_default_str();
  words_option(*this, "--exchange", options_.exchanged,
               "prove instead that A ⨟ B leaves what B ⨟ A leaves; each is a schedule, or a system under conc")
      ->type_name("A,B")
      ->excludes(get_option("--schedule"), get_option("--require"));
  words_option(*this, "--assume", options_.assumed,
               "invariants that hold at the start of every frame, without a proof; separate several with commas. Other "
               "invariants are used if no frame breaks them")
      ->type_name("INVARIANTS")
      ->excludes(get_option("--exchange"));
  add_option("--limit", options_.limit, "how many thousand steps of the solver to take")
      ->check(natural())
      ->capture_default_str();
  add_option("--cases", options_.cases, "random states to try where the solver has no answer; 0: none")
      ->check(natural())
      ->capture_default_str();
  option_defaults()->group("Output");
  writes(add_option("-o,--output", options_.output, "write the program that refutes it to this file"));
  json_option(*this, options_.json);
}

Status ProveCommand::run() const {
  if (!has_solver()) {
    complain("coreecs prove",
             "this coreecs was built without the solver Z3. Install libz3-dev (Debian, Ubuntu) or z3 "
             "(vcpkg), and build coreecs again");
    return Status::Wrong;
  }
  return ended(options_.file, [&] {
    const std::optional<Input> source = read_program(line(), options_.file);
    if (!source) return Status::Wrong;
    constexpr std::uint64_t most = std::uint64_t{1} << 40;
    const std::uint64_t all = std::min(options_.limit, most) * 1000;
    const ProofLimits limits{std::min(all, std::max(ProofLimits().query, all / 20)), all};
    if (!options_.exchanged.empty()) return exchanged(*source, limits);
    const auto* schedule = choose_schedule(source->program, options_.file, options_.schedule);
    if (!schedule) return Status::Wrong;
    for (const std::string& name : options_.assumed)
      if (std::none_of(source->program.invariants.begin(), source->program.invariants.end(),
                       [&](const Invariant& invariant) { return invariant.name == name; })) {
        complain(options_.file, "--assume: there is no invariant " + in_quotes(name));
        return Status::Wrong;
      }
    const Aspect about = *std::find_if(std::begin(provable), std::end(provable),
                                       [&](Aspect aspect) { return wording(aspect).key == options_.required; });
    const Proof proof = prove(source->document(), schedule->name, limits, options_.cases, options_.assumed, about);
    print(options_.json ? json(proof, source->program, *schedule)
                        : show(proof, source->program, *schedule, coloured()));
    return written(proof.refutation) ? status_of(proof.answer()) : Status::Wrong;
  });
}

Status ProveCommand::exchanged(const Input& source, const ProofLimits& limits) const {
  const Program& program = source.program;
  const std::vector<std::string>& names = options_.exchanged;
  if (names.size() != 2 || names[0] == names[1]) {
    complain(options_.file, "--exchange: expected two different names, such as move,draw");
    return Status::Wrong;
  }
  for (const std::string& name : names)
    if (!find_schedule(program, name) &&
        std::none_of(program.systems.begin(), program.systems.end(), [&](const auto& s) { return s->name == name; })) {
      complain(options_.file, "--exchange: there is no schedule or system " + in_quotes(name));
      return Status::Wrong;
    }
  const Exchange found = exchange(source.document(), names[0], names[1], limits, options_.cases);
  print(options_.json ? json(found)
                      : show(found, program.name.empty() ? "program" : on_one_line(program.name), coloured()));
  return written(found.refutation) ? status_of(found.answer()) : Status::Wrong;
}

}  // namespace

std::shared_ptr<Command> prove_command(CommandLine& line) { return std::make_shared<ProveCommand>(line); }

}  // namespace coreecs
