#include "interp/check/prove/question.hpp"

#include <algorithm>

namespace coreecs::symbolic {

namespace {

/// Assuming an invariant may observe further entities, of which it holds, too.
void assume_all(Encoding& to, const Hypotheses& hypotheses, SymbolicState& c) {
  for (int round = 0; round < 2; ++round)
    for (const InvariantTerm* invariant : hypotheses) assume_at(to, *invariant, c);
}

}  // namespace

FrameQuestion::FrameQuestion(z3::context& z3, const Subject& of, Precision known, const InvariantTerm& invariant)
    : to(z3, of.program, known.reals),
      schedule(to, of.z, of.leaves, known.earlier, known.steps),
      violated(violation_at(to, invariant, schedule.end())) {
  assume_all(to, of.hypotheses, schedule.start());
}

Question::Question(z3::context& z3, const Subject& of, Precision known, Leaf left, Leaf right, Aspect about)
    : to(z3, of.program, known.reals), schedule(to, of.z, of.leaves, known.earlier, known.steps) {
  const SymbolicLeaf &a = schedule.leaves()[left], &b = schedule.leaves()[right];
  if (about == Aspect::SharedState) {
    if (left != right) note_influence(a, b, known.earlier);  // a conc observes its start
    assume_all(to, of.hypotheses, schedule.start());
    return;
  }
  const Invocation u = schedule.invocation(a), v = schedule.invocation(b);
  if (left == right) {
    std::vector<z3::expr> differ;
    for (std::size_t j = 0; j < u.entities.size(); ++j) differ.push_back(u.entities[j] != v.entities[j]);
    to.assume(to.any(differ));
  }
  assume_all(to, of.hypotheses, schedule.start());
  std::vector<z3::expr> created = u.does.created;
  created.insert(created.end(), v.does.created.begin(), v.does.created.end());
  distinguish_created(created);  // from now on, also what they created is looked up
  if (about == Aspect::LostUpdates) {
    note_lost_updates(u, v);
    if (left != right) note_lost_updates(v, u);
    assume_all(to, of.hypotheses, schedule.start());
  } else {
    note_conflicts(u.does, v.does);
  }
}

/// The entity of a ν is that of its occurrence (D3): no other ν has it, and neither invocation has observed it.
void Question::distinguish_created(const std::vector<z3::expr>& created) {
  std::vector<z3::expr> others = to.observed();
  for (const auto& [number, literal] : to.literals()) others.push_back(literal);
  for (std::size_t k = 0; k < created.size(); ++k) {
    for (const z3::expr& other : others) to.assume(created[k] != other);
    for (std::size_t j = 0; j < k; ++j) to.assume(created[k] != created[j]);
  }
}

void Question::conflict(Label i, const z3::expr& condition) {
  if (!condition.is_false()) conflicts.push_back({i, condition});
}

/// Where both write to one location, and the last write of each leaves something else.
void Question::note_conflicts(const SymbolicInvocation& u, const SymbolicInvocation& v) {
  for (const SymbolicWrite& write : u.writes)
    for (const LastWrite& of_u : last_writes(to, u.writes, write.i, write.e)) {
      if (of_u.write != &write) continue;
      for (const LastWrite& of_v : last_writes(to, v.writes, write.i, write.e)) {
        const auto &k = write.k, &k2 = of_v.write->k;
        if (!k && !k2) continue;
        const z3::expr differ = k && k2 ? !to.identical(*k, *k2) : to.truth(true);
        conflict(write.i, to.all({of_u.condition, of_v.condition, differ}));
      }
    }
}

namespace {

/// What an invocation does if it observes another state: a match of the same entities, and the same ν.
struct Again {
  z3::expr is_match;
  SymbolicInvocation does;
  z3::expr fails;
};
Again again(Encoding& to, const SystemTerm& s, const std::vector<z3::expr>& entities,
            const std::vector<z3::expr>& created, SymbolicState& c) {
  std::vector<z3::expr> errors;
  const Encoding::NotesErrors notes(to, &errors);
  const SymbolicMatch r = match_of(to, s, c, to.truth(true), entities);
  const z3::expr is_match = to.all(r.constraints);
  SymbolicInvocation does = invoke(to, s, r.variables, is_match);
  for (std::size_t k = 0; k < created.size(); ++k) to.assume(does.created[k] == created[k]);
  return {is_match, std::move(does), to.any(errors)};
}

/// The cell of a location after `writes`. Before them it is `now`.
SymbolicCell after(Encoding& to, SymbolicCell now, const std::vector<SymbolicWrite>& writes, Label i,
                   const z3::expr& e) {
  for (const LastWrite& last : last_writes(to, writes, i, e)) {
    now.present = z3::ite(last.condition, to.truth(last.write->k.has_value()), now.present);
    if (last.write->k) now.value = to.either(last.condition, *last.write->k, now.value);
  }
  return now;
}

z3::expr differ(Encoding& to, const SymbolicCell& a, const SymbolicCell& b) {
  return to.any({a.present != b.present, to.all({a.present, !to.identical(a.value, b.value)})});
}

}  // namespace

/// Where both write to one location, and v would leave something else there, or fail, if it observed what u leaves.
void Question::note_lost_updates(const Invocation& u, const Invocation& v) {
  for (const SymbolicWrite& write : u.does.writes)
    for (const LastWrite& of_u : last_writes(to, u.does.writes, write.i, write.e)) {
      if (of_u.write != &write) continue;
      const std::vector<SymbolicWrite> seen{{to.truth(true), write.i, write.e, write.k}};
      Applied there(to, *v.observed, seen);
      std::vector<z3::expr> written;
      for (const LastWrite& of_v : last_writes(to, v.does.writes, write.i, write.e)) written.push_back(of_v.condition);
      if (written.empty()) continue;
      const Again then = again(to, *v.leaf->term, v.entities, v.does.created, there);
      const SymbolicCell before = there.at(write.i, write.e);
      const SymbolicCell left = after(to, before, v.does.writes, write.i, write.e);
      const SymbolicCell would = after(to, before, then.does.writes, write.i, write.e);
      conflict(write.i, to.all({of_u.condition, to.any(written), to.any({then.fails, differ(to, left, would)})}));
    }
}

/// Where one match of a leaf does something else after an invocation of another leaf.
void Question::note_influence(const SymbolicLeaf& of, const SymbolicLeaf& on, Earlier earlier) {
  const bool in_proof = earlier == Earlier::Anything;
  const Invocation u = schedule.invocation_at(of, in_proof ? schedule.meanwhile() : *of.observes);
  SymbolicState& before = in_proof ? schedule.meanwhile() : *on.observes;
  const z3::expr always = to.truth(true);
  const SymbolicMatch r = match_of(to, *on.term, before, always);
  const z3::expr is_match = to.all(r.constraints);
  const SymbolicInvocation v = invoke(to, *on.term, r.variables, is_match);
  for (const z3::expr& created : u.does.created) {
    for (Label k = 0; k < to.program().schema.size(); ++k) to.assume(!before.at(k, created).present);
    for (const auto& [number, literal] : to.literals()) to.assume(created != literal);
    for (const z3::expr& other : u.entities) to.assume(created != other);
  }
  Applied later(to, before, u.does.writes);
  const Again then = again(to, *on.term, r.entities, v.created, later);
  const Label i = 0;  // it does not matter which
  conflict(i, then.fails);
  if (on.kind == SeriesParallel::Kind::Seq) conflict(i, is_match != then.is_match);
  for (std::size_t k = 0; k < v.writes.size(); ++k) {
    const SymbolicWrite &w = v.writes[k], &w2 = then.does.writes[k];
    std::vector<z3::expr> differ{w.path != w2.path, w.e != w2.e};
    if (w.k) differ.push_back(!to.identical(*w.k, *w2.k));
    conflict(w.i, to.all({to.any({w.path, w2.path}), to.any(differ)}));
  }
}

RunsQuestion::RunsQuestion(z3::context& z3, const Subject& of, Precision known, const Races& races)
    : to(z3, of.program, known.reals),
      total(to),
      schedule(to, of.z, of.leaves, known.earlier, known.steps),
      other(schedule, races) {
  std::set<Label> written;
  for (const SymbolicLeaf& leaf : schedule.leaves()) written.insert(leaf.writes.begin(), leaf.writes.end());
  const z3::expr e = to.fresh("location", to.entities());
  to.observe(e);
  for (const Label i : written) {
    const SymbolicCell a = schedule.end().at(i, e), b = other.end().at(i, e);
    if (a.present.id() != b.present.id() || a.value.e.id() != b.value.e.id() || !a.value.parts.empty())
      conflicts.push_back(differ(to, a, b));
  }
  for (const SymbolicLeaf* leaf : other.changed())
    for (const z3::expr& error : other.errors(*leaf)) conflicts.push_back(error);
  assume_all(to, of.hypotheses, schedule.start());
}

}  // namespace coreecs::symbolic
