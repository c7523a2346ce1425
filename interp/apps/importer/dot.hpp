/// The DOT language of Graphviz, read as a whole: graphs, subgraphs, nodes and edges with their attributes, each with
/// where it stands in the text. The libraries that read DOT keep less: Boost.Graph drops subgraphs, and libcgraph the
/// places, so that nothing could be said of a line.
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
  DotAttributes attributes;  ///< its own; not those that it inherits
  TextPosition at = {};
};

struct DotNode {
  std::string id;
  DotAttributes attributes;                   ///< its own and the defaults, where the node was first mentioned
  std::optional<std::size_t> stated_in = {};  ///< the subgraph of its statement, if it has one, and is not only an end
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
  std::vector<DotNode> nodes;  ///< as they are mentioned
  std::vector<DotEdge> edges;  ///< likewise; of `a -> b -> c` two, of subgraphs all pairs
};

/// Reads the first graph of a text; throws Unreadable where there is none. Subgraphs may be nested 256 deep, and
/// their edges may stand for a million edges of nodes. Cost: the length of the text, and the edges.
[[nodiscard]] Dot read_dot(std::string_view text);

}  // namespace coreecs::importer
