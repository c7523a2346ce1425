/// Figure 4: the parameters of Core ECS. E is `Entity`, I is `Label`, K is `Schema`, and `Value` holds the
/// terms of every K_i. What the paper leaves to the environment (§3.3, §3.4) is `Environment`.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <unordered_set>
#include <variant>
#include <vector>

namespace coreecs {

struct Occurrence;

/// E: an entity identifier. It is either initial, one of a program's numbered entities, or created by a ν and
/// then identified by the occurrence of that ν (D3). Initial entities come first in the order, by number;
/// created ones follow in the order in which the reference run creates them: by leaf, entity vector, number.
/// A created entity is valid as long as the `Entities` that made it.
class Entity {
 public:
  constexpr Entity() = default;
  constexpr explicit Entity(std::uint64_t number) : number_(number) {}

  /// The number of an initial entity. Precondition: created() is null.
  [[nodiscard]] constexpr std::uint64_t number() const { return number_; }
  /// The occurrence of the ν that made this entity, or null for an initial one.
  [[nodiscard]] constexpr const Occurrence* created() const { return created_; }

  friend constexpr bool operator==(Entity, Entity) = default;
  friend std::strong_ordering operator<=>(Entity a, Entity b) {
    return a.created_ || b.created_ ? compare(a, b) : a.number_ <=> b.number_;
  }

 private:
  friend class Entities;
  static std::strong_ordering compare(Entity, Entity);
  constexpr explicit Entity(const Occurrence& created) : created_(&created) {}

  const Occurrence* created_ = nullptr;
  std::uint64_t number_ = 0;
};

/// A leaf conc(s) or seq(s) of a schedule, counted from 0, left to right, over all frames.
using Leaf = std::uint64_t;

/// Where a ν is performed (D3): the leaf of the schedule, the entity vector of the match, and how many-th ν of
/// that invocation it is.
struct Occurrence {
  Leaf leaf = 0;
  std::vector<Entity> entities;
  std::uint64_t number = 0;

  friend bool operator==(const Occurrence&, const Occurrence&) = default;
};

/// The facility that yields fresh entities (§3.4): one entity for every occurrence, and always the same one.
class Entities {
 public:
  Entities() = default;
  Entities(const Entities&) = delete;
  Entities& operator=(const Entities&) = delete;

  /// The entity created at `occurrence`. Cost: one hash look-up.
  Entity at(const Occurrence& occurrence);
  /// Every entity that was asked for, in entity order. Cost: n log n.
  [[nodiscard]] std::vector<Entity> all() const;

 private:
  struct Hash {
    std::size_t operator()(const Occurrence&) const;
  };
  std::unordered_set<Occurrence, Hash> occurrences_;
};

/// The type of a component's values, K_i. The fields of a record are in the order of its values.
struct Type {
  enum class Kind { Unit, Bool, Int, Real, Text, Entity, Record };
  struct Field;

  Type(Kind kind = Kind::Unit);
  explicit Type(std::vector<Field> fields);

  Kind kind;
  std::vector<Field> fields;

  friend bool operator==(const Type&, const Type&) = default;
};

struct Type::Field {
  std::string name;
  Type type;

  friend bool operator==(const Field&, const Field&) = default;
};

inline Type::Type(Kind kind) : kind(kind) {}
inline Type::Type(std::vector<Field> fields) : kind(Kind::Record), fields(std::move(fields)) {}

/// Whether values of this type can hold an entity, that is, whether it references E (Corollary 4.9).
[[nodiscard]] bool references_entity(const Type&);

/// I: a component label, as an index into the schema.
using Label = std::uint32_t;

/// K: maps each label to its component type; `K[i]` is K_i.
struct Component {
  std::string name;
  Type type;
};
using Schema = std::vector<Component>;

/// The only value of the unit type, *.
struct Unit {
  friend bool operator==(Unit, Unit) = default;
};

class Value;

/// An immutable UTF-8 text; copies share it.
class Text {
 public:
  explicit Text(std::string s) : text_(std::make_shared<const std::string>(std::move(s))) {}
  [[nodiscard]] const std::string& get() const { return *text_; }
  friend bool operator==(const Text& a, const Text& b) { return a.get() == b.get(); }

 private:
  std::shared_ptr<const std::string> text_;
};

/// An immutable record; its fields are in the order of its type. Copies share it.
class Record {
 public:
  explicit Record(std::vector<Value> fields);
  [[nodiscard]] const std::vector<Value>& fields() const { return *fields_; }
  friend bool operator==(const Record& a, const Record& b);

 private:
  std::shared_ptr<const std::vector<Value>> fields_;
};

/// A component value, k_i. The sum is closed, so that renaming, hashing and printing see into it. Equality is
/// identity of values: two reals are the same only if their bits are.
class Value {
 public:
  using Sum = std::variant<Unit, bool, std::int64_t, double, Text, Entity, Record>;

  Value() = default;
  Value(Unit) {}
  Value(bool b) : sum_(b) {}
  Value(std::int64_t n) : sum_(n) {}
  Value(int n) : sum_(std::int64_t{n}) {}
  Value(double x) : sum_(x) {}
  Value(Text s) : sum_(std::move(s)) {}
  Value(const char* s) : sum_(Text(s)) {}
  Value(Entity e) : sum_(e) {}
  Value(Record r) : sum_(std::move(r)) {}

  [[nodiscard]] const Sum& sum() const { return sum_; }
  /// The value as a T. Precondition: it is one.
  template <class T>
  [[nodiscard]] const T& as() const {
    return std::get<T>(sum_);
  }

  friend bool operator==(const Value&, const Value&);

 private:
  Sum sum_;
};

/// A place in a state: c_i(e) for a label i and an entity e.
struct Location {
  Entity e;
  Label i = 0;

  friend bool operator==(const Location&, const Location&) = default;
  friend std::strong_ordering operator<=>(const Location&, const Location&) = default;
};

/// The "consistent but unspecified total order" of matches (§3.3): whether the first entity vector is before
/// the second. An empty function stands for the lexicographic order (D1).
using MatchOrder = std::function<bool(std::span<const Entity>, std::span<const Entity>)>;

/// What Core ECS leaves to the environment of an interpretation.
struct Environment {
  /// **fresh**: the entity that the ν at an occurrence yields (§3.4, D3).
  std::function<Entity(const Occurrence&)> fresh;
  MatchOrder order = {};
  /// How many matches a vector of several queries may have, for tools that try programs: more are TooManyMatches.
  std::size_t most_matches = std::numeric_limits<std::size_t>::max();
};

struct TooManyMatches : std::length_error {
  TooManyMatches() : length_error("a query vector has too many matches") {}
};

/// The environment of the reference: lexicographic match order, and one entity per occurrence, taken from
/// `entities`, which must outlive it.
[[nodiscard]] Environment by_occurrence(Entities& entities);

/// Folds a hash into a seed.
[[nodiscard]] inline std::size_t mix(std::size_t seed, std::size_t hash) {
  return seed ^ (hash * 0x9E3779B97F4A7C15ULL + 0x632BE59BD9B4E019ULL + (seed << 6) + (seed >> 2));
}

}  // namespace coreecs

template <>
struct std::hash<coreecs::Entity> {
  std::size_t operator()(coreecs::Entity e) const {
    return coreecs::mix(std::hash<const void*>{}(e.created()), e.number());
  }
};

template <>
struct std::hash<coreecs::Location> {
  std::size_t operator()(const coreecs::Location& l) const {
    return coreecs::mix(std::hash<coreecs::Entity>{}(l.e), l.i);
  }
};

template <>
struct std::hash<coreecs::Value> {
  std::size_t operator()(const coreecs::Value&) const;
};
