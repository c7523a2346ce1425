#include "interp/language/program/values.hpp"

#include <algorithm>

#include "interp/base/json/decimal.hpp"

namespace coreecs {

bool same(const Value& a, const Value& b) {
  if (const double* x = std::get_if<double>(&a.sum())) return *x == b.as<double>();
  if (const Record* r = std::get_if<Record>(&a.sum())) {
    const std::span<const Value> fields = b.as<Record>().fields();
    return std::equal(r->fields().begin(), r->fields().end(), fields.begin(), fields.end(), same);
  }
  return a == b;
}

bool less(const Value& a, const Value& b) {
  if (const auto* n = std::get_if<std::int64_t>(&a.sum())) return *n < b.as<std::int64_t>();
  if (const Text* s = std::get_if<Text>(&a.sum())) return s->get() < b.as<Text>().get();
  return a.as<double>() < b.as<double>();
}

namespace {

bool holds_a_zero(const Value& k) {
  if (const auto* x = std::get_if<double>(&k.sum())) return *x == 0;
  const auto* record = std::get_if<Record>(&k.sum());
  return record && std::any_of(record->fields().begin(), record->fields().end(), holds_a_zero);
}

}  // namespace

Value canonical(Value k) {
  if (!holds_a_zero(k)) return k;
  const auto* record = std::get_if<Record>(&k.sum());
  if (!record) return 0.0;
  std::vector<Value> fields;
  for (const Value& field : record->fields()) fields.push_back(canonical(field));
  return Record(fields);
}

std::string in_digits(const Value& k) {
  if (const bool* b = std::get_if<bool>(&k.sum())) return *b ? "true" : "false";
  if (const auto* n = std::get_if<std::int64_t>(&k.sum())) return std::to_string(*n);
  return decimal(k.as<double>());
}

}  // namespace coreecs
