/// What commands about apps share.
#pragma once

#include "interp/apps/app/app.hpp"
#include "interp/cli/part.hpp"

namespace coreecs {

/// FILE, an app in JSON.
void app_argument(Command& command, std::string& file);

/// --engine, one of triage::engines(), and what each of them is.
CLI::Option* engine_option(Command& command, std::optional<std::string>& engine);
[[nodiscard]] std::string about_engines();

/// An app with the text that it was read from.
struct AppInput {
  std::string text;
  app::App app;
};
/// The app in a file, or in standard input; nothing when its problems have been printed. Throws Interrupted.
[[nodiscard]] std::optional<AppInput> read_app(CommandLine&, const std::string& file);

}  // namespace coreecs
