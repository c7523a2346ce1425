// The output of bevy_mod_debugdump: systems are nodes whose tooltip is their path, sets are clusters with an invisible
// marker node, and edges are order, ambiguities or membership. Ids of nodes change between versions; only the prefix
// node_Set is read, which marks a set without a cluster. Also what people draw of Bevy's remote protocol: nodes
// Set(SystemSetKey(1v1)) are sets, blue edges lead from them to what is in them, and a system is "implied" by the set
// of its type.
#include <algorithm>
#include <map>
#include <set>

#include "interp/apps/importer/assembly.hpp"
#include "interp/apps/importer/dot.hpp"

namespace coreecs::importer {

namespace {

using app::Node;

std::string attribute(const DotAttributes& all, std::string_view key) {
  const auto found = all.find(key);
  return found == all.end() ? std::string() : found->second.text;
}

bool begins(std::string_view text, std::string_view with) { return text.substr(0, with.size()) == with; }

/// The texts between the tags of markup, with & < > " unescaped.
std::vector<std::string> texts_of(std::string_view html) {
  std::vector<std::string> out;
  std::string text;
  const auto end = [&] {
    if (!trimmed(text).empty()) out.emplace_back(trimmed(text));
    text.clear();
  };
  constexpr std::pair<std::string_view, char> entities[] = {
      {"&lt;", '<'}, {"&gt;", '>'}, {"&amp;", '&'}, {"&quot;", '"'}, {"&#39;", '\''}};
  while (!html.empty()) {
    if (html.front() == '<') {
      end();
      html.remove_prefix(std::min(html.find('>'), html.size() - 1) + 1);
      continue;
    }
    const auto entity = std::find_if(std::begin(entities), std::end(entities),
                                     [&](const auto& one) { return begins(html, one.first); });
    text += entity == std::end(entities) ? html.front() : entity->second;
    html.remove_prefix(entity == std::end(entities) ? 1 : entity->first.size());
  }
  end();
  return out;
}

/// The first line of a label: \n, \l and \r end one.
std::string first_line(std::string_view label) {
  const std::size_t end = std::min({label.find("\\n"), label.find("\\l"), label.find("\\r"), label.find('\n')});
  return std::string(label.substr(0, end));
}

constexpr std::string_view remote_set = "Set(SystemSetKey(", implied = "implied ";

class Dump {
 public:
  Dump(Dot dot, const std::string& name) : dot_(std::move(dot)), assembly_(name) {}

  Imported read() && {
    sets();
    remote_sets();
    sync_points();
    for (std::size_t n = 0; n < dot_.nodes.size(); ++n) node(n);
    for (const DotEdge& edge : dot_.edges) this->edge(edge);
    enclosing();
    if (assembly_.app().systems.empty())
      throw Unreadable{{1, 1}, "found no node that is a system; expected a graph of systems"};
    return std::move(assembly_).done();
  }

 private:
  /// Clusters are sets, and the invisible node in a cluster stands for its set.
  void sets() {
    set_of_.resize(dot_.subgraphs.size());
    of_.resize(dot_.nodes.size());
    for (std::size_t s = 1; s < dot_.subgraphs.size(); ++s) {
      const DotSubgraph& one = dot_.subgraphs[s];
      if (!begins(one.name, "cluster")) continue;
      const std::string label = attribute(one.attributes, "label"), tooltip = attribute(one.attributes, "tooltip");
      set_of_[s] = assembly_.add_set(!label.empty()     ? first_line(label)
                                     : !tooltip.empty() ? tooltip
                                                        : one.name,
                                     one.at);
    }
    for (std::size_t n = 0; n < dot_.nodes.size(); ++n) {
      const DotNode& one = dot_.nodes[n];
      if (!one.stated_in || attribute(one.attributes, "style") != "invis") continue;
      if (const auto set = cluster(*one.stated_in))
        of_[n] = Node{Node::Kind::Set, *set};
      else
        assembly_.warn(one.at, "found the invisible node " + in_quotes(one.id) + " in no set; it is left out");
      marker_.insert(n);
    }
  }

  /// Sets of the remote protocol. That of a system's type, which has this system alone, stands for the system.
  void remote_sets() {
    std::map<std::size_t, std::vector<std::size_t>> members;  // of nodes
    for (const DotEdge& edge : dot_.edges)
      if (is_hierarchy(edge)) members[edge.from].push_back(edge.to);
    for (std::size_t n = 0; n < dot_.nodes.size(); ++n) {
      const DotNode& one = dot_.nodes[n];
      if (!begins(one.id, remote_set)) continue;
      marker_.insert(n);
      const std::string name = attribute(one.attributes, "label");
      const std::vector<std::size_t>& in = members[n];
      if (in.size() == 1 && attribute(dot_.nodes[in[0]].attributes, "label") == std::string(implied) + name)
        type_of_[n] = in[0];
      else
        of_[n] = Node{Node::Kind::Set, assembly_.add_set(name.empty() ? one.id : name, one.at)};
    }
  }
  [[nodiscard]] bool is_hierarchy(const DotEdge& edge) const {
    return begins(dot_.nodes[edge.from].id, remote_set) && attribute(edge.attributes, "color") == "blue";
  }

  /// Sync points that Bevy inserted are drawn without edges: their place is not known.
  void sync_points() {
    std::vector<bool> has_edge(dot_.nodes.size());
    for (const DotEdge& edge : dot_.edges) has_edge[edge.from] = has_edge[edge.to] = true;
    std::vector<std::size_t> found;
    for (std::size_t n = 0; n < dot_.nodes.size(); ++n) {
      const std::string path = marker_.count(n) > 0 ? std::string() : path_of(dot_.nodes[n]);
      const std::string last = path.substr(path.rfind(':') + 1);
      if (!has_edge[n] && (last == "apply_deferred" || last == "ApplyDeferred")) found.push_back(n);
    }
    marker_.insert(found.begin(), found.end());
    if (!found.empty())
      assembly_.warn(dot_.nodes[found[0]].at,
                     "found " + (found.size() == 1 ? "a sync point" : std::to_string(found.size()) + " sync points") +
                         " (apply_deferred) without edges, as Bevy inserts them; left out, because where commands are "
                         "applied follows from declared commands");
  }

  /// The set of the innermost cluster around a subgraph's content.
  [[nodiscard]] std::optional<std::size_t> cluster(std::size_t subgraph) const {
    for (std::optional<std::size_t> s = subgraph; s; s = dot_.subgraphs[*s].in)
      if (set_of_[*s]) return set_of_[*s];
    return std::nullopt;
  }

  void node(std::size_t n) {
    if (marker_.count(n) > 0) return;
    const DotNode& one = dot_.nodes[n];
    if (!one.stated_in) {
      assembly_.warn(one.at, "found " + in_quotes(one.id) +
                                 ", which is an end of edges only; it is taken for a set without systems, "
                                 "as Bevy has what is ordered against and is not in the schedule");
      of_[n] = Node{Node::Kind::Set, assembly_.add_set(one.id, one.at)};
      return;
    }
    const std::string path = path_of(one);
    if (begins(one.id, "node_Set"))
      assembly_.warn(one.at, "found the set " + in_quotes(path) +
                                 " drawn as one node, without its systems; it is taken "
                                 "for a system (collapse_single_system_sets: false draws them)");
    const std::size_t system = assembly_.add_system(path);
    assembly_.app().systems[system].access_known = false;
    of_[n] = Node{Node::Kind::System, system};
  }

  static std::string path_of(const DotNode& one) {
    const std::string tooltip = attribute(one.attributes, "tooltip"), label = attribute(one.attributes, "label");
    const std::string path = !tooltip.empty() ? tooltip : !label.empty() ? first_line(label) : one.id;
    return begins(one.id, "System(SystemKey(") && begins(path, implied) ? path.substr(implied.size()) : path;
  }
  [[nodiscard]] const std::optional<Node>& meaning(std::size_t n) const {
    const auto type = type_of_.find(n);
    return of_[type == type_of_.end() ? n : type->second];
  }

  void edge(const DotEdge& edge) {
    interrupt::poll();
    const auto &from = meaning(edge.from), &to = meaning(edge.to);
    if (!from || !to) return;  // this end was left out, with a warning
    if (is_hierarchy(edge)) {
      if (*from != *to) put(*to, from->position, edge.at);
      return;
    }
    const std::string dir = attribute(edge.attributes, "dir");
    const bool systems = from->kind == Node::Kind::System && to->kind == Node::Kind::System;
    if (edge.directed && dir != "none") {
      if (dir == "both") warn(edge, "an edge with two heads; it is taken for one from the first to the second");
      if (dir == "back")
        assembly_.of(*to).before.push_back(*from);
      else
        assembly_.of(*from).before.push_back(*to);
      return;
    }
    const auto label = edge.attributes.find("label");
    if (systems)
      return ambiguity(edge, from->position, to->position, label == edge.attributes.end() ? nullptr : &label->second);
    if (label != edge.attributes.end() && !label->second.text.empty())
      return warn(edge, "an ambiguity of a set; it is left out, expected two systems");
    membership(edge, *from, *to);
  }

  void ambiguity(const DotEdge& edge, std::size_t a, std::size_t b, const DotText* label) {
    app::Labels on;
    if (a == b) return warn(edge, "an ambiguity of a system with itself; it is left out");
    if (label && label->html)
      for (const std::string& name : texts_of(label->text)) on.push_back(assembly_.bevy_label(name));
    else if (label && label->text != "World")
      for (const std::string_view name : lines_of(label->text)) on.push_back(assembly_.bevy_label(std::string(name)));
    else if (!label)
      warn(edge, "an edge without a direction or a label; it is taken for a conflict on the whole world");
    assembly_.conflict(a, b, std::move(on));
  }

  /// An edge between a set and one of its members, in either direction.
  void membership(const DotEdge& edge, const Node& from, const Node& to) {
    const bool from_system = from.kind == Node::Kind::System;
    const Node &inner = from_system ? from : to, &outer = from_system ? to : from;
    if (outer.kind != Node::Kind::Set)
      return warn(edge, "an edge without a direction from a set to a system; it is left out");
    members_.insert({inner.kind == Node::Kind::Set, inner.position});
    put(inner, outer.position, edge.at);
  }

  /// Puts a node in a set, unless the set would then contain itself.
  void put(const Node& node, std::size_t set, const TextPosition& at) {
    if (node.kind == Node::Kind::Set && is_within(set, node.position))
      return assembly_.warn(at, "found the set " + in_quotes(assembly_.app().name_of(node)) + " in " +
                                    in_quotes(assembly_.app().sets[set].name) +
                                    ", which is in it, itself or through others; it is left out");
    std::vector<std::size_t>& in = assembly_.of(node).in;
    if (std::find(in.begin(), in.end(), set) == in.end()) in.push_back(set);
  }
  /// Whether one set is the other, or in it.
  [[nodiscard]] bool is_within(std::size_t set, std::size_t outer) {
    std::set<std::size_t> seen;
    for (std::vector<std::size_t> left{set}; !left.empty();) {
      const std::size_t one = left.back();
      left.pop_back();
      if (one == outer) return true;
      if (!seen.insert(one).second) continue;
      const std::vector<std::size_t>& in = assembly_.app().sets[one].configuration.in;
      left.insert(left.end(), in.begin(), in.end());
    }
    return false;
  }

  /// Whatever is drawn in a set is in it. A member of several sets is drawn around all of them, which adds nothing.
  void enclosing() {
    for (std::size_t s = 1; s < dot_.subgraphs.size(); ++s)
      if (set_of_[s]) enclose({Node::Kind::Set, *set_of_[s]}, cluster(*dot_.subgraphs[s].in), dot_.subgraphs[s].at);
    for (std::size_t n = 0; n < dot_.nodes.size(); ++n)
      if (of_[n] && of_[n]->kind == Node::Kind::System)
        enclose(*of_[n], cluster(*dot_.nodes[n].stated_in), dot_.nodes[n].at);
  }
  void enclose(const Node& node, std::optional<std::size_t> set, const TextPosition& at) {
    if (!set) return;
    const std::vector<std::size_t>& in = assembly_.of(node).in;
    const bool several = members_.count({node.kind == Node::Kind::Set, node.position}) > 0;
    if (!several || std::none_of(in.begin(), in.end(), [&](std::size_t one) { return is_drawn_in(one, *set); }))
      put(node, *set, at);
  }
  /// Whether one set is the other, or drawn in it.
  [[nodiscard]] bool is_drawn_in(std::size_t set, std::size_t outer) const {
    const auto at = std::find(set_of_.begin(), set_of_.end(), std::optional(set));
    std::optional<std::size_t> s = static_cast<std::size_t>(at - set_of_.begin());
    for (; s; s = dot_.subgraphs[*s].in)
      if (set_of_[*s] == outer) return true;
    return false;
  }

  void warn(const DotEdge& edge, const std::string& what) { assembly_.warn(edge.at, "found " + what); }

  Dot dot_;
  Assembly assembly_;
  std::vector<std::optional<std::size_t>> set_of_;  // of subgraphs that are clusters
  std::vector<std::optional<Node>> of_;             // the meaning of each node
  std::set<std::size_t> marker_;                    // nodes that are no systems of their own
  std::map<std::size_t, std::size_t> type_of_;      // for the set of a system's type, the node of the system
  std::set<std::pair<bool, std::size_t>> members_;  // members of sets by edges: whether each is a set, and its position
};

}  // namespace

Imported import_bevy_dot(std::string_view text, const std::string& name) { return Dump(read_dot(text), name).read(); }

}  // namespace coreecs::importer
