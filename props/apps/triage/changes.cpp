// Changes that systems see, against the ticks that bevy_ecs keeps (specs/explanation/changes.md).
#include "interp/apps/triage/changes.hpp"

#include <set>

#include "interp/apps/app/order.hpp"
#include "interp/apps/triage/triage.hpp"
#include "interp/fast/query.hpp"
#include "props/apps/kit/agreement.hpp"
#include "props/apps/kit/apps.hpp"
#include "props/kit/files.hpp"
#include "props/kit/prop.hpp"
#include "semantics/system.hpp"

using namespace coreecs;
using namespace coreecs::triage;

namespace {

/// One execution, with two ticks for each component of an entity, the tick of each system's last run, and a list of
/// removals of which each system knows how many it has read.
class Ticking {
 public:
  Ticking(const Setting& setting, const Plan& plan)
      : c(setting.start), setting_(setting), plan_(plan), last_run_(plan.systems), read_(plan.systems) {
    for (coreecs::Label i = 0; i < c.labels(); ++i)
      for (const auto& [e, k] : c[i]) stamps_[{e, i}] = {1, 1};
  }

  void step(std::size_t node) {
    if (plan_.is_sync(node))
      sync();
    else
      perform(node);
    if (++performed_ < plan_.size()) return;
    performed_ = 0;
    ++frame_;
    frame_began_ = now_++;
    std::erase_if(lost_, [&](const Lost& one) { return is_in_frame() || one.frame + 1 < frame_; });
  }

  State c;
  bool refused = false;  ///< whether a flag ever ruled a match out
  bool dead = false;     ///< whether one ever had an entity that was gone

 private:
  struct Stamp {
    std::size_t added, changed;
  };
  struct Lost {
    Location l;
    std::uint64_t frame, number;
  };

  [[nodiscard]] bool is_in_frame() const { return setting_.app.change_detection == app::ChangeDetection::InFrame; }
  [[nodiscard]] const System& body(std::size_t s) const {
    return *setting_.app.program->systems[*setting_.app.systems[s].body];
  }

  [[nodiscard]] bool sees(std::size_t s, const app::Ask& ask, Entity e) const {
    const Location l{e, static_cast<coreecs::Label>(ask.label)};
    if (ask.of == app::Ask::Of::Removed)
      return std::any_of(lost_.begin(), lost_.end(),
                         [&](const Lost& one) { return one.l == l && (is_in_frame() || one.number >= read_[s]); });
    const auto at = stamps_.find(l);
    const std::size_t since = is_in_frame() ? frame_began_ : last_run_[s];
    return at != stamps_.end() && (ask.of == app::Ask::Of::Added ? at->second.added : at->second.changed) > since;
  }

  /// Whether the j-th query can match an entity that is gone, or has nothing.
  [[nodiscard]] bool needs_life(std::size_t s, std::size_t j) const {
    const Query& q = body(s).q[j];
    const auto includes = [](const Query& one) { return std::holds_alternative<Incl>(one); };
    const auto* all = std::get_if<And>(&q);
    const bool has = all ? std::any_of(all->conjuncts.begin(), all->conjuncts.end(), includes) : includes(q);
    const std::vector<app::Ask>& asks = setting_.app.systems[s].asks;
    return !has && std::none_of(asks.begin(), asks.end(),
                                [&](const app::Ask& ask) { return ask.query == j && ask.of == app::Ask::Of::Removed; });
  }

  /// c, where these entities have one more component: a query of the calculus matches live entities only.
  [[nodiscard]] State with_all_alive(const std::vector<Entity>& e) const {
    State all(c.labels() + 1);
    for (coreecs::Label i = 0; i < c.labels(); ++i) all[i] = c[i];
    for (const Entity& one : e) all.write({one, static_cast<coreecs::Label>(c.labels())}, Value());
    return all;
  }

  bool matches(std::size_t s, const std::vector<Entity>& e, std::vector<Cell>& w) {
    w.clear();
    for (std::size_t j = 0; j < e.size(); ++j)
      if (needs_life(s, j) && !is_live(c, e[j])) return false;
    if (!query_at(body(s).q, with_all_alive(e), e, w)) return false;
    for (const app::Ask& ask : setting_.app.systems[s].asks)
      if (!sees(s, ask, e[ask.query])) {
        refused = true;
        return false;
      }
    for (const Entity& one : e) dead = dead || !is_live(c, one);
    return true;
  }

  void perform(std::size_t s) {
    const std::size_t now = now_++, read = next_lost_;
    std::set<Entity> known;
    for (coreecs::Label i = 0; i < c.labels(); ++i)
      for (const auto& [e, k] : c[i]) known.insert(e);
    for (const Lost& one : lost_) known.insert(one.l.e);
    std::vector<std::vector<Entity>> all = {{}};
    for (std::size_t j = 0; j < body(s).q.size(); ++j) {
      std::vector<std::vector<Entity>> longer;
      for (const auto& e : all)
        for (const Entity& one : known) {
          longer.push_back(e);
          longer.back().push_back(one);
        }
      all = std::move(longer);
      RC_PRE(all.size() < 2'000);
    }
    std::vector<Cell> w;
    std::erase_if(all, [&](const auto& e) { return !matches(s, e, w); });
    for (const std::vector<Entity>& e : all) {
      if (!matches(s, e, w)) continue;
      const Update m = invoke(body(s), {e, w}, {setting_.env, Executions::leaf(frame_, 0, s)});
      Update::Writes at_once, later;
      for (const Write& write : m.writes()) {
        const bool owned = setting_.bodies[s].writes.contains(write.l.i) && write.k && c.at(write.l);
        (plan_.exclusive[s] || owned ? at_once : later).push_back(write);
      }
      const Update own(std::move(at_once));
      stamp(c, own, now);
      c = after(std::move(c), own);
      deferred_.emplace_back(s, Update(std::move(later)));
    }
    last_run_[s] = now;
    read_[s] = read;
  }

  void sync() {
    const std::size_t now = now_++;
    if (plan_.applied == Applied::AsInserted)
      std::stable_sort(deferred_.begin(), deferred_.end(),
                       [](const auto& a, const auto& b) { return a.first < b.first; });
    for (const auto& [s, m] : deferred_) {
      stamp(c, m, now);
      c = after(std::move(c), m);
    }
    deferred_.clear();
  }

  void stamp(const State& before, const Update& m, std::size_t now) {
    for (const Write& write : m.writes()) {
      const bool was = before.at(write.l) != nullptr;
      if (!write.k && was) lost_.push_back({write.l, frame_, next_lost_++});
      if (!write.k)
        stamps_.erase(write.l);
      else if (was)
        stamps_[write.l].changed = now;
      else
        stamps_[write.l] = {now, now};
    }
  }

  const Setting& setting_;
  const Plan& plan_;
  std::map<Location, Stamp> stamps_;
  std::vector<Lost> lost_;
  std::vector<std::pair<std::size_t, Update>> deferred_;
  std::vector<std::size_t> last_run_, read_;
  std::size_t now_ = 2, frame_began_ = 0, performed_ = 0, next_lost_ = 0;
  std::uint64_t frame_ = 0;
};

}  // namespace

// [change/first] [change/set] [change/run] [change/frame] [change/ask] [change/deferred]
TEST_CASE("Systems see the changes that they see in bevy_ecs") {
  prop("flags leave what ticks leave, after each step of any execution", [] {
    const AppCase t = any_app_case(false, {.asks = true});
    const Setting setting(*t.app, t.order, t.model, t.frames + 1);
    const Plan plan = *setting.plan();
    RC_LOG() << t;
    Ticking ticking(setting, plan);
    follow(setting.executions(plan), ticking);
    note(ticking.refused, "flags rule matches out", 0.2);
    note(ticking.dead, "an entity that is gone matches", 0.001);
  });
}

// [change/static] [change/set]
TEST_CASE("An app that asks for changes is confluent where no race is real") {
  prop("the verdict agrees with enumerating all executions", [] {
    const AppCase t = any_app_case(false, {.asks = true});
    const Enumerated one(t);
    one.agree();
    note(!one.swaps.alike, "not confluent", 0.04);
  });
}

namespace {

/// The values of a component after some frames, in the order of insertion.
std::vector<Value> after_frames(const std::string& text, const char* of, std::uint64_t frames) {
  const app::App app = loaded_app(text);
  const Setting setting(app, app::order(app), *model("bevy-0.10"), frames);
  const Plan plan = *setting.plan();
  const Executions all = setting.executions(plan);
  Configuration k = all.first();
  while (!all.ended(k)) {
    const std::size_t next = all.enabled(k).front();
    k = all.step(std::move(k), next);
  }
  std::vector<Value> values;
  for (coreecs::Label i = 0; i < app.program->schema.size(); ++i)
    if (app.program->schema[i].name == of)
      for (const auto& [e, value] : k.c[i]) values.push_back(value);
  return values;
}

}  // namespace

// [change/set] [change/run] [change/frame]
TEST_CASE("A change after its reader is seen in no frame, unless systems see what happened since they last ran") {
  app::App app = example_app("bevy442.json");
  const Judgement in_frame = judged(app, 3);
  CHECK(in_frame.confluent == Answer::No);
  CHECK(in_frame.kept.breaks("a_frame_late_at_most"));
  REQUIRE(in_frame.fix.has_value());
  CHECK(in_frame.fix->edges() == std::vector<Edge>{{1, 0}});  // change_a before check_for_changed
  app.change_detection = app::ChangeDetection::SinceLastRun;  // what bevy 0.5 made of it
  const Judgement since_last_run = judged(app, 3);
  CHECK(since_last_run.confluent == Answer::No);  // Seen may be a frame late
  CHECK(since_last_run.kept.all == Answer::Yes);
  CHECK(since_last_run.stale.all.size() == 1);
}

// [change/set] [change/deferred]
TEST_CASE("What one match removes and another one gives again was removed and added, with and without observers") {
  Tree document = Tree::parse(R"({ "app": "again", "components": { "A": "int", "U": "unit" },
    "resources": { "Lost": "int", "New": "int" },
    "entities": { "a": { "A": 1, "U": null }, "b": { "A": 2 }, "w": { "Lost": 0, "New": 0 } },
    "systems": {
      "again": { "queries": [{ "reads": ["A"] }], "commands": { "insert": ["U"], "remove": ["U"] },
        "body": { "match": [{ "incl": { "A": "v" } }], "do": { "if": [{ "==": ["v", 1] }, { "detach": ["U", { "entity": "a" }] },
                                                                      { "attach": ["U", { "entity": "a" }] }] } } },
      "lost": { "after": ["again"], "removed": ["U"], "resources": { "writes": ["Lost"] },
        "body": { "match": [{ "removed": ["U"] }, { "entity": "w", "incl": { "Lost": "n" } }],
                  "do": { "attach": ["Lost", "w", { "+": ["n", 1] }] } } },
      "new": { "after": ["again"], "queries": [{ "added": ["U"] }], "resources": { "writes": ["New"] },
        "body": { "match": [{ "incl": { "U": "_" }, "added": ["U"] }, { "entity": "w", "incl": { "New": "n" } }],
                  "do": { "attach": ["New", "w", { "+": ["n", 1] }] } } } } })");
  const std::vector<Value> each = {Value(std::int64_t{2})};  // in the second frame what the first one has applied
  for (const bool exclusive : {false, true}) {
    if (exclusive) document["systems"]["again"]["exclusive"] = true;
    Tree with = document;
    with["observers"]["never"] = Tree::parse(R"({ "on": { "added": ["A"] }, "queries": [{ "with": ["A"] }],
      "body": { "match": [{ "incl": { "A": "_" } }], "do": [] } })");
    for (const Tree& one : {document, with}) {
      const std::vector<Value> lost = after_frames(one.dump(), "Lost", 2), added = after_frames(one.dump(), "New", 2);
      CHECK(lost == (exclusive ? each : std::vector<Value>{Value(std::int64_t{1})}));
      CHECK(added == each);
    }
  }
}

// [change/frame] [change/ask]
TEST_CASE("A reader that runs in every third frame misses a removal of the first, but not one of the second") {
  app::App app = example_app("rapier343.json");
  CHECK(judged(app, 4).hopeless == std::vector<std::string>{"a_step_leaves_no_collider_without_a_body"});
  app.systems[2].configuration.run_if.clear();  // the workaround: in the main schedule
  CHECK(judged(app, 4).kept.all == Answer::Yes);
  const std::string text = contents(source_dir / "examples/apps/rapier343.json");
  std::string later = text;
  later.replace(later.find("\"Lifetime\": 1"), 13, "\"Lifetime\": 2");
  CHECK(judged(loaded_app(later), 4).kept.all == Answer::Yes);
}

// [change/static]
TEST_CASE("Filters do not separate a writer from a system that asks what changed: it sees the change later") {
  const app::App app = loaded_app(R"({
    "app": "later", "components": { "A": "int", "Hidden": "unit", "Seen": "int" },
    "systems": {
      "write": { "queries": [{ "writes": ["A"], "with": ["Hidden"] }],
                 "body": { "match": [{ "entity": "e", "incl": { "A": "a", "Hidden": "_" } }], "do": { "attach": ["A", "e", { "+": ["a", 1] }] } } },
      "look": { "queries": [{ "changed": ["A"], "writes": ["Seen"], "without": ["Hidden"] }],
                "body": { "match": [{ "entity": "e", "incl": { "Seen": "n" }, "excl": ["Hidden"], "changed": ["A"] }], "do": { "attach": ["Seen", "e", { "+": ["n", 1] }] } } },
      "show": { "after": ["write", "look"], "queries": [{ "with": ["Hidden"] }], "commands": { "remove": ["Hidden"] },
                "body": { "match": [{ "entity": "e", "incl": { "Hidden": "_" } }], "do": { "detach": ["Hidden", "e"] } } } },
    "entities": { "e": { "A": 0, "Hidden": null, "Seen": 0 } }, "frames": 2 })");
  CHECK(app::declared_conflicts(app).empty());  // the engine sees none
  const Judgement judgement = judged(app, 2);
  REQUIRE(!judgement.pairs.empty());
  CHECK(judgement.pairs.front().label == triage::Label::Real);
  CHECK(!judgement.pairs.front().reported.has_value());
  CHECK(judgement.pairs.front().witness->frame == 2);
  CHECK(judgement.confluent == Answer::No);
}

// [change/ask]
TEST_CASE("A flag makes no entity live that an exclusive system has destroyed in this run") {
  CHECK(after_frames(R"({
    "app": "gone", "components": { "A": "int" }, "resources": { "Count": "int" },
    "systems": { "s": { "exclusive": true, "body": {
      "match": [{ "entity": "x", "anyway": { "A": "_" } }, { "entity": "y", "incl": { "A": "_" }, "changed": ["A"] },
                { "entity": "w", "incl": { "Count": "n" } }],
      "do": [{ "attach": ["Count", "w", { "+": ["n", 1] }] }, { "detach": ["A", { "entity": "a" }] }] } } },
    "entities": { "a": { "A": 0 }, "b": { "A": 0 }, "world": { "Count": 0 } }, "frames": 1 })",
                     "Count", 1) == std::vector<Value>{Value(3)});
}

// [change/set] [change/run]
TEST_CASE("A system does not see what it writes in place, but what it defers") {
  const auto counter = [](const char* access) {
    return std::string(R"({ "app": "counter", "components": { "A": "int" }, "systems": { "count": { )") + access + R"(,
      "body": { "match": [{ "entity": "e", "incl": { "A": "a" }, "changed": ["A"] }], "do": { "attach": ["A", "e", { "+": ["a", 1] }] } } } },
      "entities": { "e": { "A": 0 } } })";
  };
  const std::string in_place = counter(R"("queries": [{ "writes": ["A"], "changed": ["A"] }])");
  const std::string deferred = counter(R"("queries": [{ "changed": ["A"] }], "commands": { "insert": ["A"] })");
  CHECK(after_frames(in_place, "A", 3) == std::vector<Value>{Value(std::int64_t{1})});
  CHECK(after_frames(deferred, "A", 3) == std::vector<Value>{Value(std::int64_t{3})});
}

// [change/deferred]
TEST_CASE(
    "A component that one system removes and another one gives again before the sync point was removed and added") {
  const std::string app = R"({
    "app": "replaced", "components": { "A": "int", "Lost": "int", "New": "int" },
    "systems": {
      "watch": { "removed": ["A"], "queries": [{ "writes": ["Lost"] }, { "writes": ["New"], "added": ["A"] }],
                 "body": { "match": [{ "entity": "e", "incl": { "Lost": "n", "New": "m" }, "removed": ["A"], "added": ["A"] }],
                           "do": [{ "attach": ["Lost", "e", { "+": ["n", 1] }] }, { "attach": ["New", "e", { "+": ["m", 1] }] }] } },
      "take": { "after": ["watch"], "queries": [{ "with": ["A"] }], "commands": { "remove": ["A"] },
                "body": { "match": [{ "entity": "e", "incl": { "A": "_" } }], "do": { "detach": ["A", "e"] } } },
      "give": { "after": ["take"], "queries": [{ "reads": ["A"] }], "commands": { "insert": ["A"] },
                "body": { "match": [{ "entity": "e", "incl": { "A": "a" } }], "do": { "attach": ["A", "e", "a"] } } } },
    "entities": { "e": { "A": 5, "Lost": 0, "New": 0 } } })";
  CHECK(after_frames(app, "Lost", 3) == std::vector<Value>{Value(std::int64_t{2})});
  CHECK(after_frames(app, "New", 3) == std::vector<Value>{Value(std::int64_t{2})});
}
