#include "interp/language/program/ranges.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>

#include "interp/language/program/typing.hpp"
#include "interp/language/program/values.hpp"

namespace coreecs {

namespace {

std::optional<Value> number(std::string_view text, const Type& type) {
  if (type.kind == Type::Kind::Int) {
    std::int64_t n = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), n);
    return error == std::errc() && end == text.data() + text.size() ? std::optional<Value>(n) : std::nullopt;
  }
  const std::string digits(text);
  char* end = nullptr;
  const double x = std::strtod(digits.c_str(), &end);
  const bool decimal = digits.find_first_not_of("0123456789+-.eE") == std::string::npos;
  return decimal && !digits.empty() && *end == '\0' && std::isfinite(x) ? std::optional<Value>(x) : std::nullopt;
}

}  // namespace

std::optional<std::pair<Type, std::vector<std::size_t>>> find_field(Problems& problems, const Place& place,
                                                                    std::string_view fields, const Type& type) {
  const Type* at = &type;
  std::vector<std::size_t> path;
  while (!fields.empty()) {
    fields.remove_prefix(1);  // the point
    const std::string_view name = fields.substr(0, fields.find('.'));
    fields.remove_prefix(name.size());
    std::vector<std::string_view> known;
    if (at->kind == Type::Kind::Record)
      for (const Type::Field& field : at->fields) known.push_back(field.name);
    const auto field = std::find(known.begin(), known.end(), name);
    if (field == known.end()) {
      problems.report_unknown(place, "field", name, known);
      return std::nullopt;
    }
    path.push_back(static_cast<std::size_t>(field - known.begin()));
    at = &at->fields[path.back()].type;
  }
  return std::pair(*at, path);
}

std::optional<std::pair<Type, std::vector<std::size_t>>> find_number(Problems& problems, const Place& place,
                                                                     std::string_view fields, const Type& type) {
  auto found = find_field(problems, place, fields, type);
  if (!found || found->first.kind == Type::Kind::Int || found->first.kind == Type::Kind::Real) return found;
  problems.report(
      place, "found a component or field of type " + brief(TermType(found->first)) + "; expected one of int, real");
  return std::nullopt;
}

void check_range(Problems& problems, const Place& place, const Range& range) {
  if (less(range.hi, range.lo))
    problems.report(place,
                    "found " + in_digits(range.lo) + " and " + in_digits(range.hi) + "; expected the lesser one first");
}

std::optional<Range> read_range(Problems& problems, std::string_view text, const Schema& schema) {
  const std::size_t equals = text.find('=');
  const std::size_t colon = text.find(':');
  if (equals == std::string_view::npos || colon == std::string_view::npos || colon < equals) {
    problems.report({}, "found " + in_quotes(text) + "; expected COMPONENT=LO:HI or COMPONENT.field=LO:HI");
    return std::nullopt;
  }
  const std::string_view target = text.substr(0, equals);
  const std::string_view component = target.substr(0, target.find('.'));
  std::vector<std::string_view> known;
  for (const Component& k : schema) known.push_back(k.name);
  const auto found = std::find(known.begin(), known.end(), component);
  if (found == known.end()) {
    problems.report_unknown({}, "component", component, known);
    return std::nullopt;
  }
  const auto i = static_cast<Label>(found - known.begin());
  const auto field = find_number(problems, {}, target.substr(component.size()), schema[i].type);
  if (!field) return std::nullopt;
  const std::string_view ends[] = {text.substr(equals + 1, colon - equals - 1), text.substr(colon + 1)};
  const auto lo = number(ends[0], field->first), hi = number(ends[1], field->first);
  for (const auto* end : {&lo, &hi})
    if (!*end)
      problems.report({}, "found " + in_quotes(ends[end == &hi]) + " in " + in_quotes(text) + "; expected " +
                              brief(TermType(field->first)));
  if (!lo || !hi) return std::nullopt;
  Range range{i, field->second, *lo, *hi};
  check_range(problems, {}, range);
  return range;
}

std::string target(const Range& range, const Schema& schema) {
  std::string out = schema[range.i].name;
  const Type* at = &schema[range.i].type;
  for (const std::size_t position : range.path) {
    out += "." + at->fields[position].name;
    at = &at->fields[position].type;
  }
  return out;
}

std::string show(const Range& range, const Schema& schema) {
  return target(range, schema) + "=" + in_digits(range.lo) + ":" + in_digits(range.hi);
}

bool within(const Range& range, const Value& k) {
  const Value* at = &k;
  for (const std::size_t position : range.path) at = &at->as<Record>().fields()[position];
  return !less(*at, range.lo) && !less(range.hi, *at);
}

}  // namespace coreecs
