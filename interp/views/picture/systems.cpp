#include "interp/views/picture/pictures.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace coreecs {

namespace {

/// Edges of systems and components, by the numbers of their groups.
struct Edges {
  std::set<std::pair<std::size_t, std::size_t>> reads, writes;

  [[nodiscard]] std::size_t size() const { return reads.size() + writes.size(); }
};

/// The edges if `together` systems, and `together` components, are one node. If more than `most`, not all of them.
Edges edges(const Program& program, std::size_t together, std::size_t most) {
  Edges all;
  for (std::size_t s = 0; s < program.systems.size() && all.size() <= most; ++s) {
    if (!program.systems[s]->effects) continue;
    for (const Label i : program.systems[s]->effects->reads) all.reads.emplace(s / together, i / together);
    for (const Label i : program.systems[s]->effects->writes) all.writes.emplace(s / together, i / together);
  }
  return all;
}

class SystemsDrawing {
 public:
  SystemsDrawing(const Program& program, std::size_t most) : program_(program) {
    picture_.direction = Picture::Direction::Right;
    while (groups(program.systems.size()) + groups(program.schema.size()) > most ||
           (edges_ = edges(program, together_, 2 * most)).size() > 2 * most)
      together_ *= 2;
  }

  Picture operator()() {
    const std::int64_t widest = column(
        "s", program_.systems.size(), 0, Picture::Node::Shape::Box,
        [&](std::size_t s) { return program_.systems[s]->name; }, [&](std::size_t s) { return hint(s); });
    const std::size_t first = picture_.nodes.size();
    column(
        "c", program_.schema.size(), widest + between, Picture::Node::Shape::Round,
        [&](std::size_t i) { return program_.schema[static_cast<Label>(i)].name; }, [](std::size_t) { return ""; });
    // If two edges connect the same two nodes, one is a little above the other.
    for (const auto& [s, i] : edges_.reads)
      edge(Picture::Edge::Kind::Reads, first + i, s, picture_.nodes[first + i].place.left(),
           picture_.nodes[s].place.right(), -5);
    for (const auto& [s, i] : edges_.writes)
      edge(Picture::Edge::Kind::Writes, s, first + i, picture_.nodes[s].place.right(),
           picture_.nodes[first + i].place.left(), 5);
    picture_.about = fmt::format(
        "{} on the left, and {} on the right. An arrow leads from a component to each system "
        "that reads it, and from a system to each component that it writes.",
        many(program_.systems.size(), "system"), many(program_.schema.size(), "component"));
    notes();
    return std::move(picture_);
  }

 private:
  std::size_t groups(std::size_t n) const { return (n + together_ - 1) / together_; }

  /// Information in addition to reads and writes.
  std::string hint(std::size_t s) const {
    const System& system = *program_.systems[s];
    std::string out = system.name;
    if (!system.effects) return out + ": what it reads and writes is not known";
    if (system.effects->writes_entity_literal) out += "; it writes also to an entity that it names";
    if (system.effects->writes_component_entity) out += "; it writes also to an entity that a component holds";
    return out;
  }

  /// Adds nodes one below another, and returns their width.
  template <class Name, class Hint>
  std::int64_t column(const char* id, std::size_t n, std::int64_t x, Picture::Node::Shape shape, const Name& name,
                      const Hint& hint) {
    const std::size_t first = picture_.nodes.size();
    std::int64_t widest = 0;
    for (std::size_t k = 0; k < groups(n); ++k) {
      const std::size_t begin = k * together_, end = std::min(n, begin + together_);
      const bool one = end - begin == 1;
      picture_.nodes.push_back(
          {.shape = one ? shape : Picture::Node::Shape::Several,
           .id = id + std::to_string(k),
           .label = one ? name(begin) : fmt::format("{} and {} more", name(begin), end - begin - 1),
           .hint = one ? hint(begin) : ""});
      widest = std::max(widest, box_width(picture_.nodes.back().label));
    }
    for (std::size_t k = first; k < picture_.nodes.size(); ++k)
      picture_.nodes[k].place = {x, static_cast<std::int64_t>(k - first) * step, widest, box_height};
    picture_.width = std::max(picture_.width, x + widest);
    picture_.height = std::max(picture_.height, static_cast<std::int64_t>(groups(n)) * step);
    return widest;
  }

  void edge(Picture::Edge::Kind kind, std::size_t from, std::size_t to, Picture::Point a, Picture::Point b,
            std::int64_t shift) {
    a.y += shift;
    b.y += shift;
    picture_.edges.push_back({.kind = kind, .from = from, .to = to, .line = {a, b}});
  }

  void notes() {
    picture_.notes.emplace_back("dashed: reads; solid: writes");
    for (const auto& s : program_.systems)
      if (!s->effects && picture_.notes.size() < 10)
        picture_.notes.push_back(s->name + ": what it reads and writes is not known");
    if (together_ > 1)
      picture_.notes.push_back(
          fmt::format("{} and {} are too many to be drawn one by one: a box stands for {} of them.",
                      many(program_.systems.size(), "system"), many(program_.schema.size(), "component"), together_));
  }

  static constexpr std::int64_t between = 160, step = 44;
  const Program& program_;
  std::size_t together_ = 1;
  Edges edges_;
  Picture picture_;
};

}  // namespace

Picture systems_picture(const Program& program, std::size_t most) { return SystemsDrawing(program, most)(); }

}  // namespace coreecs
