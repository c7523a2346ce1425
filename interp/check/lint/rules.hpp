/// Rules of lint that need a file each (constant conditions, queries that match nothing, unused schedules), and how all
/// rules visit documents.
#pragma once

#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "interp/base/json/problem.hpp"
#include "interp/language/program/program.hpp"

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

/// Called with each finding: its place, and a text that says what it is and what to do.
using OnFinding = std::function<void(const Place&, const std::string&)>;

/// Checks all conditions of a system, an invariant (except for its measures) or a measure: `where`, `holds`, those of
/// each `if` and `filter`, and operands of `and` and `or`. A condition is constant if it is a literal, compares two
/// literals or a term with itself, or is composed of such. Names of constants are no literals, since `--set` changes
/// their values. Precondition: the document loads. Cost: its size, times the depth of its conditions.
void constant_conditions(const Place&, const nlohmann::ordered_json& of, const OnFinding&);

/// Checks a query only by the components that an entity may have; a live one has at least one. Calls `nothing` if no
/// entity can match, and `constant` for an `any`, an alternative or an `anyway` that is the same for every entity that
/// matches the rest. Precondition: the program loads, and has this many components. Cost: usually the query, times its
/// alternatives. Hard queries reach a limit, and are not reported.
void impossible_queries(const Place&, const nlohmann::ordered_json& query, std::size_t components,
                        const OnFinding& nothing, const OnFinding& constant);

/// Most schedules are there to be chosen from. But if one is performed by default, a schedule that nothing names and
/// that shares no system with another one is probably missing in a schedule. Precondition: the program is that of the
/// document. Cost: the schedules, times their number.
void unused_schedules(const nlohmann::ordered_json& document, const Program&, const OnFinding&);

}  // namespace coreecs
