#include "props/kit/parts.hpp"

#include <algorithm>
#include <numeric>
#include <random>
#include <span>

namespace coreecs {

namespace {

/// The k-th neighbour of the j-th entity.
std::size_t neighbour(Part::Shape shape, std::size_t j, std::size_t k) {
  if (shape == Part::Shape::Bipartite) return (1 - j / 3) * 3 + (j + k) % 3;
  return k == 2 ? (j + 3) % 6 : j / 3 * 3 + (j + k + 1) % 3;
}

void add_ring(State& c, const Part& part, std::span<const Entity> x) {
  const std::size_t n = x.size();
  for (std::size_t j = 0; j < n; ++j) {
    const Value next = x[(j + 1) % n], before = x[(j + n - 1) % n];
    const bool in_record = part.style == 1 || part.style == 2;
    c.write({x[j], 0}, in_record ? Value(Record({next, part.style == 1 ? before : Value(x[j])})) : next);
    if (part.style == 4) c.write({x[j], 1}, Value(Entity(0)));
  }
  if (part.style == 3) {
    std::vector<Value> all(x.begin(), x.end());
    c.write({x[0], 2}, Value(Record(all)));
  }
  if (part.style == 5) c.write({Entity(n), 2}, Value(x[0]));  // of several with this style and n, one
}

void add_graph(State& c, Part::Shape shape, std::span<const Entity> x) {
  for (std::size_t j = 0; j < x.size(); ++j)
    for (Label k = 0; k < 3; ++k) c.write({x[j], k}, Value(x[neighbour(shape, j, k)]));
}

}  // namespace

std::vector<Part> Parted::parts(std::size_t entities) {
  std::vector<Part> all;
  const std::size_t style = dice_.below(6);
  for (std::size_t left = entities; left > 0; left -= all.back().entities) {
    const std::size_t n = 1 + dice_.below(std::min<std::size_t>(left, 6));
    all.push_back({Part::Shape::Ring, n, dice_.percent(80) ? style : dice_.below(6)});
  }
  return all;
}

std::vector<Entity> Parted::some(std::size_t entities) {
  std::vector<Entity> x;
  for (std::uint64_t k = 0; k < entities; ++k) x.push_back(entities_.at({0, {}, k}));
  shuffle(x);
  return x;
}

State Parted::woven(std::size_t entities, unsigned rings) {
  const std::vector<Entity> x = some(entities);
  State c(2);
  std::mt19937 random(rings);
  for (const Label i : {0U, 1U}) {
    std::vector<std::size_t> ring(x.size());
    std::iota(ring.begin(), ring.end(), std::size_t{0});
    std::shuffle(ring.begin(), ring.end(), random);
    for (std::size_t j = 0; j < x.size(); ++j) c.write({x[ring[j]], i}, x[ring[(j + 1) % x.size()]]);
  }
  return c;
}

State Parted::hubs(Part::Shape one, Part::Shape other) {
  const std::vector<Entity> x = some(14);
  State c(4);
  for (std::size_t hub = 0; hub < 2; ++hub) {
    const std::span<const Entity> own = std::span(x).subspan(2 + 6 * hub, 6);
    add_graph(c, hub == 0 ? one : other, own);
    for (const Entity e : own) c.write({e, 3}, x[hub]);
    c.write({x[hub], 3}, x[1 - hub]);
  }
  return c;
}

State Parted::rook_or_shrikhande(bool rook) {
  const std::vector<Entity> x = some(16 + 96);
  State c(1);
  std::size_t link = 16;
  for (std::size_t a = 0; a < 4; ++a)
    for (std::size_t b = 0; b < 4; ++b)
      for (std::size_t d = 0; d < 4; ++d)
        for (std::size_t e = 0; e < 4; ++e) {
          const bool in_line = (d == 0) != (e == 0);
          const bool near = (d % 2 == 1 && e == 0) || (d == 0 && e % 2 == 1) || (d == e && d % 2 == 1);
          if (!(rook ? in_line : near)) continue;
          const Value both(Record({Value(x[4 * a + b]), Value(x[4 * ((a + d) % 4) + (b + e) % 4])}));
          c.write({x[link++], 0}, both);
        }
  return c;
}

State Parted::state(std::vector<Part> parts) {
  shuffle(parts);
  std::size_t entities = 0;
  for (const Part& part : parts) entities += part.entities;
  const std::vector<Entity> x = some(entities);
  State c(3);
  std::size_t first = 0;
  for (const Part& part : parts) {
    const std::span<const Entity> own = std::span(x).subspan(first, part.entities);
    first += part.entities;
    if (part.shape == Part::Shape::Ring)
      add_ring(c, part, own);
    else
      add_graph(c, part.shape, own);
  }
  return c;
}

}  // namespace coreecs
