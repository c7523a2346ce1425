// Conflicts side by side: what the type system of the archetype calculus reports, what check reports of the
// translation, and whether two runs end differently. The page has the same table (specs/explanation/bridge.md).
#include <algorithm>

#include "interp/check/decide/check.hpp"
#include "interp/check/decide/shared.hpp"
#include "interp/fast/pass.hpp"
#include "interp/fast/renaming.hpp"
#include "props/archetypes/bridge.hpp"
#include "props/kit/files.hpp"
#include "semantics/system.hpp"

namespace coreecs::bridge {

namespace {

// What the type system reports -----------------------------------------------------------------------------

std::string typing(const archetype::State& w) {
  const auto ill = archetype::check(w, archetype::small_schema(), archetype::repaired);
  return ill ? "[" + ill->rule + "] " + ill->premise : "typed";
}

// What check reports ---------------------------------------------------------------------------------------

std::string verdict(const archetype::State& w) {
  const Translation translation = translated(w, {.events = Events::Queued});
  const Verdict verdict = check(translation.program, translation.program.schedules.front(), 1, 10'000);
  if (verdict.safe_by_rule()) return "safe by rule";
  if (verdict.safe()) return "safe";
  return std::string("not safe") + (verdict.deterministic() == Answer::Yes ? ", deterministic" : "") +
         (verdict.confluent() == Answer::Yes ? ", confluent" : "");
}

/// The same with --visibility shared: one state for all, which conc observes at its start.
std::string shared_verdict(const archetype::State& w) {
  const Translation translation = translated(w, {.events = Events::Queued});
  const NamedSchedule& schedule = translation.program.schedules.front();
  Execution reference(translation.program, schedule);
  reference.advance();
  const SharedVerdict verdict = check_shared(translation.program, schedule, 10'000, reference);
  return verdict.confluent == Answer::Yes ? "yes" : verdict.confluent == Answer::No ? "no" : "unknown";
}

// Runs that end differently --------------------------------------------------------------------------------

bool same(const State& c, const State& other) { return fast::equal_up_to_renaming(c, other) == Answer::Yes; }

/// All ends of a frame on one state that all threads share: each invocation of a conc when it likes, those of a seq in
/// their order, each on what is there then, though it be a conc; and each event at sync in the order in which they were
/// staged.
class Shared {
 public:
  explicit Shared(const Translation& translation) : translation_(translation) {
    step({translation.program.start, {}}, 0, 0);
  }
  [[nodiscard]] bool differ() const {
    return std::any_of(ends_.begin(), ends_.end(), [&](const State& end) { return !same(ends_.front(), end); });
  }

 private:
  struct Path {
    State c;
    std::map<Entity, std::size_t> created;
  };
  struct Thread {
    const System* s;
    Leaf leaf;
    std::vector<std::vector<Entity>> matches;
  };

  Environment environment(Path& path) {
    return {.fresh =
                [this, &path](const Occurrence& o) {
                  const Entity e = entities_.at(o);
                  path.created.emplace(e, path.created.size());
                  return e;
                },
            .order =
                [&path](std::span<const Entity> a, std::span<const Entity> b) {
                  const auto before = [&](Entity one, Entity two) {
                    if (one.created() && two.created()) return path.created.at(one) < path.created.at(two);
                    return one < two;
                  };
                  return std::lexicographical_compare(a.begin(), a.end(), b.begin(), b.end(), before);
                }};
  }

  void step(Path path, std::size_t k, Leaf first) {
    if (k == translation_.steps.size()) {
      ends_.push_back(std::move(path.c));
      return;
    }
    const std::optional<Schedule>& z = translation_.steps[k];
    if (!z) return step(std::move(path), k + 1, first);
    const Leaf next = first + z->leaves();
    std::vector<Thread> threads;
    if (!std::holds_alternative<Then>(z->form())) add_threads(*z, first, path, threads);
    if (threads.empty()) {  // a sync, or nobody to visit
      const Environment env = environment(path);
      path.c = fast::advance(path.c, *z, {env, first});
      return step(std::move(path), k + 1, next);
    }
    interleave(std::move(path), std::move(threads), [&](Path end) { step(std::move(end), k + 1, next); });
  }

  void add_threads(const Schedule& z, Leaf first, Path& path, std::vector<Thread>& threads) {
    const Environment env = environment(path);
    const auto visited = [&](const System& s) {
      std::vector<std::vector<Entity>> all;
      const Matches r = query(s.q, path.c, env);
      for (std::size_t j = 0; j < r.size(); ++j) all.emplace_back(r[j].e.begin(), r[j].e.end());
      return all;
    };
    match(
        z.form(),
        [&](const Conc& z) {
          for (auto& e : visited(*z.s)) threads.push_back({z.s.get(), first, {std::move(e)}});
        },
        [&](const Seq& z) {
          threads.push_back({z.s.get(), first, visited(*z.s)});
        },
        [&](const Par& z) {
          add_threads(z.left, first, path, threads);
          add_threads(z.right, first + z.left.leaves(), path, threads);
        },
        [](const Then&) {});
  }

  template <class Go>
  void interleave(Path path, std::vector<Thread> threads, const Go& go) {
    bool over = true;
    for (std::size_t t = 0; t < threads.size(); ++t) {
      if (threads[t].matches.empty()) continue;
      over = false;
      Path next = path;
      std::vector<Thread> rest = threads;
      const std::vector<Entity> e = std::move(rest[t].matches.front());
      rest[t].matches.erase(rest[t].matches.begin());
      std::vector<Cell> w;
      if (query_at(rest[t].s->q, next.c, e, w)) {
        const Environment env = environment(next);
        next.c = after(next.c, invoke(*rest[t].s, {e, w}, {env, rest[t].leaf}));
      }
      interleave(std::move(next), std::move(rest), go);
    }
    if (over) go(std::move(path));
  }

  const Translation& translation_;
  Entities entities_;
  std::vector<State> ends_;
};

/// Where a run of the archetype calculus ends, as a state of Core ECS; nothing where it is stuck.
std::optional<State> end(const archetype::State& w, const archetype::Environment& env, Entities& entities) {
  const archetype::End end = archetype::run(w, env);
  if (end.stuck) return std::nullopt;
  const StandIns as = {[&, first = w.H.fresh()](Entity e) {
                         return e < first ? e : entities.at({.leaf = 0, .entities = {}, .number = e.number()});
                       },
                       {}};
  return std::get<State>(state(end.w.H, {}, Vocabulary(archetype::small_schema(), {}), as));
}
bool differ(const archetype::State& w, const std::vector<archetype::Environment>& all) {
  Entities entities;
  const std::optional<State> first = end(w, all.front(), entities);
  return std::any_of(all.begin(), all.end(), [&](const archetype::Environment& env) {
    const std::optional<State> other = end(w, env, entities);
    return first.has_value() != other.has_value() || (first && !same(*first, *other));
  });
}

/// Whether one more sync before one of the steps changes what it comes to, in Core ECS, whether it is typed or not.
bool differs_with_sync(const archetype::State& w) {
  const auto end = [](const archetype::State& w, Entities& entities) {
    const Translation translation = translated(w, {.events = Events::Queued});
    return fast::advance(translation.program.start, translation.program.schedules.front().z, by_occurrence(entities));
  };
  Entities entities;
  const State without = end(w, entities);
  for (std::size_t k = 1; k + 1 < w.fr.steps().size(); ++k) {
    std::vector<archetype::Step> steps(w.fr.steps().begin(), w.fr.steps().end());
    steps.insert(steps.begin() + static_cast<std::ptrdiff_t>(k), archetype::Sync{});
    if (!same(without, end({w.H, archetype::Frame(steps), w.q}, entities))) return true;
  }
  return false;
}

std::string differences(const archetype::State& w) {
  const auto backwards = [](Entity a, Entity b) { return b < a; };
  const auto with = [](std::size_t parts, std::function<std::size_t(std::size_t, std::size_t)> part = {}) {
    return archetype::Environment{.parts = parts, .part = std::move(part)};
  };
  std::vector<std::string> all;
  if (Shared(translated(w, {.events = Events::Queued})).differ()) all.emplace_back("by interleaving");
  if (differ(w, {with(1), with(2), with(3), with(2, [](std::size_t i, std::size_t) { return 1 - i % 2; })}))
    all.emplace_back("by partition");
  if (differ(w, {with(1), {.before = backwards, .parts = 1}})) all.emplace_back("by order");
  if (differs_with_sync(w)) all.emplace_back("by a sync before");
  std::string words;
  for (const std::string& difference : all) words += (words.empty() ? "" : ", ") + difference;
  return words.empty() ? "no" : words;
}

// The programs ---------------------------------------------------------------------------------------------

Statement only_if(Statement b, Statement t) { return archetype::If{std::move(b), std::move(t), archetype::unit()}; }

struct Program {
  std::string about;
  archetype::State w;
};

std::vector<Program> programs() {
  using archetype::number;
  archetype::Heap H(4);  // enemies {P}, a bullet {P, D}, another thing {P, F}, and a target {E}
  archetype::add_entity(H, Entity(0), {{P, archetype::p(9)}});
  archetype::add_entity(H, Entity(1), {{P, archetype::p(8)}});
  archetype::add_entity(H, Entity(2), {{P, archetype::p(3)}, {D, archetype::tag()}});
  archetype::add_entity(H, Entity(3), {{P, archetype::p(0)}, {F, archetype::f(true)}});
  archetype::add_entity(H, Entity(4), {{E, archetype::tag()}});
  const AType enemy = {P}, bullet = {P, D}, thing = {P, F};
  const auto of = [&](std::vector<archetype::Step> steps) {
    steps.emplace_back(archetype::Sync{});
    return archetype::State{H, archetype::frame(std::move(steps))};
  };
  const auto beside = [&](Statement t1, Statement t2) {
    return of({archetype::TaskParallel{{archetype::par(thing, std::move(t1)), archetype::par(thing, std::move(t2))}}});
  };
  const auto pairs = [](AType A, AType B, Statement t) {
    return archetype::DataParallel{{{std::move(A), std::move(B)}, std::move(t)}};
  };
  const archetype::System bullets =
      archetype::par(bullet, then(set_n(x, operation("+", n_of(x), number(1))),
                                  only_if(operation("<", number(3), n_of(x)), lz(archetype::destroy(x)))));
  const archetype::System collisions =
      pairs(enemy, bullet, then(set_n(x, operation("-", n_of(x), n_of(y))), lz(archetype::destroy(y))));
  const Statement one_hit = then(im(archetype::destroy(y)), archetype::write(x, P, archetype::p(0)));
  const archetype::System makes = archetype::par(bullet, lz(archetype::create(P, archetype::p(5))));
  const archetype::System counts = archetype::par(enemy, lz(archetype::create(E, archetype::tag())));
  const archetype::System does_nothing = archetype::par(enemy, archetype::unit());
  return {
      {"[bullets, collisions] :: sync (Figure 2)", of({archetype::TaskParallel{{bullets, collisions}}})},
      {"bullets :: collisions :: sync (Figure 2)", of({bullets, collisions})},
      {"bullets :: sync :: collisions :: sync", of({bullets, archetype::Sync{}, collisions})},
      {"[x.P := 1, x.F := false]",
       beside(archetype::write(x, P, archetype::p(1)), archetype::write(x, F, archetype::f(false)))},
      {"[x.P := 1, x.P := 1]",
       beside(archetype::write(x, P, archetype::p(1)), archetype::write(x, P, archetype::p(1)))},
      {"[x.P := 1, x.P := 2]",
       beside(archetype::write(x, P, archetype::p(1)), archetype::write(x, P, archetype::p(2)))},
      {"[x.P := 1, if x.P < 1 then x.F := false]",
       beside(archetype::write(x, P, archetype::p(1)),
              only_if(operation("<", n_of(x), number(1)), archetype::write(x, F, archetype::f(false))))},
      {"[lz add(x, D), lz destroy x]", beside(lz(archetype::add(x, D, archetype::tag())), lz(archetype::destroy(x)))},
      {"[lz add(x, F, true), lz add(x, F, false)]",
       of({archetype::TaskParallel{{archetype::par(enemy, lz(archetype::add(x, F, archetype::f(true)))),
                                    archetype::par(enemy, lz(archetype::add(x, F, archetype::f(false))))}}})},
      {"makes :: counts :: sync, an enemy made and not counted", of({makes, counts})},
      {"makes :: nothing :: sync, an enemy made and not used", of({makes, does_nothing})},
      {"par im destroy x", of({archetype::par(enemy, im(archetype::destroy(x)))})},
      {"par (enemy, bullet): im destroy y; x.P := 0", of({pairs(enemy, bullet, one_hit)})},
      {"seq (enemy, bullet): im destroy y; x.P := 0", of({archetype::Sequential{{{enemy, bullet}, one_hit}}})},
      {"par (bullet, enemy): x.P := y.P", of({pairs(bullet, enemy, archetype::Write{x, P, archetype::Read{y, P}})})},
      {"par (enemy, enemy): x.P := x.P + y.P", of({pairs(enemy, enemy, set_n(x, operation("+", n_of(x), n_of(y))))})},
      {"par (enemy, target): lz add(y, P, x.P)",
       of({pairs(enemy, {E}, lz(archetype::Add{y, P, archetype::Read{x, P}}))})},
  };
}

}  // namespace

// [bridge/par] [bridge/task] [bridge/sync]
TEST_CASE("The bridge: conflicts side by side are as the page says") {
  const std::string page = contents(source_dir / "specs/explanation/bridge.md");
  std::size_t rows = 0;
  for (const Program& program : programs()) {
    const std::string row = "| `" + program.about + "` | " + typing(program.w) + " | " + verdict(program.w) + " | " +
                            shared_verdict(program.w) + " | " + differences(program.w) + " |\n";
    CHECK_MESSAGE(page.find(row) != std::string::npos, "not on the page:\n" << row);
    ++rows;
  }
  const std::size_t table =
      page.find("| program | types | check | confluent, shared | two runs that end differently |");
  REQUIRE(table != std::string::npos);
  const std::string from = page.substr(table, page.find("\n\n", table) - table);
  CHECK(static_cast<std::size_t>(std::count(from.begin(), from.end(), '\n')) == rows + 1);
}

}  // namespace coreecs::bridge
