#include "props/refused/cases.hpp"

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>
#include <optional>
#include <regex>
#include <stdexcept>

#include "interp/language/format/load.hpp"
#include "props/kit/files.hpp"

namespace coreecs {

namespace {

/// A line of a case that changes a member or an element of the document.
struct Edit {
  std::string pointer;
  std::optional<std::string> value;  ///< JSON text; nothing removes what is there
};

/// The lines of a base or a case, without comments. A line that begins with a space is part of the one before it.
struct Paragraph {
  int line = 0;  ///< of the first one, counted from 1
  std::vector<std::string> lines;
};

std::vector<Paragraph> paragraphs(const std::string& text) {
  std::vector<Paragraph> found(1);
  std::istringstream lines(text);
  int number = 0;
  for (std::string line; std::getline(lines, line);) {
    ++number;
    Paragraph& last = found.back();
    if (line.empty()) {
      if (!last.lines.empty()) found.emplace_back();
    } else if (line.front() == ' ' && !last.lines.empty()) {
      last.lines.back() += line;
    } else if (line.front() != '#') {
      if (last.lines.empty()) last.line = number;
      last.lines.push_back(line);
    }
  }
  if (found.back().lines.empty()) found.pop_back();
  return found;
}

/// What stands before and after the first such separator.
std::pair<std::string, std::string> split(const std::string& text, const std::string& separator) {
  const std::size_t at = text.find(separator);
  if (at == std::string::npos) throw std::runtime_error("there is no \"" + separator + "\" in: " + text);
  return {text.substr(0, at), text.substr(at + separator.size())};
}

void replace(std::string& text, const std::string& old, const std::string& by) {
  const std::size_t at = text.find(old);
  if (at == std::string::npos || text.find(old, at + 1) != std::string::npos)
    throw std::runtime_error("the document does not have this exactly once: " + old);
  text.replace(at, old.size(), by);
}

/// The document with all edits. Their values go into its text as they are written: numbers keep their spelling, and a
/// value may be no JSON at all.
std::string edited(const std::string& text, const std::vector<Edit>& edits) {
  using Json = nlohmann::ordered_json;
  Json document = Json::parse(text);
  const auto hole = [](std::size_t k) { return Json("value " + std::to_string(k) + " of this case"); };
  for (std::size_t k = 0; k < edits.size(); ++k) {
    const Json::json_pointer pointer(edits[k].pointer);
    Json& parent = document.at(pointer.parent_pointer());
    if (edits[k].value)
      document[pointer] = hole(k);
    else if (parent.erase(pointer.back()) == 0)
      throw std::runtime_error("there is nothing to remove at " + edits[k].pointer);
  }
  std::string out = document.dump() + "\n";
  for (std::size_t k = 0; k < edits.size(); ++k)
    if (edits[k].value) replace(out, hole(k).dump(), *edits[k].value);
  return out;
}

/// "PLACE: PHRASE; PHRASE", or " PHRASE; PHRASE" about the whole document.
ExpectedProblem expected_problem(const std::string& line) {
  const auto [place, message] = split(line.starts_with(' ') ? ":" + line : line, ": ");
  ExpectedProblem problem{line, place, {}};
  for (std::size_t at = 0; at != std::string::npos;) {
    const std::size_t end = message.find("; ", at);
    problem.phrases.push_back(message.substr(at, end - at));
    at = end == std::string::npos ? end : end + 2;
  }
  return problem;
}

Refusal refusal(const Paragraph& paragraph, const std::string& base, const std::filesystem::path& folder) {
  static const std::regex head("base|case [a-z0-9_]+, schema (accepts|rejects|unreadable)");
  Refusal result{paragraph.lines.front(), base, {}};
  if (!std::regex_match(result.name, head))
    throw std::runtime_error("expected base, or case NAME, schema accepts|rejects|unreadable; found: " + result.name);
  std::vector<Edit> edits;
  bool literal = false;
  for (std::size_t k = 1; k < paragraph.lines.size(); ++k) {
    const std::string& line = paragraph.lines[k];
    const auto after = [&](const std::string& word) { return line.substr(word.size()); };
    if (line.front() == '|') {
      if (!literal) result.document.clear();
      literal = true;
      result.document += (line.size() > 2 ? line.substr(2) : "") + "\n";
    } else if (line.starts_with("file ")) {
      result.document = contents(folder / after("file "));
    } else if (line.starts_with("replace ")) {
      const auto [old, by] = split(after("replace "), " => ");
      replace(result.document, old, by);
    } else if (line.starts_with("remove ")) {
      edits.push_back({after("remove "), std::nullopt});
    } else if (line.front() == '/') {
      auto [pointer, value] = split(line, " := ");
      edits.push_back({pointer, value});
    } else if (line.starts_with("error:")) {
      result.problems.push_back(expected_problem(after("error:")));
    } else {
      throw std::runtime_error("found: " + line);
    }
  }
  if (!edits.empty()) result.document = edited(result.document, edits);
  if ((result.name == "base") != result.problems.empty())
    throw std::runtime_error("a base has no line error:..., a case has at least one");
  return result;
}

}  // namespace

bool ExpectedProblem::is(const Problem& problem) const {
  return problem.place == place && std::all_of(phrases.begin(), phrases.end(), [&](const std::string& phrase) {
           return problem.message.find(phrase) != std::string::npos;
         });
}

std::vector<Refusal> refusals(const std::string& text, const std::filesystem::path& file) {
  std::vector<Refusal> found;
  std::string base;
  for (const Paragraph& paragraph : paragraphs(text)) {
    const std::string where = file.filename().string() + ":" + std::to_string(paragraph.line) + ": ";
    try {
      found.push_back(refusal(paragraph, base, file.parent_path()));
    } catch (const std::exception& error) {
      throw std::runtime_error(where + error.what());
    }
    if (found.back().name == "base") base = found.back().document;
    found.back().name.insert(0, where);
  }
  return found;
}

std::vector<Problem> problems_of_program(const std::string& document) { return problems_of(load(document)); }

std::string complaint(const Refusal& refusal, Loading load) {
  const std::vector<Problem> found = load(refusal.document);
  std::string missing;
  for (const ExpectedProblem& expected : refusal.problems)
    if (std::none_of(found.begin(), found.end(), [&](const Problem& problem) { return expected.is(problem); }))
      missing += "\n  expected  error:" + expected.line;
  if (missing.empty() && found.size() == refusal.problems.size()) return "";
  std::string all = found.empty() ? "\n  the document is accepted" : "";
  for (const Problem& problem : found) all += "\n  found     " + show("error", {problem.place, problem.message});
  return refusal.name + missing + all + "\n" + refusal.document.substr(0, 2'000);
}

std::size_t check_refusals(const std::string& folder, Loading load) {
  std::size_t damaged = 0;
  for (const auto& path : files(folder, ".cases"))
    for (const Refusal& refusal : refusals(contents(path), path)) {
      const std::string wrong = complaint(refusal, load);
      CHECK_MESSAGE(wrong.empty(), wrong);
      damaged += !refusal.problems.empty();
    }
  return damaged;
}

}  // namespace coreecs
