/// The constructs of the calculus that an engine supports.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <set>

#include "interp/base/json/reading.hpp"

namespace coreecs {

/// The constructs that an engine may support, by their names in the program format; "vector" is a query vector of
/// several queries, "frames" are several frames, and "int64" are integers beyond those that a double has exactly.
inline constexpr std::string_view constructs[] = {
    "unit",   "bool",   "int",    "int64",  "real", "text",    "entity", "record", "list", "incl", "excl",
    "anyway", "vector", "attach", "detach", "new",  "destroy", "conc",   "seq",    "par",  "then", "frames"};
/// 2^53: a double has each integer of less magnitude, and not each one beyond.
inline constexpr std::int64_t exact_double_ints = std::int64_t{1} << 53;
using Constructs = std::set<std::string_view>;
/// The constructs that a program uses. Precondition: it loads. Cost: its size.
[[nodiscard]] Constructs used(const nlohmann::ordered_json& program);
/// What an engine supports, from a document: { "supports": ["int", "incl", ...] }; or all problems of the document.
[[nodiscard]] std::variant<Constructs, std::vector<Problem>> read_capabilities(std::string_view text);
/// The same from a list of names, which is read from a document.
[[nodiscard]] Constructs read_constructs(Problems&, const Place&, const Json&);

}  // namespace coreecs
