/// Component values and their types: the terms of every K_i of Figure 4. The calculus does not define them.
#pragma once

#include <atomic>
#include <boost/smart_ptr/intrusive_ptr.hpp>
#include <boost/smart_ptr/intrusive_ref_counter.hpp>
#include <concepts>
#include <cstring>
#include <initializer_list>
#include <new>
#include <span>
#include <string>
#include <variant>
#if __has_include(<sys/single_threaded.h>)
#include <sys/single_threaded.h>
#endif

#include "semantics/base/entity.hpp"

namespace coreecs {

/// The type of a component's values, K_i. The fields of a record are in the order of its values. An enumeration is a
/// type of texts. A list is kept as a record whose values all have one type.
struct Type {
  enum class Kind { Unit, Bool, Int, Real, Text, Entity, Record, List };
  struct Field;

  Type(Kind kind = Kind::Unit);
  explicit Type(std::vector<Field> fields);
  /// Precondition: at least one text.
  [[nodiscard]] static Type enumeration(std::vector<std::string> texts);
  [[nodiscard]] static Type list(Type of, std::size_t most);

  Kind kind;
  std::vector<Field> fields;
  std::vector<std::size_t> declared;  ///< positions in `fields`, in the order shown; empty: that of `fields`
  std::vector<std::string> texts;     ///< the texts of an enumeration, as declared; empty: any text
  std::size_t most = 0;               ///< the maximum length of a list, whose only field has the type of its values

  /// Ignores `declared`.
  friend bool operator==(const Type&, const Type&);
};

struct Type::Field {
  std::string name;
  Type type;

  friend bool operator==(const Field&, const Field&) = default;
};

inline bool operator==(const Type& a, const Type& b) {
  return a.kind == b.kind && a.fields == b.fields && a.texts == b.texts && a.most == b.most;
}
inline Type::Type(Kind kind) : kind(kind) {}
inline Type::Type(std::vector<Field> fields) : kind(Kind::Record), fields(std::move(fields)) {}
inline Type Type::enumeration(std::vector<std::string> texts) {
  Type type(Kind::Text);
  type.texts = std::move(texts);
  return type;
}
inline Type Type::list(Type of, std::size_t most) {
  Type type({{"", std::move(of)}});
  type.kind = Kind::List;
  type.most = most;
  return type;
}

/// Whether values of this type can hold an entity, that is, whether it references E (Corollary 4.9).
[[nodiscard]] bool references_entity(const Type&);

/// The only value of the unit type, *.
struct Unit {
  friend bool operator==(Unit, Unit) = default;
};

class Value;

/// An immutable UTF-8 text; copies share it.
class Text {
 public:
  explicit Text(std::string s) : text_(new Shared(std::move(s))) {}
  [[nodiscard]] const std::string& get() const { return text_->s; }
  friend bool operator==(const Text& a, const Text& b) { return a.get() == b.get(); }

 private:
  struct Shared : boost::intrusive_ref_counter<Shared> {
    explicit Shared(std::string s) : s(std::move(s)) {}
    std::string s;
  };
  boost::intrusive_ptr<const Shared> text_;
};

/// An immutable record; its fields are in the order of its type. Copies share its only allocation.
class Record {
 public:
  explicit Record(std::span<const Value> fields);
  Record(std::initializer_list<Value> fields);
  [[nodiscard]] std::span<const Value> fields() const;
  friend bool operator==(const Record& a, const Record& b);

 private:
  struct Fields;
  friend void intrusive_ptr_add_ref(const Fields*) noexcept;
  friend void intrusive_ptr_release(const Fields*) noexcept;
  boost::intrusive_ptr<const Fields> fields_;
};

/// A component value, k_i. The sum is closed, so renaming, hashing and printing can see into it. Equality is identity
/// of values: reals are equal only if their bits are (D14).
class Value {
 public:
  using Sum = std::variant<Unit, bool, std::int64_t, double, Text, Entity, Record>;

  Value() : sum_() {}
  Value(const Value& other) {
    if (other.owns())
      share(other);
    else
      take_bytes(other);
  }
  Value(Value&& other) noexcept {
    take_bytes(other);
    if (owns()) new (&other.sum_) Sum();
  }
  Value& operator=(const Value& other) { return *this = Value(other); }
  Value& operator=(Value&& other) noexcept {
    if (this == &other) return *this;
    if (owns()) release();
    return *new (this) Value(std::move(other));
  }
  ~Value() {
    if (owns()) release();
  }
  Value(Unit) : sum_() {}
  Value(std::same_as<bool> auto b) : sum_(b) {}  // no pointers, which convert to bool
  Value(std::int64_t n) : sum_(n) {}
  Value(int n) : sum_(std::int64_t{n}) {}
  Value(double x) : sum_(x) {}
  Value(Text s) : sum_(std::move(s)) {}
  Value(const char* s) : sum_(Text(s)) {}
  Value(Entity e) : sum_(e) {}
  Value(Record r) : sum_(std::move(r)) {}

  [[nodiscard]] const Sum& sum() const { return sum_; }
  /// The value as a T. Precondition: it is a T.
  template <class T>
  [[nodiscard]] const T& as() const {
    return std::get<T>(sum_);
  }

  friend bool operator==(const Value&, const Value&);

 private:
  /// Whether its bytes are not all of it: it is a text or a record.
  [[nodiscard]] bool owns() const { return sum_.index() == 4 || sum_.index() == 6; }
  void share(const Value& other);
  void release() noexcept;
  /// All alternatives may be moved by moving their bytes; std::variant asks for the alternative first.
  void take_bytes(const Value& other) { std::memcpy(static_cast<void*>(&sum_), &other.sum_, sizeof sum_); }  // NOLINT

  union {
    Sum sum_;
  };
};
static_assert(std::is_same_v<std::variant_alternative_t<4, Value::Sum>, Text>);
static_assert(std::is_same_v<std::variant_alternative_t<6, Value::Sum>, Record>);

/// The number of records that share these fields, the number of fields, and then the fields themselves.
struct alignas(Value) Record::Fields {
  explicit Fields(std::span<const Value> fields);
  ~Fields();
  static void* operator new(std::size_t size, std::size_t fields) {
    return ::operator new(size + fields * sizeof(Value));
  }
  static void operator delete(void* p) { ::operator delete(p); }
  static void operator delete(void* p, std::size_t) { ::operator delete(p); }

  [[nodiscard]] const Value* first() const { return std::launder(reinterpret_cast<const Value*>(this + 1)); }

  mutable std::atomic<std::uint32_t> records = 0;
  std::uint32_t size;
};

inline std::span<const Value> Record::fields() const { return {fields_->first(), fields_->size}; }

/// Whether this process is known to have only one thread. Counting then needs no atomic operation.
inline bool single_threaded() noexcept {
#if __has_include(<sys/single_threaded.h>)
  return __libc_single_threaded != 0;
#else
  return false;
#endif
}

inline void intrusive_ptr_add_ref(const Record::Fields* fields) noexcept {
  if (single_threaded())
    fields->records.store(fields->records.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
  else
    fields->records.fetch_add(1, std::memory_order_relaxed);
}
inline void intrusive_ptr_release(const Record::Fields* fields) noexcept {
  const std::uint32_t records = fields->records.load(std::memory_order_acquire);
  if (records > 1 && single_threaded())
    fields->records.store(records - 1, std::memory_order_relaxed);
  else if (records == 1 || fields->records.fetch_sub(1, std::memory_order_acq_rel) == 1)
    delete fields;
}

/// Calls visit with each entity that a value is, or holds in its fields.
template <class Visit>
void for_each_entity(const Value& k, const Visit& visit) {
  if (const Entity* e = std::get_if<Entity>(&k.sum())) visit(*e);
  if (const Record* r = std::get_if<Record>(&k.sum()))
    for (const Value& field : r->fields()) for_each_entity(field, visit);
}

}  // namespace coreecs

template <>
struct std::hash<coreecs::Value> {
  std::size_t operator()(const coreecs::Value&) const;
};
