// Observers, against a model that keeps all deferred changes in a list (specs/explanation/observers.md).
#include "interp/apps/triage/observers.hpp"

#include "interp/apps/app/conflicts.hpp"
#include "interp/apps/app/order.hpp"
#include "interp/apps/triage/show.hpp"
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

/// One execution, in which each change of an entity runs its observers by recursion.
class Observing {
 public:
  Observing(const Setting& setting, const Plan& plan)
      : c(setting.start), setting_(setting), plan_(plan), runs_(setting.app.observers.size()) {}

  void step(std::size_t node) {
    if (plan_.is_sync(node)) {
      if (plan_.applied == Applied::AsInserted)
        std::stable_sort(deferred_.begin(), deferred_.end(),
                         [](const auto& a, const auto& b) { return a.first < b.first; });
      for (const auto& [s, m] : deferred_) change(m);
      deferred_.clear();
    } else {
      const System& body = *setting_.app.program->systems[*setting_.app.systems[node].body];
      const bool at_once = plan_.exclusive[node];
      perform(body, setting_.bodies[node].writes, Executions::leaf(frame_, 0, node), {}, [&](Update m) {
        if (at_once)
          change(m);
        else
          deferred_.emplace_back(node, std::move(m));
      });
    }
    if (++performed_ < plan_.size()) return;
    performed_ = 0;
    ++frame_;
    std::fill(runs_.begin(), runs_.end(), 0);
  }

  State c;
  std::size_t triggered = 0, nested = 0;  ///< how many observers ran, and how many of them by a change of another one

 private:
  using On = app::Trigger::On;

  /// Performs a body, of which the first query matches only `only`; `others` takes what it does not do in place.
  void perform(const System& body, const LabelSet& owned, Leaf leaf, std::optional<Entity> only,
               const std::function<void(Update)>& others) {
    const Matches all = fast::query(body.q, c, setting_.env, 1'000);
    std::vector<Cell> w;
    for (std::size_t j = 0; j < all.size(); ++j) {
      if (only && all[j].e[0] != *only) continue;
      if (!query_at(body.q, c, all[j].e, w = {})) continue;
      const Update m = invoke(body, {all[j].e, w}, {setting_.env, leaf});
      Update::Writes rest;
      const State before = c;
      for (const Write& write : m.writes())
        if (owned.contains(write.l.i) && write.k && before.at(write.l))
          c.write(write.l, write.k);
        else
          rest.push_back(write);
      others(Update(std::move(rest)));
    }
  }

  /// The observers of one kind of trigger, as they run.
  [[nodiscard]] std::vector<std::size_t> observers(On on, const std::vector<coreecs::Label>& labels) const {
    std::vector<std::size_t> last;
    const bool hooks_first = on != On::Removed || setting_.model.name == "bevy-0.13";
    for (const bool hooks : {hooks_first, !hooks_first})
      for (const coreecs::Label i : labels)
        for (std::size_t o = 0; o < setting_.app.observers.size(); ++o) {
          const app::Observer& one = setting_.app.observers[o];
          if (one.hook == hooks && std::find(one.on.begin(), one.on.end(), app::Trigger{on, i}) != one.on.end() &&
              std::find(last.begin(), last.end(), o) == last.end())
            last.push_back(o);
        }
    return last;
  }

  void change(const Update& m) {
    std::map<Entity, std::pair<Update::Writes, Update::Writes>> by_entity;
    for (const Write& write : m.writes())
      (write.k ? by_entity[write.l.e].second : by_entity[write.l.e].first).push_back(write);
    for (const auto& [e, parts] : by_entity)
      for (const Update::Writes* part : {&parts.first, &parts.second})
        if (!part->empty()) {
          if (depth_ == 0) left_ = Executions::most_runs;
          change_one(e, *part);
        }
  }

  /// c ↓ part, of one entity
  void change_one(Entity e, const Update::Writes& part) {
    std::vector<Update> commands;
    std::vector<coreecs::Label> lost, added, set;
    for (const Write& write : part) {
      if (!write.k && c.at(write.l)) lost.push_back(write.l.i);
      if (write.k && !c.at(write.l)) added.push_back(write.l.i);
      if (write.k) set.push_back(write.l.i);
    }
    const auto run = [&](On on, const std::vector<coreecs::Label>& labels) {
      for (const std::size_t o : observers(on, labels)) {
        if (left_-- == 0) RC_DISCARD("no end");
        ++triggered;
        if (depth_ > 0) ++nested;
        const app::Observer& one = setting_.app.observers[o];
        const Leaf count = setting_.observers.creates(o) ? runs_[o]++ : 0;
        perform(*setting_.app.program->systems[*one.system.body], setting_.observers.writes(o),
                Executions::leaf(frame_, 0, plan_.systems + count * setting_.app.observers.size() + o), e,
                [&](Update m) { commands.push_back(std::move(m)); });
      }
    };
    run(On::Removed, lost);
    for (const Write& write : part) c.write(write.l, write.k);
    run(On::Added, added);
    run(On::Set, set);
    ++depth_;
    for (const Update& m : commands) change(m);
    --depth_;
  }

  const Setting& setting_;
  const Plan& plan_;
  std::vector<std::pair<std::size_t, Update>> deferred_;
  std::vector<Leaf> runs_;
  std::size_t performed_ = 0, left_ = 0, depth_ = 0;
  std::uint64_t frame_ = 0;
};

}  // namespace

// [observer/run] [observer/sync] [observer/operation] [observer/order] [observer/visit] [observer/exclusive]
// [observer/apart]
TEST_CASE("Observers run where a change is applied, before the next change, each for the entity that was changed") {
  prop("states are those of the model, after each step of any execution", [] {
    const AppCase t = any_app_case(false, {.observers = true});
    const Setting setting(*t.app, t.order, t.model, t.frames + 1);
    const Plan plan = *setting.plan();
    RC_LOG() << t;
    Observing observing(setting, plan);
    follow(setting.executions(plan), observing);
    note(observing.triggered > 0, "an observer runs", 0.3);
    note(observing.nested > 0, "an observer triggers one", 0.05);
  });
}

// [observer/static] [observer/apart]
TEST_CASE("An app with observers is confluent where no race is real") {
  prop("the verdict agrees with enumerating all executions", [] {
    const AppCase t = any_app_case(false, {.asks = *rc::gen::arbitrary<bool>(), .observers = true});
    const Enumerated one(t);
    one.agree();
    note(std::any_of(one.setting.accesses.begin(), one.setting.accesses.end(),
                     [](const Access& access) { return !access.triggers.empty(); }),
         "a system may trigger observers", 0.3);
    note(!one.swaps.alike, "not confluent", 0.04);
  });
}

namespace {

/// The value that some entity has of a component, at the end in the order of insertion.
std::optional<Value> at_the_end_of(const app::App& app, const char* component, const char* by = "bevy",
                                   std::uint64_t frames = 1) {
  const Setting setting(app, app::order(app), *model(by), frames);
  const Plan plan = *setting.plan();
  const Executions all = setting.executions(plan);
  Configuration k = all.first();
  while (!all.ended(k)) {
    const std::size_t next = all.enabled(k).front();
    k = all.step(std::move(k), next);
  }
  for (coreecs::Label i = 0; i < app.program->schema.size(); ++i)
    if (app.program->schema[i].name == component)
      for (const auto& [e, value] : k.c[i]) return value;
  return std::nullopt;
}
Value value_of(std::int64_t n) { return Value(n); }

/// An app of a log, with systems and observers. What writes n into the log makes it 10 log + n.
std::string logging(const std::string& systems, const std::string& observers, const std::string& entities) {
  return R"({ "app": "logging", "components": { "A": "int", "B": "int", "C": "unit", "Start": "unit" }, "resources": { "Log": "int" },
    "systems": { )" +
         systems + R"( }, "observers": { )" + observers + R"( }, "entities": { "world": { "Log": 0 }, )" + entities +
         " } }";
}
std::string logs(const std::string& on, const std::string& query, int n, const std::string& more = "") {
  return R"({ "on": )" + on +
         R"(, "resources": { "writes": ["Log"] }, "queries": [{ "reads": ["A", "B"], "optional": ["A", "B"], "with": ["C", "Start"] }], )" +
         more + R"( "body": { "match": [)" + query +
         R"(, { "entity": "w", "incl": { "Log": "log" } }], "do": { "attach": ["Log", "w", { "+": [{ "*": ["log", 10] }, )" +
         std::to_string(n) + "] }] } } }";
}
/// A system that gives or takes at each entity with Start.
std::string does(const std::string& what, const std::string& more = "") {
  return R"({ "queries": [{ "with": ["Start"] }], "commands": { "insert": ["A", "B", "C"], "remove": ["A", "B"], "destroy": [{}] }, )" +
         more + R"( "body": { "match": [{ "entity": "e", "incl": { "Start": "_" } }], "do": )" + what + " } }";
}
const std::string any_entity = R"({ "entity": "e", "anyway": { "A": "_" } })";

}  // namespace

// [observer/run]
TEST_CASE("What an observer of added defers is not there yet for an observer of set") {
  const Judgement judgement = judged(example_app("bevy20833.json"), 1);
  CHECK(judgement.confluent == Answer::Yes);
  CHECK(judgement.hopeless == std::vector<std::string>{"the_text_says_it"});
  std::string text = contents(source_dir / "examples/apps/bevy20833.json");
  text.replace(text.find("\"on\": false"), 11, "\"on\": \"on\"");
  text.replace(text.find("\"TogglableButton\": \"_\" } }]"), 27, "\"TogglableButton\": \"on\" } }]");
  text.replace(text.find("\"commands\": { \"spawn\""), 0, "\"queries\": [{ \"reads\": [\"TogglableButton\"] }], ");
  const Judgement mended = judged(loaded_app(text), 1);  // the first one writes the text itself
  CHECK(mended.kept.all == Answer::Yes);
}

// [observer/static]
TEST_CASE("A system that triggers an observer races with those that read or write what the observer writes") {
  const std::string nest = R"(, "nest": { "on": { "added": ["C"] }, "commands": { "insert": ["A"] },
    "body": { "match": [{ "entity": "e", "incl": { "C": "_" } }], "do": { "attach": ["A", "e", 1] } } })";
  const auto app = [&](const char* order, const char* body, bool nested = true) {
    return loaded_app(logging(
        R"("shoot": )" + does(R"({ "attach": ["C", "e"] })") + R"(, "show": { )" + order +
            R"("resources": { "writes": ["Log"] }, "queries": [{ "writes": ["B"] }], "body": )" + body +
            R"( }, "late": { "after": ["shoot"], "body": { "match": [{ "incl": { "C": "_" } }], "do": [] }, "queries": [{ "with": ["C"] }] })",
        R"("count": )" + logs(nested ? R"({ "added": ["A"] })" : R"({ "added": ["C"] })", any_entity, 1) +
            (nested ? nest : ""),
        R"("e": { "Start": null }, "screen": { "B": 5 })"));
  };
  const char* const reads =
      R"({ "match": [{ "incl": { "Log": "n" } }, { "entity": "e", "incl": { "B": "_" } }], "do": { "attach": ["B", "e", "n"] } })";
  const char* const writes =
      R"({ "match": [{ "entity": "w", "incl": { "Log": "n" } }], "do": { "attach": ["Log", "w", 7] } })";
  for (const char* body : {reads, writes}) {
    const app::App open = app("", body);
    CHECK(app::declared_conflicts(open).empty());  // an engine compares systems
    const Setting setting(open, app::order(open), *model("bevy"), 1);
    const Judgement judgement = judge(setting, 10'000);
    CHECK(judgement.confluent == Answer::No);
    REQUIRE(judgement.pairs.size() == 1);
    CHECK(judgement.pairs[0].label == triage::Label::Real);
    CHECK(judgement.pairs[0].first == 0);
    CHECK(judgement.pairs[0].second == 1);
    CHECK_FALSE(judgement.pairs[0].reported.has_value());
    CHECK(on_one_line(judgement.pairs[0], judgement, setting).find("shoot triggers count") != std::string::npos);
    CHECK(judged(app("", body, false), 1).confluent == Answer::No);
    CHECK(judged(app(R"("after": ["late"], )", body), 1).on_every_state == Answer::Yes);
    CHECK(judged(open, 1, "bevy-0.10").on_every_state == Answer::Yes);  // all commands come last
    CHECK(judged(open, 1, "shared").confluent == Answer::No);
  }
}

// [observer/order]
TEST_CASE("Hooks come first, and last for removals (in Bevy 0.15 first for those as well)") {
  const std::string added = logging(R"("give": )" + does(R"({ "attach": ["A", "e", 1] })"),
                                    R"("watch": )" + logs(R"({ "added": ["A"] })", any_entity, 1) + R"(, "hook": )" +
                                        logs(R"({ "added": ["A"] })", any_entity, 2, R"("hook": true,)"),
                                    R"("e": { "Start": null })");
  CHECK(at_the_end_of(loaded_app(added), "Log") == value_of(21));
  CHECK(judged(loaded_app(added), 1).observers.empty());  // this order is known
  std::string removed = added;
  removed.replace(removed.find(R"({ "attach": ["A", "e", 1] })"), 27, R"({ "detach": ["A", "e"] })");
  for (std::size_t at; (at = removed.find("\"added\"")) != std::string::npos;) removed.replace(at, 7, "\"removed\"");
  removed.replace(removed.find(R"("Start": null)"), 13, R"("Start": null, "A": 7)");
  CHECK(at_the_end_of(loaded_app(removed), "Log") == value_of(12));
  CHECK(at_the_end_of(loaded_app(removed), "Log", "bevy-0.13") == value_of(21));
}

// [observer/run] [observer/visit]
TEST_CASE("Nested changes come before later ones, removals are seen, and a bundle triggers once, added before set") {
  const std::string deep =
      logging(R"("give": )" + does(R"([{ "attach": ["A", "e", 1] }, { "attach": ["B", "e", 1] }])"),
              R"("last": )" + logs(R"({ "set": ["A"] })", any_entity, 2) + R"(, "first": )" +
                  logs(R"({ "added": ["A"] })", any_entity, 1) +
                  R"(, "nest": { "on": { "added": ["B"] }, "commands": { "insert": ["C"] },
               "body": { "match": [{ "entity": "e", "incl": { "B": "_" } }], "do": { "attach": ["C", "e"] } } }, "inner": )" +
                  logs(R"({ "added": ["C"] })", any_entity, 3),
              R"("e": { "Start": null }, "f": { "Start": null })");
  CHECK(at_the_end_of(loaded_app(deep), "Log") == value_of(123123));
  const std::string in_turn =
      logging(R"("b": )" + does(R"({ "attach": ["B", "e", 1] })", R"("before": ["a"],)") + R"(, "a": )" +
                  does(R"({ "attach": ["A", "e", 1] })"),
              R"("of_b": )" + logs(R"({ "added": ["B"] })", R"({ "entity": "e", "incl": { "Start": "_" } })", 6) +
                  R"(, "of_a": )" + logs(R"({ "added": ["A"] })", R"({ "entity": "e", "incl": { "Start": "_" } })", 7),
              R"("e": { "Start": null })");
  CHECK(at_the_end_of(loaded_app(in_turn), "Log", "bevy-0.10") == value_of(67));  // one sync point applies both
  const std::string once =
      logging(R"("give": )" + does(R"([{ "attach": ["A", "e", 1] }, { "attach": ["B", "e", 1] }])"),
              R"("both": )" + logs(R"({ "added": ["A", "B"] })", any_entity, 5), R"("e": { "Start": null })");
  CHECK(at_the_end_of(loaded_app(once), "Log") == value_of(5));
  const std::string seen =
      logging(R"("take": )" + does(R"({ "destroy": "e" })"),
              R"("watch": )" + logs(R"({ "removed": ["A"] })", R"({ "entity": "e", "incl": { "A": "a" } })", 4),
              R"("e": { "Start": null, "A": 7 })");
  CHECK(at_the_end_of(loaded_app(seen), "Log") == value_of(4));
}

// [observer/run]
TEST_CASE("Observers may run for any number of changes that come at once") {
  Tree document = Tree::parse(logging(R"("give": )" + does(R"({ "attach": ["C", "e"] })"),
                                      R"("watch": { "on": { "added": ["C"] }, "queries": [{ "with": ["Start"] }],
    "body": { "match": [{ "incl": { "Start": "_" } }], "do": [] } })",
                                      R"("e": { "Start": null })"));  // it reads no C, so all changes are one layer
  for (std::size_t k = 0; k < Executions::most_runs + 1; ++k)
    document["entities"]["e" + std::to_string(k)] = {{"Start", nullptr}};
  CHECK(at_the_end_of(loaded_app(document.dump()), "C") == Value());
}

// [execution/created]
TEST_CASE("Created entities are visited by frame, and those of observers after those of systems") {
  const auto log = [](std::uint64_t frames) {
    const app::App app = loaded_app(logging(
        R"("tag": { "queries": [{ "with": ["Start"], "without": ["C"] }], "commands": { "insert": ["C"] }, "before": ["make"],
      "body": { "match": [{ "entity": "e", "incl": { "Start": "_" }, "excl": ["C"] }], "do": { "attach": ["C", "e"] } } },
    "make": { "commands": { "spawn": [["A"]] }, "queries": [{ "with": ["Start"] }],
      "body": { "match": [{ "incl": { "Start": "_" } }], "do": { "new": ["x", { "attach": ["A", "x", 1] }] } } },
    "log": { "after": ["make"], "queries": [{ "reads": ["A"] }], "resources": { "writes": ["Log"] },
      "body": { "match": [{ "incl": { "A": "a" } }, { "entity": "w", "incl": { "Log": "log" } }],
                "do": { "attach": ["Log", "w", { "+": [{ "*": ["log", 10] }, "a"] }] } } })",
        R"("watch": { "on": { "added": ["C"] }, "commands": { "spawn": [["A"]] }, "queries": [{ "with": ["C"] }],
      "body": { "match": [{ "incl": { "C": "_" } }], "do": { "new": ["x", { "attach": ["A", "x", 2] }] } } })",
        R"("e": { "Start": null })"));
    return at_the_end_of(app, "Log", "bevy", frames);
  };
  CHECK(log(1) == value_of(12));
  CHECK(log(2) == value_of(12121));
}

// [observer/run]
TEST_CASE("Observers that trigger each other without end are an error of the app, which names one") {
  const app::App app = loaded_app(logging(R"("give": )" + does(R"({ "attach": ["A", "e", 1] })"), R"("again": {
    "on": { "set": ["A"] }, "queries": [{ "with": ["A"] }], "commands": { "insert": ["A"] },
    "body": { "match": [{ "entity": "e", "incl": { "A": "_" } }], "do": { "attach": ["A", "e", 2] } } })",
                                          R"("e": { "Start": null })"));
  const Judgement judgement = judged(app, 1);
  REQUIRE(judgement.end.has_value());
  const auto* error = std::get_if<RuntimeError>(&*judgement.end);
  REQUIRE(error != nullptr);
  CHECK(error->system == "again");
  CHECK(error->pointer == "/observers/again");
}
