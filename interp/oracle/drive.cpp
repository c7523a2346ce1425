#include "interp/oracle/drive.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <mutex>

#include "interp/decide/decide.hpp"
#include "interp/decide/match_order.hpp"
#include "interp/fast/pass.hpp"
#include "interp/run/execution.hpp"
#include "interp/run/instance.hpp"

namespace coreecs {

namespace {

/// A ∥ performed as a ⨟ may multiply entities: what has more matches is passed over.
constexpr std::size_t most_matches = 2'000;

/// Thrown where what is wrong has been noted.
struct Stopped {};

/// A mutation as it is performed: each write, and what an engine is told to do. `destroys`: it is told to destroy an
/// entity where all components are detached in turn.
class Recorder {
 public:
  Recorder(std::size_t labels, bool destroys) : labels_(labels), destroys_(destroys) {}

  void write(Location l, std::optional<Value> k) {
    const bool goes_on = !k && l.i == detached_ && (l.i == 0 || l.e == e_);
    detached_ = goes_on ? detached_ + 1 : !k && l.i == 0 ? 1 : 0;
    e_ = l.e;
    if (k)
      does_.emplace_back(Attach{l.i, l.e, *k});
    else
      does_.emplace_back(Detach{l.i, l.e});
    if (destroys_ && detached_ == labels_) {
      does_.resize(does_.size() - labels_, Destroy{l.e});
      does_.emplace_back(Destroy{l.e});
      detached_ = 0;
    }
    writes_.push_back({l, std::move(k)});
  }
  Operations take_operations() { return std::move(does_); }
  Update take_update() { return Update(std::move(writes_)); }

 private:
  std::size_t labels_;
  bool destroys_;
  Operations does_;
  Update::Writes writes_;
  Entity e_ = {};  // whose components with labels below `detached_` were detached last
  std::size_t detached_ = 0;
};

/// What f_s says of a match: for the calculus, and for an engine.
struct Invoked {
  std::vector<Entity> e;
  std::vector<Cell> w;
  Update m;
  Operations does;
};

/// The labels of the cells of ⟪q⃗⟫, each with the number of its query.
struct CellOf {
  std::size_t query;
  Label i;
  bool required, allowed;  ///< whether it has to have a value, and may have one
};
void list_cells(const Query& q, std::size_t number, std::vector<CellOf>& cells) {
  match(
      q,
      [&](const Incl& q) {
        cells.push_back({number, q.i, true, true});
      },
      [&](const Excl& q) {
        cells.push_back({number, q.i, false, false});
      },
      [&](const Anyway& q) {
        cells.push_back({number, q.i, false, true});
      },
      [&](const And& q) {
        for (const Query& part : q.conjuncts) list_cells(part, number, cells);
      });
}

bool has_type(const Value& k, const Type& type) {
  if (k.sum().index() != static_cast<std::size_t>(type.kind)) return false;
  if (type.kind != Type::Kind::Record) return true;
  const std::span<const Value> fields = k.as<Record>().fields();
  return std::equal(fields.begin(), fields.end(), type.fields.begin(), type.fields.end(),
                    [](const Value& field, const Type::Field& of) { return has_type(field, of.type); });
}

Operations attaches(const State& c) {
  Operations all;
  for (Label i = 0; i < c.labels(); ++i)
    for (const auto& [e, k] : c[i]) all.emplace_back(Attach{i, e, k});
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
        names_(of.program.entities),
        driven_{.judgement = {.names = names_, .entities = entities_}},
        env_(by_occurrence(*entities_)),
        c_(of.program.start) {}

  Driven operator()() && {
    Judgement& judgement = driven_.judgement;
    judgement.kind = Judgement::Kind::Yes;
    if (has_conditions()) {
      stop(Judgement::Kind::Outside, "it has conditions on matches, of which engines are not told");
      return std::move(driven_);
    }
    try {
      engine_.reset(case_.program.schema, names_, *entities_);
      engine_.apply(attaches(c_));
      compare_state();
      if (level_ == Level::Schedules)
        schedules();
      else
        leaves();
    } catch (const Stopped&) {
    } catch (const RuntimeError& error) {
      const std::string what = error.what();  // "integer overflow: 2 * 3": what of is another in each case
      stop(Judgement::Kind::Outside, "the reference fails: " + what.substr(0, what.find(':')));
    } catch (const fast::TooManyMatches&) {
      stop(Judgement::Kind::Outside, fmt::format("a query vector has more than {} matches", most_matches));
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
    name_created();
    judgement.names = std::move(names_);
    return std::move(driven_);
  }

 private:
  [[nodiscard]] Notation notation() const { return {case_.program.schema, names_}; }
  [[nodiscard]] bool has_conditions() const {
    return std::any_of(table_.nodes.begin(), table_.nodes.end(),
                       [](const SeriesParallel::Node& node) { return node.is_leaf() && node.s->q.where.phi; });
  }
  void name_created() { names_.add(entities_->all()); }

  void stop(Judgement::Kind kind, std::string why) {
    driven_.judgement.kind = kind;
    driven_.judgement.frame = frame_;
    const std::string at =
        frame_ == 0 ? "at the start" : fmt::format("frame {}{}", frame_, leaf_.empty() ? "" : ", " + leaf_);
    if (kind == Judgement::Kind::Outside)  // reasons are counted, wherever they arise
      driven_.judgement.why = std::move(why);
    else
      driven_.judgement.why = why.empty() ? leaf_.empty() ? "" : leaf_ + ": " : at + ": " + std::move(why);
  }
  [[noreturn]] void wrong(std::string why) {
    stop(Judgement::Kind::No, std::move(why));
    throw Stopped();
  }

  /// f_s at a leaf on a match, and what an engine is told of it.
  Invoked invoke(const System& s, Leaf leaf, const Match& r) {
    Recorder recorder(case_.program.schema.size(), description_.supports.contains("destroy"));
    Fresh fresh(leaf, r.e, env_);
    perform(recorder, s.f(r), fresh);
    return {{r.e.begin(), r.e.end()}, {r.w.begin(), r.w.end()}, recorder.take_update(), recorder.take_operations()};
  }

  /// conc(s) or seq(s) at c, as the calculus performs it.
  std::vector<Invoked> performed_at(State c, const SeriesParallel::Node& node, Leaf leaf) {
    std::vector<Invoked> all;
    const Matches r = fast::query(node.s->q, c, env_, most_matches);
    std::vector<Cell> w;
    for (std::size_t j = 0; j < r.size(); ++j) {
      if (node.kind == SeriesParallel::Kind::Conc) {
        all.push_back(invoke(*node.s, leaf, r[j]));
        continue;
      }
      w.clear();
      if (!query_at(node.s->q, c, r[j].e, w)) continue;
      all.push_back(invoke(*node.s, leaf, {r[j].e, w}));
      c = after(std::move(c), all.back().m);
    }
    return all;
  }

  // Storage, queries, systems ----------------------------------------------------------------------------------------

  void leaves() {
    for (frame_ = 1; frame_ <= case_.frames; ++frame_)
      for (const std::size_t leaf : table_.leaves) perform_leaf(table_.nodes[leaf]);
  }

  void perform_leaf(const SeriesParallel::Node& node) {
    const Leaf leaf = (frame_ - 1) * schedule_.leaves() + node.leaf;
    leaf_ =
        fmt::format("{}({}), leaf {}", node.kind == SeriesParallel::Kind::Conc ? "conc" : "seq", node.s->name, leaf);
    if (level_ == Level::Queries) compare_matches(node.s->q);
    std::vector<Invoked> all;
    if (level_ != Level::Systems) {
      all = performed_at(c_, node, leaf);
      Operations does;
      for (Invoked& one : all) does.insert(does.end(), one.does.begin(), one.does.end());
      engine_.apply(does);
    } else {
      all = run(node, leaf);
    }
    for (const Invoked& one : all) {
      c_ = after(std::move(c_), one.m);
      if (level_ != Level::Systems) driven_.order.push_back({leaf, node.s->name, one.e});
    }
    compare_state(node.s, leaf, all);
  }

  void compare_matches(const QueryVector& q) {
    const Matches expected = fast::query(q, c_, env_, most_matches);
    std::set<std::vector<Entity>> missing, seen;
    for (std::size_t j = 0; j < expected.size(); ++j) missing.emplace(expected[j].e.begin(), expected[j].e.end());
    for (const std::vector<Entity>& e : engine_.matches(q)) {
      if (!seen.insert(e).second) wrong("its query finds " + shown(e) + " twice");
      if (missing.erase(e) == 0) wrong("its query finds " + shown(e) + ", which does not match");
    }
    if (!missing.empty()) wrong("its query does not find " + shown(*missing.begin()));
  }

  /// Has the engine run a system, and follows it. What is done, in the order in which it is performed.
  std::vector<Invoked> run(const SeriesParallel::Node& node, Leaf leaf) {
    Visits visits(*this, node, leaf);
    const Schedule z =
        node.kind == SeriesParallel::Kind::Conc ? Schedule(Conc{shared(*node.s)}) : Schedule(Seq{shared(*node.s)});
    const std::vector<std::size_t> order =
        engine_.run(z, leaf, [&](Leaf at, const Match& r) { return visits.respond(at, r); });
    return std::move(visits).in_order(order);
  }

  /// A system of the program, which outlives this.
  static std::shared_ptr<const System> shared(const System& s) { return {std::shared_ptr<void>(), &s}; }

  /// The visits of an engine to the matches of a leaf.
  class Visits {
   public:
    Visits(Driver& driver, const SeriesParallel::Node& node, Leaf leaf)
        : driver_(driver), node_(node), leaf_(leaf), c_(driver.c_) {
      const Matches r = fast::query(node.s->q, c_, driver.env_, most_matches);
      for (std::size_t j = 0; j < r.size(); ++j)
        all_.emplace(std::vector(r[j].e.begin(), r[j].e.end()), At{{r[j].w.begin(), r[j].w.end()}});
    }

    Operations respond(Leaf leaf, const Match& r) {
      const std::lock_guard lock(mutex_);
      if (failed_ || !wrong_.empty()) {
        if (++ignored_ > 1'000) throw EngineFailure(EngineFailure::Kind::Silent, "it visits matches without end");
        return {};
      }
      try {
        return visit(leaf, r);
      } catch (const RuntimeError& error) {
        failed_ = error;
        return {};
      }
    }

    /// What was done, where nothing was wrong.
    std::vector<Invoked> in_order(const std::vector<std::size_t>& order) && {
      if (failed_) throw *failed_;
      for (const Invoked& one : visited_) driver_.driven_.order.push_back({leaf_, node_.s->name, one.e});
      if (!wrong_.empty()) driver_.wrong(wrong_);
      for (const auto& [e, at] : all_)
        if (!at.visited && !at.dropped) driver_.wrong("it does not visit " + driver_.shown(e));
      if (order.empty()) return std::move(visited_);
      std::vector<std::size_t> sorted = order;
      std::sort(sorted.begin(), sorted.end());
      for (std::size_t k = 0; k < sorted.size(); ++k)
        if (sorted.size() != visited_.size() || sorted[k] != k)
          driver_.wrong(
              fmt::format("the order that it tells is no permutation of its {}", plural(visited_.size(), "visit")));
      std::vector<Invoked> all;
      all.reserve(order.size());
      for (const std::size_t k : order) all.push_back(std::move(visited_[k]));
      return all;
    }

   private:
    struct At {
      std::vector<Cell> w;
      bool visited = false;
      bool dropped = false;  ///< seq: there was a time when it did not match
    };

    Operations visit(Leaf leaf, const Match& r) {
      std::vector<Entity> e(r.e.begin(), r.e.end());
      const auto found = all_.find(e);
      if (leaf != leaf_) return note(fmt::format("it asks for leaf {}", leaf));
      if (found == all_.end()) return note("it visits " + driver_.shown(e) + ", which did not match at the start");
      At& at = found->second;
      if (at.visited) return note("it visits " + driver_.shown(e) + " twice");
      at.visited = true;
      std::vector<Cell> w;
      const bool sequential = node_.kind == SeriesParallel::Kind::Seq;
      if (!sequential)
        w = at.w;
      else if (!query_at(node_.s->q, c_, e, w))
        return note("it visits " + driver_.shown(e) + ", which does not match any more");
      if (!std::equal(w.begin(), w.end(), r.w.begin(), r.w.end())) return note(observation(e, w, r.w));
      visited_.push_back(driver_.invoke(*node_.s, leaf_, {e, w}));
      if (sequential) follow(visited_.back().m);
      return visited_.back().does;
    }

    /// c becomes c ↓ m. Those that do not match then may be left out.
    void follow(const Update& m) {
      c_ = after(std::move(c_), m);
      std::set<Entity> touched;
      for (const Write& write : m.writes()) touched.insert(write.l.e);
      for (auto& [e, at] : all_) {
        std::vector<Cell> w;
        if (!at.visited && std::any_of(e.begin(), e.end(), [&](Entity one) { return touched.contains(one); }))
          at.dropped = at.dropped || !query_at(node_.s->q, c_, e, w);
      }
    }

    Operations note(std::string what) {
      wrong_ = std::move(what);
      return {};
    }

    std::string observation(const std::vector<Entity>& e, const std::vector<Cell>& w, std::span<const Cell> found) {
      std::vector<CellOf> cells;
      for (std::size_t j = 0; j < node_.s->q.size(); ++j) list_cells(node_.s->q[j], j, cells);
      if (found.size() != w.size())
        return fmt::format("at {} it observes {} values, not {}", driver_.shown(e), found.size(), w.size());
      std::size_t k = 0;
      while (w[k] == found[k]) ++k;
      driver_.name_created();
      const Location l{e[cells[k].query], cells[k].i};
      std::string out = "at " + driver_.shown(e) + " it observes ";
      driver_.notation().binding(out, l, found[k] ? &*found[k] : nullptr);
      out += ", not ";
      driver_.notation().binding(out, l, w[k] ? &*w[k] : nullptr);
      return out;
    }

    Driver& driver_;
    const SeriesParallel::Node& node_;
    Leaf leaf_;
    State c_;
    std::mutex mutex_;
    std::map<std::vector<Entity>, At> all_;
    std::vector<Invoked> visited_;
    std::string wrong_;
    std::optional<RuntimeError> failed_;
    std::size_t ignored_ = 0;
  };

  void compare_state(const System* s = nullptr, Leaf leaf = 0, std::span<const Invoked> performed = {}) {
    const State found = engine_.dump();
    if (found == c_) return;
    name_created();
    Judgement& judgement = driven_.judgement;
    judgement.differences = differences(c_, found, names_);
    if (judgement.differences.empty()) wrong("entities that were created have each other's names");
    const Difference& first = judgement.differences.front();
    const Location l = first.expected ? first.expected->l : first.found->l;
    for (const Invoked& one : performed)
      if (one.m.find(l)) judgement.writers.push_back({leaf, s->name, one.e});
    wrong("");
  }

  std::string shown(const std::vector<Entity>& e) {
    name_created();
    std::string out = "⟨";
    for (const Entity one : e) out += (out.size() > 3 ? ", " : "") + on_one_line(names_(one));
    return out + "⟩";
  }

  // Schedules --------------------------------------------------------------------------------------------------------

  void schedules() {
    if (description_.looks_up && !visits_are_determined(case_.program, schedule_, case_.frames)) {
      stop(Judgement::Kind::Outside, "other runs may observe something else, and the engine looks up what to perform");
      return;
    }
    EngineResult result{.start = {}, .states = {}, .names = names_, .entities = entities_};
    std::optional<RuntimeError> failed;
    for (frame_ = 1; frame_ <= case_.frames; ++frame_) {
      const Leaf first = (frame_ - 1) * schedule_.leaves();
      std::vector<Expected> expected;
      State next = c_;
      for (Invoked& one : reference(first, expected)) next = after(std::move(next), one.m);
      engine_.frame(
          schedule_, first, [&](Leaf leaf, const Match& r) { return respond(leaf, r, failed); }, expected);
      if (failed) throw *failed;
      if (!asked_wrongly_.empty()) wrong(asked_wrongly_);
      if (description_.looks_up)
        for (const Expected& one : expected) note_visit(one.leaf, one.e);
      result.states.push_back(engine_.dump());
      c_ = std::move(next);
    }
    driven_.judgement = judge(case_, result, {}, limit_);
    names_ = driven_.judgement.names;
    if (driven_.judgement.kind == Judgement::Kind::No && !description_.looks_up && seqs_matter(driven_.judgement.frame))
      stop(Judgement::Kind::Outside, "it may have visited the matches of a seq in another order than the reference");
  }

  /// Whether the state after so many frames may depend on the order in which a seq visits its matches, which is the
  /// engine's.
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
    if (leaf < first || leaf - first >= table_.leaves.size() || !is_told(system_at(leaf).q, r)) {
      if (asked_wrongly_.empty()) asked_wrongly_ = fmt::format("what it observes is no match of leaf {}", leaf);
      return {};
    }
    note_visit(leaf, {r.e.begin(), r.e.end()});
    try {
      return invoke(system_at(leaf), leaf, r).does;
    } catch (const RuntimeError& error) {
      failed = error;
      return {};
    }
  }

  /// Whether these may be entities and cells of a match of q⃗: values are there where they have to be, of their types.
  [[nodiscard]] bool is_told(const QueryVector& q, const Match& r) const {
    std::vector<CellOf> cells;
    for (std::size_t j = 0; j < q.size(); ++j) list_cells(q[j], j, cells);
    if (r.e.size() != q.size() || r.w.size() != cells.size()) return false;
    for (std::size_t k = 0; k < cells.size(); ++k) {
      const bool fits =
          r.w[k] ? cells[k].allowed && has_type(*r.w[k], case_.program.schema[cells[k].i].type) : !cells[k].required;
      if (!fits) return false;
    }
    return true;
  }

  const System& system_at(Leaf leaf) const { return *table_.nodes[table_.leaves[leaf % schedule_.leaves()]].s; }
  void note_visit(Leaf leaf, std::vector<Entity> e) {
    driven_.order.push_back({leaf, system_at(leaf).name, std::move(e)});
  }

  /// The reference run of a frame from c: what is done, in its order.
  std::vector<Invoked> reference(Leaf first, std::vector<Expected>& expected) {
    return reference(c_, table_.nodes.size() - 1, first, expected);
  }
  std::vector<Invoked> reference(const State& c, std::size_t at, Leaf first, std::vector<Expected>& expected) {
    const SeriesParallel::Node& node = table_.nodes[at];
    if (node.is_leaf()) {
      std::vector<Invoked> all = performed_at(c, node, first + node.leaf);
      for (const Invoked& one : all) expected.push_back({first + node.leaf, one.e, one.w, one.does});
      return all;
    }
    return deep([&] {
      std::vector<Invoked> all = reference(c, node.left, first, expected);
      State c_ = c;
      if (node.kind == SeriesParallel::Kind::Then)
        for (const Invoked& one : all) c_ = after(std::move(c_), one.m);
      std::vector<Invoked> more = reference(c_, node.right, first, expected);
      std::move(more.begin(), more.end(), std::back_inserter(all));
      return all;
    });
  }

  const EngineCase& case_;
  const Schedule& schedule_;
  const SeriesParallel table_;
  Engine& engine_;
  Level level_;
  const EngineDescription& description_;
  std::size_t limit_;
  std::shared_ptr<Entities> entities_;
  Names names_;
  Driven driven_;
  Environment env_;
  State c_;  // where the calculus has got to
  std::uint64_t frame_ = 0;
  std::string leaf_;  // the one that is performed: "conc(inertia), leaf 0"
  std::mutex mutex_;
  std::string asked_wrongly_;  // by an engine that performs schedules
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
