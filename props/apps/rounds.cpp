// Traces of engines against apps with blocks, or with several schedules (interp/apps/traced).
#include "interp/apps/app/load.hpp"
#include "interp/apps/traced/report.hpp"
#include "props/kit/files.hpp"
#include "props/kit/prop.hpp"

namespace coreecs {

namespace {

using traced::Broken;
using traced::Chrome;
using traced::TracedSpan;
using traced::TraceReport;

app::App stepped_app(const std::string& text) {
  const auto read = app::load(text);
  REQUIRE(std::holds_alternative<app::App>(read));
  return std::get<app::App>(read);
}

/// Fixed steps g::move before g::hit; afterwards g::draw. The order of g::play is open.
const app::App& stepped() {
  static const app::App app = stepped_app(R"({ "app": "stepped", "components": { "Place": null, "Health": null },
    "sets": { "Steps": { "repeat": [0, 2], "before": ["g::draw"] } },
    "systems": { "g::move": { "in": ["Steps"], "queries": [{ "writes": ["Place"] }], "before": ["g::hit"] },
                 "g::hit": { "in": ["Steps"], "queries": [{ "reads": ["Place"], "writes": ["Health"] }] },
                 "g::heal": { "in": ["Steps"], "queries": [{ "writes": ["Health"] }] },
                 "g::draw": { "queries": [{ "reads": ["Place"] }] },
                 "g::play": { "queries": [{ "reads": ["Health"] }] } } })");
  return app;
}
enum Stepped : std::size_t { Move, Hit, Heal, Draw, Play };

/// A trace by hand. Schedules end where they are closed.
class Tracing {
 public:
  Tracing& open(const std::string& schedule, std::size_t thread = 0) {
    open_.push_back(out_.schedules.size());
    out_.schedules.push_back({schedule, ++now_, 0, thread});
    return *this;
  }
  Tracing& close() {
    out_.schedules[open_.back()].end = ++now_;
    open_.pop_back();
    return *this;
  }
  /// Systems one after another.
  Tracing& run(std::initializer_list<const char*> systems) {
    for (const char* one : systems) out_.systems.push_back({std::string("g::") + one, now_ + 1, now_ + 2}), now_ += 3;
    return *this;
  }
  Tracing& round(std::initializer_list<const char*> systems) { return open("FixedUpdate").run(systems).close(); }
  Tracing& update(std::initializer_list<const char*> systems) { return open("Update").run(systems).close(); }
  /// A system that began so much before now, and ends so much later.
  Tracing& during(const char* system, double before, double after) {
    out_.systems.push_back({std::string("g::") + system, now_ - before, now_ + after});
    now_ += after;
    return *this;
  }
  [[nodiscard]] Chrome done() {
    std::stable_sort(out_.systems.begin(), out_.systems.end(),
                     [](const TracedSpan& a, const TracedSpan& b) { return a.begin < b.begin; });
    return out_;
  }

 private:
  Chrome out_;
  std::vector<std::size_t> open_;
  double now_ = 0;
};

const traced::Seen& seen(const TraceReport& report, std::size_t a, std::size_t b) {
  const auto found = std::find_if(report.conflicts.begin(), report.conflicts.end(),
                                  [&](const traced::Seen& one) { return one.conflict.a == a && one.conflict.b == b; });
  REQUIRE(found != report.conflicts.end());
  return *found;
}
std::vector<std::size_t> counts(const traced::Seen& one) { return {one.a_first, one.b_first, one.overlapped}; }
using Counts = std::vector<std::size_t>;

}  // namespace

// [app/traced]
TEST_CASE("The systems of a block are judged in each round, and the others in each frame") {
  const TraceReport good = judge(stepped(), Tracing()
                                                .open("Main")
                                                .round({"move", "hit", "heal"})
                                                .round({"heal", "move", "hit"})
                                                .update({"draw", "play"})
                                                .close()
                                                .open("Main")
                                                .update({"play", "draw"})
                                                .close()
                                                .open("Main")
                                                .update({"play"})
                                                .round({"move", "hit"})
                                                .update({"draw"})
                                                .close()
                                                .done());
  CHECK(good.holds());
  CHECK(good.schedule == "Main");
  CHECK(good.frames == 3);
  CHECK(good.blocks == std::vector<traced::Rounds>{{"FixedUpdate", 3, 0, 2}});
  CHECK(good.performed == std::vector<std::size_t>{Move, Hit, Heal, Draw, Play});
  CHECK(good.ordered == 4);
  CHECK(counts(seen(good, Move, Hit)) == Counts{3, 0, 0});   // rounds
  CHECK(counts(seen(good, Hit, Heal)) == Counts{1, 1, 0});   // rounds
  CHECK(counts(seen(good, Move, Draw)) == Counts{2, 0, 0});  // frames
  CHECK(counts(seen(good, Hit, Play)) == Counts{1, 1, 0});   // frames
  const TraceReport bad = judge(stepped(), Tracing()
                                               .open("Main")
                                               .round({"move", "hit"})
                                               .round({"hit", "move"})
                                               .close()
                                               .open("Main")
                                               .round({"hit", "move"})
                                               .close()
                                               .done());
  CHECK_FALSE(bad.holds());
  CHECK(bad.broken == std::vector<Broken>{{Move, Hit, 2, 1, 11}});
  CHECK(counts(seen(bad, Move, Hit)) == Counts{1, 2, 0});
  CHECK(bad.blocks == std::vector<traced::Rounds>{{"FixedUpdate", 3, 1, 2}});
}

// [app/traced]
TEST_CASE("What is before or after a block is so for all its rounds, and what has no order with it is not within it") {
  const TraceReport early =
      judge(stepped(),
            Tracing().open("Main").round({"move"}).update({"draw"}).round({"move"}).update({"draw"}).close().done());
  CHECK_FALSE(early.holds());
  CHECK(early.broken == std::vector<Broken>{{Move, Draw, 1, 1, 8}});
  CHECK(early.within.empty());
  CHECK(early.conflicts.empty());  // it is neither first nor second, nor at once
  const TraceReport between = judge(
      stepped(), Tracing().open("Main").round({"hit"}).update({"play"}).round({"hit"}).update({"draw"}).close().done());
  CHECK_FALSE(between.holds());
  CHECK(between.broken.empty());
  CHECK(between.within == std::vector<traced::Within>{{Play, 0, 1, 1, 8}});
}

// [app/traced]
TEST_CASE("Rounds without a schedule of their own end where a system of the block begins again") {
  const TraceReport one =
      judge(stepped(),
            Tracing().open("Main").run({"move", "hit", "move", "heal", "hit", "move", "draw", "play"}).close().done());
  CHECK(one.holds());
  CHECK(one.blocks == std::vector<traced::Rounds>{{std::nullopt, 3, 3, 3}});
  CHECK(counts(seen(one, Move, Hit)) == Counts{2, 0, 0});
  const TraceReport apart =
      judge(stepped(), Tracing().open("Main").run({"move", "hit"}).during("move", 1.5, 2).run({"draw"}).close().done());
  CHECK(apart.broken == std::vector<Broken>{{Hit, Move, 1, 1, 5.5, true}});
}

// [app/traced]
TEST_CASE("A trace in which frames cannot be told from rounds is refused") {
  const auto refused = [](const Chrome& trace) { return judge(stepped(), trace).refused.has_value(); };
  CHECK(refused(Tracing().run({"move", "hit", "draw"}).done()));
  CHECK(refused(Tracing().round({"move", "hit"}).update({"draw"}).done()));
  CHECK(refused(Tracing().round({"move"}).round({"move"}).done()));
  CHECK_FALSE(refused(Tracing().update({"draw"}).update({"draw"}).done()));  // the block did not run
  CHECK_FALSE(refused(Tracing().open("Main").round({"move"}).close().done()));
}

TEST_CASE("A block of several schedules has the rounds of the schedule around them, on whatever thread others run") {
  Tracing all;
  all.open("Main").open("RunFixedMainLoop");
  for (int k = 0; k < 2; ++k)
    all.open("FixedMain").round({"move"}).open("FixedPostUpdate").run({"hit", "heal"}).close().close();
  all.close().update({"draw", "play"}).close();
  Chrome trace = all.done();
  trace.schedules.push_back({"Render", 3.5, 60, 1});  // of the frame before
  const auto update = std::find_if(trace.schedules.begin(), trace.schedules.end(),
                                   [](const TracedSpan& one) { return one.name == "Update"; });
  trace.schedules.push_back({"Extract", update->begin + 0.5, 60, 2});
  std::stable_sort(trace.schedules.begin(), trace.schedules.end(),
                   [](const TracedSpan& a, const TracedSpan& b) { return a.begin < b.begin; });
  const TraceReport one = judge(stepped(), trace);
  CHECK(one.holds());
  CHECK(one.schedule == "Main");
  CHECK(one.blocks == std::vector<traced::Rounds>{{"FixedMain", 2, 2, 2}});
  CHECK(one.performed.size() == 5);
}

// [app/traced]
TEST_CASE("Systems whose paths differ by a number only are told apart by the schedules where they run") {
  const app::App app = stepped_app(R"({ "app": "twice", "sets": { "Steps": { "repeat": 2 } },
    "systems": { "g::sync": { "in": ["Steps"], "before": ["g::move"] }, "g::move": { "in": ["Steps"] },
                 "g::draw": { "before": ["g::sync #2"] }, "g::sync #2": {}, "g::load": {}, "g::load #2": {} } })");
  const TraceReport one =
      judge(app, Tracing().open("Main").round({"move", "sync"}).update({"load", "draw", "sync"}).close().done());
  CHECK(one.performed == std::vector<std::size_t>{0, 1, 2, 3});
  CHECK(one.alike == std::vector<std::size_t>{4, 5});
  CHECK(one.broken == std::vector<Broken>{{0, 1, 1, 1, 3}});
}

TEST_CASE("Systems of several schedules are judged in the frames of the schedule around them") {
  const app::App app = stepped_app(R"({ "app": "two", "systems": { "g::a": { "before": ["g::b"] }, "g::b": {} } })");
  const TraceReport one = judge(app, Tracing()
                                         .open("Main")
                                         .open("First")
                                         .run({"a"})
                                         .close()
                                         .update({"b"})
                                         .close()
                                         .open("Main")
                                         .update({"b"})
                                         .open("Last")
                                         .run({"a"})
                                         .close()
                                         .close()
                                         .done());
  CHECK(one.schedule == "Main");
  CHECK(one.frames == 2);
  CHECK(one.performed.size() == 2);
}

TEST_CASE("The example's trace has rounds of the example's app") {
  auto read = traced::read_chrome(contents(source_dir / "examples/imports/bevy_frame.trace"));
  REQUIRE(std::holds_alternative<Chrome>(read));
  const Chrome& trace = std::get<Chrome>(read);
  CHECK(trace.systems.size() == 12);
  CHECK(trace.schedules[0].name == "Main");
  CHECK(trace.schedules[1].name == "RunFixedMainLoop");
}

TEST_CASE("A trace of 20 000 schedules in one another is read in linear time") {
  Tracing all;
  for (int k = 0; k < 20'000; ++k) all.open("S" + std::to_string(k % 100));
  all.open("Main").round({"move"});
  for (int k = 0; k < 20'000; ++k) all.run({"draw"});
  all.close();
  for (int k = 0; k < 20'000; ++k) all.close();
  CHECK(judge(stepped(), all.done()).performed.size() == 2);
}

}  // namespace coreecs
