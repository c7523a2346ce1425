#include "interp/views/explain/text.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "interp/language/notation/formula.hpp"

namespace coreecs {

std::string state_name(std::size_t observed) { return observed == 0 ? "c" : fmt::format("c{}", observed); }

std::string show_leaf(SeriesParallel::Kind kind, const System& s) {
  return fmt::format("{}({})", kind == SeriesParallel::Kind::Conc ? "conc" : "seq", s.name);
}

std::string show_node(const SeriesParallel& z, std::size_t node) {
  constexpr std::size_t readable = 8;
  const SeriesParallel::Node& at = z.nodes[node];
  if (at.is_leaf()) return show_leaf(at.kind, *at.s);
  const std::size_t nodes = node - z.leaves[at.leaf] + 1;  // the first of them is its first leaf
  const std::size_t leaves = (nodes + 1) / 2;
  if (leaves > readable) return fmt::format("leaves {} to {} of z", at.leaf, at.leaf + leaves - 1);
  // As in `show` of a schedule: both operators associate, and mixed ones get parentheses.
  const auto side = [&](std::size_t side, bool right) {
    const bool parentheses = !z.nodes[side].is_leaf() && (z.nodes[side].kind != at.kind || right);
    return parentheses ? "(" + show_node(z, side) + ")" : show_node(z, side);
  };
  return side(at.left, false) + (at.kind == SeriesParallel::Kind::Par ? " ∥ " : " ⨟ ") + side(at.right, true);
}

std::string show_part(const SeriesParallel& z, std::size_t node) {
  const std::string text = show_node(z, node);
  return z.nodes[node].is_leaf() ? text : "(" + text + ")";
}

const char* rule_of(const Query& q) {
  return match(
      q, [](const Incl&) { return "query/incl"; }, [](const Excl&) { return "query/excl"; },
      [](const Anyway&) { return "query/anyway"; }, [](const And&) { return "query/and"; });
}

std::string show_set(const std::vector<std::string>& elements, std::size_t most) {
  const std::size_t shown = std::min(most, elements.size());
  std::string out =
      fmt::format("{{{}", fmt::join(elements.begin(), elements.begin() + static_cast<std::ptrdiff_t>(shown), ", "));
  if (shown < elements.size()) out += fmt::format(", ... {} more", elements.size() - shown);
  return out + "}";
}

std::string show(const ValueChange& change, const Notation& notation) {
  return fmt::format("{}: {} → {}", show(change.l, notation), show(change.before, change.l.i, notation),
                     show(change.after, change.l.i, notation));
}

std::string show_changes(const Visit& visit, const State& c, const Notation& notation) {
  const auto overwrites = [&](const Write& write) {
    const auto change = std::find_if(visit.changes.begin(), visit.changes.end(),
                                     [&](const ValueChange& one) { return one.l == write.l; });
    const std::optional<Value>& found = change == visit.changes.end() ? write.k : change->before;
    const Value* there = c.at(write.l);
    return there ? found != *there : found.has_value();
  };
  std::vector<std::string> changes;
  for (const ValueChange& change : visit.changes) changes.push_back(show(change, notation));
  const bool unseen = std::any_of(visit.u.writes().begin(), visit.u.writes().end(), overwrites);
  return fmt::format("{}{}", changes.empty() ? "changes nothing" : fmt::format("{}", fmt::join(changes, ", ")),
                     unseen ? " (in the order of the reference run)" : "");
}

std::string show_invocation(const Invocation& u, const Notation& notation) {
  std::string out;
  notation.invocation(out, u.s->name, {u.e.data(), u.e.size()});
  return out;
}

}  // namespace coreecs
