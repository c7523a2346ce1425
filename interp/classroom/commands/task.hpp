/// The exercise and the key that commands of this annex read.
#pragma once

#include <optional>
#include <string>

#include "interp/classroom/mark/key.hpp"
#include "interp/cli/command.hpp"

namespace coreecs {

/// The task of an exercise, with its key if there is one; nothing after problems have been printed.
[[nodiscard]] std::optional<Assignment> read_task(const Command& by, const std::string& exercise,
                                                  const std::optional<std::string>& key);

/// The task in the words of a seed; nothing after a message that they make another exercise of it.
[[nodiscard]] std::optional<Assignment> task_for(const Assignment& task, const std::string& key,
                                                 const OtherWords& words);

}  // namespace coreecs
