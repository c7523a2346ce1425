#include "interp/check/lint/rules.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>

#include "semantics/base/deep.hpp"

namespace coreecs {

using nlohmann::ordered_json;

namespace {

bool is_number(const ordered_json& t) { return t.is_number(); }
bool is_text(const ordered_json& t) { return t.is_object() && t.contains("text") && t["text"].is_string(); }

/// a ≟ b or a < b, of two literals, or of a term and itself.
std::optional<bool> compared(const std::string& how, const ordered_json& a, const ordered_json& b) {
  const bool with_itself = a == b;
  const bool literals =
      (is_number(a) && is_number(b)) || (is_text(a) && is_text(b)) || (a.is_boolean() && b.is_boolean());
  if (!with_itself && !literals) return std::nullopt;
  const auto& x = is_text(a) ? a["text"] : a;
  const auto& y = is_text(b) ? b["text"] : b;
  if (how == "==") return with_itself || x == y;
  if (how == "!=") return !with_itself && x != y;
  if (how == "<") return !with_itself && x < y;
  if (how == "<=") return with_itself || x <= y;
  if (how == ">") return !with_itself && y < x;
  return with_itself || y <= x;
}

/// The value of a term of type bool, if it is the same at every match.
std::optional<bool> constant(const ordered_json& t) {
  if (t.is_boolean()) return t.get<bool>();
  if (!t.is_object() || t.size() != 1) return std::nullopt;
  const std::string& form = t.begin().key();
  const ordered_json& parts = *t.begin();
  std::optional<bool> found;
  deep([&] {
    if (form == "not") {
      if (const std::optional<bool> b = constant(parts)) found = !*b;
    } else if (form == "and" || form == "or") {
      const bool settles = form == "or";  // an operand that makes the others irrelevant
      std::vector<std::optional<bool>> all;
      for (const ordered_json& part : parts) all.push_back(constant(part));
      if (std::find(all.begin(), all.end(), settles) != all.end())
        found = settles;
      else if (std::find(all.begin(), all.end(), std::nullopt) == all.end())
        found = !settles;
    } else if (form == "if") {
      const std::optional<bool> then = constant(parts[1]), otherwise = constant(parts[2]);
      if (const std::optional<bool> b = constant(parts[0]))
        found = *b ? then : otherwise;
      else if (then == otherwise)
        found = then;
    } else if (form == "==" || form == "!=" || form == "<" || form == "<=" || form == ">" || form == ">=") {
      found = compared(form, parts[0], parts[1]);
    }
  });
  return found;
}

class Conditions {
 public:
  explicit Conditions(const OnFinding& report) : report_(report) {}

  void condition(const Place& place, const ordered_json& t, const char* if_true, const char* if_false) {
    if (const std::optional<bool> b = constant(t))
      report_(place, *b ? std::string("always true; ") + if_true : std::string("always false; ") + if_false);
    else
      terms(place, t);
  }

  /// Checks all terms below.
  void terms(const Place& place, const ordered_json& json) {
    deep([&] {
      if (json.is_array())
        for (std::size_t k = 0; k < json.size(); ++k) terms(place.element(k), json[k]);
      else if (json.is_object() && !is_text(json))
        for (auto [member, k] = std::pair{json.begin(), std::size_t{0}}; member != json.end(); ++member, ++k)
          form(place.member(member.key(), k), member.key(), *member);
    });
  }

 private:
  void form(const Place& place, const std::string& key, const ordered_json& parts) {
    if (key == "if" && parts.is_array()) {
      condition(place.element(0), parts[0], "replace the if by its first branch",
                "replace the if by its second branch");
      if (parts.size() == 3 && parts[1] == parts[2] && !constant(parts[0]))
        report_(place, "both branches are the same; replace the if by one of them");
      for (std::size_t k = 1; k < parts.size(); ++k) terms(place.element(k), parts[k]);
    } else if (key == "filter" && parts.is_array()) {
      terms(place.element(0), parts[0]);
      condition(place.element(2), parts[2], "write the list", "write an empty list");
    } else if ((key == "and" || key == "or") && parts.is_array()) {
      for (std::size_t k = 0; k < parts.size(); ++k) condition(place.element(k), parts[k], "remove it", "remove it");
    } else {
      terms(place, parts);
    }
  }

  const OnFinding& report_;
};

void queries(Conditions& conditions, const Place& place, const ordered_json& match) {
  for (std::size_t j = 0; j < match.size(); ++j) {
    const Place here = place.element(j);
    const auto e = match[j].find("entity");
    if (e == match[j].end()) continue;
    conditions.terms(here.member("entity", position(match[j], "entity")), *e);
  }
}

}  // namespace

void constant_conditions(const Place& place, const ordered_json& of, const OnFinding& report) {
  Conditions conditions(report);
  std::size_t k = 0;
  for (const auto& [key, part] : of.items()) {
    const Place here = place.member(key, k++);
    if (key == "where")
      conditions.condition(here, part, "remove it", "nothing ever matches");
    else if (key == "holds" && of.contains("match") && part == false)
      continue;  // nothing may match, which is a proper invariant
    else if (key == "holds")
      conditions.condition(here, part, "the invariant says nothing", "no state satisfies it");
    else if (key == "match")
      queries(conditions, here, part);
    else if (key != "measure")
      conditions.terms(here, part);
  }
}

}  // namespace coreecs
