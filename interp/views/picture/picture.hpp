/// A picture as data: boxes at their places, and what connects them. It is written as SVG with this layout, or as DOT
/// or Mermaid, which readers lay out themselves.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace coreecs {

struct Picture {
  struct Point {
    std::int64_t x = 0, y = 0;

    friend bool operator==(const Point&, const Point&) = default;
  };
  struct Place {
    std::int64_t x = 0, y = 0, width = 0, height = 0;

    [[nodiscard]] Point top() const { return {x + width / 2, y}; }
    [[nodiscard]] Point bottom() const { return {x + width / 2, y + height}; }
    [[nodiscard]] Point left() const { return {x, y + height / 2}; }
    [[nodiscard]] Point right() const { return {x + width, y + height / 2}; }
  };
  struct Node {
    enum class Shape {
      Box,
      Round,
      Several,  ///< represents several that are not drawn one by one
      Join      ///< only a place where edges meet
    };
    Shape shape = Shape::Box;
    std::string id;  ///< a letter and digits; unique
    std::string label;
    std::string hint = {};                                       ///< additional information
    std::vector<std::pair<std::string, std::string>> data = {};  ///< for programs: data-leaf is "leaf", with its value
    Place place = {};
    bool conflicts = false;  ///< whether it is an end of a conflict, drawn or not
  };
  struct Edge {
    enum class Kind { Before, Part, Reads, Writes, Conflict };
    Kind kind;
    std::size_t from, to;
    std::string label = {};
    std::string hint = {};
    /// Its points from end to end; a conflict has four points, of a Bézier curve. Empty if the line of another edge
    /// represents it.
    std::vector<Point> line = {};
  };
  /// Around nodes, or a line above them.
  struct Frame {
    Place place;
    std::string label;
    std::vector<std::size_t> nodes = {};  ///< where they are a group also for readers that lay out themselves
  };
  enum class Direction { Down, Right };

  std::string title, about;        ///< about: a description for people who do not see it
  std::vector<std::string> notes;  ///< written below it: conflicts, and what is not drawn one by one
  Direction direction = Direction::Down;
  std::vector<Node> nodes;
  std::vector<Edge> edges;
  std::vector<Frame> frames;
  std::int64_t width = 0, height = 0;
};

/// How many nodes are drawn before some represent several: what a browser can show; for Mermaid less, as it refuses
/// more than 500 edges.
constexpr std::size_t most_drawn = 3000, most_drawn_by_mermaid = 240;

/// A self-contained document, or a part of an HTML page. If a page has several, `prefix` makes their ids unique. Each
/// node is a <g> with its id and its data-* attributes.
[[nodiscard]] std::string svg(const Picture&, const std::string& prefix = "");
[[nodiscard]] std::string dot(const Picture&);
[[nodiscard]] std::string mermaid(const Picture&);

/// The width and the height of the box around a label.
[[nodiscard]] std::int64_t box_width(const std::string& label);
constexpr std::int64_t box_height = 28;

/// "100,000 invocations"
[[nodiscard]] std::string many(std::uint64_t n, const char* noun);

}  // namespace coreecs
