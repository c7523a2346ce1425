#include "interp/archetypes/archetype/run.hpp"

#include <algorithm>

#include "interp/archetypes/archetype/operations.hpp"
#include "interp/base/interrupt.hpp"
#include "semantics/archetype/system.hpp"
#include "semantics/archetype/term.hpp"

namespace coreecs::archetype {

namespace {

/// Evaluates a term part by part with the rules, to find where it is stuck, or where it stages an event.
class Walk {
 public:
  Walk(Heap H, const Environment& env, std::optional<std::size_t> event = {})
      : H_(std::move(H)), env_(env), event_(event) {}

  /// The term's value, or nothing after the search has succeeded.
  std::optional<Term> operator()(const Term& t, const Origin& origin) {
    const auto at = [&](std::size_t i) { return i < origin.parts().size() ? origin.parts()[i] : origin; };
    return match(
        t.form(), [&](const Literal&) -> std::optional<Term> { return t; },
        [&](const Variable&) -> std::optional<Term> { return found(origin, {}); },
        [&](const If& form) -> std::optional<Term> {
          const std::optional<Term> v = (*this)(form.t, at(0));
          if (!v) return std::nullopt;
          if (!stepped(If{*v, form.t1, form.t2}, origin)) return std::nullopt;
          const bool holds = value(*v)->v == Value(true);
          return (*this)(holds ? form.t1 : form.t2, at(holds ? 1 : 2));
        },
        [&](const Sequence& form) -> std::optional<Term> {
          const std::optional<Term> v = (*this)(form.t1, at(0));
          if (!v || !stepped(Sequence{*v, form.t2}, origin)) return std::nullopt;
          return (*this)(form.t2, at(1));
        },
        [&](const Read&) { return of_parts(t, origin, 0); }, [&](const Write&) { return of_parts(t, origin, 0); },
        [&](const Staged& form) { return of_parts(t, origin, first(form.evt)); },
        [&](const Immediate& form) { return of_parts(t, origin, first(form.evt)); },
        [&](const Apply&) { return of_parts(t, origin, 0); });
  }

  [[nodiscard]] const std::optional<Origin>& place() const { return place_; }
  [[nodiscard]] const std::string& why() const { return why_; }

 private:
  /// The first part of an event that is evaluated before the event (A13).
  [[nodiscard]] std::size_t first(const Event& evt) const {
    return std::holds_alternative<Create>(evt) || env_.rules.events_are_contexts ? 0 : 1;
  }

  std::optional<Term> of_parts(const Term& t, const Origin& origin, std::size_t first) {
    std::vector<Term> values = parts(t);
    for (std::size_t i = first; i < values.size(); ++i) {
      const std::optional<Term> v = (*this)(values[i], i < origin.parts().size() ? origin.parts()[i] : origin);
      if (!v) return std::nullopt;
      values[i] = *v;
    }
    return stepped(with_parts(t, std::move(values)), origin);
  }

  /// One step of the calculus.
  std::optional<Term> stepped(const Term& t, const Origin& origin) {
    OrStuck<Configuration> next = reduce({H_, t, std::move(q_)}, env_);
    if (stuck(next)) return found(origin, t);
    auto& c = std::get<Configuration>(next);
    H_ = std::move(c.H);
    q_ = std::move(c.q);
    if (event_ && q_.size() > *event_) return found(origin, {});
    return std::move(c.t);
  }

  std::nullopt_t found(const Origin& origin, const std::optional<Term>& t) {
    place_ = origin;
    const Apply* operation = t ? std::get_if<Apply>(&t->form()) : nullptr;
    if (operation) {
      std::vector<Value> v;
      for (const Term& operand : operation->t) v.push_back(value(operand)->v);
      why_ = why_undefined(*operation->o, v);
    }
    return std::nullopt;
  }

  Heap H_;
  Queue q_;
  const Environment& env_;
  std::optional<std::size_t> event_;
  std::optional<Origin> place_;
  std::string why_;
};

/// Calls `visit` for each call that a system makes from H, in its order, with the heap of that call, until `visit`
/// returns true.
bool for_each_call(const Heap& H, const Leaf& leaf, const Environment& env,
                   const std::function<bool(const Heap&, std::span<const Entity>)>& visit) {
  const Tuples es = entities(H, leaf.function->A, env);
  const std::vector<Tuples> threads = leaf.parallel ? split(es, env) : std::vector{es};
  for (const Tuples& thread : threads) {
    Heap at = H;
    for (std::size_t i = 0; i < thread.size(); ++i) {
      if (visit(at, thread[i])) return true;
      Tuples one(thread[i].size());
      one.push_back(thread[i]);
      OrStuck<Produced> produced = iterate(std::move(at), *leaf.function, one, env);
      if (stuck(produced)) return false;
      at = std::move(std::get<Produced>(produced).H);
    }
  }
  return false;
}

/// The system at this place of a step.
Leaf leaf_at(const System& s, const std::vector<std::size_t>& place) {
  const std::vector<Leaf> all = leaves(s);
  const auto at = std::find_if(all.begin(), all.end(), [&](const Leaf& leaf) { return leaf.place == place; });
  return at == all.end() ? all.front() : *at;
}

class Locating {
 public:
  Locating(const Program& program, const Environment& env) : program_(program), env_(env) {}

  /// Locates a failure at a state, in a frame that began at another state.
  Failure failure(const State& began, const State& w, Stuck stuck) {
    Failure failure;
    failure.step = w.fr.done();
    std::vector<std::size_t> place = {failure.step};
    place.insert(place.end(), stuck.s.begin(), stuck.s.end());
    failure.part = part(program_, place);
    failure.x = stuck.x;
    const System* s = std::get_if<System>(&w.fr.steps().front());
    if (s && !stuck.x.empty()) {
      const Leaf leaf = leaf_at(*s, stuck.s);
      for_each_call(w.H, leaf, env_, [&](const Heap& H, std::span<const Entity> x) {
        if (!std::equal(x.begin(), x.end(), stuck.x.begin(), stuck.x.end())) return false;
        walk(Walk(H, env_), *leaf.function, x, failure);
        return true;
      });
    } else if (stuck.event) {
      staged(began, *stuck.event, failure);
    }
    failure.stuck = std::move(stuck);
    return failure;
  }

 private:
  void walk(Walk walk, const Function& f, std::span<const Entity> x, Failure& failure) const {
    if (!failure.part.index) return;
    const Origin& origin = program_.origins[*failure.part.index];
    failure.part.at = origin.at();
    (void)walk(substitute(x, f.t), origin);
    if (walk.place()) failure.part.at = walk.place()->at();
    failure.why = walk.why();
  }

  /// Finds what staged this event of the queue by running the frame once more.
  void staged(State w, std::size_t event, Failure& failure) const {
    std::size_t since = 0;  // the step after the last sync
    for (std::size_t k = 0; k < failure.step; ++k)
      if (std::holds_alternative<Sync>(program_.frame.steps()[k])) since = k + 1;
    while (w.fr.done() < failure.step) {
      const State before = w;
      OrStuck<State> next = archetype::step(std::move(w), env_);
      if (stuck(next)) return;
      w = std::get<State>(std::move(next));
      const std::size_t number = before.fr.done();
      if (number >= since && w.q.size() > event)
        return staged_by(before.H, std::get<System>(before.fr.steps().front()), number, event - before.q.size(),
                         failure);
    }
  }
  void staged_by(const Heap& H, const System& s, std::size_t step, std::size_t event, Failure& failure) const {
    for (const Leaf& leaf : leaves(s)) {
      const bool found = for_each_call(H, leaf, env_, [&](const Heap& at, std::span<const Entity> x) {
        Tuples one(x.size());
        one.push_back(x);
        const OrStuck<Produced> produced = iterate(at, *leaf.function, one, env_);
        if (stuck(produced)) return true;
        const std::size_t count = std::get<Produced>(produced).q.size();
        if (event >= count) {
          event -= count;
          return false;
        }
        std::vector<std::size_t> place = {step};
        place.insert(place.end(), leaf.place.begin(), leaf.place.end());
        const std::string at_step = failure.part.step;
        failure.part = part(program_, place);
        failure.part.step = at_step;
        failure.x.assign(x.begin(), x.end());
        walk(Walk(at, env_, event), *leaf.function, x, failure);
        return true;
      });
      if (found) return;
    }
  }

  const Program& program_;
  const Environment& env_;
};

}  // namespace

Outcome run(const Program& program, const Environment& env, std::uint64_t frames,
            const std::function<void(std::uint64_t, const Heap&)>& frame,
            const std::function<void(const Stepped&)>& step) {
  Outcome outcome{{program.start, program.frame}};
  for (std::uint64_t k = 1; k <= frames; ++k) {
    const State began = {outcome.w.H, program.frame};
    State w = began;
    while (!w.fr.empty()) {
      interrupt::poll();
      const std::size_t number = w.fr.done();
      OrStuck<State> next = archetype::step(w, env);
      if (const Stuck* at = stuck(next)) {
        outcome.failure = Locating(program, env).failure(began, w, *at);
        outcome.failure->frame = k;
        outcome.w = std::move(w);
        return outcome;
      }
      if (step) step({k, number, w, std::get<State>(next)});
      w = std::get<State>(std::move(next));
    }
    outcome.w = std::move(w);
    outcome.frames = k;
    if (frame) frame(k, outcome.w.H);
  }
  return outcome;
}

std::string in_words(const Stuck& stuck, const std::string& why, const Program& program, const Names& names) {
  const std::string e = stuck.e ? names(*stuck.e) : "it";
  const std::string C = stuck.C ? program.schema[*stuck.C].name : "";
  const std::string A = stuck.A ? show(*stuck.A, program.schema) : "";
  const bool gone = stuck.premise == "e ∈ 𝓗[A]" && stuck.e;
  if (!why.empty()) return why;
  if (gone && stuck.rule.rfind("reduce/", 0) == 0) return e + " is in no table: it is gone";
  if (gone) return "the event is about " + e + ", which is in no table: it is gone";
  if (stuck.premise == "C ∈ A") return e + " is in the table of " + A + ", and has no " + C;
  if (stuck.rule == "reduce/seq") return "the term before a semicolon must yield (), but yields another value";
  if (stuck.rule == "reduce/if-true") return "a condition must yield true or false, but yields another value";
  if (stuck.rule == "archetype/no-conflict") return "the system uses " + A + ", which staged events will change";
  if (stuck.rule == "evaluate/task-p") return "it uses " + A + ", and so does a system beside it";
  if (stuck.rule == "archetype/merge" && stuck.e) return "two threads leave " + e + " differently";
  if (stuck.rule == "archetype/merge") return "a thread changed a table";
  if (stuck.premise == "t is an entity") return "the event is about a term that was not evaluated, or is no entity";
  if (stuck.premise == "v is an entity") return "only an entity has components; this is another value";
  return {};
}

}  // namespace coreecs::archetype
