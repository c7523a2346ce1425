#include "interp/certify.hpp"

#include <algorithm>
#include <map>

#include "interp/writers.hpp"

namespace coreecs {

namespace {

claim::Step step(const Performed& u) { return {u.leaf, u.system, u.entities}; }

claim::Contest contest(const Meeting& meeting) {
  return {meeting.l,
          {{step(meeting.u.invocation), meeting.u.leaves}, {step(meeting.u_.invocation), meeting.u_.leaves}}};
}

claim::Run run(const Ending& ending) {
  claim::Run run;
  for (const Performed& u : ending.order) run.order.push_back(step(u));
  if (const State* c = std::get_if<State>(&ending.end)) {
    run.end = *c;
  } else {
    const RuntimeError& error = std::get<RuntimeError>(ending.end);
    run.end = error.pointer + ": " + error.what();
  }
  return run;
}

/// po_c(z) with what its invocations leave, and who writes where.
class Contested {
 public:
  Contested(const State& c, const Schedule& z, const Environment& env) : po_(partial_order(c, z, 0, env)) {
    for (const Invocation& u : po_.invocations) writes_.push_back(last_writes(u.m));
    writers_ = writers(po_, writes_);
  }

  /// The locations with the writers that `contestants` are, unless there are none.
  template <class Contestants>
  claim::Agreement agreement(const Contestants& contestants) const {
    claim::Agreement agreement;
    for (const auto& [l, of] : writers_.of) {
      std::vector<std::size_t> indices = contestants(of);
      if (indices.empty()) continue;
      std::sort(indices.begin(), indices.end());
      claim::Contest& contest = agreement.contested.emplace_back();
      contest.l = l;
      for (const std::size_t u : indices) contest.writers.push_back(writer(u, l));
    }
    std::sort(agreement.contested.begin(), agreement.contested.end(),
              [](const claim::Contest& x, const claim::Contest& y) { return x.l < y.l; });
    return agreement;
  }

  /// Those of two linearizations that write last to a location at which their ends differ.
  claim::Linearizations linearizations(const Witness& witness) const {
    const Location l = witness.l.value();
    return {{l, {last(witness.a, l), last(witness.b, l)}}, run(witness.a), run(witness.b)};
  }

 private:
  claim::Writer writer(std::size_t u, const Location& l) const {
    const Invocation& here = po_.invocations[u];
    return {{here.leaf, here.s->name, {here.e.begin(), here.e.end()}}, writes_[u].at(l)};
  }
  claim::Writer last(const Ending& ending, const Location& l) const {
    std::map<std::pair<Leaf, std::vector<Entity>>, std::size_t> maximal;
    for (const std::size_t u : writers_.of.at(l).maximal) {
      const Invocation& here = po_.invocations[u];
      maximal.emplace(std::pair(here.leaf, std::vector<Entity>(here.e.begin(), here.e.end())), u);
    }
    auto u = ending.order.rbegin();
    while (!maximal.count({u->leaf, u->entities})) ++u;
    return writer(maximal.at({u->leaf, u->entities}), l);
  }

  PartialOrder po_;
  std::vector<Writes> writes_;
  Writers writers_;
};

}  // namespace

Certificate certify(const Program& program, const std::string& name, const std::pair<std::string, Schedule>& schedule,
                    const Verdict& verdict, const Execution& reference) {
  Certificate certificate{
      name, schedule.first, verdict.frames, fingerprint(program, schedule, verdict.frames), {}, {}, {}, {}};
  if (verdict.frames == 0) {
    certificate.safe_by_rule = claim::Disjoint{};
    certificate.safe = claim::Agreement{};
    certificate.deterministic = claim::Safe{};
    certificate.confluent = claim::Hereditary{};
    return certificate;
  }
  const Schedule z = repeat(schedule.second, verdict.frames);
  const Contested contested(program.start, z, reference.environment());

  if (const auto& overlap = verdict.overlap)
    certificate.safe_by_rule =
        claim::Overlap{overlap->rule, overlap->l, step(overlap->u.invocation), step(overlap->u_.invocation)};
  else
    certificate.safe_by_rule = claim::Disjoint{};

  if (verdict.conflict)
    certificate.safe = claim::Conflict{contest(*verdict.conflict)};
  else
    certificate.safe = contested.agreement([](const WritersOf& of) { return of.accompanied; });

  if (verdict.safe)
    certificate.deterministic = claim::Safe{};
  else if (verdict.deterministic == true && !verdict.contended)
    certificate.deterministic = contested.agreement(
        [](const WritersOf& of) { return of.maximal.size() > 1 ? of.maximal : std::vector<std::size_t>(); });
  else if (verdict.deterministic == true)
    certificate.deterministic = claim::Exploration{verdict.ends_of_linearizations};
  else if (verdict.deterministic == false)
    certificate.deterministic = contested.linearizations(verdict.linearizations_differ ? *verdict.linearizations_differ
                                                                                       : verdict.witness.value());

  if (verdict.confluent == true && !verdict.reobserved)
    certificate.confluent = claim::Hereditary{};
  else if (verdict.confluent == true)
    certificate.confluent = claim::Exploration{verdict.ends_of_runs};
  else if (verdict.confluent == false)
    certificate.confluent = claim::Runs{verdict.witness->l, run(verdict.witness->a), run(verdict.witness->b)};
  return certificate;
}

}  // namespace coreecs
