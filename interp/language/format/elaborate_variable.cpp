#include <algorithm>

#include "interp/base/json/reading.hpp"
#include "interp/language/format/elaborate_term.hpp"

namespace coreecs {

using Kind = TermType::Kind;

void TermReader::advise_literal(std::string_view text, const TermType* expected) {
  if (expected && expected->kind == Kind::Text)
    problems_.advise("write {\"text\": " + in_quotes(text) + "}");
  else if (vocabulary_.entity(text) && (!expected || expected->kind == Kind::Entity))
    problems_.advise("write {\"entity\": " + in_quotes(text) + "}");
  else if (text.find_first_of("+-*/%<>=!&|()") != std::string_view::npos)
    problems_.advise(R"(an operation is an object: {"+": ["a", "b"]})");
}

const TermType* TermReader::type_of_variable(const Json& json) const {
  const auto* name = json.as<std::string_view>();
  const Scope::Variable* known = name ? scope_.find(*name) : nullptr;
  return known ? &known->type : nullptr;
}

// "p.x.y"
Typed TermReader::variable(const Place& place, std::string_view path, const TermType* expected) {
  std::vector<std::string_view> parts;
  for (std::size_t start = 0; start <= path.size();) {
    const std::size_t end = std::min(path.find('.', start), path.size());
    parts.push_back(path.substr(start, end - start));
    start = end + 1;
  }
  if (!std::all_of(parts.begin(), parts.end(), is_name)) {
    problems_.report(place, "found " + in_quotes(path) + "; expected a variable, with .field to reach into a record");
    advise_literal(path, expected);
    return {};
  }
  const Scope::Variable* known = scope_.find(parts.front());
  if (!known) {
    if (const Typed* constant = vocabulary_.constant(parts.front())) return part_of(place, *constant, parts);
    if (scope_.tolerant() || !vocabulary_.knows_constants()) return {};
    std::vector<std::string_view> names = scope_.names();
    const std::vector<std::string_view> constants = vocabulary_.constant_names();
    names.insert(names.end(), constants.begin(), constants.end());
    problems_.report_unbound(place, parts.front(), names);
    advise_literal(path, expected);
    return {};
  }
  if (known->anyway) {
    problems_.report(
        place, in_quotes(parts.front()) + " is an anyway variable; expected it under present, default or case only");
    return {};
  }
  term::Variable variable{std::string(parts.front()), known->slot, {}};
  const TermType* type = &known->type;
  for (std::size_t k = 1; k < parts.size() && type->kind != Kind::Unknown; ++k) {
    if (type->kind != Kind::Record) {
      const auto end = static_cast<std::size_t>(parts[k].data() - path.data()) - 1;
      problems_.report(place, "found " + in_quotes(path.substr(0, end)) + " of type " + brief(*type) +
                                  "; expected a record with a field " + in_quotes(parts[k]));
      if (type->kind == Kind::Entity && vocabulary_.has_component(parts[k]))
        problems_.advise("\"match\" binds it: \"incl\": {" + in_quotes(parts[k]) + ": \"x\"}");
      return {};
    }
    const auto field = std::lower_bound(type->fields.begin(), type->fields.end(), parts[k],
                                        [](const TermType::Field& f, std::string_view name) { return f.first < name; });
    if (field == type->fields.end() || field->first != parts[k]) {
      std::vector<std::string_view> names;
      for (const TermType::Field& f : type->fields) names.push_back(f.first);
      problems_.report_unknown(place, "field", parts[k], names);
      return {};
    }
    variable.path.push_back({field->first, static_cast<std::size_t>(field - type->fields.begin())});
    type = &field->second;
  }
  return {Term(std::move(variable)), *type};
}

/// "c" or "c.x.y" for a constant c: its part at this path.
Typed TermReader::part_of(const Place& place, Typed constant, const std::vector<std::string_view>& parts) {
  for (std::size_t k = 1; k < parts.size() && constant.term; ++k) {
    const auto* record = std::get_if<term::Record>(&constant.term.node().form);
    std::vector<std::string_view> names;
    for (const TermType::Field& field : constant.type.fields) names.push_back(field.first);
    const auto name = std::find(names.begin(), names.end(), parts[k]);
    if (!record) {
      problems_.report(place, "found a constant of type " + brief(constant.type) + "; expected a record with a field " +
                                  in_quotes(parts[k]));
      return {};
    }
    if (name == names.end()) {
      problems_.report_unknown(place, "field", parts[k], names);
      return {};
    }
    const auto j = static_cast<std::size_t>(name - names.begin());
    constant = Typed{Term(record->fields[j].value), TermType(constant.type.fields[j].second)};
  }
  return constant;
}

// o in {"present": o} and so on
TermType TermReader::optional(const Place& place, const Json& json, term::Optional& o) {
  const auto* name = json.as<std::string_view>();
  if (!name) {
    expected(problems_, place, json, "an anyway variable");
    return {};
  }
  const Scope::Variable* known = scope_.find(*name);
  if (known && (known->anyway || known->type.kind == Kind::Unknown)) {
    o = {std::string(*name), known->slot};
    return known->type;
  }
  if (!known && scope_.tolerant()) return {};
  const std::vector<std::string_view> names = scope_.anyway_names();
  if (!known && is_name(*name))
    problems_.report_unbound(place, *name, names);
  else
    problems_.report(place, in_quotes(*name) + " is not an anyway variable; expected " +
                                (names.empty() ? "one that anyway binds" : one_of(names)));
  return {};
}

// {"was": "m"}
Typed TermReader::was(const Place& place, const Json& json) {
  const auto* name = json.as<std::string_view>();
  const Scope::Variable* known = name ? scope_.find(*name) : nullptr;
  if (known && known->slot < scope_.measures())
    return {Term(term::Variable{std::string(*name), known->slot + scope_.measures(), {}, true}), known->type};
  if (known || !name || scope_.measures() == 0)
    expected(problems_, place, json, "a measure of an invariant of the whole state");
  else if (!scope_.tolerant())
    problems_.report_unbound(place, *name, scope_.names());
  return {};
}

}  // namespace coreecs
