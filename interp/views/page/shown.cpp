#include "interp/views/page/shown.hpp"

#include <fmt/format.h>
#include <algorithm>

namespace coreecs {

std::string clipped(std::string text, std::size_t most) {
  if (text.size() <= most) return text;
  const auto is_inside = [](char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; };
  while (most > 0 && is_inside(text[most])) --most;
  const std::size_t left_out = text.size() - most;
  text.resize(most);
  return text + fmt::format("… ({} bytes more)", left_out);
}

void json_value(JsonWriter& out, const Value* k, Label i, const Notation& notation) {
  if (!k) return out.null();
  std::string text;
  notation.value(text, *k, notation.schema[i].type);
  out.value(clipped(std::move(text), 300));
}

namespace {

/// Calls take with the coordinates of a view, and their keys in documents.
template <class Take>
void each_coordinate(const View& view, Take take) {
  take("x", view.x);
  if (view.y) take("y", *view.y);
  if (view.dx) take("dx", *view.dx);
  if (view.dy) take("dy", *view.dy);
}

}  // namespace

void json_view(JsonWriter& out, const Value& k, Label i, const View& view, const Notation& notation) {
  each_coordinate(view, [&](const char* key, const Coordinate& of) {
    if (of.i == i) out.member(key, number(of, k));
  });
  for (std::size_t line = 0; line < view.lines.size(); ++line)
    if (view.lines[line].i == i)
      out.member(fmt::format("to{}", line), notation.names(part(view.lines[line], k).as<Entity>()));
  if (view.label && view.label->i == i) {
    std::string text;
    if (const Text* words = std::get_if<Text>(&part(*view.label, k).sum()))
      text = words->get();
    else
      notation.value(text, part(*view.label, k), type(*view.label, notation.schema));
    out.member("label", clipped(std::move(text), 60));
  }
}

bool is_about(const std::optional<View>& view, Label i) {
  bool any = false;
  if (!view) return false;
  each_coordinate(*view, [&](const char*, const Coordinate& of) { any = any || of.i == i; });
  for (const Coordinate& line : view->lines) any = any || line.i == i;
  return any || (view->label && view->label->i == i);
}

std::vector<Entity> changed(const State& c, const State& after) {
  std::vector<Entity> all;
  for (Label i = 0; i < c.labels(); ++i) {
    auto before = c[i].begin(), now = after[i].begin();
    while (before != c[i].end() || now != after[i].end()) {
      if (now == after[i].end() || (before != c[i].end() && before->first < now->first)) {
        all.push_back((before++)->first);
      } else if (before == c[i].end() || now->first < before->first) {
        all.push_back((now++)->first);
      } else {
        if (before->second != now->second) all.push_back(now->first);
        ++before, ++now;
      }
    }
  }
  std::sort(all.begin(), all.end());
  all.erase(std::unique(all.begin(), all.end()), all.end());
  return all;
}

namespace {

void json_cells(JsonWriter& out, Entity e, const State& c, const Notation& notation) {
  out.list([&] {
    for (Label i = 0; i < c.labels(); ++i) json_value(out, c.at({e, i}), i, notation);
  });
}

}  // namespace

void json_row(JsonWriter& out, Entity e, const State& c, const State* before, const Program& program,
              const Notation& notation) {
  out.object([&] {
    out.member("e", notation.names(e));
    json_cells(out.key("k"), e, c, notation);
    if (before) json_cells(out.key("was"), e, *before, notation);
    if (!program.view) return;
    out.key("at").object([&] {
      for (Label i = 0; i < c.labels(); ++i)
        if (const Value* k = c.at({e, i})) json_view(out, *k, i, *program.view, notation);
    });
  });
}

void json_state(JsonWriter& out, const State& before, const State& c, const Program& program, const Notation& notation,
                const PageLimits& limits) {
  const std::vector<Entity> alive = live(c), differ = changed(before, c);
  const auto is_changed = [&](Entity e) { return std::binary_search(differ.begin(), differ.end(), e); };
  std::vector<Entity> rows(differ.begin(),
                           differ.begin() + static_cast<std::ptrdiff_t>(std::min(differ.size(), limits.entities)));
  for (auto e = alive.begin(); e != alive.end() && rows.size() < limits.entities; ++e)
    if (!is_changed(*e)) rows.push_back(*e);
  std::sort(rows.begin(), rows.end());
  out.member("entities", alive.size());
  out.member("changed", differ.size());
  out.key("rows").list([&] {
    for (const Entity e : rows) json_row(out, e, c, is_changed(e) ? &before : nullptr, program, notation);
  });
}

}  // namespace coreecs
