#include "interp/base/json/writer.hpp"

#include <algorithm>
#include <vector>

#include "interp/base/json/decimal.hpp"
#include "interp/base/json/escape.hpp"

namespace coreecs {

namespace {

constexpr std::size_t line_width = 120;
constexpr std::size_t deepest = 256;

std::size_t columns(std::string_view text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xC0) != 0x80; }));
}

}  // namespace

/// The layout of a text, which is written twice: first as if on one line, to measure its groups.
struct JsonWriter::Layout {
  struct Measured {
    std::size_t width;  ///< on one line; the column of its first bracket until the last one is written
    bool several = false;
    bool must_break = false;
  };
  std::vector<Measured> groups;  ///< in the order of their first brackets
  bool measured = false;
  std::size_t next = 0;  ///< the number of the next group
  std::size_t column = 0;
  std::size_t depth = 0;  ///< the number of broken groups around the current position
};

std::string laid_out(const std::function<void(JsonWriter&)>& write) {
  std::string out;
  JsonWriter::Layout layout;
  for (const bool measured : {false, true}) {
    layout.measured = measured;
    layout.next = layout.column = 0;
    JsonWriter json(out, layout);
    write(json);
  }
  return out + "\n";
}

JsonWriter::Group JsonWriter::open(char bracket, bool wide) {
  separate();
  Group group{wide};
  if (layout_) {
    group.wide = bracket == '{';
    group.number = layout_->next++;
    if (!layout_->measured) {
      layout_->groups.push_back({layout_->column});
    } else {
      const Layout::Measured& all = layout_->groups[group.number];
      group.broken = all.must_break || (all.several && layout_->column + all.width + group_.after > line_width);
      group.after = group.broken ? 1 : group_.after + (group.wide ? 2 : 1);
      if (group.broken) ++layout_->depth;
    }
  }
  put({&bracket, 1});
  next_ = Next::First;
  return std::exchange(group_, group);
}

void JsonWriter::close(char bracket, const Group& around) {
  if (group_.broken) {
    --layout_->depth;
    new_line(2 * std::min(layout_->depth, deepest));
  } else if (group_.wide && !(layout_ && next_ == Next::First)) {
    put(" ");
  }
  put({&bracket, 1});
  if (layout_ && !layout_->measured) {
    Layout::Measured& all = layout_->groups[group_.number];
    if (group_.wide && next_ == Next::First) layout_->column += 2;  // {} counts as if it were wide
    if (all.must_break) layout_->column += line_width;              // so the groups around it do not fit either
    all.width = layout_->column - all.width;
  }
  group_ = around;
  next_ = Next::Further;
}

void JsonWriter::separate() {
  if (next_ == Next::Value) return;
  if (next_ == Next::Further) {
    put(",");
    if (layout_ && !layout_->measured) layout_->groups[group_.number].several = true;
  }
  if (group_.broken)
    new_line(2 * std::min(layout_->depth, deepest));
  else if (spaces_ && (group_.wide || next_ == Next::Further))
    put(" ");
}

JsonWriter& JsonWriter::line(std::size_t indentation) {
  if (layout_) {
    if (next_ == Next::First) layout_->groups[group_.number].must_break = true;
    return *this;
  }
  if (next_ == Next::Further) put(",");
  new_line(indentation);
  next_ = Next::Value;
  return *this;
}

void JsonWriter::new_line(std::size_t indentation) {
  out_ += '\n';
  out_.append(indentation, ' ');
  if (layout_) layout_->column = indentation;
}

void JsonWriter::put(std::string_view text) {
  if (layout_) layout_->column += columns(text);
  if (!layout_ || layout_->measured) out_ += text;
}

JsonWriter& JsonWriter::key(std::string_view name) {
  value(name);
  put(spaces_ ? ": " : ":");
  next_ = Next::Value;
  return *this;
}

void JsonWriter::value(std::string_view text) { written(json_string(text)); }

void JsonWriter::value(double x) { written(decimal(x)); }

void JsonWriter::written(std::string_view json) {
  separate();
  put(json);
  next_ = Next::Further;
}

}  // namespace coreecs
