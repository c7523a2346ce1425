#include "interp/cli/documents.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "interp/cli/io.hpp"
#include "interp/importer/import.hpp"
#include "interp/json/document.hpp"

namespace coreecs {

namespace {

struct KnownDocument {
  DocumentKind kind;
  const char* key;  ///< what tells
  const char* what;
  const char* use;
};

/// Where there are several keys, the first one here tells.
constexpr KnownDocument known_documents[] = {
    {DocumentKind::Archetypes, "calculus", "a program of the archetype calculus",
     "coreecs run, check, show and test take it as it is, and coreecs core FILE prints it as one of Core ECS"},
    {DocumentKind::Program, "schedules", "a program of Core ECS",
     "coreecs check FILE and its like take it, and coreecs app from FILE prints it as an app"},
    {DocumentKind::App, "app", "an app",
     "coreecs app check FILE judges it, and coreecs app core FILE prints it as a program, for coreecs test - and its "
     "like"},
    {DocumentKind::Certificate, "certificate", "a certificate", "coreecs verify-certificate PROGRAM FILE verifies it"},
    {DocumentKind::Trace, "traceEvents", "a trace", "coreecs check-trace PROGRAM FILE checks it"},
    {DocumentKind::Report, "fuzz_report", "the report of a search", "coreecs merge-reports FILE shows it"},
    {DocumentKind::Report, "oracle_report", "the report of a search", "coreecs merge-reports FILE shows it"},
    {DocumentKind::Cases, "program", "cases for an engine", "coreecs judge FILE RESULTS takes them"}};

constexpr KnownDocument known_texts[] = {
    {DocumentKind::Token, "", "the token of a run", "coreecs run PROGRAM --replay @FILE performs it"},
    {DocumentKind::Imported, "", "what an engine writes of its schedule",
     "coreecs app import FILE makes an app of it"}};

const char* what_is(DocumentKind kind) {
  const auto is = [&](const KnownDocument& one) { return one.kind == kind; };
  const auto* found = std::find_if(std::begin(known_documents), std::end(known_documents), is);
  if (found == std::end(known_documents)) found = std::find_if(std::begin(known_texts), std::end(known_texts), is);
  return found->what;
}

/// By the keys of an object.
const KnownDocument* told_by_key(std::string_view text) {
  Problems ignored;
  const Document document(text, ignored);
  const auto* root = document.root() ? document.root()->as<Json::Object>() : nullptr;
  for (const KnownDocument& one : known_documents)
    if (root && find(*root, one.key) && (one.kind != DocumentKind::Cases || find(*root, "id"))) return &one;
  return nullptr;
}

/// By how it begins, where the whole is no JSON.
const KnownDocument* told_by_beginning(std::string_view text) {
  const std::size_t begin = std::min(text.find_first_not_of(" \t\r\n"), text.size());
  const std::string_view line = text.substr(begin, text.find('\n', begin) - begin);
  if (const KnownDocument* one = told_by_key(line); one && one->kind == DocumentKind::Cases) return one;
  if (line.rfind("r1.", 0) == 0) return &known_texts[0];
  if (line.empty() || std::string_view("{[\"/").find(line.front()) != std::string_view::npos) return nullptr;
  const std::optional<importer::From> from = importer::guess(text);
  return from && *from != importer::From::Csv ? &known_texts[1] : nullptr;
}

}  // namespace

bool is_another_document(const std::string& file, std::string_view text, DocumentKind expected) {
  const KnownDocument* by_key = told_by_key(text);
  const KnownDocument* found = by_key ? by_key : told_by_beginning(text);
  if (!found || found->kind == expected) return false;
  const std::string what = fmt::format("found {}; expected {}; {}", found->what, what_is(expected), found->use);
  Problems problems;
  const Place root;
  if (by_key)
    problems.report(root.member(by_key->key, 0), what);
  else
    problems.report_last({"1:1", what});
  for (const Problem& problem : std::move(problems).in_order(text)) complain(show(file, problem) + "\n");
  return true;
}

}  // namespace coreecs
