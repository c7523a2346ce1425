#include "interp/apps/traced/chrome.hpp"

#include <algorithm>
#include <map>

#include "interp/base/interrupt.hpp"
#include "interp/base/json/document.hpp"
#include "interp/base/json/reading.hpp"

namespace coreecs::traced {

namespace {

/// A list of events that was not finished: what comes after its last whole line is left out.
std::string finished(std::string_view text) {
  const std::size_t last = text.find_last_of("}\n");
  std::string out(text.substr(0, last == std::string_view::npos ? text.size() : last + 1));
  while (!out.empty() && std::string_view(" \t\r\n,").find(out.back()) != std::string_view::npos) out.pop_back();
  if (!out.empty() && out.back() != '}' && out.back() != '[') out.resize(out.find_last_of("}[") + 1);
  return out + "]";
}

std::optional<double> number(const Json::Member* member) {
  if (!member) return std::nullopt;
  if (const auto* x = member->value.as<double>()) return *x;
  if (const auto* k = member->value.as<std::int64_t>()) return static_cast<double>(*k);
  return std::nullopt;
}
std::string_view text(const Json::Member* member) {
  const auto* found = member ? member->value.as<std::string_view>() : nullptr;
  return found ? *found : std::string_view();
}

/// The name in `name="game::move"`, `name=Update`, or in "game::move" in quotes.
std::string value_of(std::string_view text) {
  if (const std::size_t at = text.find("name="); at != std::string_view::npos) text.remove_prefix(at + 5);
  if (text.size() > 1 && text.front() == '"') return std::string(text.substr(1, text.rfind('"') - 1));
  return std::string(text.substr(0, text.find_first_of(" }")));
}

class Reader {
 public:
  explicit Reader(Chrome& out) : out_(out) {}

  void event(const Json::Object& one) {
    const std::string_view kind = text(find(one, "ph"));
    if (kind != "B" && kind != "E" && kind != "X") return;
    const auto at = number(find(one, "ts"));
    if (!at) return;
    const std::pair<double, double> thread{number(find(one, "pid")).value_or(0), number(find(one, "tid")).value_or(0)};
    if (kind == "X") {
      TracedSpan span = named(one);
      span.begin = *at;
      keep(std::move(span), *at + number(find(one, "dur")).value_or(0), what_, thread);
      return;
    }
    std::vector<std::pair<TracedSpan, What>>& open = open_[thread];
    if (kind == "B") {
      TracedSpan span = named(one);
      span.begin = *at;
      open.emplace_back(std::move(span), what_);
    } else if (!open.empty()) {
      auto [span, what] = std::move(open.back());
      open.pop_back();
      keep(std::move(span), *at, what, thread);
    }
  }

  void done() {
    for (const auto& [thread, open] : open_)
      for (const auto& [span, what] : open) out_.open += what != What::Other;
    std::stable_sort(out_.systems.begin(), out_.systems.end(),
                     [](const TracedSpan& a, const TracedSpan& b) { return a.begin < b.begin; });
    std::reverse(out_.schedules.begin(), out_.schedules.end());  // what runs in another one ended first
    std::stable_sort(out_.schedules.begin(), out_.schedules.end(), [](const TracedSpan& a, const TracedSpan& b) {
      return a.begin != b.begin ? a.begin < b.begin : a.end > b.end;
    });
  }

 private:
  enum class What { System, Schedule, Other };

  /// system: name="game::move"; or the name system, with the rest in args.
  TracedSpan named(const Json::Object& one) {
    const std::string_view all = text(find(one, "name"));
    const std::string_view word = all.substr(0, all.find_first_of(":{ "));
    const std::string_view rest = all.substr(word.size());
    what_ = word == "system" ? What::System : word == "schedule" ? What::Schedule : What::Other;
    if (rest.substr(0, 1) == " ") what_ = What::Other;  // system overhead, system commands
    if (what_ == What::Other) return {};
    if (!rest.empty()) return {value_of(rest)};
    const Json::Member* args = find(one, "args");
    const auto* object = args ? args->value.as<Json::Object>() : nullptr;
    return {object ? value_of(text(find(*object, "name"))) : std::string()};
  }
  using Thread = std::pair<double, double>;  // of a process

  void keep(TracedSpan span, double end, What what, const Thread& thread) {
    if (what == What::Other || span.name.empty()) return;
    span.end = end;
    if (what == What::Schedule) span.thread = threads_.emplace(thread, threads_.size()).first->second;
    (what == What::System ? out_.systems : out_.schedules).push_back(std::move(span));
  }

  Chrome& out_;
  What what_ = What::Other;  // of the span that was named last
  std::map<Thread, std::vector<std::pair<TracedSpan, What>>> open_;
  std::map<Thread, std::size_t> threads_;
};

}  // namespace

std::variant<Chrome, Problem> read_chrome(std::string_view text) {
  Chrome out;
  const std::size_t first = text.find_first_not_of(" \t\r\n"), last = text.find_last_not_of(" \t\r\n");
  out.is_cut = first != std::string_view::npos && text[first] == '[' && text[last] != ']';
  const std::string whole = out.is_cut ? finished(text) : std::string();
  Problems problems;
  const Document document(out.is_cut ? std::string_view(whole) : text, problems);
  const Json* root = document.root();
  const Json::List* events = nullptr;
  if (root && problems.empty()) {
    const auto* object = root->as<Json::Object>();
    const Json::Member* member = object ? find(*object, "traceEvents") : nullptr;
    events = (member ? member->value : *root).as<Json::List>();
    if (!events) expected(problems, {}, *root, "a list of events, or an object with traceEvents");
  }
  if (events) {
    Reader reader(out);
    for (const Json& one : *events) {
      interrupt::poll();
      if (const auto* object = one.as<Json::Object>()) reader.event(*object);
    }
    reader.done();
    if (out.systems.empty())
      problems.report({}, "found no span of a system; expected names as system: name=\"game::move\"");
  }
  if (std::vector<Problem> all = std::move(problems).in_order(text); !all.empty()) return all.front();
  return out;
}

}  // namespace coreecs::traced
