#include "interp/views/picture/pictures.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <list>
#include <unordered_map>

#include "interp/check/decide/decide.hpp"
#include "interp/fast/overlap.hpp"
#include "interp/views/picture/boxes.hpp"

namespace coreecs {

namespace {

using Kind = SeriesParallel::Kind;

constexpr std::int64_t beside = 16, below = 48, frame_margin = 20;
constexpr std::size_t in_a_row = 12;  // of one leaf; further ones go into more rows

class OrderDrawing {
 public:
  OrderDrawing(const PartialOrder& po, const Notation& notation, std::size_t most)
      : po_(po), notation_(notation), boxes_(boxes(po, most)), places_(po.z.nodes.size()) {}

  Picture operator()() {
    nodes();
    measure();
    place();
    (void)fold(
        po_.z, [&](const SeriesParallel::Node& z) { return leaf(z); },
        [&](const SeriesParallel::Node& z, Ends left, Ends right) {
          return join(z, std::move(left), std::move(right));
        });
    if (!po_.z.nodes.empty()) {
      picture_.width = places_.back().width;
      picture_.height = places_.back().height;
    }
    conflicts();
    describe();
    return std::move(picture_);
  }

 private:
  using Place = Picture::Place;
  using Point = Picture::Point;

  std::string invocation(std::size_t u, bool with_leaf) const {
    std::string out;
    notation_.invocation(out, performed(po_.invocations[u]), with_leaf);
    return out;
  }
  std::string label(const Box& box) const {
    if (box.first == box.last) return po_.invocations[box.begin].s->name + ": " + many(box.size(), "invocation");
    return fmt::format("leaves {} to {}: {}", box.first, box.last, many(box.size(), "invocation"));
  }
  /// The boxes of the leaves below a node.
  std::span<const Picture::Node> nodes_of(const SeriesParallel::Node& leaf) const {
    return std::span(picture_.nodes).subspan(first_of_leaf_[leaf.leaf], count(leaf));
  }
  std::size_t count(const SeriesParallel::Node& leaf) const {
    return first_of_leaf_[leaf.leaf + 1] - first_of_leaf_[leaf.leaf];
  }

  void nodes() {
    std::unordered_map<std::string, std::size_t> labels;
    for (const Box& box : boxes_)
      if (box.size() == 1) ++labels[invocation(box.begin, false)];
    first_of_leaf_.assign(po_.z.leaves.size() + 1, 0);
    for (std::size_t b = 0; b < boxes_.size(); ++b) {
      const Box& box = boxes_[b];
      ++first_of_leaf_[box.first + 1];
      if (box.size() == 1) {
        const std::string name = invocation(box.begin, false);
        picture_.nodes.push_back({.id = fmt::format("u{}", box.begin),
                                  .label = labels[name] > 1 ? invocation(box.begin, true) : name,
                                  .hint = invocation(box.begin, true),
                                  .data = {{"invocation", std::to_string(box.begin)},
                                           {"leaf", std::to_string(box.first)},
                                           {"system", po_.invocations[box.begin].s->name}}});
      } else {
        picture_.nodes.push_back({.shape = Picture::Node::Shape::Several,
                                  .id = fmt::format("b{}", b),
                                  .label = label(box),
                                  .data = {{"invocations", fmt::format("{}-{}", box.begin, box.end - 1)},
                                           {"leaves", fmt::format("{}-{}", box.first, box.last)}}});
      }
    }
    for (std::size_t k = 1; k < first_of_leaf_.size(); ++k) first_of_leaf_[k] += first_of_leaf_[k - 1];
  }

  // Layout: sizes from the leaves up, then places from the root down.

  static std::size_t columns(const SeriesParallel::Node& leaf, std::size_t n) {
    if (leaf.kind == Kind::Seq) return 1;
    return n <= in_a_row ? n : std::max(in_a_row, static_cast<std::size_t>(std::sqrt(static_cast<double>(n))));
  }
  static bool framed(const SeriesParallel::Node& leaf, std::size_t n) {
    return columns(leaf, n) < n && leaf.kind == Kind::Conc;
  }

  void measure() {
    for (std::size_t k = 0; k < places_.size(); ++k) {
      const SeriesParallel::Node& z = po_.z.nodes[k];
      Place& at = places_[k];
      if (z.is_leaf()) {
        const auto n = static_cast<std::int64_t>(count(z));
        if (n == 0) continue;
        const auto across = static_cast<std::int64_t>(columns(z, count(z))), down = (n + across - 1) / across;
        const std::int64_t gap = z.kind == Kind::Seq ? below : beside, frame = framed(z, count(z)) ? frame_margin : 0;
        at.width = across * (widest(z) + beside) - beside + 2 * frame;
        at.height = down * (box_height + gap) - gap + 2 * frame;
        continue;
      }
      const Place &left = places_[z.left], &right = places_[z.right];
      const bool both = left.width > 0 && right.width > 0;
      if (z.kind == Kind::Par) {
        at.width = left.width + right.width + (both ? beside : 0);
        at.height = std::max(left.height, right.height);
      } else {
        at.width = std::max(left.width, right.width);
        at.height = left.height + right.height + (both ? below : 0);
      }
    }
  }

  std::int64_t widest(const SeriesParallel::Node& leaf) const {
    std::int64_t width = 0;
    for (const Picture::Node& node : nodes_of(leaf)) width = std::max(width, box_width(node.label));
    return width;
  }

  void place() {
    for (std::size_t k = places_.size(); k-- > 0;) {
      const SeriesParallel::Node& z = po_.z.nodes[k];
      const Place& at = places_[k];
      if (z.is_leaf()) {
        place_leaf(z, at);
        continue;
      }
      Place &left = places_[z.left], &right = places_[z.right];
      for (Place* side : {&left, &right}) {
        side->x = at.x + (z.kind == Kind::Par ? 0 : (at.width - side->width) / 2);
        side->y = at.y + (z.kind == Kind::Par ? (at.height - side->height) / 2 : 0);
      }
      if (z.kind == Kind::Par)
        right.x += at.width - right.width;
      else
        right.y += at.height - right.height;
    }
  }

  void place_leaf(const SeriesParallel::Node& z, const Place& at) {
    const std::size_t n = count(z);
    if (n == 0) return;
    const std::size_t across = columns(z, n);
    const std::int64_t width = widest(z), frame = framed(z, n) ? frame_margin : 0;
    if (frame > 0) picture_.frames.push_back({at, "conc(" + z.s->name + ")"});
    for (std::size_t j = 0; j < n; ++j)
      picture_.nodes[first_of_leaf_[z.leaf] + j].place = {
          at.x + frame + static_cast<std::int64_t>(j % across) * (width + beside),
          at.y + frame + static_cast<std::int64_t>(j / across) * (box_height + (z.kind == Kind::Seq ? below : beside)),
          width, box_height};
  }

  // Edges. An end has no node of its sub-schedule before, or after, it. In a frame, the first end leads the edges.

  struct End {
    std::size_t node;
    std::optional<Place> frame;
    bool leads;
  };
  struct Ends {
    std::list<End> first, last;
  };

  Ends leaf(const SeriesParallel::Node& z) {
    const std::size_t begin = first_of_leaf_[z.leaf], n = count(z);
    if (n == 0) return {};
    if (z.kind == Kind::Seq) {
      for (std::size_t j = begin; j + 1 < begin + n; ++j)
        edge(j, j + 1, {picture_.nodes[j].place.bottom(), picture_.nodes[j + 1].place.top()});
      return {{{begin, {}, true}}, {{begin + n - 1, {}, true}}};
    }
    Ends ends;
    const auto frame = framed(z, n) ? std::optional(places_[po_.z.leaves[z.leaf]]) : std::nullopt;
    for (std::size_t j = 0; j < n; ++j) ends.first.push_back({begin + j, frame, !frame || j == 0});
    ends.last = ends.first;
    return ends;
  }

  Ends join(const SeriesParallel::Node& z, Ends left, Ends right) {
    if (z.kind == Kind::Par) {
      left.first.splice(left.first.end(), right.first);
      left.last.splice(left.last.end(), right.last);
      return left;
    }
    if (left.last.empty() || right.first.empty()) return left.last.empty() ? std::move(right) : std::move(left);
    connect(places_[z.left], left.last, places_[z.right], right.first);
    return {std::move(left.first), std::move(right.last)};
  }

  /// Connects the ends of `upper` with the beginnings of `lower`. Lines leave these straight down, so that they cross
  /// no node of them.
  void connect(const Place& upper, const std::list<End>& ends, const Place& lower, const std::list<End>& begins) {
    const auto down = [&](const End& end) -> std::vector<Point> {
      if (!end.leads) return {};
      const Point from = end.frame.value_or(picture_.nodes[end.node].place).bottom();
      return {from, {from.x, upper.y + upper.height}};
    };
    const auto on = [&](std::vector<Point> line, const End& begin) -> std::vector<Point> {
      if (!begin.leads || line.empty()) return {};
      const Point to = begin.frame.value_or(picture_.nodes[begin.node].place).top();
      line.push_back({to.x, lower.y});
      line.push_back(to);
      return line;
    };
    if (ends.size() == 1 || begins.size() == 1) {
      for (const End& end : ends)
        for (const End& begin : begins) edge(end.node, begin.node, on(down(end), begin));
      return;
    }
    const std::size_t join = picture_.nodes.size();
    const Point at{upper.x + upper.width / 2, upper.y + upper.height + (lower.y - upper.y - upper.height) / 2};
    picture_.nodes.push_back({.shape = Picture::Node::Shape::Join,
                              .id = fmt::format("j{}", joins_++),
                              .label = "",
                              .place = {at.x, at.y, 0, 0}});
    for (const End& end : ends) {
      std::vector<Point> line = down(end);
      if (!line.empty()) line.push_back(at);
      edge(end.node, join, std::move(line));
    }
    for (const End& begin : begins) edge(join, begin.node, on({at}, begin));
  }

  void edge(std::size_t from, std::size_t to, std::vector<Point> line) {
    line.erase(std::unique(line.begin(), line.end()), line.end());
    picture_.edges.push_back({.kind = Picture::Edge::Kind::Before, .from = from, .to = to, .line = std::move(line)});
  }

  // Conflicts, and texts.

  std::size_t box_of(std::size_t u) const {
    const auto after =
        std::upper_bound(boxes_.begin(), boxes_.end(), u, [](std::size_t v, const Box& box) { return v < box.begin; });
    return static_cast<std::size_t>(after - boxes_.begin()) - 1;
  }

  void conflicts() {
    std::int64_t depth = 44;
    for (const Tie& tie : ties(po_)) {
      std::string l;
      notation_.location(l, tie.l);
      const bool with_leaf = differ_by_leaf(performed(po_.invocations[tie.u]), performed(po_.invocations[tie.v]));
      const std::string said = fmt::format("{}: {} and {} are concurrent and both write {}", tie.stops,
                                           invocation(tie.u, with_leaf), invocation(tie.v, with_leaf), l);
      const std::size_t from = box_of(tie.u), to = box_of(tie.v);
      Point a = picture_.nodes[from].place.bottom(), b = picture_.nodes[to].place.bottom();
      if (from == to) {
        a.x -= 24;
        b.x += 24;
      }
      const std::int64_t y = std::max(a.y, b.y) + depth;
      picture_.edges.push_back({Picture::Edge::Kind::Conflict, from, to, l, said, {a, {a.x, y}, {b.x, y}, b}});
      picture_.notes.push_back(said);
      picture_.height = std::max(picture_.height, y);
      depth += 20;
    }
  }

  void describe() {
    picture_.about = fmt::format("The partial order of {}, from top to bottom; what is side by side is concurrent.",
                                 many(po_.size(), "invocation"));
    if (boxes_.size() < po_.size())
      picture_.notes.insert(picture_.notes.begin(),
                            fmt::format("{} are too many to be drawn one by one: a dashed box stands for several.",
                                        many(po_.size(), "invocation")));
    for (const std::string& note : picture_.notes) picture_.about += " " + note;
  }

  const PartialOrder& po_;
  const Notation& notation_;
  const std::vector<Box> boxes_;            // box b is node b of the picture; joins come after
  std::vector<std::size_t> first_of_leaf_;  // its first box; after the last leaf, the number of boxes
  std::vector<Place> places_;               // of the nodes of z
  std::size_t joins_ = 0;
  Picture picture_;
};

}  // namespace

std::vector<Tie> ties(const PartialOrder& po) {
  std::vector<Tie> all;
  if (const auto overlap = fast::first_overlap(po))
    all.push_back({fmt::format("Theorem 4.7({})", overlap->rule), overlap->u, overlap->v, overlap->l});
  if (const auto unsafe = po.size() == 0 ? std::nullopt : decide(po).unsafe) {
    if (!all.empty() && all[0].u == unsafe->u && all[0].v == unsafe->v && all[0].l == unsafe->l)
      all[0].stops += " and Definition 4.3";
    else
      all.push_back({"Definition 4.3", unsafe->u, unsafe->v, unsafe->l});
  }
  return all;
}

Picture order_picture(const PartialOrder& po, const Notation& notation, std::size_t most) {
  return OrderDrawing(po, notation, most)();
}

}  // namespace coreecs
