#include "interp/check/decide/decide.hpp"

#include "interp/check/decide/writers_fold.hpp"

namespace coreecs {

namespace {

using Kind = SeriesParallel::Kind;
using Node = SeriesParallel::Node;

bool differ(const Write& m, const Write& m2) { return m.k != m2.k; }

/// Whether two values differ under every renaming of created entities.
bool differ_for_good(const Value& k, const Value& k2) {
  const Entity* e = std::get_if<Entity>(&k.sum());
  const Entity* e2 = std::get_if<Entity>(&k2.sum());
  if (e && e2 && e->created() && e2->created()) return false;
  const Record* r = std::get_if<Record>(&k.sum());
  const Record* r2 = std::get_if<Record>(&k2.sum());
  if (!r || !r2 || r->fields().size() != r2->fields().size()) return !(k == k2);
  for (std::size_t j = 0; j < r->fields().size(); ++j)
    if (differ_for_good(r->fields()[j], r2->fields()[j])) return true;
  return false;
}

bool differ_for_good(const Write& m, const Write& m2) {
  return m.k && m2.k ? differ_for_good(*m.k, *m2.k) : m.k || m2.k;
}

/// What matters about some writes: one of them, and another that leaves a different value, if any; preferably one that
/// differs for good.
struct Some {
  Written one, other;

  void add(const Written& write) {
    if (!write.m) return;
    const bool better =
        !other.m ? differ(*one.m, *write.m) : !differ_for_good(*one.m, *other.m) && differ_for_good(*one.m, *write.m);
    if (better) other = write;
  }
  void add(const Some& some) {
    add(some.one);
    add(some.other);
  }
};

/// The writers of a location below a node of the order: all of them, and the maximal ones.
struct Writers {
  explicit Writers(const Written& only) : all{only, {}}, maximal{only, {}} {}
  [[nodiscard]] bool contended() const { return maximal.other.m != nullptr; }

  Some all, maximal;
};

Writers joined(const Writers& left, const Writers& right, bool parallel) {
  Writers both = left;
  both.all.add(right.all);
  if (parallel)
    both.maximal.add(right.maximal);
  else
    both.maximal = right.maximal;
  return both;
}

using Below = WritersFold<Writers>::Below;

/// The first location where the maximal writers differ; preferably one where they differ for good.
struct Contention {
  std::optional<Conflict> at;
  bool for_good = false;
};

Contention contention(const Below& below) {
  Contention found;
  if (below.contended == 0) return found;
  for (const auto& [l, writers] : below.of) {
    const auto& [one, other] = writers.maximal;
    if (!other.m) continue;
    const bool good = !l.e.created() && differ_for_good(*one.m, *other.m);
    if (found.at && (found.for_good != good ? found.for_good : found.at->l < l)) continue;
    found = {Conflict{std::min(one.u, other.u), std::max(one.u, other.u), l}, good};
  }
  return found;
}

}  // namespace

Decision decide(const PartialOrder& po) {
  Decision whole;
  if (po.z.nodes.empty()) return whole;
  decide_prefixes(po, {po.z.nodes.size() - 1}, [&](const Decision& decision) {
    whole = decision;
    return true;
  });
  return whole;
}

void decide_prefixes(const PartialOrder& po, const std::vector<std::size_t>& nodes,
                     const std::function<bool(const Decision&)>& visit) {
  Decision decision;
  // Joins the writers of both sides, and notes the first pair of concurrent ones that differ.
  const auto both = [&](const Location& l, const Writers& left, const Writers& right, bool parallel) {
    if (parallel) {
      decision.safe_by_rule = false;
      for (const Written& x : {left.all.one, left.all.other})
        for (const Written& y : {right.all.one, right.all.other})
          if (x.m && y.m && differ(*x.m, *y.m) && (!decision.unsafe || l < decision.unsafe->l))
            decision.unsafe = {x.u, y.u, l};
    }
    return joined(left, right, parallel);
  };
  const WritersFold<Writers> writers(po);
  const auto leaf = [&](const Node& node) { return writers.leaf(node, both); };
  const auto join = [&](const Node& node, Below left, Below right) {
    if (node.kind == Kind::Then && !decision.reobserved) decision.reobserved = contention(left).at;
    return writers.both(node, std::move(left), std::move(right), both);
  };
  std::vector<Below> sides;
  std::size_t begin = 0;
  for (const std::size_t n : nodes) {
    fold(std::span(po.z.nodes).subspan(begin, n + 1 - begin), sides, leaf, join);
    begin = n + 1;
    const Contention left_open = contention(sides.back());
    decision.contended = left_open.at;
    decision.contended_for_good = left_open.for_good;
    if (!visit(decision)) return;
  }
}

}  // namespace coreecs
