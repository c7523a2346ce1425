#include "interp/base/json/problem.hpp"

#include <algorithm>
#include <set>

#include "interp/base/json/position.hpp"

namespace coreecs {

std::string show(std::string_view file, const Problem& problem) {
  std::string line = on_one_line(file);
  if (!problem.place.empty()) line += ":" + shortened_pointer(problem.place);
  line += ": " + on_one_line(problem.message);
  if (problem.at)
    line += " (line " + std::to_string(problem.at->line) + ", column " + std::to_string(problem.at->column) + ")";
  return line;
}

// Places ---------------------------------------------------------------------------------------------------

std::string Place::pointer() const {
  std::vector<const Place*> steps;
  for (const Place* at = this; at->up_; at = at->up_) steps.push_back(at);
  std::string pointer;
  for (auto step = steps.rbegin(); step != steps.rend(); ++step) {
    pointer += '/';
    if (!(*step)->is_member_) pointer += std::to_string((*step)->position_);
    for (const char c : (*step)->key_) {
      if (c == '~')
        pointer += "~0";
      else if (c == '/')
        pointer += "~1";
      else
        pointer += c;
    }
  }
  return pointer;
}

std::vector<std::size_t> Place::order() const {
  std::vector<std::size_t> order;
  for (const Place* at = this; at->up_; at = at->up_) order.push_back(at->position_);
  std::reverse(order.begin(), order.end());
  return order;
}

// Problems -------------------------------------------------------------------------------------------------

void Problems::report(const Place& place, std::string message) {
  found_.push_back({place.order(), {place.pointer(), std::move(message)}});
}

void Problems::report_last(Problem problem) { last_.push_back(std::move(problem)); }

namespace {

bool same_but_for_case(std::string_view a, std::string_view b) {
  const auto lower = [](char c) { return 'A' <= c && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; };
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [&](char x, char y) { return lower(x) == lower(y); });
}

/// The number of insertions, deletions, replacements and swaps of neighbours between two names. Cost: |a| |b|.
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before(b.size() + 1), above(b.size() + 1), row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    before.swap(above);
    above.swap(row);
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = above[j - 1] + (a[i - 1] != b[j - 1]);
      row[j] = std::min({replaced, above[j] + 1, row[j - 1] + 1});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) row[j] = std::min(row[j], before[j - 2] + 1);
    }
  }
  return row[b.size()];
}

}  // namespace

void Problems::report_unknown(const Place& place, std::string_view kind, std::string_view name,
                              const std::vector<std::string_view>& known) {
  report_name(place, "unknown " + std::string(kind), name, known);
}

void Problems::report_unbound(const Place& place, std::string_view name, const std::vector<std::string_view>& known) {
  report_name(place, "unbound variable", name, known);
}

void Problems::report_name(const Place& place, std::string what, std::string_view name,
                           const std::vector<std::string_view>& known) {
  std::string message = std::move(what) + ' ' + in_quotes(name);
  if (!known.empty()) message += "; expected " + one_of(known);
  if (known.size() <= patience_) {
    patience_ -= known.size();
    if (const std::string_view meant = nearest(name, known); !meant.empty())
      message += "; did you mean " + in_quotes(meant) + "?";
  }
  report(place, std::move(message));
}

std::vector<Problem> Problems::in_order(std::string_view text) && {
  std::stable_sort(found_.begin(), found_.end(), [](const Found& a, const Found& b) { return a.order < b.order; });
  if (!text.empty() && !found_.empty()) {
    std::vector<Sought> sought;
    for (Found& found : found_) sought.push_back({std::move(found.order), found.problem.place});
    locate(text, sought);
    for (std::size_t j = 0; j < found_.size(); ++j) found_[j].problem.at = sought[j].at;
  }
  std::vector<Problem> problems;
  problems.reserve(found_.size() + last_.size());
  std::set<std::string> said;  // of one place; what each use of a definition says again is left out
  for (Found& found : found_) {
    const bool another = problems.empty() || problems.back().place != found.problem.place;
    if (another || problems.back().at != found.problem.at) said.clear();
    if (said.insert(found.problem.message).second) problems.push_back(std::move(found.problem));
  }
  for (Problem& problem : last_) problems.push_back(std::move(problem));
  return problems;
}

// Words ----------------------------------------------------------------------------------------------------

namespace {

/// The beginning of a text that is shown, in whole code points.
std::string_view beginning(std::string_view text) {
  constexpr std::size_t longest = 60;
  std::size_t end = std::min(text.size(), longest);
  if (end < text.size())
    while (end > 0 && (text[end] & 0xC0) == 0x80) --end;
  return text.substr(0, end);
}

const char* dots(std::string_view text, std::string_view shown) { return shown.size() < text.size() ? "..." : ""; }

}  // namespace

std::string shortened(std::string_view text) {
  const std::string_view shown = beginning(text);
  return on_one_line(shown) + dots(text, shown);
}

std::string shortened_pointer(std::string_view pointer) {
  std::string all;
  for (std::size_t begin = 0, end = 0; end != std::string_view::npos; begin = end + 1) {
    end = pointer.find('/', begin);
    if (begin > 0) all += '/';
    all += shortened(pointer.substr(begin, end - begin));
  }
  return all;
}

std::string in_quotes(std::string_view text) {
  const std::string_view shown = beginning(text);
  std::string escaped;
  for (const char c : shown) {
    if (c == '"' || c == '\\') escaped += '\\';
    escaped += c;
  }
  return '"' + on_one_line(escaped) + dots(text, shown) + '"';
}

std::string one_of(const std::vector<std::string_view>& names) {
  constexpr std::size_t all = 50, first = 8;
  const std::size_t shown = names.size() > all ? first : names.size();
  std::string list = names.size() == 1 ? "" : "one of ";
  for (std::size_t j = 0; j < shown; ++j) {
    if (j > 0) list += ", ";
    list += shortened(names[j]);
  }
  if (shown < names.size()) list += ", ...";
  return list;
}

std::string_view nearest(std::string_view name, const std::vector<std::string_view>& known) {
  constexpr std::size_t longest = 64;
  std::string_view best;
  std::size_t least = longest;
  for (const std::string_view candidate : known) {
    if (same_but_for_case(name, candidate)) return candidate;
    const std::size_t length = std::max(name.size(), candidate.size());
    const std::size_t difference = length - std::min(name.size(), candidate.size());
    if (length > longest || difference >= least || difference > length / 3) continue;
    const std::size_t distance = edit_distance(name, candidate);
    if (distance > length / 3 || distance >= least) continue;
    best = candidate;
    least = distance;
  }
  return best;
}

}  // namespace coreecs
