// Linearizations counted to the last digit, drawn at random, listed, and grouped by where they end.
#include <numeric>
#include <set>

#include "interp/check/decide/count.hpp"
#include "interp/check/decide/ends.hpp"
#include "interp/fast/count.hpp"
#include "interp/fast/linearizations.hpp"
#include "interp/run/controlled.hpp"
#include "props/kit/case.hpp"
#include "props/kit/command.hpp"
#include "props/kit/exhaustive.hpp"
#include "props/kit/prop.hpp"

using namespace coreecs;
using nlohmann::json;

namespace {

using Kind = SeriesParallel::Kind;

/// Orders without what is ordered.
PartialOrder leaf(Kind kind, std::size_t n) {
  PartialOrder po;
  po.invocations.resize(n);
  po.z.leaf(kind, nullptr, 0, n);
  return po;
}
PartialOrder antichain(std::size_t n) { return leaf(Kind::Conc, n); }
PartialOrder chain(std::size_t n) { return leaf(Kind::Seq, n); }

/// Appends a side to an order.
void join(PartialOrder& po, Kind kind, const PartialOrder& side) {
  const std::size_t n = po.size();
  for (const SeriesParallel::Node& node : side.z.nodes) {
    if (node.is_leaf())
      po.z.leaf(node.kind, nullptr, n + node.begin, n + node.end);
    else
      po.z.join(node.kind);
  }
  po.invocations.resize(n + side.size());
  po.z.join(kind);
}
PartialOrder par(PartialOrder po, const PartialOrder& side) {
  join(po, Kind::Par, side);
  return po;
}
PartialOrder then(PartialOrder po, const PartialOrder& side) {
  join(po, Kind::Then, side);
  return po;
}

/// Whether an order has each invocation once and respects ≤_z. Cost: the size of the tree.
bool respects(const PartialOrder& po, const Linearization& order) {
  std::vector<std::size_t> place(po.size(), po.size());
  for (std::size_t j = 0; j < order.size(); ++j) place.at(order[j]) = j;
  if (order.size() != po.size() || std::count(place.begin(), place.end(), po.size()) > 0) return false;
  std::vector<std::size_t> first, last;  // places of each node's invocations
  for (const SeriesParallel::Node& node : po.z.nodes) {
    const auto begin = place.begin() + static_cast<std::ptrdiff_t>(node.begin);
    const auto end = place.begin() + static_cast<std::ptrdiff_t>(node.end);
    if (node.is_leaf()) {
      if (node.kind == Kind::Seq && !std::is_sorted(begin, end)) return false;
      first.push_back(begin == end ? po.size() : *std::min_element(begin, end));
      last.push_back(begin == end ? 0 : *std::max_element(begin, end));
      continue;
    }
    const std::size_t split = po.z.nodes[node.left].end;
    const bool both = node.begin < split && split < node.end;
    if (node.kind == Kind::Then && both && last[node.left] >= first[node.right]) return false;
    first.push_back(std::min(first[node.left], first[node.right]));
    last.push_back(std::max(last[node.left], last[node.right]));
  }
  return true;
}

/// A tree as deep as its size: ∥ and ⨟ in turn, the new side being one invocation.
PartialOrder comb(std::size_t n) {
  PartialOrder po = antichain(1);
  for (std::size_t j = 1; j < n; ++j) join(po, j % 2 == 0 ? Kind::Then : Kind::Par, antichain(1));
  return po;
}

/// A number in digits modulo a prime.
std::uint64_t modulo(const std::string& digits, std::uint64_t prime) {
  std::uint64_t rest = 0;
  for (const char c : digits) rest = (rest * 10 + static_cast<std::uint64_t>(c - '0')) % prime;
  return rest;
}

std::uint64_t factorial_modulo(std::uint64_t n, std::uint64_t prime) {
  std::uint64_t product = 1;
  for (std::uint64_t j = 2; j <= n; ++j) product = product * j % prime;
  return product;
}

std::size_t zeros_at_the_end(const std::string& digits) { return digits.size() - 1 - digits.find_last_not_of('0'); }

}  // namespace

// [order/count]
TEST_CASE("The exact number of linearizations is that of the literal count") {
  prop("the product of prime powers is the product over the tree", [] {
    const Case t = *cases();
    RC_ASSERT(exact_count(t.po) == fast::linearizations(t.po).str());
    RC_ASSERT(shown_count(t.po) == fast::linearizations(t.po).str());
    note(fast::linearizations(t.po) > 1'000'000, "more than a million", 0.02);
  });
}

// [order/count]
TEST_CASE("The exact number of linearizations: factorials and multinomials") {
  CHECK(exact_count(PartialOrder{}) == "1");
  CHECK(exact_count(antichain(0)) == "1");
  CHECK(exact_count(chain(1'000)) == "1");
  CHECK(exact_count(antichain(20)) == "2432902008176640000");
  CHECK(exact_count(antichain(25)) == "15511210043330985984000000");
  CHECK(exact_count(par(chain(3), par(chain(4), chain(5)))) == "27720");
  CHECK(exact_count(then(antichain(5), par(antichain(3), chain(2)))) == "7200");
  CHECK(exact_count(comb(6)) == "48");
  PartialOrder pairs = antichain(2);
  for (int j = 1; j < 10'000; ++j) join(pairs, Kind::Then, antichain(2));
  CHECK(exact_count(pairs) == (boost::multiprecision::cpp_int(1) << 10'000).str());
}

// [order/count]
TEST_CASE("The exact number of linearizations has every digit of (10^4)! and (10^5)!") {
  constexpr std::uint64_t primes[] = {1'000'000'007, 998'244'353, 2'147'483'647};
  const std::string small = exact_count(antichain(10'000));
  CHECK(small == fast::linearizations(antichain(10'000)).str());
  CHECK(small.size() == 35'660);
  CHECK(small.substr(0, 10) == "2846259680");
  const std::string large = exact_count(antichain(100'000));
  CHECK(large.size() == 456'574);
  CHECK(large.substr(0, 10) == "2824229407");
  CHECK(zeros_at_the_end(large) == 24'999);
  for (const std::uint64_t prime : primes) CHECK(modulo(large, prime) == factorial_modulo(100'000, prime));
  CHECK(shown_count(antichain(100'000)) == "2.82e456573");
}

// [order/sample]
TEST_CASE("A sample respects ≤_z") {
  prop("every sample is a linearization", [] {
    const Case t = *cases();
    Random random(*rc::gen::arbitrary<std::uint64_t>());
    const Linearization order = sample(t.po, random);
    RC_ASSERT(respects(t.po, order));
    for (std::size_t j = 0; j < order.size(); ++j)
      for (std::size_t k = 0; k < j; ++k) RC_ASSERT(!precedes(t.po, order[j], order[k]));
    note(fast::linearizations(t.po) == 1, "one linearization", 0.02);
  });
}

// [order/sample]
TEST_CASE("A sample of 10^5 invocations, and of a tree that is 10^5 deep, respects ≤_z") {
  Random random(1);
  CHECK(respects(comb(100'000), sample(comb(100'000), random)));
  const PartialOrder wide = par(then(antichain(40'000), chain(20'000)), antichain(40'000));
  CHECK(respects(wide, sample(wide, random)));
  CHECK_FALSE(respects(chain(2), {1, 0}));
  CHECK_FALSE(respects(then(antichain(1), antichain(1)), {1, 0}));
  CHECK_FALSE(respects(antichain(2), {1, 1}));
}

// [order/sample]
TEST_CASE("A sample is the same for the same seed on every machine") {
  const auto drawn = [](std::uint64_t seed, std::uint64_t number) {
    Random random(seed, number);
    return sample(par(antichain(4), then(chain(2), antichain(2))), random);
  };
  CHECK(drawn(1, 0) == Linearization{4, 2, 3, 0, 5, 6, 7, 1});
  CHECK(drawn(1, 1) == Linearization{2, 4, 0, 5, 3, 7, 6, 1});
  CHECK(drawn(2, 0) == Linearization{4, 0, 5, 3, 6, 7, 2, 1});
}

// [order/sample]
TEST_CASE("Samples are uniform: no linearization is drawn more often than another, by a chi-square test") {
  const std::vector<PartialOrder> orders{
      antichain(5),
      par(chain(3), chain(4)),
      par(antichain(1), then(antichain(2), antichain(2))),
      par(then(antichain(2), chain(2)), par(chain(2), antichain(1))),
      then(par(antichain(2), chain(2)), par(then(antichain(1), antichain(2)), chain(1))),
      par(then(par(antichain(1), antichain(1)), antichain(1)), then(antichain(1), par(antichain(1), chain(2)))),
      comb(8),
  };
  for (std::size_t number = 0; number < orders.size(); ++number) {
    CAPTURE(number);
    std::map<Linearization, std::size_t> drawn;
    for (fast::Linearizations all(orders[number]); all.next();) drawn[all.current()] = 0;
    const std::size_t n = drawn.size();
    REQUIRE(n >= 20);
    constexpr std::size_t each = 50;
    for (std::size_t j = 0; j < n * each; ++j) {
      Random random(number, j);
      const auto found = drawn.find(sample(orders[number], random));
      REQUIRE(found != drawn.end());
      ++found->second;
    }
    double chi_square = 0;
    for (const auto& [order, times] : drawn) {
      const double difference = static_cast<double>(times) - each;
      chi_square += difference * difference / each;
    }
    // Its mean is the degrees of freedom, its variance twice that; less than one in 10^6 is beyond five deviations
    // and the skewness that is left.
    const double freedom = static_cast<double>(n - 1);
    CHECK(chi_square < freedom + 6 * std::sqrt(2 * freedom) + 12);
    CHECK(chi_square > freedom - 6 * std::sqrt(2 * freedom));
  }
}

// [renaming]
TEST_CASE("Ends that are equal up to renaming are one") {
  prop("grouping all linearizations by their ends is grouping them by brute force", [] {
    const Case t = *small_cases({.races = true});
    std::vector<State> different;
    Ends ends;
    std::size_t orders = 0;
    for (fast::Linearizations all(t.po); all.next() && orders < 200; ++orders) {
      const State end = after(t.c, composite(t.po, all.current()));
      std::size_t same = 0;
      while (same < different.size() && !exhaustive::alike(different[same], end)) ++same;
      if (same == different.size()) different.push_back(end);
      RC_ASSERT(ends.meet(end) == same);
    }
    RC_ASSERT(ends.all().size() == different.size());
    std::size_t met = 0;
    for (const Ends::End& end : ends.all()) met += end.orders;
    RC_ASSERT(met == orders);
    note(different.size() > 1, "more than one end", 0.2);
  });
}

TEST_CASE("Ends that differ in what created entities have are two") {
  Entities entities;
  const Entity e = entities.at({.leaf = 0, .entities = {}, .number = 0});
  Ends ends;
  for (const std::int64_t k : {1, 2, 1}) ends.meet(State(1).with(0, e, k));
  CHECK(ends.all().size() == 2);
}

// The command ------------------------------------------------------------------------------------------------

TEST_CASE("coreecs linearizations: the number, the size, and every digit if asked for") {
  const shell::Result result = shell::coreecs("linearizations examples/toy_physics.json");
  CHECK(result.status == 0);
  CHECK(result.out == "toy physics: schedule main, 2 frames\n  po_c(z): 6 invocations, 12 linearizations\n");
  CHECK(json::parse(shell::coreecs("linearizations --json --frames 0 examples/toy_physics.json").out) ==
        json::parse(R"({ "schedule": "main", "frames": 0, "invocations": 0, "linearizations": "1" })"));
  json program = json::parse(R"({ "components": { "A": "int" },
    "systems": { "s": { "match": [ { "entity": "e", "incl": { "A": "a" } } ], "do": { "detach": ["A", "e"] } } },
    "schedules": { "z": { "conc": "s" } } })");
  for (int j = 0; j < 4000; ++j) program["entities"]["e" + std::to_string(j)] = {{"A", j}};
  CHECK(
      contains(shell::coreecs("linearizations -", program.dump()).out, "4000 invocations, 1.83e12673 linearizations"));
  const json exact = json::parse(shell::coreecs("linearizations --exact --json -", program.dump()).out);
  CHECK(exact["linearizations"] == fast::linearizations(antichain(4000)).str());
}

TEST_CASE("coreecs linearizations --list: what the enumeration yields, with its ends") {
  const std::string file = "examples/deviation_d5_two_determinisms.json";
  for (const std::string& path :
       {file, std::string("examples/pickup_race.json"), std::string("examples/toy_physics.json")}) {
    CAPTURE(path);
    const Case t = Case::of(nlohmann::ordered_json::parse(contents(source_dir / path))).value();
    const std::string schedule = " --schedule " + t.program->schedules.front().name + " ";
    const json listed = json::parse(shell::coreecs("linearizations --json --list --limit 30" + schedule + path).out);
    std::size_t j = 0;
    for (fast::Linearizations all(t.po); all.next() && j < 30; ++j) {
      const json& order = listed["orders"].at(j)["order"];
      REQUIRE(order.size() == t.po.size());
      for (std::size_t k = 0; k < order.size(); ++k) {
        const Invocation& u = t.po.invocations[all.current()[k]];
        CHECK(order[k]["leaf"] == u.leaf);
        CHECK(order[k]["system"] == u.s->name);
        CHECK(order[k]["entities"].size() == u.e.size());
      }
      CHECK(listed["orders"][j]["end"] < listed["ends"].size());
    }
    CHECK(listed["orders"].size() == j);
  }
  const json race = json::parse(
      shell::coreecs("linearizations --json --list --schedule lost_write --frames 1 examples/toy_physics.json").out);
  REQUIRE(race["orders"].size() == 4);
  CHECK(race["orders"][0]["end"] == 0);
  CHECK(race["orders"][1]["end"] == 1);
  REQUIRE(race["ends"].size() == 2);
  CHECK(race["ends"][0]["orders"] == 2);
  CHECK(race["ends"][0]["final"]["e1"]["Vel"] == -1);
  CHECK(race["ends"][1]["final"]["e1"]["Vel"] == 3);
}

TEST_CASE("coreecs linearizations: lists and samples for people") {
  const std::string race = "linearizations --schedule lost_write --frames 1 examples/toy_physics.json ";
  const std::string listed = shell::coreecs(race + "--list --limit 1").out;
  CHECK(contains(listed, "\n  The first 1:\n"));
  CHECK(
      contains(listed, "\n    1  A  inertia⟨e0⟩, inertia⟨e2⟩, collide⟨e0, e1⟩, collide⟨e2, e1⟩\n         replay: r1."));
  CHECK(contains(listed, "\n  A  the end of 1 of 1 order\n     Pos ↦ {e1 ↦ 7, e3 ↦ 7, e4 ↦ 7}\n"));
  CHECK(contains(shell::coreecs(race + "--list").out, "\n  All of them:\n"));
  const std::string drawn = shell::coreecs(race + "--sample 3 --seed 7").out;
  CHECK(contains(drawn, "\n  3 drawn with seed 7:\n"));
  CHECK(drawn == shell::coreecs(race + "--sample 3 --seed 7").out);
  const std::string first = drawn.substr(drawn.find("    1  "), 90);
  CHECK(contains(shell::coreecs(race + "--sample 1 --seed 7").out, first));
  CHECK(drawn != shell::coreecs(race + "--sample 3 --seed 8").out);
}

TEST_CASE("coreecs linearizations: wrong usage and a program that fails have status 2") {
  const std::string file = " examples/toy_physics.json";
  for (const std::string& wrong : {"--limit 3" + file, "--seed 3" + file, "--list --sample 3" + file,
                                   "--sample x" + file, "--schedule mian" + file, std::string("no_such_file.json"),
                                   std::string(), "--save-replays no_such_folder" + file}) {
    CAPTURE(wrong);
    const shell::Result result = shell::coreecs("linearizations " + wrong);
    CHECK(result.status == 2);
    CHECK(result.out == "");
    CHECK(result.err != "");
  }
  const shell::Result failed = shell::coreecs("linearizations --list --json -", R"({ "components": { "A": "int" },
    "systems": { "s": { "match": [ { "entity": "e", "incl": { "A": "a" } } ], "do": { "attach": ["A", "e", { "quot": [1, "a"] }] } } },
    "schedules": { "z": { "conc": "s" } }, "entities": { "x": { "A": 0 } } })");
  CHECK(failed.status == 2);
  CHECK(failed.out == "");
  CHECK(contains(failed.err, "division by zero"));
}
