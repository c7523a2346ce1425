#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "interp/base/interrupt.hpp"
#include "interp/check/decide/count.hpp"
#include "interp/language/notation/formula.hpp"
#include "interp/views/explain/text.hpp"
#include "interp/views/report/answer.hpp"

namespace coreecs {

namespace {

using Kind = SeriesParallel::Kind;

std::vector<std::string> invocations(const PartialOrder& po, const SeriesParallel::Node& node, std::size_t most,
                                     const Notation& notation) {
  std::vector<std::string> all;
  const auto shown = po.below(node).first(std::min(most, node.end - node.begin));
  for (const Invocation& u : shown) all.push_back(show_invocation(u, notation));
  if (shown.size() < node.end - node.begin)
    all.push_back(fmt::format("... {} more", node.end - node.begin - shown.size()));
  return all;
}

/// The systems that have more than one leaf: what they do is named with its leaf.
std::set<std::string_view> with_several_leaves(const SeriesParallel& z) {
  std::set<std::string_view> once, several;
  for (const std::size_t leaf : z.leaves)
    if (!once.insert(z.nodes[leaf].s->name).second) several.insert(z.nodes[leaf].s->name);
  return several;
}

/// A tree of po_c(z): the parts of a ⨟ come one after the other, those of a ∥ side by side.
class OrderTree {
 public:
  OrderTree(const Explained& explained, const std::set<std::string_view>& several, Lines& out)
      : of_(explained), several_(several), out_(out) {}

  void add(std::size_t node, std::size_t depth, Kind above) {
    const SeriesParallel::Node& at = of_.of.po.z.nodes[node];
    if (at.is_leaf()) {
      const std::vector<std::string> all = invocations(of_.of.po, at, of_.detail.most, of_.notation);
      const char* how = all.size() < 2 ? "" : at.kind == Kind::Conc ? ", in any order" : ", in this order";
      out_.add(2 + 2 * depth,
               fmt::format("{}{}: {}{}", show_leaf(at.kind, *at.s),
                           several_.contains(at.s->name) ? fmt::format(", leaf {}", of_.of.leaves[at.leaf].leaf) : "",
                           all.empty() ? "no invocations" : fmt::format("{}", fmt::join(all, ", ")), how));
      return;
    }
    const bool opens = at.kind != above;
    if (opens)
      out_.add(2 + 2 * depth, at.kind == Kind::Par ? "∥, side by side, in any order:" : "⨟, one after the other:");
    for (const std::size_t side : {at.left, at.right}) add(side, opens ? depth + 1 : depth, at.kind);
  }

 private:
  const Explained& of_;
  const std::set<std::string_view>& several_;
  Lines& out_;
};

}  // namespace

void explain_order(const Explained& explained, Lines& out) {
  const PartialOrder& po = explained.of.po;
  const Notation& notation = explained.notation;
  const std::size_t most = explained.detail.most;
  out.blank();
  out.add(0, fmt::format("po_c(z): {}, {}", plural(po.size(), "invocation"), show_count(shown_count(po), false)));
  const std::set<std::string_view> several = with_several_leaves(po.z);
  if (po.z.leaves.size() <= most_leaves)
    OrderTree(explained, several, out).add(po.z.nodes.size() - 1, 0, Kind::Conc);
  else
    out.add(2, fmt::format("its {} leaves are too many to be shown", po.z.leaves.size()));
  const auto name = [&](std::size_t u) {
    std::string out;
    notation.invocation(out, performed(po.invocations[u]), several.contains(po.invocations[u].s->name));
    return out;
  };
  std::vector<std::string> pairs;
  constexpr std::size_t most_looked_at = 300;
  const std::size_t looked_at = std::min(po.size(), most_looked_at);
  for (std::size_t u = 0; u < looked_at && pairs.size() <= most; ++u)
    for (std::size_t v = u + 1; v < looked_at && pairs.size() <= most; ++v) {
      interrupt::poll();
      if (concurrent(po, u, v)) pairs.push_back(fmt::format("{} and {}", name(u), name(v)));
    }
  const bool all_pairs = pairs.size() <= most && looked_at == po.size();
  if (pairs.size() > most) pairs.pop_back();
  if (pairs.empty() && all_pairs)
    out.add(2, "concurrent pairs: none; there is one linearization", "order/concurrent");
  else
    out.add(2, fmt::format("concurrent pairs: {}{}", fmt::join(pairs, "; "), all_pairs ? "" : "; and more"),
            "order/concurrent");
  out.add(2, "influences (locations of entities that an invocation itself creates do not count, D11):");
  for (std::size_t u = 0; u < std::min(po.size(), most); ++u) {
    std::vector<std::string> locations;
    for (const Location& l : influence(po.invocations[u])) locations.push_back(show(l, notation));
    out.add(4, fmt::format("infl({}) = {}", name(u), show_set(locations, most)));
  }
  if (po.size() > most) out.add(4, fmt::format("({} more)", po.size() - most));
}

}  // namespace coreecs
