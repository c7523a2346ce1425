#include "interp/views/page/meetings.hpp"

#include <map>

namespace coreecs {

Meetings meetings(const PartialOrder& po, std::size_t most) {
  std::map<Location, std::vector<std::size_t>> writers;
  for (std::size_t u = 0; u < po.size(); ++u)
    for (const Write& write : po.invocations[u].m.writes()) writers[write.l].push_back(u);
  Meetings found;
  std::vector<Meeting> alike;
  for (const auto& [l, of_l] : writers)
    for (std::size_t j = 1; j < of_l.size(); ++j)
      for (std::size_t k = 0; k < j; ++k) {
        const std::size_t u = of_l[k], v = of_l[j];
        if (!concurrent(po, u, v)) continue;
        const bool same = po.invocations[u].m.find(l)->k == po.invocations[v].m.find(l)->k;
        std::vector<Meeting>& kind = same ? alike : found.all;
        if (kind.size() < most)
          kind.push_back({u, v, l, same});
        else
          found.more = true;
        if (found.all.size() >= most && alike.size() >= most && found.more) break;
      }
  found.all.insert(found.all.end(), alike.begin(), alike.end());
  return found;
}

}  // namespace coreecs
