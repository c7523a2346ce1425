#include "props/semantics/archetype/programs.hpp"

#include <algorithm>

namespace coreecs::archetype {

namespace {

enum class Mode { Staged, Immediate, None };

std::shared_ptr<const Operation> operation(std::string name, std::vector<Tau> takes, Tau yields,
                                           std::optional<Value> (*delta)(std::span<const Value>)) {
  return std::make_shared<const Operation>(Operation{std::move(name), std::move(takes), std::move(yields), delta});
}
std::optional<Value> first_field(std::span<const Value> v) { return v[0].as<Record>().fields()[0]; }
std::int64_t integer_of(const Value& v) { return v.as<std::int64_t>(); }
// Under the names, and with the meaning, that they have in documents (interp/archetypes/archetype/operations.hpp).
const auto get_n = operation(".n", {P}, Primitive::Int, first_field);
const auto get_b = operation(".b", {F}, Primitive::Bool, first_field);
const auto make_p = operation("P", {Primitive::Int}, P,
                              [](std::span<const Value> v) -> std::optional<Value> { return Value(Record{v[0]}); });
const auto plus = operation(
    "+", {Primitive::Int, Primitive::Int}, Primitive::Int,
    [](std::span<const Value> v) -> std::optional<Value> { return Value(integer_of(v[0]) + integer_of(v[1])); });
const auto mod = operation(
    "mod", {Primitive::Int, Primitive::Int}, Primitive::Int,
    [](std::span<const Value> v) -> std::optional<Value> { return Value(integer_of(v[0]) % integer_of(v[1])); });
const auto less = operation(
    "<", {Primitive::Int, Primitive::Int}, Primitive::Bool,
    [](std::span<const Value> v) -> std::optional<Value> { return Value(integer_of(v[0]) < integer_of(v[1])); });

class Builder {
 public:
  Builder(const Choices& choices, const Rules& rules, bool entangled)
      : choices_(choices), rules_(rules), entangled_(entangled) {}

  State state() {
    State w{heap(), {}, {}};
    std::vector<Step> steps;
    for (std::size_t n = 1 + choose(6); n > 0; --n) add_step(w, steps);
    steps.emplace_back(Sync{});
    w.fr = Frame(steps);
    for (std::size_t n = choose(4) == 3 ? 1 + choose(2) : 0; n > 0; --n) {
      State with_event = w;
      with_event.q.push_back(queued(w.H));
      if (!check(with_event, small_schema(), {.rules = rules_})) w = std::move(with_event);
    }
    return w;
  }

 private:
  std::size_t choose(std::size_t n) { return at_ < choices_.size() ? choices_[at_++] % n : 0; }

  AType archetype() {
    AType A;
    const std::size_t bits = entangled_ ? choose(3) == 2 ? choose(16) : choose(4) : 1 + choose(15);
    for (Label C = 0; C < small_schema().size(); ++C)
      if (bits >> C & 1) A.insert(C);
    return A;
  }
  Value any_value(Label C) {
    if (C == P) return p(static_cast<int>(choose(4)));
    return C == F ? f(choose(2) == 0) : tag();
  }
  Heap heap() {
    Heap H(small_schema().size());
    pool_ = {archetype(), archetype(), archetype()};
    const std::size_t n = 1 + choose(6);
    for (std::size_t e = 0; e < n; ++e) {
      std::vector<std::pair<Label, Value>> components;
      for (const Label C : pool_[choose(3)]) components.emplace_back(C, any_value(C));
      add_entity(H, Entity(e), components);
    }
    return H;
  }

  /// One more step that leaves the frame typed, after a sync if it takes one.
  void add_step(const State& w, std::vector<Step>& steps) {
    if (choose(8) == 7) return steps.emplace_back(Sync{}), void();
    const System s = system();
    for (const bool sync_first : {false, true}) {
      std::vector<Step> more = steps;
      if (sync_first) more.emplace_back(Sync{});
      more.emplace_back(s);
      more.emplace_back(Sync{});
      if (check(State{w.H, Frame(more), {}}, small_schema(), {.rules = rules_})) continue;
      more.pop_back();
      steps = std::move(more);
      return;
    }
  }

  /// One of the pool, or with one component type more or less, or any.
  AType near() {
    AType A = pool_[choose(3)];
    const Label C = static_cast<Label>(choose(small_schema().size()));
    switch (entangled_ ? choose(5) / 3 : choose(3)) {
      case 0:
        return A;
      case 1:
        return A.contains(C) ? archetype::without(A, C) : with(A, C);
      default:
        return archetype();
    }
  }
  Function function(Mode mode) {
    std::vector<AType> A = {near()};
    if (entangled_ ? choose(2) == 1 : choose(5) == 4) A.push_back(entangled_ && choose(3) == 2 ? A[0] : near());
    mode_ = mode;
    Gamma_ = Context{{A.begin(), A.end()}};
    return {std::move(A), body()};
  }
  System system() {
    switch (choose(6)) {
      case 0:
      case 1:
      case 2:
        return DataParallel{function(Mode::Staged)};
      case 3:
      case 4:
        return Sequential{function(Mode::Immediate)};
      default: {
        TaskParallel all;
        for (std::size_t n = 2 + choose(2); n > 0; --n) {
          System s = choose(3) == 2 ? System(Sequential{function(Mode::None)}) : DataParallel{function(Mode::Staged)};
          TaskParallel more = all;
          more.s.push_back(s);
          if (!ill_typed(type_of(more, small_schema(), rules_))) all = std::move(more);
        }
        return all;
      }
    }
  }

  /// Statements that are typed one after the other.
  Term body() {
    std::vector<Term> statements;
    for (std::size_t n = 1 + choose(4); n > 0; --n) {
      Context Gamma = Gamma_;
      const Term t = statement(2);
      if (ill_typed(type_of(t, Gamma, small_schema(), rules_))) continue;
      Gamma_ = Gamma;
      statements.push_back(t);
    }
    return sequence(std::move(statements));
  }
  Term statement(int depth) {
    if (entangled_ && choose(3) > 0) return write_some(depth);
    switch (choose(depth > 0 ? 8 : 4)) {
      case 0:
      case 1:
      case 2:
        return mode_ == Mode::None ? write_some(depth) : event_term();
      case 3:
        return write_some(depth);
      case 4:
        return then(statement(depth - 1), statement(depth - 1));
      case 5:
      case 6:
        return If{condition(), statement(depth - 1), choose(2) == 0 ? unit() : statement(depth - 1)};
      default:
        return Read{variable(), some_of(variable_type())};
    }
  }
  Term write_some(int depth) {
    const Term x = variable();
    const Label C = some_of(variable_type());
    return Write{x, C, choose(6) == 5 ? Term(Write{x, C, component_term(C, depth)}) : component_term(C, depth)};
  }
  Term condition() {
    if (choose(3) == 0) return boolean(choose(2) == 0);
    if (const std::optional<Term> x = with_component(F)) return Apply{get_b, {Read{*x, F}}};
    return Apply{less, {integer(2), integer(2)}};
  }
  Term integer(int depth) {
    const std::optional<Term> x = with_component(P);
    if (x && (choose(2) == 1 || (entangled_ && choose(2) == 1))) return Apply{get_n, {Read{*x, P}}};
    if (depth > 0 && choose(3) == 2)
      return Apply{mod, {Apply{plus, {integer(depth - 1), integer(depth - 1)}}, number(1000)}};
    return number(static_cast<int>(choose(4)));
  }
  Term component_term(Label C, int depth) {
    const std::optional<Term> x = with_component(C);
    if (entangled_ && C == P && choose(2) == 1) return Apply{make_p, {integer(2)}};
    if (entangled_ && C != P && x && choose(2) == 1) return Read{*x, C};
    switch (choose(8)) {
      case 1:
        return x ? Term(Read{*x, C}) : component(C, any_value(C));
      case 2:
        return C == P ? Term(Apply{make_p, {integer(2)}}) : component(C, any_value(C));
      case 3:
        return depth > 0 ? then(statement(0), component_term(C, depth - 1)) : component(C, any_value(C));
      case 4:
        return choose(4) == 3 ? unit() : component(C, any_value(C));  // of a wrong type, where that is not asked for
      default:
        return component(C, any_value(C));
    }
  }
  Event event() {
    if (choose(5) == 4) return created();
    const Term t = entity_term();
    const AType A = variable_type();
    const Label C = static_cast<Label>(choose(small_schema().size()));
    if (choose(4) == 3) return Destroy{t};
    if (A.contains(C)) return Remove{t, C};
    return Add{t, C, component_term(C, 1)};
  }
  Event created() {
    Create evt;
    for (const Label C : near()) evt.components.emplace_back(C, component_term(C, 1));
    return evt;
  }
  Term event_term() { return mode_ == Mode::Staged ? Term(Staged{event()}) : Term(Immediate{event()}); }
  Term entity_term() {
    Term x = variable();
    switch (choose(10)) {
      case 8:
        return then(statement(0), x);
      case 9:
        return If{condition(), x, x};
      default:
        return x;
    }
  }
  Event queued(const Heap& H) {
    const Term e = id(choose(4));
    const AType* A = H.archetype_of(*entity(e));
    const Label C = static_cast<Label>(choose(small_schema().size()));
    if (choose(3) == 2) return Destroy{e};
    if (A && A->contains(C)) return Remove{e, C};
    return Add{e, C, component(C, choose(3) == 2 ? Value(Unit{}) : any_value(C))};
  }

  /// A variable; its type is then the one that is meant.
  Term variable() {
    variable_ = choose(Gamma_.x.size());
    return Variable{variable_};
  }
  AType variable_type() const { return Gamma_.x[variable_].value_or(AType{}); }
  Label some_of(const AType& A) {
    return A.empty() ? P : *std::next(A.begin(), static_cast<std::ptrdiff_t>(choose(A.size())));
  }
  [[nodiscard]] std::optional<Term> with_component(Label C) {
    const std::size_t first = entangled_ ? choose(Gamma_.x.size()) : 0;
    for (std::size_t n = 0; n < Gamma_.x.size(); ++n) {
      const std::size_t x = (first + n) % Gamma_.x.size();
      if (Gamma_.x[x] && Gamma_.x[x]->contains(C)) return Variable{x};
    }
    return std::nullopt;
  }

  const Choices& choices_;
  std::size_t at_ = 0;
  const Rules& rules_;
  bool entangled_;
  std::vector<AType> pool_;
  Mode mode_ = Mode::None;
  Context Gamma_;
  std::size_t variable_ = 0;
};

/// Counts what occurs in a frame.
struct Kinds {
  bool staged = false, immediate = false, nested = false, par = false, task = false, several = false, syncs = false;

  void add(const Function& f) {
    staged |= f.t.facts().stages;
    immediate |= f.t.facts().immediate;
    several |= f.A.size() > 1;
    add(f.t, false);
  }
  void add(const Term& t, bool in_if) {
    const bool is_if = std::holds_alternative<If>(t.form());
    nested |= in_if && is_if;
    for (const Term& part : parts(t)) add(part, in_if || is_if);
  }
  void add(const System& s) {
    match(
        s.form(), [&](const Sequential& s) { add(s.f); },
        [&](const DataParallel& s) {
          par = true;
          add(s.f);
        },
        [&](const TaskParallel& s) {
          task |= s.s.size() > 1;
          for (const System& s_i : s.s) add(s_i);
        });
  }
};

}  // namespace

State well_typed(const Choices& choices, const Rules& rules) { return Builder(choices, rules, false).state(); }
State entangled(const Choices& choices, const Rules& rules) { return Builder(choices, rules, true).state(); }

Environment environment(const Choices& choices, const Rules& rules) {
  Environment env{.rules = rules};
  const std::size_t sum = choices.empty() ? 0 : choices.back();
  env.parts = 1 + sum % 3;
  if (sum % 2 == 1) env.before = [](Entity a, Entity b) { return b < a; };
  if (sum % 5 == 4) env.part = [](std::size_t i, std::size_t) { return i; };
  return env;
}

Found search(Claim claim, const Rules& rules, std::size_t states, unsigned seed) {
  std::mt19937 random(seed);
  for (std::size_t i = 0; i < states; ++i) {
    Choices choices(random() % 300);
    for (std::uint8_t& choice : choices) choice = static_cast<std::uint8_t>(random());
    const State w = well_typed(choices, rules);
    if (std::optional<Refutation> refutation = refute(claim, w, small_schema(), environment(choices, rules)))
      return {std::move(refutation), i};
  }
  return {.refutation = std::nullopt, .before = states};
}

Choices any_choices() {
  return *rc::gen::scale(
      3, rc::gen::container<Choices>(rc::gen::resize(rc::kNominalSize, rc::gen::arbitrary<std::uint8_t>())));
}

bool any_of_events(const State& w, const std::function<bool(const Event&)>& is) {
  const std::function<bool(const Term&)> in_term = [&](const Term& t) {
    const Staged* staged = std::get_if<Staged>(&t.form());
    const Immediate* immediate = std::get_if<Immediate>(&t.form());
    if ((staged && is(staged->evt)) || (immediate && is(immediate->evt))) return true;
    const std::vector<Term> below = parts(t);
    return std::any_of(below.begin(), below.end(), in_term);
  };
  const std::function<bool(const System&)> in_system = [&](const System& s) {
    return match(
        s.form(), [&](const Sequential& s) { return in_term(s.f.t); },
        [&](const DataParallel& s) { return in_term(s.f.t); },
        [&](const TaskParallel& s) { return std::any_of(s.s.begin(), s.s.end(), in_system); });
  };
  return std::any_of(w.q.begin(), w.q.end(), is) ||
         std::any_of(w.fr.steps().begin(), w.fr.steps().end(), [&](const Step& step) {
           const System* s = std::get_if<System>(&step);
           return s && in_system(*s);
         });
}

void note_kinds(const State& w) {
  Kinds kinds;
  std::size_t syncs = 0;
  for (const Step& step : w.fr.steps())
    if (const System* s = std::get_if<System>(&step))
      kinds.add(*s);
    else
      ++syncs;
  note(kinds.staged, "with staged events", 0.25);
  note(kinds.immediate, "with immediate events", 0.1);
  note(kinds.nested, "with an if in an if", 0.02);
  note(kinds.par, "with a data-parallel system", 0.25);
  note(kinds.task, "with a task-parallel system", 0.05);
  note(kinds.several, "with a system of two archetypes", 0.05);
  note(syncs > 1, "with several syncs", 0.1);
  note(!w.q.empty(), "with events in the queue", 0.004);
}

}  // namespace coreecs::archetype
