/// Documents as mutable trees.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string_view>

#include "interp/base/json/document.hpp"
#include "interp/base/json/writer.hpp"

namespace coreecs {

[[nodiscard]] nlohmann::ordered_json tree(const Json&);
/// Reads a text as a tree. Precondition: Document reads it without problems. Cost: its length.
[[nodiscard]] nlohmann::ordered_json read_tree(std::string_view text);

/// Writes a tree, member by member.
void write(JsonWriter& out, const nlohmann::ordered_json& tree);
/// A tree on one line, without spaces.
[[nodiscard]] std::string compact(const nlohmann::ordered_json& tree);
/// A tree as a document, laid out for people.
[[nodiscard]] std::string laid_out(const nlohmann::ordered_json& tree);

}  // namespace coreecs
