#include "interp/record/certify.hpp"

#include <algorithm>
#include <map>

#include "interp/fast/pass.hpp"

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

/// The place of each invocation in a second linearization of po_c(z), which takes the sides of every ∥, and the
/// invocations of every conc, the other way round: u ≤_z v if and only if u is not after v in either order. Cost: n.
std::vector<std::size_t> reversed_places(const PartialOrder& po) {
  std::vector<std::size_t> first(po.nodes.size()), places(po.size());
  for (std::size_t n = po.nodes.size(); n-- > 0;) {  // from the root
    const PartialOrder::Node& z = po.nodes[n];
    const auto size = [&](std::size_t side) { return po.nodes[side].end - po.nodes[side].begin; };
    switch (z.kind) {
      case PartialOrder::Kind::Antichain:
        for (std::size_t u = z.begin; u < z.end; ++u) places[u] = first[n] + (z.end - 1 - u);
        break;
      case PartialOrder::Kind::Chain:
        for (std::size_t u = z.begin; u < z.end; ++u) places[u] = first[n] + (u - z.begin);
        break;
      case PartialOrder::Kind::Parallel:
        first[z.right] = first[n];
        first[z.left] = first[n] + size(z.right);
        break;
      case PartialOrder::Kind::Series:
        first[z.left] = first[n];
        first[z.right] = first[n] + size(z.left);
        break;
    }
  }
  return places;
}

/// po_c(z) with what its invocations leave, and who writes where.
class Contested {
 public:
  Contested(const State& c, const Schedule& z, const Environment& env)
      : po_(fast::partial_order(c, z, 0, env)), places_(reversed_places(po_)) {
    for (std::size_t u = 0; u < po_.size(); ++u)
      for (const Write& write : po_.invocations[u].m.writes()) writers_[write.l].push_back(u);
  }

  /// Of the writers of a location, those that another one is concurrent with.
  std::vector<std::size_t> accompanied(const std::vector<std::size_t>& writers) const {
    std::vector<std::size_t> least(writers.size() + 1, po_.size());  // of the places from here on
    for (std::size_t j = writers.size(); j-- > 0;) least[j] = std::min(least[j + 1], places_[writers[j]]);
    std::vector<std::size_t> found;
    std::size_t before = 0;  // one more than the greatest place so far
    for (std::size_t j = 0; j < writers.size(); ++j) {
      const std::size_t place = places_[writers[j]];
      if (before > place || least[j + 1] < place) found.push_back(writers[j]);
      before = std::max(before, place + 1);
    }
    return found;
  }

  /// Of the writers of a location, those that no other one is after.
  std::vector<std::size_t> maximal(const std::vector<std::size_t>& writers) const {
    std::vector<std::size_t> found;
    std::size_t after = 0;  // one more than the greatest place from here on
    for (auto u = writers.rbegin(); u != writers.rend(); ++u) {
      if (places_[*u] >= after) found.push_back(*u);
      after = std::max(after, places_[*u] + 1);
    }
    std::reverse(found.begin(), found.end());
    return found;
  }

  /// Where several concurrent invocations write, these; and where several maximal ones do, these.
  claim::Agreement among_concurrent() const {
    return agreement([&](const auto& writers) { return accompanied(writers); });
  }
  claim::Agreement among_maximal() const {
    return agreement([&](const auto& writers) { return maximal(writers); });
  }

  /// Those of two linearizations that write last to a location at which their ends differ.
  claim::Linearizations linearizations(const Witness& witness) const {
    const Location l = witness.l.value();
    return {{l, {last(witness.a, l), last(witness.b, l)}}, run(witness.a), run(witness.b)};
  }

 private:
  claim::Writer writer(std::size_t u, const Location& l) const {
    const Invocation& here = po_.invocations[u];
    return {{here.leaf, here.s->name, {here.e.begin(), here.e.end()}}, here.m.find(l)->k};
  }
  claim::Writer last(const Ending& ending, const Location& l) const {
    std::map<std::pair<Leaf, std::vector<Entity>>, std::size_t> of;
    for (const std::size_t u : maximal(writers_.at(l))) {
      const Invocation& here = po_.invocations[u];
      of.emplace(std::pair(here.leaf, std::vector<Entity>(here.e.begin(), here.e.end())), u);
    }
    auto u = ending.order.rbegin();
    while (!of.count({u->leaf, u->entities})) ++u;
    return writer(of.at({u->leaf, u->entities}), l);
  }
  /// By location, the writers that `contestants` chooses, where they are several.
  template <class Contestants>
  claim::Agreement agreement(const Contestants& contestants) const {
    claim::Agreement agreement;
    for (const auto& [l, writers] : writers_) {
      const std::vector<std::size_t> chosen = contestants(writers);
      if (chosen.size() < 2) continue;
      claim::Contest& contest = agreement.contested.emplace_back();
      contest.l = l;
      for (const std::size_t u : chosen) contest.writers.push_back(writer(u, l));
    }
    return agreement;
  }

  PartialOrder po_;
  std::vector<std::size_t> places_;
  std::map<Location, std::vector<std::size_t>> writers_;  // in the order of the reference
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
    certificate.safe = contested.among_concurrent();

  if (verdict.safe)
    certificate.deterministic = claim::Safe{};
  else if (verdict.deterministic == true && !verdict.contended)
    certificate.deterministic = contested.among_maximal();
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
