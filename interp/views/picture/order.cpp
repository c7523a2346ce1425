#include "interp/views/picture/pictures.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <list>
#include <map>
#include <set>

#include "interp/check/decide/concurrent_writes.hpp"
#include "interp/check/decide/decide.hpp"
#include "interp/fast/overlap.hpp"

namespace coreecs {

namespace {

using Kind = SeriesParallel::Kind;

constexpr std::int64_t beside = 16, below = 48, frame_margin = 20;
constexpr std::size_t in_a_row = 12;  // of one leaf; further ones go into more rows
constexpr std::size_t most_red = 12;  // lines

class OrderDrawing {
 public:
  OrderDrawing(const PartialOrder& po, const Notation& notation, std::size_t most, std::uint64_t frames)
      : po_(po),
        notation_(notation),
        boxes_(boxes(po, most)),
        places_(po.z.nodes.size()),
        leaves_in_frame_(frames > 1 ? po.z.leaves.size() / frames : std::max<Leaf>(po.z.leaves.size(), 1)) {
    const auto in_one_frame = [this](const Box& box) {
      return box.first / leaves_in_frame_ == box.last / leaves_in_frame_;
    };
    marks_frames_ = frames > 1 && std::all_of(boxes_.begin(), boxes_.end(), in_one_frame);
  }

  Picture operator()() {
    nodes();
    measure();
    if (marks_frames_) places_.back().y = frame_margin;
    place();
    if (marks_frames_) frames();
    (void)fold(
        po_.z, [&](const SeriesParallel::Node& z) { return leaf(z); },
        [&](const SeriesParallel::Node& z, Ends left, Ends right) {
          return join(z, std::move(left), std::move(right));
        });
    joins_of_frames();
    if (!po_.z.nodes.empty()) {
      picture_.width = places_.back().width;
      picture_.height = places_.back().y + places_.back().height;
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
    std::map<std::pair<Leaf, std::string>, std::size_t> labels;  // of each marked frame
    const auto named = [&](const Box& box) {
      return std::pair(marks_frames_ ? box.first / leaves_in_frame_ : 0, invocation(box.begin, false));
    };
    for (const Box& box : boxes_)
      if (box.size() == 1) ++labels[named(box)];
    first_of_leaf_.assign(po_.z.leaves.size() + 1, 0);
    for (std::size_t b = 0; b < boxes_.size(); ++b) {
      const Box& box = boxes_[b];
      ++first_of_leaf_[box.first + 1];
      if (box.size() == 1) {
        picture_.nodes.push_back({.id = fmt::format("u{}", box.begin),
                                  .label = invocation(box.begin, labels[named(box)] > 1),
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

  /// Each frame begins with a line.
  void frames() {
    std::vector<std::size_t> leaves(po_.z.nodes.size());  // below each node
    std::vector<Leaf> first(po_.z.nodes.size());
    for (std::size_t k = 0; k < leaves.size(); ++k) {
      const SeriesParallel::Node& z = po_.z.nodes[k];
      leaves[k] = z.is_leaf() ? 1 : leaves[z.left] + leaves[z.right];
      first[k] = z.is_leaf() ? z.leaf : first[z.left];
      if (leaves[k] != leaves_in_frame_ || first[k] % leaves_in_frame_ != 0 || places_[k].width == 0) continue;
      const std::int64_t y = places_[k].y - frame_margin;
      picture_.frames.push_back(
          {{0, y, places_.back().width, 0}, fmt::format("frame {}", first[k] / leaves_in_frame_ + 1)});
      for (std::size_t n = first_of_leaf_[first[k]]; n < first_of_leaf_[first[k] + leaves[k]]; ++n)
        picture_.frames.back().nodes.push_back(n);
    }
  }
  /// A join that connects nodes of one frame is in that frame.
  void joins_of_frames() {
    for (Picture::Frame& frame : picture_.frames) {
      if (frame.nodes.empty()) continue;
      std::vector<std::size_t> ends(joins_, 0), inside(joins_, 0);
      for (const Picture::Edge& edge : picture_.edges)
        for (const auto& [join, node] : {std::pair(edge.from, edge.to), std::pair(edge.to, edge.from)})
          if (join >= boxes_.size()) {
            ++ends[join - boxes_.size()];
            inside[join - boxes_.size()] += frame.nodes.front() <= node && node <= frame.nodes.back();
          }
      for (std::size_t j = 0; j < joins_; ++j)
        if (inside[j] == ends[j]) frame.nodes.push_back(boxes_.size() + j);
    }
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

  /// A red line, and all that it stands for.
  struct Red {
    std::size_t from, to;
    std::string l, hint;
    std::set<std::string> others = {};  ///< locations
  };

  void conflicts() {
    std::vector<Red> red;
    std::map<std::pair<std::size_t, std::size_t>, std::size_t> line_of;  // by boxes
    for (const Tie& tie : ties(po_)) {
      std::string l;
      notation_.location(l, tie.l);
      const bool with_leaf = differ_by_leaf(performed(po_.invocations[tie.u]), performed(po_.invocations[tie.v]));
      const std::string said = fmt::format("{}: {} and {} are concurrent and both write {}", tie.stops,
                                           invocation(tie.u, with_leaf), invocation(tie.v, with_leaf), l);
      picture_.notes.push_back(said);
      const auto [line, is_new] = line_of.emplace(std::pair(box_of(tie.u), box_of(tie.v)), red.size());
      if (is_new) {
        red.push_back({box_of(tie.u), box_of(tie.v), l, said});
      } else {
        red[line->second].others.insert(l);
        red[line->second].hint += "; " + said;
      }
    }
    if (boxes_.size() == po_.size()) further(red, line_of);
    std::map<std::int64_t, std::int64_t> lane;  // the next one below a row
    std::set<std::string> labels;
    for (const Red& one : red) {
      Point a = picture_.nodes[one.from].place.bottom(), b = picture_.nodes[one.to].place.bottom();
      if (one.from == one.to) {
        a.x -= 24;
        b.x += 24;
      }
      constexpr std::int64_t shallow = 44, lanes = 6, apart = 20;
      const std::int64_t row = std::max(a.y, b.y), y = row + shallow + lane[row]++ % lanes * apart;
      const std::string label = one.others.empty() ? one.l : fmt::format("{} and {} more", one.l, one.others.size());
      picture_.nodes[one.from].conflicts = picture_.nodes[one.to].conflicts = true;
      picture_.edges.push_back({Picture::Edge::Kind::Conflict,
                                one.from,
                                one.to,
                                labels.insert(label).second ? label : "",
                                one.hint,
                                {a, {a.x, y}, {b.x, y}, b}});
      picture_.height = std::max(picture_.height, (a.y + b.y + 6 * y) / 8 + box_height / 2);
    }
  }

  /// The pairs that do not commute beside those that `check` names.
  void further(std::vector<Red>& red, std::map<std::pair<std::size_t, std::size_t>, std::size_t>& line_of) {
    constexpr std::size_t most = 4 * most_red;
    const ConcurrentWrites found = concurrent_writes(po_, most);
    std::size_t pairs = 0;
    for (const auto& [leaves, between] : found.by_leaf) pairs += between.different;
    bool left_out = pairs > most;
    for (const ConcurrentPair& one : found.all) {
      if (one.same) break;
      std::string l;
      notation_.location(l, one.l);
      const auto [line, is_new] = line_of.emplace(std::pair(one.u, one.v), red.size());
      if (!is_new) {
        if (red[line->second].l != l) red[line->second].others.insert(l);
      } else if (red.size() < most_red) {
        red.push_back({one.u, one.v, l,
                       fmt::format("{} and {} do not commute: both write {}", invocation(one.u, true),
                                   invocation(one.v, true), l)});
      } else {
        line_of.erase(line);
        left_out = true;
      }
    }
    for (std::size_t u = 0; u < found.conflicts.size(); ++u) {
      Picture::Node& node = picture_.nodes[u];
      if (found.conflicts[u] == 0) continue;
      node.conflicts = true;
      node.hint += fmt::format("; in {}", many(found.conflicts[u], "conflict"));
    }
    if (pairs < 2) return;
    picture_.notes.push_back(many(pairs, "conflict") +
                             " in all: two concurrent invocations leave different values at one location." +
                             (left_out ? " Not every conflict has a line, but its boxes are red." : ""));
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
  Leaf leaves_in_frame_;
  bool marks_frames_ = false;
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

Picture order_picture(const PartialOrder& po, const Notation& notation, std::size_t most, std::uint64_t frames) {
  return OrderDrawing(po, notation, most, frames)();
}

}  // namespace coreecs
