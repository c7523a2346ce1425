// Levels beyond the calculus: what operations and queries mean there, and slips that engines make.
#include <doctest/doctest.h>

#include <map>
#include <nlohmann/json.hpp>

#include "examples/oracle/engines/archetypes.hpp"
#include "examples/oracle/engines/sparse_sets.hpp"
#include "interp/language/format/load.hpp"
#include "interp/oracle/conform.hpp"
#include "interp/oracle/meaning.hpp"
#include "props/kit/loaded.hpp"

using namespace coreecs;

namespace {

constexpr Entity first{1}, second{2};

Schema ints(std::size_t count) {
  Schema K;
  for (std::size_t k = 0; k < count; ++k) K.push_back({std::string(1, static_cast<char>('A' + k)), {Type::Kind::Int}});
  return K;
}

Value operator""_v(unsigned long long n) { return Value(static_cast<std::int64_t>(n)); }

/// The example of a level, driven through an engine at that level and at `systems`.
template <class E>
ConformanceReport of_example(Level level) {
  return conform([] { return std::make_unique<E>(); },
                 {{.name = "", .program = example("oracle/levels/" + std::string(name(level)))}},
                 {.levels = {Level::Systems, level}});
}

/// Whether an alarm of this level, and of no other one, is found in 2,000 cases of each of three seeds.
template <class Slipped>
void is_found_at(Level level) {
  for (const std::uint64_t seed : {1, 2, 3}) {
    const ConformanceReport report =
        conformance<Slipped>({.seed = seed, .cases = 2'000, .levels = {level}, .limit = 100});
    REQUIRE(report.alarm());
    CHECK(report.alarm()->level == level);
    CHECK(report.alarm()->again);
  }
}

}  // namespace

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

// [beyond/hierarchy]
TEST_CASE("hierarchy: those below an entity go with it, however it goes, and those beside and above it stay") {
  Schema K = ints(1);
  K.push_back({"Parent", {Type::Kind::Entity}});
  const Meaning hierarchy(Level::Hierarchy, K), systems(Level::Systems, K);
  const Entity root{1}, child{2}, grandchild{3}, sibling{4};
  const State c = State(2)
                      .with(0, root, 1_v)
                      .with(0, sibling, 2_v)
                      .with(0, grandchild, 3_v)
                      .with(1, child, Value(root))
                      .with(1, sibling, Value(root))
                      .with(1, grandchild, Value(child));
  const State without_child = State(2).with(0, root, 1_v).with(0, sibling, 2_v).with(1, sibling, Value(root));
  CHECK(hierarchy.start(c) == c);
  CHECK(hierarchy.seen(c) == c);
  CHECK(hierarchy.after(c, {Destroy{root}}) == State(2));
  CHECK(hierarchy.after(c, {Detach{0, root}}) == State(2));  // its last component
  CHECK(hierarchy.after(c, {Destroy{child}}) == without_child);
  CHECK(hierarchy.after(c, {Detach{1, child}}) == without_child);
  CHECK(hierarchy.after(c, {Detach{1, sibling}, Destroy{root}}) == State(2).with(0, sibling, 2_v));
  const Entity late{5};
  CHECK(hierarchy.after(c, {Attach{1, late, Value(grandchild)}, Destroy{root}}) == State(2));
  CHECK(hierarchy.after(c, {Destroy{root}, Attach{0, root, 4_v}}) == State(2).with(0, root, 4_v));
  const State circle = State(2).with(1, root, Value(child)).with(1, child, Value(root)).with(0, late, 5_v);
  CHECK(hierarchy.after(circle, {Destroy{child}}) == State(2).with(0, late, 5_v));
  CHECK(systems.after(c, {Destroy{root}}) == State(c).without(0, root));
  K[1].name = "Owner";
  CHECK(Meaning(Level::Hierarchy, K).after(c, {Destroy{root}}) == State(c).without(0, root));
}

// [beyond/hierarchy]
TEST_CASE("hierarchy: the example differs from the calculus, and the engine follows both") {
  const ConformanceReport report = of_example<SparseSetEngine>(Level::Hierarchy);
  CHECK_MESSAGE(report.conforms(), show(report));
  for (const auto& [level, tally] : report.levels) CHECK(tally.yes == 1);
}

namespace {

/// The entities that the programs of a test make children, as an engine is told.
struct Watched : SparseSetEngine {
  static inline std::size_t children = 0, not_live = 0, below = 0;
  std::optional<Label> parent;
  void reset(const Schema& K, Names& names, Entities& entities) override {
    parent = parent_label(K);
    SparseSetEngine::reset(K, names, entities);
  }
  void apply(const Operations& all) override {
    for (const Operation& m : all) {
      const auto* attach = std::get_if<Attach>(&m);
      if (attach && attach->i == parent) {
        const State c = dump();
        const Entity to = attach->k.as<Entity>();
        ++children;
        not_live += !is_live(c, to);
        for (std::optional<Entity> e = to; e; e = above(c, *e)) below += *e == attach->e;
      }
      SparseSetEngine::apply({m});
    }
  }

 private:
  std::optional<Entity> above(const State& c, Entity e) const {
    const Value* k = c.at({e, *parent});
    return k ? std::optional(k->as<Entity>()) : std::nullopt;
  }
};

/// Children go, and grandchildren stay.
struct OneLevel : SparseSetEngine {
  void destroy(Entity e) override {
    ++depth;
    SparseSetEngine::destroy(e);
    --depth;
  }

 private:
  [[nodiscard]] std::vector<Entity> children(Entity e) const override {
    return depth > 1 ? std::vector<Entity>() : SparseSetEngine::children(e);
  }
  std::size_t depth = 0;
};

/// Who the children are is noted from time to time: when queries are asked, or at the start only.
template <bool by_queries>
struct MissesNew : SparseSetEngine {
  std::vector<std::vector<Entity>> matches(const QueryVector& q) override {
    if (by_queries) noted.clear();
    if (by_queries) note();
    return SparseSetEngine::matches(q);
  }
  void apply(const Operations& all) override {
    SparseSetEngine::apply(all);
    if (!std::exchange(started, true)) note();
  }
  void reset(const Schema& K, Names& names, Entities& entities) override {
    SparseSetEngine::reset(K, names, entities);
    parent = parent_label(K);
    started = false;
    noted.clear();
  }

 private:
  void note() {
    if (!parent) return;
    const State c = dump();
    for (const auto& [child, k] : c[*parent]) noted.insert(child);
  }
  [[nodiscard]] std::vector<Entity> children(Entity e) const override {
    std::vector<Entity> all = SparseSetEngine::children(e);
    std::erase_if(all, [&](Entity child) { return !noted.contains(child); });
    return all;
  }
  std::set<Entity> noted;
  std::optional<Label> parent;
  bool started = false;
};

/// It destroys without a cascade.
struct NoCascade : SparseSetEngine {
  [[nodiscard]] std::vector<Entity> children(Entity) const override { return {}; }
};

/// Who loses its last component goes without those below it.
struct BareAlone : SparseSetEngine {
  void apply(const Operations& all) override {
    for (const Operation& m : all) {
      alone = std::holds_alternative<Detach>(m);
      SparseSetEngine::apply({m});
    }
    alone = false;
  }

 private:
  [[nodiscard]] std::vector<Entity> children(Entity e) const override {
    return alone ? std::vector<Entity>() : SparseSetEngine::children(e);
  }
  bool alone = false;
};

}  // namespace

// [beyond/hierarchy]
TEST_CASE("hierarchy: random cases make no entity a child of one that is not live, or that is below it") {
  const ConformanceReport report = conformance<Watched>({.cases = 300, .levels = {Level::Hierarchy}, .limit = 100});
  CHECK_MESSAGE(report.conforms(), show(report));
  CHECK(report.levels.at(Level::Hierarchy).yes > 290);
  CHECK(Watched::children > 1'000);
  CHECK(Watched::not_live == 0);
  CHECK(Watched::below == 0);
}

// [beyond/hierarchy]
TEST_CASE_TEMPLATE("hierarchy: a cascade that is not whole is found" * doctest::test_suite("slow"), Slipped, OneLevel,
                   MissesNew<false>, MissesNew<true>, NoCascade, BareAlone) {
  is_found_at<Slipped>(Level::Hierarchy);
}

// [beyond/toggles]
TEST_CASE(
    "toggles: queries do not see what is disabled, its value is kept, and nothing is disabled that is not there") {
  Schema K = ints(2);
  K.push_back({"A_off", {Type::Kind::Unit}});
  const Meaning toggles(Level::Toggles, K), systems(Level::Systems, K);
  const Label A = 0, B = 1, off = 2;
  const State enabled = State(3).with(A, first, 1_v).with(B, second, 2_v);
  const State disabled = State(enabled).with(off, first, Value());
  CHECK(toggles.start(disabled) == disabled);
  CHECK(toggles.told(disabled) == disabled);
  CHECK(toggles.seen(enabled) == enabled);
  CHECK(toggles.seen(disabled) == State(disabled).without(A, first));
  CHECK(is_live(toggles.seen(disabled), first));
  const Attach disable{off, first, Value()};
  CHECK(toggles.after(enabled, {disable}) == disabled);
  CHECK(toggles.after(disabled, {Detach{off, first}}) == enabled);
  CHECK(toggles.after(disabled, {Attach{A, first, 3_v}}) == State(disabled).with(A, first, 3_v));  // and stays so
  CHECK(toggles.after(disabled, {Detach{A, first}, Attach{A, first, 1_v}}) == enabled);
  CHECK(toggles.after(disabled, {Detach{A, first}}) == State(3).with(B, second, 2_v));
  CHECK(toggles.after(enabled, {Attach{off, second, Value()}}) == enabled);
  CHECK(toggles.after(enabled, {Attach{off, Entity{3}, Value()}}) == enabled);
  CHECK(toggles.after(disabled, {Destroy{first}, Attach{A, first, 1_v}}) == enabled);
  CHECK(systems.seen(disabled) == disabled);
  CHECK(systems.after(enabled, {Attach{off, second, Value()}}) == State(enabled).with(off, second, Value()));
}

// [beyond/toggles]
TEST_CASE("toggles: the example differs from the calculus, and the engine follows both") {
  const ConformanceReport report = of_example<SparseSetEngine>(Level::Toggles);
  CHECK_MESSAGE(report.conforms(), show(report));
  for (const auto& [level, tally] : report.levels) CHECK(tally.yes == 1);
}

namespace {

/// "A_off" is a component like any other.
struct StillMatched : SparseSetEngine {
  void enter(Level) override {}
};

/// What is done to a component where it is disabled.
enum class Fault { LosesValue, AttachEnables, DetachLeavesOff, ExcludesDisabled };

template <Fault fault>
struct Toggling : SparseSetEngine {
  void reset(const Schema& K, Names& names, Entities& entities) override {
    SparseSetEngine::reset(K, names, entities);
    schema = K;
    off = off_labels(K);
    left.clear();
  }
  void apply(const Operations& all) override {
    for (const Operation& m : all) {
      const State c = dump();
      SparseSetEngine::apply({m});
      if (const auto* attach = std::get_if<Attach>(&m)) {
        if (fault == Fault::AttachEnables && off[attach->i])
          SparseSetEngine::apply({Detach{*off[attach->i], attach->e}});
      }
      const auto* detach = std::get_if<Detach>(&m);
      if (!detach) continue;
      if (fault == Fault::DetachLeavesOff && off[detach->i] && c.at({detach->e, *off[detach->i]}))
        left.insert({detach->e, detach->i});
      for (Label i = 0; i < off.size(); ++i)
        if (fault == Fault::LosesValue && off[i] == detach->i && c.at({detach->e, i}) &&
            schema[i].type.kind == Type::Kind::Int)
          SparseSetEngine::apply({Attach{i, detach->e, Value(std::int64_t{0})}});
    }
    for (const auto& [e, i] : left) SparseSetEngine::apply({Attach{*off[i], e, Value()}});
  }
  std::vector<std::vector<Entity>> matches(const QueryVector& q) override {
    QueryVector both = q;
    if (fault == Fault::ExcludesDisabled)
      for (Query& one : both) also_excludes(one);
    return SparseSetEngine::matches(both);
  }

 private:
  /// Each excl i with excl i_off: the entity must not have i at all.
  void also_excludes(Query& q) {
    And all;
    if (const And* several = std::get_if<And>(&q))
      all = *several;
    else
      all.conjuncts.push_back(q);
    for (std::size_t k = 0, most = all.conjuncts.size(); k < most; ++k)
      if (const Excl* excl = std::get_if<Excl>(&all.conjuncts[k]); excl && off[excl->i])
        all.conjuncts.push_back(Excl{*off[excl->i]});
    q = Query(std::move(all));
  }
  Schema schema;
  std::vector<std::optional<Label>> off;
  std::set<std::pair<Entity, Label>> left;
};

}  // namespace

// [beyond/toggles]
TEST_CASE_TEMPLATE("toggles: a disabled component that is matched, loses its value or its state is found" *
                       doctest::test_suite("slow"),
                   Slipped, StillMatched, Toggling<Fault::LosesValue>, Toggling<Fault::AttachEnables>,
                   Toggling<Fault::DetachLeavesOff>, Toggling<Fault::ExcludesDisabled>) {
  is_found_at<Slipped>(Level::Toggles);
}

// [beyond/saves]
TEST_CASE("saves: the example is in the calculus as at this level, and the engine follows both") {
  const ConformanceReport report = of_example<SparseSetEngine>(Level::Saves);
  CHECK_MESSAGE(report.conforms(), show(report));
  for (const auto& [level, tally] : report.levels) CHECK(tally.yes == 1);
}

namespace {

/// Notes what it is asked to do, and what it loads.
struct Noting : SparseSetEngine {
  static inline std::string done;
  static inline std::vector<State> loaded;
  void reset(const Schema& K, Names& names, Entities& entities) override {
    done += "reset ";
    SparseSetEngine::reset(K, names, entities);
  }
  std::vector<std::size_t> run(const Schedule& leaf, Leaf number, const Respond& respond) override {
    done += std::to_string(number) + " ";
    return SparseSetEngine::run(leaf, number, respond);
  }
  std::function<void()> save() override {
    done += "save ";
    return [this, saved = dump(), load = SparseSetEngine::save()] {
      done += "load ";
      load();
      CHECK(dump() == saved);
      loaded.push_back(saved);
    };
  }
};

}  // namespace

// [beyond/saves]
TEST_CASE("saves: each frame starts in what is loaded after a reset, and once more in what is loaded over its end") {
  const ConformanceReport report =
      conform([] { return std::make_unique<Noting>(); }, {{.name = "", .program = example("oracle/levels/saves")}},
              {.levels = {Level::Saves}});
  CHECK_MESSAGE(report.conforms(), show(report));
  CHECK(Noting::done == "reset save reset load 0 1 2 load 0 1 2 save reset load 3 4 5 load 3 4 5 ");
  REQUIRE(Noting::loaded.size() == 4);
  CHECK(Noting::loaded[0] == Noting::loaded[1]);
  CHECK(Noting::loaded[1] != Noting::loaded[2]);
  CHECK(Noting::loaded[2] == Noting::loaded[3]);
}

namespace {

/// How a saved game goes wrong.
enum class Loading { LeavesWhatCame, MissesReset, Moves, TakesSlots };

template <Loading fault>
struct Loads : SparseSetEngine {
  void reset(const Schema& K, Names& names, Entities& entities) override {
    SparseSetEngine::reset(K, names, entities);
    schema = K;
    taken.reset();
    ++resets;
  }
  void apply(const Operations& all) override {
    for (const Operation& m : all) {
      const auto* attach = std::get_if<Attach>(&m);
      if (attach && taken && !is_live(dump(), attach->e)) SparseSetEngine::apply({Destroy{*std::exchange(taken, {})}});
      SparseSetEngine::apply({m});
    }
  }
  std::function<void()> save() override {
    return [this, saved = dump(), load = SparseSetEngine::save(), at = resets] {
      const State end = dump();
      const std::vector<Entity> all = live(saved);
      taken.reset();
      load();
      if (fault == Loading::LeavesWhatCame)
        for (Label i = 0; i < end.labels(); ++i)
          for (const auto& [e, k] : end[i])
            if (!is_live(saved, e)) SparseSetEngine::apply({Attach{i, e, k}});
      if (fault == Loading::MissesReset && resets != at)  // tags were kept outside of the file
        for (Label i = 0; i < saved.labels(); ++i)
          for (const auto& [e, k] : saved[i])
            if (schema[i].type.kind == Type::Kind::Unit) SparseSetEngine::apply({Detach{i, e}});
      if (fault == Loading::Moves)  // references to the first entity are to the last one
        for (Label i = 0; i < saved.labels(); ++i)
          for (const auto& [e, k] : saved[i])
            if (k == Value(all.front())) SparseSetEngine::apply({Attach{i, e, Value(all.back())}});
      // the first entity that is created later gets the slot of one that was loaded
      if (fault == Loading::TakesSlots && !all.empty()) taken = all.back();
    };
  }

 private:
  Schema schema;
  std::optional<Entity> taken;
  std::size_t resets = 0;
};

}  // namespace

// [beyond/saves]
TEST_CASE_TEMPLATE("saves: what is loaded and is not what was saved is found" * doctest::test_suite("slow"), Slipped,
                   Loads<Loading::LeavesWhatCame>, Loads<Loading::MissesReset>, Loads<Loading::Moves>,
                   Loads<Loading::TakesSlots>) {
  is_found_at<Slipped>(Level::Saves);
}
