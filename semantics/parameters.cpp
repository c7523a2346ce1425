#include "semantics/parameters.hpp"

#include <algorithm>
#include <cstring>

namespace coreecs {

namespace {

std::uint64_t bits(double x) {
  std::uint64_t b = 0;
  std::memcpy(&b, &x, sizeof b);
  return b;
}

}  // namespace

// The first place where two occurrences differ decides. Where that is an entity of their vectors, the question
// is the same one again, one ν earlier; so this is a loop. Equal entities have equal occurrences, by address.
std::strong_ordering Entity::compare(Entity a, Entity b) {
  while (a != b) {
    if (!a.created_ && !b.created_) return a.number_ <=> b.number_;
    if (!a.created_) return std::strong_ordering::less;
    if (!b.created_) return std::strong_ordering::greater;
    const Occurrence& o = *a.created_;
    const Occurrence& p = *b.created_;
    if (o.leaf != p.leaf) return o.leaf <=> p.leaf;
    const auto [x, y] = std::mismatch(o.entities.begin(), o.entities.end(), p.entities.begin(), p.entities.end());
    if (x == o.entities.end() && y == p.entities.end()) return o.number <=> p.number;
    if (x == o.entities.end()) return std::strong_ordering::less;
    if (y == p.entities.end()) return std::strong_ordering::greater;
    a = *x;
    b = *y;
  }
  return std::strong_ordering::equal;
}

std::size_t Entities::Hash::operator()(const Occurrence& o) const {
  std::size_t hash = mix(o.leaf, o.number);
  for (const Entity e : o.entities) hash = mix(hash, std::hash<Entity>{}(e));
  return hash;
}

Entity Entities::at(const Occurrence& occurrence) { return Entity(*occurrences_.insert(occurrence).first); }

std::vector<Entity> Entities::all() const {
  std::vector<Entity> entities;
  entities.reserve(occurrences_.size());
  for (const Occurrence& o : occurrences_) entities.push_back(Entity(o));
  std::sort(entities.begin(), entities.end());
  return entities;
}

bool references_entity(const Type& type) {
  return type.kind == Type::Kind::Entity ||
         std::any_of(type.fields.begin(), type.fields.end(),
                     [](const Type::Field& field) { return references_entity(field.type); });
}

Record::Record(std::vector<Value> fields) : fields_(std::make_shared<const std::vector<Value>>(std::move(fields))) {}

bool operator==(const Record& a, const Record& b) { return a.fields_ == b.fields_ || a.fields() == b.fields(); }

bool operator==(const Value& a, const Value& b) {
  if (const double* x = std::get_if<double>(&a.sum_)) {
    const double* y = std::get_if<double>(&b.sum_);
    return y && bits(*x) == bits(*y);
  }
  return a.sum_ == b.sum_;
}

Environment by_occurrence(Entities& entities) {
  return {.fresh = [&entities](const Occurrence& o) { return entities.at(o); }};
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
