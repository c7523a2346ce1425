// Where memory runs out, at whichever allocation: std::bad_alloc arrives at who asked, nothing is half-changed, and the
// same asked again is answered as if nothing had happened.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>

#include "interp/check/decide/match_order.hpp"
#include "interp/check/decide/shared.hpp"
#include "interp/check/decide/static_report.hpp"
#include "interp/check/decide/suggest.hpp"
#include "interp/check/record/certify.hpp"
#include "interp/check/record/replay.hpp"
#include "interp/check/record/trace.hpp"
#include "interp/check/verify/verify.hpp"
#include "interp/language/format/print.hpp"
#include "interp/language/format/tree.hpp"
#include "interp/search/fuzz_report.hpp"
#include "interp/search/reduce.hpp"
#include "interp/search/shrink.hpp"
#include "interp/views/report/report.hpp"
#include "props/alloc/memory.hpp"
#include "props/kit/loaded.hpp"

using namespace coreecs;
using memory::allocations, memory::ends_well, memory::Failing, memory::tries, memory::withstands;

namespace {

/// A program of examples/, and whether its start is as the document says.
struct Example {
  explicit Example(const std::string& name) : text(example(name).dump()), program(loaded(text)) {}
  ~Example() { CHECK(program.start == loaded(text).start); }
  Example(const Example&) = delete;
  Example& operator=(const Example&) = delete;

  [[nodiscard]] const NamedSchedule& schedule(const char* name = "main") const {
    return *find_schedule(program, std::string(name));
  }

  std::string text;
  Program program;
};

/// Where every fact of an execution can be seen: its state, its names, and what failed.
std::string shown(const Program& program, const Execution& execution) {
  std::string out = std::to_string(execution.frame()) + "\n";
  Notation{program.schema, execution.names()}.state(out, execution.state(), "");
  for (const Violation& violation : execution.violations())
    out += violation.invariant + " " + show(violation, execution.names()) + "\n";
  return out;
}

/// All frames, each until it is performed, the k-th of its allocations failing once. Where one fails, the state is
/// still that before the frame. `most`, where it is asked for, is the number of allocations of a frame.
std::string stubborn(const Example& of, const NamedSchedule& schedule, const Executor& executor, std::uint64_t k,
                     bool for_good, std::uint64_t* most = nullptr) {
  Execution execution(of.program, schedule, all_invariants(of.program), executor);
  std::string all = shown(of.program, execution);
  while (execution.frame() < of.program.frames) {
    const State before = execution.state();
    const std::uint64_t frame = execution.frame(), allocated = allocations;
    try {
      const Failing failing(k, for_good);
      execution.advance();
    } catch (const std::bad_alloc&) {
      CHECK(execution.frame() == frame);
      CHECK(execution.state() == before);
      execution.advance();
    }
    if (most) *most = std::max<std::uint64_t>(*most, allocations - allocated);
    all += shown(of.program, execution);
  }
  return all;
}

void withstands_frames(const Example& of, const NamedSchedule& schedule, const Executor& executor) {
  std::uint64_t most = 0;
  const std::string expected = stubborn(of, schedule, executor, UINT64_MAX / 2, false, &most);
  for (const bool for_good : {false, true})
    for (std::uint64_t k = 1; k <= most; k += 1 + most / tries) {
      CAPTURE(k);
      CAPTURE(for_good);
      REQUIRE(stubborn(of, schedule, executor, k, for_good) == expected);
    }
}

/// A verdict in words and in JSON.
std::string shown(const Program& program, const Verdict& verdict) {
  const Names all = names(program, verdict);
  const Notation notation{program.schema, all};
  std::string out = show(verdict, program, notation, false);
  JsonWriter writer(out);
  writer.object([&] { json(writer, verdict, notation); });
  return out;
}

}  // namespace

// The laws -------------------------------------------------------------------------------------------------------

TEST_CASE("Memory runs out: while a program is loaded, from text and from a tree, and printed") {
  for (const char* name : {"every_term", "invariants", "toy_physics"}) {
    CAPTURE(name);
    const Example of(name);
    withstands([&] { return std::get<Program>(load(of.text)).start; });
    const nlohmann::ordered_json tree = example(name);
    withstands([&] { return std::get<Program>(load_tree(tree)).start; });
    withstands([&] { return print(of.program); });
  }
}

TEST_CASE("Memory runs out: while what is wrong with a document is found") {
  const std::string wrong = R"({ "components": { "X": "itn" }, "fram": 1e-400, "systems": { "s": { "match": [
    { "entity": "e", "incl": { "X": "x", "Y": "y" } } ], "do": { "attach": ["X", "f", { "+": ["x", null, 1] }] } } },
    "schedules": { "main": { "conc": "t" } }, "entities": { "1": {} }, "name": 3, "name": 4 })";
  for (const std::string& text : {wrong, wrong + "}", wrong.substr(0, 100), std::string(300, '[')})
    withstands([&] {
      std::string all;
      const auto found = load(text);
      for (const Problem& problem : std::get<std::vector<Problem>>(found)) all += show("file", problem) + "\n";
      return all;
    });
}

TEST_CASE("Memory runs out: while frames are run by the reference") {
  for (const char* name : {"toy_physics", "invariants", "spawner_and_lifetime", "every_term"}) {
    CAPTURE(name);
    const Example of(name);
    for (const NamedSchedule& schedule : of.program.schedules) withstands_frames(of, schedule, reference());
  }
}

TEST_CASE("Memory runs out: while frames are run on threads" * doctest::test_suite("slow")) {
  for (const char* name : {"toy_physics", "invariants", "spawner_and_lifetime"}) {
    CAPTURE(name);
    const Example of(name);
    const NamedSchedule& schedule = of.program.schedules.front();
    for (const Visibility visibility : {Visibility::Snapshot, Visibility::Shared})
      for (const bool record : {false, true}) {
        Threads threads({.threads = 3, .visibility = visibility, .record = record});
        withstands_frames(of, schedule, std::ref(threads));
      }
  }
}

TEST_CASE("Memory runs out: while threads are started") {
  withstands([] { return Threads({.threads = 8}).threads() > 0; });
}

namespace {

/// What was given up for the lack of memory is undecided, and not wrong: it counts as thrown.
void given_up_if(bool unknown) {
  if (unknown) throw std::bad_alloc();
}

Verdict verdict_on(const Program& program, const NamedSchedule& schedule, std::uint64_t frames) {
  Verdict verdict = check(program, schedule, frames, 1000);
  const auto undecided = [](const Verdict& v) {
    return v.confluent() == Answer::Unknown || v.deterministic() == Answer::Unknown;
  };
  given_up_if(undecided(verdict) || verdict.lost.confluent.unknown || verdict.lost.deterministic.unknown ||
              (verdict.first_lost && undecided(*verdict.first_lost)));
  return verdict;
}

}  // namespace

TEST_CASE("Memory runs out: while a schedule is decided, and the verdicts are shown") {
  const std::vector<std::pair<const char*, const char*>> all{{"toy_physics", "main"},
                                                             {"toy_physics", "lost_write"},
                                                             {"last_writer", "main"},
                                                             {"deviation_d5_two_determinisms", "main"},
                                                             {"deviation_d6_deterministic_not_safe", "main"},
                                                             {"deviation_d10_renaming", "main"},
                                                             {"run_time_errors", "main"}};
  for (const auto& each : all) {
    CAPTURE(each.first);
    CAPTURE(each.second);
    const Example of(each.first);
    const auto* schedule = find_schedule(of.program, std::string(each.second));
    if (!schedule) schedule = &of.program.schedules.front();
    withstands([&] {
      try {
        return shown(of.program, verdict_on(of.program, *schedule, of.program.frames));
      } catch (const RuntimeError& error) {
        return std::string(error.what());
      }
    });
  }
}

TEST_CASE("Memory runs out: while it is decided what holds on every state, in any match order, or shared") {
  const Example of("toy_physics"), reads("shared_visibility"), orders("deviation_d1_match_order");
  withstands([&] {
    const NamedSchedule& schedule = of.schedule("lost_write");
    return show(static_report(of.program, schedule.z), of.program, schedule, false);
  });
  withstands([&] {
    const NamedSchedule& schedule = orders.program.schedules.front();
    const Instance instance(orders.program, schedule.z, 1);
    const MatchOrderVerdict verdict = match_order(orders.program, schedule.z, 1, 1000, instance.env);
    given_up_if(verdict.independent == Answer::Unknown);
    Names all = names(orders.program, instance);
    if (verdict.witness) name_others(*verdict.witness, all);
    return show(OfFrames<MatchOrderVerdict>{1, verdict, verdict.independent}, Notation{orders.program.schema, all},
                false);
  });
  withstands([&] {
    const NamedSchedule& schedule = reads.program.schedules.front();
    Execution execution(reads.program, schedule);
    execution.advance();
    const SharedVerdict verdict = check_shared(reads.program, schedule, 1000, execution);
    given_up_if(verdict.confluent == Answer::Unknown);
    return show(OfFrames<SharedVerdict>{1, verdict, verdict.confluent}, reads.program.name,
                Notation{reads.program.schema, execution.names()}, false);
  });
}

TEST_CASE("Memory runs out: while edits are suggested, and shown") {
  const Example of("toy_physics");
  const nlohmann::ordered_json document = example("toy_physics");
  const NamedSchedule& schedule = of.schedule("lost_write");
  ends_well([&] {
    const Suggestions found = suggest(of.program, schedule, verdict_on(of.program, schedule, 1), 1000);
    given_up_if(found.undecided > 0);
    const Names names(of.program.entities);
    std::string out = show(found, schedule, document, {of.program.schema, names}, false);
    JsonWriter writer(out);
    writer.list([&] {
      json(writer, found, schedule, document);
      json_tried(writer, found);
    });
    return out;
  });
}

TEST_CASE("Memory runs out: while bad starts are searched for, and reports are written, read, added and shown") {
  const nlohmann::ordered_json document = example("toy_physics");
  FuzzReport report;
  report.program = "toy physics";
  report.search.schedule = "lost_write";
  report.search.find = {Aspect::Confluent};
  report.search.entities = 4;
  const auto searched = [&] { return fuzz(document, report.search, [] { return true; }); };
  ends_well([&] {
    FuzzReport here = report;
    Findings findings = searched();
    here.counts = findings.counts;
    for (Finding& finding : findings.found) here.found.push_back({std::move(finding), "", ""});
    given_up_if(here.counts.undecided > 0 || here.found.empty());
    return json(here).dump();
  });
  Findings findings = searched();
  REQUIRE(findings.found.size() == 1);
  report.counts = findings.counts;
  report.search.shard = {.number = 1, .of = 2};
  report.shards = {1};
  report.found.push_back({findings.found.front(), "", again("p.json", report, findings.found.front())});
  const std::string text = json(report).dump();
  const auto read = [&] { return std::get<FuzzReport>(read_report(text)); };
  ends_well([&] { return json(read()).dump(); });
  ends_well([&] { return show(report, false); });

  FuzzReport other = report;
  other.shards = {2};
  other.counts.entities.resize(100);
  for (FuzzReport* each : {&report, &other}) each->found.clear();
  ends_well(
      [&] {
        FuzzReport sum = report;
        try {
          (void)add(sum, other);
        } catch (const std::bad_alloc&) {
          memory::none_fails();
          if (json(sum) != json(report)) return std::string("half added");
          throw;
        }
        return json(sum).dump();
      },
      1000);
}

TEST_CASE("Memory runs out: while a program is made smaller") {
  const nlohmann::ordered_json document = example("toy_physics");
  const Example of("toy_physics");
  const auto smallest = [&] {
    const Outcome found = outcome(of.program, "lost_write", Aspect::Confluent, 1000);
    return shrink(document, "lost_write", Aspect::Confluent, found, 1000).dump();
  };
  ends_well([&] { return as_finding(document, "", "lost_write", {{"confluent", false}}, 1000).dump(); }, 200);
  const std::string whole = smallest();
  ends_well([&] {
    std::string found = smallest();
    given_up_if(found != whole);  // a step that memory did not suffice for is not taken, and others are
    return found;
  });
}

TEST_CASE("Memory runs out: at each allocation while smaller programs are made") {
  const auto document = nlohmann::ordered_json::parse(R"({"components": {"A": "int", "B": "unit"},
    "systems": {"s": {"match": [{"entity": "e", "incl": {"A": "x"}, "excl": ["B"]}], "do": {"attach": ["A", "e", "x"]}}},
    "schedules": {"main": {"conc": "s"}}, "entities": {"e": {"A": 1}}, "expect": {"main": {"confluent": true}}})");
  ends_well(
      [&] {
        std::string all;
        reductions(document, Reducible::Everything, [&](const auto& smaller) {
          all += smaller.dump() + "\n";
          return false;
        });
        return all;
      },
      UINT64_MAX);
  ends_well([&] { return as_finding(document, "", "main", {{"confluent", true}}, 1000).dump(); }, UINT64_MAX);
}

TEST_CASE("Memory runs out: while a certificate is written, read and verified") {
  for (const char* name : {"toy_physics", "last_writer", "deviation_d5_two_determinisms", "deviation_d10_renaming"}) {
    CAPTURE(name);
    const Example of(name);
    const NamedSchedule& schedule = of.program.schedules.back();
    const Verdict verdict = check(of.program, schedule, 1, 1000);
    const auto write = [&] {
      Names all = names(of.program, verdict);
      return json(certify(of.program, of.program.name, schedule, verdict), of.program.schema, all);
    };
    withstands(write);
    const std::string text = write();
    withstands([&] {
      Entities entities;
      const auto read = read_certificate(text, of.program, entities);
      std::string all;
      for (const Judged& judged : verify(std::get<Certificate>(read), of.program, of.program.name, entities, 1000))
        all += judged.claim + std::to_string(static_cast<int>(judged.outcome)) + judged.why;
      return all;
    });
  }
}

TEST_CASE("Memory runs out: while a run is recorded as a token and as a trace, read, and performed or checked") {
  const Example of("toy_physics");
  const NamedSchedule& schedule = of.schedule("main");
  Threads threads({.threads = 2, .record = true});
  Execution execution(of.program, schedule, {}, std::ref(threads));
  execution.advance();
  const Environment& env = execution.environment();
  const auto write = [&] {
    const Notation notation{of.program.schema, execution.names()};
    return json(threads, of.program, "main", 1, Visibility::Snapshot, notation);
  };
  withstands(write);
  const std::string text = write();
  withstands([&] {
    const auto read = read_trace(text, of.program, [&](const std::string&, std::uint64_t) { return env; });
    const TraceVerdict verdict = check_trace(std::get<Trace>(read), of.program, schedule.z, env);
    return verdict.linearization.empty() && verdict.run.empty();
  });
  withstands([&] {
    const Replayer runs(of.program, schedule.z, 1, false, env);
    std::vector<Performed> steps;
    for (const Traced& step : threads.performed()) steps.push_back(step.invocation);
    const auto read = read_token(token(runs.record(steps)));
    return std::get<State>(std::get<Ending>(runs.perform(std::get<Replay>(read))).end);
  });
}
