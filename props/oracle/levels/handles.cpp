// Handles: entities that are gone, and what stands for them.
#include <map>

#include "examples/oracle/engines/archetypes.hpp"
#include "props/oracle/levels/levels.hpp"

using namespace coreecs;

// [beyond/handles]
TEST_CASE("handles: an entity that is gone stays so, whatever is done to it, and another one is not") {
  const Schema K = ints(2);
  const Meaning handles(Level::Handles, K), systems(Level::Systems, K);
  const State c = State(2).with(0, first, 1_v).with(1, second, 2_v);
  const Operations detached = {Detach{0, first}, Attach{1, first, 3_v}},
                   destroyed = {Destroy{first}, Attach{0, first, 4_v}, Destroy{first}},
                   bare = {Attach{1, first, 5_v}, Detach{0, first}, Attach{0, first, 6_v}};
  const State start = handles.start(c);
  CHECK(handles.told(start) == c);
  CHECK(handles.gone(start).empty());
  for (const Operations& all : {detached, destroyed}) {
    const State end = handles.after(start, all);
    CHECK(handles.told(end) == State(2).with(1, second, 2_v));
    CHECK(handles.seen(end) == handles.told(end));
    CHECK(handles.gone(end) == std::vector{first});
    CHECK(handles.told(handles.after(end, {Attach{0, first, 7_v}, Attach{0, second, 8_v}})) ==
          State(2).with(1, second, 2_v).with(0, second, 8_v));
  }
  CHECK(systems.after(c, detached) == State(2).with(1, first, 3_v).with(1, second, 2_v));
  CHECK(handles.told(handles.after(start, bare)) == systems.after(c, bare));  // it was never without components
  CHECK(handles.gone(handles.after(start, {Destroy{Entity{3}}, Detach{0, Entity{3}}})).empty());  // it never was there
}

// [beyond/handles]
TEST_CASE_TEMPLATE("handles: the example differs from the calculus, and the engines follow both", Built,
                   SparseSetEngine, ArchetypeEngine) {
  const ConformanceReport report = of_example<Built>(Level::Handles);
  CHECK_MESSAGE(report.conforms(), show(report));
  for (const auto& [level, tally] : report.levels) CHECK(tally.yes == 1);
  struct ComesBack : Built {
    void enter(Level) override {}
  };
  const ConformanceReport back = of_example<ComesBack>(Level::Handles);
  REQUIRE(back.alarm());
  CHECK(back.alarm()->level == Level::Handles);
  const Judgement& judged = back.alarm()->driven.judgement;
  REQUIRE(judged.differences.size() == 1);
  CHECK_FALSE(judged.differences.front().expected);
  CHECK(judged.differences.front().found);
}

namespace {

/// A handle that is stale stands for the entity that has its slot now, if generations of this many bits are equal.
template <unsigned bits>
class Revived : public SparseSetEngine {
 public:
  void reset(const Schema& K, Names& names, Entities& entities) override {
    SparseSetEngine::reset(K, names, entities);
    slots_.clear();
    free_.clear();
    handles_.clear();
  }
  void apply(const Operations& all) override {
    for (Operation m : all) {
      const Entity e = std::visit([&](auto& m) { return m.e = owner(m.e); }, m);
      const bool was_live = is_alive(e);
      SparseSetEngine::apply({m});
      if (is_alive(e) == was_live) continue;
      if (was_live)
        free(e);
      else
        take(e);
    }
  }
  State look(const std::vector<Entity>& all) override {
    std::vector<Entity> owners;
    for (const Entity e : all) owners.push_back(owner(e));
    const State found = SparseSetEngine::look(owners);
    State c(found.labels());
    for (Label i = 0; i < c.labels(); ++i)
      for (std::size_t k = 0; k < all.size(); ++k)
        if (const Value* value = found.at({owners[k], i})) c.write({all[k], i}, *value);
    return c;
  }

 private:
  struct Slot {
    std::uint64_t generation = 0;
    std::optional<Entity> owner;
  };
  bool is_alive(Entity e) { return is_live(SparseSetEngine::look({e}), e); }
  Entity owner(Entity e) const {
    const auto h = handles_.find(e);
    if (h == handles_.end()) return e;
    const Slot& slot = slots_[h->second.first];
    const bool equal = (slot.generation - h->second.second) % (std::uint64_t{1} << bits) == 0;
    return slot.owner && equal ? *slot.owner : e;
  }
  void take(Entity e) {
    if (free_.empty()) {
      free_.push_back(slots_.size());
      slots_.emplace_back();
    }
    handles_[e] = {free_.back(), slots_[free_.back()].generation};
    slots_[free_.back()].owner = e;
    free_.pop_back();
  }
  void free(Entity e) {
    const std::size_t k = handles_.at(e).first;
    slots_[k].owner.reset();
    ++slots_[k].generation;
    free_.push_back(k);
  }

  std::vector<Slot> slots_;
  std::vector<std::size_t> free_;
  std::map<Entity, std::pair<std::size_t, std::uint64_t>> handles_;
};

}  // namespace

// [beyond/handles]
TEST_CASE_TEMPLATE("handles: a stale handle that is taken for another entity is found" * doctest::test_suite("slow"),
                   Slipped, Revived<0>, Revived<8>) {
  is_found_at<Slipped>(Level::Handles);
}
