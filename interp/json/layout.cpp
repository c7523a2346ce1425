#include "interp/json/layout.hpp"

#include <algorithm>
#include <vector>

namespace coreecs {

namespace {

constexpr std::size_t line_width = 120;
constexpr std::size_t deepest = 256;

bool opens(char c) { return c == '{' || c == '['; }
bool closes(char c) { return c == '}' || c == ']'; }

/// A string with its quotes, or one character.
std::string_view token(std::string_view json, std::size_t begin) {
  if (json[begin] != '"') return json.substr(begin, 1);
  std::size_t end = begin + 1;
  while (json[end] != '"') end += json[end] == '\\' ? 2 : 1;
  return json.substr(begin, end + 1 - begin);
}

std::size_t columns(std::string_view text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xC0) != 0x80; }));
}

/// An object or a list.
struct Group {
  std::size_t width = 0;  ///< on one line
  std::size_t commas = 0;
  bool must_break = false;  ///< a line break follows its first bracket
};

/// All groups, in the order of their first brackets.
std::vector<Group> groups(std::string_view json) {
  std::vector<Group> all;
  std::vector<std::size_t> open;
  std::size_t column = 0;
  for (std::size_t k = 0; k < json.size();) {
    const std::string_view text = token(json, k);
    k += text.size();
    const char c = text.front();
    if (c == ' ' || c == '\n') continue;
    if (opens(c)) {
      open.push_back(all.size());
      all.push_back({column, 0, json[k] == '\n'});
    }
    if (c == ',') ++all[open.back()].commas;
    column += columns(text) + (c == '{' || c == '}' || c == ',' || c == ':' ? 1 : 0);
    if (closes(c)) {
      Group& group = all[open.back()];
      if (group.must_break) column += line_width;  // and so those around it do not fit either
      group.width = column - group.width;
      open.pop_back();
    }
  }
  return all;
}

class Layout {
 public:
  explicit Layout(std::string_view json) : json_(json), groups_(groups(json)) {}

  std::string operator()() {
    for (std::size_t k = 0; k < json_.size();) {
      const std::string_view text = token(json_, k);
      k += text.size();
      const char c = text.front();
      if (opens(c) && closes(json_[k])) {
        write(json_.substr(k - 1, 2));
        ++k;
        ++next_;
      } else if (opens(c)) {
        open(c);
      } else if (closes(c)) {
        close(c);
      } else if (c == ',') {
        write(",");
        separate();
      } else if (c == ':') {
        write(": ");
      } else if (c != ' ' && c != '\n') {
        write(text);
      }
    }
    return std::move(out_);
  }

 private:
  struct Open {
    bool broken;
    std::size_t after;  ///< columns that its last member must leave free on its line
  };

  void write(std::string_view text) {
    out_ += text;
    column_ += columns(text);
  }
  void line() {
    const std::size_t indentation = 2 * std::min(depth_, deepest);
    out_ += '\n';
    out_.append(indentation, ' ');
    column_ = indentation;
  }
  /// Between the members of the innermost group.
  void separate() {
    if (open_.back().broken)
      line();
    else
      write(" ");
  }
  void open(char bracket) {
    const Group& group = groups_[next_++];
    const std::size_t after = open_.empty() ? 0 : open_.back().after;
    const bool fits = column_ + group.width + after <= line_width;
    const bool broken = group.must_break || (group.commas > 0 && !fits);
    open_.push_back({broken, broken ? 1 : after + (bracket == '{' ? 2 : 1)});
    write(std::string_view(&bracket, 1));
    if (broken) {
      ++depth_;
      line();
    } else if (bracket == '{') {
      write(" ");
    }
  }
  void close(char bracket) {
    if (open_.back().broken) {
      --depth_;
      line();
    } else if (bracket == '}') {
      write(" ");
    }
    open_.pop_back();
    write(std::string_view(&bracket, 1));
  }

  std::string_view json_;
  std::vector<Group> groups_;
  std::size_t next_ = 0;  ///< the next group to be opened
  std::vector<Open> open_;
  std::size_t depth_ = 0;  ///< of broken groups
  std::size_t column_ = 0;
  std::string out_;
};

}  // namespace

std::string laid_out(std::string_view json) { return Layout(json)(); }

}  // namespace coreecs
