#include "interp/classroom/variant/variant.hpp"

#include <nlohmann/json.hpp>

#include "interp/base/json/tree.hpp"
#include "interp/classroom/commands/commands.hpp"
#include "interp/classroom/commands/task.hpp"
#include "interp/cli/command.hpp"

namespace coreecs {

namespace {

class VariantCommand : public Command {
 public:
  explicit VariantCommand(CommandLine& line);
  [[nodiscard]] Status run() const override;
  [[nodiscard]] Spelling ascii() const override { return Spelling::Json; }

 private:
  std::string exercise_, seed_;
  std::optional<std::string> key_;
};

VariantCommand::VariantCommand(CommandLine& line)
    : Command(line, "Teach", "variant", "Print an exercise in other words, for one student: the same up to its names") {
  reads(add_option("EXERCISE", exercise_, "the exercise, or - for standard input"))->required();
  option_defaults()->group("Settings");
  reads(add_option("--key", key_, "the key of the exercise, whose \"names\" say which words stand for which"))
      ->type_name("FILE")
      ->required();
  add_option("--seed", seed_, "any text, such as a student's name; the same seed gives the same variant")
      ->type_name("SEED")
      ->required();
}

Status VariantCommand::run() const {
  const std::optional<Assignment> task = read_task(*this, exercise_, key_);
  if (!task) return Status::Wrong;
  if (task->names.empty()) {
    complain(*key_, "has no \"names\", which say the words of variants");
    return Status::Wrong;
  }
  const std::optional<Assignment> other = task_for(*task, *key_, chosen(task->names, seed_));
  if (!other) return Status::Wrong;
  print(laid_out(other->exercise));
  return Status::Yes;
}

}  // namespace

std::shared_ptr<Command> variant_command(CommandLine& line) { return std::make_shared<VariantCommand>(line); }

}  // namespace coreecs
