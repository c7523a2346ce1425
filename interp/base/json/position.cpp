#include "interp/base/json/position.hpp"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

namespace coreecs {

namespace {

/// The places that are sought, by the names of their JSON Pointers.
struct Wanted {
  std::vector<Sought> here;
  std::map<std::string_view, Wanted, std::less<>> within;
};

/// Goes through a text once, and only into what has wanted places in it.
class Locator {
 public:
  explicit Locator(std::string_view text) : text_(text) {}

  void value(Wanted& wanted) {
    skip_space();
    if (path_.empty()) found(wanted, at_);
    if (wanted.within.empty() || at_ == text_.size()) return skip_value();
    if (text_[at_] == '{' || text_[at_] == '[')
      members(wanted, text_[at_] == '{');
    else
      skip_value();
  }

 private:
  void members(Wanted& wanted, bool is_object) {
    path_.push_back(0);
    for (++at_; !ended(); ++path_.back()) {
      std::string name;
      const std::size_t begin = at_;
      if (is_object) {
        skip_value();
        name = pointer_name(text_.substr(begin, at_ - begin));
        skip_space();
        ++at_;  // the colon
      } else {
        name = std::to_string(path_.back());
      }
      const auto member = wanted.within.find(name);
      if (member == wanted.within.end()) {
        skip_space();
        skip_value();
      } else {
        found(member->second, begin);
        value(member->second);
      }
    }
    path_.pop_back();
  }

  /// Whether an object or a list is over, or the text is; otherwise the next member comes.
  bool ended() {
    skip_space();
    if (at_ < text_.size() && text_[at_] == ',') ++at_;
    skip_space();
    if (at_ >= text_.size()) return true;
    const bool closes = text_[at_] == '}' || text_[at_] == ']';
    if (closes) ++at_;
    return closes;
  }

  void found(const Wanted& wanted, std::size_t begin) {
    for (const Sought& sought : wanted.here) {
      const bool is_it = std::equal(sought.order->begin(), sought.order->end(), path_.begin(), path_.end(),
                                    [](std::size_t kept, std::size_t here) { return kept <= here; });
      if (is_it && !sought.problem->at) sought.problem->at = position(begin);
    }
  }

  /// Precondition: none was asked for that is further on.
  TextPosition position(std::size_t offset) {
    for (; counted_ < offset; ++counted_)
      if (text_[counted_] == '\n') {
        ++line_;
        line_begin_ = counted_ + 1;
      }
    return {line_, offset - line_begin_ + 1};
  }

  /// The text of a key as JSON Pointers have it.
  static std::string pointer_name(std::string_view key) {
    const auto name = nlohmann::json::parse(key, nullptr, false);
    std::string all;
    if (!name.is_string()) return all;
    for (const char c : name.get_ref<const std::string&>())
      if (c == '~' || c == '/')
        all += c == '~' ? "~0" : "~1";
      else
        all += c;
    return all;
  }

  /// White space and comments.
  void skip_space() {
    for (bool comment = true; comment;) {
      at_ = std::min(text_.find_first_not_of(" \t\r\n", at_), text_.size());
      comment = at_ < text_.size() && text_[at_] == '/';
      if (comment) skip_comment();
    }
  }
  void skip_comment() {
    const std::string_view end = text_.substr(at_, 2) == "/*" ? "*/" : "\n";
    const std::size_t found = text_.find(end, at_ + 2);
    at_ = found == std::string_view::npos ? text_.size() : found + end.size();
  }
  void skip_string() {
    for (++at_; at_ < text_.size() && text_[at_] != '"'; ++at_)
      if (text_[at_] == '\\') ++at_;
    at_ = std::min(at_ + 1, text_.size());
  }
  void skip_value() {
    std::size_t depth = 0;
    do {
      if (at_ >= text_.size()) return;
      const char c = text_[at_];
      if (c == '"') {
        skip_string();
      } else if (c == '{' || c == '[') {
        ++depth;
        ++at_;
      } else if (c == '}' || c == ']') {
        if (depth == 0) return;
        --depth;
        ++at_;
      } else if (c == '/') {
        skip_comment();
      } else {
        at_ = std::min(text_.find_first_of(",:{}[]\"/ \t\r\n", at_ + 1), text_.size());
      }
    } while (depth > 0);
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::vector<std::size_t> path_;  ///< the positions on the way to what is gone through
  std::size_t counted_ = 0, line_ = 1, line_begin_ = 0;
};

}  // namespace

void locate(std::string_view text, const std::vector<Sought>& all) {
  Wanted root;
  for (const Sought& sought : all) {
    Wanted* at = &root;
    const std::string_view pointer = sought.problem->place;
    for (std::size_t begin = 0; begin < pointer.size();) {
      const std::size_t end = std::min(pointer.find('/', begin + 1), pointer.size());
      at = &at->within[pointer.substr(begin + 1, end - begin - 1)];
      begin = end;
    }
    at->here.push_back(sought);
  }
  Locator(text).value(root);
}

}  // namespace coreecs
