#include "interp/check/record/certify.hpp"

#include <algorithm>
#include <map>

namespace coreecs {

namespace {

using Kind = SeriesParallel::Kind;

claim::Step step(const Performed& u) { return {u.leaf, u.system, u.entities}; }

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

claim::Runs runs(const Witness& two) { return {two.l, run(two.a), run(two.b)}; }

/// The position of each invocation in a second linearization of po_c(z), in which the sides of every ∥, and the
/// invocations of every conc, are reversed: u ≤_z v if and only if u is not after v in either order. Cost: n.
std::vector<std::size_t> reversed_places(const PartialOrder& po) {
  std::vector<std::size_t> first(po.z.nodes.size()), places(po.size());
  for (std::size_t n = po.z.nodes.size(); n-- > 0;) {  // from the root
    const SeriesParallel::Node& z = po.z.nodes[n];
    const auto size = [&](std::size_t side) { return po.z.nodes[side].end - po.z.nodes[side].begin; };
    switch (z.kind) {
      case Kind::Conc:
        for (std::size_t u = z.begin; u < z.end; ++u) places[u] = first[n] + (z.end - 1 - u);
        break;
      case Kind::Seq:
        for (std::size_t u = z.begin; u < z.end; ++u) places[u] = first[n] + (u - z.begin);
        break;
      case Kind::Par:
        first[z.right] = first[n];
        first[z.left] = first[n] + size(z.right);
        break;
      case Kind::Then:
        first[z.left] = first[n];
        first[z.right] = first[n] + size(z.left);
        break;
    }
  }
  return places;
}

/// po_c(z), with the writers of each location and what they leave.
class Contested {
 public:
  explicit Contested(const PartialOrder& po) : po_(po), places_(reversed_places(po_)) {
    for (std::size_t u = 0; u < po_.size(); ++u)
      for (const Write& write : po_.invocations[u].m.writes()) writers_[write.l].push_back(u);
  }

  /// The writers of a location that are concurrent with another one.
  std::vector<std::size_t> accompanied(const std::vector<std::size_t>& writers) const {
    std::vector<std::size_t> least(writers.size() + 1, po_.size());  // the least of the positions from here on
    for (std::size_t j = writers.size(); j-- > 0;) least[j] = std::min(least[j + 1], places_[writers[j]]);
    std::vector<std::size_t> found;
    std::size_t before = 0;  // one more than the greatest position so far
    for (std::size_t j = 0; j < writers.size(); ++j) {
      const std::size_t place = places_[writers[j]];
      if (before > place || least[j + 1] < place) found.push_back(writers[j]);
      before = std::max(before, place + 1);
    }
    return found;
  }

  /// The writers of a location that no other one is after.
  std::vector<std::size_t> maximal(const std::vector<std::size_t>& writers) const {
    std::vector<std::size_t> found;
    std::size_t after = 0;  // one more than the greatest position from here on
    for (auto u = writers.rbegin(); u != writers.rend(); ++u) {
      if (places_[*u] >= after) found.push_back(*u);
      after = std::max(after, places_[*u] + 1);
    }
    std::reverse(found.begin(), found.end());
    return found;
  }

  /// The locations with several concurrent writers, and these; the locations with several maximal ones, and these.
  claim::Agreement among_concurrent() const {
    return agreement([&](const auto& writers) { return accompanied(writers); });
  }
  claim::Agreement among_maximal() const {
    return agreement([&](const auto& writers) { return maximal(writers); });
  }

  claim::Contest contest(const Conflict& conflict) const {
    return {conflict.l, {writer(conflict.u, conflict.l), writer(conflict.v, conflict.l)}};
  }
  /// Two linearizations, with the last writers of a location at which their ends differ.
  claim::Linearizations linearizations(const Witness& two) const {
    const Location l = two.l.value();
    return {{l, {last(two.a, l), last(two.b, l)}}, run(two.a), run(two.b)};
  }
  claim::Overlap overlap(int rule, const Conflict& race) const { return {rule, race.l, step(race.u), step(race.v)}; }

 private:
  claim::Step step(std::size_t u) const { return coreecs::step(performed(po_.invocations[u])); }
  claim::Writer writer(std::size_t u, const Location& l) const { return {step(u), po_.invocations[u].m.find(l)->k}; }
  claim::Writer last(const Ending& ending, const Location& l) const {
    const std::vector<std::size_t>& all = writers_.at(l);  // in the order of leaves and matches
    for (auto u = ending.order.rbegin();; ++u) {
      const auto at = std::lower_bound(all.begin(), all.end(), *u, [&](std::size_t w, const Performed& u) {
        const Invocation& here = po_.invocations[w];
        return here.leaf < u.leaf ||
               (here.leaf == u.leaf &&
                std::lexicographical_compare(here.e.begin(), here.e.end(), u.entities.begin(), u.entities.end()));
      });
      if (at != all.end() && step(*at) == coreecs::step(*u)) return writer(*at, l);
    }
  }
  /// By location, the writers that `contestants` chooses, if there are several.
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

  const PartialOrder& po_;
  std::vector<std::size_t> places_;
  std::map<Location, std::vector<std::size_t>> writers_;  // in the order of the reference
};

}  // namespace

Certificate certify(const Program& program, const std::string& name, const NamedSchedule& schedule,
                    const Verdict& verdict) {
  Certificate certificate{
      name, schedule.name, verdict.frames, fingerprint(program, schedule, verdict.frames), {}, {}, {}, {}};
  const Contested contested(verdict.of->po);
  const auto& [by_rule, safe, deterministic, confluent] = verdict.because;
  if (by_rule.code == Because::Overlap)
    certificate.safe_by_rule = contested.overlap(by_rule.rule, *by_rule.race);
  else
    certificate.safe_by_rule = claim::Disjoint{};

  if (safe.code == Because::Conflict)
    certificate.safe = claim::Conflict{contested.contest(*safe.race)};
  else
    certificate.safe = contested.among_concurrent();

  if (deterministic.code == Because::Safe) certificate.deterministic = claim::Safe{};
  if (deterministic.code == Because::Agreement) certificate.deterministic = contested.among_maximal();
  if (deterministic.code == Because::Exploration) certificate.deterministic = claim::Exploration{deterministic.ends};
  if (deterministic.witness) certificate.deterministic = contested.linearizations(*deterministic.witness);

  if (confluent.code == Because::Exploration)
    certificate.confluent = claim::Exploration{confluent.ends};
  else if (confluent.answer == Answer::Yes)
    certificate.confluent = claim::Hereditary{};
  else if (confluent.answer == Answer::No)
    certificate.confluent = runs(*verdict.witness());
  return certificate;
}

}  // namespace coreecs
