#include "interp/archetypes/archetype/findings.hpp"

#include <algorithm>

#include "interp/base/json/problem.hpp"
#include "semantics/archetype/auxiliary.hpp"

namespace coreecs::archetype {

namespace {

/// Calls visit with each staged event of a term, and its place.
void for_each_staged(const Term& t, const Origin& origin,
                     const std::function<void(const Event&, const Origin&)>& visit) {
  if (!t.facts().stages) return;
  if (const Staged* staged = std::get_if<Staged>(&t.form())) visit(staged->evt, origin);
  deep([&] {
    const std::vector<Term> below = parts(t);
    for (std::size_t i = 0; i < below.size(); ++i)
      for_each_staged(below[i], i < origin.parts().size() ? origin.parts()[i] : origin, visit);
  });
}

/// The archetypes that one system, not task-parallel, dirties, and the events that do so.
struct Effects {
  Archetypes W;
  struct At {
    Archetypes W;  ///< of the event alone
    std::set<AType> of;
    std::string at;
  };
  std::vector<At> events;
};

/// A system of the frame, and its place.
struct Used {
  Leaf leaf;
  Part part;
};

class Findings {
 public:
  Findings(const Program& program, const Rules& rules) : program_(program), rules_(rules) {}

  std::vector<Finding> find() {
    for (std::size_t k = 0; k < program_.frame.steps().size(); ++k) {
      const System* s = std::get_if<System>(&program_.frame.steps()[k]);
      if (!s) {
        dirty_.clear();
        continue;
      }
      std::vector<Used> used;
      for (Leaf& leaf : leaves(*s)) {
        std::vector<std::size_t> place = {k};
        place.insert(place.end(), leaf.place.begin(), leaf.place.end());
        Part part = archetype::part(program_, place);
        used.push_back({std::move(leaf), std::move(part)});
      }
      const bool alone = used.size() == 1 && used[0].leaf.place.empty();
      for (const Used& each : used) types(each, !alone);
      shared(used, k);
      for (const Used& each : used) residual(each);
      for (const Used& each : used) dirty_.emplace_back(each.part.system->name(), &effects_.at(*each.part.index));
    }
    return std::move(found_);
  }

 private:
  /// Reports ill-typed terms of a system once, wherever it is used.
  void types(const Used& used, bool beside_others) {
    const std::size_t index = *used.part.index;
    effects_of(index);
    const Term& t = used.leaf.function->t;
    const char* rule = beside_others ? "type/task-p" : used.leaf.parallel ? "type/data-p" : nullptr;
    if (rule && t.facts().immediate && immediate_.emplace(index, rule).second) immediate_events(used, rule);
    if (!typed_.insert(index).second) return;
    type(index, used.part.step);
  }

  /// Reports each premise that does not hold, except about immediate events.
  void type(std::size_t index, const std::string& step) {
    const System& s = program_.systems[index];
    const Leaf leaf = leaves(s).front();
    const OrIllTyped<SystemType> of_system = type_of(s, program_.schema, rules_);
    const IllTyped* ill = ill_typed(of_system);
    if (ill && ill->rule == "type/sequential") report(*ill, index, step);
    if (leaf.parallel)
      if (const std::optional<IllTyped> meet = threads_meet(*leaf.function, program_.schema))
        report(*meet, index, step);
    const OrIllTyped<SystemType> of_function = type_of(*leaf.function, program_.schema, rules_);
    if (const IllTyped* in_function = ill_typed(of_function)) report(*in_function, index, step);
  }

  void report(const IllTyped& ill, std::size_t index, const std::string& step) {
    Finding finding{.rule = ill.rule, .premise = ill.premise, .step = step, .system = program_.systems[index].name()};
    const Origin* origin = &program_.origins[index];
    for (const std::size_t i : ill.place)
      if (i < origin->parts().size()) origin = &origin->parts()[i];
    finding.at = origin->at();
    if (ill.rule == "type/data-p") finding.kind = Finding::Kind::Concurrent;
    finding.A = ill.A;
    finding.C = ill.C;
    finding.instead = instead(ill, index);
    found_.push_back(std::move(finding));
  }

  /// A replacement for an ill-typed term.
  [[nodiscard]] std::string instead(const IllTyped& ill, std::size_t index) const {
    const std::string system = "/systems/" + program_.systems[index].name();
    const std::string C = ill.C ? program_.schema[*ill.C].name : "";
    if (ill.rule == "type/comp" && ill.premise == "C ∈ Γ(x)")
      return "its archetype has no " + C + ": name it in " + system + "/match, or leave this out";
    if (ill.rule == "type/sequential") return R"(write "run": "par", or {"now": ...} in place of {"lazy": ...})";
    if (ill.premise == "Γ(x) is defined")
      return "after an immediate event it is not known any more where its entity is: write this before the event";
    if (ill.premise == "C ∉ τ") return "it has a " + C + R"( already: write {"set": ["e.)" + C + R"(", t]})";
    if (ill.premise == "C ∈ τ") return "it has no " + C + ", so there is nothing to remove";
    if (ill.premise == "t writes x_1 only")
      return R"(let "match" begin with the entity that is written, or write "run": "seq")";
    if (ill.premise == "A_1 ∉ {A_2, ..., A_n} where t writes") return R"(write "run": "seq")";
    if (ill.premise == "t adds C ≠ {} to x_1 only")
      return R"(let "match" begin with the entity that it is added to, or write "run": "seq" and {"now": ...})";
    if (ill.rule == "type/if" && ill.premise == "Γ ⊢ t : Bool & ∅")
      return "a condition stages nothing: stage the event before the if";
    if (ill.rule == "type/if" && ill.premise == "Γ ⊢ t : Bool") return R"(compare it: {"!=": [t, 0]})";
    if (ill.rule == "type/id")
      return "entities are named by the parameters of a system only: give it another archetype";
    return {};
  }

  void immediate_events(const Used& used, const char* rule) {
    const Term& t = used.leaf.function->t;
    const Origin* origin = &program_.origins[*used.part.index];
    Term at = t;
    while (!std::holds_alternative<Immediate>(at.form())) {
      const std::vector<Term> below = parts(at);
      const auto next =
          std::find_if(below.begin(), below.end(), [](const Term& part) { return part.facts().immediate; });
      const auto i = static_cast<std::size_t>(next - below.begin());
      if (i < origin->parts().size()) origin = &origin->parts()[i];
      at = Term(*next);
    }
    Finding finding{.kind = Finding::Kind::Concurrent,
                    .rule = rule,
                    .premise = "s has no immediate events",
                    .step = used.part.step,
                    .system = used.part.system->name()};
    finding.at = origin->at();
    finding.instead = used.leaf.parallel
                          ? R"(write {"lazy": ...} in place of {"now": ...}, or "run": "seq")"
                          : R"(write {"lazy": ...} in place of {"now": ...} and "run": "par", or let it run alone)";
    found_.push_back(std::move(finding));
  }

  /// Reports systems that run in parallel and use the same archetype.
  void shared(const std::vector<Used>& used, std::size_t step) {
    for (std::size_t j = 0; j < used.size(); ++j) {
      std::map<AType, std::vector<Finding::Cause>> with;
      for (std::size_t i = 0; i < j; ++i) {
        for (const AType& A : query(*used[i].part.system))
          if (query(*used[j].part.system).contains(A))
            with[A].push_back({used[i].part.system->name(), used[i].part.step});
      }
      for (auto& [A, causes] : with) {
        Finding finding{.kind = Finding::Kind::Concurrent,
                        .rule = "type/task-p",
                        .premise = "R_1 ∩ R_2 = ∅",
                        .step = "/frame/" + std::to_string(step),
                        .system = used[j].part.system->name()};
        finding.at = used[j].part.step;
        finding.A = A;
        finding.instead = "let them run one after the other: write " + in_quotes(causes.front().system) + ", " +
                          in_quotes(finding.system) + " as steps of their own" +
                          (dirties(causes, used, A) ? ", with \"sync\" between them" : "");
        finding.causes = std::move(causes);
        found_.push_back(std::move(finding));
      }
    }
  }

  /// Whether one of these systems stages events that change A.
  bool dirties(const std::vector<Finding::Cause>& systems, const std::vector<Used>& used, const AType& A) {
    return std::any_of(used.begin(), used.end(), [&](const Used& each) {
      const auto is = [&](const Finding::Cause& one) { return one.system == each.part.system->name(); };
      return std::any_of(systems.begin(), systems.end(), is) && effects_of(*each.part.index).W.contains(A);
    });
  }

  /// Reports archetypes that it uses and that events staged since the last sync will change.
  void residual(const Used& used) {
    for (const AType& A : query(*used.part.system)) {
      std::vector<Finding::Cause> causes;
      for (const auto& [system, effects] : dirty_) {
        if (!effects->W.contains(A)) continue;
        std::vector<Finding::Cause> events;
        for (const Effects::At& event : effects->events)
          if (event.W.contains(A)) events.push_back({system, event.at});
        if (events.empty())  // only several events together lead there (A14)
          for (const Effects::At& event : effects->events) events.push_back({system, event.at});
        causes.insert(causes.end(), events.begin(), events.end());
      }
      if (causes.empty()) continue;
      Finding finding{.kind = Finding::Kind::Residual,
                      .rule = "type/system",
                      .premise = "R ∩ 𝒟 = ∅",
                      .step = used.part.step,
                      .system = used.part.system->name()};
      finding.at = used.part.step;
      finding.A = A;
      finding.instead = "write \"sync\" before " + used.part.step.substr(0, used.part.step.find('/', 7));
      finding.causes = std::move(causes);
      found_.push_back(std::move(finding));
    }
  }

  const Effects& effects_of(std::size_t index) {
    const auto found = effects_.find(index);
    if (found != effects_.end()) return found->second;
    Effects effects;
    const System& s = program_.systems[index];
    const Leaf leaf = leaves(s).front();
    for_each_staged(leaf.function->t, program_.origins[index], [&](const Event& evt, const Origin& origin) {
      Context Gamma{{leaf.function->A.begin(), leaf.function->A.end()}};
      OrIllTyped<Typed> typed = type_of(evt, Gamma, program_.schema, rules_);
      if (ill_typed(typed)) return;
      const Typed& t = std::get<Typed>(typed);
      Effects::At at{{t.W}, {}, origin.at()};
      for (const auto& [A, changed] : t.changed) at.of.insert(A);
      effects.W.merge(at.W);
      effects.events.push_back(std::move(at));
    });
    // This also works for an ill-typed system, for instance one with immediate events.
    const OrIllTyped<SystemType> type = type_of(*leaf.function, program_.schema, rules_);
    if (!ill_typed(type)) effects.W = std::get<SystemType>(type).W;
    return effects_.emplace(index, std::move(effects)).first->second;
  }

  const Program& program_;
  const Rules& rules_;
  std::vector<Finding> found_;
  std::map<std::size_t, Effects> effects_;
  std::set<std::size_t> typed_;
  std::set<std::pair<std::size_t, std::string>> immediate_;
  std::vector<std::pair<std::string, const Effects*>> dirty_;  // since the last sync
};

}  // namespace

std::vector<Finding> findings(const Program& program, const Rules& rules) { return Findings(program, rules).find(); }

}  // namespace coreecs::archetype
