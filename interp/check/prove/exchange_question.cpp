#include "interp/check/prove/exchange_question.hpp"

#include "interp/check/prove/models.hpp"
#include "interp/check/prove/search.hpp"

namespace coreecs::symbolic {

/// A state that differs from the start under these labels only.
class ExchangeQuestion::Meanwhile : public SymbolicState {
 public:
  Meanwhile(Encoding& to, AnyState& start, AnyState& other, const std::set<Label>& written)
      : SymbolicState(to), start_(start), other_(other), written_(written) {}
  [[nodiscard]] SymbolicCell at(Label i, const z3::expr& e) override {
    return written_.contains(i) ? other_.at(i, e) : start_.at(i, e);
  }

 private:
  AnyState &start_, &other_;
  const std::set<Label>& written_;
};

ExchangeQuestion::ExchangeQuestion(z3::context& z3, const Program& program, Reals reals, const ExchangedTerm& x,
                                   const ExchangedTerm& z, Where where, const std::set<Label>& written)
    : to(z3, program, reals), start(to) {
  SymbolicState& now = any_state(where, written);
  const Performed u = perform(x, x.applied ? any_state(where, written) : now);
  if (x.applied) to.assume(u.is_match);
  const std::vector<SymbolicWrite>& by_u = x.applied ? u.deferred : u.at_once;
  Applied after_u(to, now, by_u);
  const Performed v = perform(z, z.applied ? any_state(where, written) : after_u);
  if (z.applied) to.assume(v.is_match);
  const std::vector<SymbolicWrite>& by_v = z.applied ? v.deferred : v.at_once;
  Applied end(to, after_u, by_v);

  std::vector<z3::expr> errors;  // of the other order
  const Encoding::NotesErrors notes(to, &errors);
  const std::optional<Performed> v2 = z.applied ? std::nullopt : std::optional(perform(z, now, &v));
  const std::vector<SymbolicWrite>& by_v2 = v2 ? v2->at_once : by_v;
  Applied after_v(to, now, by_v2);
  const std::optional<Performed> u2 = x.applied ? std::nullopt : std::optional(perform(x, after_v, &u));
  const std::vector<SymbolicWrite>& by_u2 = u2 ? u2->at_once : by_u;
  Applied other_end(to, after_v, by_u2);

  for (const z3::expr& error : errors) conflicts.push_back(error);
  if (v2) acts_as(z, v, *v2);
  if (u2) acts_as(x, u, *u2);
  leave_the_same(end, other_end, {&by_u, &by_v});
  assume_new(x, u);
  assume_new(z, v);
  for (const z3::expr& one : u.created)
    for (const z3::expr& other : v.created) to.assume(one != other);
}

SymbolicState& ExchangeQuestion::any_state(Where where, const std::set<Label>& written) {
  if (where == Where::AtStart) return start;
  others_.push_back(std::make_unique<AnyState>(to));
  states_.push_back(std::make_unique<Meanwhile>(to, start, *others_.back(), written));
  return *states_.back();
}

/// A match of any entities; or of those of another one, which creates the same entities.
ExchangeQuestion::Performed ExchangeQuestion::perform(const ExchangedTerm& of, SymbolicState& c, const Performed* as) {
  const SymbolicMatch r = match_of(to, *of.term, c, to.truth(true), as ? as->entities : std::vector<z3::expr>());
  const z3::expr is_match = to.all(r.constraints);
  const SymbolicInvocation does = invoke(to, *of.term, r.variables, is_match);
  if (as)
    for (std::size_t k = 0; k < does.created.size(); ++k) to.assume(does.created[k] == as->created[k]);
  Performed made{r.entities, is_match, {}, {}, does.created};
  split(of, c, does.writes, made);
  return made;
}

/// [execution/owned] of an invocation at c: only its last write to a location counts.
void ExchangeQuestion::split(const ExchangedTerm& of, SymbolicState& c, const std::vector<SymbolicWrite>& all,
                             Performed& into) {
  if (of.at_once != Performer::AtOnce::Owned) {
    (of.at_once == Performer::AtOnce::All ? into.at_once : into.deferred) = all;
    return;
  }
  for (std::size_t k = 0; k < all.size(); ++k) {
    const SymbolicWrite& write = all[k];
    std::vector<z3::expr> last{write.path};
    for (std::size_t j = k + 1; j < all.size(); ++j)
      if (all[j].i == write.i) last.push_back(!to.all({all[j].path, all[j].e == write.e}));
    const bool may_be_owned = write.k && of.owned.contains(write.i);
    const z3::expr is_owned = may_be_owned ? c.at(write.i, write.e).present : to.truth(false);
    std::vector<z3::expr> later = last;
    last.push_back(is_owned);
    later.push_back(!is_owned);
    into.at_once.push_back({to.all(last), write.i, write.e, write.k});
    into.deferred.push_back({to.all(later), write.i, write.e, write.k});
  }
}

/// Whether it is one match in both orders, with the same deferred changes.
void ExchangeQuestion::acts_as(const ExchangedTerm& of, const Performed& match, const Performed& other) {
  if (!of.owns) conflicts.push_back(match.is_match != other.is_match);
  for (std::size_t k = 0; k < match.deferred.size(); ++k) {
    const SymbolicWrite &w = match.deferred[k], &w2 = other.deferred[k];
    std::vector<z3::expr> differ{w.path != w2.path, w.e != w2.e};
    if (w.k) differ.push_back(!to.identical(*w.k, *w2.k));
    conflicts.push_back(to.all({to.any({w.path, w2.path}), to.any(differ)}));
  }
}

void ExchangeQuestion::leave_the_same(SymbolicState& end, SymbolicState& other,
                                      const std::vector<const std::vector<SymbolicWrite>*>& by) {
  std::set<Label> labels;
  for (const auto* writes : by)
    for (const SymbolicWrite& write : *writes) labels.insert(write.i);
  const z3::expr e = to.fresh("location", to.entities());
  for (const Label i : labels) {
    const SymbolicCell a = end.at(i, e), b = other.at(i, e);
    conflicts.push_back(to.any({a.present != b.present, to.all({a.present, !to.identical(a.value, b.value)})}));
  }
}

namespace {

void assume_other(Encoding& to, const SymbolicValue& k, const z3::expr& present, const z3::expr& created) {
  if (k.kind == Type::Kind::Entity) to.assume(z3::implies(present, k.e != created));
  for (const SymbolicValue& part : k.parts) assume_other(to, part, present, created);
}

}  // namespace

/// The entity of a ν is that of its occurrence (D3). Until it is performed, or for some until its changes are applied,
/// no state has it.
void ExchangeQuestion::assume_new(const ExchangedTerm& of, const Performed& match) {
  for (std::size_t k = 0; k < match.created.size(); ++k) {
    const z3::expr& created = match.created[k];
    for (const auto& [number, literal] : to.literals()) to.assume(created != literal);
    for (const z3::expr& other : match.entities) to.assume(created != other);
    for (std::size_t j = 0; j < k; ++j) to.assume(created != match.created[j]);
    if (of.applied && of.tells_of_created) continue;
    std::vector<AnyState*> all{&start};
    for (const auto& other : others_) all.push_back(other.get());
    for (AnyState* c : all) {
      for (Label i = 0; i < to.program().schema.size(); ++i) to.assume(!c->at(i, created).present);
      const std::vector<AnyState::Read> reads = c->reads();
      for (const AnyState::Read& read : reads) assume_other(to, read.cell.value, read.cell.present, created);
    }
  }
}

bool ExchangeAsking::no_difference(Reals reals, const ExchangedTerm& first, const ExchangedTerm& second,
                                   const std::set<Label>& written) {
  const ExchangeQuestion q(z3_, program_, reals, first, second, Where::Anywhere, written);
  uses_reals_ = uses_reals_ || q.to.uses_reals();
  z3::solver question = asked(q);
  const Solver::Found found = solver_.ask(question, z3::expr_vector(z3_));
  was_stopped_ = was_stopped_ || found == Solver::Found::Stopped;
  return found == Solver::Found::None;
}

bool ExchangeAsking::commute(Reals reals, const ExchangedTerm& x, const ExchangedTerm& z,
                             const std::set<Label>& written) {
  return no_difference(reals, x, z, written) && ((x.applied && z.applied) || no_difference(reals, z, x, written));
}

std::optional<State> ExchangeAsking::refuted(Reals reals, const ExchangedTerm& x, const ExchangedTerm& z,
                                             const std::set<Label>& written,
                                             const std::function<bool(const State&)>& confirm) {
  for (const auto& [first, second] : {std::pair(&x, &z), std::pair(&z, &x)}) {
    ExchangeQuestion q(z3_, program_, reals, *first, *second, Where::AtStart, written);
    ModelSearch models(solver_, asked(q), q.to, q.start);
    while (const std::optional<z3::model> model = models.next()) {
      std::optional<State> start = state_of(*model, q.to, q.start);
      if (start && confirm(*start)) return start;
    }
  }
  return std::nullopt;
}

z3::solver ExchangeAsking::asked(const ExchangeQuestion& q) const {
  z3::solver question = solver_.with(q.to.assumed());
  question.add(q.to.any(q.conflicts));
  return question;
}

}  // namespace coreecs::symbolic
