#include <fmt/format.h>

#include "interp/base/json/problem.hpp"
#include "interp/views/picture/picture.hpp"

namespace coreecs {

namespace {

/// Text in the quotes of DOT, where backslashes begin escapes, and HTML entities are read, too.
std::string in_dot(const std::string& text) {
  std::string out;
  for (const char c : on_one_line(text)) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
    if (c == '&') out += "amp;";
  }
  return out;
}

const char* attributes(Picture::Node::Shape shape) {
  using Shape = Picture::Node::Shape;
  switch (shape) {
    case Shape::Box:
      return "";
    case Shape::Round:
      return ", style=rounded";
    case Shape::Several:
      return ", style=dashed, penwidth=2";
    case Shape::Join:
      return ", shape=point";
  }
  return "";
}

const char* attributes(const Picture::Edge& edge, const Picture::Node& to) {
  using Kind = Picture::Edge::Kind;
  switch (edge.kind) {
    case Kind::Before:
      return to.shape == Picture::Node::Shape::Join ? " [dir=none]" : "";
    case Kind::Part:
      return " [dir=none]";
    case Kind::Reads:
      return " [style=dashed]";
    case Kind::Writes:
      return " [color=blue]";
    case Kind::Conflict:
      return " [dir=none, constraint=false, color=red, fontcolor=red, penwidth=2";
  }
  return "";
}

}  // namespace

std::string dot(const Picture& picture) {
  std::string title = in_dot(picture.title);
  for (const std::string& note : picture.notes) title += "\\n" + in_dot(note);
  std::string out = fmt::format("digraph {{\n  graph [labelloc=t, rankdir={}, label=\"{}\"];\n  node [shape=box];\n",
                                picture.direction == Picture::Direction::Down ? "TB" : "LR", title);
  for (const Picture::Node& node : picture.nodes) {
    out += fmt::format("  {} [label=\"{}\"{}{}", node.id, in_dot(node.label), attributes(node.shape),
                       node.conflicts ? ", color=red" : "");
    out += node.hint.empty() ? "];\n" : fmt::format(", tooltip=\"{}\"];\n", in_dot(node.hint));
  }
  for (const Picture::Edge& edge : picture.edges) {
    const Picture::Node& to = picture.nodes[edge.to];
    out += fmt::format("  {} -> {}{}", picture.nodes[edge.from].id, to.id, attributes(edge, to));
    if (edge.kind == Picture::Edge::Kind::Conflict)
      out += fmt::format(", label=\"{}\", tooltip=\"{}\"]", in_dot(edge.label), in_dot(edge.hint));
    out += ";\n";
  }
  for (std::size_t k = 0; k < picture.frames.size(); ++k) {
    const Picture::Frame& frame = picture.frames[k];
    if (frame.nodes.empty()) continue;
    out += fmt::format("  subgraph cluster_{} {{\n    graph [labeljust=l, style=dotted, label=\"{}\"];\n   ", k,
                       in_dot(frame.label));
    for (const std::size_t n : frame.nodes) out += " " + picture.nodes[n].id + ";";
    out += "\n  }\n";
  }
  return out + "}\n";
}

}  // namespace coreecs
