/// Parts of documents, named by JSON Pointers whose steps are all keys.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace coreecs {

/// The part of a document; null if it has none there.
[[nodiscard]] const nlohmann::ordered_json* part(const nlohmann::ordered_json& document, const std::string& pointer);
/// Puts a value there, with the objects around it that are missing. Without a value, removes what is there. Does
/// nothing inside of what is no object.
void put(nlohmann::ordered_json& document, const std::string& pointer, const nlohmann::ordered_json* value);

}  // namespace coreecs
