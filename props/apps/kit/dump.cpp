#include "props/apps/kit/dump.hpp"

#include <algorithm>
#include <map>

#include "interp/apps/app/conflicts.hpp"
#include "interp/apps/app/order.hpp"

namespace coreecs::app {

namespace {

std::string in_dot(const std::string& text) {
  std::string out = "\"";
  for (const char c : text) out += c == '"' ? "\\\"" : std::string(1, c);
  return out + "\"";
}

std::string in_html(const std::string& text) {
  std::string out;
  for (const char c : text)
    out += c == '&' ? "&amp;" : c == '"' ? "&quot;" : c == '<' ? "&lt;" : c == '>' ? "&gt;" : std::string(1, c);
  return out;
}

class Dumper {
 public:
  Dumper(const App& app, DumpKeys keys) : app_(app), keys_(keys) {}

  std::string dump() {
    out_ =
        "digraph \"\" {\n\t\"compound\"=\"true\";\n\t\"rankdir\"=\"LR\";\n\tedge [\"penwidth\"=\"2\"];\n"
        "\tnode [\"shape\"=\"box\", \"style\"=\"filled\"];\n";
    inside(std::nullopt);
    order();
    ambiguities();
    return out_ + "}\n";
  }

 private:
  [[nodiscard]] std::string key(const Node& node) const {
    const std::string number = std::to_string(node.position);
    const std::string kind = node.kind == Node::Kind::System ? "System" : "Set";
    if (keys_ == DumpKeys::Plain) return kind + "(" + number + ")";
    return kind + "(" + (node.kind == Node::Kind::System ? "SystemKey(" : "SystemSetKey(") + number + "v1))";
  }
  [[nodiscard]] std::string node(const Node& node) const {
    return in_dot((node.kind == Node::Kind::Set ? "set_marker_node_" : "node_") + key(node));
  }
  [[nodiscard]] std::string cluster(const Node& node) const {
    return node.kind == Node::Kind::Set ? "clusternode_" + key(node) : "";
  }
  [[nodiscard]] const std::vector<std::size_t>& in(const Node& node) const {
    return node.kind == Node::Kind::System ? app_.systems[node.position].configuration.in
                                           : app_.sets[node.position].configuration.in;
  }

  /// A set and all that it is in, the nearest first.
  [[nodiscard]] std::vector<std::size_t> ancestors(std::size_t set) const {
    std::vector<std::size_t> all{set};
    for (std::size_t k = 0; k < all.size(); ++k)
      for (const std::size_t one : app_.sets[all[k]].configuration.in) all.push_back(one);
    return all;
  }
  /// Where a node is drawn: in its only set, or in the nearest one that all its sets are in.
  [[nodiscard]] std::optional<std::size_t> drawn_in(const Node& node) const {
    const std::vector<std::size_t>& sets = in(node);
    if (sets.empty()) return std::nullopt;
    for (const std::size_t one : ancestors(sets.back())) {
      const auto has = [&](std::size_t set) {
        const auto all = ancestors(set);
        return std::find(all.begin(), all.end(), one) != all.end();
      };
      if (std::all_of(sets.begin(), sets.end(), has)) return one;
    }
    return std::nullopt;
  }

  /// What is drawn in a set, or in none.
  void inside(std::optional<std::size_t> set) {
    for (std::size_t k = 0; k < app_.sets.size(); ++k) {
      const Node one{Node::Kind::Set, k};
      if (drawn_in(one) != set) continue;
      out_ += "\tsubgraph " + in_dot(cluster(one)) +
              " {\n\t\t\"style\"=\"rounded,filled\";\n\t\t\"label\"=" + in_dot(app_.sets[k].name) +
              ";\n\t\t\"tooltip\"=" + in_dot(app_.sets[k].name) + ";\n\t\t" + node(one) +
              " [\"style\"=\"invis\", \"label\"=\"\", \"shape\"=\"point\"]\n";
      inside(k);
      out_ += "\t}\n\t\n";
      if (in(one).size() > 1)
        for (const std::size_t parent : in(one)) membership({Node::Kind::Set, parent}, one);
    }
    for (std::size_t k = 0; k < app_.systems.size(); ++k) {
      const Node one{Node::Kind::System, k};
      if (drawn_in(one) != set) continue;
      const std::string& path = app_.systems[k].name;
      std::string label = path.substr(path.rfind(':') + 1);
      if (in(one).size() > 1) {
        label += "\nIn multiple sets";
        for (const std::size_t parent : in(one)) {
          label += ", " + app_.sets[parent].name;
          membership(one, {Node::Kind::Set, parent});
        }
      }
      out_ += "\t" + node(one) + " [\"label\"=" + in_dot(label) + ", \"tooltip\"=" + in_dot(path) + "]\n";
    }
  }
  void membership(const Node& from, const Node& to) {
    out_ += "\t" + node(from) + " -> " + node(to) +
            " [\"dir\"=\"none\", \"color\"=\"red\", \"lhead\"=" + in_dot(cluster(to)) + "]\n";
  }

  void order() {
    const auto edge = [&](const Node& a, const Node& b) {
      out_ += "\t" + node(a) + " -> " + node(b) + " [\"lhead\"=" + in_dot(cluster(b)) +
              ", \"ltail\"=" + in_dot(cluster(a)) +
              ", \"tooltip\"=" + in_dot(app_.name_of(a) + " → " + app_.name_of(b)) + "]\n";
    };
    const auto all = [&](const Node& node, const Configuration& of) {
      for (const Node& other : of.before) edge(node, other);
      for (const Node& other : of.after) edge(other, node);
    };
    for (std::size_t k = 0; k < app_.systems.size(); ++k) all({Node::Kind::System, k}, app_.systems[k].configuration);
    for (std::size_t k = 0; k < app_.sets.size(); ++k) all({Node::Kind::Set, k}, app_.sets[k].configuration);
    for (const std::vector<Node>& chain : app_.chains)
      for (std::size_t k = 0; k + 1 < chain.size(); ++k) edge(chain[k], chain[k + 1]);
  }

  void ambiguities() {
    const Dag dag = app::order(app_);
    const Allowances allowances(app_);
    for (const Conflict& one : declared_conflicts(app_)) {
      if (!dag.concurrent(one.a, one.b) || allowances.allows(one)) continue;
      std::string label = "\"World\"";
      if (!one.on.empty()) {
        label = "<<table border=\"0\" cellborder=\"0\">";
        for (const std::size_t k : one.on)
          label += "<tr><td bgcolor=\"#00000008\">" + in_html(app_.components[k].name) + "</td></tr>";
        label += "</table>>";
      }
      out_ += "\t" + node({Node::Kind::System, one.a}) + " -> " + node({Node::Kind::System, one.b}) +
              " [\"dir\"=\"none\", \"constraint\"=\"false\", \"color\"=\"blue\", \"label\"=" + label +
              ", \"labeltooltip\"=\"\"]\n";
    }
  }

  const App& app_;
  DumpKeys keys_;
  std::string out_;
};

}  // namespace

std::string bevy_dump(const App& app, DumpKeys keys) { return Dumper(app, keys).dump(); }

}  // namespace coreecs::app
