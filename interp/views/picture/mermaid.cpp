#include <fmt/format.h>

#include <vector>

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
      break;
  }
  return "";
}

}  // namespace

// Mermaid puts the end of each link below its beginning. Conflicts are therefore no links: their ends are red.
std::string mermaid(const Picture& picture) {
  const char* direction = picture.direction == Picture::Direction::Down ? "TB" : "LR";
  std::string out =
      fmt::format("flowchart {0}\nsubgraph picture[\"{1}\"]\n  direction {0}\n", direction, in_mermaid(picture.title));
  std::vector<bool> in_frame(picture.nodes.size());
  for (std::size_t k = 0; k < picture.frames.size(); ++k) {
    const Picture::Frame& frame = picture.frames[k];
    if (frame.nodes.empty()) continue;
    out += fmt::format("  subgraph f{}[\"{}\"]\n", k, in_mermaid(frame.label));
    for (const std::size_t n : frame.nodes) {
      out += "  " + shown(picture.nodes[n]) + "\n";
      in_frame[n] = true;
    }
    out += "  end\n";
  }
  std::string red;
  for (std::size_t n = 0; n < picture.nodes.size(); ++n) {
    if (!in_frame[n]) out += "  " + shown(picture.nodes[n]) + "\n";
    if (picture.nodes[n].conflicts) red += (red.empty() ? "" : ",") + picture.nodes[n].id;
  }
  for (const Picture::Edge& edge : picture.edges) {
    const Picture::Node& to = picture.nodes[edge.to];
    if (edge.kind != Picture::Edge::Kind::Conflict)
      out += fmt::format("  {} {} {}\n", picture.nodes[edge.from].id, link(edge, to), to.id);
  }
  for (std::size_t k = 0; k < picture.notes.size(); ++k)
    out += fmt::format("  n{}>\"{}\"]\n", k, in_mermaid(picture.notes[k]));
  out += "end\n";
  if (!red.empty()) out += "classDef conflict stroke:#c62828,stroke-width:3px\nclass " + red + " conflict\n";
  return out;
}

}  // namespace coreecs
