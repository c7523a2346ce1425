#include <algorithm>
#include <nlohmann/json.hpp>

#include "interp/base/json/tree.hpp"
#include "interp/cli/command.hpp"
#include "interp/cli/programs.hpp"
#include "interp/commands/commands.hpp"
#include "interp/search/prove.hpp"
#include "interp/views/report/reasons.hpp"

namespace coreecs {

namespace {

class ProveCommand : public Command {
 public:
  explicit ProveCommand(CommandLine& line);
  [[nodiscard]] Status run() const override;

 private:
  struct Options {
    std::string file;
    std::optional<std::string> schedule;
    std::uint64_t limit = ProofLimits().schedule / 1000, cases = 200;
    std::vector<std::string> assumed;
    std::string required = "safe";
    std::optional<std::string> output;
    bool json = false;
  };
  Options options_;
};

ProveCommand::ProveCommand(CommandLine& line)
    : Command(line, "Run and check", "prove",
              "Prove with a solver that a schedule is safe on every state, or find a start from which it is not") {
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
  words_option(*this, "--assume", options_.assumed,
               "invariants that hold at the start of every frame, without a proof; separate several with commas. Other "
               "invariants are used if no frame breaks them")
      ->type_name("INVARIANTS");
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
    const auto* schedule = choose_schedule(source->program, options_.file, options_.schedule);
    if (!schedule) return Status::Wrong;
    for (const std::string& name : options_.assumed)
      if (std::none_of(source->program.invariants.begin(), source->program.invariants.end(),
                       [&](const Invariant& invariant) { return invariant.name == name; })) {
        complain(options_.file, "--assume: there is no invariant " + in_quotes(name));
        return Status::Wrong;
      }
    constexpr std::uint64_t most = std::uint64_t{1} << 40;
    const std::uint64_t all = std::min(options_.limit, most) * 1000;
    const ProofLimits limits{std::min(all, std::max(ProofLimits().query, all / 20)), all};
    const Aspect about = *std::find_if(std::begin(provable), std::end(provable),
                                       [&](Aspect aspect) { return wording(aspect).key == options_.required; });
    const Proof proof = prove(source->document(), schedule->name, limits, options_.cases, options_.assumed, about);
    print(options_.json ? json(proof, source->program, *schedule)
                        : show(proof, source->program, *schedule, coloured()));
    if (options_.output && proof.refutation && !write_file(*options_.output, laid_out(proof.refutation->document)))
      return Status::Wrong;
    return status_of(proof.answer());
  });
}

}  // namespace

std::shared_ptr<Command> prove_command(CommandLine& line) { return std::make_shared<ProveCommand>(line); }

}  // namespace coreecs
