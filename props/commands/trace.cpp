// coreecs check-trace, and run --trace: what they accept, and what they say of what is wrong.
#include <nlohmann/json.hpp>
#include <regex>

#include "props/kit/command.hpp"

using shell::coreecs;
using shell::Result;
using Tree = nlohmann::ordered_json;

// [trace]
TEST_CASE("coreecs check-trace: a step may name frame and system instead of a leaf, and what it wrote is compared") {
  const Scratch scratch;
  const auto judged = [&](const std::string& args, const std::string& data = "", const std::string& schedule = "main") {
    const std::string file =
        scratch.file("trace.json", R"({ "otherData": { "coreecs_trace": 1, "schedule": ")" + schedule +
                                       R"(", "frames": 1)" + data + R"( }, "traceEvents": [)" + args + " ] }");
    return coreecs("check-trace examples/toy_physics.json " + file);
  };
  const auto step = [](int number, const std::string& rest) {
    return R"({ "cat": "invocation", "args": { "step": )" + std::to_string(number) + ", " + rest + " } }";
  };
  const std::string first = R"("frame": 1, "system": "inertia", "entities": ["e0"])",
                    second = R"("frame": 1, "system": "inertia", "entities": ["e2"])",
                    third = R"("frame": 1, "system": "collide", "entities": ["e0", "e1"])";
  const std::string all = step(0, first) + "," + step(1, second) + "," + step(2, third);
  const auto plain = judged(all);
  CHECK(plain.status == 0);
  CHECK(contains(plain.out, "\n  what was written was not looked at: the trace does not tell\n"));
  const auto wrote = judged(step(0, first + R"(, "wrote": [{ "attach": ["Pos", "e0", 7] }])") + "," + step(1, second) +
                            "," + step(2, third));
  CHECK(wrote.status == 0);
  CHECK(!contains(wrote.out, "not looked at"));
  const auto wrong = judged(step(0, first + R"(, "wrote": [{ "attach": ["Pos", "e0", 8] }])") + "," + step(1, second) +
                            "," + step(2, third));
  CHECK(wrong.status == 1);
  CHECK(contains(wrong.out, "step 0, inertia⟨e0⟩ (leaf 0): it claims to write Pos(e0) ↦ 8, and writes Pos(e0) ↦ 7\n"));
  const auto end = judged(all, R"(, "final": { "e1": { "Pos": 7 } })");
  CHECK(end.status == 1);
  CHECK(contains(end.out, "it claims to end with "));
  CHECK(judged(step(0, R"("frame": 2, "system": "inertia", "entities": ["e0"])")).status == 2);
  CHECK(judged(step(0, R"("system": "inertia", "entities": ["e0"])")).status == 2);
  const auto bad = judged(step(0, first + R"(, "wrote": [{ "attach": ["Pos", "e0", "x"] }, { "move": 1 }])"));
  CHECK(bad.status == 2);
  CHECK(contains(bad.err, "/traceEvents/0/args/wrote/0/attach/2: found text \"x\"; expected int"));
  CHECK(contains(bad.err, "/traceEvents/0/args/wrote/1"));
}

namespace {

/// A program whose schedule keeps A, sets B to A, and increments A; and traces of it, by hand.
class Hands {
 public:
  explicit Hands(const std::string& schedule = R"({ "then": [ { "seq": "keep" }, { "then": [ { "conc": "set" },
                                                              { "conc": "inc" } ] } ] })")
      : program_(scratch_.file("p.json", R"({ "name": "by hand",
          "components": { "A": "int", "B": "int" },
          "systems": {
            "keep": { "match": [ { "entity": "e", "incl": { "A": "a" } } ], "do": { "attach": ["A", "e", "a"] } },
            "set": { "match": [ { "entity": "e", "incl": { "A": "a" } } ], "do": { "attach": ["B", "e", "a"] } },
            "one": { "match": [ { "entity": "e", "incl": { "A": "a" } } ], "do": { "attach": ["B", "e", 7] } },
            "eight": { "match": [ { "entity": "e", "incl": { "A": "a" } } ], "do": { "attach": ["B", "e", 8] } },
            "look": { "match": [ { "entity": "e", "incl": { "B": "b" } } ], "do": { "attach": ["A", "e", "b"] } },
            "inc": { "match": [ { "entity": "e", "incl": { "A": "a" } } ],
                     "do": { "attach": ["A", "e", { "+": ["a", 1] }] } } },
          "schedules": { "main": )" + schedule +
                                             R"( },
          "entities": { "x": { "A": 1, "B": 1 }, "y": { "A": 1, "B": 0 } } })")) {}

  struct Step {
    std::uint64_t leaf;
    std::string system, e;
    Tree more = Tree::object();
  };
  [[nodiscard]] Result judged(const std::vector<Step>& steps, const std::string& options = "", std::uint64_t frames = 1,
                              const Tree& data = Tree::object()) const {
    Tree trace{{"otherData", data}, {"traceEvents", {Tree{{"ph", "M"}}}}};
    trace["otherData"].update(Tree{{"coreecs_trace", 1}, {"schedule", "main"}, {"frames", frames}});
    for (const Step& step : steps) {
      Tree args = step.more;
      args.update(Tree{{"step", trace["traceEvents"].size() - 1}, {"leaf", step.leaf}, {"system", step.system}});
      args["entities"] = Tree::array({step.e});
      trace["traceEvents"].push_back({{"cat", "invocation"}, {"args", args}});
    }
    return coreecs("check-trace " + options + " " + program_ + " " + scratch_.file("t.json", trace.dump()));
  }

 private:
  Scratch scratch_;
  std::string program_;
};

}  // namespace

// [trace]
TEST_CASE("coreecs check-trace: invocations that change nothing may be left out, and others are named") {
  const Hands hands;
  const auto result = hands.judged({{1, "set", "y"}, {2, "inc", "x"}, {2, "inc", "y"}});
  CHECK(result.status == 0);
  CHECK(result.out ==
        "by hand: schedule main, 1 frame, a trace of 3 invocations\n"
        "  linearization  yes  an order of po_c(z), in which each invocation observes what it claims; what is left out "
        "changes nothing\n"
        "  run            yes  each invocation can be performed then, and observes what it claims (D5); what is left "
        "out changes nothing\n"
        "  what was written was not looked at: the trace does not tell\n");
  CHECK(hands.judged({{1, "set", "y"}, {2, "inc", "x"}, {2, "inc", "y"}}, "--json").out ==
        "{ \"schedule\": \"main\", \"frames\": 1, \"invocations\": 3, \"results\": false,\n"
        "  \"linearization\": true, \"linearization_left_out\": true,\n"
        "  \"run\": true, \"run_left_out\": true }\n");
  const auto before = hands.judged({{2, "inc", "x"}, {2, "inc", "y"}});
  CHECK(before.status == 1);
  for (const char* sense : {"  linearization  no   ", "  run            no   "})
    CHECK(contains(before.out, std::string(sense) +
                                   "step 0, inc⟨x⟩ (leaf 2): set⟨y⟩ (leaf 1) has to come before it, is "
                                   "left out, and would write B(y) ↦ 1\n"));
  const auto end = hands.judged({{1, "set", "y"}, {2, "inc", "x"}});
  CHECK(end.status == 1);
  CHECK(contains(end.out,
                 "  run            no   it ends after 2 steps, and inc⟨y⟩ (leaf 2) was not performed, which "
                 "would write A(y) ↦ 2\n"));
}

// [trace]
TEST_CASE("coreecs check-trace: what changes nothing only after another step may be left out, too") {
  const std::string both = R"({ "par": [ { "conc": "one" }, { "conc": "one" } ] })";
  CHECK(Hands(both).judged({{0, "one", "x"}, {1, "one", "y"}}).status == 0);
  CHECK(Hands(both).judged({{0, "one", "x"}, {1, "one", "y"}}, "--as run").status == 0);
  CHECK(Hands(both).judged({{0, "one", "x"}}).status == 1);
  // Each seq observes what its own side of ∥ did, where B(x) was not 7.
  const Hands sides(R"({ "par": [ { "seq": "one" }, { "seq": "one" } ] })");
  CHECK(sides.judged({{0, "one", "x"}, {1, "one", "x"}, {1, "one", "y"}}, "--as run").status == 0);
  // A race: leaf 0 is left out, which its side notices; as late as possible, so that what follows it observes B ↦ 7.
  const Hands race(
      R"({ "par": [ { "then": [ { "par": [ { "conc": "one" }, { "conc": "eight" } ] }, { "conc": "look" } ] },
                                 { "then": [ { "conc": "one" }, { "conc": "one" } ] } ] })");
  std::vector<Hands::Step> steps;
  for (const auto& [leaf, system] : {std::pair(3, "one"), {1, "eight"}, {4, "one"}, {2, "look"}})
    for (const char* e : {"x", "y"}) steps.push_back({static_cast<std::uint64_t>(leaf), system, e});
  for (std::size_t j : {6, 7}) steps[j].more = Tree{{"observed", {{{"B", 7}}}}};
  CHECK(race.judged(steps, "--as run").status == 0);
  for (std::size_t j : {6, 7}) steps[j].more = Tree{{"observed", {{{"B", 8}}}}};
  CHECK(race.judged(steps, "--as run").status == 1);
}

// [trace]
TEST_CASE("coreecs check-trace: frames in which all is left out are gone through") {
  const Hands rests(R"({ "conc": "keep" })");
  CHECK(rests.judged({}, "", 1'000'000'000'000).status == 0);
  CHECK(rests.judged({{900, "keep", "y"}}, "", 1'000'000'000'000).status == 0);
  CHECK(contains(rests.judged({{900, "keep", "y"}}, "", 900).out, "no such invocation can be performed"));
  CHECK(rests.judged({}, "", 5, {{"final", {{"x", {{"A", 1}, {"B", 1}}}, {"y", {{"A", 1}, {"B", 0}}}}}}).status == 0);
  CHECK(rests.judged({}, "", 5, {{"final", {{"x", {{"A", 1}, {"B", 1}}}, {"y", {{"A", 1}, {"B", 2}}}}}}).status == 1);
  const Hands moves(R"({ "conc": "inc" })");
  const auto result = moves.judged({{0, "inc", "x"}, {0, "inc", "y"}, {900, "inc", "y"}}, "", 1'000'000'000'000);
  CHECK(result.status == 1);
  CHECK(contains(result.out, "step 2, inc⟨y⟩ (leaf 900): no such invocation can be performed"));
}

// [trace]
TEST_CASE("coreecs check-trace: every fault is told, with its place, and what follows from it is not") {
  const Hands hands;
  const Tree wrong{{"observed", {{{"A", 5}}}}}, writes{{"wrote", {{{"attach", {"A", "x", 9}}}}}};
  const std::vector<Hands::Step> steps{
      {0, "keep", "x", wrong}, {1, "set", "y"}, {1, "set", "y"}, {1, "inc", "y"}, {2, "inc", "x", writes}};
  const Tree verdict = Tree::parse(
      hands.judged(steps, "--json", 1, {{"final", {{"x", {{"A", 2}, {"B", 1}}}, {"y", {{"A", 3}, {"B", 1}}}}}}).out);
  CHECK(verdict["not_a_linearization"] == Tree{{"step", 0}, {"reason", verdict["linearization_faults"][0]["reason"]}});
  CHECK(verdict["linearization_faults"] == Tree::parse(R"([
    { "at": "/traceEvents/1/args/observed/0/A", "step": 0,
      "reason": "step 0, keep⟨x⟩ (leaf 0): it claims to observe A(x) ↦ 5, and observes A(x) ↦ 1" },
    { "at": "/traceEvents/3/args", "step": 2, "reason": "step 2, set⟨y⟩ (leaf 1): it was performed before" },
    { "at": "/traceEvents/4/args", "step": 3,
      "reason": "step 3, inc⟨y⟩ (leaf 1): no such invocation can be performed" },
    { "at": "/traceEvents/5/args/wrote", "step": 4,
      "reason": "step 4, inc⟨x⟩ (leaf 2): it claims to write A(x) ↦ 9, and writes A(x) ↦ 2" },
    { "at": "/traceEvents", "step": 5,
      "reason": "it ends after 5 steps, and inc⟨y⟩ (leaf 2) was not performed, which would write A(y) ↦ 2" },
    { "at": "/otherData/final", "step": 5, "reason": "it claims to end with A(y) ↦ 3, and ends with A(y) ↦ 2" }
  ])"));
  CHECK(verdict["run_faults"].size() == 6);
  CHECK(verdict["run_faults"][1]["reason"] == "step 2, set⟨y⟩ (leaf 1): no such invocation can be performed");

  // What follows from a wrong observation is not told, and what does not is.
  const auto set = [&](int k) {
    const Tree claims{{"observed", {{{"A", 5}}}}, {"wrote", {{{"attach", {"B", "y", k}}}}}};
    return hands.judged({{1, "set", "y", claims}, {2, "inc", "x"}, {2, "inc", "y"}}).out;
  };
  CHECK(contains(set(5), "step 0, set⟨y⟩ (leaf 1): it claims to observe A(y) ↦ 5, and observes A(y) ↦ 1\n"));
  CHECK(!contains(set(5), "it claims to write"));
  CHECK(contains(set(6), "step 0, set⟨y⟩ (leaf 1): it claims to write B(y) ↦ 6, and writes B(y) ↦ 1\n"));

  // What comes before set⟨y⟩ is told once, and performed after it: its claims are compared.
  const auto early = hands.judged({{2, "inc", "x", writes}, {2, "inc", "y"}, {1, "set", "y"}});
  CHECK(contains(early.out,
                 "  linearization  no   step 0, inc⟨x⟩ (leaf 2): set⟨y⟩ (leaf 1) has to come before it\n"
                 "                      step 0, inc⟨x⟩ (leaf 2): it claims to write A(x) ↦ 9, and writes A(x) ↦ 2\n"
                 "  run            no   step 0, inc⟨x⟩ (leaf 2): no such invocation can be performed\n"
                 "                      step 0, inc⟨x⟩ (leaf 2): it claims to write A(x) ↦ 9, and writes A(x) ↦ 2\n"));
  // A step that waits for the same, and never becomes possible, is told.
  const auto never = hands.judged({{2, "inc", "x"}, {2, "set", "y"}, {2, "inc", "y"}, {1, "set", "y"}}, "--as run");
  CHECK(contains(never.out, "\n                      step 1, set⟨y⟩ (leaf 2): no such invocation can be performed\n"));

  const std::vector<Hands::Step> many(30, {7, "inc", "x"});
  const auto capped = hands.judged(many);
  CHECK(contains(capped.out, "step 9, inc⟨x⟩ (leaf 7)"));
  CHECK(!contains(capped.out, "step 10, inc⟨x⟩ (leaf 7)"));
  CHECK(contains(capped.out, "\n                      and 23 more, which --json tells\n"));
}

// [trace]
TEST_CASE("coreecs run --trace writes complete events, in step with each other, which check-trace accepts") {
  const Scratch scratch;
  const std::string file = scratch.file("trace.json");
  const std::string physics = "examples/toy_physics.json";
  CHECK(coreecs("run " + physics + " --executor threads --threads 2 --trace " + file).status == 0);
  const Tree trace = Tree::parse(contents(file));
  std::map<int, double> busy_until;
  int invocations = 0;
  for (const Tree& event : trace["traceEvents"]) {
    if (event["ph"] == "M") continue;
    CHECK(event["ph"] == "X");
    CHECK(event["ts"] >= 0.0);
    CHECK(event["dur"] >= 0.0);
    CHECK(event["tid"] < 2);
    if (event["cat"] != "invocation") continue;
    CHECK(event["args"]["step"] == invocations++);
    CHECK(event["ts"].get<double>() >= busy_until[event["tid"]] - 0.002);  // rounded
    busy_until[event["tid"]] = event["ts"].get<double>() + event["dur"].get<double>();
  }
  CHECK(invocations == 6);
  const Tree& collide = trace["traceEvents"].at(trace["traceEvents"].size() - 4);
  CHECK(collide["name"] == "collide⟨e0, e1⟩");
  CHECK(collide["args"] == Tree::parse(R"({ "step": 2, "leaf": 1, "system": "collide", "entities": ["e0", "e1"],
                                            "observed": [{ "Pos": 7, "Vel": 6 }, { "Pos": 7 }],
                                            "wrote": [{ "detach": ["Pos", "e0"] }, { "detach": ["Vel", "e0"] },
                                                      { "attach": ["Vel", "e1", 3] }, { "attach": ["Pos", "e3", 7] },
                                                      { "attach": ["Vel", "e3", -3] }] })"));
  CHECK(trace["otherData"]["created"] ==
        Tree::parse(R"([{ "name": "e3", "leaf": 1, "entities": ["e0", "e1"], "number": 0 }])"));

  const auto yes = coreecs("check-trace " + physics + " " + file);
  CHECK(yes.status == 0);
  CHECK(yes.out ==
        "toy physics: schedule main, 2 frames, a trace of 6 invocations\n"
        "  linearization  yes  an order of po_c(z), in which each invocation observes what it claims\n"
        "  run            yes  each invocation can be performed then, and observes what it claims (D5)\n");
  CHECK(coreecs("check-trace " + physics + " " + file + " --json").out ==
        "{ \"schedule\": \"main\", \"frames\": 2, \"invocations\": 6, \"results\": true,\n"
        "  \"linearization\": true,\n"
        "  \"run\": true }\n");

  const auto damaged = [&](const Tree& tree) {
    return coreecs("check-trace " + physics + " " + scratch.file("damaged.json", tree.dump()));
  };
  Tree other = trace;
  Tree& events = other["traceEvents"];
  const std::size_t third = events.size() - 4;  // the third step; before it come the two of inertia, in any order
  events[third]["args"]["observed"][0]["Vel"] = 1000;
  CHECK(contains(damaged(other).out,
                 "step 2, collide⟨e0, e1⟩ (leaf 1): it claims to observe Vel(e0) ↦ 1000, and observes Vel(e0) ↦ 6\n"));
  CHECK(damaged(other).status == 1);
  Tree more = trace;
  more["traceEvents"].back()["args"]["observed"].push_back({{"Pos", 1}});
  CHECK(contains(damaged(more).out, "(leaf 2): it claims to observe more queries than it has\n"));
  std::swap(events[third]["args"]["step"], events[third - 2]["args"]["step"]);
  CHECK(contains(damaged(other).out, "step 0, collide⟨e0, e1⟩ (leaf 1): inertia⟨e"));
  CHECK(contains(damaged(other).out, "⟩ (leaf 0) has to come before it\n"));
  events.erase(events.size() - 2);
  CHECK(contains(damaged(other).err, "found a step 5; expected 5 invocations to be steps 0 to 4"));
  CHECK(damaged(other).status == 2);
}

// [trace]
TEST_CASE("What is wrong with a trace is said with its place, all of it") {
  const Scratch scratch;
  const auto messages = [&](const std::string& text) {
    const auto result = coreecs("check-trace examples/toy_physics.json " + scratch.file("t.json", text));
    CHECK(result.status == 2);
    CHECK(result.out == "");
    std::string without_path = result.err;
    for (std::size_t at; (at = without_path.find(scratch.file("t.json") + ":")) != std::string::npos;)
      without_path.erase(at, scratch.file("t.json").size() + 1);
    return std::regex_replace(without_path, std::regex(R"( \(line \d+, column \d+\)\n)"), "\n");
  };
  CHECK(messages("[]") == " found an empty list; expected an object\n");
  CHECK(messages("{}") == " missing key \"otherData\"\n missing key \"traceEvents\"\n");
  CHECK(contains(messages("{ \"otherData\": "), "1:16: "));
  CHECK(messages(R"({ "otherData": { "coreecs_trace": 2, "schedule": "man", "frames": -1 },
                      "traceEvents": [ { "cat": "invocation", "args": { "step": "0", "leaf": 0, "system": 1,
                                         "entities": ["e9"], "observed": [ { "Pose": 1, "Vel": "1" } ] } } ] })") ==
        "/otherData/coreecs_trace: found 2; expected 1, the version of traces\n"
        "/otherData/schedule: unknown schedule \"man\"; expected one of main, lost_write; did you mean \"main\"?\n"
        "/otherData/frames: found -1; expected an integer of at least 0\n"
        "/traceEvents/0/args/step: found text \"0\"; expected an integer of at least 0\n"
        "/traceEvents/0/args/system: found 1; expected text\n"
        "/traceEvents/0/args/entities/0: unknown entity \"e9\"; expected one of the program, or one that \"created\" "
        "lists "
        "before\n"
        "/traceEvents/0/args/observed/0/Pose: unknown component \"Pose\"; expected one of Pos, Vel; did you mean "
        "\"Pos\"?\n"
        "/traceEvents/0/args/observed/0/Vel: found text \"1\"; expected int; write 1 without quotes\n");
  CHECK(contains(messages(R"({ "otherData": { "coreecs_trace": 1, "schedule": "main", "frames": 1 },
                               "traceEvents": [ { "cat": "invocation" } ] })"),
                 "/traceEvents/0: missing key \"args\"\n"));
  CHECK(messages(R"({ "otherData": { "coreecs_trace": 1, "schedule": "main", "frames": 1 },
                      "traceEvents": [ { "cat": "invocation", "args": { "step": 0, "leaf": 0, "system": "colide",
                                         "entities": ["e0"], "observed": [] } } ] })") ==
        "/traceEvents/0/args/system: unknown system \"colide\"; expected one of inertia, collide; did you mean "
        "\"collide\"?\n");
}

// [trace]
TEST_CASE("An integer in a trace stands for a real, as in a program, for 2.0 is 2 to JSON.stringify") {
  const Scratch scratch;
  const std::string program = scratch.file("p.json", R"({
    "components": { "X": "real", "R": { "x": "real" } },
    "systems": { "s": { "match": [ { "incl": { "X": "x", "R": "r" } } ], "do": [] } },
    "schedules": { "main": { "conc": "s" } }, "entities": { "e0": { "X": 2.0, "R": { "x": -3.0 } } } })");
  const auto judged = [&](const std::string& x) {
    return coreecs("check-trace " + program + " " + scratch.file("t.json", R"({
      "otherData": { "coreecs_trace": 1, "schedule": "main", "frames": 1 },
      "traceEvents": [ { "cat": "invocation", "args": { "step": 0, "leaf": 0, "system": "s", "entities": ["e0"],
                         "observed": [ { "X": )" + x + R"(, "R": { "x": -3 } } ] } } ] })"));
  };
  CHECK(judged("2").status == 0);
  CHECK(judged("2.0").status == 0);
  CHECK(contains(judged("3").out, "it claims to observe X(e0) ↦ 3.0, and observes X(e0) ↦ 2.0"));
}

// [trace]
TEST_CASE("A run that is no linearization, and one under shared visibility that is no run") {
  const Scratch scratch;
  // X:=1 ∥ X:=2, then move: a run in which 1 comes last moves 1, where po_c(z) moves 2 (D5)
  const auto event = [](int step, int leaf, const char* system, int x) {
    Tree args{{"step", step}, {"leaf", leaf}, {"system", system}, {"entities", {"e0"}}};
    args["observed"] = Tree::array({Tree{{"X", x}}});
    return Tree{{"cat", "invocation"}, {"args", args}};
  };
  const Tree trace{{"otherData", {{"coreecs_trace", 1}, {"schedule", "main"}, {"frames", 1}}},
                   {"traceEvents", {event(0, 1, "two", 0), event(1, 0, "one", 0), event(2, 2, "move", 1)}}};
  const std::string file = scratch.file("t.json", trace.dump());
  const std::string command = "check-trace examples/deviation_d5_two_determinisms.json " + file;
  const auto result = coreecs(command);
  CHECK(result.status == 1);
  CHECK(contains(
      result.out,
      "linearization  no   step 2, move⟨e0⟩ (leaf 2): it claims to observe X(e0) ↦ 1, and observes X(e0) ↦ 2\n"));
  CHECK(contains(result.out, "run            yes"));
  CHECK(coreecs(command + " --as run").status == 0);
  const Tree verdict = Tree::parse(coreecs(command + " --json").out);
  CHECK(verdict["linearization"] == false);
  CHECK(verdict["not_a_linearization"]["step"] == 2);
  CHECK(verdict["run"] == true);

  const std::string shared = scratch.file("shared.json");
  bool refused = false;
  for (int again = 0; again < 200 && !refused; ++again) {
    CHECK(coreecs("run examples/shared_visibility.json --executor threads --threads 2 --visibility shared --trace " +
                  shared)
              .status == 0);
    refused = coreecs("check-trace examples/shared_visibility.json " + shared + " --as run").status == 1;
  }
  CHECK(refused);
}

// [trace]
TEST_CASE("coreecs run --trace needs threads, and one run of one program") {
  for (const char* options : {"--trace /dev/null", "--executor threads --repeat 2 --trace /dev/null",
                              "--executor reference --trace /dev/null", "--schedule-seed 1 --trace /dev/null",
                              "examples/last_writer.json --executor threads --trace /dev/null"}) {
    CAPTURE(options);
    const auto result = coreecs(std::string("run examples/toy_physics.json ") + options);
    CHECK(result.status == 2);
    CHECK(result.out == "");
    CHECK(result.err != "");
  }
  const auto unwritable = coreecs("run examples/toy_physics.json --executor threads --trace /nowhere/t.json");
  CHECK(unwritable.status == 2);
  CHECK(contains(unwritable.err, "/nowhere/t.json: cannot be written"));
}
