/// Apps in JSON: from text to an App (specs/reference/app-format.md).
#pragma once

#include <string_view>
#include <variant>
#include <vector>

#include "interp/apps/app/app.hpp"
#include "interp/base/json/problem.hpp"

namespace coreecs {

class Document;

}  // namespace coreecs

namespace coreecs::app {

/// The app that a document describes, or all problems that can be found together, in document order. Cost: the length
/// of the text, and the members of sets for each constraint.
[[nodiscard]] std::variant<App, std::vector<Problem>> load(std::string_view text);
[[nodiscard]] std::variant<App, std::vector<Problem>> load(const Document&, Problems, std::string_view text = {});

/// Whether a document is an app, not a program: an object with the key "app".
[[nodiscard]] bool is_app(const Document&);

}  // namespace coreecs::app
