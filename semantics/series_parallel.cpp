#include "semantics/series_parallel.hpp"

namespace coreecs {

namespace {

using Kind = SeriesParallel::Kind;

void add(SeriesParallel& table, const Schedule& z) {
  const auto join = [&](Kind kind, const auto& z) {
    add(table, z.left);
    add(table, z.right);
    table.join(kind);
  };
  match(
      z.form(), [&](const Conc& z) { table.leaf(Kind::Conc, z.s.get()); },
      [&](const Seq& z) { table.leaf(Kind::Seq, z.s.get()); }, [&](const Par& z) { join(Kind::Par, z); },
      [&](const Then& z) { join(Kind::Then, z); });
}

}  // namespace

SeriesParallel::SeriesParallel(const Schedule& z) { add(*this, z); }

void SeriesParallel::leaf(Kind kind, const System* s, std::size_t begin, std::size_t end) {
  leaves.push_back(nodes.size());
  nodes.push_back({.kind = kind, .s = s, .leaf = leaves.size() - 1, .begin = begin, .end = end});
}

void SeriesParallel::join(Kind kind) {
  const std::size_t right = nodes.size() - 1;
  const std::size_t left = right + 1 - 2 * (leaves.size() - nodes[right].leaf);  // n leaves have 2n - 1 nodes
  nodes[left].parent = nodes[right].parent = nodes.size();
  nodes.push_back({.kind = kind,
                   .leaf = nodes[left].leaf,
                   .left = left,
                   .right = right,
                   .begin = nodes[left].begin,
                   .end = nodes[right].end});
}

}  // namespace coreecs
