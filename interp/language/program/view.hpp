/// How a program wants its entities drawn (program format §1).
#pragma once

#include <array>

#include "interp/language/program/ranges.hpp"

namespace coreecs {

/// A component, or a field of one, that is drawn. A position is an int or a real.
struct Coordinate {
  Label i = 0;
  std::vector<std::size_t> path;  ///< the positions of the fields on the way to it

  friend bool operator==(const Coordinate&, const Coordinate&) = default;
};

/// The shapes of entities in pictures.
inline constexpr std::array<std::string_view, 7> all_marks = {"disc",  "square", "triangle", "diamond",
                                                              "cross", "ring",   "dot"};

/// Entities with this component have this shape, a position in `all_marks`.
struct Mark {
  Label i = 0;
  std::size_t form = 0;

  friend bool operator==(const Mark&, const Mark&) = default;
};

/// A position on a line, or on a plane if there is a y; and its velocity, if given.
struct View {
  Coordinate x;
  std::optional<Coordinate> y = {}, dx = {}, dy = {};
  std::vector<Mark> marks = {};          ///< an entity gets the first one whose component it has
  std::vector<Coordinate> lines = {};    ///< drawn to the entities that these refer to
  std::optional<Coordinate> label = {};  ///< written at an entity instead of its name

  friend bool operator==(const View&, const View&) = default;
};

/// "Where.x"
[[nodiscard]] inline std::string target(const Coordinate& of, const Schema& schema) {
  return target(Range{of.i, of.path, {}, {}}, schema);
}

/// The part of a component value that the coordinate names.
[[nodiscard]] inline const Value& part(const Coordinate& of, const Value& k) {
  const Value* at = &k;
  for (const std::size_t position : of.path) at = &at->as<Record>().fields()[position];
  return *at;
}
/// That part as a number. Precondition: it is an int or a real.
[[nodiscard]] inline double number(const Coordinate& of, const Value& k) {
  const Value& at = part(of, k);
  const auto* n = std::get_if<std::int64_t>(&at.sum());
  return n ? static_cast<double>(*n) : at.as<double>();
}
/// The type of that part.
[[nodiscard]] inline const Type& type(const Coordinate& of, const Schema& schema) {
  const Type* at = &schema[of.i].type;
  for (const std::size_t position : of.path) at = &at->fields[position].type;
  return *at;
}

}  // namespace coreecs
