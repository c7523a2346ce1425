// §3.1: states are families of partial maps.
#include "semantics/state.hpp"

#include <atomic>
#include <map>
#include <set>
#include <thread>

#include "props/kit/case.hpp"
#include "props/kit/prop.hpp"

using namespace coreecs;

namespace {

/// What a state says of each location at which it says something.
std::map<Location, Value> contents(const State& c) {
  std::map<Location, Value> found;
  for (Label i = 0; i < c.labels(); ++i)
    for (const auto& [e, k] : c[i]) found.emplace(Location{e, i}, k);
  return found;
}

}  // namespace

// [state/live]
TEST_CASE("A state is what was written to it, in entity order, whatever the order of writing") {
  prop("c{i ↦ c_i{e ↦ k}} is k at (e, i) and c elsewhere; live(c) is where some c_i is defined", [] {
    const auto writes = *rc::gen::container<std::vector<std::tuple<unsigned, unsigned, int>>>(
        rc::gen::tuple(rc::gen::inRange(0U, 3U), rc::gen::inRange(0U, 20U), rc::gen::inRange(-2, 5)));
    State c(3);
    std::map<Location, Value> expected;
    for (const auto& [i, e, k] : writes) {
      const State before = c;
      if (k < 0) {
        c = before.without(i, Entity(e));
        expected.erase({Entity(e), i});
      } else {
        c = before.with(i, Entity(e), k);
        expected.insert_or_assign({Entity(e), i}, k);
      }
      RC_ASSERT(contents(c) == expected);
    }
    State again(3);
    for (const auto& [l, k] : expected) again = std::move(again).with(l.i, l.e, k);
    RC_ASSERT(again == c);
    std::vector<Entity> alive;
    for (unsigned e = 0; e < 20; ++e) {
      const auto has = [&](Label i) { return c.at({Entity(e), i}) != nullptr; };
      if (has(0) || has(1) || has(2)) alive.emplace_back(e);
      RC_ASSERT(is_live(c, Entity(e)) == (has(0) || has(1) || has(2)));
    }
    RC_ASSERT(live(c) == alive);
  });
}

TEST_CASE("A partial map of many runs is what was written to it, and copies are independent") {
  std::map<Entity, Value> expected;
  State c(1);
  std::uint64_t random = 1;
  for (int j = 0; j < 20'000; ++j) {
    random = random * 6364136223846793005ULL + 1442695040888963407ULL;
    const Entity e((random >> 33) % 3'000);
    if (random >> 62) {
      c = std::move(c).with(0, e, j);
      expected[e] = j;
    } else {
      c = std::move(c).without(0, e);
      expected.erase(e);
    }
    if (j % 5'000 == 0) {
      const State copy = c;
      c = std::move(c).with(0, e, -1);
      CHECK(copy.with(0, e, -1) == c);
      expected[e] = -1;
    }
  }
  CHECK(c[0].size() == expected.size());
  CHECK(std::equal(c[0].begin(), c[0].end(), expected.begin(), expected.end(),
                   [](const auto& a, const auto& b) { return a.first == b.first && a.second == b.second; }));
}

TEST_CASE("States are compared by identity of values: 0.0 and -0.0 are two") {
  CHECK_FALSE(State(1).with(0, Entity(0), 0.0) == State(1).with(0, Entity(0), -0.0));
  CHECK_FALSE(Value(0.0) == Value(-0.0));
  CHECK(Value(-0.0) == Value(-0.0));
}

TEST_CASE("Records are what they were made of, whatever their number of fields, and copies outlive the first") {
  prop("records", [] {
    const auto numbers = *rc::gen::arbitrary<std::vector<std::int64_t>>();
    std::vector<Value> fields(numbers.begin(), numbers.end());
    fields.emplace_back(Text(*rc::gen::arbitrary<std::string>()));
    std::optional<Record> first(fields);
    const Record outer({*first, Record({}), *first});
    Record inner = outer.fields()[2].as<Record>();
    RC_ASSERT(inner == *first);
    first.reset();
    RC_ASSERT(std::equal(fields.begin(), fields.end(), inner.fields().begin(), inner.fields().end()));
    RC_ASSERT(outer.fields()[1].as<Record>().fields().empty());
    inner = outer;
    RC_ASSERT(inner == outer);
    RC_ASSERT(Value(inner) != outer.fields()[0]);
  });
}

TEST_CASE(
    "Many changes in one merge are what they are one by one, also divided into pieces, and copies are independent") {
  prop("update of a range, split and joined", [] {
    using Change = PartialMap::Change;
    const auto some = [](std::size_t n) {
      using Some = std::map<unsigned, int>;
      const auto pairs = *rc::gen::container<std::vector<std::pair<unsigned, int>>>(
          n, rc::gen::pair(rc::gen::inRange(0U, 4'000U), rc::gen::inRange(-3, 9)));
      return Some(pairs.begin(), pairs.end());
    };
    const auto entries = some(*rc::gen::element(0U, 5U, 1'500U));
    const auto written = some(*rc::gen::element(0U, 3U, 40U, 2'000U));
    const auto cuts = *rc::gen::container<std::set<unsigned>>(rc::gen::inRange(0U, 4'100U));
    PartialMap map;
    for (const auto& [e, k] : entries) map.update(Entity(e), Value(k));
    const PartialMap copy = map;
    PartialMap one_by_one = map;
    std::vector<Change> changes;
    for (const auto& [e, k] : written) {
      const auto value = k < 0 ? std::nullopt : std::optional(Value(k));
      changes.push_back({Entity(e), value});
      one_by_one.update(Entity(e), value);
    }
    const bool shared = *rc::gen::arbitrary<bool>();
    PartialMap merged = shared ? map : std::exchange(map, {});
    std::vector<Change> again = changes;
    merged.update(changes);
    RC_ASSERT(merged == one_by_one);
    RC_ASSERT(merged.size() == one_by_one.size());
    if (shared) RC_ASSERT(map == copy);
    for (const auto& [e, k] : written) {
      const Value* found = merged.find(Entity(e));
      RC_ASSERT((k < 0 ? !found : found && *found == Value(k)));
    }
    std::vector<Entity> ends;
    ends.reserve(cuts.size());
    for (const unsigned e : cuts) ends.emplace_back(e);
    std::vector<PartialMap> pieces = PartialMap(merged).split(ends);
    RC_ASSERT(pieces.size() == ends.size() + 1);
    for (std::size_t j = 0; j < pieces.size(); ++j)
      for (const auto& [e, k] : pieces[j]) {
        RC_ASSERT((j == 0 || !(e < ends[j - 1])));
        RC_ASSERT((j == ends.size() || e < ends[j]));
      }
    const PartialMap joined = PartialMap::joined(std::move(pieces));
    RC_ASSERT(joined == merged);
    RC_ASSERT(joined.size() == merged.size());
    // The same changes, some of them twice, piece by piece
    std::vector<PartialMap> rewritten;
    auto change = again.begin();
    for (std::size_t j = 0; j <= ends.size(); ++j) {
      const auto end = j == ends.size() ? std::nullopt : std::optional(ends[j]);
      PartialMap::Rewrite piece(copy, j == 0 ? std::nullopt : std::optional(ends[j - 1]));
      for (; change != again.end() && (!end || change->e < *end); ++change) {
        if (change->e.number() % 3 == 0) piece.erase(change->e);
        if (change->e.number() % 4 == 0) piece.write(change->e, -1);
        if (change->k)
          piece.write(change->e, Value(*change->k));
        else
          piece.erase(change->e);
      }
      rewritten.push_back(std::move(piece).take(end));
    }
    const PartialMap whole = PartialMap::joined(std::move(rewritten));
    RC_ASSERT(whole == merged);
    RC_ASSERT(whole.size() == merged.size());
    one_by_one.update(again);
    RC_ASSERT(one_by_one == merged);

    std::vector<Change> difference = PartialMap::difference(copy, merged);
    for (const Change& change : difference) {
      const Value* was = copy.find(change.e);
      RC_ASSERT((change.k ? !was || *was != *change.k : was != nullptr));
    }
    PartialMap from_copy = copy;
    from_copy.update(difference);
    RC_ASSERT(from_copy == merged);

    const std::vector<Entity> firsts = merged.division(*rc::gen::inRange<std::size_t>(1, 9));
    RC_ASSERT(std::is_sorted(firsts.begin(), firsts.end()));
    for (const Entity e : firsts) RC_ASSERT((merged.find(e) && merged.begin()->first < e));
    for (unsigned e = 0; e < 4'100; e += 37) {
      const auto expected =
          std::find_if(merged.begin(), merged.end(), [&](auto& entry) { return !(entry.first < Entity(e)); });
      RC_ASSERT(merged.from(Entity(e)) == expected);
      auto walked = merged.begin();
      if (walked != merged.end()) walked.advance_to(Entity(e / 2));
      if (walked != merged.end()) walked.advance_to(Entity(e));
      RC_ASSERT(walked == expected);
    }
  });
}

// [state/family]
TEST_CASE("One state is read, and copies of it are written, by several threads at once") {
  const auto text = [](std::uint64_t j) { return Value(Text("text " + std::to_string(j))); };
  State c(2);  // of several runs
  for (std::uint64_t j = 0; j < 2'000; ++j) {
    c.write({Entity(j), 0}, text(j));
    c.write({Entity(j), 1}, Value(Record({text(j), Value(Entity(j))})));
  }
  const auto expected = contents(c);
  std::atomic<bool> as_expected = true;
  const auto use = [&](std::uint64_t thread) {
    for (std::uint64_t round = 0; round < 5; ++round) {
      State copy = c;
      auto changed = expected;
      for (std::uint64_t j = thread; j < 2'000; j += 400) {
        copy.write({Entity(j), 0}, text(round));
        changed.insert_or_assign({Entity(j), 0}, text(round));
      }
      if (contents(copy) != changed || contents(c) != expected) as_expected = false;
    }
  };
  std::thread one(use, 1), two(use, 2);
  one.join();
  two.join();
  CHECK(as_expected);
}

// [state/family]
TEST_CASE("A state is written in place as soon as another thread has given up its copy") {
  State c(1);
  for (std::uint64_t j = 0; j < 2'000; ++j) c.write({Entity(j), 0}, Value(Text("before")));
  std::optional<State> copy = c;
  const Location l{Entity(1'999), 0};  // in a run that is not full
  std::atomic<bool> given_up = false;  // relaxed: it orders nothing
  std::size_t read = 0;
  std::thread reader([&] {
    read = contents(*copy).size();
    copy.reset();
    given_up.store(true, std::memory_order_relaxed);
  });
  while (!given_up.load(std::memory_order_relaxed)) std::this_thread::yield();
  const Value* place = c.at(l);
  c.write(l, Value(Text("after")));
  CHECK(c.at(l) == place);
  CHECK(c.at(l)->as<Text>().get() == "after");
  reader.join();
  CHECK(read == 2'000);
}
