#include "interp/classroom/variant/variant.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>

#include "interp/base/json/hash.hpp"
#include "interp/base/json/reading.hpp"
#include "interp/base/random.hpp"
#include "interp/language/format/tree.hpp"
#include "interp/language/program/program.hpp"
#include "semantics/base/value.hpp"

namespace coreecs {

using nlohmann::ordered_json;

std::vector<Wordings> read_wordings(Problems& problems, const Place& place, const Json& json) {
  std::vector<Wordings> groups;
  std::set<std::string_view> replaced;
  const Json::List* all = list(problems, place, json, "groups of rows of words", 0);
  for (std::size_t g = 0; all && g < all->size(); ++g) {
    const Place of_group = place.element(g);
    Wordings rows;
    const Json::List* listed = list(problems, of_group, (*all)[g], "rows of words, first those of the exercise", 2);
    for (std::size_t r = 0; listed && r < listed->size(); ++r) {
      const Place of_row = of_group.element(r);
      const std::size_t length = rows.empty() ? 1 : rows.front().size();
      const Json::List* words = list(problems, of_row, (*listed)[r], "as many words as the first row has", length,
                                     rows.empty() ? SIZE_MAX : length);
      std::vector<std::string> row;
      for (std::size_t w = 0; words && w < words->size(); ++w) {
        const auto* word = (*words)[w].as<std::string_view>();
        if (!word || !is_name(*word))
          expected(problems, of_row.element(w), (*words)[w], "a name");
        else if (rows.empty() && !replaced.insert(*word).second)
          problems.report(of_row.element(w), "found " + in_quotes(*word) + " twice; expected each word once");
        row.emplace_back(word ? *word : std::string_view());
      }
      rows.push_back(std::move(row));
    }
    groups.push_back(std::move(rows));
  }
  return groups;
}

OtherWords chosen(const std::vector<Wordings>& groups, std::string_view seed) {
  const std::uint64_t number = std::stoull(hash_of(seed), nullptr, 16);
  OtherWords words;
  for (std::size_t g = 0; g < groups.size(); ++g) {
    const Wordings& rows = groups[g];
    const std::vector<std::string>& row = rows[1 + Random(number, g).below(rows.size() - 1)];
    for (std::size_t w = 0; w < row.size(); ++w) words.emplace(rows.front()[w], row[w]);
  }
  return words;
}

namespace {

bool is_of_name(char c) {
  return ('a' <= c && c <= 'z') || ('A' <= c && c <= 'Z') || ('0' <= c && c <= '9') || c == '_';
}

/// Calls `tell` with each name in a text, and with what is between them.
template <class Tell>
void each_name(std::string_view text, const Tell& tell) {
  for (std::size_t at = 0, end = 0; at < text.size(); at = end) {
    const bool names = is_of_name(text[at]);
    while (end < text.size() && is_of_name(text[end]) == names) ++end;
    tell(text.substr(at, end - at), names);
  }
}

/// Calls `tell` with each key, and each text that is a value, but the place of the schema.
template <class Tell>
void each_text(const ordered_json& json, const Tell& tell) {
  if (json.is_string()) tell(json.get_ref<const std::string&>());
  if (!json.is_structured()) return;
  for (const auto& [key, value] : json.items()) {
    if (json.is_object()) tell(key);
    if (key != "$schema") each_text(value, tell);
  }
}

/// What replaces a word; the word itself where none does.
std::string_view in_other_words(std::string_view word, const OtherWords& words) {
  const auto found = words.find(word);
  return found == words.end() ? word : found->second;
}

/// Two names that would become one, if there are any.
std::optional<std::string> clash(const ordered_json& exercise, const OtherWords& words) {
  std::map<std::string, std::string, std::less<>> from;
  std::optional<std::string> found;
  each_text(exercise, [&](const std::string& text) {
    each_name(text, [&](std::string_view word, bool is_name) {
      if (!is_name || found) return;
      const std::string_view to = in_other_words(word, words);
      const auto [before, is_new] = from.emplace(to, word);
      if (!is_new && before->second != word)
        found = in_quotes(word) + " and " + in_quotes(before->second) + " would both be " + in_quotes(to);
    });
  });
  return found;
}

bool has_texts(const Type& type) {
  return type.kind == Type::Kind::Text || std::any_of(type.fields.begin(), type.fields.end(),
                                                      [](const Type::Field& field) { return has_texts(field.type); });
}

/// Whether values are compared by order, or texts taken apart or made.
bool orders_values(const ordered_json& exercise) {
  bool does = false;
  const std::set<std::string_view> such{"<", "<=", ">", ">=", "concat", "text_of"};
  each_text(exercise, [&](const std::string& text) { does = does || such.count(text) > 0; });
  return does;
}

std::vector<std::string> messages(const std::vector<Problem>& problems) {
  std::vector<std::string> all;
  all.reserve(problems.size());
  for (const Problem& problem : problems) all.push_back(problem.place + ": " + problem.message);
  return all;
}

}  // namespace

std::string retold_text(std::string_view text, const OtherWords& words) {
  std::string out;
  each_name(text, [&](std::string_view part, bool is_name) { out += is_name ? in_other_words(part, words) : part; });
  return out;
}

ordered_json retold(const ordered_json& document, const OtherWords& words) {
  if (document.is_string()) return retold_text(document.get_ref<const std::string&>(), words);
  if (!document.is_structured()) return document;
  ordered_json out = document.is_object() ? ordered_json::object() : ordered_json::array();
  for (const auto& [key, value] : document.items())
    if (document.is_array())
      out.push_back(retold(value, words));
    else
      out[retold_text(key, words)] = key == "$schema" ? value : retold(value, words);
  return out;
}

std::variant<ordered_json, std::vector<std::string>> variant_of(const ordered_json& exercise, const OtherWords& words) {
  if (const auto found = clash(exercise, words)) return std::vector{*found};
  ordered_json variant = retold(exercise, words);
  const auto given = load_tree(exercise), other = load_tree(variant);
  if (const auto* problems = std::get_if<std::vector<Problem>>(&other)) return messages(*problems);
  const Program &before = std::get<Program>(given), &after = std::get<Program>(other);
  if (orders_values(exercise) &&
      std::any_of(before.schema.begin(), before.schema.end(), [](const Component& i) { return has_texts(i.type); }))
    return std::vector<std::string>{"the exercise orders values, or takes texts apart, which may depend on its words"};
  for (std::size_t e = 0; e < before.entities.size(); ++e)
    if (after.entities[e] != in_other_words(before.entities[e], words))
      return std::vector{"entities would have another order: " + in_quotes(after.entities[e]) + " comes before " +
                         in_quotes(in_other_words(before.entities[e], words)) +
                         ", so that matches would come in another order"};
  return variant;
}

}  // namespace coreecs
