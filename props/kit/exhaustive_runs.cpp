// The ends of all runs, as the calculus has them (D5) and where the state is shared (D8).
#include <algorithm>

#include "props/kit/exhaustive.hpp"
#include "semantics/system.hpp"

namespace coreecs::exhaustive {

// Runs that observe the state anew

namespace {

/// A schedule under way. `own` is the state at its start changed by its own mutations so far.
struct Running {
  using Pointer = std::shared_ptr<const Running>;

  const Schedule* z;
  Leaf first;
  State own;
  std::vector<Update> mutations = {};                // conc: those not yet performed; seq: the next one
  std::vector<std::vector<Entity>> candidates = {};  // seq: matches not yet visited
  Pointer left = nullptr, right = nullptr;  // ∥: both sides; ⨟: the left side until it has ended, then the right
};

/// A mutation that can be performed next, and what is under way then, or how that fails.
struct Step {
  Update m;
  std::variant<Running::Pointer, RuntimeError> next;
};

class Interpreter {
 public:
  explicit Interpreter(const Environment& env) : env_(env) {}

  Running::Pointer start(const Schedule& z, const State& c, Leaf first) const {
    Running now{&z, first, c};
    std::visit(Clauses{
                   [&](const Conc& z) {
                     const Matches r = query(z.s->q, c, env_);
                     for (std::size_t j = 0; j < r.size(); ++j)
                       now.mutations.push_back(invoke(*z.s, r[j], {env_, first}));
                   },
                   [&](const Seq& z) {
                     const Matches r = query(z.s->q, c, env_);
                     for (std::size_t j = 0; j < r.size(); ++j)
                       now.candidates.emplace_back(r[j].e.begin(), r[j].e.end());
                     visit_next(*z.s, now);
                   },
                   [&](const Par& z) {
                     now.left = start(z.left, c, first);
                     now.right = start(z.right, c, first + z.left.leaves());
                   },
                   [&](const Then& z) { now = then(now, z, start(z.left, c, first)); },
               },
               z.form());
    return std::make_shared<const Running>(std::move(now));
  }

  static bool ended(const Running& z) {
    return z.mutations.empty() && (!z.left || ended(*z.left)) && (!z.right || ended(*z.right));
  }

  std::vector<Step> steps(const Running& at) const {
    std::vector<Step> steps;
    const auto add = [&](const Update& m, const auto& change) {
      Running next = at;
      next.own = after(std::move(next.own), m);
      try {
        change(next);
        steps.push_back({m, std::make_shared<const Running>(std::move(next))});
      } catch (const RuntimeError& error) {
        steps.push_back({m, error});
      }
    };
    const auto add_side = [&](const Running& side, const auto& change) {
      for (const Step& step : this->steps(side))
        add(step.m, [&](Running& next) {
          if (const RuntimeError* error = std::get_if<RuntimeError>(&step.next)) throw *error;
          change(next, std::get<Running::Pointer>(step.next));
        });
    };
    std::visit(Clauses{
                   [&](const Conc&) {
                     for (std::size_t j = 0; j < at.mutations.size(); ++j)
                       add(at.mutations[j], [&](Running& next) {
                         next.mutations.erase(next.mutations.begin() + static_cast<std::ptrdiff_t>(j));
                       });
                   },
                   [&](const Seq& z) {
                     if (!at.mutations.empty())
                       add(at.mutations.front(), [&](Running& next) { visit_next(*z.s, next); });
                   },
                   [&](const Par&) {
                     add_side(*at.left, [](Running& next, const auto& side) { next.left = side; });
                     add_side(*at.right, [](Running& next, const auto& side) { next.right = side; });
                   },
                   [&](const Then& z) {
                     if (at.left)
                       add_side(*at.left, [&](Running& next, const auto& side) { next = then(next, z, side); });
                     else
                       add_side(*at.right, [](Running& next, const auto& side) { next.right = side; });
                   },
               },
               at.z->form());
    return steps;
  }

 private:
  // The next match that still is one (D2).
  void visit_next(const System& s, Running& now) const {
    now.mutations.clear();
    while (now.mutations.empty() && !now.candidates.empty()) {
      const std::vector<Entity> e = std::move(now.candidates.front());
      now.candidates.erase(now.candidates.begin());
      std::vector<Cell> w;
      if (query_at(s.q, now.own, e, w)) now.mutations.push_back(invoke(s, {e, w}, {env_, now.first}));
    }
  }

  Running then(Running now, const Then& z, const Running::Pointer& left) const {
    now.left = left;
    if (!ended(*left)) return now;
    now.left = nullptr;
    now.right = start(z.right, left->own, now.first + z.left.leaves());
    return now;
  }

  const Environment& env_;
};

}  // namespace

namespace {

/// The ends of runs, without those that are equal to an earlier one.
struct Ended {
  std::vector<End> found = {};
  std::size_t runs = 0;

  void meet(End end) {
    ++runs;
    const auto same = [&](const End& other) {
      const State* c = std::get_if<State>(&end);
      const State* c2 = std::get_if<State>(&other);
      return c && c2 ? *c == *c2 : !c && !c2;
    };
    if (std::none_of(found.begin(), found.end(), same)) found.push_back(std::move(end));
  }
};

}  // namespace

std::optional<std::vector<End>> ends(const State& c, const Schedule& z, const Environment& env, std::size_t limit) {
  const Interpreter interpreter(env);
  Ended ended;
  const auto go_on = [&](const auto& self, const Running& at, const State& c) -> void {
    if (Interpreter::ended(at)) return ended.meet(c);
    for (const Step& step : interpreter.steps(at)) {
      if (ended.runs > limit) return;
      if (const RuntimeError* error = std::get_if<RuntimeError>(&step.next))
        ended.meet(*error);
      else
        self(self, *std::get<Running::Pointer>(step.next), after(c, step.m));
    }
  };
  try {
    go_on(go_on, *interpreter.start(z, c, 0), c);
  } catch (const RuntimeError& error) {
    ended.meet(error);
  }
  if (ended.runs > limit) return std::nullopt;
  return ended.found;
}

// Executions that share the state

namespace {

/// A schedule under way, where it has got to.
struct Sharing {
  const Schedule* z;
  Leaf first;
  bool started = false;
  std::vector<Update> mutations = {};                // observed, not yet performed
  std::vector<std::vector<Entity>> candidates = {};  // seq: not yet observed
  std::vector<Sharing> sides = {};  // ∥: both; ⨟: the left one and, when that has ended, the right one

  static Sharing at(const Schedule& z, Leaf first) {
    Sharing at{&z, first};
    if (const Par* par = std::get_if<Par>(&z.form()))
      at.sides = {Sharing::at(par->left, first), Sharing::at(par->right, first + par->left.leaves())};
    if (const Then* then = std::get_if<Then>(&z.form())) at.sides = {Sharing::at(then->left, first)};
    at.started = !at.sides.empty();
    return at;
  }
  [[nodiscard]] bool ended() const {
    return started && mutations.empty() && candidates.empty() &&
           std::all_of(sides.begin(), sides.end(), [](const Sharing& side) { return side.ended(); });
  }

  using Visit = std::function<void(const Sharing&, const State&)>;
  /// Calls visit with each step done. Throws what a system throws.
  void steps(const State& c, const Environment& env, const Visit& visit, const std::function<void()>& failed) const {
    const auto step = [&](const auto& change) {
      Sharing next = *this;
      State then = c;
      try {
        change(next, then);
      } catch (const RuntimeError&) {
        return failed();
      }
      visit(next, then);
    };
    const auto of_side = [&](std::size_t side) {
      sides[side].steps(
          c, env,
          [&](const Sharing& done, const State& then) {
            Sharing next = *this;
            next.sides[side] = done;
            const Then* series = std::get_if<Then>(&z->form());
            if (series && next.sides.size() == 1 && done.ended())
              next.sides.push_back(at(series->right, first + series->left.leaves()));
            visit(next, then);
          },
          failed);
    };
    std::visit(Clauses{
                   [&](const Conc& z) {
                     if (!started)
                       return step([&](Sharing& next, State& c) {
                         const Matches r = query(z.s->q, c, env);
                         next.started = true;
                         for (std::size_t j = 0; j < r.size(); ++j)
                           next.mutations.push_back(invoke(*z.s, r[j], {env, first}));
                       });
                     for (std::size_t j = 0; j < mutations.size(); ++j)
                       step([&](Sharing& next, State& c) {
                         c = after(c, mutations[j]);
                         next.mutations.erase(next.mutations.begin() + static_cast<std::ptrdiff_t>(j));
                       });
                   },
                   [&](const Seq& z) {
                     step([&](Sharing& next, State& c) {
                       if (!started) {
                         const Matches r = query(z.s->q, c, env);
                         next.started = true;
                         for (std::size_t j = 0; j < r.size(); ++j)
                           next.candidates.emplace_back(r[j].e.begin(), r[j].e.end());
                       } else if (!mutations.empty()) {
                         c = after(c, mutations.front());
                         next.mutations.clear();
                       } else {
                         std::vector<Cell> w;
                         next.candidates.erase(next.candidates.begin());
                         if (query_at(z.s->q, c, candidates.front(), w))
                           next.mutations.push_back(invoke(*z.s, {candidates.front(), w}, {env, first}));
                       }
                     });
                   },
                   [&](const Par&) {
                     for (std::size_t side : {0, 1})
                       if (!sides[side].ended()) of_side(side);
                   },
                   [&](const Then&) { of_side(sides.size() - 1); },
               },
               z->form());
  }
};

}  // namespace

std::optional<std::vector<End>> shared_ends(const State& c, const Schedule& z, const Environment& env,
                                            std::size_t limit) {
  Ended ended;
  std::vector<std::pair<Sharing, State>> open{{Sharing::at(z, 0), c}};
  while (!open.empty() && ended.runs <= limit) {
    const auto [at, here] = std::move(open.back());
    open.pop_back();
    if (at.ended())
      ended.meet(here);
    else
      at.steps(
          here, env, [&](const Sharing& next, const State& then) { open.emplace_back(next, then); },
          [&] { ended.meet(RuntimeError("", {}, "", "")); });
  }
  if (ended.runs > limit) return std::nullopt;
  return ended.found;
}

}  // namespace coreecs::exhaustive
