#include "interp/views/picture/pictures.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "semantics/series_parallel.hpp"

namespace coreecs {

namespace {

using Kind = SeriesParallel::Kind;

/// The number of leaves below each node.
std::vector<std::size_t> leaves_below(const SeriesParallel& z) {
  std::vector<std::size_t> below;
  for (const SeriesParallel::Node& node : z.nodes)
    below.push_back(node.is_leaf() ? 1 : below[node.left] + below[node.right]);
  return below;
}

std::string label(const SeriesParallel::Node& node) {
  switch (node.kind) {
    case Kind::Conc:
      return "conc(" + node.s->name + ")";
    case Kind::Seq:
      return "seq(" + node.s->name + ")";
    case Kind::Par:
      return "∥";
    case Kind::Then:
      return ";";  // few fonts have ⨟
  }
  return "";
}

class Tree {
 public:
  Tree(const Schedule& z, std::size_t most) : z_(z), below_(leaves_below(z_)) {
    std::size_t too_few = 0, enough = below_.back();
    while (enough - too_few > 1) {
      const std::size_t together = too_few + (enough - too_few) / 2;
      (drawn(together) <= most ? enough : too_few) = together;
    }
    together_ = drawn(1) <= most ? 1 : enough;
  }

  Picture operator()() {
    const std::size_t root = z_.nodes.size() - 1;
    std::vector<std::size_t> depth(z_.nodes.size(), 0);
    for (std::size_t k = root; k-- > 0;) depth[k] = depth[z_.nodes[k].parent] + 1;
    std::vector<std::size_t> node_of(z_.nodes.size());
    for (std::size_t k = 0; k <= root; ++k) {
      if (!is_drawn(k, together_)) continue;
      const SeriesParallel::Node& z = z_.nodes[k];
      node_of[k] = picture_.nodes.size();
      if (below_[k] <= together_)
        tip(k, depth[k]);
      else
        join(z, depth[k], node_of[z.left], node_of[z.right]);
    }
    picture_.about =
        fmt::format("A schedule of {} as a tree: each ∥ and each ; is above its sides, the left one first.",
                    many(below_.back(), "system"));
    if (together_ > 1)
      picture_.notes.push_back(
          fmt::format("{} are too many to be drawn one by one: a dashed box stands for a sub-schedule of at most {}.",
                      many(below_.back(), "system"), many(together_, "system")));
    return std::move(picture_);
  }

 private:
  /// Whether a node has a node of its own if `together` leaves are drawn as one.
  bool is_drawn(std::size_t k, std::size_t together) const {
    const std::size_t parent = z_.nodes[k].parent;
    return parent == SeriesParallel::none || below_[parent] > together;
  }
  std::size_t drawn(std::size_t together) const {
    std::size_t n = 0;
    for (std::size_t k = 0; k < z_.nodes.size(); ++k) n += is_drawn(k, together);
    return n;
  }

  // Tips stand side by side. Each other node stands above the middle of its sides.

  void tip(std::size_t k, std::size_t depth) {
    const SeriesParallel::Node& z = z_.nodes[k];
    Picture::Node& node = add(z.is_leaf() ? label(z) : label(z) + ", " + many(below_[k], "system"), depth);
    if (z.is_leaf()) {
      node.data = {{"leaf", std::to_string(z.leaf)}};
    } else {
      node.shape = Picture::Node::Shape::Several;
      node.data = {{"leaves", fmt::format("{}-{}", z.leaf, z.leaf + below_[k] - 1)}};
    }
    node.place.x = picture_.width;
    picture_.width += node.place.width + gap;
  }
  void join(const SeriesParallel::Node& z, std::size_t depth, std::size_t left, std::size_t right) {
    Picture::Node& node = add(label(z), depth);
    node.shape = Picture::Node::Shape::Round;
    const Picture::Place &one = picture_.nodes[left].place, &other = picture_.nodes[right].place;
    node.place.x = (one.top().x + other.top().x - node.place.width) / 2;
    for (const std::size_t side : {left, right})
      picture_.edges.push_back({.kind = Picture::Edge::Kind::Part,
                                .from = picture_.nodes.size() - 1,
                                .to = side,
                                .line = {node.place.bottom(), picture_.nodes[side].place.top()}});
  }
  Picture::Node& add(const std::string& text, std::size_t depth) {
    const Picture::Place place{0, static_cast<std::int64_t>(depth) * level, box_width(text), box_height};
    picture_.height = std::max(picture_.height, place.y + box_height);
    picture_.nodes.push_back({.id = fmt::format("z{}", picture_.nodes.size()), .label = text, .place = place});
    return picture_.nodes.back();
  }

  static constexpr std::int64_t gap = 16, level = 64;
  SeriesParallel z_;
  std::vector<std::size_t> below_;
  std::size_t together_ = 1;
  Picture picture_;
};

}  // namespace

Picture schedule_picture(const Schedule& z, std::size_t most) { return Tree(z, most)(); }

}  // namespace coreecs
