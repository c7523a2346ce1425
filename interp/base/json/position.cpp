#include "interp/base/json/position.hpp"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

namespace coreecs {

namespace {

/// The places that are sought, by the names in their JSON Pointers.
struct Wanted {
  std::vector<Sought*> here;
  std::map<std::string, Wanted, std::less<>> within;
};

/// Feeds a text to the parser, and records in `reached` how far it has read.
struct Reading {
  using iterator_category = std::input_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = const char&;

  reference operator*() const { return *at; }
  Reading& operator++() {
    *reached = ++at;
    return *this;
  }
  friend bool operator==(const Reading& a, const Reading& b) { return a.at == b.at; }

  pointer at;
  pointer* reached;
};

/// Receives the events of the parser, each when the last character of its token has been read.
class Locator {
 public:
  Locator(std::string_view text, Wanted& root) : text_(text), reached_(text.data()), next_(&root) {}

  void read() {
    constexpr auto json = nlohmann::json::input_format_t::json;
    constexpr bool strict = true, with_comments = true;
    const char* const end = text_.data() + text_.size();
    (void)nlohmann::json::sax_parse(Reading{text_.data(), &reached_}, Reading{end, &reached_}, this, json, strict,
                                    with_comments);
  }

  bool null() { return scalar(); }
  bool boolean(bool) { return scalar(); }
  bool number_integer(std::int64_t) { return number(); }
  bool number_unsigned(std::uint64_t) { return number(); }
  bool number_float(double, const std::string&) { return number(); }
  bool string(std::string&) { return scalar(); }
  bool binary(std::vector<std::uint8_t>&) { return false; }
  bool start_object(std::size_t) { return start(true); }
  bool start_array(std::size_t) { return start(false); }
  bool key(const std::string& name) {
    member(Place().member(name, 0).pointer().substr(1), token_begin());
    return ended();
  }
  bool end_object() { return end(); }
  bool end_array() { return end(); }
  bool parse_error(std::size_t, const std::string&, const nlohmann::json::exception&) { return false; }

 private:
  struct Open {
    Wanted* wanted;         ///< null if no sought place is inside
    std::size_t count = 0;  ///< of the members that have begun
    bool is_object;
  };

  bool scalar() {
    value(token_begin());
    return ended();
  }
  /// The parser has already read the character after a number.
  bool number() {
    const std::size_t begin = token_begin();
    value(begin);
    end_ = std::min(text_.find_first_not_of("+-.0123456789Ee", begin), text_.size());
    return true;
  }
  bool start(bool is_object) {
    value(token_begin());
    open_.push_back({.wanted = next_, .is_object = is_object});
    return ended();
  }
  bool end() {
    open_.pop_back();
    return ended();
  }
  bool ended() {
    end_ = static_cast<std::size_t>(reached_ - text_.data());
    return true;
  }

  void value(std::size_t begin) {
    if (open_.empty())
      found(begin);
    else if (!open_.back().is_object)
      member(std::to_string(open_.back().count), begin);
  }
  void member(const std::string& name, std::size_t begin) {
    Open& in = open_.back();
    ++in.count;
    next_ = nullptr;
    if (!in.wanted) return;
    const auto wanted = in.wanted->within.find(name);
    if (wanted == in.wanted->within.end()) return;
    next_ = &wanted->second;
    found(begin);
  }
  void found(std::size_t begin) {
    for (Sought* sought : next_->here) {
      const bool is_it = std::equal(sought->order.begin(), sought->order.end(), open_.begin(), open_.end(),
                                    [](std::size_t kept, const Open& here) { return kept < here.count; });
      if (is_it && !sought->at) sought->at = position(begin);
    }
  }

  /// The beginning of the next token, after white space, comments and separators.
  std::size_t token_begin() const {
    std::size_t at = end_;
    while (true) {
      at = std::min(text_.find_first_not_of(" \t\r\n,:", at), text_.size());
      if (at == text_.size() || text_[at] != '/') return at;
      const bool is_block = text_.substr(at, 2) == "/*";
      const std::size_t end = is_block ? text_.find("*/", at + 2) : text_.find_first_of("\r\n", at);
      at = end == std::string_view::npos ? text_.size() : end + (is_block ? 2 : 0);
    }
  }

  /// Precondition: offsets do not decrease from call to call.
  TextPosition position(std::size_t offset) {
    for (; counted_ < offset; ++counted_)
      if (text_[counted_] == '\n') {
        ++line_;
        line_begin_ = counted_ + 1;
      }
    return {line_, offset - line_begin_ + 1};
  }

  std::string_view text_;
  const char* reached_;
  std::size_t end_ = 0;  ///< of the last token
  Wanted* next_;         ///< of the value that comes next, or null
  std::vector<Open> open_;
  std::size_t counted_ = 0, line_ = 1, line_begin_ = 0;
};

}  // namespace

void locate(std::string_view text, std::vector<Sought>& all) {
  Wanted root;
  for (Sought& sought : all) {
    Wanted* at = &root;
    const std::string_view pointer = sought.pointer;
    for (std::size_t begin = 0; begin < pointer.size();) {
      const std::size_t end = std::min(pointer.find('/', begin + 1), pointer.size());
      at = &at->within[std::string(pointer.substr(begin + 1, end - begin - 1))];
      begin = end;
    }
    at->here.push_back(&sought);
  }
  Locator(text, root).read();
}

std::optional<TextPosition> position(std::string_view text, const Place& place) {
  std::vector<Sought> one{{place.order(), place.pointer()}};
  locate(text, one);
  return one.front().at;
}

}  // namespace coreecs
