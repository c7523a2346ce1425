/// [oracle] Reports on engines as documents, and their sums.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "interp/oracle/conform.hpp"

namespace coreecs {

/// The report, as `coreecs oracle --json` prints it.
[[nodiscard]] std::string json(const ConformanceReport&);

/// Whether a text is such a report, valid or not; and the report, or all problems with it.
[[nodiscard]] bool is_conformance_report(std::string_view text);
[[nodiscard]] std::variant<nlohmann::ordered_json, std::vector<Problem>> read_conformance_report(std::string_view text);
/// Adds a report to a sum, which keeps the first alarm of each shape. If they do not belong to one search, returns
/// the reasons and leaves the sum unchanged.
[[nodiscard]] std::vector<Problem> add_conformance(nlohmann::ordered_json& sum, const nlohmann::ordered_json& report);
/// The shards of the search that the sum lacks.
[[nodiscard]] std::vector<std::uint64_t> missing_shards(const nlohmann::ordered_json& sum);
/// Whether the sum has an alarm that is not known.
[[nodiscard]] bool has_new_alarm(const nlohmann::ordered_json& sum);
/// A sum as text.
[[nodiscard]] std::string show_conformance(const nlohmann::ordered_json& sum);

}  // namespace coreecs
