/// Where entities are drawn, as a program says it (specs/format-extensions.md).
#pragma once

#include "interp/program/ranges.hpp"

namespace coreecs {

/// An int or a real of a component.
struct Coordinate {
  Label i = 0;
  std::vector<std::size_t> path;  ///< the positions of the fields on the way to it

  friend bool operator==(const Coordinate&, const Coordinate&) = default;
};

/// A place on a line, or on a plane where there is a y; and how fast it changes, where something says so.
struct View {
  Coordinate x;
  std::optional<Coordinate> y = {}, dx = {}, dy = {};

  friend bool operator==(const View&, const View&) = default;
};

/// "Where.x"
[[nodiscard]] inline std::string target(const Coordinate& of, const Schema& schema) {
  return target(Range{of.i, of.path, {}, {}}, schema);
}

/// The number in a value of the component.
[[nodiscard]] inline double number(const Coordinate& of, const Value& k) {
  const Value* at = &k;
  for (const std::size_t position : of.path) at = &at->as<Record>().fields()[position];
  const auto* n = std::get_if<std::int64_t>(&at->sum());
  return n ? static_cast<double>(*n) : at->as<double>();
}

}  // namespace coreecs
