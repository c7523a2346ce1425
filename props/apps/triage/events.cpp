// Events, against the two buffers and the cursors of bevy_ecs (specs/explanation/events.md).
#include "interp/apps/triage/events.hpp"

#include "interp/apps/app/conflicts.hpp"
#include "interp/apps/app/order.hpp"
#include "interp/apps/triage/triage.hpp"
#include "interp/fast/query.hpp"
#include "props/apps/kit/agreement.hpp"
#include "props/apps/kit/apps.hpp"
#include "props/apps/kit/buffers.hpp"
#include "props/kit/files.hpp"
#include "props/kit/prop.hpp"
#include "semantics/system.hpp"

using namespace coreecs;
using namespace coreecs::triage;

namespace {

/// One execution without blocks, with buffers beside the state.
class Sending {
 public:
  Sending(const Setting& setting, const Plan& plan)
      : c(setting.start), setting_(setting), plan_(plan), buffers_(setting) {}

  void step(std::size_t node) {
    if (plan_.is_sync(node))
      sync();
    else if (buffers_.ask(setting_, c, node))
      perform(node);
    if (++performed_ < plan_.size()) return;
    performed_ = 0;
    ++frame_;
    buffers_.frame_ended();
  }

  State c;
  bool heard = false;  ///< whether a system ever read an event

  [[nodiscard]] bool dropped() const { return buffers_.has_dropped(); }

 private:
  void perform(std::size_t s) {
    const System& body = *setting_.app.program->systems[*setting_.app.systems[s].body];
    State seen = buffers_.seen(c, s);
    const Matches matches = fast::query(body.q, seen, setting_.env, 1'000);
    buffers_.has_read(s);
    for (coreecs::Label i = 0; i < seen.labels(); ++i) heard = heard || (is_event(i) && !seen[i].empty());
    std::vector<Update> late;
    std::vector<Cell> w;
    for (std::size_t j = 0; j < matches.size(); ++j) {
      if (!query_at(body.q, seen, matches[j].e, w = {})) continue;
      const Update m = invoke(body, {matches[j].e, w}, {setting_.env, Executions::leaf(frame_, 0, s)});
      Update::Writes later;
      for (const Write& write : m.writes()) {
        if (is_event(write.l.i)) {
          if (write.k) buffers_.send(write.l.i, *write.k);
        } else if (plan_.exclusive[s] ||
                   (setting_.bodies[s].writes.contains(write.l.i) && write.k && seen.at(write.l))) {
          seen.write(write.l, write.k);
          c.write(write.l, write.k);
        } else {
          later.push_back(write);
        }
      }
      late.emplace_back(std::move(later));
    }
    deferred_.emplace_back(s, composed(late));
  }
  [[nodiscard]] bool is_event(coreecs::Label i) const {
    return setting_.app.components[i].kind == app::Component::Kind::Event;
  }

  void sync() {
    if (plan_.applied == Applied::AsInserted)
      std::stable_sort(deferred_.begin(), deferred_.end(),
                       [](const auto& a, const auto& b) { return a.first < b.first; });
    for (const auto& [s, m] : deferred_) c = after(std::move(c), m);
    deferred_.clear();
  }

  const Setting& setting_;
  const Plan& plan_;
  Buffers buffers_;
  std::vector<std::pair<std::size_t, Update>> deferred_;
  std::size_t performed_ = 0;
  std::uint64_t frame_ = 0;
};

}  // namespace

// [queue/first] [queue/send] [queue/read] [queue/asked] [queue/seen] [queue/frame]
TEST_CASE("Systems read the events that they read in bevy_ecs, in the order of sending") {
  prop("queues leave what two buffers and cursors leave, after each step of any execution", [] {
    const AppCase t = any_app_case(false, {.events = true});
    RC_PRE(!(t.model.scheduler && t.model.scheduler->asks_by_stage));
    const Setting setting(*t.app, t.order, t.model, t.frames + 3);
    const Plan plan = *setting.plan();
    RC_LOG() << t;
    Sending sending(setting, plan);
    follow(setting.executions(plan), sending);
    note(sending.heard, "events are read", 0.15);
    note(sending.dropped(), "events are dropped", 0.2);
  });
}

namespace {

/// The app, where its first two systems are in a set that runs if some event was sent.
std::shared_ptr<const app::App> with_set_on_event(app::App app) {
  app.sets.push_back({"Set", {}});
  app.sets.back().configuration.run_if = {app.conditions.front().name};
  for (std::size_t s = 0; s < 2; ++s) app.systems[s].configuration.in = {0};
  return std::make_shared<const app::App>(std::move(app));
}

}  // namespace

// [queue/static] [queue/send] [queue/read]
TEST_CASE("An app with events is confluent where no race is real") {
  prop("the verdict agrees with enumerating all executions", [] {
    AppCase t = any_app_case(false, {.asks = *rc::gen::arbitrary<bool>(), .events = true});
    if (*rc::gen::inRange(0, 3) == 0) t.app = with_set_on_event(*t.app);
    const Enumerated one(t);
    one.agree();
    bool by_event = false;
    for (const Interference& each : one.interfering)
      for (const Obstacle& over : each.obstacles)
        by_event = by_event || (over.on && t.app->components[*over.on].kind == app::Component::Kind::Event);
    note(by_event, "an event is an obstacle", 0.1);
    note(!one.swaps.alike, "not confluent", 0.04);
  });
}

namespace {

/// Two senders of Hit, a reader that keeps their sum and order in Score, and more of the document.
std::string game(const std::string& of_left, const std::string& of_right, const std::string& of_score,
                 const std::string& more = "") {
  const auto sender = [](const std::string& key, const std::string& what) {
    return "{ " + key + R"( "events": { "sends": ["Hit"] }, "queries": [{ "reads": ["Player"] }],
      "body": { "match": [{ "incl": { "Player": "_" } }], "do": )" +
           what + " } }";
  };
  return R"({ "app": "game", "components": { "Score": "int", "Player": "unit", "Other": "int" }, "events": { "Hit": "int", "Bell": "unit" },
    "systems": { "left": )" +
         sender("", of_left) + R"(, "right": )" + sender("", of_right) + R"(,
      "score": { )" +
         of_score + R"( "events": { "reads": ["Hit"] }, "queries": [{ "writes": ["Score"] }],
        "body": { "match": [{ "incl": { "Hit": "n" } }, { "entity": "p", "incl": { "Score": "s" } }],
                  "do": { "attach": ["Score", "p", { "+": [{ "*": ["s", 10] }, "n"] }] } } } },
    "entities": { "p": { "Score": 0, "Player": null, "Other": 0 } })" +
         more + " }";
}
const std::string hit_1 = R"({ "new": ["h", { "attach": ["Hit", "h", 1] }] })",
                  hit_2 = R"({ "new": ["h", { "attach": ["Hit", "h", 2] }] })", last = R"("after": ["left", "right"],)";

std::vector<std::pair<std::size_t, std::size_t>> real_pairs(const Judgement& judgement) {
  std::vector<std::pair<std::size_t, std::size_t>> all;
  for (const triage::Pair& pair : judgement.pairs)
    if (pair.label == triage::Label::Real) all.emplace_back(pair.first, pair.second);
  return all;
}
/// Score after some frames, in the order of insertion, where commands are applied at the end of the schedule.
std::int64_t score_after(const app::App& app, std::uint64_t frames) {
  const Setting setting(app, app::order(app), *model("bevy-0.10"), frames);
  const Plan plan = *setting.plan();
  const Executions all = setting.executions(plan);
  Configuration k = all.first();
  while (!all.ended(k)) {
    const std::size_t next = all.enabled(k).front();
    k = all.step(std::move(k), next);
  }
  for (coreecs::Label i = 0; i < app.program->schema.size(); ++i)
    if (app.program->schema[i].name == "Score") return k.c[i].begin()->second.as<std::int64_t>();
  return -1;
}

}  // namespace

// [queue/send] [queue/static] [app/conflict]
TEST_CASE("Two systems that send other events race, and readers do not") {
  const app::App app = loaded_app(game(hit_1, hit_2, last));
  CHECK(app::declared_conflicts(app).size() == 3);  // of each two
  const Judgement other = judged(app, 1);
  CHECK(real_pairs(other) == std::vector<std::pair<std::size_t, std::size_t>>{{0, 1}});
  REQUIRE(other.pairs.front().over.has_value());
  CHECK(*other.pairs.front().over == Over::Order);
  const Judgement same = judged(loaded_app(game(hit_1, hit_1, last)), 1);
  CHECK(same.on_every_state == Answer::Yes);
  REQUIRE(same.pairs.size() == 1);
  CHECK(same.pairs.front().arguments.front().second == Argument::Same);
  const app::App readers = loaded_app(R"({ "app": "readers", "components": {}, "events": { "Hit": null },
    "systems": { "a": { "events": { "reads": ["Hit"] } }, "b": { "events": { "reads": ["Hit"] } } } })");
  CHECK(app::declared_conflicts(readers).empty());
  CHECK(judged(readers, 1).on_every_state == Answer::Yes);
}

// [queue/send] [queue/read]
TEST_CASE("An event is sent at once, and each reader reads it once, in the order of sending") {
  CHECK(score_after(loaded_app(game(hit_1, hit_2, last)), 1) == 12);
  CHECK(score_after(loaded_app(game(hit_2, hit_1, last)), 1) == 21);
  CHECK(score_after(loaded_app(game("[" + hit_1 + ", " + hit_2 + "]", "[]", last)), 2) == 1212);
  const std::string twice = R"("after": ["left", "right"], "in": ["Twice"],)";
  const std::string block = R"(, "sets": { "Twice": { "repeat": 2 } })";
  CHECK(score_after(loaded_app(game(hit_1, "[]", twice, block)), 3) == 111);
  const std::string before = R"("before": ["left"], "in": ["Twice"],)";  // it reads those of the last frame
  CHECK(score_after(loaded_app(game(hit_1, "[]", before, block)), 3) == 11);
}

// [queue/frame] [queue/kept]
TEST_CASE("A reader reads what was sent in this frame and in the one before, and no older event") {
  const auto in_frame = [](int n) {
    return R"("after": ["left", "right"], "run_if": [{ "match": [{ "incl": { "Other": "n" } }], "where": { "==": ["n", )" +
           std::to_string(n) + "] } }],";
  };
  const std::string counts = R"({ "new": ["h", { "attach": ["Hit", "h", "n"] }] })";
  const auto counted = [&](int n) {
    std::string text = game(counts, "[]", in_frame(n));
    const std::string reads = R"("queries": [{ "reads": ["Player"] }],
      "body": { "match": [{ "incl": { "Player": "_" } }], "do": )" +
                              counts;
    const std::size_t at = text.find(reads);
    REQUIRE(at != std::string::npos);
    text.replace(at, reads.size(),
                 R"("queries": [{ "writes": ["Other"] }],
      "body": { "match": [{ "entity": "p", "incl": { "Other": "m" } }],
                "do": { "let": ["n", { "+": ["m", 1] }, [{ "attach": ["Other", "p", "n"] }, )" +
                     counts + "]] }");
    return loaded_app(text);
  };
  CHECK(score_after(counted(4), 4) == 34);
  CHECK(score_after(counted(1), 4) == 1);
  for (const std::uint64_t rounds : {0, 1}) {  // of a block without which no event is dropped
    app::App app = counted(4);
    app.sets.push_back({"Fixed", {}, app::Repeat{rounds, rounds}});
    app.systems[1].configuration.in = {0};
    app.keep_events_until = 0;
    CHECK(score_after(app, 4) == (rounds == 0 ? 1234 : 34));
  }
}

// [queue/late] [triage/stale] [triage/flow]
TEST_CASE("A reader before the sender is a frame late, and the constraint that fixes it goes along the flow of data") {
  const app::App app = loaded_app(game(hit_1, "[]", R"("before": ["left"],)"));
  const Judgement judgement = judged(app, 2);
  REQUIRE(judgement.stale.all.size() == 1);
  CHECK(judgement.stale.all[0].reader == 2);
  CHECK(judgement.stale.all[0].always);
  REQUIRE(judgement.stale.all[0].read.has_value());
  CHECK(judgement.stale.all[0].read->frame == 1);
  CHECK(judgement.stale.all[0].read->written == Value(std::int64_t{1}));
  CHECK(judgement.stale.all[0].writers.front().cycle.has_value());
  CHECK(judged(loaded_app(game(hit_1, "[]", R"("after": ["left"],)")), 2).stale.all.empty());
  CHECK(judged(loaded_app(game("[]", "[]", R"("before": ["left"],)")), 2).stale.all.empty());  // nothing is sent
  const std::string never =
      R"("before": ["left"], "run_if": [{ "match": [{ "incl": { "Other": "n" } }], "where": { "==": ["n", 5] } }],)";
  CHECK(judged(loaded_app(game(hit_1, "[]", never)), 2).stale.all.empty());
  const Judgement between = judged(loaded_app(game(hit_1, hit_2, R"("after": ["left"], "before": ["right"],)")), 2);
  REQUIRE(between.stale.all.size() == 1);  // on what the one sends, although it reads what the other sends
  CHECK(between.stale.all[0].always);
  REQUIRE(between.stale.all[0].writers.size() == 1);
  CHECK(between.stale.all[0].writers[0].system == 1);
  CHECK(between.stale.all[0].read->written == Value(std::int64_t{2}));
  const Judgement both = judged(loaded_app(game(hit_1, hit_2, R"("before": ["right"],)")), 2);
  REQUIRE(both.stale.all.size() == 1);
  CHECK(both.stale.all[0].always);  // whatever the order of reader and left
  CHECK(both.stale.all[0].writers.size() == 2);
  const Judgement open = judged(loaded_app(game(hit_1, "[]", "")), 1);
  REQUIRE(open.fix.has_value());
  CHECK(open.fix->edges() == std::vector<Edge>{{0, 2}});
  REQUIRE(open.fix->all.front().flow.has_value());
  CHECK(app.components[open.fix->all.front().flow->on].name == "Hit");
}

// [queue/read] [queue/static] [triage/excluded]
TEST_CASE("A run condition reads events by itself, so its negation elsewhere does not exclude it") {
  const std::string on = R"("after": ["left", "right"], "run_if": [{ "on_event": "Hit" }],)";
  CHECK(score_after(loaded_app(game(hit_1, "[]", on)), 2) == 11);  // the system has its own cursor
  const auto both = [](const char* of_two) {
    return loaded_app(std::string(R"({ "app": "both", "components": { "A": "int" }, "events": { "Hit": "unit" },
      "systems": { "one": { "run_if": [{ "on_event": "Hit" }], "queries": [{ "writes": ["A"] }],
                            "body": { "match": [{ "entity": "e", "incl": { "A": "_" } }], "do": { "attach": ["A", "e", 1] } } },
                   "two": { "run_if": [)") +
                      of_two + R"(], "queries": [{ "writes": ["A"] }],
                            "body": { "match": [{ "entity": "e", "incl": { "A": "_" } }], "do": { "attach": ["A", "e", 2] } } } },
      "entities": { "e": { "A": 0 } } })");
  };
  const Judgement apart = judged(both(R"({ "not": { "on_event": "Hit" } })"), 1);
  REQUIRE(apart.pairs.size() == 1);
  CHECK(apart.pairs.front().arguments.empty());
  CHECK(apart.on_every_state == Answer::No);
}

// [queue/asked]
TEST_CASE("A part of a condition that is not asked reads no events") {
  const auto later = [](const char* first) {  // left sends in frame 1; the state lets the event be asked in frame 2
    return loaded_app(std::string(R"({ "app": "later", "components": { "Score": "int" }, "resources": { "N": "int" },
      "events": { "Hit": "unit" }, "systems": {
        "left": { "resources": { "writes": ["N"] }, "events": { "sends": ["Hit"] },
          "body": { "match": [{ "entity": "w", "incl": { "N": "n" } }],
                    "do": [{ "attach": ["N", "w", { "+": ["n", 1] }] }, { "if": [{ "==": ["n", 0] }, { "new": ["h", { "attach": ["Hit", "h"] }] }] }] } },
        "score": { "after": ["left"], "run_if": [{ )") +
                      first + R"( }], "queries": [{ "writes": ["Score"] }],
          "body": { "match": [{ "entity": "e", "incl": { "Score": "s" } }], "do": { "attach": ["Score", "e", { "+": ["s", 1] }] } } } },
      "entities": { "e": { "Score": 0 }, "w": { "N": 0 } } })");
  };
  CHECK(score_after(later(R"("and": [{ "resource": "N", "is": 2 }, { "on_event": "Hit" }])"), 3) == 1);
  CHECK(score_after(later(R"("and": [{ "on_event": "Hit" }, { "resource": "N", "is": 2 }])"), 3) == 0);
  CHECK(score_after(later(R"("or": [{ "resource": "N", "is": 1 }, { "on_event": "Hit" }])"), 3) == 2);
  CHECK(score_after(later(R"("or": [{ "on_event": "Hit" }, { "resource": "N", "is": 1 }])"), 3) == 1);
}

// [triage/condition] [queue/static]
TEST_CASE("A system that sends what a run condition reads races with the systems that ask it") {
  const std::string on = R"("run_if": [{ "on_event": "Bell" }],)";
  std::string text = game(R"({ "new": ["b", { "attach": ["Bell", "b"] }] })", "[]", on);
  const std::string sends = R"("sends": ["Hit"])", bell = R"("sends": ["Bell"])";
  text.replace(text.find(sends), sends.size(), bell);
  std::string with_hits = text;
  with_hits.replace(with_hits.find("\"do\": []"), 8, "\"do\": " + hit_2);
  const Judgement judgement = judged(loaded_app(with_hits), 1);
  const auto with_left = std::find_if(judgement.pairs.begin(), judgement.pairs.end(),
                                      [](const triage::Pair& pair) { return pair.first == 0 && pair.second == 2; });
  REQUIRE(with_left != judgement.pairs.end());
  CHECK(with_left->label == triage::Label::Real);
  CHECK(!with_left->reported.has_value());  // an engine compares the access of systems
  CHECK(with_left->obstacles.front().run_if == std::vector<std::string>{"on_event(Bell)"});
}

// [queue/static] [queue/late] [triage/flow]
TEST_CASE("Real reports of senders that are not ordered end in the constraints that fixed them") {
  const app::App picking = example_app("mod_picking274.json"), chain = example_app("bevy8606.json");
  const Judgement clicked = judged(picking, 2), heard = judged(chain, 2);
  CHECK(real_pairs(clicked) == std::vector<std::pair<std::size_t, std::size_t>>{{0, 1}});
  CHECK(clicked.kept.breaks("a_click_selects_in_its_frame"));
  CHECK(clicked.stale.all.size() == 1);
  REQUIRE(clicked.fix.has_value());
  CHECK(clicked.fix->edges() == std::vector<Edge>{{1, 0}});  // send_selection_events before update_state_from_events
  CHECK(clicked.fix->with.kept.all == Answer::Yes);
  CHECK(real_pairs(heard) == std::vector<std::pair<std::size_t, std::size_t>>{{0, 1}, {0, 2}, {0, 3}});
  CHECK(heard.kept.breaks("listeners_run_in_their_order"));
  REQUIRE(heard.fix.has_value());
  CHECK(heard.fix->edges() == std::vector<Edge>{{0, 1}});  // event_trigger before event_listener1
  CHECK(heard.fix->with.kept.all == Answer::Yes);
}

// [queue/frame] [queue/kept]
TEST_CASE("A fixed step misses events in every order, unless ends of frames keep them until it has run") {
  app::App app = example_app("bevy7691.json");
  CHECK(judged(app, 6).hopeless == std::vector<std::string>{"a_step_has_received_all"});
  app.keep_events_until = 0;  // what Bevy 0.12.1 made of it
  CHECK(judged(app, 6).kept.all == Answer::Yes);
}

// [queue/kept]
TEST_CASE("Where no fixed step runs, events are kept for as long as it takes") {
  app::App app = example_app("bevy10877.json");
  const auto read = [](const app::App& app) {
    const Setting setting(app, app::order(app), *model("bevy"), 10);
    const Plan plan = *setting.plan();
    const Executions all = setting.executions(plan);
    Configuration k = all.first();
    while (!all.ended(k)) {
      const std::size_t next = all.enabled(k).front();
      k = all.step(std::move(k), next);
    }
    return k.c[0].begin()->second.as<std::int64_t>();
  };
  CHECK(read(app) == 10);
  app.keep_events_until.reset();
  CHECK(read(app) == 2);  // as in Bevy 0.11
}

// [triage/kept]
TEST_CASE("An entity that a system destroys is despawned, whichever events the app has") {
  const auto lived = [](const char* events) {
    return judged(loaded_app(std::string(R"({ "app": "lived", "components": { "A": "int" }, )") + events + R"(
      "systems": {
        "kill": { "queries": [{ "reads": ["A"] }], "commands": { "destroy": [{}] },
                  "body": { "match": [{ "entity": "e", "incl": { "A": "_" } }], "do": { "destroy": "e" } } },
        "give": { "queries": [{ "reads": ["A"] }], "commands": { "insert": ["A"] },
                  "body": { "match": [{ "entity": "e", "incl": { "A": "a" } }], "do": { "attach": ["A", "e", "a"] } } } },
      "entities": { "e": { "A": 1 } } })"),
                  1)
        .kept.broken.size();
  };
  CHECK(lived("") == 1);
  CHECK(lived(R"("events": { "Hit": "int" },)") == 1);
}
