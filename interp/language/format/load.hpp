/// Programs in JSON: from text to a Program.
#pragma once

#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "interp/base/json/problem.hpp"
#include "interp/language/program/program.hpp"

namespace coreecs {

class Document;
class Json;

/// The program that a document describes, or all problems that can be found together, in document order (program format
/// §1 and §6). Cost: the length of the text, and n log n for n entities that are not in entity order.
[[nodiscard]] std::variant<Program, std::vector<Problem>> load(std::string_view text);

/// The same for a document that was read with these problems. With its text, problems have positions in it.
[[nodiscard]] std::variant<Program, std::vector<Problem>> load(const Document&, Problems, std::string_view text = {});

/// The same for a document that was built in memory. If anything is reported, the result must not be used.
[[nodiscard]] Program load(const Json& document, Problems&);

/// The content of a file, or why it cannot be read.
[[nodiscard]] std::variant<std::string, Problem> read_file(const std::string& path);

/// The program in a file. A file that cannot be read is a problem.
[[nodiscard]] std::variant<Program, std::vector<Problem>> load_file(const std::string& path);

}  // namespace coreecs
