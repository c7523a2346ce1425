// D1: updates x ↦ min(hi, max(lo, x + d)) that come to the same in whatever order.
#include "interp/check/decide/match_moves.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "interp/check/decide/match_order.hpp"
#include "interp/language/program/accumulation.hpp"
#include "props/kit/case.hpp"
#include "props/kit/command.hpp"
#include "props/kit/prop.hpp"

using namespace coreecs;

namespace {

/// A step of an update, and whether what is there stands in front of what it meets.
template <class Number>
struct Step {
  MoveStep::How how;
  std::vector<Number> with;
  bool first;
};
template <class Number>
using Steps = std::vector<Step<Number>>;

std::optional<std::int64_t> sum(std::int64_t a, std::int64_t b) {
  std::int64_t c = 0;
  return __builtin_add_overflow(a, b, &c) ? std::nullopt : std::optional(c);
}
std::optional<double> sum(double a, double b) { return std::isfinite(a + b) ? std::optional(a + b) : std::nullopt; }

/// As terms are evaluated: left to right, of equal ones the first; nothing where it fails.
template <class Number>
std::optional<Number> performed(Number x, const Steps<Number>& steps) {
  for (const Step<Number>& step : steps) {
    std::vector<Number> all = step.with;
    all.insert(step.first ? all.begin() : all.end(), x);
    x = all.front();
    for (std::size_t k = 1; k < all.size(); ++k) {
      if (step.how == MoveStep::AtLeast) x = x < all[k] ? all[k] : x;
      if (step.how == MoveStep::AtMost) x = all[k] < x ? all[k] : x;
      if (step.how != MoveStep::Add) continue;
      const std::optional<Number> y = sum(x, all[k]);
      if (!y) return std::nullopt;
      x = *y;
    }
  }
  return x;
}

template <class Number>
std::vector<MoveStep> without_order(const Steps<Number>& steps) {
  std::vector<MoveStep> all;
  for (const Step<Number>& step : steps) all.push_back({step.how, {step.with.begin(), step.with.end()}});
  return all;
}

template <class Number>
bool commute(Number x, const std::vector<Steps<Number>>& updates) {
  Moves moves{Value(x)};
  for (const Steps<Number>& steps : updates) moves.take(without_order(steps));
  return moves.commute();
}

/// Where they end in every order; nothing for a failure.
template <class Number>
std::vector<std::optional<Number>> ends(Number x, const std::vector<Steps<Number>>& updates) {
  std::vector<std::size_t> order(updates.size());
  for (std::size_t k = 0; k < order.size(); ++k) order[k] = k;
  std::vector<std::optional<Number>> all;
  do {
    std::optional<Number> y = x;
    for (const std::size_t k : order)
      if (y) y = performed(*y, updates[k]);
    all.push_back(y);
  } while (std::next_permutation(order.begin(), order.end()));
  return all;
}

template <class Number>
struct Author {
  Dice dice;
  std::vector<Number> added, bounds;

  Step<Number> step(MoveStep::How how) {
    Step<Number> one{how, {}, dice.percent(70)};
    do one.with.push_back(dice.one_of(how == MoveStep::Add ? added : bounds));
    while (dice.percent(15));
    return one;
  }
  Steps<Number> update() {
    Steps<Number> steps;
    if (dice.percent(85)) steps.push_back(step(MoveStep::Add));
    if (dice.percent(60)) steps.push_back(step(dice.percent(60) ? MoveStep::AtLeast : MoveStep::AtMost));
    if (dice.percent(25)) steps.push_back(step(dice.percent(50) ? MoveStep::AtLeast : MoveStep::AtMost));
    if (dice.percent(5)) steps.push_back(step(MoveStep::Add));
    return steps;
  }
  /// Mostly of one kind, as those of the matches of a system are.
  std::vector<Steps<Number>> updates() {
    const Steps<Number> usual = update();
    std::vector<Steps<Number>> all(2 + dice.below(3));
    for (Steps<Number>& steps : all) {
      steps = dice.percent(85) ? usual : update();
      for (Step<Number>& one : steps)
        if (one.how == MoveStep::Add || dice.percent(10)) one = step(one.how);
    }
    return all;
  }
};

template <class Number>
void agrees(Author<Number> author, Number x) {
  const std::vector<Steps<Number>> updates = author.updates();
  const auto all = ends(x, updates);
  const auto same = [](const std::optional<Number>& a, const std::optional<Number>& b) {
    return a && b && Value(*a) == Value(*b);
  };
  const bool alike = std::all_of(all.begin(), all.end(), [&](const auto& end) { return same(end, all.front()); });
  const bool known = commute(x, updates);
  const auto meets = [](const Step<Number>& step) { return step.how != MoveStep::Add; };
  const bool bounded = std::any_of(updates.begin(), updates.end(), [&](const Steps<Number>& steps) {
    return std::any_of(steps.begin(), steps.end(), meets);
  });
  std::vector<Steps<Number>> free = updates;
  for (Steps<Number>& steps : free) steps.erase(std::remove_if(steps.begin(), steps.end(), meets), steps.end());
  const bool met = bounded && !same(ends(x, free).front(), all.front());
  note(known && !bounded, "commute, without bounds", 0.05);
  note(known && bounded && !met, "commute within their bounds", 0.05);
  note(known && met, "commute at their bounds", 0.04);
  note(alike && !known, "end alike all the same");
  note(!alike, "do not", 0.1);
  if (known) RC_ASSERT(alike);
}

constexpr std::int64_t greatest = std::numeric_limits<std::int64_t>::max(),
                       lowest = std::numeric_limits<std::int64_t>::min();

/// One that takes m, but not below lo.
template <class Number>
Steps<Number> hit(Number m, Number lo) {
  return {{MoveStep::Add, {-m}, true}, {MoveStep::AtLeast, {lo}, false}};
}

}  // namespace

// [match/moves]
TEST_CASE("Updates of a number that are taken to commute end alike in every order, and none of them fails") {
  prop("of integers, small ones and such that their sums leave 64 bits", [] {
    Dice dice = any_dice();
    using Numbers = std::vector<std::int64_t>;
    const bool large = dice.percent(25);
    const Numbers one_way = dice.percent(50) ? Numbers{0, 1, 2, 5} : Numbers{0, -1, -2, -5};
    const Numbers added = large ? Numbers{greatest, greatest - 1, lowest, lowest + 1, -3, 2, 5'000'000'000'000'000'000}
                          : dice.percent(60) ? one_way
                                             : Numbers{-2, -1, 0, 1, 2, 3};
    const Numbers bounds =
        large && dice.percent(50) ? Numbers{greatest - 2, lowest + 2, 0} : Numbers{0, 0, 0, 1, -2, 4, 9};
    const std::int64_t x = large ? dice.one_of(Numbers{greatest, greatest - 3, lowest, lowest + 3, 0})
                                 : dice.one_of(Numbers{0, 1, 3, 7, -4});
    agrees<std::int64_t>({dice, added, bounds}, x);
  });
  prop("of reals, such as are exact and such as are rounded", [] {
    Dice dice = any_dice();
    using Numbers = std::vector<double>;
    const bool wild = dice.percent(20);
    const Numbers one_way = dice.percent(50) ? Numbers{0.0, 0.5, 1.25, 3.0} : Numbers{-0.0, -0.5, -1.25, -3.0};
    const Numbers added = wild               ? Numbers{0.1, 0.7, 9007199254740992.0, 1e300, -1e308, 1.7e308}
                          : dice.percent(70) ? one_way
                                             : Numbers{-0.5, 1.0, 0.0, -0.0, 2.25};
    const Numbers bounds = dice.percent(80) ? Numbers{0.0, 0.0, 0.5, -1.0, 4.0} : Numbers{-0.0, 0.0, 0.1, 1.0};
    agrees<double>({dice, added, bounds},
                   dice.one_of(Numbers{0.0, 1.0, 2.5, 7.0, -2.0, dice.percent(30) ? -0.0 : 1.5}));
  });
}

// [match/moves]
TEST_CASE("Which updates of a number are taken to commute") {
  using Int = std::int64_t;
  const auto up = [](Int d, Int hi) { return Steps<Int>{{MoveStep::Add, {d}, true}, {MoveStep::AtMost, {hi}, true}}; };
  // 2. and 3.: to one bound, in one direction
  CHECK(commute<Int>(10, {hit<Int>(3, 0), hit<Int>(9, 0), hit<Int>(0, 0)}));
  CHECK(commute<Int>(-7, {hit<Int>(3, 0), hit<Int>(9, 0)}));
  CHECK(commute<Int>(1, {up(3, 9), up(70, 9)}));
  CHECK_FALSE(commute<Int>(10, {hit<Int>(30, 0), hit<Int>(-9, 0)}));
  CHECK_FALSE(commute<Int>(10, {hit<Int>(30, 0), hit<Int>(30, 1)}));
  CHECK_FALSE(commute<Int>(10, {hit<Int>(30, 0), {{MoveStep::Add, {-1}, true}}}));
  // 1.: none of them is met
  CHECK(commute<Int>(10, {hit<Int>(3, 0), hit<Int>(-9, 1), up(1, 20), {{MoveStep::Add, {-1, -1}, false}}}));
  CHECK_FALSE(commute<Int>(10, {hit<Int>(3, 0), hit<Int>(-9, 1), up(1, 19)}));
  CHECK_FALSE(commute<Int>(10, {hit<Int>(10, 1), hit<Int>(-9, 1)}));
  // the other bound is not met
  const auto between = [&](Int d, Int lo, Int hi) {
    Steps<Int> steps = up(d, hi);
    steps.push_back({MoveStep::AtLeast, {lo}, true});
    return steps;
  };
  CHECK(commute<Int>(10, {between(-3, 0, 10), between(-9, 0, 11)}));
  CHECK_FALSE(commute<Int>(11, {between(-3, 0, 10), between(-9, 0, 11)}));
  CHECK_FALSE(commute<Int>(2, {between(-3, 5, 4), between(-9, 5, 4)}));
  CHECK(commute<Int>(3, {between(3, 3, 9), between(9, 2, 9)}));
  CHECK_FALSE(commute<Int>(2, {between(3, 3, 9), between(9, 2, 9)}));
  // 4.: a number within all bounds
  CHECK(commute<Int>(50, {between(0, 0, 10), between(0, 10, 20), up(0, 10)}));
  CHECK_FALSE(commute<Int>(50, {between(0, 0, 10), between(0, 11, 20)}));
  // 5.: all the same
  CHECK(commute<Int>(-50, {hit<Int>(-7, 0), hit<Int>(-7, 0), hit<Int>(-7, 0)}));
  Steps<Int> other_way = between(-3, 5, 4);
  std::swap(other_way[1], other_way[2]);
  CHECK_FALSE(commute<Int>(2, {between(-3, 5, 4), other_way}));
  // what is added behind a bound
  CHECK_FALSE(commute<Int>(50, {{{MoveStep::AtMost, {9}, true}, {MoveStep::Add, {1}, true}}, {}}));
}

// [match/moves]
TEST_CASE("Updates of a number whose sums on the way do not fit are not taken to commute") {
  using Int = std::int64_t;
  // far more than there is of it, but never below 0
  CHECK(commute<Int>(greatest, {hit<Int>(greatest, 0), hit<Int>(0, 0)}) == false);
  CHECK(commute<Int>(100, {hit<Int>(greatest - 100, 0), hit<Int>(greatest - 100, 0), hit<Int>(greatest - 100, 0)}));
  CHECK_FALSE(commute<Int>(100, {hit<Int>(greatest - 99, 0), hit<Int>(1, 0)}));
  CHECK_FALSE(commute<Int>(0, {hit<Int>(greatest, -1), hit<Int>(1, -1)}));
  CHECK_FALSE(commute<Int>(0, {{{MoveStep::Add, {greatest, -greatest}, true}}, {}}));
  CHECK_FALSE(commute(1.0, {hit(0.1, 0.0), hit(0.2, 0.0)}));
  CHECK(commute(1.0, {hit(0.125, 0.0), hit(0.25, 0.0)}));
  CHECK_FALSE(commute(1.0, {hit(0.125, 0.1), hit(0.25, 0.1)}));
  CHECK(commute(9007199254740991.0 - 4, {hit(4.0, 0.0), hit(4.0, 0.0), hit(3.0, 0.0)}));
  CHECK_FALSE(commute(9007199254740991.0 - 4, {hit(5.0, 0.0), hit(4.0, 0.0)}));
  const auto add = [](double d) { return Steps<double>{{MoveStep::Add, {d}, true}}; };
  CHECK_FALSE(commute(0.0, {add(std::ldexp(1.0, 1023)), add(std::ldexp(1.0, 1023)), add(-std::ldexp(1.0, 1023))}));
  CHECK(commute(0.0, {add(std::ldexp(1.0, 1022)), add(std::ldexp(1.0, 1022)), add(-std::ldexp(1.0, 1022))}));
  // 0.0 and -0.0 are equal, and not the same
  CHECK_FALSE(commute(1.0, {hit(1.0, -0.0), hit(2.0, -0.0)}));
  CHECK_FALSE(commute(-0.0, {hit(1.0, 0.0), hit(2.0, 0.0)}));
  const Step<double> zero{MoveStep::AtLeast, {0.0}, true}, minus{MoveStep::AtLeast, {-0.0}, false};
  CHECK_FALSE(commute(-1.0, {{zero, minus}, {zero}}));
  CHECK(commute(-1.0, {{zero}, {zero}}));
  CHECK(commute(-1.0, {{minus}, {minus}}));
}

// [match/moves]
TEST_CASE("coreecs check --any-match-order: attackers who take what there is of health, and no more") {
  Tree document = Tree::parse(R"({
    "components": { "Health": "int", "Hits": "int", "Target": "entity" },
    "systems": { "fight": { "match": [ { "incl": { "Target": "t", "Hits": "m" } },
                                       { "entity": { "is": "t" }, "incl": { "Health": "hp" } } ],
                            "do": { "attach": ["Health", "t", { "max": [0, { "-": ["hp", "m"] }] }] } } },
    "schedules": { "main": { "seq": "fight" } }, "entities": { "boss": { "Health": 100 } } })");
  for (int k = 0; k < 20; ++k) document["entities"]["a" + std::to_string(k)] = {{"Target", "boss"}, {"Hits", k % 7}};
  const Scratch scratch;
  const auto said = [&] {
    return Tree::parse(shell::coreecs("check --json --any-match-order " + scratch.file("p.json", document.dump())).out)
        .at("match_order");
  };
  CHECK(said()["because"] == "adding_up");
  document["entities"]["boss"]["Health"] = 30;
  CHECK(said()["independent"] == true);
  CHECK(said()["because"] == "adding_up");
  Tree& done = document["systems"]["fight"]["do"]["attach"][2];
  done = Tree::parse(R"({ "min": [99, { "max": [0, { "+": ["hp", { "neg": "m" }, -1] }] }] })");
  CHECK(said()["because"] == "adding_up");
  document["entities"]["a3"]["Hits"] = -50;  // heals
  CHECK(said()["because"] == "orders");
  done = Tree::parse(R"({ "+": ["hp", "m", 1] })");
  CHECK(said()["because"] == "adding_up");
}
