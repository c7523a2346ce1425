/// Random programs: well-typed, small, and with conflicting systems.
#pragma once

#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <optional>

#include "interp/search/constructs.hpp"

namespace coreecs {

/// A stream of choices that depends only on a stream of numbers.
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

/// The size of a program, and what else it should be like.
struct Shape {
  std::size_t entities = 3;
  std::size_t leaves = 4;
  std::size_t frames = 2;
  /// At least 2. Up to 5, few cases have as many. With more, there are 33, 65, 129 or this many; few of them are used,
  /// and these differ in how many entities have them.
  std::size_t components = 5;
  std::size_t terms = 2;    ///< constraints of a query
  bool races = false;       ///< it begins with a race, which the rest observes
  bool structural = false;  ///< it mostly creates and destroys entities, and detaches components
  bool churns = false;  ///< it begins with entities that come and go hundreds of times, beside a reference to the first
  bool nests = false;   ///< trees by the component Parent grow, are cut, moved and destroyed
  bool toggles = false;     ///< components are disabled and enabled: "A_off" is where A is disabled
  bool may_fail = false;    ///< terms may divide by zero
  bool conditions = false;  ///< many query vectors have conditions, which are not among the constructs
  /// Enumerations, lists, constants, templates and named schedules occur. Loading expands some of these, and few
  /// engines have the others.
  bool conveniences = false;
};

/// A whole program that loads: components of any type, usually two to five; systems that read and write them in few
/// places, so that they conflict; one schedule `main`; a start state of small values, or of some at the ends of their
/// types. Created entities, entities in components, records and every construct of the language occur; with `among`,
/// hardly any other constructs than these.
[[nodiscard]] nlohmann::ordered_json random_program(Dice& dice, const Shape& shape,
                                                    const std::optional<Constructs>& among = {});

}  // namespace coreecs
