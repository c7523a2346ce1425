/// [oracle] What driving an engine came to, as a document, and the sums of such documents.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "interp/oracle/conform.hpp"

namespace coreecs {

/// The report, as `coreecs oracle --json` prints it.
[[nodiscard]] std::string json(const ConformanceReport&);

/// Whether a text is such a report, whatever is wrong with it; and the report, or everything that is wrong with it.
[[nodiscard]] bool is_conformance_report(std::string_view text);
[[nodiscard]] std::variant<nlohmann::ordered_json, std::vector<Problem>> read_conformance_report(std::string_view text);
/// Adds a report that was read to a sum. Of two alarms the one of the lesser case is kept. Where they do not belong
/// together, it says why and leaves the sum as it is.
[[nodiscard]] std::vector<Problem> add_conformance(nlohmann::ordered_json& sum, const nlohmann::ordered_json& report);
/// The shards of the search that are not in the sum.
[[nodiscard]] std::vector<std::uint64_t> missing_shards(const nlohmann::ordered_json& sum);
/// A sum in words.
[[nodiscard]] std::string show_conformance(const nlohmann::ordered_json& sum);

}  // namespace coreecs
