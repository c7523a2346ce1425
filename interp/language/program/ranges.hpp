/// The ranges of numbers from which a search for states chooses: those of `fuzz` and of `--range`.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "interp/base/json/problem.hpp"
#include "semantics/parameters.hpp"

namespace coreecs {

/// From lo to hi, for an int or a real in a component.
struct Range {
  Label i = 0;
  std::vector<std::size_t> path;  ///< the positions of the fields on the path to it
  Value lo, hi;                   ///< two ints, or two reals

  friend bool operator==(const Range&, const Range&) = default;
};

/// The settings of a program for searches for states (program format, `fuzz`).
struct FuzzSettings {
  std::optional<std::uint64_t> entities;
  std::vector<Range> ranges;
  std::vector<std::string> assumed;  ///< invariants that hold at each start

  friend bool operator==(const FuzzSettings&, const FuzzSettings&) = default;
};

/// The type that `fields` (".x.y", or empty) reach in a type, and the path to it. Reports an unknown field and returns
/// none.
[[nodiscard]] std::optional<std::pair<Type, std::vector<std::size_t>>> find_field(Problems&, const Place&,
                                                                                  std::string_view fields, const Type&);
/// The same for an int or a real. Reports another type and returns none.
[[nodiscard]] std::optional<std::pair<Type, std::vector<std::size_t>>> find_number(Problems&, const Place&,
                                                                                   std::string_view fields,
                                                                                   const Type&);
/// Reports lo and hi if they are in the wrong order.
void check_range(Problems&, const Place&, const Range&);

/// A range as in --range, e.g. "Where.x=-5:5"; none if it is invalid, which is reported.
[[nodiscard]] std::optional<Range> read_range(Problems&, std::string_view text, const Schema&);
/// "Where.x": the number that the range is for.
[[nodiscard]] std::string target(const Range&, const Schema&);
/// "Where.x=-5:5"
[[nodiscard]] std::string show(const Range&, const Schema&);

/// Whether this number of a value is in the range. Precondition: the value is of the range's component.
[[nodiscard]] bool within(const Range&, const Value&);

}  // namespace coreecs
