#include "interp/apps/importer/dot_tokens.hpp"

#include "interp/base/interrupt.hpp"

#include <algorithm>

namespace coreecs::importer {

namespace {

bool is_digit(char c) { return '0' <= c && c <= '9'; }
bool is_letter(char c) {
  return ('a' <= c && c <= 'z') || ('A' <= c && c <= 'Z') || c == '_' || static_cast<unsigned char>(c) >= 0x80;
}
bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v'; }

bool is_keyword(const std::string& word) {
  constexpr std::string_view all[] = {"node", "edge", "graph", "digraph", "subgraph", "strict"};
  return std::find(std::begin(all), std::end(all), word) != std::end(all);
}

std::string in_small_letters(std::string word) {
  for (char& c : word)
    if ('A' <= c && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return word;
}

}  // namespace

DotToken DotTokens::take() {
  interrupt::poll();
  DotToken token = std::move(current_);
  advance();
  return token;
}

void DotTokens::advance() { current_ = next(); }

char DotTokens::get() {
  const char c = text_[at_++];
  if (c == '\n') {
    ++place_.line;
    place_.column = 1;
  } else {
    ++place_.column;
  }
  return c;
}

/// Spaces, comments, and lines that begin with #.
void DotTokens::skip() {
  while (at_ < text_.size()) {
    if (is_space(peek()) || (at_ == 0 && text_.substr(0, 3) == "\xEF\xBB\xBF")) {
      if (is_space(peek()))
        get();
      else
        at_ = 3;
    } else if ((peek() == '/' && peek(1) == '/') || (peek() == '#' && place_.column == 1)) {
      while (at_ < text_.size() && peek() != '\n') get();
    } else if (peek() == '/' && peek(1) == '*') {
      const TextPosition start = place_;
      get();
      get();
      while (!(peek() == '*' && peek(1) == '/')) {
        if (at_ >= text_.size()) throw Unreadable{start, "found a comment without its end; expected */"};
        get();
      }
      get();
      get();
    } else {
      return;
    }
  }
}

DotToken DotTokens::next() {
  skip();
  DotToken token;
  token.at = place_;
  if (at_ >= text_.size()) return token;
  if (peek() == '"') return quoted();
  if (peek() == '<') return html();
  const bool number = is_digit(peek()) || (peek() == '.' && is_digit(peek(1))) ||
                      (peek() == '-' && (is_digit(peek(1)) || (peek(1) == '.' && is_digit(peek(2)))));
  if (number) {
    token.kind = DotToken::Kind::Id;
    token.text += get();
    while (is_digit(peek()) || (peek() == '.' && token.text.find('.') == std::string::npos)) token.text += get();
    return token;
  }
  if (is_letter(peek())) {
    while (is_letter(peek()) || is_digit(peek())) token.text += get();
    const std::string word = in_small_letters(token.text);
    token.kind = is_keyword(word) ? DotToken::Kind::Keyword : DotToken::Kind::Id;
    if (token.kind == DotToken::Kind::Keyword) token.text = word;
    return token;
  }
  token.kind = DotToken::Kind::Symbol;
  token.text += get();
  if (token.text == "-" && (peek() == '>' || peek() == '-')) token.text += get();
  constexpr std::string_view known[] = {"{", "}", "[", "]", ";", ",", "=", ":", "->", "--"};
  if (std::find(std::begin(known), std::end(known), token.text) == std::end(known))
    throw Unreadable{token.at, "found " + in_quotes(token.text) + "; expected a statement of DOT"};
  return token;
}

/// "..." + "...": \" is a quote, and a backslash may end a line; other backslashes stay, as in Graphviz.
DotToken DotTokens::quoted() {
  DotToken token;
  token.kind = DotToken::Kind::Id;
  token.at = place_;
  while (true) {
    const TextPosition start = place_;
    get();
    while (peek() != '"' || at_ >= text_.size()) {
      if (at_ >= text_.size()) throw Unreadable{start, "found a text without its end; expected \""};
      if (peek() == '\\' && peek(1) == '"') {
        get();
        token.text += get();
      } else if (peek() == '\\' && peek(1) == '\n') {
        get();
        get();
      } else if (peek() == '\\' && peek(1) == '\\') {
        token.text += get();
        token.text += get();
      } else {
        token.text += get();
      }
    }
    get();
    skip();
    if (peek() != '+') return token;
    get();
    skip();
    if (peek() != '"') throw Unreadable{place_, "found no text after +; expected one in quotes"};
  }
}

/// <...>, whose own brackets are balanced
DotToken DotTokens::html() {
  DotToken token;
  token.kind = DotToken::Kind::Id;
  token.html = true;
  token.at = place_;
  get();
  for (std::size_t open = 1;;) {
    if (at_ >= text_.size()) throw Unreadable{token.at, "found markup without its end; expected >"};
    const char c = get();
    if (c == '<') ++open;
    if (c == '>' && --open == 0) return token;
    token.text += c;
  }
}

}  // namespace coreecs::importer
