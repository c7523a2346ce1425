/// The numbers among which a search for states chooses: the ranges of `fuzz` and of `--range`.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "interp/base/json/problem.hpp"
#include "semantics/parameters.hpp"

namespace coreecs {

/// From lo to hi, for an int or a real of a component.
struct Range {
  Label i = 0;
  std::vector<std::size_t> path;  ///< the positions of the fields on the way to it
  Value lo, hi;                   ///< two ints, or two reals

  friend bool operator==(const Range&, const Range&) = default;
};

/// What a program says about searches for states (program format, `fuzz`).
struct FuzzSettings {
  std::optional<std::uint64_t> entities;
  std::vector<Range> ranges;
  std::vector<std::string> assumed;  ///< invariants that hold at each start

  friend bool operator==(const FuzzSettings&, const FuzzSettings&) = default;
};

/// The type that `fields` (".x.y", or nothing) reach in a type, and the way there; nothing where there is no such
/// field, and then it was reported.
[[nodiscard]] std::optional<std::pair<Type, std::vector<std::size_t>>> find_field(Problems&, const Place&,
                                                                                  std::string_view fields, const Type&);
/// The same; nothing, too, where that is no int or real.
[[nodiscard]] std::optional<std::pair<Type, std::vector<std::size_t>>> find_number(Problems&, const Place&,
                                                                                   std::string_view fields,
                                                                                   const Type&);
/// Reports lo and hi where they are the wrong way round.
void check_range(Problems&, const Place&, const Range&);

/// A range as --range takes it, e.g. "Where.x=-5:5"; nothing where something is wrong with it, and then it was
/// reported.
[[nodiscard]] std::optional<Range> read_range(Problems&, std::string_view text, const Schema&);
/// "Where.x", its place in an entity.
[[nodiscard]] std::string target(const Range&, const Schema&);
/// "Where.x=-5:5"
[[nodiscard]] std::string show(const Range&, const Schema&);

/// Whether the number that the range is about lies in it. Precondition: the value is of the range's component.
[[nodiscard]] bool within(const Range&, const Value&);

}  // namespace coreecs
