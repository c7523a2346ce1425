#include "interp/oracle/drive.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <mutex>

#include "interp/check/decide/decide.hpp"
#include "interp/check/decide/match_order.hpp"
#include "interp/fast/query.hpp"
#include "interp/oracle/handles.hpp"
#include "interp/oracle/visits.hpp"
#include "interp/run/execution.hpp"
#include "interp/run/instance.hpp"

namespace coreecs {

namespace {

/// Thrown after a deviation has been noted.
struct Stopped {};

/// With a label of parents: an entity comes before its children.
Operations attaches(const State& c, std::optional<Label> parent) {
  Operations all;
  std::set<Entity> there;
  for (Label i = 0; i < c.labels(); ++i)
    for (const auto& [e, k] : c[i])
      if (i != parent) {
        all.emplace_back(Attach{i, e, k});
        there.insert(e);
      }
  if (!parent) return all;
  std::vector<Attach> children;
  for (const auto& [e, k] : c[*parent]) children.push_back({*parent, e, k});
  const auto first = [&](const Attach& m) { return there.contains(m.k.as<Entity>()); };
  while (!children.empty()) {
    auto rest = std::stable_partition(children.begin(), children.end(), first);
    if (rest == children.begin()) rest = children.end();  // their parents are not live, or they are a circle
    for (auto m = children.begin(); m != rest; ++m) there.insert(m->e);
    all.insert(all.end(), children.begin(), rest);
    children.erase(children.begin(), rest);
  }
  return all;
}

class Driver {
 public:
  Driver(const EngineCase& of, Engine& engine, Level level, const EngineDescription& description, std::size_t limit)
      : case_(of),
        schedule_(find_schedule(of.program, of.schedule)->z),
        table_(schedule_),
        engine_(engine),
        level_(level),
        description_(description),
        limit_(limit),
        entities_(std::make_shared<Entities>()),
        naming_(of.program, entities_),
        driven_{.judgement = {.names = naming_.names(), .entities = entities_}},
        env_(by_occurrence(*entities_)),
        invoke_(env_, labels_of_entities(of.program.schema, of.program.resources),
                description.supports.contains("destroy")),
        meaning_(level, of.program.schema, of.program.resources),
        c_(meaning_.start(of.program.start)),
        before_(c_) {}

  Driven operator()() && {
    Judgement& judgement = driven_.judgement;
    judgement.kind = Judgement::Kind::Yes;
    if (has_conditions()) {
      stop(Judgement::Kind::Outside, "it has conditions on matches, which the protocol cannot express");
      return std::move(driven_);
    }
    try {
      engine_.enter(level_);
      engine_.reset(case_.program.schema, naming_.names(), *entities_);
      engine_.apply(attaches(case_.program.start,
                             level_ == Level::Hierarchy ? parent_label(case_.program.schema) : std::nullopt));
      compare_state(engine_.dump());
      if (level_ == Level::Schedules)
        schedules();
      else
        leaves();
    } catch (const Stopped&) {
    } catch (const RuntimeError& error) {
      const std::string what = error.what();  // without the operands, which differ from case to case
      stop(Judgement::Kind::Outside, "the reference fails: " + what.substr(0, what.find(':')));
    } catch (const fast::TooManyMatches&) {
      stop(Judgement::Kind::Outside, fmt::format("a query vector has more than {} matches", most_driven_matches));
    } catch (const EngineFailure& failure) {
      const bool outside =
          failure.kind == EngineFailure::Kind::Refused || failure.kind == EngineFailure::Kind::Unsupported;
      driven_.failure = failure.kind;
      stop(outside ? Judgement::Kind::Outside : Judgement::Kind::No, failure.what());
    } catch (const Interrupted&) {
      throw;
    } catch (const std::bad_alloc&) {
      throw;
    } catch (const std::exception& thrown) {
      driven_.failure = EngineFailure::Kind::Internal;
      stop(Judgement::Kind::No, std::string("the engine throws: ") + thrown.what());
    }
    judgement.names = naming_.names();
    driven_.said = engine_.said();
    if (judgement.kind == Judgement::Kind::No && !driven_.before) driven_.before = meaning_.told(before_);
    return std::move(driven_);
  }

 private:
  [[nodiscard]] bool has_conditions() const {
    return std::any_of(table_.nodes.begin(), table_.nodes.end(),
                       [](const SeriesParallel::Node& node) { return node.is_leaf() && node.s->q.where.phi; });
  }

  void stop(Judgement::Kind kind, std::string why) {
    driven_.judgement.kind = kind;
    driven_.judgement.frame = frame_;
    const std::string at =
        frame_ == 0 ? "at the start" : fmt::format("frame {}{}", frame_, leaf_.empty() ? "" : ", " + leaf_);
    if (kind == Judgement::Kind::Outside)  // without the place, since reasons are counted
      driven_.judgement.why = std::move(why);
    else
      driven_.judgement.why = why.empty() ? leaf_.empty() ? "" : leaf_ + ": " : at + ": " + std::move(why);
  }
  [[noreturn]] void wrong(std::string why) {
    stop(Judgement::Kind::No, std::move(why));
    throw Stopped();
  }

  // Storage, queries, systems ----------------------------------------------------------------------------------------

  void leaves() {
    for (frame_ = 1; frame_ <= case_.frames; ++frame_)
      if (level_ == Level::Saves)
        saved_frame();
      else
        frame();
  }

  void frame() {
    for (const std::size_t leaf : table_.leaves) perform_leaf(table_.nodes[leaf]);
  }

  /// Performs a frame from its start as it was saved: in an engine that has nothing else of it, and once more.
  void saved_frame() {
    const State saved = c_;
    const std::function<void()> load = engine_.save();
    engine_.reset(case_.program.schema, naming_.names(), *entities_);
    for (const char* when : {"loaded", "loaded again"}) {
      load();
      // [beyond/saves]   c' ↓ load(t) ≜ c, where t was saved at c
      c_ = before_ = saved;
      driven_.order.clear();
      leaf_ = when;
      compare_state(engine_.dump());
      frame();
    }
  }

  void perform_leaf(const SeriesParallel::Node& node) {
    const Leaf leaf = (frame_ - 1) * schedule_.leaves() + node.leaf;
    leaf_ =
        fmt::format("{}({}), leaf {}", node.kind == SeriesParallel::Kind::Conc ? "conc" : "seq", node.s->name, leaf);
    before_ = c_;
    if (level_ == Level::Queries || is_beyond(level_)) compare_matches(node.s->q);
    std::vector<Invoked> all;
    if (level_ < Level::Systems) {
      all = invoke_.leaf(c_, node, leaf);
      Operations does;
      for (Invoked& one : all) does.insert(does.end(), one.does.begin(), one.does.end());
      engine_.apply(does);
      for (const Invoked& one : all) {
        c_ = meaning_.after(std::move(c_), one.does);
        driven_.order.push_back({leaf, node.s->name, one.e});
      }
    } else {
      all = run(node, leaf);
    }
    compare_state(engine_.dump(), node.s, leaf, all);
    if (level_ == Level::Handles) look();
  }

  /// Asks for all entities that are alive or gone.
  void look() {
    const State told = meaning_.told(c_);
    const std::vector<Entity> gone = meaning_.gone(c_);
    std::vector<Entity> known = live(told);
    known.insert(known.end(), gone.begin(), gone.end());
    const State found = engine_.look(known);
    leaf_ += ", by handle";
    for (const Entity e : gone)
      if (is_live(found, e)) {
        driven_.expected = told;
        driven_.found = found;
        wrong(naming_({e}) + " is gone, but its handle is alive");
      }
    compare_state(found);
  }

  void compare_matches(const QueryVector& q) {
    const Matches expected = fast::query(q, meaning_.seen(c_), env_, most_driven_matches);
    std::set<std::vector<Entity>> missing, seen;
    for (std::size_t j = 0; j < expected.size(); ++j) missing.emplace(expected[j].e.begin(), expected[j].e.end());
    for (const std::vector<Entity>& e : engine_.matches(q)) {
      if (!seen.insert(e).second) wrong("its query finds " + naming_(e) + " twice");
      if (missing.erase(e) == 0) wrong("its query finds " + naming_(e) + ", which does not match");
    }
    if (!missing.empty()) wrong("its query does not find " + naming_(*missing.begin()));
  }

  /// Has the engine run a system, and follows its visits: c becomes the state after it. Yields the invocations in the
  /// order performed.
  std::vector<Invoked> run(const SeriesParallel::Node& node, Leaf leaf) {
    Visits visits(invoke_, meaning_, naming_, node, leaf, c_, env_, description_.defers);
    const Schedule z =
        node.kind == SeriesParallel::Kind::Conc ? Schedule(Conc{shared(*node.s)}) : Schedule(Seq{shared(*node.s)});
    const std::vector<std::size_t> order =
        engine_.run(z, leaf, [&](Leaf at, const Match& r) { return visits.respond(at, r); });
    for (const Invoked& one : visits.visited()) driven_.order.push_back({leaf, node.s->name, one.e});
    if (std::optional<std::string> why = visits.wrong(order)) wrong(std::move(*why));
    c_ = visits.end(order);
    return std::move(visits).in_order(order);
  }

  /// Shares a system without owning it: the program outlives the result.
  static std::shared_ptr<const System> shared(const System& s) { return {std::shared_ptr<void>(), &s}; }

  void compare_state(const State& found, const System* s = nullptr, Leaf leaf = 0,
                     std::span<const Invoked> performed = {}) {
    const State told = meaning_.told(c_);
    if (found == told) return;
    driven_.expected = told;
    driven_.found = found;
    Judgement& judgement = driven_.judgement;
    judgement.differences = differences(told, found, naming_.names());
    if (judgement.differences.empty()) wrong("created entities have swapped names");
    const Difference& first = judgement.differences.front();
    const Location l = first.expected ? first.expected->l : first.found->l;
    for (const Invoked& one : performed)
      if (one.m.find(l)) judgement.writers.push_back({leaf, s->name, one.e});
    wrong("");
  }

  // Schedules --------------------------------------------------------------------------------------------------------

  void schedules() {
    if (description_.looks_up && !visits_are_determined(case_.program, schedule_, case_.frames)) {
      stop(Judgement::Kind::Outside,
           "its operations depend on the order of visits, so they cannot be sent in advance; --level systems sends "
           "them visit by visit");
      return;
    }
    EngineResult result{.start = {}, .states = {}, .names = naming_.names(), .entities = entities_};
    std::vector<State> ends;  // of the reference, after each frame
    std::optional<RuntimeError> failed;
    for (frame_ = 1; frame_ <= case_.frames; ++frame_) {
      const Leaf first = (frame_ - 1) * schedule_.leaves();
      std::vector<Expected> expected;
      State next = before_ = c_;
      for (Invoked& one : invoke_.schedule(c_, table_, first)) {
        next = after(std::move(next), one.m);
        expected.push_back({one.leaf, std::move(one.e), std::move(one.w), std::move(one.does)});
      }
      engine_.frame(
          schedule_, first, [&](Leaf leaf, const Match& r) { return respond(leaf, r, failed); }, expected);
      if (failed) throw *failed;
      if (!asked_wrongly_.empty()) wrong(asked_wrongly_);
      if (description_.looks_up)
        for (const Expected& one : expected) note_visit(one.leaf, one.e);
      result.states.push_back(engine_.dump());
      c_ = std::move(next);
      ends.push_back(c_);
    }
    driven_.judgement = judge(case_, result, {}, limit_);
    if (const std::uint64_t frame = driven_.judgement.frame; frame > 0) {
      driven_.before = frame > 1 ? ends[frame - 2] : case_.program.start;
      driven_.expected = ends[frame - 1];
      driven_.found = result.states[frame - 1];
    }
    naming_.names() = driven_.judgement.names;
    if (driven_.judgement.kind == Judgement::Kind::No && !description_.looks_up && seqs_matter(driven_.judgement.frame))
      stop(Judgement::Kind::Outside,
           "it may have visited the matches of a seq in a different order from the reference run");
  }

  /// Whether the state after this many frames may depend on the order in which a seq visits its matches, which the
  /// engine chooses.
  bool seqs_matter(std::uint64_t frames) {
    const auto is_seq = [](const SeriesParallel::Node& node) { return node.kind == SeriesParallel::Kind::Seq; };
    if (std::none_of(table_.nodes.begin(), table_.nodes.end(), is_seq)) return false;
    const Instance instance(case_.program, schedule_, frames);
    return decide(instance.po).unsafe ||
           match_order(case_.program, schedule_, frames, limit_, instance.env).independent != Answer::Yes;
  }

  Operations respond(Leaf leaf, const Match& r, std::optional<RuntimeError>& failed) {
    const std::lock_guard lock(mutex_);
    const Leaf first = (frame_ - 1) * schedule_.leaves();
    if (leaf < first || leaf - first >= table_.leaves.size() ||
        !may_match(system_at(leaf).q, r, case_.program.schema)) {
      if (asked_wrongly_.empty())
        asked_wrongly_ = fmt::format("it visits {} for leaf {}, with observations that do not match",
                                     naming_({r.e.begin(), r.e.end()}), leaf);
      return {};
    }
    note_visit(leaf, {r.e.begin(), r.e.end()});
    try {
      return invoke_(system_at(leaf), leaf, r).does;
    } catch (const RuntimeError& error) {
      failed = error;
      return {};
    }
  }

  const System& system_at(Leaf leaf) const { return *table_.nodes[table_.leaves[leaf % schedule_.leaves()]].s; }
  void note_visit(Leaf leaf, std::vector<Entity> e) {
    driven_.order.push_back({leaf, system_at(leaf).name, std::move(e)});
  }

  const EngineCase& case_;
  const Schedule& schedule_;
  const SeriesParallel table_;
  Engine& engine_;
  Level level_;
  const EngineDescription& description_;
  std::size_t limit_;
  std::shared_ptr<Entities> entities_;
  Naming naming_;
  Driven driven_;
  Environment env_;
  Invoking invoke_;
  Meaning meaning_;
  State c_;       // of the reference
  State before_;  // the same, before the current step
  std::uint64_t frame_ = 0;
  std::string leaf_;  // the current leaf: "conc(inertia), leaf 0"
  std::mutex mutex_;
  std::string asked_wrongly_;  // the first wrong visit of an engine that performs schedules
};

}  // namespace

bool visits_are_determined(const Program& program, const Schedule& z, std::uint64_t frames) {
  const Instance instance(program, z, frames);
  return !decide(instance.po).unsafe && match_order(program, z, frames, 0, instance.env).sensitive == 0;
}

Driven drive(const EngineCase& of, Engine& engine, Level level, const EngineDescription& description,
             std::size_t limit) {
  return Driver(of, engine, level, description, limit)();
}

}  // namespace coreecs
