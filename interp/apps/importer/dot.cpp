#include "interp/apps/importer/dot.hpp"

#include <unordered_map>

#include "interp/apps/importer/dot_tokens.hpp"

namespace coreecs::importer {

namespace {

constexpr std::size_t deepest = 256, most_expanded = 1'000'000;

/// A recursive-descent reader, one function for each rule of https://graphviz.org/doc/info/lang.html.
class DotReader {
 public:
  explicit DotReader(std::string_view text) : tokens_(text) {}

  // graph : [strict] (graph | digraph) [ID] '{' stmt_list '}'
  Dot graph() {
    if (is_keyword("strict")) tokens_.take();
    if (!is_keyword("graph") && !is_keyword("digraph")) fail("digraph or graph");
    directed_ = tokens_.take().text == "digraph";
    DotSubgraph whole;
    whole.at = tokens_.current().at;
    if (is(DotToken::Kind::Id)) whole.name = tokens_.take().text;
    dot_.subgraphs.push_back(std::move(whole));
    braces(0, Scope{0, {}, {}});
    if (!is(DotToken::Kind::End)) fail("the end, after one graph");
    return std::move(dot_);
  }

 private:
  /// The subgraph of a statement, and the defaults in force.
  struct Scope {
    std::size_t subgraph;
    DotAttributes nodes, edges;
  };
  /// The nodes of one end of an edge.
  using Ends = std::vector<std::size_t>;

  [[nodiscard]] bool is(DotToken::Kind kind) const { return tokens_.current().kind == kind; }
  [[nodiscard]] bool is_keyword(std::string_view word) const {
    return is(DotToken::Kind::Keyword) && tokens_.current().text == word;
  }
  [[nodiscard]] bool is_symbol(std::string_view symbol) const {
    return is(DotToken::Kind::Symbol) && tokens_.current().text == symbol;
  }
  bool take_symbol(std::string_view symbol) {
    if (!is_symbol(symbol)) return false;
    tokens_.take();
    return true;
  }
  [[noreturn]] void fail(const std::string& what) const {
    const DotToken& token = tokens_.current();
    throw Unreadable{token.at, "found " + (token.kind == DotToken::Kind::End ? "the end" : in_quotes(token.text)) +
                                   "; expected " + what};
  }
  DotText id(const char* what) {
    if (!is(DotToken::Kind::Id)) fail(what);
    DotToken token = tokens_.take();
    return {std::move(token.text), token.html};
  }

  /// '{' stmt_list '}'; yields the nodes that are mentioned there
  Ends braces(std::size_t depth, Scope scope) {
    if (depth > deepest) throw Unreadable{tokens_.current().at, "found subgraphs that are nested more than 256 deep"};
    if (!take_symbol("{")) fail("{");
    Ends all;
    while (!take_symbol("}")) {
      if (is(DotToken::Kind::End)) fail("}");
      if (take_symbol(";")) continue;
      const Ends some = statement(depth, scope);
      all.insert(all.end(), some.begin(), some.end());
    }
    return all;
  }

  // stmt : node_stmt | edge_stmt | attr_stmt | ID '=' ID | subgraph
  Ends statement(std::size_t depth, Scope& scope) {
    for (const char* word : {"graph", "node", "edge"})
      if (is_keyword(word)) {
        const std::string of = tokens_.take().text;
        if (!is_symbol("[")) fail("[");
        DotAttributes& defaults = of == "graph"  ? dot_.subgraphs[scope.subgraph].attributes
                                  : of == "node" ? scope.nodes
                                                 : scope.edges;
        attributes(defaults);
        return {};
      }
    if (is_keyword("subgraph") || is_symbol("{")) return edges(subgraph(depth, scope), depth, scope);
    const TextPosition at = tokens_.current().at;
    const DotText name = id("a node, an edge or a subgraph");
    if (take_symbol("=")) {
      dot_.subgraphs[scope.subgraph].attributes[name.text] = id("a value");
      return {};
    }
    port();
    const std::size_t n = node(name.text, at, scope);
    if (is_symbol("->") || is_symbol("--")) return edges({n}, depth, scope);
    dot_.nodes[n].stated_in = scope.subgraph;
    dot_.nodes[n].at = at;
    attributes(dot_.nodes[n].attributes);
    return {n};
  }

  // [ ':' ID [ ':' ID ] ]
  void port() {
    while (take_symbol(":")) (void)id("a port");
  }

  // subgraph : [ subgraph [ ID ] ] '{' stmt_list '}'
  Ends subgraph(std::size_t depth, const Scope& scope) {
    DotSubgraph one{{}, scope.subgraph, {}, tokens_.current().at};
    if (is_keyword("subgraph")) {
      tokens_.take();
      if (is(DotToken::Kind::Id)) one.name = tokens_.take().text;
    }
    dot_.subgraphs.push_back(std::move(one));
    return braces(depth + 1, Scope{dot_.subgraphs.size() - 1, scope.nodes, scope.edges});
  }

  // edge_stmt : (node_id | subgraph) edgeRHS [ attr_list ]
  Ends edges(Ends first, std::size_t depth, Scope& scope) {
    std::vector<Ends> all{std::move(first)};
    std::vector<TextPosition> places;
    while (is_symbol("->") || is_symbol("--")) {
      const DotToken arrow = tokens_.take();
      if ((arrow.text == "->") != directed_)
        throw Unreadable{arrow.at, "found " + in_quotes(arrow.text) + " in a " + (directed_ ? "digraph" : "graph") +
                                       "; expected " + (directed_ ? "->" : "--")};
      places.push_back(arrow.at);
      if (is_keyword("subgraph") || is_symbol("{")) {
        all.push_back(subgraph(depth, scope));
        continue;
      }
      const TextPosition at = tokens_.current().at;
      const DotText name = id("the end of an edge");
      port();
      all.push_back({node(name.text, at, scope)});
    }
    DotAttributes own = scope.edges;
    attributes(own);
    Ends mentioned;
    for (std::size_t k = 0; k < all.size(); ++k) {
      mentioned.insert(mentioned.end(), all[k].begin(), all[k].end());
      if (k == 0) continue;
      if (all[k - 1].size() > 1 || all[k].size() > 1) expand(all[k - 1].size() * all[k].size(), places[k - 1]);
      for (const std::size_t from : all[k - 1])
        for (const std::size_t to : all[k]) dot_.edges.push_back({from, to, directed_, own, places[k - 1]});
    }
    return mentioned;
  }

  /// Limits edges between subgraphs: each stands for all pairs of their nodes, so a short text may have many.
  void expand(std::size_t edges, const TextPosition& at) {
    expanded_ += edges;
    if (expanded_ > most_expanded)
      throw Unreadable{at, "found edges of subgraphs that stand for " + std::to_string(expanded_) +
                               " edges of nodes; expected " + std::to_string(most_expanded) +
                               " at most; order clusters in place of their nodes"};
  }

  // attr_list : '[' [ a_list ] ']' [ attr_list ]
  void attributes(DotAttributes& into) {
    while (take_symbol("[")) {
      while (!take_symbol("]")) {
        const std::string name = id("an attribute, or ]").text;
        into[name] = take_symbol("=") ? id("a value") : DotText{"true"};
        if (!take_symbol(",")) take_symbol(";");
      }
    }
  }

  std::size_t node(const std::string& name, const TextPosition& at, const Scope& scope) {
    const auto [found, is_new] = numbers_.emplace(name, dot_.nodes.size());
    if (is_new) dot_.nodes.push_back({name, scope.nodes, {}, at});
    return found->second;
  }

  DotTokens tokens_;
  bool directed_ = false;
  std::size_t expanded_ = 0;
  Dot dot_;
  std::unordered_map<std::string, std::size_t> numbers_;
};

}  // namespace

Dot read_dot(std::string_view text) { return DotReader(text).graph(); }

}  // namespace coreecs::importer
