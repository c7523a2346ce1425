#include "interp/check/decide/concurrent_writes.hpp"

#include <algorithm>

namespace coreecs {

ConcurrentWrites concurrent_writes(const PartialOrder& po, std::size_t most) {
  struct Writer {
    std::size_t u, value;  ///< the values of two writers are the same if these numbers are
  };
  std::map<Location, std::vector<Writer>> writers;
  for (std::size_t u = 0; u < po.size(); ++u)
    for (const Write& write : po.invocations[u].m.writes()) {
      std::vector<Writer>& of_l = writers[write.l];
      const auto alike = std::find_if(
          of_l.begin(), of_l.end(), [&](const Writer& v) { return po.invocations[v.u].m.find(write.l)->k == write.k; });
      of_l.push_back({u, alike == of_l.end() ? of_l.size() : alike->value});
    }
  ConcurrentWrites found;
  found.conflicts.resize(po.size());
  std::vector<ConcurrentPair> alike;
  for (const auto& [l, of_l] : writers)
    for (std::size_t j = 1; j < of_l.size(); ++j) {
      LeafPairs* between = nullptr;
      for (std::size_t k = 0; k < j; ++k) {
        const std::size_t u = of_l[k].u, v = of_l[j].u;
        const Leaf a = po.invocations[u].leaf, b = po.invocations[v].leaf;
        if (k == 0 || a != po.invocations[of_l[k - 1].u].leaf)  // two leaves are concurrent as a whole
          between = concurrent(po, u, v) ? &found.by_leaf[{a, b}] : nullptr;
        if (!between) continue;
        const bool same = of_l[k].value == of_l[j].value;
        if (same ? between->different + between->same == 0 : between->different == 0) between->first = l;
        ++(same ? between->same : between->different);
        if (!same) ++found.conflicts[u], ++found.conflicts[v];
        std::vector<ConcurrentPair>& kind = same ? alike : found.all;
        if (kind.size() < most) kind.push_back({u, v, l, same});
      }
    }
  found.all.insert(found.all.end(), alike.begin(), alike.end());
  return found;
}

}  // namespace coreecs
