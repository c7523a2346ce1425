#include "interp/app/app.hpp"

namespace coreecs::app {

std::vector<std::vector<std::size_t>> members(const App& app) {
  const std::size_t n = app.sets.size();
  std::vector<std::vector<std::size_t>> all(n);
  std::vector<std::size_t> above, seen(n, app.systems.size());
  for (std::size_t s = 0; s < app.systems.size(); ++s) {
    above = app.systems[s].configuration.in;
    while (!above.empty()) {
      const std::size_t set = above.back();
      above.pop_back();
      if (seen[set] == s) continue;
      seen[set] = s;
      all[set].push_back(s);
      const std::vector<std::size_t>& in = app.sets[set].configuration.in;
      above.insert(above.end(), in.begin(), in.end());
    }
  }
  return all;
}

}  // namespace coreecs::app
