/// Visits documents member by member, with places.
#pragma once

#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "interp/base/json/problem.hpp"

namespace coreecs {

/// Called with a part of a document and the key that it is a member of. Returns whether to continue below it.
using VisitPart = std::function<bool(const std::string& key, const nlohmann::ordered_json& part)>;
/// Visits the parts of a document below one place, each with the key that it is a member of, except for the fields of
/// records.
void each_part(const nlohmann::ordered_json& json, const std::string& key, const VisitPart& visit);

/// The position of a member in its object.
[[nodiscard]] std::size_t position(const nlohmann::ordered_json& object, const std::string& key);

/// Called with a member and its place.
using TakeMember = std::function<void(const Place&, const std::string& name, const nlohmann::ordered_json& member)>;
/// Visits the members of a top-level key.
void each_member(const nlohmann::ordered_json& document, const char* key, const TakeMember& take);

}  // namespace coreecs
