#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "interp/base/json/problem.hpp"
#include "interp/language/notation/xml.hpp"
#include "interp/views/picture/picture.hpp"

namespace coreecs {

namespace {

constexpr std::int64_t margin = 20, title_height = 36, note_height = 20;

/// The style, on light and on dark pages.
constexpr const char* style = R"(<style>
.coreecs { --ink: #1c1c1e; --paper: #ffffff; --box: #f2f4f8; --faint: #6b7280; --write: #1565c0; --conflict: #c62828;
  font: 13px ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", monospace; }
@media (prefers-color-scheme: dark) {
  .coreecs { --ink: #ececf0; --paper: #17181c; --box: #262a33; --faint: #9aa1ad; --write: #82b1ff; --conflict: #ff7b72; }
}
.coreecs text { fill: var(--ink); text-anchor: middle; dominant-baseline: central; }
.coreecs .title { font-weight: bold; }
.coreecs .title, .coreecs .note, .coreecs .frame text { text-anchor: start; }
.coreecs .paper { fill: var(--paper); }
.coreecs .frame rect, .coreecs .frame path { fill: none; stroke: var(--faint); stroke-dasharray: 2 4; }
.coreecs .frame text { fill: var(--faint); font-size: 11px; }
.coreecs .node rect { fill: var(--box); stroke: var(--ink); }
.coreecs .several rect { stroke-width: 3; stroke-dasharray: 6 3; }
.coreecs .join circle, .coreecs .tip { fill: var(--faint); }
.coreecs .edge { fill: none; stroke: var(--faint); }
.coreecs .reads { stroke-dasharray: 5 4; }
.coreecs .writes { stroke: var(--write); }
.coreecs .tip.of-writes { fill: var(--write); }
.coreecs .node.conflicts rect { stroke: var(--conflict); stroke-width: 2; }
.coreecs .conflict path { fill: none; stroke: var(--conflict); stroke-width: 2; }
.coreecs text.conflict { fill: var(--conflict); stroke: var(--paper); stroke-width: 4; paint-order: stroke; }
</style>
)";

const char* name_of(Picture::Edge::Kind kind) {
  using Kind = Picture::Edge::Kind;
  switch (kind) {
    case Kind::Before:
      return "before";
    case Kind::Part:
      return "part";
    case Kind::Reads:
      return "reads";
    case Kind::Writes:
      return "writes";
    case Kind::Conflict:
      return "conflict";
  }
  return "";
}

std::string titled(const std::string& hint) { return hint.empty() ? "" : "<title>" + in_xml(hint) + "</title>"; }

class Svg {
 public:
  Svg(const Picture& picture, const std::string& prefix) : picture_(picture), prefix_(in_xml(prefix)) {
    constexpr std::int64_t narrowest = 560;
    for (const std::string& note : picture.notes) wrap(note, std::max(picture.width, narrowest));
  }

  std::string operator()() {
    open();
    for (const Picture::Frame& one : picture_.frames) frame(one);
    for (const Picture::Edge& edge : picture_.edges)
      if (edge.kind == Picture::Edge::Kind::Conflict)
        conflict(edge);
      else if (!edge.line.empty())
        line(edge);
    for (const Picture::Node& one : picture_.nodes) node(one);
    for (const Picture::Edge& edge : picture_.edges)  // above the nodes that hide their lines
      if (edge.kind == Picture::Edge::Kind::Conflict && !edge.label.empty())
        out_ += text("conflict", middle(edge.line), edge.label) + "\n";
    std::int64_t y = picture_.height + note_height;
    for (const std::string& note : notes_) {
      out_ += text("note", {0, y}, note) + "\n";
      y += note_height;
    }
    return std::move(out_) + "</g>\n</svg>\n";
  }

 private:
  template <class... Values>
  void add(fmt::format_string<const Values&...> format, const Values&... values) {
    fmt::format_to(std::back_inserter(out_), format, values...);
  }
  static std::string text(const char* kind, Picture::Point at, const std::string& label) {
    const std::string of_kind = *kind ? fmt::format(" class=\"{}\"", kind) : "";
    return fmt::format("<text{} x=\"{}\" y=\"{}\">{}</text>", of_kind, at.x, at.y, in_xml(label));
  }

  /// Adds a note in lines of at most this width, if its words are no longer.
  void wrap(const std::string& note, std::int64_t width) {
    std::string line;
    for (std::size_t begin = 0; begin < note.size();) {
      const std::size_t end = std::min(note.find(' ', begin), note.size());
      const std::string word = note.substr(begin, end - begin);
      if (!line.empty() && box_width(line + " " + word) > width) notes_.push_back(std::exchange(line, ""));
      line += (line.empty() ? "" : " ") + word;
      begin = end + 1;
    }
    notes_.push_back(line);
  }

  void open() {
    std::int64_t width = std::max(picture_.width, box_width(picture_.title));
    for (const std::string& note : notes_) width = std::max(width, box_width(note));
    width += 2 * margin;
    const auto notes = static_cast<std::int64_t>(notes_.size());
    const std::int64_t height = title_height + picture_.height + (notes > 0 ? notes + 1 : 0) * note_height + 2 * margin;
    add("<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"coreecs\" role=\"img\" aria-labelledby=\"{0}title "
        "{0}about\" width=\"{1}\" height=\"{2}\" viewBox=\"0 0 {1} {2}\">\n",
        prefix_, width, height);
    add("<title id=\"{0}title\">{1}</title>\n<desc id=\"{0}about\">{2}</desc>\n", prefix_, in_xml(picture_.title),
        in_xml(picture_.about));
    out_ += style;
    out_ += "<defs>";
    tip("tip", "tip");
    if (picture_.direction == Picture::Direction::Right) tip("write", "tip of-writes");
    out_ += "</defs>\n";
    add("<rect class=\"paper\" width=\"{}\" height=\"{}\"/>\n{}\n", width, height,
        text("title", {margin, margin + 8}, picture_.title));
    add("<g transform=\"translate({} {})\">\n", margin, margin + title_height);
  }

  void frame(const Picture::Frame& frame) {
    const Picture::Place& at = frame.place;
    const std::string line = at.height == 0
                                 ? fmt::format("<path d=\"M{} {}h{}\"/>", at.x, at.y, at.width)
                                 : fmt::format("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"6\"/>", at.x,
                                               at.y, at.width, at.height);
    add("<g class=\"frame\">{}{}</g>\n", line, text("", {at.x + 8, at.y + 9}, frame.label));
  }

  void tip(const char* id, const char* kind) {
    add("<marker id=\"{}{}\" viewBox=\"0 0 8 8\" refX=\"8\" refY=\"4\" markerWidth=\"8\" markerHeight=\"8\" "
        "orient=\"auto\"><path class=\"{}\" d=\"M0 0L8 4L0 8z\"/></marker>",
        prefix_, id, kind);
  }

  void line(const Picture::Edge& edge) {
    std::string path;
    for (const Picture::Point& at : edge.line) path += fmt::format("{}{} {}", path.empty() ? "M" : "L", at.x, at.y);
    const bool has_tip =
        edge.kind != Picture::Edge::Kind::Part && picture_.nodes[edge.to].shape != Picture::Node::Shape::Join;
    add("<path class=\"edge {}\"{} d=\"{}\"/>\n", name_of(edge.kind),
        has_tip ? fmt::format(" marker-end=\"url(#{}{})\"", prefix_,
                              edge.kind == Picture::Edge::Kind::Writes ? "write" : "tip")
                : "",
        path);
  }

  void node(const Picture::Node& node) {
    using Shape = Picture::Node::Shape;
    const Picture::Place& at = node.place;
    if (node.shape == Shape::Join) {
      add("<g id=\"{}{}\" class=\"join\"><circle cx=\"{}\" cy=\"{}\" r=\"3\"/></g>\n", prefix_, node.id, at.x, at.y);
      return;
    }
    std::string data;
    for (const auto& [name, value] : node.data) data += fmt::format(" data-{}=\"{}\"", name, in_xml(value));
    add("<g id=\"{}{}\" class=\"node{}\"{}>{}<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"{}\"/>{}</g>\n",
        prefix_, node.id,
        fmt::format("{}{}", node.shape == Shape::Several ? " several" : "", node.conflicts ? " conflicts" : ""), data,
        titled(node.hint), at.x, at.y, at.width, at.height, node.shape == Shape::Round ? box_height / 2 : 4,
        text("", {at.x + at.width / 2, at.y + at.height / 2}, node.label));
  }

  void conflict(const Picture::Edge& edge) {
    const std::vector<Picture::Point>& at = edge.line;
    add("<g class=\"conflict\" data-from=\"{0}{1}\" data-to=\"{0}{2}\">{3}<path d=\"M{4} {5}C{6} {7} {8} {9} {10} "
        "{11}\"/></g>\n",
        prefix_, picture_.nodes[edge.from].id, picture_.nodes[edge.to].id, titled(edge.hint), at[0].x, at[0].y, at[1].x,
        at[1].y, at[2].x, at[2].y, at[3].x, at[3].y);
  }
  /// The middle of a Bézier curve.
  static Picture::Point middle(const std::vector<Picture::Point>& at) {
    return {(at[0].x + 3 * at[1].x + 3 * at[2].x + at[3].x) / 8, (at[0].y + 3 * at[1].y + 3 * at[2].y + at[3].y) / 8};
  }

  const Picture& picture_;
  std::string prefix_;
  std::vector<std::string> notes_;
  std::string out_;
};

}  // namespace

std::string svg(const Picture& picture, const std::string& prefix) { return Svg(picture, prefix)(); }

}  // namespace coreecs
