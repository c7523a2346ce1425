/// A picture as data: boxes at their places, and what joins them. It is written as SVG, which is laid out here, or as
/// DOT or Mermaid, which are laid out by who reads them.
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
      Several,  ///< stands for what is not drawn one by one
      Join      ///< no more than a place where edges meet
    };
    Shape shape = Shape::Box;
    std::string id;  ///< a letter and digits; no two nodes have the same
    std::string label;
    std::string hint = {};                                       ///< what is said of it besides
    std::vector<std::pair<std::string, std::string>> data = {};  ///< for programs: data-leaf is "leaf", with its value
    Place place = {};
  };
  struct Edge {
    enum class Kind { Before, Part, Reads, Writes, Conflict };
    Kind kind;
    std::size_t from, to;
    std::string label = {};
    std::string hint = {};
    /// Where it goes, from end to end; a conflict has four points, of a Bézier curve. Nothing where the line of another
    /// edge stands for it.
    std::vector<Point> line = {};
  };
  struct Frame {
    Place place;
    std::string label;
  };
  enum class Direction { Down, Right };

  std::string title, about;        ///< about: what it shows, for who does not see it
  std::vector<std::string> notes;  ///< what is written below it: conflicts, and what is not drawn one by one
  Direction direction = Direction::Down;
  std::vector<Node> nodes;
  std::vector<Edge> edges;
  std::vector<Frame> frames;  ///< around nodes; only where it is laid out
  std::int64_t width = 0, height = 0;
};

/// How many nodes are drawn before some stand for several: as many as a browser bears, or as Mermaid does, which
/// refuses more than 500 edges.
constexpr std::size_t most_drawn = 3000, most_drawn_by_mermaid = 240;

/// A document that refers to nothing outside of it, or a part of an HTML page. In a page where there are several, all
/// ids begin with what tells them apart. Each node is a <g> with its id and its data-* attributes.
[[nodiscard]] std::string svg(const Picture&, const std::string& prefix = "");
[[nodiscard]] std::string dot(const Picture&);
[[nodiscard]] std::string mermaid(const Picture&);

/// How wide and how high the box around a label is.
[[nodiscard]] std::int64_t box_width(const std::string& label);
constexpr std::int64_t box_height = 28;

/// "100,000 invocations"
[[nodiscard]] std::string many(std::uint64_t n, const char* noun);

}  // namespace coreecs
