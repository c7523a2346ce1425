// Footnote 6: equality up to a renaming of created entities (D10).
#include "semantics/renaming.hpp"

#include <sys/resource.h>
#include <unistd.h>

#include <fstream>
#include <random>

#include "interp/fast/renaming.hpp"
#include "props/kit/exhaustive.hpp"
#include "props/kit/generate.hpp"
#include "props/kit/parts.hpp"
#include "props/kit/physics.hpp"
#include "props/kit/prop.hpp"

using namespace coreecs;
using namespace coreecs::physics;

namespace {

/// States over two labels, the second of which holds entities or records with an entity in them, of two initial
/// entities and up to four created ones; few values, so that they are often nearly alike.
struct Graphs {
  Entities entities;
  std::vector<Entity> all{Entity(0), Entity(1)};
  Dice dice = any_dice();

  explicit Graphs(std::uint64_t created = 4) {
    for (std::uint64_t k = 0; k < created; ++k) all.push_back(entities.at({0, {}, k}));
  }

  Value value(Label i) {
    if (i == 0) return static_cast<int>(dice.below(2));
    const Entity e = dice.one_of(all);
    return dice.percent(20) ? Value(Record({Value(1), Value(e)})) : Value(e);
  }
  State state() {
    State c(2);
    for (const Entity e : all)
      for (const Label i : {0U, 1U})
        if (dice.percent(i ? 60 : 30)) c = std::move(c).with(i, e, value(i));
    return c;
  }
  /// The state with one location changed.
  State changed(State c) {
    const Entity e = dice.one_of(all);
    const auto i = static_cast<Label>(dice.below(2));
    return dice.percent(30) ? std::move(c).without(i, e) : std::move(c).with(i, e, value(i));
  }
  /// The state with its created entities permuted.
  State permuted(const State& c) {
    std::vector<Entity> to(all.begin() + 2, all.end());
    for (std::size_t k = to.size(); k > 1; --k) std::swap(to[k - 1], to[dice.below(k)]);
    return exhaustive::renamed(c, [&](Entity e) {
      return to[static_cast<std::size_t>(std::find(all.begin() + 2, all.end(), e) - all.begin()) - 2];
    });
  }
};

/// What `f` returns where it may take `most` bytes more than there are.
template <class F>
auto in_memory(std::size_t most, const F& f) {
  std::size_t pages = 0;
  std::ifstream("/proc/self/statm") >> pages;
  rlimit before{};
  getrlimit(RLIMIT_AS, &before);
  rlimit here = before;
  if (pages > 0) here.rlim_cur = pages * static_cast<std::size_t>(sysconf(_SC_PAGESIZE)) + most;
  setrlimit(RLIMIT_AS, &here);
  const auto answer = f();
  setrlimit(RLIMIT_AS, &before);
  return answer;
}

bool quickly(const State& c, const State& c2) {
  const Answer answer = fast::equal_up_to_renaming(c, c2);
  RC_ASSERT(answer != Answer::Unknown);
  return answer == Answer::Yes;
}

}  // namespace

// [renaming]
TEST_CASE("Equality up to renaming is whether some bijection of created entities makes two states the same") {
  prop("agrees with trying every bijection, on states that differ little", [] {
    Graphs graphs;
    const State c = graphs.state();
    State c2 = graphs.permuted(c);
    for (std::size_t changes = graphs.dice.below(3); changes > 0; --changes) c2 = graphs.changed(std::move(c2));
    const bool expected = exhaustive::alike(c, c2);
    note(expected, "alike", 0.3);
    RC_ASSERT(equal_up_to_renaming(c, c2) == expected);
    RC_ASSERT(quickly(c, c2) == expected);
    RC_ASSERT(quickly(c2, c) == expected);
    const Answer within = fast::equal_up_to_renaming(c, c2, graphs.dice.below(40));
    RC_ASSERT((within == Answer::Unknown || (within == Answer::Yes) == expected));
    note(!expected, "not alike", 0.2);
  });
}

// [renaming]
TEST_CASE("Equality up to renaming is an equivalence, and invariant under renaming") {
  prop("reflexive, symmetric, transitive; c is equal to c renamed", [] {
    Graphs graphs(12);
    const State a = graphs.state(), b = graphs.permuted(a), c = graphs.changed(b);
    RC_ASSERT(quickly(a, a));
    RC_ASSERT(quickly(a, b));
    RC_ASSERT(quickly(a, c) == quickly(c, a));
    RC_ASSERT(quickly(a, c) == quickly(b, c));
    RC_ASSERT(quickly(graphs.permuted(a), graphs.permuted(c)) == quickly(a, c));
  });
}

// [renaming]
TEST_CASE("Created entities may be exchanged, initial ones may not (D10)") {
  Entities entities;
  const Entity x = entities.at({0, {}, 0}), y = entities.at({0, {}, 1}), z = entities.at({0, {}, 2});
  const State one = State(2).with(Pos, x, 1).with(Vel, e1, x);
  CHECK(equal_up_to_renaming(one, State(2).with(Pos, y, 1).with(Vel, e1, y)));
  CHECK_FALSE(equal_up_to_renaming(one, State(2).with(Pos, y, 2).with(Vel, e1, y)));
  CHECK_FALSE(equal_up_to_renaming(one, State(2).with(Pos, x, 1).with(Vel, e1, y)));
  CHECK_FALSE(equal_up_to_renaming(State(2).with(Pos, e1, 1), State(2).with(Pos, e2, 1)));
  const State circle = State(2).with(Pos, x, y).with(Pos, y, z).with(Pos, z, x);
  CHECK(equal_up_to_renaming(circle, State(2).with(Pos, x, z).with(Pos, z, y).with(Pos, y, x)));
  CHECK_FALSE(equal_up_to_renaming(circle, State(2).with(Pos, x, x).with(Pos, y, y).with(Pos, z, z)));
}

// [renaming]
TEST_CASE("Two circles of three are not one of six, though no entity can be told from another") {
  Entities entities;
  std::vector<Entity> x;
  for (std::uint64_t j = 0; j < 6; ++j) x.push_back(entities.at({0, {}, j}));
  State six(1), threes(1);
  for (std::size_t j = 0; j < 6; ++j) {
    six = std::move(six).with(Pos, x[j], x[(j + 1) % 6]);
    threes = std::move(threes).with(Pos, x[j], x[j / 3 * 3 + (j + 1) % 3]);
  }
  CHECK(fast::equal_up_to_renaming(six, threes) == Answer::No);
  CHECK(fast::equal_up_to_renaming(threes, threes.with(Pos, x[0], x[1])) == Answer::Yes);
}

// [renaming]
TEST_CASE("A circle of six beside two of three is found again under other names") {
  Entities entities;
  std::vector<Entity> x;
  for (std::uint64_t j = 0; j < 12; ++j) x.push_back(entities.at({0, {}, j}));
  const auto circle = [&](State c, std::size_t first, std::size_t n) {
    for (std::size_t j = 0; j < n; ++j) c = std::move(c).with(Pos, x[first + j], x[first + (j + 1) % n]);
    return c;
  };
  const State one = circle(circle(circle(State(1), 0, 6), 6, 3), 9, 3);
  const State other = circle(circle(circle(State(1), 0, 3), 3, 3), 6, 6);
  CHECK(fast::equal_up_to_renaming(one, other) == Answer::Yes);
  CHECK(fast::equal_up_to_renaming(one, circle(circle(State(1), 0, 6), 6, 6)) == Answer::No);
  CHECK_FALSE(fast::equal_up_to_renaming(one, other, 10) != Answer::Unknown);
}

// [renaming]
TEST_CASE("Two hundred circles of three, in another order, are found in memory that grows with them only") {
  Entities entities;
  std::vector<Entity> x;
  for (std::uint64_t j = 0; j < 600; ++j) x.push_back(entities.at({0, {}, j}));
  const auto circles = [&] {
    State c(1);
    for (std::size_t j = 0; j < x.size(); ++j) c.write({x[j], 0}, x[j / 3 * 3 + (j + 1) % 3]);
    return c;
  };
  const State c = circles();
  for (std::size_t j = 0; j < x.size(); ++j) std::swap(x[j], x[j * 7919 % x.size()]);
  const State c2 = circles();
  CHECK(in_memory(std::size_t{16} << 20, [&] { return fast::equal_up_to_renaming(c, c2); }) == Answer::Yes);
}

// [renaming]
TEST_CASE("States of small parts are equal where they have the same parts") {
  prop("agrees with trying every bijection, on rings, records and lists of several entities", [] {
    Dice dice = any_dice();
    Parted parted(dice);
    const std::size_t entities = 3 + dice.below(4);
    const std::vector<Part> parts = parted.parts(entities);
    const State c = parted.state(parts);
    State c2 = parted.state(dice.percent(60) ? parts : parted.parts(entities));
    if (dice.percent(20)) c2.write({dice.one_of(created(c2)), 1}, Value(Entity(dice.below(2))));
    const bool expected = equal_up_to_renaming(c, c2);
    note(expected, "alike", 0.3);
    note(!expected, "not alike", 0.2);
    RC_ASSERT(quickly(c, c2) == expected);
    const auto [answer, images] = fast::renaming(c2, c);
    RC_ASSERT((answer == Answer::Yes) == expected);
    if (expected) RC_ASSERT(renamed(c2, [&, &images = images](Entity e) { return images.at(e); }) == c);
    const Answer within = fast::equal_up_to_renaming(c, c2, dice.below(40));
    RC_ASSERT((within == Answer::Unknown || (within == Answer::Yes) == expected));
  });
  prop("agrees with how they were made, on many parts of which one may be another", [] {
    Dice dice = any_dice();
    Parted parted(dice);
    std::vector<Part> parts = parted.parts(100 + dice.below(400));
    for (std::size_t k = dice.below(9); k > 0; --k)
      parts.push_back({dice.percent(50) ? Part::Shape::Prism : Part::Shape::Bipartite});
    const std::size_t n = 2 + dice.below(3), style = dice.below(5);
    const std::vector<std::pair<Part, std::vector<Part>>> others = {
        {{Part::Shape::Ring, 2 * n, style}, {{Part::Shape::Ring, n, style}, {Part::Shape::Ring, n, style}}},
        {{Part::Shape::Ring, n, style}, {{Part::Shape::Ring, n - 1, style}, {Part::Shape::Ring, 1, style}}},
        {{Part::Shape::Prism}, {{Part::Shape::Bipartite}}},
    };
    const auto& [part, instead] = dice.one_of(others);
    const bool same = dice.percent(50);
    std::vector<Part> parts2 = parts;
    parts.push_back(part);
    parts2.insert(parts2.end(), same ? &part : instead.data(), same ? &part + 1 : instead.data() + instead.size());
    const State c = parted.state(parts), c2 = parted.state(parts2);
    note(same, "alike", 0.3);
    RC_ASSERT(quickly(c, c2) == same);
    RC_ASSERT(quickly(c2, c) == same);
  });
}

// [renaming]
TEST_CASE("A hundred thousand parts that look the same are found under other names, and so is one that is not there" *
          doctest::test_suite("slow")) {
  Dice dice(std::mt19937_64(1));
  Parted parted(dice);
  std::vector<Part> parts(100'000, {Part::Shape::Ring, 2});
  const auto look = [&](std::vector<Part> with, std::vector<Part> with2) {
    with.insert(with.end(), parts.begin(), parts.end());
    with2.insert(with2.end(), parts.begin(), parts.end());
    const State c = parted.state(std::move(with)), c2 = parted.state(std::move(with2));
    return fast::equal_up_to_renaming(c, c2);
  };
  CHECK(look({}, {}) == Answer::Yes);
  const Part two{Part::Shape::Ring, 2}, four{Part::Shape::Ring, 4};
  CHECK(look({two, two}, {four}) == Answer::No);
  parts.resize(398);
  CHECK(look({two, two}, {four}) == Answer::No);
  const Part prism{Part::Shape::Prism}, bipartite{Part::Shape::Bipartite};
  parts.assign(1'000, prism);
  parts.insert(parts.end(), 1'000, bipartite);
  CHECK(look({}, {}) == Answer::Yes);
  CHECK(look({prism}, {bipartite}) == Answer::No);
}

// [renaming]
TEST_CASE("Long chains, and entities that all name one another, are neither too deep nor too many") {
  Entities entities;
  std::vector<Entity> x;
  for (std::uint64_t j = 0; j < 100'000; ++j) x.push_back(entities.at({0, {}, j}));
  const auto chain = [&](std::size_t last) {
    State c(1);
    for (std::size_t j = 0; j + 1 < x.size(); ++j) c.write({x[j], 0}, x[j + 1]);
    c.write({x.back(), 0}, x[last]);
    return c;
  };
  const auto all_of_all = [&](std::size_t n) {
    State c(1);
    for (std::size_t j = 0; j < n; ++j) {
      std::vector<Value> others;
      for (std::size_t k = 1; k < n; ++k) others.push_back(x[(j + k) % n]);
      c.write({x[j], 0}, Value(Record(others)));
    }
    return c;
  };
  const State c = chain(0), whole = all_of_all(100), near_its_end = chain(x.size() - 2);
  for (std::size_t j = 0; j < x.size(); ++j) std::swap(x[j], x[j * 7919 % x.size()]);
  CHECK(fast::equal_up_to_renaming(c, chain(0)) == Answer::Yes);
  CHECK(fast::equal_up_to_renaming(c, chain(x.size() - 2)) == Answer::No);
  CHECK(fast::equal_up_to_renaming(near_its_end, chain(x.size() - 2)) == Answer::Yes);
  CHECK(fast::equal_up_to_renaming(near_its_end, chain(x.size() - 3)) == Answer::No);
  CHECK(fast::equal_up_to_renaming(whole, all_of_all(100)) == Answer::Yes);
}

// [renaming]
TEST_CASE("What an entity that all name connects falls apart without it, and strongly regular graphs are searched") {
  Entities entities;
  std::vector<Entity> x;
  for (std::uint64_t j = 0; j < 801; ++j) x.push_back(entities.at({0, {}, j}));
  const auto pairs = [&](bool four) {
    State c(2);
    for (std::size_t j = 0; j < 800; ++j) {
      c.write({x[j], 0}, x[four && j < 4 ? (j + 1) % 4 : j ^ 1U]);
      c.write({x[j], 1}, x[800]);
    }
    return c;
  };
  const State c = pairs(false);
  std::reverse(x.begin(), x.end());
  CHECK(fast::equal_up_to_renaming(c, pairs(false)) == Answer::Yes);
  CHECK(fast::equal_up_to_renaming(c, pairs(true)) == Answer::No);

  Dice dice(std::mt19937_64(1));
  Parted parted(dice);
  const State rook = parted.rook_or_shrikhande(true);
  CHECK(fast::equal_up_to_renaming(rook, parted.rook_or_shrikhande(true)) == Answer::Yes);
  CHECK(fast::equal_up_to_renaming(rook, parted.rook_or_shrikhande(false)) == Answer::No);
  CHECK(fast::equal_up_to_renaming(rook, parted.rook_or_shrikhande(false), 1'000) == Answer::Unknown);

  const State woven = parted.woven(300, 1);
  CHECK(fast::equal_up_to_renaming(woven, parted.woven(300, 1)) == Answer::Yes);
  CHECK(fast::equal_up_to_renaming(woven, parted.woven(300, 2)) == Answer::No);
  constexpr Part::Shape prism = Part::Shape::Prism, bipartite = Part::Shape::Bipartite;
  for (int names = 0; names < 10; ++names) {  // the first candidate is the right one, or looks as if it were
    const State c = parted.hubs(prism, bipartite);
    CHECK(fast::equal_up_to_renaming(c, parted.hubs(bipartite, prism)) == Answer::Yes);
    CHECK(fast::equal_up_to_renaming(c, parted.hubs(prism, prism)) == Answer::No);
  }
}
