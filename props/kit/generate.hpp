/// Random programs: well-typed first, and then damaged.
#pragma once

#include <rapidcheck.h>

#include <nlohmann/json.hpp>

namespace coreecs {

/// A program in JSON form, or a part of one.
using Tree = nlohmann::ordered_json;

/// A stream of choices, the same for the same seed everywhere.
class Dice {
 public:
  explicit Dice(rc::Random random) : random_(random) {}
  /// One of 0, ..., n - 1. Precondition: n ≥ 1.
  std::size_t below(std::size_t n) { return random_.next() % n; }
  bool percent(std::size_t chance) { return below(100) < chance; }
  template <class List>
  const typename List::value_type& one_of(const List& list) {
    return list[below(list.size())];
  }

 private:
  rc::Random random_;
};

/// Dice for a property that takes no other random input: thrown anew for each case.
[[nodiscard]] Dice any_dice();

/// How large a program may be, and what else it is to be like.
struct Shape {
  std::size_t entities = 3;
  std::size_t leaves = 4;
  std::size_t frames = 2;
  bool races = false;     ///< it begins with a race, which the rest observes
  bool may_fail = false;  ///< terms may divide by zero
};

/// A whole program that loads: two to five components of any type, systems that read and write them in few places so
/// that they meet, one schedule `main`, a start state of small values. Created entities, entities in components,
/// records and every construct of the language occur.
[[nodiscard]] Tree random_program(Dice& dice, const Shape& shape);

/// What was done to a program so that it is none any more, and a JSON Pointer of a place that is to be named: that
/// place or one in it, or the member or element that is missing.
struct Damage {
  std::string what;
  std::string pointer;
};

/// Damages a program in one place in a way that no well-formed program has.
[[nodiscard]] Damage damage(Dice& dice, Tree& program);

}  // namespace coreecs
