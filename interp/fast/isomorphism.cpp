#include "interp/fast/isomorphism.hpp"

#include <algorithm>
#include <limits>
#include <optional>

#include "semantics/base/deep.hpp"

namespace coreecs::fast {

namespace {

constexpr std::size_t unlimited = std::numeric_limits<std::size_t>::max();

/// A component. The vertices of isomorphic components are in corresponding order.
using Piece = std::span<Vertex>;

/// The components of the vertices without an image, ignoring edges to the others.
class Pieces {
 public:
  Pieces(const Graph& g, const Colouring& colours, const std::vector<bool>& is_fixed) {
    std::vector<bool> seen = is_fixed;
    vertices_.reserve(g.size());
    std::vector<std::size_t> ends;
    for (Vertex v = 0; v < g.size(); ++v) {
      if (seen[v]) continue;
      std::size_t open = vertices_.size();
      seen[v] = true;
      vertices_.push_back(v);
      for (; open < vertices_.size(); ++open)
        for (const Graph::Edge& edge : g.edges_of(vertices_[open])) {
          if (seen[edge.to]) continue;
          seen[edge.to] = true;
          vertices_.push_back(edge.to);
        }
      ends.push_back(open);
    }
    for (std::size_t begin = 0; const std::size_t end : ends) {
      all_.push_back(Piece(vertices_).subspan(begin, end - begin));
      std::sort(all_.back().begin(), all_.back().end(), [&](Vertex x, Vertex y) {
        return std::pair(colours.cell_of(x), x) < std::pair(colours.cell_of(y), y);
      });
      begin = end;
    }
  }

  /// Components on the left come first.
  std::vector<Piece>& all() { return all_; }

 private:
  std::vector<Vertex> vertices_;
  std::vector<Piece> all_;
};

/// Matches the sides of a graph, from its refined colours.
class Matching {
 public:
  /// `limit` bounds each search, unless this is inside a search, which `budget` bounds. `parts` as for isomorphism.
  Matching(const Graph& g, const Colouring& colours, Budget& budget, std::optional<std::size_t> limit, bool parts)
      : g_(g), colours_(colours), budget_(budget), limit_(limit), parts_(parts), found_{Answer::Yes, {}} {
    found_.image.resize(g.left, Isomorphism::none);
  }

  /// Throws Spent.
  void find() {
    std::vector<bool> is_fixed(g_.size());
    for (Colouring::Cell b = 0; b < g_.size(); b = colours_.next(b)) {
      const auto [x, y] = std::minmax(colours_.vertices(b).front(), colours_.vertices(b).back());
      if (colours_.size(b) != 2 || !g_.on_left(x) || g_.on_left(y)) continue;
      found_.image[x] = y;
      is_fixed[x] = is_fixed[y] = true;
    }
    Pieces pieces(g_, colours_, is_fixed);
    std::vector<Piece>& all = pieces.all();
    std::stable_sort(all.begin(), all.end(), [&](Piece p, Piece q) { return compare(p, q) < 0; });
    std::vector<std::span<Piece>> classes;
    for (auto from = all.begin(), to = from; from != all.end(); from = to) {
      to = std::find_if(from, all.end(), [&](Piece p) { return compare(p, *from) != 0; });
      classes.emplace_back(&*from, static_cast<std::size_t>(to - from));
      if (left_of(classes.back()) * 2 != classes.back().size()) found_.answer = Answer::No;
    }
    for (const std::span<Piece> alike : classes)
      if (found_.answer != Answer::No || parts_) match(alike);
  }
  /// The result so far, also after an exception.
  [[nodiscard]] const Isomorphism& found() const { return found_; }

 private:
  /// Compares the number of their vertices, then their colours.
  [[nodiscard]] std::strong_ordering compare(Piece p, Piece q) const {
    if (p.size() != q.size()) return p.size() <=> q.size();
    for (std::size_t j = 0; j < p.size(); ++j)
      if (colours_.cell_of(p[j]) != colours_.cell_of(q[j])) return colours_.cell_of(p[j]) <=> colours_.cell_of(q[j]);
    return std::strong_ordering::equal;
  }
  [[nodiscard]] std::size_t left_of(std::span<const Piece> all) const {
    return static_cast<std::size_t>(
        std::count_if(all.begin(), all.end(), [&](Piece p) { return g_.on_left(p.front()); }));
  }

  /// Matches components that have the same colours. Isomorphism is an equivalence, so each is compared with one
  /// component of each kind.
  void match(std::span<Piece> alike) {
    struct Kind {
      Piece one;
      std::vector<Piece> open;  // left components without an image
      std::size_t next = 0;
    };
    std::vector<Kind> kinds;
    for (const Piece p : alike) {
      auto of = std::find_if(kinds.begin(), kinds.end(), [&](const Kind& kind) { return isomorphic(kind.one, p); });
      if (g_.on_left(p.front())) {
        if (of == kinds.end()) of = kinds.insert(of, Kind{p, {}});
        of->open.push_back(p);
      } else if (of != kinds.end() && of->next < of->open.size()) {
        const Piece image_of = of->open[of->next++];
        for (std::size_t j = 0; j < p.size(); ++j) found_.image[image_of[j]] = p[j];
      } else {
        found_.answer = Answer::No;
        if (!parts_) return;
      }
    }
  }

  /// Whether two components with the same colours are isomorphic; if so, p gets the order of `one`.
  bool isomorphic(Piece one, Piece p) {
    const auto same_colour = [&](Vertex x, Vertex y) { return colours_.cell_of(x) == colours_.cell_of(y); };
    if (std::adjacent_find(one.begin(), one.end(), same_colour) == one.end()) return true;
    if (limit_) budget_ = Budget(*limit_);
    const Graph g = both(one, p);
    const Colouring start(g);
    Colouring::Cell smallest = 0;  // of cells with several vertices on each side
    for (Colouring::Cell b = 0; b < g.size(); b = start.next(b))
      if (start.size(b) > 2 && (start.size(smallest) == 2 || start.size(b) < start.size(smallest))) smallest = b;
    const std::span<const Vertex> cell = start.vertices(smallest);
    for (const Vertex y : cell) {  // does some isomorphism map the first one to y?
      if (g.on_left(y)) continue;
      Colouring colours = start;
      colours.single_out(cell.front(), y);
      budget_.spend(g.edges.size());
      if (!colours.refine(g, budget_, true)) continue;
      Matching inside(g, colours, budget_, std::nullopt, false);
      deep([&] { inside.find(); });
      if (inside.found().answer != Answer::Yes) continue;
      const std::vector<Vertex> before(p.begin(), p.end());
      for (std::size_t j = 0; j < p.size(); ++j) p[j] = before[inside.found().image[j] - g.left];
      return true;
    }
    return false;
  }

  /// A graph with two components as its sides, with their colours.
  Graph both(Piece one, Piece p) {
    Graph g;
    g.left = one.size();
    inner_.resize(g_.size(), Isomorphism::none);
    for (const Piece side : {one, p})
      for (const Vertex v : side) {
        inner_[v] = static_cast<Vertex>(g.colour.size());
        g.colour.push_back(colours_.cell_of(v));
      }
    for (const Piece side : {one, p})
      for (const Vertex v : side) {
        g.begin.push_back(g.edges.size());
        for (const Graph::Edge& edge : g_.edges_of(v))
          if (inner_[edge.to] != Isomorphism::none) g.edges.push_back({inner_[edge.to], edge.label});
      }
    g.begin.push_back(g.edges.size());
    for (const Piece side : {one, p})
      for (const Vertex v : side) inner_[v] = Isomorphism::none;
    budget_.spend(g.edges.size());
    return g;
  }

  const Graph& g_;
  const Colouring& colours_;
  Budget& budget_;
  std::optional<std::size_t> limit_;
  bool parts_;
  Isomorphism found_;
  std::vector<Vertex> inner_;  // the index of a vertex of g_ in a graph of two components
};

}  // namespace

Isomorphism isomorphism(const Graph& g, std::size_t limit, bool parts) {
  Colouring colours(g);
  colours.distrust();
  Budget budget(unlimited);
  if (!colours.refine(g, budget, !parts)) return {Answer::No, {}};
  Matching matching(g, colours, budget, limit, parts);
  try {
    matching.find();
    return matching.found();
  } catch (const Budget::Spent&) {
    return {Answer::Unknown, matching.found().image};
  }
}

}  // namespace coreecs::fast
