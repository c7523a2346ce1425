/// Graphviz's DOT language in full: graphs, subgraphs, nodes and edges with their attributes and their places in the
/// text. Libraries that read DOT keep less: Boost.Graph drops subgraphs, and libcgraph the places, which messages need.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "interp/base/json/problem.hpp"

namespace coreecs::importer {

/// A text, or markup between < and >.
struct DotText {
  std::string text;
  bool html = false;
};
using DotAttributes = std::map<std::string, DotText, std::less<>>;

struct DotSubgraph {
  std::string name;  ///< may be empty
  std::optional<std::size_t> in;
  DotAttributes attributes;  ///< its own, without inherited ones
  TextPosition at = {};
};

struct DotNode {
  std::string id;
  DotAttributes attributes;                   ///< its own and the defaults, where the node was first mentioned
  std::optional<std::size_t> stated_in = {};  ///< the subgraph of its node statement; none if it is only an end of
                                              ///< edges
  TextPosition at = {};
};

struct DotEdge {
  std::size_t from, to;  ///< nodes
  bool directed;
  DotAttributes attributes;  ///< its own and the defaults
  TextPosition at = {};
};

/// A graph. The whole is subgraph 0.
struct Dot {
  std::vector<DotSubgraph> subgraphs;
  std::vector<DotNode> nodes;  ///< in the order in which they are mentioned
  std::vector<DotEdge> edges;  ///< likewise; `a -> b -> c` has two, subgraphs have all pairs
};

/// Reads the first graph of a text; throws Unreadable if it has none. Subgraphs may be nested 256 deep, and their edges
/// may stand for a million edges of nodes. Cost: the length of the text, and the edges.
[[nodiscard]] Dot read_dot(std::string_view text);

}  // namespace coreecs::importer
