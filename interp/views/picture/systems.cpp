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
    std::vector<std::int64_t> of_systems(groups(program_.systems.size())),
        of_components(groups(program_.schema.size()));
    for (const auto* edges : {&edges_.reads, &edges_.writes})
      for (const auto& [s, i] : *edges) ++of_systems[s], ++of_components[i];
    const std::int64_t widest = column(
        "s", program_.systems.size(), of_systems, 0, Picture::Node::Shape::Box,
        [&](std::size_t s) { return program_.systems[s]->name; }, [&](std::size_t s) { return hint(s); });
    const std::size_t first = picture_.nodes.size();
    column(
        "c", program_.schema.size(), of_components, widest + between, Picture::Node::Shape::Round,
        [&](std::size_t i) { return program_.schema[static_cast<Label>(i)].name; }, [](std::size_t) { return ""; });
    for (const auto& [s, i] : edges_.reads)
      picture_.edges.push_back({.kind = Picture::Edge::Kind::Reads, .from = first + i, .to = s});
    for (const auto& [s, i] : edges_.writes)
      picture_.edges.push_back({.kind = Picture::Edge::Kind::Writes, .from = s, .to = first + i});
    lines();
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

  /// Adds nodes one below another, each with room for its ends of edges, and returns their width.
  template <class Name, class Hint>
  std::int64_t column(const char* id, std::size_t n, const std::vector<std::int64_t>& ends, std::int64_t x,
                      Picture::Node::Shape shape, const Name& name, const Hint& hint) {
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
    std::int64_t y = 0;
    for (std::size_t k = first; k < picture_.nodes.size(); ++k) {
      picture_.nodes[k].place = {x, y, widest, std::max(box_height, (ends[k - first] + 1) * port)};
      y += picture_.nodes[k].place.height + gap;
    }
    picture_.width = std::max(picture_.width, x + widest);
    picture_.height = std::max(picture_.height, y - gap);
    return widest;
  }

  /// Each edge has an end of its own, in the order of its other ends, so that edges of one node do not cross.
  void lines() {
    std::vector<std::vector<std::size_t>> at(picture_.nodes.size());
    for (std::size_t k = 0; k < picture_.edges.size(); ++k) {
      picture_.edges[k].line.resize(2);
      at[picture_.edges[k].from].push_back(k);
      at[picture_.edges[k].to].push_back(k);
    }
    for (std::size_t n = 0; n < at.size(); ++n) {
      const Picture::Place& place = picture_.nodes[n].place;
      const auto other = [&](std::size_t k) {
        const Picture::Edge& edge = picture_.edges[k];
        return edge.from == n ? edge.to : edge.from;
      };
      std::stable_sort(at[n].begin(), at[n].end(), [&](std::size_t a, std::size_t b) { return other(a) < other(b); });
      for (std::size_t j = 0; j < at[n].size(); ++j) {
        Picture::Edge& edge = picture_.edges[at[n][j]];
        const std::int64_t y =
            place.y + static_cast<std::int64_t>(j + 1) * place.height / static_cast<std::int64_t>(at[n].size() + 1);
        (edge.from == n ? edge.line.front() : edge.line.back()) = {
            n > other(at[n][j]) ? place.x : place.x + place.width, y};
      }
    }
  }

  void notes() {
    picture_.notes.emplace_back("dashed: reads; solid, blue: writes");
    for (const auto& s : program_.systems)
      if (!s->effects && picture_.notes.size() < 10)
        picture_.notes.push_back(s->name + ": what it reads and writes is not known");
    if (together_ > 1)
      picture_.notes.push_back(
          fmt::format("{} and {} are too many to be drawn one by one: a box stands for {} of them.",
                      many(program_.systems.size(), "system"), many(program_.schema.size(), "component"), together_));
  }

  static constexpr std::int64_t between = 160, gap = 16, port = 9;
  const Program& program_;
  std::size_t together_ = 1;
  Edges edges_;
  Picture picture_;
};

}  // namespace

Picture systems_picture(const Program& program, std::size_t most) { return SystemsDrawing(program, most)(); }

}  // namespace coreecs
