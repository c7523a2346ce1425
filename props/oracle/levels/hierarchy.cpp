// Hierarchy: what goes with an entity.
#include <set>

#include "props/oracle/levels/levels.hpp"

using namespace coreecs;

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
