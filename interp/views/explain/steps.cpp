#include <fmt/format.h>

#include "interp/language/notation/formula.hpp"
#include "interp/views/explain/text.hpp"

namespace coreecs {

std::string show_steps(const Explained& explained) {
  const Notation& notation = explained.notation;
  Lines out;
  for (const LeafDerivation& leaf : explained.of.leaves) {
    out.add(9, fmt::format("{}, leaf {}{}", show_leaf(leaf.kind, *leaf.s), leaf.leaf,
                           leaf.visits.empty() ? ": no match" : ""));
    State c = explained.of.observed[leaf.observes].c;  // what the next visit may observe
    for (const Visit& visit : leaf.visits) {
      const std::string match = leaf.s->name + show_entities(visit.e, notation);
      if (visit.dropped) {
        out.add(11, match + " is dropped: it does not match any more");
        continue;
      }
      out.add(11, fmt::format("{} observes {}, does {}; {}", match, show_observation(leaf.s->q, visit.w, notation),
                              show(visit.m, Fresh({explained.env, leaf.leaf}, visit.e), notation),
                              show_changes(visit, c, notation)));
      if (leaf.kind == SeriesParallel::Kind::Seq) c = after(std::move(c), visit.u);
    }
  }
  return out.take();
}

}  // namespace coreecs
