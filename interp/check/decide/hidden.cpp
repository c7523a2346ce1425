#include "interp/check/decide/check.hpp"

#include "interp/check/decide/writers_fold.hpp"

namespace coreecs {

namespace {

using Node = SeriesParallel::Node;

/// A writer, and a maximal one of the writers after it, if any.
struct Writer {
  Written written = {};
  std::optional<std::size_t> by = {};
};

bool differ(const Writer& a, const Writer& b) { return a.written.m && b.written.m && a.written.m->k != b.written.m->k; }

/// What matters about some writers: one of them, and another that leaves a different value, if any.
struct SomeWriters {
  Writer one, other = {};

  void add(const SomeWriters& some) {
    for (const Writer& writer : {some.one, some.other})
      if (!other.written.m && differ(one, writer)) other = writer;
  }
};

/// Two concurrent writers that differ, and a maximal one of the writers after one of them, if any.
struct Race {
  std::size_t u, v;
  std::optional<std::size_t> by;
};

/// The writers of a location below a node of the order: all, and the maximal ones.
struct RacingWriters {
  explicit RacingWriters(const Written& only) : all{{only}}, maximal{{only}} {}
  [[nodiscard]] bool contended() const { return maximal.other.written.m != nullptr; }

  SomeWriters all, maximal;
  std::optional<Race> race = {};
};

RacingWriters joined_races(const Location&, const RacingWriters& left, const RacingWriters& right, bool parallel) {
  RacingWriters both = left;
  if (parallel) {
    both.maximal.add(right.maximal);
  } else {
    both.maximal = right.maximal;
    const std::size_t by = right.maximal.one.written.u;
    both.all.one.by = both.all.other.by = by;
    if (both.race) both.race->by = by;
  }
  both.all.add(right.all);
  if (!both.race) both.race = right.race;
  if (!parallel || both.race) return both;
  for (const Writer& x : {left.all.one, left.all.other})
    for (const Writer& y : {right.all.one, right.all.other})
      if (!both.race && differ(x, y)) both.race = Race{x.written.u, y.written.u, x.by ? x.by : y.by};
  return both;
}

}  // namespace

std::optional<HiddenRaces> hidden_races(const PartialOrder& po) {
  using Below = WritersFold<RacingWriters>::Below;
  const WritersFold<RacingWriters> writers(po);
  const auto leaf = [&](const Node& node) { return writers.leaf(node, joined_races); };
  const auto join = [&](const Node& node, Below left, Below right) {
    return writers.both(node, std::move(left), std::move(right), joined_races);
  };
  const Below all = fold(po.z, leaf, join);
  std::optional<HiddenRaces> found;
  for (const auto& [l, here] : all.of) {
    if (!here.race || here.contended()) continue;
    if (!found) found.emplace();
    // The two are not both maximal, or the maximal ones would differ. So there is a writer after one of them.
    if (found->locations++ == 0 || l < found->first.l)
      found->first = {l, here.race->u, here.race->v, here.race->by.value()};
  }
  return found;
}

}  // namespace coreecs
