// coreecs check-trace, and run --trace: what they accept, and what they say of what is wrong.
#include <nlohmann/json.hpp>

#include "props/kit/command.hpp"

using shell::coreecs;
using shell::Result;
using Tree = nlohmann::ordered_json;

namespace {

/// Where a trace is no linearization, or no run: "STEP PLACE" of each fault.
std::vector<std::string> faults(const Result& judged, const std::string& what) {
  CHECK(judged.status == 1);
  std::vector<std::string> all;
  const Tree verdict = Tree::parse(judged.out);
  for (const Tree& fault : verdict[what + "_faults"])
    all.push_back(fault["step"].dump() + " " + fault["at"].get<std::string>());
  return all;
}

using Faults = std::vector<std::string>;

}  // namespace

// [trace]
TEST_CASE("coreecs check-trace: a step may name frame and system instead of a leaf, and what it wrote is compared") {
  const Scratch scratch;
  const auto judged = [&](const std::string& args, const std::string& data = "", const std::string& schedule = "main") {
    const std::string file =
        scratch.file("trace.json", R"({ "otherData": { "coreecs_trace": 1, "schedule": ")" + schedule +
                                       R"(", "frames": 1)" + data + R"( }, "traceEvents": [)" + args + " ] }");
    return coreecs("check-trace --json examples/toy_physics.json " + file);
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
  CHECK(Tree::parse(plain.out)["results"] == false);
  const auto wrote = judged(step(0, first + R"(, "wrote": [{ "attach": ["Pos", "e0", 7] }])") + "," + step(1, second) +
                            "," + step(2, third));
  CHECK(wrote.status == 0);
  CHECK(Tree::parse(wrote.out)["results"] == true);
  const auto wrong = judged(step(0, first + R"(, "wrote": [{ "attach": ["Pos", "e0", 8] }])") + "," + step(1, second) +
                            "," + step(2, third));
  CHECK(faults(wrong, "linearization") == Faults{"0 /traceEvents/0/args/wrote"});
  CHECK(faults(judged(all, R"(, "final": { "e1": { "Pos": 7 } })"), "run").back() == "3 /otherData/final");
  CHECK(judged(step(0, R"("frame": 2, "system": "inertia", "entities": ["e0"])")).status == 2);
  CHECK(judged(step(0, R"("system": "inertia", "entities": ["e0"])")).status == 2);
  const auto bad = judged(step(0, first + R"(, "wrote": [{ "attach": ["Pos", "e0", "x"] }, { "move": 1 }])"));
  CHECK(bad.status == 2);
  CHECK(contains(bad.err, "/traceEvents/0/args/wrote/0/attach/2: "));
  CHECK(contains(bad.err, "/traceEvents/0/args/wrote/1: "));
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
  const auto result = hands.judged({{1, "set", "y"}, {2, "inc", "x"}, {2, "inc", "y"}}, "--json");
  CHECK(result.status == 0);
  CHECK(Tree::parse(result.out) ==
        Tree::parse(R"({ "schedule": "main", "frames": 1, "invocations": 3, "results": false, "linearization": true,
                         "linearization_left_out": true, "run": true, "run_left_out": true })"));
  for (const char* what : {"linearization", "run"}) {
    CHECK(faults(hands.judged({{2, "inc", "x"}, {2, "inc", "y"}}, "--json"), what) == Faults{"0 /traceEvents/1/args"});
    CHECK(faults(hands.judged({{1, "set", "y"}, {2, "inc", "x"}}, "--json"), what) == Faults{"2 /traceEvents"});
  }
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
  CHECK(faults(rests.judged({{900, "keep", "y"}}, "--json", 900), "run") == Faults{"0 /traceEvents/1/args"});
  CHECK(rests.judged({}, "", 5, {{"final", {{"x", {{"A", 1}, {"B", 1}}}, {"y", {{"A", 1}, {"B", 0}}}}}}).status == 0);
  CHECK(rests.judged({}, "", 5, {{"final", {{"x", {{"A", 1}, {"B", 1}}}, {"y", {{"A", 1}, {"B", 2}}}}}}).status == 1);
  const Hands moves(R"({ "conc": "inc" })");
  const auto result = moves.judged({{0, "inc", "x"}, {0, "inc", "y"}, {900, "inc", "y"}}, "--json", 1'000'000'000'000);
  CHECK(faults(result, "run").front() == "2 /traceEvents/3/args");
}

// [trace]
TEST_CASE("coreecs check-trace: every fault is told, with its place, and what follows from it is not") {
  const Hands hands;
  const Tree wrong{{"observed", {{{"A", 5}}}}}, writes{{"wrote", {{{"attach", {"A", "x", 9}}}}}};
  const std::vector<Hands::Step> steps{
      {0, "keep", "x", wrong}, {1, "set", "y"}, {1, "set", "y"}, {1, "inc", "y"}, {2, "inc", "x", writes}};
  const Result wholly =
      hands.judged(steps, "--json", 1, {{"final", {{"x", {{"A", 2}, {"B", 1}}}, {"y", {{"A", 3}, {"B", 1}}}}}});
  CHECK(Tree::parse(wholly.out)["not_a_linearization"]["step"] == 0);
  for (const char* what : {"linearization", "run"})
    CHECK(faults(wholly, what) == Faults{"0 /traceEvents/1/args/observed/0/A", "2 /traceEvents/3/args",
                                         "3 /traceEvents/4/args", "4 /traceEvents/5/args/wrote", "5 /traceEvents",
                                         "5 /otherData/final"});

  // What follows from a wrong observation is not told, and what does not is.
  const auto set = [&](int k) {
    const Tree claims{{"observed", {{{"A", 5}}}}, {"wrote", {{{"attach", {"B", "y", k}}}}}};
    return faults(hands.judged({{1, "set", "y", claims}, {2, "inc", "x"}, {2, "inc", "y"}}, "--json"), "run");
  };
  CHECK(set(5) == Faults{"0 /traceEvents/1/args/observed/0/A"});
  CHECK(set(6) == Faults{"0 /traceEvents/1/args/observed/0/A", "0 /traceEvents/1/args/wrote"});

  // What comes before set⟨y⟩ is told once, and performed after it: its claims are compared.
  const auto early = hands.judged({{2, "inc", "x", writes}, {2, "inc", "y"}, {1, "set", "y"}}, "--json");
  for (const char* what : {"linearization", "run"})
    CHECK(faults(early, what) == Faults{"0 /traceEvents/1/args", "0 /traceEvents/1/args/wrote"});
  // A step that waits for the same, and never becomes possible, is told.
  const auto never =
      hands.judged({{2, "inc", "x"}, {2, "set", "y"}, {2, "inc", "y"}, {1, "set", "y"}}, "--as run --json");
  CHECK(faults(never, "run") == Faults{"0 /traceEvents/1/args", "1 /traceEvents/2/args"});
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

  CHECK(coreecs("check-trace " + physics + " " + file).status == 0);
  CHECK(Tree::parse(coreecs("check-trace " + physics + " " + file + " --json").out) ==
        Tree::parse(R"({ "schedule": "main", "frames": 2, "invocations": 6, "results": true, "linearization": true,
                         "run": true })"));

  const auto damaged = [&](const Tree& tree) {
    return coreecs("check-trace --json " + physics + " " + scratch.file("damaged.json", tree.dump()));
  };
  Tree other = trace;
  Tree& events = other["traceEvents"];
  const std::size_t third = events.size() - 4;  // the third step; before it come the two of inertia, in any order
  events[third]["args"]["observed"][0]["Vel"] = 1000;
  const std::string place = "/traceEvents/" + std::to_string(third) + "/args";
  CHECK(faults(damaged(other), "run") == Faults{"2 " + place + "/observed/0/Vel"});
  Tree more = trace;
  more["traceEvents"].back()["args"]["observed"].push_back({{"Pos", 1}});
  CHECK(faults(damaged(more), "run").size() == 1);
  std::swap(events[third]["args"]["step"], events[third - 2]["args"]["step"]);
  CHECK(faults(damaged(other), "linearization").front() == "0 " + place);
  events.erase(events.size() - 2);
  CHECK(damaged(other).status == 2);
}

// [trace]
TEST_CASE("An integer in a trace stands for a real, as in a program, for 2.0 is 2 to JSON.stringify") {
  const Scratch scratch;
  const std::string program = scratch.file("p.json", R"({
    "components": { "X": "real", "R": { "x": "real" } },
    "systems": { "s": { "match": [ { "incl": { "X": "x", "R": "r" } } ], "do": [] } },
    "schedules": { "main": { "conc": "s" } }, "entities": { "e0": { "X": 2.0, "R": { "x": -3.0 } } } })");
  const auto judged = [&](const std::string& x) {
    return coreecs("check-trace --json " + program + " " + scratch.file("t.json", R"({
      "otherData": { "coreecs_trace": 1, "schedule": "main", "frames": 1 },
      "traceEvents": [ { "cat": "invocation", "args": { "step": 0, "leaf": 0, "system": "s", "entities": ["e0"],
                         "observed": [ { "X": )" + x + R"(, "R": { "x": -3 } } ] } } ] })"));
  };
  CHECK(judged("2").status == 0);
  CHECK(judged("2.0").status == 0);
  CHECK(faults(judged("3"), "run") == Faults{"0 /traceEvents/0/args/observed/0/X"});
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
  CHECK(coreecs(command).status == 1);
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
  CHECK(coreecs("run examples/toy_physics.json --executor threads --trace /nowhere/t.json").status == 2);
}
