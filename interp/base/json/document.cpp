#include "interp/base/json/document.hpp"

#include <algorithm>
#include <cctype>
#include <cstring>
#include <nlohmann/json.hpp>

#include "interp/base/json/decimal.hpp"

namespace coreecs {

const Json::Member* find(const Json::Object& object, std::string_view key) {
  for (const Json::Member& member : object)
    if (member.key == key) return &member;
  return nullptr;
}

Members::Members(const Json::Object& object) : all_(object) {
  constexpr std::size_t few = 16;
  if (object.size() <= few) return;
  index_.reserve(object.size());
  for (const Json::Member& member : object) index_.emplace(member.key, &member);
}

const Json::Member* Members::find(std::string_view key) const {
  if (index_.empty()) return coreecs::find(all_, key);
  const auto found = index_.find(key);
  return found == index_.end() ? nullptr : found->second;
}

std::string describe(const Json& json) {
  struct Visitor {
    std::string operator()(Json::Refused) const { return "something else"; }
    std::string operator()(Json::Null) const { return "null"; }
    std::string operator()(bool b) const { return b ? "true" : "false"; }
    std::string operator()(std::int64_t n) const { return std::to_string(n); }
    std::string operator()(double x) const { return decimal(x); }
    std::string operator()(std::string_view s) const { return "text " + in_quotes(s); }
    std::string operator()(Json::List l) const { return l.empty() ? "an empty list" : "a list"; }
    std::string operator()(Json::Object o) const { return o.empty() ? "an empty object" : "an object"; }
  };
  return std::visit(Visitor{}, json.sum());
}

/// A copy that lives as long as the document.
template <class T>
const T* Document::keep(const T* first, std::size_t count) {
  static_assert(std::is_trivially_copyable_v<T> && std::is_trivially_destructible_v<T>);
  constexpr std::size_t block = 1 << 18;
  if (count == 0) return nullptr;
  used_ = (used_ + alignof(T) - 1) / alignof(T) * alignof(T);
  const std::size_t bytes = count * sizeof(T);
  if (used_ + bytes > room_) {
    room_ = std::max(block, bytes);
    std::unique_ptr<unsigned char[]> fresh(new unsigned char[room_]);
    blocks_.push_back(std::move(fresh));
    used_ = 0;
  }
  unsigned char* const place = blocks_.back().get() + used_;
  std::memcpy(place, first, bytes);
  used_ += bytes;
  return reinterpret_cast<const T*>(place);
}

/// Receives the events of the parser. `done_` holds the finished members of all open objects and lists, the innermost
/// last. So each is copied once, at its end, when its size is known.
class Document::Reader {
 public:
  Reader(Document& document, std::string_view text, Problems& problems)
      : document_(document), text_(text), problems_(problems) {}

  bool null() { return value(Json::Null{}); }
  bool boolean(bool b) { return value(b); }
  bool number_integer(std::int64_t n) { return value(n); }
  bool number_unsigned(std::uint64_t n) {
    if (n <= INT64_MAX) return value(static_cast<std::int64_t>(n));
    return does_not_fit(std::to_string(n));
  }
  bool number_float(double x, const std::string& token) {
    const bool is_zero = token.substr(0, token.find_first_of("eE")).find_first_of("123456789") == std::string::npos;
    if (token.find_first_of(".eE") == std::string::npos || (x == 0 && !is_zero)) return does_not_fit(token);
    return value(x);
  }
  bool string(std::string& s) { return value(text(s)); }
  bool binary(std::vector<std::uint8_t>&) { return false; }
  bool key(const std::string& s) {
    if (skipped_ == 0) key_ = text(s);
    return true;
  }
  bool start_object(std::size_t) { return start(true); }
  bool start_array(std::size_t) { return start(false); }
  bool end_object();
  bool end_array();
  void tree(const nlohmann::ordered_json&);
  bool parse_error(std::size_t position, const std::string& token, const nlohmann::json::exception& error);
  [[nodiscard]] std::string about_comma(std::size_t offset, const std::string& words) const;
  /// Reports a NUL byte and returns false: the parser takes it for the end.
  bool has_ended();

 private:
  static constexpr std::size_t deepest = 256;

  struct Open {
    std::size_t first;  ///< its first member in done_
    std::string_view key;
    bool is_object;
  };

  std::string_view text(const std::string& s) {
    return skipped_ ? std::string_view() : std::string_view(document_.keep(s.data(), s.size()), s.size());
  }
  bool value(Json json) {
    if (skipped_ > 0) return true;
    if (open_.empty())
      document_.root_ = json;
    else
      done_.push_back({key_, json});
    return true;
  }
  bool start(bool is_object);
  template <class Report>
  void here(std::string_view key, std::size_t position, Report);
  bool does_not_fit(const std::string& token);
  void drop_duplicates(std::size_t first);
  std::string line_and_column(std::size_t offset) const;

  Document& document_;
  std::string_view text_;
  Problems& problems_;
  std::vector<Json::Member> done_;
  std::vector<Open> open_;
  std::vector<Json> elements_;
  std::string_view key_;
  std::size_t skipped_ = 0;  ///< the number of open lists and objects that are nested too deep to keep
};

/// Calls report(place) with the place of a member of the innermost open object or list.
template <class Report>
void Document::Reader::here(std::string_view key, std::size_t position, Report report) {
  std::vector<Place> places(open_.size() + 1);
  for (std::size_t k = 0; k < open_.size(); ++k) {
    const bool innermost = k + 1 == open_.size();
    const std::size_t at = innermost ? position : open_[k + 1].first - open_[k].first;
    places[k + 1] =
        open_[k].is_object ? places[k].member(innermost ? key : open_[k + 1].key, at) : places[k].element(at);
  }
  report(places.back());
}

bool Document::Reader::start(bool is_object) {
  if (skipped_ > 0 || open_.size() == deepest) {
    if (skipped_++ == 0)
      here(key_, open_.empty() ? 0 : done_.size() - open_.back().first, [this](const Place& place) {
        problems_.report(place, "found deeper nesting; expected at most 256 lists and objects in one another");
      });
    return true;
  }
  open_.push_back({done_.size(), key_, is_object});
  return true;
}

bool Document::Reader::end_object() {
  if (skipped_ > 0) return --skipped_ > 0 || value(Json::Refused{});
  const std::size_t first = open_.back().first;
  drop_duplicates(first);
  const std::size_t count = done_.size() - first;
  const Json::Object object{document_.keep(done_.data() + first, count), count};
  key_ = open_.back().key;
  open_.pop_back();
  done_.resize(first);
  return value(object);
}

bool Document::Reader::end_array() {
  if (skipped_ > 0) return --skipped_ > 0 || value(Json::Refused{});
  const std::size_t first = open_.back().first;
  elements_.clear();
  for (std::size_t k = first; k < done_.size(); ++k) elements_.push_back(done_[k].value);
  const Json::List list{document_.keep(elements_.data(), elements_.size()), elements_.size()};
  key_ = open_.back().key;
  open_.pop_back();
  done_.resize(first);
  return value(list);
}

void Document::Reader::tree(const nlohmann::ordered_json& json) {
  if (json.is_object()) {
    start(true);
    for (const auto& [name, part] : json.items()) {
      key(name);
      tree(part);
    }
    end_object();
  } else if (json.is_array()) {
    start(false);
    for (const auto& part : json) tree(part);
    end_array();
  } else if (json.is_string()) {
    value(text(json.get_ref<const std::string&>()));
  } else if (json.is_boolean()) {
    boolean(json.get<bool>());
  } else if (json.is_number_unsigned()) {
    number_unsigned(json.get<std::uint64_t>());
  } else if (json.is_number_integer()) {
    number_integer(json.get<std::int64_t>());
  } else if (json.is_number_float()) {
    value(json.get<double>());
  } else {
    null();
  }
}

bool Document::Reader::does_not_fit(const std::string& token) {
  if (skipped_ > 0) return true;
  here(key_, open_.empty() ? 0 : done_.size() - open_.back().first, [&](const Place& place) {
    problems_.report(place, "found " + shortened(token) + "; expected a number that fits 64 bits");
  });
  return value(Json::Refused{});
}

void Document::Reader::drop_duplicates(std::size_t first) {
  const auto before = [](std::string_view a, std::string_view b) {
    return a.size() != b.size() ? a.size() < b.size() : a < b;
  };
  const auto begin = done_.begin() + static_cast<std::ptrdiff_t>(first);
  const auto ascending = [&](const Json::Member& a, const Json::Member& b) { return !before(a.key, b.key); };
  if (std::adjacent_find(begin, done_.end(), ascending) == done_.end()) return;
  std::vector<std::uint32_t> order(done_.size() - first);
  for (std::size_t k = 0; k < order.size(); ++k) order[k] = static_cast<std::uint32_t>(k);
  const auto key = [&](std::uint32_t k) { return done_[first + k].key; };
  std::sort(order.begin(), order.end(),
            [&](std::uint32_t a, std::uint32_t b) { return key(a) != key(b) ? before(key(a), key(b)) : a < b; });
  std::vector<std::uint32_t> repeated;
  for (std::size_t k = 1; k < order.size(); ++k)
    if (key(order[k]) == key(order[k - 1])) repeated.push_back(order[k]);
  if (repeated.empty()) return;
  std::sort(repeated.begin(), repeated.end());
  for (const std::uint32_t k : repeated)
    here(key(k), k, [&](const Place& place) { problems_.report(place, "duplicate key " + in_quotes(key(k))); });
  std::size_t kept = first;
  auto next = repeated.begin();
  for (std::size_t k = first; k < done_.size(); ++k) {
    if (next != repeated.end() && first + *next == k)
      ++next;
    else
      done_[kept++] = done_[k];
  }
  done_.resize(kept);
}

std::string Document::Reader::line_and_column(std::size_t offset) const {
  const std::string_view before = text_.substr(0, offset);
  const auto line = 1 + std::count(before.begin(), before.end(), '\n');
  const std::size_t start = before.rfind('\n') + 1;  // npos + 1 is 0
  return std::to_string(line) + ":" + std::to_string(offset - start + 1);
}

bool Document::Reader::has_ended() {
  const std::size_t end = text_.find('\0');
  if (end != std::string_view::npos)
    problems_.report_last({line_and_column(end), "syntax error: found a NUL byte; expected the end of the document"});
  return end == std::string_view::npos;
}

/// What is wrong with a comma where the parser stopped; empty if it is not a comma.
std::string Document::Reader::about_comma(std::size_t offset, const std::string& words) const {
  if (offset >= text_.size()) return "";
  const char here = text_[offset];
  const std::size_t before = text_.find_last_not_of(" \t\r\n", offset == 0 ? 0 : offset - 1);
  const char last = offset == 0 || before == std::string_view::npos ? ' ' : text_[before];
  if ((here == '}' || here == ']') && last == ',')
    return std::string("syntax error: found a comma before '") + here + "'; leave it out";
  const bool begins = here == '"' || here == '{' || here == '[' || here == '-' || std::isalnum(here);
  for (const char* end : {"expected '}'", "expected ']'"})
    if (begins && words.ends_with(end)) return "syntax error: missing comma before this; or " + std::string(end);
  return "";
}

// The parser's words: "[...] parse error at ...: syntax error while parsing value - WHAT; last read: '...'; expected
// WHAT". The last two parts may be missing. Its position is that of the last character of the token that it could not
// use.
bool Document::Reader::parse_error(std::size_t position, const std::string& token,
                                   const nlohmann::json::exception& error) {
  if (skipped_ > 0) return false;  // nested too deep, which was reported
  std::string words = error.what();
  std::size_t length = 1;
  if (words.find("number overflow") != std::string::npos) {
    words = "found " + shortened(token) + "; expected a number that fits 64 bits";
  } else {
    if (const std::size_t what = words.find(" - "); what != std::string::npos) words.erase(0, what + 3);
    const std::size_t read = words.find("; last read: '");
    if (read != std::string::npos) {
      const std::size_t end = words.rfind("'; expected ");
      words.erase(read, (end == std::string::npos || end < read ? words.size() : end + 1) - read);
    } else if (const char last = token.empty() ? ' ' : token.back(); last == '"' || std::isdigit(last)) {
      length = token.size();
    } else {
      while (length < token.size() && std::isalpha(token[token.size() - length])) ++length;
      if (length > 1 && !std::isalpha(token[token.size() - length])) --length;
    }
    if (words.find("; expected ") == std::string::npos) words += "; expected valid JSON";
    words = "syntax error: " + words;
  }
  const std::size_t offset = position - std::min(position, length);
  if (const std::string comma = about_comma(offset, words); !comma.empty()) words = comma;
  problems_.report_last({line_and_column(std::min(offset, text_.size())), words});
  return false;
}

Document::Document(std::string_view text, Problems& problems) {
  Reader reader(*this, text, problems);
  constexpr auto json = nlohmann::json::input_format_t::json;
  constexpr bool strict = true, with_comments = true;
  const bool read = nlohmann::json::sax_parse(text.begin(), text.end(), &reader, json, strict, with_comments);
  if (!read || !reader.has_ended()) root_.reset();
}

Document::Document(const nlohmann::ordered_json& tree, Problems& problems) { Reader(*this, {}, problems).tree(tree); }

}  // namespace coreecs
