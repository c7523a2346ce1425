#include <fmt/format.h>

#include <algorithm>

#include "interp/language/notation/formula.hpp"
#include "interp/language/notation/show.hpp"
#include "interp/views/explain/text.hpp"

namespace coreecs {

namespace {

using Kind = SeriesParallel::Kind;

/// c ⇓ z as a text in which some of the sub-schedules are expanded.
class Unfolding {
 public:
  explicit Unfolding(const SeriesParallel& z) : z_(z), expanded_(z.nodes.size()) {}

  void expand(std::size_t node) { expanded_[node] = true; }

  /// c ⇓ the sub-schedule, for this text of c; in parentheses if it is part of another formula.
  [[nodiscard]] std::string produced(std::size_t node, const std::string& c) const {
    const SeriesParallel::Node& at = z_.nodes[node];
    if (!expanded_[node]) return fmt::format("({} ⇓ {})", c, show_part(z_, node));
    const std::string q = at.is_leaf() ? fmt::format("⟦q_{}⟧{}", at.s->name, c) : "";
    switch (at.kind) {
      case Kind::Conc:
        return fmt::format("{}({})", at.s->name, q);
      case Kind::Seq:
        return fmt::format("{}(roll_{}({}, {}))", at.s->name, at.s->name, c, q);
      case Kind::Par:
        return fmt::format("({} • {})", produced(at.left, c), produced(at.right, c));
      case Kind::Then:
        break;
    }
    return fmt::format("({} • {})", produced(at.left, c),
                       produced(at.right, fmt::format("({} ↓ {})", c, produced(at.left, c))));
  }

 private:
  const SeriesParallel& z_;
  std::vector<bool> expanded_;
};

const char* rule(Kind kind) {
  switch (kind) {
    case Kind::Conc:
      return "schedule/conc";
    case Kind::Seq:
      return "schedule/seq";
    case Kind::Par:
      return "schedule/par";
    case Kind::Then:
      break;
  }
  return "schedule/then";
}

/// The nodes, each before its sides, the left one first.
void in_order(const SeriesParallel& z, std::size_t node, std::vector<std::size_t>& order) {
  order.push_back(node);
  if (z.nodes[node].is_leaf()) return;
  in_order(z, z.nodes[node].left, order);
  in_order(z, z.nodes[node].right, order);
}

}  // namespace

void explain_schedule(const Explained& explained, Lines& out) {
  constexpr std::size_t most = 5, longest = 400;  // leaves, and columns
  const SeriesParallel& z = explained.of.po.z;
  out.blank();
  out.add(0, "z(c) = c ↓ (c ⇓ z)", "schedule/apply");
  if (z.leaves.size() <= most) {
    const std::size_t root = z.nodes.size() - 1;
    Unfolding unfolding(z);
    std::vector<std::string> equations{fmt::format("= c ↓ {}", unfolding.produced(root, "c"))};
    std::vector<const char*> rules{""};
    std::vector<std::size_t> order;
    in_order(z, root, order);
    for (const std::size_t node : order) {
      unfolding.expand(node);
      equations.push_back(fmt::format("= c ↓ {}", unfolding.produced(root, "c")));
      rules.push_back(rule(z.nodes[node].kind));
    }
    if (z.nodes[root].kind == Kind::Then) {
      const std::string left = unfolding.produced(z.nodes[root].left, "c");
      const std::string middle = state_name([&] {
        const auto& all = explained.of.observed;
        return static_cast<std::size_t>(
            std::find_if(all.begin(), all.end(), [&](const auto& one) { return one.node == z.nodes[root].left; }) -
            all.begin());
      }());
      equations.push_back(
          fmt::format("= (c ↓ {}) ↓ {}", left, unfolding.produced(z.nodes[root].right, fmt::format("(c ↓ {})", left))));
      rules.push_back("mutation/compose");
      equations.push_back(fmt::format("= {} ↓ {}, with {} = c ↓ {}", middle,
                                      unfolding.produced(z.nodes[root].right, middle), middle, left));
      rules.push_back("");
    }
    const bool readable = std::all_of(equations.begin(), equations.end(),
                                      [](const std::string& line) { return columns(line) <= longest; });
    for (std::size_t k = 0; readable && k < equations.size(); ++k) out.add(2, equations[k], rules[k]);
  }
  std::size_t components = 0;
  for (Label i = 0; i < explained.of.end.labels(); ++i) components += explained.of.end[i].size();
  if (components <= explained.detail.most) out.add(2, "= " + show_state(explained.of.end, explained.notation));
}

}  // namespace coreecs
