/// How large random cases are: what an engine was tested with, and what it was not.
#pragma once

#include <array>

#include "interp/oracle/generate.hpp"
#include "interp/oracle/judge.hpp"

namespace coreecs {

/// A size of a case, with the sizes that a search should meet.
struct Dimension {
  const char* name;
  std::array<std::uint64_t, 5> marks;  ///< 0 for none
};
inline constexpr Dimension dimensions[] = {{"components", {33, 65, 129}},
                                           {"constraints in a query", {2, 3, 5}},
                                           {"queries in a system", {2, 3}},
                                           {"leaves", {2, 8}},
                                           {"nested schedules", {2, 4}},
                                           {"frames", {2, 3}},
                                           {"entities at the start", {10, 100}},
                                           {"entities alive", {10, 100}},
                                           {"entities created", {1, 10, 1'000}},
                                           {"entities destroyed", {1, 10, 1'000}},
                                           {"times that a slot is used again", {1, 256, 4'095}},
                                           {"writes to an entity that is gone", {1}},
                                           {"depth of the hierarchy", {1, 4}},
                                           {"times that a component is disabled", {1, 10}},
                                           {"largest integer", {128, 1U << 15, 1ULL << 31, 1ULL << 32, 1ULL << 53}}};

/// By dimension. Those of a run are of the reference; its slots are taken again in the order last freed, first used.
using Extent = std::array<std::uint64_t, std::size(dimensions)>;
/// Throws what system functions throw, and fast::TooManyMatches. Cost: that of a run, with its operations.
[[nodiscard]] Extent extent(const EngineCase&);

/// "components: 33": a mark of a dimension.
[[nodiscard]] std::string shown_mark(const Dimension&, std::uint64_t mark);
/// The marks that a case reaches.
[[nodiscard]] std::set<std::string> marks(const Extent&);
/// The marks that cases of this shape can reach, if they consist of these constructs.
[[nodiscard]] std::set<std::string> reachable(const Shape&, const Constructs& among);

/// Extents of many cases.
class Extents {
 public:
  void add(const Extent&);
  /// A row for each dimension, "2–5", and for each mark the share of cases that reach it, "40 %".
  [[nodiscard]] std::vector<std::pair<std::string, std::string>> rows() const;

 private:
  std::vector<Extent> all_;
};

}  // namespace coreecs
