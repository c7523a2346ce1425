/// Documents gone through by their members, with their places.
#pragma once

#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "interp/base/json/problem.hpp"

namespace coreecs {

/// Shown a part of a document with the key that it is a member of. Whether to go on below it.
using VisitPart = std::function<bool(const std::string& key, const nlohmann::ordered_json& part)>;
/// Goes through the parts of a document below one place, with the key that each is a member of, but for the fields of
/// records.
void each_part(const nlohmann::ordered_json& json, const std::string& key, const VisitPart& visit);

/// The place of a member among those of its object.
[[nodiscard]] std::size_t position(const nlohmann::ordered_json& object, const std::string& key);

/// Shown a member with its place.
using TakeMember = std::function<void(const Place&, const std::string& name, const nlohmann::ordered_json& member)>;
/// The members of a top-level key.
void each_member(const nlohmann::ordered_json& document, const char* key, const TakeMember& take);

}  // namespace coreecs
