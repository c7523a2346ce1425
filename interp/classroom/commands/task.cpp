#include "interp/classroom/commands/task.hpp"

#include "interp/base/json/problem.hpp"
#include "interp/cli/io.hpp"

namespace coreecs {

std::optional<Assignment> read_task(const Command& by, const std::string& exercise,
                                    const std::optional<std::string>& key) {
  const std::optional<Input> source = read_program(by.line(), exercise);
  if (!source) return std::nullopt;
  auto task = task_of(source->written());
  std::string of = exercise;
  if (Assignment* read = std::get_if<Assignment>(&task); read && key) {
    const std::optional<std::string> text = read_text(by.line(), *key);
    if (!text) return std::nullopt;
    task = with_key(std::move(*read), *text);
    of = *key;
  }
  if (Assignment* read = std::get_if<Assignment>(&task)) {
    if (out_of(*read) > 0) return std::move(*read);
    complain(exercise, "expects nothing, and has no key that does");
    return std::nullopt;
  }
  for (const Problem& problem : std::get<std::vector<Problem>>(task)) complain(show(of, problem) + "\n");
  return std::nullopt;
}

std::optional<Assignment> task_for(const Assignment& task, const std::string& key, const OtherWords& words) {
  auto variant = variant_of(task, words);
  if (Assignment* other = std::get_if<Assignment>(&variant)) return std::move(*other);
  for (const std::string& why : std::get<std::vector<std::string>>(variant))
    complain(key + ":/names", "gives no variant: " + why);
  return std::nullopt;
}

}  // namespace coreecs
