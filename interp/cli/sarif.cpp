#include "interp/cli/sarif.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "interp/base/json/tree.hpp"

namespace coreecs {

using nlohmann::ordered_json;

namespace {

/// A path as a URI reference; other characters than letters, digits and marks are percent-encoded.
std::string as_uri(const std::string& path) {
  std::string out;
  for (const char c : path)
    if (std::isalnum(static_cast<unsigned char>(c)) || std::string_view("/.-_~").find(c) != std::string_view::npos)
      out += c;
    else
      out += fmt::format("%{:02X}", static_cast<unsigned char>(c));
  return out;
}

const char* name(Severity severity) {
  switch (severity) {
    case Severity::Error:
      return "error";
    case Severity::Warning:
      return "warning";
    case Severity::Note:
      return "note";
  }
  return "";
}

}  // namespace

std::string sarif(const std::vector<CodeResult>& results,
                  const std::vector<std::pair<std::string, std::string>>& rules) {
  ordered_json listed = ordered_json::array(), described = ordered_json::array();
  for (const CodeResult& one : results) {
    ordered_json place = {{"artifactLocation", {{"uri", as_uri(one.file)}}}};
    if (one.at) place["region"] = {{"startLine", one.at->line}, {"startColumn", one.at->column}};
    listed.push_back({{"ruleId", one.rule},
                      {"level", name(one.severity)},
                      {"message", {{"text", one.message}}},
                      {"locations", ordered_json::array({{{"physicalLocation", place}}})}});
  }
  for (const auto& [id, about] : rules) described.push_back({{"id", id}, {"shortDescription", {{"text", about}}}});
  const ordered_json run = {
      {"tool", {{"driver", {{"name", "coreecs"}, {"version", COREECS_VERSION}, {"rules", described}}}}},
      {"results", listed}};
  return laid_out({{"version", "2.1.0"}, {"runs", ordered_json::array({run})}});
}

}  // namespace coreecs
