#include "interp/cli/documents.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "interp/base/json/document.hpp"
#include "interp/cli/command.hpp"

namespace coreecs {

namespace {

/// Annexes take precedence if several kinds fit: they have keys that Core ECS lacks.
template <class Is>
const DocumentKind* find_kind(const CommandLine& line, Is is) {
  const std::vector<Part>& parts = line.parts();
  for (auto part = parts.rbegin(); part != parts.rend(); ++part)
    for (const DocumentKind& kind : part->documents)
      if (is(kind)) return &kind;
  return nullptr;
}

/// Identifies a document by the keys of its object.
const DocumentKind* kind_by_keys(const CommandLine& line, const Document& document) {
  const auto* root = document.root() ? document.root()->as<Json::Object>() : nullptr;
  if (!root) return nullptr;
  return find_kind(line, [&](const DocumentKind& kind) {
    const auto has = [&](std::string_view key) { return key.empty() || find(*root, key); };
    return !kind.keys.front().empty() && std::all_of(kind.keys.begin(), kind.keys.end(), has);
  });
}

/// Identifies a text that is no JSON document by its beginning.
const DocumentKind* kind_by_beginning(const CommandLine& commands, std::string_view text) {
  const std::size_t begin = std::min(text.find_first_not_of(" \t\r\n"), text.size());
  const std::string_view line = text.substr(begin, text.find('\n', begin) - begin);
  Problems ignored;
  const Document first(line, ignored);
  if (const DocumentKind* kind = kind_by_keys(commands, first); kind && kind->is_lines) return kind;
  if (line.empty() || std::string_view("{[\"/").find(line.front()) != std::string_view::npos) return nullptr;
  return find_kind(commands,
                   [&](const DocumentKind& kind) { return kind.is_begun_by && kind.is_begun_by(line, text); });
}

}  // namespace

bool is_another_document(const CommandLine& line, const std::string& file, std::string_view text,
                         const DocumentKind& expected) {
  Problems ignored;
  return is_another_document(line, file, text, Document(text, ignored), expected);
}

bool is_another_document(const CommandLine& line, const std::string& file, std::string_view text, const Document& read,
                         const DocumentKind& expected) {
  const DocumentKind* by_keys = kind_by_keys(line, read);
  const DocumentKind* found = by_keys ? by_keys : kind_by_beginning(line, text);
  if (!found || found->what == expected.what) return false;
  const std::string what = fmt::format("found {}; expected {}; {}", found->what, expected.what, found->use);
  Problems problems;
  const Place root;
  if (by_keys)
    problems.report(root.member(by_keys->keys.front(), 0), what);
  else
    problems.report_last({"1:1", what});
  for (const Problem& problem : std::move(problems).in_order(text)) complain(show(file, problem) + "\n");
  return true;
}

}  // namespace coreecs
