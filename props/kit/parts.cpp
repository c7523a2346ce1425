#include "props/kit/parts.hpp"

#include <algorithm>
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

State Parted::rook_or_shrikhande(bool rook) {
  std::vector<Entity> x;
  for (std::uint64_t k = 0; k < 16 + 96; ++k) x.push_back(entities_.at({0, {}, k}));
  shuffle(x);
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
  std::vector<Entity> x;
  for (std::uint64_t k = 0; k < entities; ++k) x.push_back(entities_.at({0, {}, k}));
  shuffle(x);
  State c(3);
  std::size_t first = 0;
  for (const Part& part : parts) {
    const std::span<const Entity> own = std::span(x).subspan(first, part.entities);
    first += part.entities;
    if (part.shape == Part::Shape::Ring) add_ring(c, part, own);
    for (std::size_t j = 0; part.shape != Part::Shape::Ring && j < own.size(); ++j)
      for (Label k = 0; k < 3; ++k) c.write({own[j], k}, Value(own[neighbour(part.shape, j, k)]));
  }
  return c;
}

}  // namespace coreecs
