#include "interp/fast/renaming.hpp"

#include <algorithm>
#include <utility>

#include "interp/fast/isomorphism.hpp"
#include "semantics/renaming.hpp"

namespace coreecs::fast {

namespace {

/// A hash that is equal for all created entities.
std::size_t outline(Entity e) { return spread(e.created() ? 0 : std::hash<Entity>{}(e)); }
std::size_t outline(const Value& k) {
  if (const Entity* e = std::get_if<Entity>(&k.sum())) return outline(*e);
  const Record* r = std::get_if<Record>(&k.sum());
  if (!r) return spread(k.sum().index() + spread(std::hash<Value>{}(k)));
  std::size_t hash = r->fields().size();
  for (const Value& field : r->fields()) hash = spread(hash) + outline(field);
  return spread(hash);
}

/// π(e) and π(k) = k', where initial entities are their own images.
Entity image(Entity e, const Images& pi) {
  const auto found = e.created() ? pi.find(e) : pi.end();
  return found == pi.end() ? e : found->second;
}
bool is_image(const Value& k, const Value& k2, const Images& pi) {
  const Entity* e = std::get_if<Entity>(&k.sum());
  const Entity* e2 = std::get_if<Entity>(&k2.sum());
  const Record* r = std::get_if<Record>(&k.sum());
  const Record* r2 = std::get_if<Record>(&k2.sum());
  if (e && e2) return image(*e, pi) == *e2;
  return r && r2 ? std::equal(r->fields().begin(), r->fields().end(), r2->fields().begin(), r2->fields().end(),
                              [&](const Value& a, const Value& b) { return is_image(a, b, pi); })
                 : k == k2;
}

/// Two states as a graph, without locations of initial entities alone. The vertices are the created entities, coloured
/// by the locations that name no other, and the locations that name several. Edge labels are positions in a location.
class Entries {
 public:
  Entries(const State& c, const State& c2, const Colours& of = {}, const Colours& of2 = {}) {
    const std::size_t locations = add(c, of);
    g_.left = g_.size();
    as_many_ = add(c2, of2) == locations && g_.left * 2 == g_.size();
    lay_out();
  }

  [[nodiscard]] const Graph& graph() const { return g_; }
  /// Whether both states have equally many created entities, and equally many locations that name any.
  [[nodiscard]] bool as_many() const { return as_many_; }
  [[nodiscard]] Images images(const std::vector<Vertex>& image) const {
    Images pi;
    for (Vertex v = 0; v < image.size(); ++v)
      if (entity_[v].created() && image[v] != Isomorphism::none) pi.emplace(entity_[v], entity_[image[v]]);
    return pi;
  }

 private:
  /// Returns the number of locations that name a created entity.
  std::size_t add(const State& c, const Colours& of) {
    std::size_t locations = 0;
    std::unordered_map<Entity, Vertex> vertices;
    std::vector<Vertex> named;  // by one location, with repetitions
    const auto name = [&](Entity e) {
      if (!e.created()) return;
      const auto [at, is_new] = vertices.emplace(e, g_.size());
      named.push_back(at->second);
      if (is_new) add_vertex(e, of.contains(e) ? spread(of.at(e)) : 0);
    };
    for (Label i = 0; i < c.labels(); ++i)
      for (const auto& [e, k] : c[i]) {
        named.clear();
        name(e);
        for_each_entity(k, name);
        if (named.empty()) continue;
        ++locations;
        const std::size_t fact = spread(spread(i + outline(e)) + outline(k));
        if (std::adjacent_find(named.begin(), named.end(), std::not_equal_to<>()) == named.end()) {
          g_.colour[named.front()] += fact;
          continue;
        }
        for (std::uint32_t place = 0; const Vertex v : named) {
          edges_.push_back({v, {static_cast<Vertex>(g_.size()), place}});
          edges_.push_back({static_cast<Vertex>(g_.size()), {v, place}});
          ++place;
        }
        add_vertex({}, fact);
      }
    return locations;
  }
  void add_vertex(Entity e, std::size_t colour) {
    g_.colour.push_back(colour);
    entity_.push_back(e);
  }

  void lay_out() {
    g_.begin.resize(g_.size() + 1);
    for (const auto& [from, edge] : edges_) ++g_.begin[from + 1];
    for (std::size_t v = 0; v < g_.size(); ++v) g_.begin[v + 1] += g_.begin[v];
    std::vector<std::size_t> next(g_.begin.begin(), g_.begin.end() - 1);
    g_.edges.resize(edges_.size());
    for (const auto& [from, edge] : edges_) g_.edges[next[from]++] = edge;
    edges_ = {};
  }

  Graph g_;
  std::vector<Entity> entity_;                         // of each vertex; an initial one for a location
  std::vector<std::pair<Vertex, Graph::Edge>> edges_;  // unordered
  bool as_many_ = false;
};

/// Whether c' has π of each location of c that names only initial entities (`initial`), or that names others.
bool has_image(const State& c, const State& c2, const Images& pi, bool initial) {
  for (Label i = 0; i < c.labels(); ++i)
    for (const auto& [e, k] : c[i]) {
      bool names = e.created();
      for_each_entity(k, [&](Entity x) { names = names || x.created(); });
      if (names == initial) continue;
      const Value* k2 = c2.at({image(e, pi), i});
      if (!k2 || !is_image(k, *k2, pi)) return false;
    }
  return true;
}

std::size_t locations(const State& c) {
  std::size_t all = 0;
  for (Label i = 0; i < c.labels(); ++i) all += c[i].size();
  return all;
}

}  // namespace

Answer equal_up_to_renaming(const State& c, const State& c2, std::size_t limit) {
  return c == c2 ? Answer::Yes : renaming(c, c2, limit).first;
}

std::pair<Answer, Images> renaming(const State& c, const State& c2, std::size_t limit) {
  if (c == c2) {
    Images same;
    for (const Entity e : created(c)) same.emplace(e, e);
    return {Answer::Yes, std::move(same)};
  }
  if (c.labels() != c2.labels() || locations(c) != locations(c2) || !has_image(c, c2, {}, true))
    return {Answer::No, {}};
  const Entries entries(c, c2);
  if (!entries.as_many()) return {Answer::No, {}};
  const Isomorphism found = isomorphism(entries.graph(), limit);
  if (found.answer != Answer::Yes) return {found.answer, {}};
  Images pi = entries.images(found.image);
  if (!has_image(c, c2, pi, false)) return {Answer::Unknown, {}};  // a hash collision
  return {Answer::Yes, std::move(pi)};
}

Images parts_in_common(const State& c, const State& c2, const Colours& of, const Colours& of2) {
  const Entries entries(c, c2, of, of2);
  return entries.images(isomorphism(entries.graph(), usual_limit, true).image);
}

}  // namespace coreecs::fast
