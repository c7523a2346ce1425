/// The commands for those who teach.
#pragma once

#include <memory>

#include "interp/cli/part.hpp"

namespace coreecs {

[[nodiscard]] std::shared_ptr<Command> handout_command(CommandLine&);
[[nodiscard]] std::shared_ptr<Command> mark_command(CommandLine&);
[[nodiscard]] std::shared_ptr<Command> variant_command(CommandLine&);

inline constexpr DocumentKind key_document{.what = "the key of an exercise",
                                           .use = "coreecs mark EXERCISE HAND_IN... --key FILE reads it",
                                           .keys = {"hidden", "read"}};

/// The commands and documents of this annex.
[[nodiscard]] Part classroom_annex();

}  // namespace coreecs
