/// The writers of each location, folded over po_c(z). What is recorded about them is a parameter.
#pragma once

#include <unordered_map>

#include "interp/base/merge.hpp"
#include "semantics/order.hpp"

namespace coreecs {

/// What an invocation writes to a location.
struct Written {
  std::size_t u = 0;
  const Write* m = nullptr;
};

/// The locations with more than one write, and a few others whose hash occurs twice.
class SharedLocations {
 public:
  explicit SharedLocations(const PartialOrder& po);
  [[nodiscard]] bool has(const Location& l) const { return twice_[hashed(l)]; }

 private:
  [[nodiscard]] std::size_t hashed(const Location& l) const {
    return (std::hash<Location>{}(l)*0x9E3779B97F4A7C15ULL) >> shift_;
  }

  unsigned shift_ = 58;
  std::vector<bool> once_, twice_;
};

/// A `Writers` describes the writers of one location: Writers(Written) a single one, join(l, left, right, parallel) two
/// that are concurrent or in sequence. contended() says whether the maximal ones differ.
template <class Writers>
class WritersFold {
 public:
  /// The writers below a node, at all shared locations.
  struct Below {
    std::unordered_map<Location, Writers> of = {};
    std::size_t contended = 0;  ///< the number of contended ones
  };

  explicit WritersFold(const PartialOrder& po) : po_(po), shared_(po) {}

  template <class Join>
  Below leaf(const SeriesParallel::Node& node, const Join& join) const {
    Below below;
    for (std::size_t u = node.begin; u < node.end; ++u)
      for (const Write& write : po_.invocations[u].m.writes()) {
        if (!shared_.has(write.l)) continue;
        const Writers single(Written{u, &write});
        const auto [at, is_new] = below.of.try_emplace(write.l, single);
        if (is_new) continue;
        below.contended -= at->second.contended();
        at->second = join(write.l, at->second, single, node.kind == SeriesParallel::Kind::Conc);
        below.contended += at->second.contended();
      }
    return below;
  }

  template <class Join>
  static Below both(const SeriesParallel::Node& node, Below left, Below right, const Join& join) {
    std::size_t contended = left.contended + right.contended;
    const auto joined = [&](const Location& l, const Writers& x, const Writers& y) {
      contended -= x.contended();
      contended -= y.contended();
      Writers both = join(l, x, y, node.kind == SeriesParallel::Kind::Par);
      contended += both.contended();
      return both;
    };
    auto of = fast::merged(std::move(left.of), std::move(right.of), joined);
    return {std::move(of), contended};
  }

 private:
  const PartialOrder& po_;
  SharedLocations shared_;
};

}  // namespace coreecs
