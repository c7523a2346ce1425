// Toggles: components that are disabled.
#include <set>

#include "props/oracle/levels/levels.hpp"

using namespace coreecs;

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
