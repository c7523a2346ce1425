// Saves: what an engine saves and loads.
#include "props/oracle/levels/levels.hpp"

using namespace coreecs;

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
