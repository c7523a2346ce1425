#include <fmt/format.h>

#include "interp/base/interrupt.hpp"
#include "interp/base/progress.hpp"
#include "interp/cli/command.hpp"
#include "interp/cli/programs.hpp"
#include "interp/commands/commands.hpp"
#include "interp/language/notation/notation.hpp"
#include "interp/search/expect.hpp"

namespace coreecs {

namespace {

Status test(const Program& program, const std::string& file, const std::optional<std::string>& schedule,
            std::size_t limit, Language::Tally& tally) {
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

class TestCommand : public Command {
 public:
  explicit TestCommand(CommandLine& line);
  [[nodiscard]] Status run() const override;

 private:
  Programs programs_;
  std::size_t limit_ = 100'000;
};

TestCommand::TestCommand(CommandLine& line)
    : Command(line, "Run and check", "test", "Check each program against its \"expect\"") {
  programs_.add_to(*this);

  limit_option(*this, limit_);
}

Status TestCommand::run() const {
  Language::Tally tally;
  const Status status = programs_.each(
      *this,
      [&](const Input& source, const std::string& file) {
        return test(source.program, file, programs_.schedule, limit_, tally);
      },
      &tally);
  const std::size_t left_out = programs_.files.size() - tally.files;
  if (tally.files > 0)
    print(fmt::format("{} passed, {} failed, in {}{}\n", plural(tally.passed, "expectation"), tally.failed,
                      plural(tally.files, "file"),
                      left_out > 0 ? fmt::format("; {} not tested", plural(left_out, "file")) : ""));
  return status;
}

}  // namespace

std::shared_ptr<Command> test_command(CommandLine& line) { return std::make_shared<TestCommand>(line); }

}  // namespace coreecs
