#include <fmt/format.h>

#include <algorithm>

#include "interp/language/notation/formula.hpp"
#include "interp/language/notation/show.hpp"
#include "interp/views/explain/text.hpp"

namespace coreecs {

namespace {

using Kind = SeriesParallel::Kind;

/// A mutation that is performed step by step: the remaining steps, the next one last.
class Steps {
 public:
  Steps(const LeafDerivation& leaf, const Environment& env, const Notation& notation) : notation_(notation) {
    for (auto visit = leaf.visits.rbegin(); visit != leaf.visits.rend(); ++visit)
      if (!visit->dropped) left_.push_back({visit->m, Fresh({env, leaf.leaf}, visit->e)});
  }

  [[nodiscard]] bool ended() const { return left_.empty(); }
  [[nodiscard]] std::size_t left() const { return left_.size(); }
  /// " ↓ detach_Pos(e0) ↓ ν(λe3. ...)"
  [[nodiscard]] std::string text() const {
    std::string out;
    for (auto step = left_.rbegin(); step != left_.rend(); ++step) out += " ↓ " + show(step->m, step->fresh, notation_);
    return out;
  }
  /// Splits compositions, until the first step is none. Returns whether there were any.
  bool take_apart() {
    bool any = false;
    for (std::size_t k = left_.size(); k-- > 0;) {
      const Compose* compose = std::get_if<Compose>(&left_[k].m);
      if (!compose) continue;
      any = true;
      const std::vector<Mutation> parts = compose->parts();
      Fresh fresh = left_[k].fresh;
      std::vector<Step> in_turn;
      for (const Mutation& part : parts) {
        in_turn.push_back({part, fresh});
        pass(part, fresh);
      }
      left_.erase(left_.begin() + static_cast<std::ptrdiff_t>(k));
      left_.insert(left_.begin() + static_cast<std::ptrdiff_t>(k), in_turn.rbegin(), in_turn.rend());
      k += in_turn.size();
    }
    return any;
  }
  /// Performs the next step at c, and returns its rule. Precondition: !ended(), and there is nothing to split.
  const char* perform_next(State& c) {
    Step step = std::move(left_.back());
    left_.pop_back();
    if (const New* m = std::get_if<New>(&step.m)) {
      const Entity e = step.fresh();
      left_.push_back({m->f(e), step.fresh});
      return "mutation/new";
    }
    const char* rule = std::holds_alternative<Attach>(step.m)   ? "mutation/attach"
                       : std::holds_alternative<Detach>(step.m) ? "mutation/detach"
                                                                : "mutation/nil";
    perform(c, step.m, step.fresh);
    return rule;
  }

 private:
  struct Step {
    Mutation m;
    Fresh fresh;  // for the next ν in it
  };
  /// Advances `fresh` past the ν's of m.
  static void pass(const Mutation& m, Fresh& fresh) {
    struct Nowhere {
      void write(Location, const std::optional<Value>&) {}
    } nowhere;
    perform(nowhere, m, fresh);
  }

  const Notation& notation_;
  std::vector<Step> left_;
};

class Leaves {
 public:
  Leaves(const Explained& explained, Lines& out)
      : of_(explained.of),
        env_(explained.env),
        notation_(explained.notation),
        detail_(explained.detail),
        program_(explained.program),
        out_(out) {}

  void operator()(const Schedule& z) && {
    out_.blank();
    out_.add(0, "z = " + coreecs::show(z));
    for (const LeafDerivation& leaf : of_.leaves) add(leaf);
  }

 private:
  void add(const LeafDerivation& leaf) {
    const std::string z = show_leaf(leaf.kind, *leaf.s), c = state_name(leaf.observes);
    out_.blank();
    out_.add(0, fmt::format("{}, leaf {}, observes {}", z, leaf.leaf, c));
    introduce(leaf.observes);
    if (!detail_.brief) queries(leaf, c);
    matches(leaf, c);
    if (leaf.kind == Kind::Seq) roll(leaf, c);
    const std::string q = fmt::format("⟦q_{}⟧{}", leaf.s->name, c);
    const bool conc = leaf.kind == Kind::Conc;
    const std::string r = conc ? q : fmt::format("roll_{}({}, {})", leaf.s->name, c, q);
    out_.add(2, fmt::format("{} ⇓ {} = {}({})", c, z, leaf.s->name, r), conc ? "schedule/conc" : "schedule/seq");
    if (!detail_.brief) production(leaf);
    invocations(leaf);
    if (!detail_.brief) step_by_step(leaf, c);
  }

  /// s applied to its matches, as in Figure 12.
  void production(const LeafDerivation& leaf) {
    std::vector<std::string> matches, applied, produced, performed;
    for (const Visit& visit : first(leaf)) {
      if (visit.dropped) continue;
      matches.push_back(match_of(leaf, visit, visit.w));
      applied.push_back(invocation(leaf, visit));
      produced.push_back(show(visit.m, Fresh({env_, leaf.leaf}, visit.e), notation_));
      performed.push_back(show_performed(visit.m, Fresh({env_, leaf.leaf}, visit.e), notation_));
    }
    if (leaf.visits.size() > detail_.most || applied.empty()) return;
    out_.add(4, fmt::format("= {}({})", leaf.s->name, show_set(matches, detail_.most)));
    out_.add(4, fmt::format("= {}", fmt::join(applied, " • ")), "system/apply");
    out_.add(4, fmt::format("= {}", fmt::join(produced, " • ")));
    if (performed != produced) out_.add(4, fmt::format("= {}", fmt::join(performed, " • ")), "mutation/new");
  }

  /// "f_inertia(⟨e0⟩, ⟨(1, 6)⟩)"
  [[nodiscard]] std::string invocation(const LeafDerivation& leaf, const Visit& visit) const {
    return fmt::format("f_{}({}, {})", leaf.s->name, show_entities(visit.e, notation_),
                       show_observation(leaf.s->q, visit.w, notation_));
  }

  /// "c1 = c ↓ (c ⇓ conc(inertia)) = {...}", at its first occurrence.
  void introduce(std::size_t observed) {
    if (observed < introduced_) return;
    introduced_ = observed + 1;
    const ObservedState& state = of_.observed[observed];
    const std::string name = state_name(observed);
    if (observed > 0) {
      const std::string of = state_name(state.of);
      out_.add(2, fmt::format("{} = {} ↓ ({} ⇓ {})", name, of, of, show_part(of_.po.z, state.node)), "schedule/then");
    }
    if (const std::optional<std::string> all = short_state(state.c)) out_.add(2, fmt::format("{} = {}", name, *all));
  }

  /// A state, if it has few components.
  [[nodiscard]] std::optional<std::string> short_state(const State& c) const {
    std::size_t components = 0;
    for (Label i = 0; i < c.labels(); ++i) components += c[i].size();
    return components <= detail_.most ? std::optional(show_state(c, notation_)) : std::nullopt;
  }

  /// ⟪q_s⟫ and ⟦q_s⟧c, worked out as in Figures 8 and 9.
  void queries(const LeafDerivation& leaf, const std::string& c) {
    const QueryVector& q = leaf.s->q;
    const Schema& K = notation_.schema;
    out_.add(2, fmt::format("q_{} = {}", leaf.s->name, coreecs::show(q, K)));
    if (q.where.phi && program_) {
      const auto term = program_->terms.find(leaf.s->name);
      const bool known = term != program_->terms.end();
      out_.add(2, known ? "φ = " + show_condition(term->second, *program_) : "φ is a C++ function");
    }
    for (std::size_t j = 0; j < q.size(); ++j) {
      const std::string one = show_query(q[j], K);
      const And* conjunction = std::get_if<And>(&q[j]);
      std::vector<std::string> results;
      for (const Query& q_j : conjunction ? conjunction->conjuncts : std::vector{q[j]})
        results.push_back("⟪" + show_query(q_j, K) + "⟫");
      if (conjunction)
        out_.add(2, fmt::format("⟪{}⟫ = {} = {}", one, fmt::join(results, " × "), show_result_type({q[j]}, K)),
                 "result/and");
      out_.add(2, fmt::format("⟦{}⟧{} = {}", one, c, at_each(q[j], leaf, c)), rule_of(q[j]));
      out_.add(4, "= " + show_matches(q[j], leaf.factors[j], detail_.most, notation_));
    }
    out_.add(2, fmt::format("⟪q_{}⟫ = {}", leaf.s->name, show_result_type(q, K)), "result/vector");
  }

  /// "c_Pos", "{*}_{e ∈ {e0, e1, e2} \\ {e1}}", "{(c_Pos(e), {e1 ↦ *}(e))}_{e ∈ {e0, e1, e2}}"
  [[nodiscard]] std::string at_each(const Query& q, const LeafDerivation& leaf, const std::string& c) const {
    const State& state = of_.observed[leaf.observes].c;
    const std::vector<Entity> all = live(state);
    const auto set = [&](const std::vector<Entity>& entities, const char* value) {
      std::vector<std::string> names;
      for (const Entity e : std::span(entities).first(std::min(entities.size(), detail_.most)))
        names.push_back(notation_.names(e) + value);
      names.resize(entities.size());
      return show_set(names, detail_.most);
    };
    const auto rest = [&](Label i) {
      std::vector<Entity> without;
      for (const Entity e : all)
        if (!state.at({e, i})) without.push_back(e);
      return set(without, " ↦ *");
    };
    const auto at = [&](const Query& q) {
      return match(
          q, [&](const Incl& q) { return fmt::format("{}_{}(e)", c, notation_.schema[q.i].name); },
          [&](const Excl& q) { return rest(q.i) + "(e)"; },
          [&](const Anyway& q) { return fmt::format("({}_{} ∪ {})(e)", c, notation_.schema[q.i].name, rest(q.i)); },
          [&](const And& q) { return show_query(q, notation_.schema); });
    };
    const auto alone = [&](Label i) {
      std::vector<Entity> with;
      for (const auto& [e, k] : state[i]) with.push_back(e);
      return fmt::format("{{*}}_{{e ∈ {} \\ {}}}", set(all, ""), set(with, ""));
    };
    const auto table = [&](Label i) { return fmt::format("{}_{}", c, notation_.schema[i].name); };
    if (const Incl* incl = std::get_if<Incl>(&q)) return table(incl->i);
    if (const Excl* excl = std::get_if<Excl>(&q)) return alone(excl->i);
    if (const Anyway* anyway = std::get_if<Anyway>(&q)) return table(anyway->i) + " ∪ " + alone(anyway->i);
    std::vector<std::string> results;
    for (const Query& q_j : std::get<And>(q).conjuncts) results.push_back(at(q_j));
    return fmt::format("{{({})}}_{{e ∈ {}}}", fmt::join(results, ", "), set(all, ""));
  }

  [[nodiscard]] std::string match_of(const LeafDerivation& leaf, const Visit& visit, const std::vector<Cell>& w) const {
    return show_entities(visit.e, notation_) + " ↦ " + show_observation(leaf.s->q, w, notation_);
  }

  void matches(const LeafDerivation& leaf, const std::string& c) {
    std::vector<std::string> all;
    for (const Visit& visit : first(leaf)) all.push_back(match_of(leaf, visit, visit.matched));
    all.resize(leaf.visits.size());  // those that are not shown are only counted
    const std::string shown = show_set(all, detail_.most), q = fmt::format("⟦q_{}⟧{}", leaf.s->name, c);
    const bool filtered = static_cast<bool>(leaf.s->q.where.phi);
    const std::string_view rule = filtered ? "query/where" : "query/vector";
    if (detail_.brief || (leaf.factors.size() < 2 && !filtered)) return out_.add(2, q + " = " + shown, rule);
    std::vector<std::string> factors, results;
    for (std::size_t j = 0; j < leaf.factors.size(); ++j) {
      factors.push_back(fmt::format("⟦{}⟧{}", show_query(leaf.s->q[j], notation_.schema), c));
      results.push_back(show_matches(leaf.s->q[j], leaf.factors[j], detail_.most, notation_));
    }
    const std::string_view form = filtered ? "{} = {{r ∈ {} | φ(r)}}" : "{} = {}";
    out_.add(2, fmt::format(fmt::runtime(form), q, fmt::join(factors, " × ")), rule);
    out_.add(4, fmt::format(fmt::runtime(filtered ? "= {{r ∈ {} | φ(r)}}" : "= {}"), fmt::join(results, " × ")));
    out_.add(4, "= " + shown);
  }

  [[nodiscard]] std::span<const Visit> first(const LeafDerivation& leaf) const {
    return std::span(leaf.visits).first(std::min(leaf.visits.size(), detail_.most));
  }

  void roll(const LeafDerivation& leaf, const std::string& c) {
    std::vector<std::string> rolled;
    bool changed = false;
    for (const Visit& visit : first(leaf)) {
      if (!visit.dropped) rolled.push_back(match_of(leaf, visit, visit.w));
      changed = changed || visit.dropped || visit.w != visit.matched;
    }
    std::size_t left = 0;
    for (const Visit& visit : leaf.visits) left += visit.dropped ? 0 : 1;
    const std::size_t shown = rolled.size();
    rolled.resize(left);
    out_.add(2, fmt::format("roll_{}({}, ⟦q_{}⟧{}) = {}", leaf.s->name, c, leaf.s->name, c, show_set(rolled, shown)),
             "system/roll");
    if (!changed) return;
    for (const Visit& visit : first(leaf))
      if (visit.dropped)
        out_.add(4, fmt::format("{} is dropped: {}", show_entities(visit.e, notation_), why(leaf, visit)));
      else if (visit.w != visit.matched)
        out_.add(4, fmt::format("{} observes {} by now, not {}", show_entities(visit.e, notation_),
                                show_observation(leaf.s->q, visit.w, notation_),
                                show_observation(leaf.s->q, visit.matched, notation_)));
  }

  /// "incl_Vel does not hold at e1 any more, since collide⟨e0, e1⟩"
  [[nodiscard]] std::string why(const LeafDerivation& leaf, const Visit& visit) const {
    const Drop& drop = *visit.dropped;
    const Entity e = drop.query ? visit.e[*drop.query] : Entity();
    std::string out;
    if (!drop.query) {
      out = "φ does not hold of what is observed";
    } else if (!drop.i) {
      out = fmt::format("{} is not live any more", notation_.names(e));
    } else {
      const Location l{e, *drop.i};
      const Value* there = drop.by ? nullptr : of_.observed[leaf.observes].c.at(l);
      std::optional<Value> k = there ? std::optional(*there) : std::nullopt;
      if (drop.by) k = leaf.visits[*drop.by].u.find(l)->k;
      out = k ? fmt::format("excl_{} does not hold at {}, where {} ↦ {}", notation_.schema[l.i].name,
                            notation_.names(e), show(l, notation_), show(k, l.i, notation_))
              : fmt::format("incl_{} does not hold at {}, where {} ↦ ⊥", notation_.schema[l.i].name, notation_.names(e),
                            show(l, notation_));
    }
    if (drop.by) out += fmt::format(" since {}{}", leaf.s->name, show_entities(leaf.visits[*drop.by].e, notation_));
    return out + " (D2)";
  }

  void invocations(const LeafDerivation& leaf) {
    State c = of_.observed[leaf.observes].c;  // what the next visit may observe
    for (const Visit& visit : first(leaf)) {
      if (visit.dropped) continue;
      out_.add(2, fmt::format("{} = {}", invocation(leaf, visit),
                              show(visit.m, Fresh({env_, leaf.leaf}, visit.e), notation_)));
      out_.add(4, show_changes(visit, c, notation_));
      if (leaf.kind == Kind::Seq) c = after(std::move(c), visit.u);
    }
    if (leaf.visits.size() > detail_.most) out_.add(4, fmt::format("({} more)", leaf.visits.size() - detail_.most));
  }

  /// As in Figure 10, if it is short.
  void step_by_step(const LeafDerivation& leaf, const std::string& name) {
    constexpr std::size_t most = 8;
    State c = of_.observed[leaf.observes].c;
    if (!short_state(c) || leaf.visits.size() > most) return;
    Steps steps(leaf, env_, notation_);
    if (steps.ended()) return;
    Steps all = steps;
    while (all.take_apart()) continue;
    if (all.left() > most) return;
    std::string composed;
    for (const Visit& visit : leaf.visits)
      if (!visit.dropped)
        composed += (composed.empty() ? "" : " • ") + show(visit.m, Fresh({env_, leaf.leaf}, visit.e), notation_);
    out_.add(2, fmt::format("{} ↓ ({})", name, composed));
    if (all.left() > 1) out_.add(4, fmt::format("= {}{}", name, all.text()), "mutation/compose");
    while (!all.ended()) {
      const char* rule = all.perform_next(c);
      while (all.take_apart()) continue;
      const std::optional<std::string> here = short_state(c);
      if (!here) return;
      out_.add(4, fmt::format("= {}{}", *here, all.text()), rule);
    }
  }

  const Derivation& of_;
  const Environment& env_;
  const Notation& notation_;
  const Detail detail_;
  const Program* program_;
  Lines& out_;
  std::size_t introduced_ = 0;  // the number of states that are
};

}  // namespace

void explain_leaves(const Explained& explained, Lines& out) { Leaves(explained, out)(explained.z); }

}  // namespace coreecs
