// Two engines as they are commonly built do what the calculus says, whatever order they choose.
#include <doctest/doctest.h>

#include <map>
#include <mutex>
#include <nlohmann/json.hpp>
#include <random>

#include "examples/engines/archetypes.hpp"
#include "examples/engines/sparse_sets.hpp"
#include "interp/oracle/generate.hpp"
#include "interp/oracle/lines.hpp"
#include "semantics/mutation.hpp"

using namespace coreecs;

namespace {

/// What a mutation writes, one after the other; all components of an entity detached are one step.
struct Steps {
  std::size_t labels;
  Operations all = {};
  std::size_t detached = 0;  // so many labels of one entity, from 0, by the last of these

  void write(Location l, const std::optional<Value>& k) {
    if (k) {
      all.emplace_back(Attach{l.i, l.e, *k});
      detached = 0;
      return;
    }
    const auto* last = detached ? std::get_if<Detach>(&all.back()) : nullptr;
    detached = last && last->e == l.e && l.i == detached ? detached + 1 : l.i == 0;
    all.emplace_back(Detach{l.i, l.e});
    if (detached != labels) return;
    all.resize(all.size() - labels, Detach{});
    all.emplace_back(Destroy{l.e});
    detached = 0;
  }
};

void perform(State& c, const Operations& operations) {
  for (const Operation& operation : operations)
    std::visit(Clauses{[&](const Attach& m) {
                         c.write({m.e, m.i}, m.k);
                       },
                       [&](const Detach& m) {
                         c.write({m.e, m.i}, std::nullopt);
                       },
                       [&](const Destroy& m) {
                         for (Label i = 0; i < c.labels(); ++i) c.write({m.e, i}, std::nullopt);
                       }},
               operation);
}

struct Invocation {
  std::vector<Entity> e;
  std::vector<Cell> w;
  Operations does;
};
/// What an engine asked for, by leaf, in the order in which it asked.
using Trace = std::map<Leaf, std::vector<Invocation>>;

/// The systems of a program, asked by several threads at once.
class Systems {
 public:
  Systems(const Program& program, const Schedule& z) : labels_(program.schema.size()) { note(z); }

  Operations operator()(Leaf leaf, const Match& r) {
    const std::lock_guard lock(mutex_);
    if (++asked_ > most) throw std::runtime_error("this case is too large");
    Steps steps{labels_};
    Fresh fresh(leaf, r.e, env_);
    coreecs::perform(steps, at(leaf).f(r), fresh);
    trace.try_emplace(leaf).first->second.push_back({{r.e.begin(), r.e.end()}, {r.w.begin(), r.w.end()}, steps.all});
    return steps.all;
  }
  const System& at(Leaf leaf) const { return *systems_[leaf % systems_.size()]; }

  Trace trace;
  Entities entities;

 private:
  static constexpr int most = 400;

  void note(const Schedule& z) {
    const auto both = [this](const auto& z) {
      note(z.z);
      note(z.z_);
    };
    match(
        z.form(), [&](const Conc& z) { systems_.push_back(z.s); }, [&](const Seq& z) { systems_.push_back(z.s); },
        [&](const Then& z) { both(z); }, [&](const Par& z) { both(z); });
  }

  std::size_t labels_;
  std::vector<std::shared_ptr<const System>> systems_;
  Environment env_ = by_occurrence(entities);
  int asked_ = 0;
  std::mutex mutex_;
};

using Vectors = std::set<std::vector<Entity>>;

Vectors matches(const QueryVector& q, const State& c) {
  const Matches all = query(q, c, {});
  Vectors vectors;
  for (std::size_t j = 0; j < all.size(); ++j) vectors.emplace(all[j].e.begin(), all[j].e.end());
  return vectors;
}

bool observes(const QueryVector& q, const State& c, const Invocation& u) {
  std::vector<Cell> w;
  return query_at(q, c, u.e, w) && w == u.w;
}

/// Whether an engine may ask for this at c, where c is what the branch sees; makes c what it sees afterwards. What was
/// done is added to `all`.
bool legal(const Schedule& z, Leaf first, State& c, const Trace& trace, Operations& all) {
  static const std::vector<Invocation> none;
  const auto found = trace.find(first);
  const std::vector<Invocation>& asked = found == trace.end() ? none : found->second;
  const auto add = [&](const Operations& more) { all.insert(all.end(), more.begin(), more.end()); };
  return match(
      z.form(),
      [&](const Conc& z) {
        Vectors left = matches(z.s->q, c);
        const State start = c;
        for (const Invocation& u : asked) {
          if (left.erase(u.e) == 0 || !observes(z.s->q, start, u)) return false;
          perform(c, u.does);
          add(u.does);
        }
        return left.empty();
      },
      [&](const Seq& z) {
        Vectors left = matches(z.s->q, c);
        Vectors kept = left;  // those that have matched all the time
        for (const Invocation& u : asked) {
          if (left.erase(u.e) == 0 || !observes(z.s->q, c, u)) return false;
          kept.erase(u.e);
          perform(c, u.does);
          add(u.does);
          std::vector<Cell> w;
          for (auto e = kept.begin(); e != kept.end();) e = query_at(z.s->q, c, *e, w) ? std::next(e) : kept.erase(e);
        }
        return kept.empty();
      },
      [&](const Then& z) {
        return legal(z.z, first, c, trace, all) && legal(z.z_, first + z.z.leaves(), c, trace, all);
      },
      [&](const Par& z) {
        Operations did;
        State left = c, right = c;
        if (!legal(z.z, first, left, trace, did) || !legal(z.z_, first + z.z.leaves(), right, trace, did)) return false;
        perform(c, did);
        add(did);
        return true;
      });
}

void set(Engine& engine, const State& c) {
  for (Label i = 0; i < c.labels(); ++i)
    for (const auto& [e, k] : c[i]) engine.apply({Attach{i, e, k}});
}

/// Whether it does what a case says, on its own and leaf by leaf.
bool performs(Engine& engine, const EngineCase& of) {
  const Schedule& z = std::find_if(of.program.schedules.begin(), of.program.schedules.end(), [&](const auto& schedule) {
                        return schedule.name == of.schedule;
                      })->z;
  Systems systems(of.program, z);
  const Respond respond = [&](Leaf leaf, const Match& r) { return systems(leaf, r); };
  Names names(of.program.entities);
  engine.reset(of.program.schema, names, systems.entities);
  set(engine, of.program.start);
  State c = engine.dump();
  if (c != of.program.start) return false;
  for (Leaf frame = 0; frame < of.frames; ++frame) {
    engine.frame(z, frame * z.leaves(), respond, {});
    Operations all;
    if (!legal(z, frame * z.leaves(), c, systems.trace, all) || engine.dump() != c) return false;
    for (Leaf leaf = 0; leaf < z.leaves(); ++leaf) {
      const QueryVector& q = systems.at(leaf).q;
      std::vector<std::vector<Entity>> found = engine.match(q);
      if (Vectors(found.begin(), found.end()) != matches(q, c) || found.size() != matches(q, c).size()) return false;
    }
  }
  const Leaf next = of.frames * z.leaves();
  for (Leaf leaf = next; leaf < next + z.leaves(); ++leaf)
    for (const Schedule& one : {conc(systems.at(leaf)), seq(systems.at(leaf))}) {
      systems.trace.clear();
      engine.run(one, leaf, respond);
      Operations all;
      if (!legal(one, leaf, c, systems.trace, all) || engine.dump() != c) return false;
    }
  return true;
}

/// The case of this number, of all shapes in turn.
const EngineCase& random_case(std::uint64_t number) {
  static std::map<std::uint64_t, EngineCase> made;
  if (const auto known = made.find(number); known != made.end()) return known->second;
  const auto line = generate(7, number, {.shape = shapes[number % std::size(shapes)].shape});
  REQUIRE(line);
  auto read = read_case(line->dump());
  REQUIRE(read.index() == 0);
  return made.emplace(number, std::get<0>(std::move(read))).first->second;
}

/// The number of the first case in which an engine does something else; `cases` where there is none.
std::uint64_t first_difference(Engine& engine, std::uint64_t cases) {
  for (std::uint64_t k = 0; k < cases; ++k) {
    try {
      if (!performs(engine, random_case(k))) return k;
    } catch (const std::runtime_error&) {  // too large, or f_s is undefined in the order that it chose
    }
  }
  return cases;
}

// A state that changes, and queries that stay.

Entity some_entity(Dice& dice) { return Entity(dice.below(6)); }

Operation some_operation(Dice& dice, const Schema& K) {
  const Label i = static_cast<Label>(dice.below(K.size()));
  const Entity e = some_entity(dice);
  if (dice.percent(10)) return Destroy{e};
  if (dice.percent(40)) return Detach{i, e};
  return Attach{i, e, K[i].type.kind == Type::Kind::Unit ? Value() : Value(static_cast<int>(dice.below(100)))};
}

Query some_query(Dice& dice, const Schema& K) {
  std::vector<Query> conjuncts;
  for (std::size_t n = 1 + dice.below(3); n > 0; --n) {
    const Label i = static_cast<Label>(dice.below(K.size()));
    const std::size_t kind = dice.below(3);
    conjuncts.push_back(kind == 0 ? Query(Incl{i}) : kind == 1 ? Query(Excl{i}) : Query(Anyway{i}));
  }
  return And{conjuncts};
}

/// The same for operations, and for queries that are asked between them.
std::uint64_t first_wrong_answer(Engine& engine, std::uint64_t cases) {
  const Schema K = {{"Tag", {}}, {"A", Type::Kind::Int}, {"B", Type::Kind::Int}, {"Mark", {}}, {"C", Type::Kind::Int}};
  for (std::uint64_t k = 0; k < cases; ++k) {
    std::mt19937_64 numbers(k);
    Dice dice([&] { return numbers(); });
    std::vector<QueryVector> queries(4);
    for (QueryVector& q : queries)
      for (std::size_t n = 1 + dice.below(2); n > 0; --n) q.push_back(some_query(dice, K));
    Names names({});
    Entities entities;
    engine.reset(K, names, entities);
    State c(K.size());
    for (int step = 0; step < 40; ++step) {
      Operations some;
      for (std::size_t n = 1 + dice.below(3); n > 0; --n) some.push_back(some_operation(dice, K));
      engine.apply(some);
      perform(c, some);
      if (engine.dump() != c) return k;
      const QueryVector& q = dice.one_of(queries);
      std::vector<std::vector<Entity>> found = engine.match(q);
      if (Vectors(found.begin(), found.end()) != matches(q, c) || found.size() != matches(q, c).size()) return k;
    }
  }
  return cases;
}

}  // namespace

// [oracle]
TEST_CASE("engines: what sparse sets and archetypes hold and find is what was done to them") {
  SparseSetEngine sparse_sets;
  CHECK(first_wrong_answer(sparse_sets, 300) == 300);
  ArchetypeEngine archetypes;
  CHECK(first_wrong_answer(archetypes, 300) == 300);
}

// [oracle]
TEST_CASE("engines: sparse sets and archetypes perform random schedules as the calculus says") {
  SparseSetEngine sparse_sets;
  CHECK(first_difference(sparse_sets, 400) == 400);
  ArchetypeEngine archetypes;
  CHECK(first_difference(archetypes, 400) == 400);
}
