#include "interp/run/plan.hpp"

namespace coreecs {

Plan::Plan(const Schedule& z) {
  struct Step {
    const Schedule* z;
    bool entered;
  };
  std::vector<Step> steps{{&z, false}};
  std::vector<std::size_t> sides;  // sub-schedules that are in the table, not yet joined
  const auto join = [&](Kind kind) {
    const std::size_t right = sides.back();
    sides.pop_back();
    const std::size_t left = sides.back();
    sides.back() = nodes.size();
    nodes[left].parent = nodes[right].parent = nodes.size();
    nodes.push_back({kind, nullptr, left, right, 0, 0, false});
  };
  while (!steps.empty()) {
    const Step at = steps.back();
    steps.pop_back();
    const auto leaf = [&](Kind kind, const System& s) {
      sides.push_back(nodes.size());
      leaves.push_back(nodes.size());
      nodes.push_back({kind, &s, 0, 0, 0, leaves.size() - 1, false});
    };
    const auto composite = [&](Kind kind, const Schedule& left, const Schedule& right) {
      if (at.entered) return join(kind);
      steps.push_back({at.z, true});
      steps.push_back({&right, false});
      steps.push_back({&left, false});
    };
    std::visit(Clauses{
                   [&](const Conc& z) { leaf(Kind::Conc, *z.s); },
                   [&](const Seq& z) { leaf(Kind::Seq, *z.s); },
                   [&](const Par& z) { composite(Kind::Par, z.z, z.z_); },
                   [&](const Then& z) { composite(Kind::Then, z.z, z.z_); },
               },
               at.z->form());
  }
  nodes.back().parent = nodes.back().around = nodes.size();
  for (std::size_t n = nodes.size(); n-- > 0;) {
    const Node& node = nodes[n];
    if (node.kind == Kind::Conc || node.kind == Kind::Seq) continue;
    const bool counts = node.kind == Kind::Par && node.awaited;
    nodes[node.left].around = nodes[node.right].around = counts ? n : node.around;
    nodes[node.left].awaited = node.kind == Kind::Then;
    nodes[node.right].awaited = node.kind == Kind::Then && node.awaited;
  }
}

Plan::Plan(const Schedule& z, const PartialOrder& po) : Plan(z) {
  auto leaf = po.nodes.begin();  // the leaves of both stand in the same order
  for (Node& node : nodes) {
    if (node.kind != Kind::Conc && node.kind != Kind::Seq) continue;
    while (leaf->kind == PartialOrder::Kind::Parallel || leaf->kind == PartialOrder::Kind::Series) ++leaf;
    node.fixed = std::span(po.invocations).subspan(leaf->begin, leaf->end - leaf->begin);
    ++leaf;
  }
}

}  // namespace coreecs
