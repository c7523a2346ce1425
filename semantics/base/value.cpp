#include "semantics/base/value.hpp"

#include <algorithm>
#include <cstring>
#include <memory>
#include <new>

namespace coreecs {

namespace {

std::uint64_t bits(double x) {
  std::uint64_t b = 0;
  std::memcpy(&b, &x, sizeof b);
  return b;
}

}  // namespace

bool references_entity(const Type& type) {
  return type.kind == Type::Kind::Entity ||
         std::any_of(type.fields.begin(), type.fields.end(),
                     [](const Type::Field& field) { return references_entity(field.type); });
}

Record::Fields::Fields(std::span<const Value> fields) : size(static_cast<std::uint32_t>(fields.size())) {
  std::uninitialized_copy(fields.begin(), fields.end(), reinterpret_cast<Value*>(this + 1));
}
Record::Fields::~Fields() { std::destroy_n(first(), size); }

Record::Record(std::span<const Value> fields) : fields_(new (fields.size()) Fields(fields)) {}
Record::Record(std::initializer_list<Value> fields) : Record(std::span(fields.begin(), fields.size())) {}

bool operator==(const Record& a, const Record& b) {
  return a.fields_ == b.fields_ ||
         std::equal(a.fields().begin(), a.fields().end(), b.fields().begin(), b.fields().end());
}

// Out of line: the compiler then inlines the paths of plain values.
void Value::share(const Value& other) { new (&sum_) Sum(other.sum_); }
void Value::release() noexcept { sum_.~Sum(); }

bool operator==(const Value& a, const Value& b) {
  if (const double* x = std::get_if<double>(&a.sum_)) {
    const double* y = std::get_if<double>(&b.sum_);
    return y && bits(*x) == bits(*y);
  }
  return a.sum_ == b.sum_;
}

}  // namespace coreecs

std::size_t std::hash<coreecs::Value>::operator()(const coreecs::Value& value) const {
  struct Visitor {
    std::size_t operator()(coreecs::Unit) const { return 0; }
    std::size_t operator()(bool b) const { return std::hash<bool>{}(b); }
    std::size_t operator()(std::int64_t n) const { return std::hash<std::int64_t>{}(n); }
    std::size_t operator()(double x) const { return std::hash<std::uint64_t>{}(coreecs::bits(x)); }
    std::size_t operator()(const coreecs::Text& s) const { return std::hash<std::string>{}(s.get()); }
    std::size_t operator()(coreecs::Entity e) const { return std::hash<coreecs::Entity>{}(e); }
    std::size_t operator()(const coreecs::Record& r) const {
      std::size_t hash = r.fields().size();
      for (const coreecs::Value& field : r.fields()) hash = coreecs::mix(hash, (*this)(field));
      return hash;
    }
    std::size_t operator()(const coreecs::Value& v) const { return std::visit(*this, v.sum()); }
  };
  return coreecs::mix(value.sum().index(), std::visit(Visitor{}, value.sum()));
}
