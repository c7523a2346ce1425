// Who reads what is written or sent later in the frame, against all executions.
#include "interp/apps/triage/late.hpp"

#include <fmt/format.h>

#include <set>

#include "interp/apps/app/order.hpp"
#include "interp/apps/triage/show.hpp"
#include "interp/fast/query.hpp"
#include "props/apps/kit/app_cases.hpp"
#include "props/apps/kit/apps.hpp"
#include "props/kit/prop.hpp"

using namespace coreecs;
using namespace coreecs::triage;

namespace {

struct Step {
  std::size_t node;
  Configuration before, after;
};
struct TooMany {};

/// The definition, of one frame of an execution.
class LateInFrame {
 public:
  LateInFrame(const Setting& setting, const Plan& plan, const Executions& all)
      : setting_(setting), plan_(plan), all_(all) {}

  /// The writers by which the reader is late: all of them for a component. A frame that fails shows no event, and only
  /// what is overwritten before.
  std::set<std::size_t> operator()(const std::vector<Step>& frame, bool fails, const Stale& one) const {
    if (frame.empty()) return {};
    if (setting_.app.components[one.on].kind != app::Component::Kind::Event) return writers(frame, fails, one);
    return fails ? std::set<std::size_t>() : senders(frame, one);
  }

 private:
  [[nodiscard]] std::set<std::size_t> senders(const std::vector<Step>& frame, const Stale& one) const {
    std::optional<std::size_t> last;
    for (std::size_t p = 0; p < frame.size(); ++p)
      if (reads(frame[p], one)) last = p;
    std::set<std::size_t> out;
    for (std::size_t q = last.value_or(frame.size()); q < frame.size(); ++q)
      for (const LateWriter& w : one.writers)
        if (w.system == frame[q].node)
          for (const auto& [i, value] : all_.visit_at(frame[q].before, w.system).sent)
            if (i == one.on) out.insert(w.system);
    return out;
  }

  [[nodiscard]] std::set<std::size_t> writers(const std::vector<Step>& frame, bool fails, const Stale& one) const {
    std::set<std::size_t> all;
    for (const LateWriter& w : one.writers) all.insert(w.system);
    std::optional<std::size_t> last;  // where it reads, not preceded
    bool preceded = false;
    for (std::size_t p = 0; p < frame.size(); ++p) {
      if (reads(frame[p], one) && !preceded) last = p;
      preceded = preceded || takes_effect(frame, p, one);
    }
    if (!last) return {};
    const State then = seen(frame[*last].before, one);
    for (const auto& [l, read] : values(then, one))
      for (std::size_t q = *last; q < frame.size(); ++q) {
        const Value *before = frame[q].before.c.at(l), *now = frame[q].after.c.at(l);
        const bool changed = now && (!before || *before != *now) && *now != read;
        if (changed && takes_effect(frame, q, one)) return all;
      }
    if (fails) return {};
    State end = frame.back().after.c;
    for (const coreecs::Label i : all_.events.labels()) end[i] = then[i];
    for (const auto& [l, now] : values(end, one))
      if (!then.at(l) && is_live(then, l.e)) return all;
    return {};
  }

  [[nodiscard]] bool takes_effect(const std::vector<Step>& frame, std::size_t q, const Stale& one) const {
    for (const LateWriter& w : one.writers) {
      const Access& of = setting_.accesses[w.system];
      const bool at_once = of.exclusive || of.owned.contains(one.on);
      if (at_once && frame[q].node == w.system) return true;
      if (at_once || !plan_.is_sync(frame[q].node)) continue;
      if (!plan_.is_sync_of(frame[q].node, w.system)) continue;
      for (std::size_t p = q; p-- > 0 && !plan_.is_sync_of(frame[p].node, w.system);)
        if (frame[p].node == w.system) return true;
    }
    return false;
  }

  [[nodiscard]] bool reads(const Step& at, const Stale& one) const {
    if (!one.condition) return at.node == one.reader && all_.runs(at.before, at.node);
    const Question& b = setting_.questions[*one.condition];
    if (!plan_.is_system(at.node) || !b.asks.test(at.node)) return false;
    if (at.node != one.reader && b.controls.test(at.node)) return false;
    for (const std::size_t s : members(b.asks))
      if (at.before.done.test(s)) return false;
    const State c = all_.events.both(at.before.c, at.before.unread, {EventReader::Kind::Condition, *one.condition});
    bool asked = false;
    (void)holds(b.is, c, one.on, asked);
    return asked;
  }
  /// Whether it holds; asks parts one after the other, until one decides.
  bool holds(const app::RunCondition& b, const State& c, std::size_t on, bool& asked) const {
    if (b.form == app::RunCondition::Form::Not) return !holds(b.parts.front(), c, on, asked);
    if (b.form == app::RunCondition::Form::And || b.form == app::RunCondition::Form::Or) {
      const bool decides = b.form == app::RunCondition::Form::Or;
      for (const app::RunCondition& part : b.parts)
        if (holds(part, c, on, asked) == decides) return decides;
      return !decides;
    }
    for (const std::size_t label : b.reads) asked = asked || label == on;
    return violation(*b.term, c, c, setting_.env).has_value();
  }

  [[nodiscard]] State seen(const Configuration& k, const Stale& one) const {
    return one.condition ? k.c : all_.events.both(k.c, k.unread, {EventReader::Kind::System, one.reader});
  }
  [[nodiscard]] std::map<Location, Value> values(const State& c, const Stale& one) const {
    std::map<Location, Value> out;
    if (one.condition) {  // those of random apps ask for one event
      for (const auto& [e, k] : c[one.on]) out.emplace(Location{e, one.on}, k);
      return out;
    }
    const Program& program = *setting_.app.program;
    const System& body = *program.systems[*setting_.app.systems[one.reader].body];
    const QueryVector q = unconditional(program.terms.at(body.name));
    const Matches matches = fast::query(q, c, setting_.env, 1'000);
    for (std::size_t m = 0; m < matches.size(); ++m)
      for (std::size_t j = 0; j < q.size(); ++j)
        for (const coreecs::Label i : observed_labels(q[j], program.schema.size()))
          if (const Value* k = i == one.on ? c.at({matches[m].e[j], i}) : nullptr)
            out.emplace(Location{matches[m].e[j], i}, *k);
    return out;
  }

  const Setting& setting_;
  const Plan& plan_;
  const Executions& all_;
};

/// The writers by which each candidate is late, in some execution of all.
class AllExecutions {
 public:
  AllExecutions(const Setting& setting, const Plan& plan, const std::vector<Stale>& candidates, std::size_t steps)
      : all_(setting.executions(plan)),
        late_(setting, plan, all_),
        candidates_(candidates),
        found_(candidates.size()),
        left_(steps) {}

  std::vector<std::set<std::size_t>> operator()() {
    std::vector<Step> frame;
    from(all_.first(), frame);
    return found_;
  }
  /// The same of one execution.
  [[nodiscard]] bool shows(const std::vector<std::size_t>& nodes, const Stale& one) const {
    std::vector<Step> frame;
    Configuration k = all_.first();
    for (const std::size_t node : nodes) {
      Configuration next;
      try {
        next = all_.step(k, node);
      } catch (const RuntimeError&) {
        break;
      }
      frame.push_back({node, k, next});
      if (next.frame == one.read->frame && next.frame != k.frame) return !late_(frame, false, one).empty();
      if (next.frame != k.frame) frame.clear();
      k = std::move(next);
    }
    return k.frame + 1 == one.read->frame && !late_(frame, true, one).empty();
  }

 private:
  void from(const Configuration& k, std::vector<Step>& frame) {
    if (all_.ended(k)) return;
    for (const std::size_t node : all_.enabled(k)) {
      if (left_-- == 0) throw TooMany();
      Configuration next;
      try {
        next = all_.step(k, node);
      } catch (const RuntimeError&) {
        note(frame, true);
        continue;
      }
      frame.push_back({node, k, next});
      if (next.frame == k.frame) {
        from(next, frame);
      } else {
        note(frame, false);
        std::vector<Step> begun;
        from(next, begun);
      }
      frame.pop_back();
    }
  }
  void note(const std::vector<Step>& frame, bool fails) {
    for (std::size_t j = 0; j < candidates_.size(); ++j) found_[j].merge(late_(frame, fails, candidates_[j]));
  }

  const Executions all_;
  const LateInFrame late_;
  const std::vector<Stale>& candidates_;
  std::vector<std::set<std::size_t>> found_;
  std::size_t left_;
};

/// Makes some systems of an app a block: those whose bits are set.
void put_into_block(AppCase& t, std::size_t chosen, std::uint64_t rounds) {
  auto app = std::make_shared<app::App>(*t.app);
  app->sets.push_back({"Block", {}, app::Repeat{rounds, rounds}});
  for (std::size_t s = 0; s < app->systems.size(); ++s)
    if ((chosen >> s & 1) != 0) app->systems[s].configuration.in = {0};
  const std::vector<std::size_t> systems = app::members(*app).front();
  RC_PRE(!systems.empty());
  for (const std::size_t s : systems) RC_PRE(app->systems[s].stage == app->systems[systems.front()].stage);
  const auto order = t.order.with(app::Blocks(*app).widened(t.order.said().edges()));
  RC_PRE(std::holds_alternative<Dag>(order));
  t.order = std::get<Dag>(order);
  t.app = std::move(app);
}

using LateKey = std::tuple<std::size_t, coreecs::Label, std::optional<std::size_t>, std::set<std::size_t>>;

}  // namespace

// [triage/stale] [queue/late]
TEST_CASE("A system is late where some execution has it read before what is written or sent in the frame") {
  prop("the systems that are late are those of all executions", [] {
    const bool events = *rc::gen::arbitrary<bool>(), may_fail = *rc::gen::inRange(0, 5) == 0;
    AppCase t = any_app_case(may_fail, {.events = events});
    const bool has_block = *rc::gen::inRange(0, 3) == 0;
    if (has_block) put_into_block(t, *rc::gen::inRange<std::size_t>(1, 16), *rc::gen::inRange<std::uint64_t>(0, 3));
    const Setting setting(*t.app, t.order, t.model, t.frames);
    RC_PRE(!has_block || !setting.has_coordinator());
    const Plan plan = *setting.plan();
    const std::vector<Stale> candidates = may_be_stale(setting, plan);
    RC_LOG() << t;
    AllExecutions all(setting, plan, candidates, 6'000);
    std::set<LateKey> expected, found;
    try {
      const auto late = all();
      for (std::size_t j = 0; j < candidates.size(); ++j)
        if (!late[j].empty())
          expected.emplace(candidates[j].reader, candidates[j].on, candidates[j].condition, late[j]);
    } catch (const TooMany&) {
      RC_DISCARD("too many executions");
    } catch (const fast::TooManyMatches&) {
      RC_DISCARD("too many matches");
    }
    const StaleReads reads = stale(setting, plan, 100'000);
    RC_ASSERT(reads.open.empty());
    bool in_some = false;
    for (const Stale& one : reads.all) {
      RC_ASSERT(one.read.has_value());
      RC_ASSERT(all.shows(one.read->nodes, one));
      std::set<std::size_t> writers;
      for (const LateWriter& w : one.writers) writers.insert(w.system);
      found.emplace(one.reader, one.on, one.condition, writers);
      in_some = in_some || !one.always;
    }
    RC_ASSERT(found == expected);
    note(!found.empty(), "a system is late", 0.1);
    note(!found.empty() && has_block, "a system is late, beside a block or in it", 0.01);
    note(found.size() < candidates.size(), "one may be late by its order, and never is", 0.1);
    note(in_some, "a system is late in some executions", 0.05);
  });
}

namespace {

/// A reader before a writer that does something only once another system has run.
std::string switched(const std::string& of_reader, const std::string& does) {
  return R"({ "app": "switched", "components": { "X": "int", "Seen": "int" }, "resources": { "On": "bool" },
    "events": { "Hit": "int" }, "systems": {
      "read": { "before": ["write"], )" +
         of_reader + R"( },
      "write": { "resources": { "reads": ["On"] }, "queries": [{ "writes": ["X"] }], "events": { "sends": ["Hit"] },
        "body": { "match": [{ "entity": "e", "incl": { "X": "_" } }, { "incl": { "On": "on" } }], "where": "on", "do": )" +
         does + R"( } },
      "turn_on": { "resources": { "writes": ["On"] },
        "body": { "match": [{ "entity": "w", "incl": { "On": "_" } }], "do": { "attach": ["On", "w", true] } } } },
    "entities": { "e": { "X": 1, "Seen": 0 }, "w": { "On": false } } })";
}
const std::string reads_x = R"("queries": [{ "reads": ["X"], "writes": ["Seen"] }],
  "body": { "match": [{ "entity": "e", "incl": { "X": "x", "Seen": "_" } }], "do": { "attach": ["Seen", "e", "x"] } })",
                  reads_hit = R"("events": { "reads": ["Hit"] }, "queries": [{ "writes": ["Seen"] }],
  "body": { "match": [{ "incl": { "Hit": "n" } }, { "entity": "e", "incl": { "Seen": "_" } }],
            "do": { "attach": ["Seen", "e", "n"] } })",
                  writes_x = R"({ "attach": ["X", "e", 2] })",
                  sends_hit = R"({ "new": ["h", { "attach": ["Hit", "h", 7] }] })";

/// Where the first system is the reader.
StaleReads late_in(const std::string& text, std::size_t limit, std::uint64_t frames = 1, const char* by = "bevy") {
  const app::App app = loaded_app(text);
  const Setting setting(app, app::order(app), *model(by), frames);
  StaleReads reads = stale(setting, *setting.plan(), limit);
  for (std::vector<Stale>* list : {&reads.all, &reads.open})
    std::erase_if(*list, [](const Stale& one) { return one.reader != 0; });
  return reads;
}

}  // namespace

// [triage/stale] [queue/late]
TEST_CASE("A reader that is late only in orders other than its first one is found, or left open within the limit") {
  for (const auto& [reader, does, written] : {std::tuple(reads_x, writes_x, 2), std::tuple(reads_hit, sends_hit, 7)}) {
    const StaleReads all = late_in(switched(reader, does), 1'000);
    REQUIRE(all.all.size() == 1);
    CHECK(all.open.empty());
    CHECK(all.all[0].read->written == Value(std::int64_t{written}));
    const StaleReads cut = late_in(switched(reader, does), 1);
    CHECK(cut.all.empty());
    REQUIRE(cut.open.size() == 1);
    CHECK(cut.cut == Cut::Limit);
  }
  const StaleReads never = late_in(switched(reads_x, R"({ "attach": ["X", "e", 1] })"), 1'000);
  CHECK(never.all.empty());
  CHECK(never.open.empty());
  CHECK(!never.cut.has_value());
}

// [triage/stale]
TEST_CASE("A reader is not late in an execution in which one of its writers comes before it") {
  const StaleReads reads = late_in(R"({ "app": "preceded", "components": { "X": "int", "Seen": "int" },
    "resources": { "On": "bool", "Flag": "bool" }, "systems": {
      "read": { "before": ["last"], "queries": [{ "reads": ["X"], "writes": ["Seen"] }],
        "resources": { "reads": ["On"], "writes": ["Flag"] },
        "body": { "match": [{ "entity": "e", "incl": { "X": "x", "Seen": "_" } }, { "incl": { "On": "on" } }, { "entity": "w", "incl": { "Flag": "_" } }],
                  "do": [{ "attach": ["Seen", "e", "x"] }, { "attach": ["Flag", "w", "on"] }] } },
      "first": { "before": ["last"], "queries": [{ "writes": ["X"] }], "resources": { "writes": ["On"] },
        "body": { "match": [{ "entity": "e", "incl": { "X": "x" } }, { "entity": "w", "incl": { "On": "_" } }],
                  "do": [{ "attach": ["X", "e", "x"] }, { "attach": ["On", "w", true] }] } },
      "last": { "queries": [{ "writes": ["X"] }], "resources": { "reads": ["Flag"] },
        "body": { "match": [{ "entity": "e", "incl": { "X": "_" } }, { "incl": { "Flag": "flag" } }], "where": "flag",
                  "do": { "attach": ["X", "e", 2] } } } },
    "entities": { "e": { "X": 1, "Seen": 0 }, "w": { "On": false, "Flag": false } } })",
                                   1'000);
  CHECK(reads.open.empty());
  for (const Stale& one : reads.all) CHECK(one.on != 0);  // X
}

// [triage/stale]
TEST_CASE("A system that matters to nothing but whether an entity lives does not hide a late reader") {
  const StaleReads reads = late_in(R"({ "app": "lives", "components": { "A": "int", "B": "unit", "Seen": "int" },
    "resources": { "On": "bool" }, "systems": {
      "read": { "before": ["write"], "queries": [{ "reads": ["A"] }], "resources": { "reads": [] }, "commands": { "insert": ["Seen"] },
        "body": { "match": [{ "entity": "e", "incl": { "A": "a" } }], "do": { "attach": ["Seen", "e", "a"] } } },
      "wipe": { "queries": [{ "with": ["B"] }], "commands": { "remove": ["B"] },
        "body": { "match": [{ "entity": "e", "incl": { "B": "_" } }], "do": { "detach": ["B", "e"] } } },
      "write": { "resources": { "reads": ["On"] }, "commands": { "insert": ["A"] },
        "body": { "match": [{ "incl": { "On": "on" } }], "where": "on", "do": { "attach": ["A", { "entity": "late" }, 1] } } },
      "turn_on": { "resources": { "writes": ["On"] },
        "body": { "match": [{ "entity": "w", "incl": { "On": "_" } }], "do": { "attach": ["On", "w", true] } } } },
    "entities": { "late": { "B": null }, "w": { "On": false } } })",
                                   1'000, 1, "shared");
  CHECK(reads.open.empty());
  REQUIRE(reads.all.size() == 1);
  CHECK(reads.all[0].on == 0);
  CHECK(!reads.all[0].read->read.has_value());
}

// [queue/late]
TEST_CASE("A system that sends an event to itself is late, and so is one that others send to after it") {
  const auto echo = [](const char* more) {
    return fmt::format(
        R"({{ "app": "echo", "components": {{ "Score": "int" }}, "events": {{ "Hit": "int" }}, "systems": {{
      "bounce": {{ "events": {{ "reads": ["Hit"], "sends": ["Hit"] }}, "body": {{ "match": [{{ "incl": {{ "Hit": "n" }} }}],
        "do": {{ "new": ["h", {{ "attach": ["Hit", "h", {{ "+": ["n", 1] }}] }}] }} }} }},
      "serve": {{ {} "queries": [{{ "reads": ["Score"] }}], "events": {{ "sends": ["Hit"] }},
        "body": {{ "match": [{{ "incl": {{ "Score": "s" }} }}],
                   "do": {{ "new": ["h", {{ "attach": ["Hit", "h", "s"] }}] }} }} }} }},
      "entities": {{ "e": {{ "Score": 5 }} }} }})",
        more);
  };
  const auto writers = [](const StaleReads& reads) {
    std::vector<std::size_t> all;
    REQUIRE(reads.all.size() == 1);
    for (const LateWriter& w : reads.all[0].writers) all.push_back(w.system);
    return all;
  };
  CHECK(writers(late_in(echo(R"("before": ["bounce"],)"), 1'000)) == std::vector<std::size_t>{0});
  CHECK(writers(late_in(echo(R"("after": ["bounce"],)"), 1'000)) == std::vector<std::size_t>{1});  // nothing to answer
  CHECK(writers(late_in(echo(R"("after": ["bounce"],)"), 1'000, 2)) == std::vector<std::size_t>{0, 1});
  const StaleReads itself = late_in(echo(R"("before": ["bounce"],)"), 1'000);
  CHECK(itself.all[0].always);
  CHECK(itself.all[0].writers[0].only_after);
  CHECK(!itself.all[0].writers[0].cycle.has_value());
}
