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

/// The program that a document describes, or everything that is wrong with it that can be found together, in
/// document order (program format §1 and §6). Cost: the length of the text, and n log n for n entities that
/// are not in entity order.
[[nodiscard]] std::variant<Program, std::vector<Problem>> load(std::string_view text);

/// The same of a document that was read, and what is wrong with that; with its text, problems say where in it they are.
[[nodiscard]] std::variant<Program, std::vector<Problem>> load(const Document&, Problems, std::string_view text = {});

/// The same of a document that somebody has put together. Where something is reported the result is not to be used.
[[nodiscard]] Program load(const Json& document, Problems&);

/// The content of a file, or why it cannot be read.
[[nodiscard]] std::variant<std::string, Problem> read_file(const std::string& path);

/// The program in a file. One that cannot be read is a problem.
[[nodiscard]] std::variant<Program, std::vector<Problem>> load_file(const std::string& path);

}  // namespace coreecs
