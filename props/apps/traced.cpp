// Traces of engines against apps (interp/apps/traced).
#include "interp/apps/app/load.hpp"
#include "interp/apps/traced/report.hpp"
#include "props/kit/files.hpp"
#include "props/kit/prop.hpp"

namespace coreecs {

namespace {

using traced::Chrome;
using traced::TracedSpan;
using traced::TraceReport;

Chrome chrome(const std::string& text) {
  auto read = traced::read_chrome(text);
  const Problem* problem = std::get_if<Problem>(&read);
  const std::string said = problem ? show("text", *problem) : std::string();
  REQUIRE_MESSAGE(!problem, said);
  return std::get<Chrome>(std::move(read));
}

app::App traced_app(const std::string& text) {
  const auto read = app::load(text);
  REQUIRE(std::holds_alternative<app::App>(read));
  return std::get<app::App>(read);
}

std::string event(const char* kind, double at, int thread, const std::string& name) {
  return R"({"ph":")" + std::string(kind) + R"(","pid":1,"ts":)" + std::to_string(at) + R"(,"name":")" + name +
         R"(","tid":)" + std::to_string(thread) + "},\n";
}
std::string system(const std::string& name) { return R"(system: name=\")" + name + R"(\")"; }

const app::App& pond() {
  static const app::App app = traced_app(R"({ "app": "pond", "components": { "Place": null },
    "systems": { "g::swim": { "queries": [{ "writes": ["Place"] }], "before": ["g::draw"] },
                 "g::draw": { "queries": [{ "reads": ["Place"] }] },
                 "g::feed": { "queries": [{ "writes": ["Place"] }] } } })");
  return app;
}

/// A frame of the schedule Update, where each system runs from a time to a time.
Chrome frames(const std::vector<std::vector<TracedSpan>>& all) {
  Chrome out;
  double base = 0;
  for (const auto& frame : all) {
    for (const TracedSpan& one : frame) out.systems.push_back({one.name, base + one.begin, base + one.end});
    out.schedules.push_back({"Update", base, base + 100});
    base += 100;
  }
  std::stable_sort(out.systems.begin(), out.systems.end(),
                   [](const TracedSpan& a, const TracedSpan& b) { return a.begin < b.begin; });
  return out;
}

}  // namespace

// [app/traced]
TEST_CASE("A trace has spans of systems and schedules, whatever else is in it") {
  const Chrome one = chrome("[\n" + event("B", 1, 0, "schedule: name=Update") + event("B", 2, 1, system("g::a<g::B>")) +
                            event("B", 3, 1, "par_for_each") + event("E", 4, 1, "") +
                            event("B", 3, 2, "system overhead: name=\\\"g::a\\\"") + event("E", 4, 2, "") +
                            event("E", 5, 1, "") + event("E", 9, 0, "") +
                            R"({"ph":"X","pid":1,"tid":3,"ts":6,"dur":2,"name":"system","args":{"name":"\"g::b\""}},)" +
                            R"({"ph":"B","pid":1,"tid":3,"ts":8,"name":"system: name=\"g::c\""},{"ph":"M"}])");
  CHECK(one.systems == std::vector<TracedSpan>{{"g::a<g::B>", 2, 5}, {"g::b", 6, 8}});
  CHECK(one.schedules == std::vector<TracedSpan>{{"Update", 1, 9}});
  CHECK(one.open == 1);
  CHECK_FALSE(one.is_cut);
}

TEST_CASE("A trace that was not finished is read up to its last whole event") {
  const std::string whole = event("B", 1, 0, system("g::a")) + event("E", 2, 0, "");
  for (const std::string& rest :
       {std::string(), std::string("\n"), std::string(R"({"ph":"B","ts)"), event("B", 3, 0, system("g::b"))}) {
    const Chrome one = chrome("[" + whole + rest);
    CHECK(one.systems == std::vector<TracedSpan>{{"g::a", 1, 2}});
    CHECK(one.is_cut);
  }
  const auto place = [](const std::string& text) {
    const auto read = traced::read_chrome(text);
    const Problem* problem = std::get_if<Problem>(&read);
    return problem ? problem->place : "read";
  };
  CHECK(place("[]") == "");
  CHECK(place("[") == "");
  CHECK(place("") != "read");
  CHECK(place("[{\"ph\": }]") != "read");
  CHECK(place("{ \"traceEvents\": 7 }") == "");
}

// [app/traced]
TEST_CASE("A trace breaks a constraint in the frames where the later system begins too early") {
  const TraceReport good = judge(pond(), frames({{{"g::swim", 0, 2}, {"g::draw", 2, 4}, {"g::feed", 4, 5}}}));
  CHECK(good.holds());
  CHECK(good.frames == 1);
  CHECK(good.ordered == 1);
  const TraceReport bad = judge(pond(), frames({{{"g::swim", 0, 2}, {"g::draw", 2, 4}, {"g::feed", 4, 5}},
                                                {{"g::swim", 0, 2}, {"g::draw", 1, 4}, {"g::feed", 4, 5}},
                                                {{"g::draw", 1, 2}, {"g::swim", 3, 4}},
                                                {{"g::draw", 1, 2}}}));
  CHECK_FALSE(bad.holds());
  CHECK(bad.schedule == "Update");
  CHECK(bad.broken == std::vector<traced::Broken>{{0, 1, 2, 2, 101}});
  REQUIRE(bad.conflicts.size() == 3);
  CHECK(bad.conflicts[0].ordered);
  CHECK(bad.conflicts[0].a_first == 1);
  CHECK(bad.conflicts[0].b_first == 1);
  CHECK(bad.conflicts[0].overlapped == 1);
}

TEST_CASE("Of an order that is not kept, the pairs without a system between them are named") {
  const app::App app = traced_app(R"({ "app": "three", "systems": { "a": { "before": ["b"] }, "b": { "before": ["c"] },
    "c": {} } })");
  const TraceReport all = judge(app, frames({{{"c", 0, 1}, {"b", 2, 3}, {"a", 4, 5}}}));
  CHECK(all.ordered == 3);
  CHECK(all.broken == std::vector<traced::Broken>{{0, 1, 1, 1, 2}, {1, 2, 1, 1, 0}});
  const TraceReport two = judge(app, frames({{{"c", 0, 1}, {"a", 4, 5}}, {{"a", 0, 1}, {"b", 2, 3}, {"c", 4, 5}}}));
  CHECK(two.broken == std::vector<traced::Broken>{{0, 2, 1, 1, 0}});
}

TEST_CASE("Systems that conflict and have no order are counted by which came first, and must not overlap") {
  const TraceReport one = judge(pond(), frames({{{"g::swim", 0, 2}, {"g::draw", 2, 4}, {"g::feed", 4, 5}},
                                                {{"g::feed", 0, 1}, {"g::swim", 1, 2}, {"g::draw", 2, 4}},
                                                {{"g::swim", 0, 2}, {"g::draw", 3, 5}, {"g::feed", 4, 6}}}));
  CHECK(one.broken.empty());
  CHECK_FALSE(one.holds());
  REQUIRE(one.conflicts.size() == 3);
  const traced::Seen &with_swim = one.conflicts[1], &with_draw = one.conflicts[2];
  CHECK_FALSE(with_swim.ordered);
  CHECK(with_swim.a_first == 2);
  CHECK(with_swim.b_first == 1);
  CHECK(with_swim.overlapped == 0);
  CHECK(with_draw.a_first == 1);
  CHECK(with_draw.b_first == 1);
  CHECK(with_draw.overlapped == 1);
}

TEST_CASE("Frames are those of the schedule that has most systems of the app, or end where a system begins again") {
  Chrome trace = frames({{{"g::swim", 0, 2}, {"g::draw", 2, 4}}, {{"g::draw", 1, 2}}});
  trace.schedules.push_back({"Fixed", 10, 20});  // in the first frame of Update
  trace.systems.push_back({"g::draw", 11, 12});
  trace.systems.push_back({"g::other", 50, 51});
  for (auto* all : {&trace.systems, &trace.schedules})
    std::stable_sort(all->begin(), all->end(),
                     [](const TracedSpan& a, const TracedSpan& b) { return a.begin < b.begin; });
  const TraceReport one = judge(pond(), trace);
  CHECK(one.schedule == "Update");
  CHECK(one.frames == 2);
  CHECK(one.holds());
  CHECK(one.unknown == std::vector<std::string>{"g::other"});
  CHECK(one.never == std::vector<std::size_t>{2});
  trace.schedules.clear();
  const TraceReport repeated = judge(pond(), trace);
  CHECK_FALSE(repeated.schedule);
  CHECK(repeated.frames == 3);
  CHECK(repeated.holds());
}

TEST_CASE("A trace has paths where an app has last parts, and one name for systems that the app numbers") {
  const app::App app = traced_app(R"({ "app": "log", "systems": { "swim": { "before": ["draw"] }, "draw": {},
    "sync": { "before": ["draw"] }, "sync #2": {} } })");
  const TraceReport one = judge(app, frames({{{"g::draw", 0, 1}, {"g::swim", 1, 2}, {"sync", 3, 4}}}));
  CHECK(one.performed == std::vector<std::size_t>{0, 1});
  CHECK(one.alike == std::vector<std::size_t>{2, 3});
  CHECK(one.broken == std::vector<traced::Broken>{{0, 1, 1, 1, 0}});
  CHECK(one.unknown.empty());
}

TEST_CASE("The example's trace breaks one constraint of the example's app") {
  const Chrome one = chrome(contents(source_dir / "examples/imports/bevy.trace"));
  CHECK(one.systems.size() == 6);
  CHECK(one.schedules == std::vector<TracedSpan>{{"Update", 0, 13}, {"Update", 20, 29}});
}

TEST_CASE("A trace of 100 000 events is read in linear time") {
  std::string text = "[";
  for (std::size_t k = 0; k < 50'000; ++k)
    text += event("B", static_cast<double>(2 * k), 0, system(k % 2 == 0 ? "g::swim" : "g::draw")) +
            event("E", static_cast<double>(2 * k + 1), 0, "");
  const TraceReport one = judge(pond(), chrome(text + "{}]"));
  CHECK(one.frames == 25'000);
  CHECK(one.holds());
}

}  // namespace coreecs
