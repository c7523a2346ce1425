#include <fmt/format.h>

#include "interp/archetype/judge.hpp"
#include "interp/cli/archetypes.hpp"
#include "interp/cli/commands.hpp"
#include "interp/cli/programs.hpp"
#include "interp/fast/interrupt.hpp"
#include "interp/fast/progress.hpp"
#include "interp/notation/notation.hpp"
#include "interp/search/expect.hpp"

namespace coreecs {

namespace {

struct Tally {
  std::size_t passed = 0, failed = 0;
};

Status test(const Program& program, const std::string& file, const std::optional<std::string>& schedule,
            std::size_t limit, Tally& tally) {
  if (schedule && !choose_schedule(program, file, schedule)) return Status::Wrong;
  Status status = Status::Yes;
  progress::Task expectations("expectation", program.expectations.size());
  for (const Expectation& expected : program.expectations) {
    expectations.next();
    if (schedule && expected.schedule != *schedule) continue;
    const std::vector<std::string> found = differences(program, expected, limit);
    interrupt::poll();
    ++(found.empty() ? tally.passed : tally.failed);
    if (found.empty()) continue;
    status = Status::No;
    print(fmt::format("{}: schedule {} is not as expected:\n", on_one_line(file), expected.schedule));
    for (const std::string& difference : found) print("    " + difference + "\n");
  }
  return status;
}

/// The same of the archetype calculus.
Status test(const archetype::Program& program, const std::string& file, Tally& tally) {
  Status status = Status::Yes;
  for (const archetype::Expectation& expected : program.expectations) {
    const std::vector<std::string> found = differences(program, expected, program.frames);
    ++(found.empty() ? tally.passed : tally.failed);
    if (found.empty()) continue;
    status = Status::No;
    print(fmt::format("{}: by the {} rules it is not as expected:\n", on_one_line(file),
                      archetype::rule_set_names[static_cast<std::size_t>(expected.rules)]));
    for (const std::string& difference : found) print("    " + difference + "\n");
  }
  return status;
}

class TestCommand : public Command {
 public:
  explicit TestCommand(CLI::App& app);
  [[nodiscard]] Status run() const override;

 private:
  Programs programs_;
  std::size_t limit_ = 100'000;
};

TestCommand::TestCommand(CLI::App& app)
    : Command(app, "Run and check", "test", "Compare what programs do with what they expect") {
  programs_.add_to(*this);

  limit_option(*this, limit_);
}

Status TestCommand::run() const {
  Tally tally;
  const Status status = programs_.each(
      [&](const Input& source, const std::string& file) {
        return test(source.program, file, programs_.schedule, limit_, tally);
      },
      [&](const ArchetypeInput& source, const std::string& file) {
        return goes_with_archetypes(*this, file, {}) ? test(source.program, file, tally) : Status::Wrong;
      });
  print(fmt::format("{} passed, {} failed, in {}\n", plural(tally.passed, "expectation"), tally.failed,
                    plural(programs_.files.size(), "file")));
  return status;
}

}  // namespace

std::shared_ptr<Command> test_command(CLI::App& app) { return std::make_shared<TestCommand>(app); }

}  // namespace coreecs
