#include "interp/cli/test.hpp"

#include <fmt/format.h>

#include "interp/cli/interrupt.hpp"
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
    print(fmt::format("{}: schedule {} is not as expected:\n", file, expected.schedule));
    for (const std::string& difference : found) print("    " + difference + "\n");
  }
  return status;
}

}  // namespace

TestCommand::TestCommand(CLI::App& app)
    : command_(programs_.add_command(app, "Run and check", "test", "Compare what programs do with what they expect")) {
  limit_option(command_, limit_);
}

std::optional<Status> TestCommand::run() const {
  if (!command_.parsed()) return std::nullopt;
  Tally tally;
  const Status status = programs_.each(Status::Undecided, [&](const Input& source, const std::string& file) {
    const NotesInterrupt noting;
    return test(source.program, file, programs_.schedule, limit_, tally);
  });
  print(fmt::format("{} passed, {} failed, in {}\n", plural(tally.passed, "expectation"), tally.failed,
                    plural(programs_.files.size(), "file")));
  return status;
}

}  // namespace coreecs
