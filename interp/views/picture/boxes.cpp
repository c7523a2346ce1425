#include "interp/views/picture/pictures.hpp"

#include <algorithm>
#include <utility>

namespace coreecs {

namespace {

using Kind = SeriesParallel::Kind;
constexpr std::size_t none = SeriesParallel::none;

/// A sub-schedule as parts that one operator joins. The first and the last part may be boxes.
struct Parts {
  std::optional<Kind> kind = {};  ///< none for a single box
  std::size_t first = none, last = none;
  bool empty = true;

  [[nodiscard]] std::size_t first_of(Kind k) const { return !kind || kind == k ? first : none; }
  [[nodiscard]] std::size_t last_of(Kind k) const { return !kind || kind == k ? last : none; }
};

/// The leaves that have invocations, joined to boxes of at most `together` leaves each.
std::vector<Box> of_leaves(const PartialOrder& po, std::size_t together) {
  std::vector<Box> all;
  const auto leaf = [&](const SeriesParallel::Node& z) -> Parts {
    if (z.begin == z.end) return {};
    all.push_back({z.leaf, z.leaf, z.begin, z.end, 1});
    return {.first = all.size() - 1, .last = all.size() - 1, .empty = false};
  };
  const auto join = [&](const SeriesParallel::Node& z, const Parts& left, const Parts& right) -> Parts {
    if (left.empty || right.empty) return left.empty ? right : left;
    Parts both{.kind = z.kind, .first = left.first_of(z.kind), .last = right.last_of(z.kind), .empty = false};
    const std::size_t before = left.last_of(z.kind), after = right.first_of(z.kind);
    if (before == none || after == none || all[before].leaves + all[after].leaves > together) return both;
    all[before].last = all[after].last;
    all[before].end = all[after].end;
    all[before].leaves += std::exchange(all[after].leaves, 0);
    if (both.last == after) both.last = before;
    if (!left.kind && !right.kind) both.kind.reset();
    return both;
  };
  (void)fold(po.z, leaf, join);
  all.erase(std::remove_if(all.begin(), all.end(), [](const Box& box) { return box.leaves == 0; }), all.end());
  return all;
}

}  // namespace

std::vector<Box> boxes(const PartialOrder& po, std::size_t most) {
  if (po.size() <= most) {
    std::vector<Box> each;
    for (std::size_t u = 0; u < po.size(); ++u)
      each.push_back({po.invocations[u].leaf, po.invocations[u].leaf, u, u + 1, 1});
    return each;
  }
  std::vector<Box> found = of_leaves(po, 1);
  if (found.size() <= most) return found;
  std::size_t too_few = 1, enough = po.z.leaves.size();  // all together are one box
  while (enough - too_few > 1) {
    const std::size_t together = too_few + (enough - too_few) / 2;
    (of_leaves(po, together).size() <= most ? enough : too_few) = together;
  }
  return of_leaves(po, enough);
}

}  // namespace coreecs
