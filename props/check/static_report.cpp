// What of a schedule is safe on every state, beyond Corollaries 4.8 and 4.9.
#include "interp/check/decide/static_report.hpp"

#include "props/kit/case.hpp"
#include "props/kit/exhaustive.hpp"
#include "props/kit/loaded.hpp"
#include "props/kit/prop.hpp"
#include "semantics/safety.hpp"

using namespace coreecs;

namespace {

/// A program of one schedule: a query vector and a mutation for each of its systems a, b, ...
Program program(const Tree& systems, const Tree& schedule) {
  Tree document = Tree::parse(R"({
    "components": { "A": "int", "B": "int", "Tag": "unit", "To": "entity" },
    "entities": { "e0": { "A": 0, "B": 0, "To": "e1" }, "e1": { "A": 1, "Tag": null, "To": "e1" } } })");
  document["systems"] = systems;
  document["schedules"]["main"] = schedule;
  return loaded(document);
}

/// Of conc(s), where the resource cfg has N, and s is a system.
StaticPlace conc_beside_resource(const char* match, const char* mutation) {
  Tree document = Tree::parse(R"({ "components": { "A": "int", "N": "int" }, "resources": { "cfg": { "N": 2 } },
                                   "schedules": { "main": { "conc": "s" } }, "entities": { "e0": { "A": 0 } } })");
  document["systems"]["s"] = {{"match", Tree::parse(match)}, {"do", Tree::parse(mutation)}};
  const Program p = loaded(document);
  return static_report(p, p.schedules.front().z).places.at(0);
}

StaticReport report(const Tree& systems, const Tree& schedule) {
  const Program p = program(systems, schedule);
  return static_report(p, p.schedules.front().z);
}

Tree system(const char* match, const char* mutation) {
  return {{"match", Tree::parse(match)}, {"do", Tree::parse(mutation)}};
}

Tree conc_of(const char* name) { return {{"conc", name}}; }

/// Of conc(s), for a system s.
StaticPlace conc_place(const char* match, const char* mutation) {
  return report({{"s", system(match, mutation)}}, conc_of("s")).places.at(0);
}

const char* const two_queries =
    R"([ { "entity": "e", "incl": { "A": "a" } }, { "entity": "f", "incl": { "B": "b" } } ])";
const char* const one_query = R"([ { "entity": "e", "incl": { "A": "a" } } ])";
const char* const with_target = R"([ { "entity": "e", "incl": { "A": "a", "To": "t" } } ])";
const char* const with_target_looked_up =
    R"([ { "entity": "e", "incl": { "A": "a", "To": "t" } }, { "entity": { "is": "t" }, "incl": { "B": "b" } } ])";
const char* const all_looked_up = R"([ { "entity": { "is": { "entity": "e0" } }, "incl": { "A": "a", "To": "t" } },
                                       { "entity": { "is": "t" }, "incl": { "B": "b" } } ])";
const char* const two_and_one_looked_up = R"([ { "entity": "e", "incl": { "A": "a", "To": "t" } },
    { "entity": "f", "incl": { "A": "a2" } }, { "entity": { "is": "t" }, "incl": { "B": "b" } } ])";

}  // namespace

// [static/conc] [static/par]
TEST_CASE("What is shown safe on every state is safe at this one, whatever shows it") {
  prop("statically safe implies Definition 4.3 at a random state and at all that follow", [] {
    const Case t = *cases();
    const StaticReport judged = static_report(*t.program, t.program->schedules.front().z);
    bool beyond = false;
    for (const StaticPlace& at : judged.places) beyond = beyond || (at.is_safe() && !at.by_corollary);
    note(judged.safe(), "statically safe", 0.05);
    note(judged.safe() && beyond, "beyond the corollaries", 0.04);
    note(judged.safe() && beyond && t.po.size() > 1, "beyond the corollaries, with invocations", 0.04);
    if (judged.safe()) RC_ASSERT(is_safe(safety(t.po)));
  });
}

TEST_CASE("A conc that is shown safe has no concurrent pair of its own that does not commute") {
  prop("each leaf conc(s) by itself, at the state that it observes", [] {
    const Case t = *cases();
    const StaticReport judged = static_report(*t.program, t.program->schedules.front().z);
    exhaustive::everywhere(t.c, t.z, t.env, [&](const Schedule& z, const State& c, At at) {
      if (!std::holds_alternative<Conc>(z.form())) return;
      const std::size_t place = 2 * (at.leaf % t.program->schedules.front().z.leaves());
      for (const StaticPlace& judgement : judged.places) {
        if (judgement.place != place || !judgement.is_safe()) continue;
        const PartialOrder po = partial_order(c, z, at);
        for (const auto& [i, argument] : judgement.arguments)
          note(po.size() > 1, "argument " + std::to_string(static_cast<int>(argument)));
        RC_ASSERT(is_safe(safety(po)));
      }
    });
  });
}

TEST_CASE("What the corollaries show is shown, and by them") {
  prop("where z is statically safe, each place is green by a corollary", [] {
    const Case t = *cases();
    const Schedule& z = t.program->schedules.front().z;
    const StaticReport judged = static_report(*t.program, z);
    RC_ASSERT(judged.by_corollaries() == is_safe(statically_safe(z, t.program->schema)));
  });
}

// [static/conc]
TEST_CASE("conc(s): the arguments beyond Corollary 4.9") {
  using Arguments = std::vector<std::pair<Label, Argument>>;
  const auto arguments = [](const char* match, const char* mutation) {
    const StaticPlace at = conc_place(match, mutation);
    REQUIRE(at.is_safe());
    CHECK_FALSE(at.by_corollary);
    return at.arguments;
  };
  CHECK(arguments(two_queries, "[]").empty());
  CHECK(arguments(two_queries, R"({ "attach": ["A", "f", 1] })") == Arguments{{0, Argument::Same}});
  CHECK(arguments(two_queries, R"([ { "detach": ["A", "e"] }, { "detach": ["A", "f"] } ])") ==
        Arguments{{0, Argument::Same}});
  CHECK(arguments(two_queries, R"({ "attach": ["Tag", { "entity": "e0" }] })") == Arguments{{2, Argument::Same}});
  CHECK(arguments(two_queries, R"({ "new": ["x", { "let": ["y", "x", { "attach": ["A", "y", "a"] }] }] })") ==
        Arguments{{0, Argument::Created}});
  CHECK(arguments(with_target, R"([ { "attach": ["A", "e", "a"] }, { "attach": ["B", "e", 1] } ])") ==
        Arguments{{0, Argument::Matched}, {1, Argument::Same}});
  CHECK(
      arguments(with_target, R"([ { "new": ["x", { "attach": ["A", "x", "a"] }] }, { "attach": ["A", "e", "a"] } ])") ==
      Arguments{{0, Argument::Matched}});
  CHECK(arguments(with_target_looked_up, R"([ { "attach": ["A", "e", "b"] }, { "attach": ["B", "e", 1] } ])") ==
        Arguments{{0, Argument::Matched}, {1, Argument::Same}});
  CHECK(
      arguments(all_looked_up, R"([ { "attach": ["A", "t", "b"] }, { "attach": ["B", { "entity": "e1" }, "a"] } ])") ==
      Arguments{{0, Argument::Single}, {1, Argument::Single}});
}

TEST_CASE("conc(s): what stands in the way, and of which label") {
  const auto obstacle = [](const char* match, const char* mutation) {
    const StaticPlace at = conc_place(match, mutation);
    REQUIRE_FALSE(at.is_safe());
    return at.obstacles.front();
  };
  const Obstacle dim = obstacle(two_queries, R"([ { "attach": ["Tag", "e"] }, { "attach": ["A", "e", "a"] } ])");
  CHECK(dim.i == 0);
  CHECK(std::get<NotSingleton>(dim.reason).dim == 2);
  CHECK(std::holds_alternative<NotSingleton>(
      obstacle(two_queries, R"([ { "attach": ["A", "e", 1] }, { "attach": ["A", "f", 2] } ])").reason));
  CHECK(std::holds_alternative<NotSingleton>(
      obstacle(two_queries, R"([ { "attach": ["A", "e", 1] }, { "detach": ["A", "f"] } ])").reason));
  CHECK(std::holds_alternative<WritesLiteral>(
      obstacle(one_query, R"({ "attach": ["B", { "entity": "e0" }, "a"] })").reason));
  CHECK(std::holds_alternative<WritesLiteral>(
      obstacle(with_target_looked_up, R"({ "attach": ["B", { "entity": "e0" }, "a"] })").reason));
  CHECK(std::get<QueriesEntity>(obstacle(with_target_looked_up, R"({ "attach": ["B", "t", "a"] })").reason).i == 3);
  CHECK(
      std::holds_alternative<NotSingleton>(obstacle(two_and_one_looked_up, R"({ "attach": ["A", "e", "b"] })").reason));
  CHECK(std::get<QueriesEntity>(obstacle(with_target, R"({ "attach": ["B", "t", "a"] })").reason).i == 3);
  CHECK(std::holds_alternative<QueriesEntity>(
      obstacle(with_target,
               R"({ "let": ["x", { "if": [{ "==": ["a", 0] }, "e", "t"] }, { "attach": ["B", "x", "a"] }] })")
          .reason));
}

// Every match has the same resource.
TEST_CASE("conc(s): a write to a resource is one to an entity that the system names") {
  const char* const with_resource =
      R"([{ "entity": "e", "incl": { "A": "a" } }, { "entity": "c", "incl": { "N": "n" } }])";
  for (const char* const mutation : {R"({ "attach": ["N", "c", "a"] })", R"({ "attach": ["A", "c", "a"] })"}) {
    const StaticPlace at = conc_beside_resource(with_resource, mutation);
    REQUIRE_FALSE(at.is_safe());
    CHECK(std::holds_alternative<WritesLiteral>(at.obstacles.front().reason));
    CHECK_FALSE(at.interferences.empty());
  }
  const StaticPlace matched = conc_beside_resource(with_resource, R"({ "attach": ["A", "e", { "+": ["a", "n"] }] })");
  CHECK(matched.arguments == std::vector{std::pair(Label{0}, Argument::Matched)});
  CHECK(matched.interferences.empty());
}

TEST_CASE("A system in C++: its declared effects are all that is known") {
  const auto nothing = [](const Match&) -> Mutation { return Nil{}; };
  const auto judged = [&](std::optional<Effects> effects) {
    Program p;
    p.schema = {{"A", Type::Kind::Int}, {"Tag", Type::Kind::Unit}, {"To", Type::Kind::Entity}};
    return static_report(p, conc(System{"s", {Incl{0}, Incl{2}}, nothing, std::move(effects)})).places.at(0);
  };
  CHECK(std::holds_alternative<UnknownEffects>(judged(std::nullopt).obstacles.at(0).reason));
  CHECK(std::holds_alternative<NotSingleton>(judged(Effects{{0}, {1}}).obstacles.at(0).reason));
  CHECK(judged(Effects{{0}, {}}).is_safe());
  CHECK_FALSE(judged(std::nullopt).interferences.empty());
  CHECK(judged(Effects{{0}, {0}}).interferences.at(0).i == 0);
  CHECK(judged(Effects{{0}, {1}}).interferences.empty());
  const Effects stored{{0}, {1}, false, true};  // though what it reads holds no entities
  CHECK(std::holds_alternative<NotSingleton>(judged(stored).obstacles.at(0).reason));
}

// [static/par]
TEST_CASE("Beside a system in C++ of which nothing is declared nothing is shown, wherever it stands in a side of ∥") {
  const auto system = [](std::optional<Effects> effects) {
    return conc(System{"s", {Incl{0}}, [](const Match&) -> Mutation { return Nil{}; }, std::move(effects)});
  };
  Program p;
  p.schema = {{"A", Type::Kind::Int}, {"B", Type::Kind::Int}};
  const Schedule unknown = system(std::nullopt), a = system(Effects{{0}, {0}}), b = system(Effects{{1}, {1}});
  const auto judged = [&](const Schedule& z) {
    for (StaticPlace& at : static_report(p, z).places)
      if (!at.s) return at;
    throw std::logic_error("no ∥");
  };
  CHECK(judged(a || b).is_safe());
  for (const Schedule& side : {unknown, unknown >> a, a >> unknown})
    for (const Schedule& z : {side || b, b || side}) {
      const StaticPlace at = judged(z);
      REQUIRE_FALSE(at.is_safe());
      CHECK(std::holds_alternative<UnknownEffects>(at.obstacles.front().reason));
      CHECK_FALSE(at.interferences.empty());
      CHECK_FALSE(at.by_corollary);
    }
}

namespace {

/// Of the ∥ of a schedule.
StaticPlace par_place(const Tree& systems, const Tree& schedule) {
  for (StaticPlace& at : report(systems, schedule).places)
    if (!at.s) return at;
  throw std::logic_error("no ∥");
}

}  // namespace

// [static/par]
TEST_CASE("z ∥ z': the arguments beyond Corollary 4.8") {
  const Tree systems{
      {"tagged",
       system(R"([ { "entity": "e", "incl": { "A": "a", "Tag": "_" } } ])", R"({ "attach": ["A", "e", "a"] })")},
      {"others",
       system(R"([ { "entity": "e", "incl": { "A": "a" }, "excl": ["Tag"] } ])", R"({ "attach": ["A", "e", 2] })")},
      {"either", system(one_query, R"({ "attach": ["A", "e", "a"] })")},
      {"spawn", system(one_query, R"({ "new": ["x", { "attach": ["A", "x", "a"] }] })")},
      {"two", system(one_query, R"({ "attach": ["A", "e", 2] })")},
      {"off", system(one_query, R"({ "detach": ["A", "e"] })")},
      {"untag", system(one_query, R"({ "detach": ["Tag", "e"] })")},
      {"far", system(R"([ { "entity": "e", "incl": { "Tag": "_", "To": "t" } } ])", R"({ "attach": ["A", "t", 1] })")},
  };
  const auto side = [](const char* name) { return Tree{{"conc", name}}; };
  const auto argument = [&](const Tree& left, const Tree& right) -> std::optional<Argument> {
    const StaticPlace at = par_place(systems, {{"par", {left, right}}});
    if (!at.is_safe()) {
      CHECK(std::get<SharedLabel>(at.obstacles.front().reason).i == 0);
      return std::nullopt;
    }
    CHECK_FALSE(at.by_corollary);
    return at.arguments.at(0).second;
  };
  const auto then = [&](const char* a, const char* b) { return Tree{{"then", {side(a), side(b)}}}; };
  CHECK(argument(side("tagged"), side("others")) == Argument::Disjoint);
  CHECK(argument(side("others"), Tree{{"seq", "tagged"}}) == Argument::Disjoint);
  CHECK(argument(then("tagged", "untag"), side("others")) == Argument::Disjoint);
  CHECK_FALSE(argument(then("untag", "others"), side("tagged")));
  CHECK_FALSE(argument(side("tagged"), Tree{{"par", {side("others"), side("either")}}}));
  CHECK_FALSE(argument(side("far"), side("others")));
  CHECK(argument(side("spawn"), side("either")) == Argument::Created);
  CHECK(argument(side("either"), then("untag", "spawn")) == Argument::Created);
  CHECK(argument(side("two"), side("others")) == Argument::Same);
  CHECK_FALSE(argument(side("two"), side("off")));
  CHECK_FALSE(argument(then("two", "either"), side("others")));
  CHECK(par_place(systems, {{"par", {side("two"), side("untag")}}}).by_corollary);
}

// [static/par]
TEST_CASE("z ∥ z': which queries' entities are written is what keeps them apart") {
  const char* const chase = R"([ { "entity": "e", "incl": { "A": "a", "To": "t" } },
                                 { "entity": { "is": "t" }, "incl": { "B": "b", "Tag": "_" } } ])";
  const Tree systems{
      {"chase", system(chase, R"({ "attach": ["A", "e", "b"] })")},
      {"hit", system(chase, R"({ "attach": ["A", "t", "b"] })")},
      {"both", system(chase, R"([ { "attach": ["A", "e", "b"] }, { "attach": ["A", "t", 0] } ])")},
      {"far", system(R"([ { "entity": "e", "incl": { "Tag": "_", "To": "t" } } ])", R"({ "attach": ["A", "t", 1] })")},
      {"loose",
       system(R"([ { "entity": "e", "incl": { "A": "a" }, "excl": ["To"] } ])", R"({ "attach": ["A", "e", 2] })")},
      {"untagged",
       system(R"([ { "entity": "e", "incl": { "A": "a" }, "excl": ["Tag"] } ])", R"({ "attach": ["A", "e", 2] })")},
      {"spawn", system(one_query, R"({ "new": ["x", { "attach": ["A", "x", "a"] }] })")},
  };
  const auto side = [](const char* name) { return Tree{{"conc", name}}; };
  const auto disjoint = [&](const Tree& left, const Tree& right) {
    const StaticPlace at = par_place(systems, {{"par", {left, right}}});
    return at.is_safe() && at.arguments == std::vector<std::pair<Label, Argument>>{{0, Argument::Disjoint}};
  };
  CHECK(disjoint(side("chase"), side("loose")));  // whoever chases has a To, though what is chased need not
  CHECK_FALSE(disjoint(side("chase"), side("untagged")));
  CHECK(disjoint(side("untagged"), side("hit")));  // what is hit has a Tag, though it was looked up
  CHECK_FALSE(disjoint(side("loose"), side("hit")));
  CHECK_FALSE(disjoint(side("both"), side("loose")));
  CHECK_FALSE(disjoint(side("both"), side("untagged")));
  CHECK_FALSE(disjoint(side("far"), side("untagged")));
  // what is created is nobody else's
  CHECK(disjoint(side("loose"), Tree{{"par", {side("chase"), side("spawn")}}}));
  CHECK(disjoint(side("loose"), Tree{{"par", {side("spawn"), side("chase")}}}));
  CHECK(disjoint(side("loose"), Tree{{"then", {side("chase"), side("spawn")}}}));
  CHECK_FALSE(disjoint(Tree{{"then", {side("spawn"), side("chase")}}}, side("loose")));
}

// [static/par]
TEST_CASE("z ∥ z': conditions on what is matched tell apart what the two write to") {
  const auto where = [](const char* condition, const char* mutation = R"({ "attach": ["B", "e", "a"] })") {
    Tree made = system(one_query, mutation);
    made["where"] = Tree::parse(condition);
    return made;
  };
  const auto in_body = [](const char* condition) {
    return Tree{{"match", Tree::parse(one_query)},
                {"do",
                 {{"if",
                   {Tree::parse(condition), Tree::parse(R"({ "attach": ["B", "e", "a"] })"),
                    Tree::parse(R"({ "attach": ["Tag", "e"] })")}}}}};
  };
  Tree systems{
      {"is_1", where(R"({ "==": ["a", 1] })")},
      {"is_2", where(R"({ "==": [2, "a"] })")},
      {"is_3", in_body(R"({ "==": ["a", 3] })")},
      {"small", where(R"({ "and": [{ "<": ["a", 2] }, { ">": ["a", -5] }] })")},
      {"large", in_body(R"({ "not": { "<": ["a", 2] } })")},
      {"either", where(R"({ "or": [{ "==": ["a", 1] }, { "==": ["a", 2] }] })")},
      {"any", system(one_query, R"({ "attach": ["B", "e", "a"] })")},
      {"steps", where(R"({ "==": ["a", 1] })", R"([ { "attach": ["B", "e", "a"] }, { "attach": ["A", "e", 2] } ])")}};
  systems["steps_3"] = systems["steps"];
  systems["steps_3"].erase("where");
  systems["steps_3"]["do"] = Tree{{"if", {Tree::parse(R"({ "==": ["a", 3] })"), systems["steps"]["do"]}}};
  const auto apart = [&](const Tree& left, const Tree& right) {
    return par_place(systems, {{"par", {left, right}}}).is_safe();
  };
  const auto side = [](const char* name) { return Tree{{"conc", name}}; };
  CHECK(apart(side("is_1"), side("is_2")));
  CHECK(apart(side("is_1"), Tree{{"seq", "is_2"}}));
  CHECK(apart(side("is_1"), side("is_3")));
  CHECK(apart(side("small"), side("is_2")));
  CHECK(apart(side("small"), side("large")));
  CHECK_FALSE(apart(side("small"), side("is_1")));
  CHECK_FALSE(apart(side("either"), side("is_3")));  // what an or says is not taken apart
  CHECK_FALSE(apart(side("is_1"), side("any")));
  CHECK_FALSE(apart(side("is_1"), Tree{{"then", {side("any"), side("is_2")}}}));  // a may be another by then
  CHECK(apart(side("is_2"), Tree{{"seq", "steps"}}));                             // of a query it is asked at the fork
  CHECK(apart(side("is_2"), side("steps_3")));
  CHECK_FALSE(apart(side("is_2"), Tree{{"seq", "steps_3"}}));  // of a body when the match has its turn
}

TEST_CASE("Conditions that are taken to exclude each other do") {
  prop("two systems with conditions on one component, at all of its values", [] {
    Dice dice = any_dice();
    const std::function<Tree(int)> condition = [&](int depth) -> Tree {
      const char* const compare[] = {"==", "!=", "<", "<=", ">", ">="};
      const std::size_t form = dice.below(depth > 0 ? 5 : 2);
      Tree x = "a", k = dice.below(4);
      if (form == 0) return {{compare[dice.below(6)], {x, k}}};
      if (form == 1) return {{compare[dice.below(6)], {k, x}}};
      if (form == 2) return {{"not", condition(depth - 1)}};
      return {{form == 3 ? "and" : "or", {condition(depth - 1), condition(depth - 1)}}};
    };
    const auto writer = [&](std::size_t value) {
      Tree made{{"match", Tree::parse(R"([ { "entity": "e", "incl": { "A": "a" } } ])")}};
      Tree write = {{"attach", {"B", "e", value}}};
      if (dice.percent(40)) write = {write, {{"attach", {"A", "e", dice.below(4)}}}};
      if (dice.percent(50)) made["where"] = condition(2);
      made["do"] = dice.percent(70) ? Tree{{"if", {condition(2), write, Tree::array()}}} : write;
      return made;
    };
    const auto side = [&](const char* name) { return Tree{{dice.percent(50) ? "conc" : "seq", name}}; };
    Tree document{{"components", {{"A", "int"}, {"B", "int"}}},
                  {"systems", {{"s", writer(1)}, {"t", writer(2)}, {"u", writer(1)}}}};
    Tree left = side("s");
    if (dice.percent(30)) left = Tree{{"then", {side("u"), left}}};
    document["schedules"]["main"] = {{"par", {left, side("t")}}};
    for (int n = 0; n < 4; ++n) document["entities"]["e" + std::to_string(n)] = {{"A", n}};
    const auto t = Case::of(document);
    RC_ASSERT(t.has_value());
    RC_LOG() << *t;
    const StaticReport judged = static_report(*t->program, t->program->schedules.front().z);
    note(judged.safe(), "shown safe", 0.05);
    if (judged.safe()) RC_ASSERT(is_safe(safety(t->po)));
  });
}

TEST_CASE("The static report names each label and the systems that write or observe it") {
  const Program p = loaded(Tree::parse(contents(source_dir / "props/regressions/two_reasons.json")));
  const StaticReport judged = static_report(p, p.schedules.front().z);
  const auto names = [](const std::vector<const System*>& systems) {
    std::set<std::string> all;
    for (const System* s : systems) all.insert(s->name);
    return all;
  };
  using Names = std::set<std::string>;
  std::map<std::string, std::pair<Names, Names>> found;
  for (const StaticPlace& at : judged.places)
    for (const Obstacle& one : at.obstacles) found[p.schema[*one.i].name] = {names(one.left), names(one.right)};
  CHECK(found == decltype(found){{"Gun", {{"shoot"}, {"cull"}}}, {"Pos", {{"fly"}, {"cull"}}}});
}

TEST_CASE("Read-write conflicts: what one may observe while another one writes it (Bernstein)") {
  const auto in_conc = [](const char* match, const char* mutation) {
    const std::vector<Interference> found = conc_place(match, mutation).interferences;
    return found.empty() ? std::nullopt : found.front().i;
  };
  CHECK(in_conc(one_query, R"({ "attach": ["A", "e", { "+": ["a", 1] }] })") == std::nullopt);
  CHECK(in_conc(one_query, R"([ { "detach": ["A", "e"] }, { "attach": ["B", "e", 1] } ])") == std::nullopt);
  CHECK(in_conc(two_queries, R"({ "attach": ["Tag", "e"] })") == std::nullopt);
  CHECK(in_conc(two_queries, R"({ "attach": ["B", "e", 1] })") == 1);
  CHECK(in_conc(one_query, R"({ "new": ["x", { "attach": ["A", "x", 1] }] })") == 0);
  CHECK(in_conc(one_query, R"({ "new": ["x", { "attach": ["B", "x", 1] }] })") == std::nullopt);
  CHECK(in_conc(with_target, R"({ "attach": ["A", "t", 1] })") == 0);
  CHECK(in_conc(one_query, R"({ "attach": ["A", { "entity": "e0" }, 1] })") == 0);
  // a query without an incl observes what is live
  CHECK(in_conc(R"([ { "entity": "e", "excl": ["A"] } ])", R"({ "new": ["x", { "attach": ["B", "x", 1] }] })") == 1);
  CHECK(in_conc(R"([ { "entity": "e", "excl": ["A"] } ])", R"({ "destroy": "e" })") == std::nullopt);
  // what is looked up observes B; of A, each invocation observes what it writes only
  CHECK(in_conc(with_target_looked_up, R"({ "attach": ["A", "e", "b"] })") == std::nullopt);
  CHECK(in_conc(with_target_looked_up, R"({ "attach": ["B", "e", "b"] })") == 1);
  CHECK(in_conc(with_target_looked_up, R"({ "attach": ["B", "t", "b"] })") == 1);
  CHECK(in_conc(two_and_one_looked_up, R"({ "attach": ["A", "e", "b"] })") == 0);
  // one match observes what it writes itself
  CHECK(in_conc(all_looked_up, R"({ "attach": ["A", "t", "b"] })") == std::nullopt);

  const Tree systems{
      {"a", system(one_query, R"({ "attach": ["A", "e", 1] })")},
      {"b", system(one_query, R"({ "attach": ["B", "e", 1] })")},
      {"reads_b", system(R"([ { "entity": "e", "incl": { "Tag": "_" }, "anyway": { "B": "b" } } ])", "[]")},
      {"live", system(R"([ { "entity": "e", "excl": ["Tag"] } ])", "[]")},
  };
  const auto side = [](const char* name) { return Tree{{"conc", name}}; };
  const auto conflict = [&](const Tree& left, const Tree& right) {
    const std::vector<Interference> found = par_place(systems, {{"par", {left, right}}}).interferences;
    return found.empty() ? std::nullopt : std::optional(found.front());
  };
  CHECK_FALSE(conflict(side("a"), side("reads_b")));
  CHECK_FALSE(conflict(side("reads_b"), side("live")));
  REQUIRE(conflict(side("b"), side("reads_b")));
  CHECK(conflict(side("b"), side("reads_b"))->i == 1);
  CHECK_FALSE(conflict(side("b"), side("reads_b"))->left_observes);
  CHECK(conflict(side("reads_b"), side("b"))->left_observes);
  CHECK(conflict(side("live"), side("b"))->i == 1);
  CHECK(conflict(side("a"), Tree{{"then", {side("reads_b"), side("b")}}})->i == 0);
}
