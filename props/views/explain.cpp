// Derivations: what is explained is what the calculus says, and can be read as the paper's figures.
#include "interp/views/explain/explain.hpp"

#include <regex>
#include <set>

#include "interp/fast/count.hpp"
#include "interp/run/execution.hpp"
#include "interp/views/explain/construction.hpp"
#include "interp/views/explain/glossary.hpp"
#include "interp/views/explain/text.hpp"
#include "interp/views/report/reasons.hpp"
#include "props/kit/case.hpp"
#include "props/kit/files.hpp"
#include "props/kit/loaded.hpp"
#include "props/kit/prop.hpp"
#include "semantics/construction.hpp"
#include "semantics/influence.hpp"
#include "semantics/schedule.hpp"
#include "semantics/system.hpp"

using namespace coreecs;

namespace {

using Row = std::pair<std::vector<Entity>, std::vector<Cell>>;

std::vector<Row> rows(const Matches& r) {
  std::vector<Row> all;
  for (std::size_t j = 0; j < r.size(); ++j)
    all.push_back({{r[j].e.begin(), r[j].e.end()}, {r[j].w.begin(), r[j].w.end()}});
  return all;
}

/// The state after the changes of all visits.
State replayed(const State& c, const Derivation& derivation) {
  State c2 = c;
  for (const LeafDerivation& leaf : derivation.leaves)
    for (const Visit& visit : leaf.visits)
      for (const ValueChange& change : visit.changes) {
        const Value* before = c2.at(change.l);
        RC_ASSERT((before ? std::optional(*before) : std::nullopt) == change.before);
        RC_ASSERT(change.before != change.after);
        c2.write(change.l, change.after);
      }
  return c2;
}

/// Theorem 4.7 as it stands, at each node.
void check_construction(const Construction& construction, const Derivation& derivation, std::size_t node,
                        const Schedule& z, At at) {
  const State& c = derivation.observed[construction[node].observes].c;
  RC_ASSERT(construction[node].safe == is_safe(safe_by_rule(c, z, at)));
  const SeriesParallel::Node& here = derivation.po.z.nodes[node];
  match(
      z.form(), [](const Conc&) {}, [](const Seq&) {},
      [&](const auto& z) {
        check_construction(construction, derivation, here.left, z.left, at);
        check_construction(construction, derivation, here.right, z.right, at.after(z.left));
      });
}

/// Without rule ids and white space, so that it does not matter how lines are broken.
std::string flat(const std::string& text) {
  return std::regex_replace(text, std::regex(R"(\[[a-z]+/[a-z-]+\]|\s+)"), "");
}

template <class Explain>
std::string lines_of(const Explain& explain) {
  Lines out;
  explain(out);
  return out.take();
}

/// All that `explain` says of a frame at the start of a program.
struct Explanation {
  explicit Explanation(const Program& program, const std::string& schedule, Detail detail = {})
      : z(find_schedule(program, schedule)->z), names(program.entities) {
    derivation = derive(program.start, z, env);
    names.add(entities.all());
    const Notation notation{program.schema, names};
    const Explained explained{derivation, z, env, notation, detail};
    leaves = lines_of([&](Lines& out) { explain_leaves(explained, out); });
    unfolded = lines_of([&](Lines& out) { explain_schedule(explained, out); });
    order = lines_of([&](Lines& out) { explain_order(explained, out); });
    construction = lines_of([&](Lines& out) { explain_construction(explained, out); });
    steps = show_steps(explained);
    const Construction built(explained);
    for (std::size_t node = 0; node < derivation.po.z.nodes.size(); ++node) safe.push_back(built[node].safe);
  }

  Schedule z;
  Entities entities;
  Environment env = by_occurrence(entities);
  Names names;
  Derivation derivation;
  std::string leaves, unfolded, order, construction, steps;
  std::vector<bool> safe;  ///< by Theorem 4.7, of each node
};

/// The paper's example, with its names: c is the state of Figure 7.
Program paper_physics() {
  nlohmann::ordered_json document = example("toy_physics");
  document.erase("expect");
  nlohmann::ordered_json& systems = document["systems"];
  const nlohmann::ordered_json illustrated = nlohmann::ordered_json::parse(R"({
    "match": [ { "entity": "h", "incl": { "Pos": "p" }, "excl": ["Vel"] } ],
    "do": [ { "detach": ["Pos", { "entity": "e1" }] }, { "new": ["d", { "attach": ["Vel", "d", 2] }] } ] })");
  systems = {{"beta", systems.at("inertia")}, {"delta", systems.at("collide")}, {"illustrated", illustrated}};
  document["schedules"] = nlohmann::ordered_json::parse(R"({
    "a": { "then": [{ "conc": "beta" }, { "seq": "delta" }] },
    "b": { "then": [{ "conc": "beta" }, { "conc": "delta" }] },
    "figure10": { "conc": "illustrated" } })");
  const nlohmann::ordered_json entities = document.at("entities");
  document["entities"] = {{"e1", entities.at("e0")}, {"e2", entities.at("e1")}, {"e3", entities.at("e2")}};
  return loaded(document);
}

void check_lines(const std::string& found, std::initializer_list<const char*> lines) {
  for (const char* line : lines)
    CHECK_MESSAGE(flat(found).find(flat(line)) != std::string::npos, line << "\nis not in\n" << found);
}

}  // namespace

// [explain] [schedule/conc] [schedule/seq] [schedule/par] [schedule/then] [order/conc] [order/seq] [order/par]
// [order/then]
TEST_CASE("A derivation has the matches, mutations and states of the calculus") {
  prop("its leaves, po_c(z) and z(c) are those of the definitions", [] {
    const Case t = *cases();
    const Derivation d = derive(t.c, t.z, t.env);
    RC_ASSERT(d.end == advance(t.c, t.z, t.env));
    RC_ASSERT(d.po.size() == t.po.size());
    for (std::size_t u = 0; u < t.po.size(); ++u) {
      RC_ASSERT(d.po.invocations[u].leaf == t.po.invocations[u].leaf);
      RC_ASSERT(d.po.invocations[u].e == t.po.invocations[u].e);
      RC_ASSERT(d.po.invocations[u].m == t.po.invocations[u].m);
    }
    bool drops = false;
    for (const LeafDerivation& leaf : d.leaves) {
      const State& c = d.observed[leaf.observes].c;
      const Matches r = query(leaf.s->q, c, t.env);
      std::vector<Row> matched, observed;
      for (const Visit& visit : leaf.visits) {
        matched.emplace_back(visit.e, visit.matched);
        if (!visit.dropped) observed.emplace_back(visit.e, visit.w);
        drops = drops || visit.dropped;
      }
      RC_ASSERT(matched == rows(r));
      RC_ASSERT(observed ==
                (leaf.kind == SeriesParallel::Kind::Seq ? rows(roll(*leaf.s, c, r, {t.env, leaf.leaf})) : rows(r)));
      for (std::size_t j = 0; j < leaf.factors.size(); ++j)
        RC_ASSERT(rows(leaf.factors[j]) == rows(query(QueryVector{leaf.s->q[j]}, c, t.env)));
    }
    RC_ASSERT(replayed(t.c, d) == d.end);
    note(drops, "roll drops", 0.006);
    note(d.observed.size() > 2, "several states are observed", 0.1);
  });
}

// [system/roll]
TEST_CASE("What is dropped is dropped for the reason that is given") {
  prop("the query is undefined there, because of the label, since what wrote it last", [] {
    const Case t = *cases();
    const Derivation d = derive(t.c, t.z, t.env);
    std::size_t dropped = 0, refused = 0;
    for (const LeafDerivation& leaf : d.leaves) {
      State c = d.observed[leaf.observes].c;
      std::vector<Cell> w;
      for (const Visit& visit : leaf.visits) {
        if (!visit.dropped) {
          c = after(std::move(c), visit.u);
          continue;
        }
        ++dropped;
        const Drop& drop = *visit.dropped;
        RC_ASSERT(drop.by.has_value());
        if (!drop.query) {
          ++refused;
          for (std::size_t j = 0; j < leaf.s->q.size(); ++j) RC_ASSERT(query_at(leaf.s->q[j], c, visit.e[j], w));
          continue;
        }
        const Entity e = visit.e[*drop.query];
        RC_ASSERT(!query_at(leaf.s->q[*drop.query], c, e, w));
        RC_ASSERT(drop.i.has_value() == is_live(c, e));
        const Visit& by = leaf.visits[*drop.by];
        if (!drop.i) continue;
        const Write* write = by.u.find({e, *drop.i});
        RC_ASSERT(write != nullptr);
        const Value* there = c.at({e, *drop.i});
        RC_ASSERT(write->k == (there ? std::optional(*there) : std::nullopt));
      }
    }
    note(dropped > 0, "roll drops", 0.006);
    note(refused > 0, "a condition does not hold any more");
  });
}

// [explain]
TEST_CASE("What a match is dropped for was written by the last that wrote there") {
  const Program program = loaded(Tree::parse(R"({
    "components": { "A": "int", "T": "unit" },
    "systems": { "s": { "match": [{ "incl": { "A": "a" } }, { "entity": "f", "incl": { "A": "_", "T": "_" } }],
                        "do": { "if": [{ "==": ["a", 0] }, { "attach": ["A", "f", 5] }, { "detach": ["A", "f"] }] } } },
    "schedules": { "main": { "seq": "s" } },
    "entities": { "e0": { "A": 0 }, "e1": { "A": 1 }, "e2": { "A": 2, "T": null } } })"));
  Entities entities;
  const Derivation d = derive(program.start, program.schedules.front().z, by_occurrence(entities));
  const std::vector<Visit>& visits = d.leaves.front().visits;
  REQUIRE(visits.size() == 3);
  REQUIRE(visits[2].dropped);
  CHECK(visits[2].dropped->by == 1);
}

// [construction/conc] [construction/seq] [construction/par] [construction/then] [influence/new]
TEST_CASE("The derivation by Theorem 4.7 says of each sub-schedule what the theorem says") {
  prop("and the influence of an invocation is infl(f_s(r))", [] {
    const Case t = *small_cases();
    const Derivation d = derive(t.c, t.z, t.env);
    Names all(t.program->entities);
    all.add(t.entities->all());
    const Notation notation{t.program->schema, all};
    const Construction construction(Explained{d, t.z, t.env, notation});
    check_construction(construction, d, d.po.z.nodes.size() - 1, t.z, t.env);
    std::size_t u = 0;
    for (const LeafDerivation& leaf : d.leaves)
      for (const Visit& visit : leaf.visits) {
        if (visit.dropped) continue;
        const std::vector<Location> found = influence(d.po.invocations[u++]);
        RC_ASSERT(Influence(found.begin(), found.end()) == influence(visit.m));
      }
    note(!construction[d.po.z.nodes.size() - 1].safe, "not shown safe", 0.1);
  });
}

// [result/and] [result/vector] [query/and] [query/vector]
TEST_CASE("Figures 8 and 9 can be read off an explanation") {
  const Explanation explanation(paper_physics(), "figure10");
  const Explanation a(paper_physics(), "a");
  check_lines(a.leaves,
              {"⟪incl_Pos ∧ incl_Vel⟫ = ⟪incl_Pos⟫ × ⟪incl_Vel⟫ = int × int",
               "⟦incl_Pos ∧ incl_Vel⟧c = {(c_Pos(e), c_Vel(e))}_{e ∈ {e1, e2, e3}}\n"
               "= {e1 ↦ (1, 6), e3 ↦ (9, -2)}",
               "⟪incl_Pos ∧ excl_Vel⟫ = ⟪incl_Pos⟫ × ⟪excl_Vel⟫ = int × ⊤", "⟪q_delta⟫ = (int × int) × (int × ⊤)",
               "⟦q_delta⟧c1 = ⟦incl_Pos ∧ incl_Vel⟧c1 × ⟦incl_Pos ∧ excl_Vel⟧c1\n"
               "= {e1 ↦ (7, 6), e3 ↦ (7, -2)} × {e2 ↦ (7, *)}\n"
               "= {⟨e1, e2⟩ ↦ ⟨(7, 6), (7, *)⟩, ⟨e3, e2⟩ ↦ ⟨(7, -2), (7, *)⟩}"});
  check_lines(explanation.leaves, {"⟦incl_Pos ∧ excl_Vel⟧c = {(c_Pos(e), {e2 ↦ *}(e))}_{e ∈ {e1, e2, e3}}\n"
                                   "= {e2 ↦ (7, *)}"});
}

// [mutation/attach] [mutation/detach] [mutation/compose] [mutation/new]
TEST_CASE("Figure 10 can be read off an explanation") {
  const Explanation explanation(paper_physics(), "figure10");
  check_lines(explanation.leaves, {"c ↓ (detach_Pos(e1) • ν(λe4. attach_Vel(e4, 2)))\n"
                                   "= c ↓ detach_Pos(e1) ↓ ν(λe4. attach_Vel(e4, 2))\n"
                                   "= {Pos ↦ {e2 ↦ 7, e3 ↦ 9}, Vel ↦ {e1 ↦ 6, e3 ↦ -2}} ↓ ν(λe4. attach_Vel(e4, 2))\n"
                                   "= {Pos ↦ {e2 ↦ 7, e3 ↦ 9}, Vel ↦ {e1 ↦ 6, e3 ↦ -2}} ↓ attach_Vel(e4, 2)\n"
                                   "= {Pos ↦ {e2 ↦ 7, e3 ↦ 9}, Vel ↦ {e1 ↦ 6, e3 ↦ -2, e4 ↦ 2}}"});
}

// [system/roll] [system/apply]
TEST_CASE("Figure 12 can be read off an explanation") {
  const Explanation a(paper_physics(), "a");
  check_lines(a.leaves,
              {"c1 = {Pos ↦ {e1 ↦ 7, e2 ↦ 7, e3 ↦ 7}, Vel ↦ {e1 ↦ 6, e3 ↦ -2}}",
               "c1 ⇓ seq(delta) = delta(roll_delta(c1, ⟦q_delta⟧c1))\n"
               "= delta({⟨e1, e2⟩ ↦ ⟨(7, 6), (7, *)⟩})\n"
               "= f_delta(⟨e1, e2⟩, ⟨(7, 6), (7, *)⟩)\n"
               "= detach_Pos(e1) • detach_Vel(e1) • attach_Vel(e2, 3) • ν(λe4. attach_Pos(e4, 7)\n"
               "• attach_Vel(e4, -3))\n"
               "= detach_Pos(e1) • detach_Vel(e1) • attach_Vel(e2, 3) • attach_Pos(e4, 7) • attach_Vel(e4, -3)"});
  const std::optional<Drop>& dropped = a.derivation.leaves.at(1).visits.at(1).dropped;  // ⟨e3, e2⟩ (D2)
  REQUIRE(dropped);
  CHECK(dropped->query == 1);
  CHECK(dropped->i == 1);  // Vel
  CHECK(dropped->by == 0);
}

// [schedule/apply] [schedule/then] [schedule/conc] [schedule/seq]
TEST_CASE("Figure 13 can be read off an explanation") {
  const Explanation explanation(paper_physics(), "a");
  check_lines(explanation.unfolded,
              {"z(c) = c ↓ (c ⇓ z)\n"
               "= c ↓ (c ⇓ (conc(beta) ⨟ seq(delta)))\n"
               "= c ↓ ((c ⇓ conc(beta)) • ((c ↓ (c ⇓ conc(beta))) ⇓ seq(delta)))\n"
               "= c ↓ (beta(⟦q_beta⟧c) • ((c ↓ beta(⟦q_beta⟧c)) ⇓ seq(delta)))\n"
               "= c ↓ (beta(⟦q_beta⟧c) • delta(roll_delta((c ↓ beta(⟦q_beta⟧c)), ⟦q_delta⟧(c ↓ beta(⟦q_beta⟧c)))))\n"
               "= (c ↓ beta(⟦q_beta⟧c)) ↓ delta(roll_delta((c ↓ beta(⟦q_beta⟧c)), ⟦q_delta⟧(c ↓ beta(⟦q_beta⟧c))))\n"
               "= c1 ↓ delta(roll_delta(c1, ⟦q_delta⟧c1))"});
}

// [order/conc] [order/seq] [order/then] [order/concurrent]
TEST_CASE("Figure 14 can be read off an explanation") {
  const Explanation a(paper_physics(), "a"), b(paper_physics(), "b");
  CHECK(fast::linearizations(a.derivation.po) == 2);
  CHECK(fast::linearizations(b.derivation.po) == 4);
  check_lines(a.order, {"seq(delta): delta⟨e1, e2⟩\n", "infl(delta⟨e1, e2⟩) = {Pos(e1), Vel(e1), Vel(e2)}"});
  check_lines(b.leaves, {"f_delta(⟨e3, e2⟩, ⟨(7, -2), (7, *)⟩) =", "Vel(e2): 3 → -1"});  // the lost write
  // conc(beta), then seq(delta) or conc(delta), and both
  CHECK(a.safe == std::vector{true, true, true});
  CHECK(b.safe == std::vector{true, false, false});
}

// [explain]
TEST_CASE("Each rule, theorem and deviation has an entry in the glossary, and each symbol") {
  for (const auto& page : {"specs/reference/rules.md", "specs/explanation/deviations.md"}) {
    const std::string text = contents(source_dir / page);
    const std::regex row(R"(\n\| ((?:\[[a-z/-]+\] ?)+) \||\n## (D\d+)\. )"), id(R"([a-z]+(/[a-z-]+)?|D\d+)");
    std::size_t rows = 0;
    for (std::sregex_iterator it(text.begin(), text.end(), row), end; it != end; ++it, ++rows) {
      const std::string ids = (*it)[1].str() + (*it)[2].str();
      for (std::sregex_iterator one(ids.begin(), ids.end(), id); one != end; ++one)
        CHECK_MESSAGE(find_entry(one->str()), one->str());
    }
    CHECK(rows >= 18);
  }
  for (const char* word : {"4.1",
                           "Definition 4.2",
                           "definition 4.3",
                           "4.4",
                           "Theorem 4.5",
                           "Lemma 4.6",
                           "4.7",
                           "Corollary 4.8",
                           "4.9",
                           "Figure 12",
                           "race",
                           "leaf",
                           "hidden race",
                           "⊥",
                           "reference run",
                           "read-write conflict",
                           "lost write",
                           "lost update",
                           "invariant",
                           "event",
                           "certificate",
                           "⟦q⟧c",
                           "⟪q⟫",
                           "↓",
                           "⇓",
                           "∥",
                           "⨟",
                           "•",
                           "ν",
                           "≤_z",
                           "≃",
                           "po_c",
                           "z(c)",
                           "conc",
                           "Confluent",
                           "[system/roll]",
                           "d5",
                           "linearizations",
                           "queries",
                           "witnesses",
                           "any match order",
                           "longest chain",
                           "verdict",
                           "first fails",
                           "entity literal",
                           "storage",
                           "level",
                           "run condition",
                           "unit",
                           "text",
                           "dom",
                           "dim",
                           "»",
                           "×",
                           "⊤",
                           "λ",
                           "≜",
                           "≟",
                           "≤",
                           "*"})
    CHECK_MESSAGE(find_entry(word), word);
  for (const char* word : {"4.7", "4.7(1)", "Theorem 4.7(3)", "Theorem 4.7(1, 2)"})
    CHECK(find_entry(word)->title == "Theorem 4.7");
  CHECK(find_entry("⊤")->text.front() == "top, unit: the type with one value");
  CHECK(find_entry("∥")->title == "∥");
  CHECK(find_entry("∥")->command.starts_with("coreecs "));
  CHECK(find_entry("roll(1)") == nullptr);
  CHECK(find_entry("D5")->title.starts_with("D5. "));
  CHECK(find_entry("system/roll")->title == "roll");
  CHECK(find_entry("unheard of") == nullptr);
  CHECK(find_entry("D99") == nullptr);
}

// [explain]
TEST_CASE("Each word that a command prints as a term, and each term of the course, has an entry") {
  std::set<std::string> words;
  for (const Aspect aspect : {Aspect::SafeByRule, Aspect::Safe, Aspect::Deterministic, Aspect::Confluent, Aspect::Error,
                              Aspect::Invariant, Aspect::LostUpdates, Aspect::MatchOrder, Aspect::SharedState})
    words.insert(wording(aspect).key);
  const auto add = [&](const std::string& text, const std::regex& terms) {
    for (std::sregex_iterator it(text.begin(), text.end(), terms), end; it != end; ++it) words.insert((*it)[1]);
  };
  const std::regex cited(R"(((?:Definition|Theorem|Lemma|Corollary|Figure) \d+(?:\.\d+)?|\b[AD]\d+\b))");
  for (const char* extension : {".cpp", ".hpp"})
    for (const auto& path : files("interp", extension)) add(contents(path), cited);
  const std::size_t cited_by_messages = words.size();
  for (const auto& path : files("specs/guide", ".md"))
    if (std::isdigit(static_cast<unsigned char>(path.filename().string().front())) != 0)
      add(contents(path), std::regex(R"(\*\*([a-z][a-z -]*)\*\*)"));
  CHECK(words.size() > cited_by_messages + 10);
  for (const char* word : {"invocation",  "order",         "run",
                           "location",    "other states",  "shared state",
                           "witness",     "token",         "order of matches",
                           "replay",      "frame",         "start",
                           "final state", "match",         "safe by rule",
                           "safe",        "deterministic", "confluent",
                           "resource",    "linearization", "influence",
                           "concurrent",  "fuzz",          "seed",
                           "case",        "shrunk",        "undecided",
                           "limit",       "configuration", "on every state",
                           "static",      "snapshot",      "thread",
                           "trace",       "measure",       "template",
                           "spawn",       "constant",      "view",
                           "stand-in",    "created",       "effect",
                           "condition",   "engine",        "adapter",
                           "oracle",      "app",           "real",
                           "masked",      "harmless",      "destroy",
                           "any"})
    words.insert(word);
  for (const std::string& word : words) CHECK_MESSAGE(find_entry(word), word);
}

TEST_CASE("Explanations have lines of at most 100 columns") {
  for (const auto& path : example_programs()) {
    const auto program = load(contents(path));
    if (!std::holds_alternative<Program>(program)) continue;
    for (const NamedSchedule& z : std::get<Program>(program).schedules) {
      if (path.stem() == "run_time_errors") continue;
      const Explanation all(std::get<Program>(program), z.name);
      std::istringstream lines(all.leaves + all.unfolded + all.order + all.construction + all.steps);
      for (std::string line; std::getline(lines, line);) CHECK_MESSAGE(columns(line) <= 100, line);
    }
  }
}

// [explain]
TEST_CASE("What is left out of an explanation is counted") {
  nlohmann::ordered_json document = example("toy_physics");
  document.erase("expect");
  document["schedules"] = {{"main", {{"conc", "inertia"}}}};
  for (int j = 0; j < 1'000; ++j) document["entities"]["x" + std::to_string(j)] = {{"Pos", j}, {"Vel", 1}};
  const Explanation explanation(loaded(document), "main");
  check_lines(explanation.leaves, {"982"});
  check_lines(explanation.order, {"982"});
  CHECK(explanation.leaves.size() < 20'000);
}

TEST_CASE("Deep schedules are derived, and explained") {
  const Program program = loaded(example("toy_physics"));
  Schedule left = program.schedules[0].z, right = left;
  for (int k = 0; k < 20'000; ++k) {
    left = k % 2 == 0 ? std::move(left) || Schedule(Conc{program.systems[0]})
                      : std::move(left) >> Schedule(Conc{program.systems[0]});
    right = k % 2 == 0 ? Schedule(Conc{program.systems[0]}) || std::move(right)
                       : Schedule(Conc{program.systems[0]}) >> std::move(right);
  }
  for (const Schedule& z : {left, right}) {
    Entities entities;
    const Environment env = by_occurrence(entities);
    const Derivation d = derive(program.start, z, env);
    Names names(program.entities);
    names.add(entities.all());
    const Explained explained{d, z, env, {program.schema, names}};
    for (const auto explain : {explain_construction, explain_order, explain_schedule})
      CHECK_FALSE(lines_of([&](Lines& out) { explain(explained, out); }).empty());
  }
}
