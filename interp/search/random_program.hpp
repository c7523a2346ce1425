/// Random programs: well-typed, small, and such that their systems meet.
#pragma once

#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <optional>

#include "interp/search/constructs.hpp"

namespace coreecs {

/// A stream of choices, the same for the same stream of numbers.
class Dice {
 public:
  /// Each call of `next` yields 64 random bits.
  explicit Dice(std::function<std::uint64_t()> next) : next_(std::move(next)) {}
  /// One of 0, ..., n - 1. Precondition: n ≥ 1.
  std::size_t below(std::size_t n) { return next_() % n; }
  bool percent(std::size_t chance) { return below(100) < chance; }
  template <class List>
  const typename List::value_type& one_of(const List& list) {
    return list[below(list.size())];
  }

 private:
  std::function<std::uint64_t()> next_;
};

/// How large a program may be, and what else it is to be like.
struct Shape {
  std::size_t entities = 3;
  std::size_t leaves = 4;
  std::size_t frames = 2;
  bool races = false;       ///< it begins with a race, which the rest observes
  bool structural = false;  ///< it mostly creates and destroys entities, and detaches components
  bool may_fail = false;    ///< terms may divide by zero
  bool conditions = false;  ///< many query vectors have conditions, which no construct stands for
  /// Enumerations, lists, constants, templates and schedules by their names occur: what elaborates away, and what few
  /// engines have.
  bool conveniences = false;
};

/// A whole program that loads: two to five components of any type, systems that read and write them in few places so
/// that they meet, one schedule `main`, a start state of small values, or of some at the ends of their types. Created
/// entities, entities in components, records and every construct of the language occur; or hardly any but those that
/// are asked for.
[[nodiscard]] nlohmann::ordered_json random_program(Dice& dice, const Shape& shape,
                                                    const std::optional<Constructs>& among = {});

}  // namespace coreecs
