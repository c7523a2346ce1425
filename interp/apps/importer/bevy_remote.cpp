// What Bevy's remote protocol answers to schedule.graph: systems, sets, order, conflicts, and since 0.20 the access and
// the filters of each query. A text has one answer, or those for several schedules: a list, as for a batch, or one
// after another.
#include <algorithm>
#include <memory>
#include <set>

#include "interp/apps/app/conflicts.hpp"
#include "interp/apps/importer/bevy_schedule.hpp"
#include "interp/base/json/position.hpp"

namespace coreecs::importer {

namespace {

/// Where an answer holds the data of its schedule, and the name of that schedule.
struct Heading {
  std::string schedule;
  Sought data;
};
Heading heading(const Json& answer, const Place& place) {
  Heading out{{}, {place.order(), place.pointer()}};
  const Json* at = &answer;
  for (const std::string_view key : {"result", "schedule_data"}) {
    const auto* object = at->as<Json::Object>();
    const Json::Member* member = object ? find(*object, key) : nullptr;
    if (!member) continue;
    out.data.order.push_back(static_cast<std::size_t>(member - object->begin()));
    out.data.pointer += '/' + std::string(key);
    at = &member->value;
  }
  const auto* object = at->as<Json::Object>();
  const Json::Member* name = object ? find(*object, "name") : nullptr;
  const auto* text = name ? name->value.as<std::string_view>() : nullptr;
  if (text) out.schedule = std::string(*text);
  return out;
}

/// A document of the text: an answer, or a list of answers.
struct AnswerPart {
  std::string_view text;
  TextPosition begin;  ///< where it begins
  Problems problems = {};
  std::unique_ptr<Document> document = {};
  std::vector<std::string> schedules = {};  ///< of each answer
  std::vector<TextPosition> at = {};        ///< where the data of each are in the whole text

  void open() {
    document = std::make_unique<Document>(text, problems);
    std::vector<Sought> sought;
    each([&](const Json& answer, const Place& place) {
      Heading one = heading(answer, place);
      schedules.push_back(std::move(one.schedule));
      sought.push_back(std::move(one.data));
    });
    locate(text, sought);
    at.reserve(sought.size());
    for (const Sought& one : sought) at.push_back(moved(one.at.value_or(TextPosition{})));
  }
  /// A position in the whole text.
  [[nodiscard]] TextPosition moved(const TextPosition& in) const {
    return {begin.line + in.line - 1, in.column + (in.line == 1 ? begin.column - 1 : 0)};
  }
  /// Calls f(answer, place) for each answer.
  template <class F>
  void each(const F& f) const {
    const Json* root = document->root();
    const auto* all = root ? root->as<Json::List>() : nullptr;
    for (std::size_t k = 0; all && k < all->size(); ++k) f((*all)[k], Place().element(k));
    if (root && !all) f(*root, Place());
  }
};

/// The documents of a text, one after another: each ends where its brackets are closed.
std::vector<AnswerPart> answers_in(std::string_view text) {
  std::vector<AnswerPart> out;
  std::size_t depth = 0, begin = 0;
  bool quoted = false;
  TextPosition here, at;
  for (std::size_t k = 0; k < text.size(); ++k, ++here.column) {
    const char c = text[k];
    if (c == '\n') here = {here.line + 1, 0};
    if (quoted && c == '\\') {
      ++k;
      ++here.column;
    } else if (c == '"') {
      quoted = !quoted;
    } else if (!quoted && (c == '{' || c == '[')) {
      ++depth;
    } else if (!quoted && (c == '}' || c == ']') && depth > 0 && --depth == 0) {
      out.push_back({text.substr(begin, k + 1 - begin), at});
      begin = k + 1;
      at = {here.line, here.column + 1};
    }
  }
  if (out.empty() || text.find_first_not_of(" \t\r\n", begin) != std::string_view::npos)
    out.push_back({text.substr(begin), at});
  return out;
}

/// The answers of a text, as one app.
class Answers {
 public:
  Answers(std::string_view text, const std::string& name) : assembly_(name), parts_(answers_in(text)) {}

  Imported read() && {
    std::vector<std::string> schedules;
    for (AnswerPart& part : parts_) {
      part.open();
      check(part);
      schedules.insert(schedules.end(), part.schedules.begin(), part.schedules.end());
    }
    const BevyFrame frame(assembly_, schedules);
    for (AnswerPart& part : parts_) {
      std::size_t k = 0;
      part.each([&](const Json& json, const Place& place) {
        at_ = part.at[k++];
        answer(part, frame, AnswerValue(part.problems, place, json));
      });
      check(part);
    }
    app::App& app = assembly_.app();
    app.about = frame.has_several() ? frame.words() + ", as Bevy's remote protocol has them"
                : seen_.size() == 1 ? "the schedule " + *seen_.begin() + ", as Bevy's remote protocol has it"
                                    : "schedules, as Bevy's remote protocol has them";
    const auto is_event = [](const app::Component& one) { return one.kind == app::Component::Kind::Event; };
    if (std::any_of(app.components.begin(), app.components.end(), is_event) && frame.block() &&
        !app::members(app)[*frame.block()].empty())
      app.keep_events_until = frame.block();
    if (app.systems.empty()) throw Problem{"", "found no system; expected schedules that Bevy has initialized"};
    Imported out = std::move(assembly_).done();
    leave_out_declared(out.app);
    return out;
  }

 private:
  /// Throws the first problem of a part, at its place in the whole text.
  static void check(AnswerPart& part) {
    if (part.problems.empty()) return;
    Problem first = std::move(part.problems).in_order(part.text).front();
    if (first.at) first.at = part.moved(*first.at);
    const std::size_t colon = first.place.find(':');
    if (!first.at && colon != std::string::npos && first.place.front() != '/') {
      const TextPosition at =
          part.moved({std::stoul(first.place.substr(0, colon)), std::stoul(first.place.substr(colon + 1))});
      first.place = std::to_string(at.line) + ":" + std::to_string(at.column);
    }
    throw Problem(std::move(first));
  }

  void answer(AnswerPart& part, const BevyFrame& frame, const AnswerValue& all) {
    const auto read = [&](const AnswerValue& one) {
      if (one.has("systemsets"))
        part.problems.report(one.place(),
                             "found the answer of a Bevy that does not name systems; expected schedule_data, as "
                             "Bevy answers since 0.19");
      else if (one.has("schedule_data"))
        one.member("schedule_data", [&](const AnswerValue& v) { schedule(part, frame, v); });
      else
        schedule(part, frame, one);
    };
    if (all.has("error"))
      all.member("error", [&](const AnswerValue& error) {
        error.member("message", [&](const AnswerValue& message) {
          part.problems.report(message.place(),
                               "found the error " + in_quotes(message.text()) + "; expected an answer");
        });
      });
    else if (all.has("result"))
      all.member("result", read);
    else
      read(all);
  }

  void schedule(AnswerPart& part, const BevyFrame& frame, const AnswerValue& all) {
    std::string name;
    all.member("name", [&](const AnswerValue& v) {
      name = v.text();
      if (!seen_.insert(name).second)
        part.problems.report(v.place(), "found the schedule " + in_quotes(name) + " again; expected it once");
    });
    if (!frame.empty() && !frame.has(name)) {
      seen_.erase(name);
      assembly_.warn(at_, "found the schedule " + name +
                              ", whose place in Bevy's frame is not known; it is left out: import it by itself");
      return;
    }
    if (seen_.size() == 2) frame.warn(at_);
    if (seen_.size() > 1 && frame.empty())
      assembly_.warn(at_, "found another schedule, " + name +
                              "; its systems are added to the same app, unordered: import them one by one");
    const Answered one = add_schedule(part.problems, all, assembly_, frame, name);
    if (one.systems == 0 && !frame.has_several() && part.problems.empty())
      part.problems.report(all.place(), "found no system; expected a schedule that Bevy has initialized");
    if (one.deferring > 0)
      assembly_.warn(at_, "found " + std::to_string(one.deferring) +
                              (one.deferring == 1 ? " system that has commands" : " systems that have commands") +
                              ", and not which; taken for a spawn of an entity without components, which places sync "
                              "points: declare what they insert, remove, spawn and destroy");
  }

  /// Leaves out the conflicts that follow from declared access.
  static void leave_out_declared(app::App& app) {
    std::vector<app::ListedConflict> listed;
    std::swap(listed, app.conflicts);
    std::set<std::pair<std::size_t, std::size_t>> declared;
    for (const app::Conflict& one : app::declared_conflicts(app)) declared.emplace(one.a, one.b);
    for (app::ListedConflict& one : listed)
      if (declared.count({one.a, one.b}) == 0) app.conflicts.push_back(std::move(one));
  }

  Assembly assembly_;
  std::vector<AnswerPart> parts_;
  TextPosition at_;             // of the answer that is read
  std::set<std::string> seen_;  // schedules in the app
};

}  // namespace

Imported import_bevy_remote(std::string_view text, const std::string& name) { return Answers(text, name).read(); }

}  // namespace coreecs::importer
