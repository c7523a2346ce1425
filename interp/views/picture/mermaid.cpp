#include <fmt/format.h>

#include "interp/base/json/problem.hpp"
#include "interp/views/picture/picture.hpp"

namespace coreecs {

namespace {

/// Text in the quotes of Mermaid, where Markdown, HTML and #number; for characters are read. Letters, digits, harmless
/// signs, and all characters beyond ASCII stay as they are.
std::string in_mermaid(const std::string& text) {
  std::string out;
  for (const char c : on_one_line(text)) {
    const bool is_letter = ('a' <= c && c <= 'z') || ('A' <= c && c <= 'Z') || ('0' <= c && c <= '9');
    const bool is_itself = is_letter || c == ' ' || c == ',' || c == '(' || c == ')' || (c & 0x80) != 0;
    out += is_itself ? std::string(1, c) : fmt::format("#{};", static_cast<int>(c));
  }
  return out;
}

std::string shown(const Picture::Node& node) {
  using Shape = Picture::Node::Shape;
  const std::string label = in_mermaid(node.label);
  switch (node.shape) {
    case Shape::Box:
      return fmt::format("{}[\"{}\"]", node.id, label);
    case Shape::Round:
      return fmt::format("{}([\"{}\"])", node.id, label);
    case Shape::Several:
      return fmt::format("{}[[\"{}\"]]", node.id, label);
    case Shape::Join:
      return fmt::format("{}((\" \"))", node.id);
  }
  return "";
}

std::string link(const Picture::Edge& edge, const Picture::Node& to) {
  using Kind = Picture::Edge::Kind;
  switch (edge.kind) {
    case Kind::Before:
      return to.shape == Picture::Node::Shape::Join ? "---" : "-->";
    case Kind::Part:
      return "---";
    case Kind::Reads:
      return "-.->";
    case Kind::Writes:
      return "-->";
    case Kind::Conflict:
      return fmt::format("x--x|\"{}\"|", in_mermaid(edge.label));
  }
  return "";
}

}  // namespace

std::string mermaid(const Picture& picture) {
  std::string out = fmt::format("flowchart {}\nsubgraph picture[\"{}\"]\n",
                                picture.direction == Picture::Direction::Down ? "TB" : "LR", in_mermaid(picture.title));
  for (const Picture::Node& node : picture.nodes) out += "  " + shown(node) + "\n";
  std::string conflicts;
  for (std::size_t k = 0; k < picture.edges.size(); ++k) {
    const Picture::Edge& edge = picture.edges[k];
    const Picture::Node& to = picture.nodes[edge.to];
    out += fmt::format("  {} {} {}\n", picture.nodes[edge.from].id, link(edge, to), to.id);
    if (edge.kind == Picture::Edge::Kind::Conflict) conflicts += fmt::format("linkStyle {} stroke:red,color:red\n", k);
  }
  for (std::size_t k = 0; k < picture.notes.size(); ++k)
    out += fmt::format("  n{}>\"{}\"]\n", k, in_mermaid(picture.notes[k]));
  return out + "end\n" + conflicts;
}

}  // namespace coreecs
