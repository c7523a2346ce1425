#include "interp/json/writer.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace coreecs {

bool JsonWriter::comma() {
  const std::size_t last = out_.find_last_not_of(" \n");
  const bool needed = last != std::string::npos && std::string_view("{[:,").find(out_[last]) == std::string_view::npos;
  if (needed) out_ += ',';
  return needed;
}

void JsonWriter::token(std::string_view text) {
  if (comma()) out_ += ' ';
  out_ += text;
}

void JsonWriter::line(std::size_t indentation) {
  comma();
  if (out_.ends_with(' ')) out_.pop_back();
  out_ += '\n';
  out_.append(indentation, ' ');
}

JsonWriter& JsonWriter::key(std::string_view name) {
  value(name);
  out_ += ": ";
  return *this;
}

void JsonWriter::value(std::string_view text) { token(json_string(text)); }

void JsonWriter::value(double x) { token(json_number(x)); }

std::string json_number(double x) { return nlohmann::json(x).dump(); }

std::string json_string(std::string_view text) {
  const auto plain = [](char c) { return ' ' <= c && c <= '~' && c != '"' && c != '\\'; };
  if (!std::all_of(text.begin(), text.end(), plain)) return nlohmann::json(text).dump();
  std::string quoted = "\"";
  return quoted.append(text).append("\"");
}

}  // namespace coreecs
