/// Plain structs as component values: a struct's type, and the conversions of its values to `Value` and back.
///
/// A struct becomes what Haskell would make of it: the unit type without fields, the type of its field if it has one (a
/// newtype), a record if it has more. Boost.PFR would serve here; Boost 1.74 has none.
#pragma once

#include <array>
#include <cmath>
#include <concepts>
#include <stdexcept>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <vector>

#include "semantics/parameters.hpp"

namespace coreecs::typed {

// The fields of a struct

constexpr std::size_t most_fields = 16;

/// Converts to any field of T. Only declared: it serves to count.
template <class T>
struct AnyField {
  template <class Field>
  requires(!std::same_as<Field, T>) operator Field() const;
};

template <class T, class... Counted>
consteval std::size_t count_fields() {
  if constexpr (sizeof...(Counted) > most_fields || !requires { T{Counted{}..., AnyField<T>{}}; })
    return sizeof...(Counted);
  else
    return count_fields<T, Counted..., AnyField<T>>();
}

/// References to the fields of a struct, in order. Precondition: it has at most 16.
template <class T>
constexpr auto fields_of(T& x) {
  constexpr std::size_t n = count_fields<std::remove_const_t<T>>();
  static_assert(n <= most_fields);
  // clang-format off
  if constexpr (n == 0) { return std::tie(); }
  else if constexpr (n == 1) { auto& [a] = x; return std::tie(a); }
  else if constexpr (n == 2) { auto& [a, b] = x; return std::tie(a, b); }
  else if constexpr (n == 3) { auto& [a, b, c] = x; return std::tie(a, b, c); }
  else if constexpr (n == 4) { auto& [a, b, c, d] = x; return std::tie(a, b, c, d); }
  else if constexpr (n == 5) { auto& [a, b, c, d, e] = x; return std::tie(a, b, c, d, e); }
  else if constexpr (n == 6) { auto& [a, b, c, d, e, f] = x; return std::tie(a, b, c, d, e, f); }
  else if constexpr (n == 7) { auto& [a, b, c, d, e, f, g] = x; return std::tie(a, b, c, d, e, f, g); }
  else if constexpr (n == 8) { auto& [a, b, c, d, e, f, g, h] = x; return std::tie(a, b, c, d, e, f, g, h); }
  else if constexpr (n == 9) { auto& [a, b, c, d, e, f, g, h, i] = x; return std::tie(a, b, c, d, e, f, g, h, i); }
  else if constexpr (n == 10) { auto& [a, b, c, d, e, f, g, h, i, j] = x; return std::tie(a, b, c, d, e, f, g, h, i, j); }
  else if constexpr (n == 11) { auto& [a, b, c, d, e, f, g, h, i, j, k] = x; return std::tie(a, b, c, d, e, f, g, h, i, j, k); }
  else if constexpr (n == 12) { auto& [a, b, c, d, e, f, g, h, i, j, k, l] = x; return std::tie(a, b, c, d, e, f, g, h, i, j, k, l); }
  else if constexpr (n == 13) { auto& [a, b, c, d, e, f, g, h, i, j, k, l, m] = x; return std::tie(a, b, c, d, e, f, g, h, i, j, k, l, m); }
  else if constexpr (n == 14) { auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, o] = x; return std::tie(a, b, c, d, e, f, g, h, i, j, k, l, m, o); }
  else if constexpr (n == 15) { auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, o, p] = x; return std::tie(a, b, c, d, e, f, g, h, i, j, k, l, m, o, p); }
  else if constexpr (n == 16) { auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, o, p, q] = x; return std::tie(a, b, c, d, e, f, g, h, i, j, k, l, m, o, p, q); }
  // clang-format on
}

/// std::tuple<const Field&...>
template <class T>
using Fields = decltype(fields_of(std::declval<const T&>()));
template <class T, std::size_t k>
using Field = std::remove_cvref_t<std::tuple_element_t<k, Fields<T>>>;

template <class T>
concept Scalar = std::integral<T> || std::is_enum_v<T> || std::same_as<T, float> || std::same_as<T, double> ||
    std::same_as<T, std::string> || std::same_as<T, Entity>;

template <class T>
consteval bool is_supported_struct();

template <class T>
consteval bool all_fields_are_supported() {
  return []<class... Fs>(std::type_identity<std::tuple<const Fs&...>>) {
    return ((Scalar<Fs> || is_supported_struct<Fs>()) && ...);
  }(std::type_identity<Fields<T>>{});
}

template <class T>
consteval bool is_supported_struct() {
  if constexpr (!std::is_class_v<T> || !std::is_aggregate_v<T>)
    return false;
  else if constexpr (count_fields<T>() > most_fields)
    return false;
  else
    return all_fields_are_supported<T>();
}

/// The structs that can be components: without base classes, of at most 16 fields, each a bool, an integer, an
/// enumeration, a float or double, a std::string (of UTF-8), an Entity, or such a struct again.
template <class T>
concept Struct = is_supported_struct<T>();

// Names

/// The identifier at the end of `text`, before any closing brackets; empty if there is none.
constexpr std::string_view last_identifier(std::string_view text) {
  constexpr std::string_view letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789";
  const std::size_t end = text.find_last_not_of("])}") + 1;
  const std::size_t begin = text.substr(0, end).find_last_not_of(letters) + 1;
  return text.substr(begin, end - begin);
}

template <class T>
constexpr auto name_of_type() {
  return last_identifier(__PRETTY_FUNCTION__);
}

template <class T>
struct Address {
  T* field;
};
template <class T>
Address(T*) -> Address<T>;
template <Address field>
constexpr auto name_of_field() {
  return last_identifier(__PRETTY_FUNCTION__);
}

/// Storage for a T that is never constructed. Compilers derive the names of its fields from their addresses.
template <class T>
union Room {
  constexpr Room() : none() {}
  constexpr ~Room() {}
  char none;
  T x;
};
template <class T>
inline const Room<T> room;

/// The name of a component: `T::component_name` if it is declared, otherwise the struct's own name without namespaces;
/// empty for the instance of a template.
template <class T>
constexpr std::string_view component_name() {
  if constexpr (requires { T::component_name; })
    return T::component_name;
  else
    return name_of_type<T>();
}

/// The name of the k-th field of a struct.
template <class T, std::size_t k>
constexpr std::string_view field_name() {
  return name_of_field<Address{&std::get<k>(fields_of(room<T>.x))}>();
}

/// Whether a component is a resource (`static constexpr bool is_resource = true`): one entity has it, with the same
/// name.
template <class T>
inline constexpr bool is_resource = [] {
  if constexpr (requires { T::is_resource; })
    return T::is_resource;
  else
    return false;
}();

// Types and values

/// The component type of a struct.
template <class T>
[[nodiscard]] Type type_of() {
  if constexpr (std::same_as<T, bool>)
    return Type::Kind::Bool;
  else if constexpr (std::integral<T> || std::is_enum_v<T>)
    return Type::Kind::Int;
  else if constexpr (std::floating_point<T>)
    return Type::Kind::Real;
  else if constexpr (std::same_as<T, std::string>)
    return Type::Kind::Text;
  else if constexpr (std::same_as<T, Entity>)
    return Type::Kind::Entity;
  else if constexpr (constexpr std::size_t n = std::tuple_size_v<Fields<T>>; n == 0)
    return Type::Kind::Unit;
  else if constexpr (n == 1)
    return type_of<Field<T, 0>>();
  else
    return []<std::size_t... k>(std::index_sequence<k...>) {
      return Type({Type::Field{std::string(field_name<T, k>()), type_of<Field<T, k>>()}...});
    }
  (std::make_index_sequence<n>{});
}

template <auto value>
consteval bool is_enumerator() {
  const std::string_view name = last_identifier(__PRETTY_FUNCTION__);
  return !name.empty() && (name.front() < '0' || name.front() > '9');
}
/// The number of enumerators with values 0, 1, 2, ..., up to the first value without one, and up to 64.
template <class T, int n = 0>
consteval int enumerators() {
  if constexpr (n == 64 || !is_enumerator<static_cast<T>(n)>())
    return n;
  else
    return enumerators<T, n + 1>();
}

/// Calls f(path, lo, hi) for each number in a T whose type cannot hold all the small numbers that a search for states
/// chooses, but those from lo to hi. The path is that in the component type.
template <class T, class F>
void for_each_narrow_number(std::vector<std::size_t>& path, const F& f);

template <class T, std::size_t k, class F>
void narrow_numbers_of_field(std::vector<std::size_t>& path, const F& f) {
  constexpr std::size_t fields = std::tuple_size_v<Fields<T>>;
  if (fields > 1) path.push_back(k);
  for_each_narrow_number<Field<T, k>>(path, f);
  if (fields > 1) path.pop_back();
}

template <class T, class F>
void for_each_narrow_number(std::vector<std::size_t>& path, const F& f) {
  if constexpr (std::is_enum_v<T>) {
    if constexpr (constexpr int n = enumerators<T>(); n > 0)
      f(path, 0, n - 1);
    else
      for_each_narrow_number<std::underlying_type_t<T>>(path, f);
  } else if constexpr (std::integral<T> && !std::same_as<T, bool>) {
    if (std::is_unsigned_v<T> || sizeof(T) == 1) f(path, std::is_unsigned_v<T> ? 0 : -9, 9);
  } else if constexpr (std::is_class_v<T> && !Scalar<T>) {
    [&]<std::size_t... k>(std::index_sequence<k...>) { (..., narrow_numbers_of_field<T, k>(path, f)); }
    (std::make_index_sequence<std::tuple_size_v<Fields<T>>>{});
  }
}

[[noreturn]] void does_not_fit();

/// x as a To. Throws std::range_error if no To equals x.
template <class To, class From>
[[nodiscard]] To exactly(From x) {
  const To y = static_cast<To>(x);  // NOLINT(bugprone-signed-char-misuse): an int8_t is a number here
  if (static_cast<From>(y) != x || (y < To{}) != (x < From{})) does_not_fit();
  return y;
}

/// The value of a struct. Throws std::range_error for an integer that does not fit 64 bits with a sign, and for a real
/// that is not finite. Cost: one allocation for each text and record.
template <class T>
[[nodiscard]] Value to_value(const T& x) {
  if constexpr (std::same_as<T, bool> || std::same_as<T, Entity>) {
    return x;
  } else if constexpr (std::is_enum_v<T>) {
    return to_value(static_cast<std::underlying_type_t<T>>(x));
  } else if constexpr (std::integral<T>) {
    return exactly<std::int64_t>(x);
  } else if constexpr (std::floating_point<T>) {
    if (!std::isfinite(x)) throw std::range_error("a real is not finite");
    return static_cast<double>(x);
  } else if constexpr (std::same_as<T, std::string>) {
    return Text(x);
  } else {
    return std::apply(
        [](const auto&... fields) -> Value {
          if constexpr (sizeof...(fields) == 0)
            return Unit{};
          else if constexpr (sizeof...(fields) == 1)
            return to_value(fields...);
          else
            return Record({to_value(fields)...});
        },
        fields_of(x));
  }
}

/// The struct of a value; to_value of it is that value again. Precondition: the value is of type type_of<T>(). Throws
/// std::range_error if a number does not fit its field.
template <class T>
[[nodiscard]] T from_value(const Value& k) {
  if constexpr (std::same_as<T, bool> || std::same_as<T, Entity>)
    return k.as<T>();
  else if constexpr (std::is_enum_v<T>)
    return static_cast<T>(from_value<std::underlying_type_t<T>>(k));
  else if constexpr (std::integral<T>)
    return exactly<T>(k.as<std::int64_t>());
  else if constexpr (std::floating_point<T>)
    return exactly<T>(k.as<double>());
  else if constexpr (std::same_as<T, std::string>)
    return k.as<Text>().get();
  else if constexpr (constexpr std::size_t n = std::tuple_size_v<Fields<T>>; n == 0)
    return T{};
  else if constexpr (n == 1)
    return T{from_value<Field<T, 0>>(k)};
  else
    return [fields = k.as<Record>().fields()]<std::size_t... i>(std::index_sequence<i...>) {
      return T{from_value<Field<T, i>>(fields[i])...};
    }
  (std::make_index_sequence<n>{});
}

}  // namespace coreecs::typed
