// D1: matches that add up to the same in whatever order, read off the terms.
#include "interp/check/decide/match_sums.hpp"

#include <functional>
#include <limits>

#include "interp/check/decide/match_order.hpp"
#include "interp/run/execution.hpp"
#include "props/kit/case.hpp"
#include "props/kit/exhaustive.hpp"
#include "props/kit/loaded.hpp"
#include "props/kit/prop.hpp"

using namespace coreecs;
using exhaustive::End;

namespace {

/// A system that updates what it looks up, mostly such that all orders come to the same, and something that then looks
/// at it.
class SumsAuthor {
 public:
  explicit SumsAuthor(Dice dice, bool in_schedules = false) : dice_(std::move(dice)), in_schedules_(in_schedules) {}

  Tree program() {
    Tree program = Tree::parse(R"({
      "components": { "N": "int", "X": "real", "B": "bool", "S": { "n": "int", "in": { "x": "real", "b": "bool" } }, "To": "entity",
                      "K": "int", "Y": "real", "C": "bool" },
      "systems": { "add": { "match": [ { "incl": { "To": "t", "N": "n", "X": "x", "B": "b", "K": "k", "Y": "y", "C": "c" } },
                                       { "entity": { "is": "t" }, "incl": { "N": "n2", "X": "x2", "B": "b2", "S": "s2", "C": "c2" } } ] } },
      "schedules": { "main": { "seq": "add" } } })");
    if (in_schedules_) surround(program);
    const char* label = dice_.one_of(std::vector{"N", "X", "B", "S"});
    Tree update = {{"attach", {label, "t", of(label)}}};
    if (dice_.percent(30)) update = {{"if", {condition(), std::move(update)}}};
    if (dice_.percent(15)) {
      const bool reals = dice_.percent(50);
      update = {update, {{"attach", {reals ? "X" : "N", "t", number(reals)}}}};
    }
    program["systems"]["add"]["do"] = std::move(update);
    if (dice_.percent(10)) program["systems"]["add"]["where"] = condition();
    const std::size_t entities = 2 + dice_.below(4);
    for (std::size_t k = 0; k < entities; ++k) {
      Tree& e = program["entities"]["e" + std::to_string(k)];
      e = {{"N", whole()}, {"X", real()}, {"B", dice_.percent(50)}};
      e.update({{"K", tame_ && one_way_ ? Tree(dice_.below(4)) : Tree(whole())}, {"C", dice_.percent(50)}});
      e["Y"] = tame_ && one_way_ ? dice_.one_of(std::vector{0.0, 0.5, 1.0, 2.25}) : real();
      e["S"] = {{"n", whole()}, {"in", {{"x", real()}, {"b", dice_.percent(50)}}}};
      if (dice_.percent(90)) e["To"] = "e" + std::to_string(dice_.below(dice_.percent(80) ? 1 : entities));
    }
    return program;
  }

 private:
  std::int64_t whole() {
    static const std::vector<std::int64_t> large = {5'000'000'000'000'000'000, -5'000'000'000'000'000'000, 1};
    return tame_ ? static_cast<std::int64_t>(dice_.below(5)) - 1 : dice_.one_of(large);
  }
  double real() {
    static const std::vector<double> tame = {0.0, 1.0, 0.5, -2.25, -0.0}, wild = {0.1, 0.7, 9007199254740992.0, 1e300};
    return dice_.one_of(tame_ ? tame : wild);
  }
  /// What else there is in the schedule, on either side of a ∥ or of a ⨟.
  void surround(Tree& program) {
    program["systems"]["other"] = Tree::parse(dice_.one_of(std::vector{
        R"({ "match": [ { "entity": "e", "incl": { "N": "n", "K": "k" } } ], "do": { "attach": ["K", "e", { "max": ["n", "k"] }] } })",
        R"({ "match": [ { "entity": "e", "incl": { "N": "n", "S": "s" } } ], "do": { "attach": ["N", "e", "s.n"] } })",
        R"({ "match": [ { "entity": "e", "incl": { "X": "x", "S": "s", "N": "n" }, "excl": ["To"] } ],
             "do": [ { "attach": ["To", "e", "e"] }, { "attach": ["X", "e", "s.in.x"] } ] })"}));
    program["schedules"]["main"] = Tree::parse(dice_.one_of(std::vector{
        R"({ "par": [{ "conc": "other" }, { "seq": "add" }] })",
        R"({ "par": [{ "seq": "add" }, { "conc": "other" }] })", R"({ "par": [{ "seq": "add" }, { "seq": "add" }] })",
        R"({ "then": [{ "seq": "add" }, { "conc": "other" }] })", R"({ "then": [{ "seq": "add" }, { "seq": "add" }] })",
        R"({ "par": [{ "seq": "other" }, { "then": [{ "seq": "add" }, { "conc": "other" }] }] })"}));
  }
  Tree condition() {
    return Tree::parse(
        dice_.one_of(std::vector{R"({ "<": ["k", 2] })", R"({ "<": ["y", 1.0] })", R"("c")", R"({ "<": ["n2", 2] })"}));
  }
  /// Of the label that is updated, an operand that depends on what others write; the others stay as they are.
  Tree number(bool real) { return real ? Tree(dice_.percent(80) ? "x" : "x2") : Tree(dice_.percent(80) ? "n" : "n2"); }

  /// Bounds of an update, from the inside out: those of all matches are mostly the same.
  Tree bounded(Tree update, const char* other, bool real) {
    const auto bound = [&]() -> Tree {
      if (dice_.percent(15)) return other;
      return real ? Tree(dice_.one_of(std::vector{0.0, 0.5, -1.0, -0.0}))
                  : Tree(dice_.one_of(std::vector{0, 0, 1, -2}));
    };
    const auto within = [&](const char* how) {
      Tree operands = {std::move(update), bound()};
      if (dice_.percent(50)) std::swap(operands[0], operands[1]);
      if (dice_.percent(10)) operands.push_back(bound());
      update = {{how, std::move(operands)}};
    };
    if (dice_.percent(40)) return update;
    within(dice_.percent(70) ? "max" : "min");
    if (dice_.percent(30)) within(dice_.percent(30) ? "max" : "min");
    return update;
  }
  /// What is updated itself may be what it is updated with: then what others do matters.
  Tree updated(const std::string& there, const char* other, const char* same, bool truth) {
    const std::string one = dice_.percent(85) ? other : same;
    const char* how = truth ? dice_.one_of(std::vector{"and", "or"})
                            : dice_.one_of(std::vector{"+", "+", "+", "-", "-", "-", "min", "max"});
    const bool real = std::string(other) == "y";
    Tree operands = {there, one};
    if (dice_.percent(20)) std::swap(operands[0], operands[1]);
    if (dice_.percent(15) && *how != '-')
      operands.insert(operands.begin() + static_cast<std::ptrdiff_t>(dice_.below(3)),
                      truth  ? Tree("c2")
                      : real ? Tree(dice_.one_of(std::vector{1.0, -0.5}))
                             : Tree(1));
    Tree update = {{how, operands}};
    if (dice_.percent(10)) return dice_.percent(50) ? Tree(one) : Tree(there);
    if (!truth) update = bounded(std::move(update), other, real);
    if (dice_.percent(15)) return {{"if", {condition(), std::move(update), there}}};
    if (dice_.percent(10)) return {{"if", {condition(), one, std::move(update)}}};
    if (dice_.percent(10) && !truth) return {{"if", {condition(), std::move(update), {{"min", {there, 1}}}}}};
    if (dice_.percent(10)) return {{"let", {"z", one, {{how, {there, "z"}}}}}};
    if (dice_.percent(5) && !truth) return {{"+", {{{"if", {condition(), std::move(update), there}}}, one}}};
    return update;
  }
  Tree of(const std::string& label) {
    if (label == "N") return updated("n2", "k", "n", false);
    if (label == "X") return updated("x2", "y", "x", false);
    if (label == "B") return updated("b2", "c", "b", true);
    Tree inner = {{"x", updated("s2.in.x", "y", "x", false)}, {"b", updated("s2.in.b", "c", "b", true)}};
    return {{"record", {{"n", updated("s2.n", "k", "n", false)}, {"in", {{"record", std::move(inner)}}}}}};
  }

  Dice dice_;
  bool in_schedules_;
  bool tame_ = dice_.percent(75);
  bool one_way_ = dice_.percent(60);  ///< what is added, or taken, is not negative
};

/// The verdict of match_order on the first schedule, and how many orders there are to try.
MatchOrderVerdict decided_on(const Case& t, std::size_t limit = 2'000) {
  return match_order(*t.program, t.program->schedules.front().z, t.program->frames, limit, t.env);
}

/// Whether the reference run would end otherwise without min and max.
bool a_bound_is_met(const Case& t) {
  Tree document = t.document;
  const std::function<void(Tree&)> unbound = [&](Tree& part) {
    for (const char* how : {"min", "max"})
      if (part.is_object() && part.contains(how)) {
        Tree inner = part[how][0];
        for (const Tree& one : part[how])
          if (one.is_object()) inner = one;
        part = std::move(inner);
      }
    if (part.is_structured())
      for (Tree& each : part) unbound(each);
  };
  unbound(document["systems"]["add"]["do"]);
  const std::optional<Case> free = Case::of(document);
  if (!free) return true;
  Execution bound_run(*t.program, t.program->schedules.front()),
      free_run(*free->program, free->program->schedules.front());
  bound_run.advance();
  try {
    free_run.advance();
  } catch (const RuntimeError&) {
    return true;
  }
  return !(bound_run.state() == free_run.state());
}

/// n entities that add what is in `Has` to one.
Tree adders(std::size_t n, const Tree& has, const char* type) {
  Tree document = Tree::parse(R"({
    "systems": { "add": { "match": [ { "incl": { "To": "t", "Has": "k" } }, { "entity": { "is": "t" }, "incl": { "Sum": "s" } } ],
                          "do": { "attach": ["Sum", "t", { "+": ["s", "k"] }] } } },
    "schedules": { "main": { "seq": "add" } }, "entities": { "all": { "Sum": 0 } } })");
  document["components"] = {{"Sum", type}, {"Has", type}, {"To", "entity"}};
  for (std::size_t k = 0; k < n; ++k) document["entities"]["e" + std::to_string(k)] = {{"To", "all"}, {"Has", has}};
  return document;
}

}  // namespace

TEST_CASE("Whether updates of one place come to the same in whatever order agrees with trying all of them") {
  prop(
      "x + d, x - d, within bounds or not, and, or, of numbers, of truth values and of fields, and what is nearly such",
      [] {
        const std::optional<Case> found = Case::of(SumsAuthor(any_dice()).program());
        RC_PRE(found.has_value());
        const MatchOrderVerdict verdict = decided_on(*found);
        const auto ends = exhaustive::ends_in_any_order(found->c, found->z, found->env, 200);
        if (!ends) return;
        const bool independent = std::all_of(ends->begin(), ends->end(),
                                             [&](const End& end) { return exhaustive::alike(ends->front(), end); });
        note(verdict.adding_up > 0, "add up", 0.12);
        note(verdict.sensitive > verdict.adding_up && independent, "do not, as far as it is known, and yet end alike",
             0.02);
        note(!independent, "do not", 0.05);
        note(verdict.adding_up > 0 && a_bound_is_met(*found), "add up to a bound that is met", 0.01);
        RC_ASSERT(verdict.independent == answer(independent));
        if (verdict.adding_up > 0) RC_ASSERT(verdict.explored == 0u);
      });
}

TEST_CASE("Whether the orders of matches that add up matter to a schedule agrees with trying all of them") {
  prop("on both sides of a ∥, which one of them sees, and left of a ⨟", [] {
    const std::optional<Case> found = Case::of(SumsAuthor(any_dice(), true).program());
    RC_PRE(found.has_value());
    const MatchOrderVerdict verdict = decided_on(*found);
    const auto ends = exhaustive::ends_in_any_order(found->c, found->z, found->env, 800);
    if (!ends) return;
    const bool independent =
        std::all_of(ends->begin(), ends->end(), [&](const End& end) { return exhaustive::alike(ends->front(), end); });
    note(verdict.adding_up > 0, "add up", 0.12);
    note(!independent, "do not", 0.05);
    RC_ASSERT(verdict.independent == answer(independent));
  });
}

TEST_CASE("Matches that add up are not explored, however many they are") {
  for (const auto& [has, type] : {std::pair<Tree, const char*>{7, "int"}, {0.375, "real"}}) {
    const MatchOrderVerdict verdict = decided_on(Case::of(adders(5'000, has, type)).value());
    CHECK(verdict.independent == Answer::Yes);
    CHECK(verdict.sensitive == 1);
    CHECK(verdict.adding_up == 1);
    CHECK(verdict.explored == 0);
  }
}

TEST_CASE("Sums that leave 64 bits in some order, and sums of reals that are rounded") {
  Tree ints = adders(3, 1, "int");
  ints["entities"]["e0"]["Has"] = 9'223'372'036'854'775'807;
  ints["entities"]["e1"]["Has"] = -1;
  const MatchOrderVerdict leaves = decided_on(Case::of(ints).value());
  CHECK(leaves.adding_up == 0);
  CHECK(leaves.independent == Answer::No);
  // 0 - k is no integer, and s - k is one before 2 is added
  Tree least = adders(3, 3, "int");
  least["systems"]["add"]["do"] = Tree::parse(R"({ "attach": ["Sum", "t", { "-": ["s", "k"] }] })");
  least["entities"]["all"]["Sum"] = -2;
  least["entities"]["e0"]["Has"] = std::numeric_limits<std::int64_t>::min();
  least["entities"]["e2"]["Has"] = -2;
  const MatchOrderVerdict fails = decided_on(Case::of(least).value());
  CHECK(fails.adding_up == 0);
  CHECK(fails.independent == Answer::No);
  Tree reals = adders(3, 0.1, "real");
  CHECK(decided_on(Case::of(reals).value()).adding_up == 0);
  reals["entities"]["e0"]["Has"] = 0.2;
  reals["entities"]["e1"]["Has"] = 0.3;
  CHECK(decided_on(Case::of(reals).value()).independent == Answer::No);
}

TEST_CASE("Matches that do one of two things, and what is only asked where the rest does not decide") {
  Tree either = adders(2, 2, "int");
  either["entities"]["e1"]["Has"] = 5;
  either["systems"]["add"]["do"]["attach"][2] =
      Tree::parse(R"({ "if": [{ "<": ["k", 3] }, { "+": ["s", "k"] }, { "min": ["s", 1] }] })");
  CHECK(decided_on(Case::of(either).value()).independent == Answer::No);
  either["entities"]["e1"]["Has"] = 2;
  CHECK(decided_on(Case::of(either).value()).adding_up == 1);
  // Before e0 has made it false, e1 divides by zero.
  Tree both = adders(2, 1, "int");
  both["components"]["Sum"] = "bool";
  both["entities"]["all"]["Sum"] = true;
  both["entities"]["e1"]["Has"] = 0;
  both["systems"]["add"]["do"]["attach"][2] = Tree::parse(R"({ "and": ["s", { "<": [{ "quot": [6, "k"] }, 3] }] })");
  CHECK(decided_on(Case::of(both).value()).independent == Answer::No);
  both["entities"]["e1"]["Has"] = 3;
  CHECK(decided_on(Case::of(both).value()).adding_up == 1);
}

TEST_CASE("Matches that add up do not keep the others from being looked at") {
  // What "all" gets adds up; of the two that "two" gets, the last one wins.
  Tree document = adders(70, 1, "int");
  document["systems"]["add"]["do"] = Tree::parse(
      R"({ "attach": ["Sum", "t", { "if": [{ "<": ["k", 5] }, { "+": ["s", "k"] }, { "+": ["s", "k"] }] }] })");
  document["entities"]["two"] = {{"Sum", 9'223'372'036'854'775'807}};
  document["entities"]["e7"] = {{"To", "two"}, {"Has", -1}};
  document["entities"]["e8"] = {{"To", "two"}, {"Has", 1}};
  CHECK(decided_on(Case::of(document).value()).independent == Answer::No);
  document["entities"]["two"]["Sum"] = 0;
  document["components"]["Sum"] = document["components"]["Has"] = "real";
  document["entities"]["e7"]["Has"] = 0.1;  // rounded, and alike
  document["entities"]["e8"]["Has"] = 0.7;
  const MatchOrderVerdict verdict = decided_on(Case::of(document).value());
  CHECK(verdict.adding_up == 0);
  CHECK(verdict.sensitive == 1);
  CHECK(verdict.independent == Answer::Yes);
}

TEST_CASE("What is taken to add up, by the term") {
  const auto leaves = [](const char* where, const char* mutation) -> std::optional<std::vector<PartUpdate>> {
    Tree document = Tree::parse(R"({
      "components": { "N": "int", "M": "int", "R": { "x": "int", "y": "int" }, "Q": "bool", "To": "entity", "Tag": "unit" },
      "systems": { "s": { "match": [ { "entity": "e", "incl": { "M": "m", "To": "t" }, "anyway": { "Tag": "o" } },
                                     { "entity": { "is": "t" }, "incl": { "N": "n", "R": "r", "Q": "q" } } ] } },
      "schedules": { "main": { "seq": "s" } } })");
    if (*where != '\0') document["systems"]["s"]["where"] = Tree::parse(where);
    document["systems"]["s"]["do"] = Tree::parse(mutation);
    const Program p = loaded(document);
    const auto found = accumulation(p.terms.at("s"), p.schema);
    if (!found) return std::nullopt;
    return found->all.empty() ? std::vector<PartUpdate>{} : found->all.front().leaves;
  };
  using Leaves = std::vector<PartUpdate>;
  using enum PartUpdate;
  CHECK(leaves("", R"({ "attach": ["N", "t", { "+": ["n", "m"] }] })") == Leaves{Moves});
  CHECK(leaves("", R"({ "attach": ["N", "t", { "+": [1, "m", "n", "m"] }] })") == Leaves{Moves});
  CHECK(leaves("", R"({ "attach": ["N", "t", { "-": ["n", { "*": ["m", "m"] }] }] })") == Leaves{Moves});
  CHECK(leaves("", R"({ "attach": ["N", "t", { "max": ["m", "n"] }] })") == Leaves{Moves});
  CHECK(leaves("", R"({ "attach": ["N", "t", { "min": [9, { "max": [0, { "-": ["n", "m"] }, "m"] }] }] })") ==
        Leaves{Moves});
  CHECK(leaves(
            "",
            R"({ "attach": ["N", "t", { "if": [{ "<": ["m", 3] }, { "+": ["n", "m"] }, { "min": ["n", "m"] }] }] })") ==
        Leaves{Moves});
  CHECK(leaves("", R"({ "attach": ["N", "t", 3] })") == Leaves{Sets});
  CHECK(leaves("", R"({ "attach": ["R", "t", { "record": { "y": { "min": ["r.y", "m"] }, "x": "r.x" } }] })") ==
        Leaves{Keeps, Moves});
  CHECK(leaves("", R"({ "attach": ["Q", "t", { "and": [{ "<": ["m", 3] }, "q", { "<": ["m", 2] }] }] })") ==
        Leaves{All});
  CHECK(leaves("", R"({ "case": ["o", "_", { "attach": ["N", "t", { "+": ["n", "m"] }] }] })") == Leaves{Moves});
  CHECK(leaves("", "[]") == Leaves{});
  // d depends on what is written, or the update is another one
  CHECK_FALSE(leaves("", R"({ "attach": ["N", "t", { "-": ["m", "n"] }] })"));
  CHECK_FALSE(leaves("", R"({ "attach": ["N", "t", { "+": ["n", "n"] }] })"));
  CHECK_FALSE(leaves("", R"({ "attach": ["N", "t", { "+": ["n", "m", "n"] }] })"));
  CHECK_FALSE(leaves("", R"({ "attach": ["N", "t", { "-": [0, { "max": ["n", "m"] }] }] })"));
  CHECK_FALSE(leaves("", R"({ "attach": ["N", "t", { "max": ["m", { "min": ["n", "r.x"] }, "r.y", "n"] }] })"));
  CHECK_FALSE(
      leaves("", R"({ "attach": ["Q", "t", { "and": [{ "or": ["q", { "<": ["m", 3] }] }, { "<": ["m", 2] }] }] })"));
  CHECK_FALSE(leaves("", R"({ "attach": ["R", "t", { "record": { "x": "r.y", "y": "r.x" } }] })"));
  CHECK_FALSE(leaves("", R"({ "attach": ["N", "t", { "if": [{ "<": ["n", 3] }, { "+": ["n", "m"] }, "n"] }] })"));
  CHECK_FALSE(leaves("", R"({ "attach": ["N", "t", { "if": [{ "<": ["m", 3] }, { "+": ["n", "m"] }, "m"] }] })"));
  CHECK_FALSE(leaves("", R"({ "if": [{ "<": ["n", 3] }, { "attach": ["N", "t", { "+": ["n", "m"] }] }] })"));
  CHECK_FALSE(leaves(R"({ "<": ["n", 3] })", R"({ "attach": ["N", "t", { "+": ["n", "m"] }] })"));
  // what it writes is another component, may come and go, or is not where it is looked at
  CHECK_FALSE(leaves("", R"([{ "attach": ["N", "t", { "+": ["n", "m"] }] }, { "attach": ["M", "t", 1] }])"));
  CHECK_FALSE(leaves("", R"([{ "attach": ["N", "t", { "+": ["n", "m"] }] }, { "attach": ["N", "t", 1] }])"));
  CHECK_FALSE(leaves("", R"([{ "attach": ["N", "t", { "+": ["n", "m"] }] }, { "detach": ["Tag", "e"] }])"));
  CHECK_FALSE(leaves("", R"({ "attach": ["N", "e", { "+": ["n", "m"] }] })"));
  CHECK_FALSE(leaves("", R"({ "new": ["x", { "attach": ["N", "x", 1] }] })"));
}
