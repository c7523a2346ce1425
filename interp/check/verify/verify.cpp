#include "interp/check/verify/verify.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_set>

#include "interp/base/progress.hpp"
#include "interp/check/verify/alike.hpp"
#include "interp/check/verify/walk.hpp"
#include "interp/check/verify/writers.hpp"
#include "interp/fast/pass.hpp"
#include "interp/language/program/error.hpp"

namespace coreecs {

namespace {

/// Why a claim is refused; with `limit`, why it is undecided.
struct Doubt {
  std::string why;
  bool limit = false;
};
using Doubts = std::optional<Doubt>;

Doubts refuse(const std::string& why) { return Doubt{why, false}; }
Doubts unsettled() {
  return Doubt{
      "created entities that name one another can be renamed in too many ways to try whether two ends are equal", true};
}

/// infl(f_s(r)) for each invocation of po_c(z), as an update: what it writes, except to entities that its own ν's yield
/// (D11).
std::vector<Update> influences(const PartialOrder& po) {
  std::vector<Update> all;
  for (const Invocation& u : po.invocations) {
    Update::Writes influenced;
    for (const Write& write : u.m.writes()) {
      const Occurrence* o = write.l.e.created();
      const bool own =
          o && o->leaf == u.leaf && std::equal(o->entities.begin(), o->entities.end(), u.e.begin(), u.e.end());
      if (!own) influenced.push_back({write.l, std::nullopt});
    }
    all.emplace_back(std::move(influenced));
  }
  return all;
}

class Verifier {
 public:
  Verifier(const Program& program, const Schedule* z, Entities& entities, std::size_t limit)
      : c_(program.start), z_(z), env_(by_occurrence(entities)), limit_(limit) {
    if (z_) po_ = fast::partial_order(c_, *z_, env_);
    for (std::size_t u = 0; u < po_.size(); ++u) {
      const Invocation& here = po_.invocations[u];
      places_.emplace(std::pair(here.leaf, std::vector<Entity>(here.e.begin(), here.e.end())), u);
      writes_.push_back(here.m);
    }
    writers_ = writers(po_, writes_);
  }

  // Theorem 4.7: its rules (3) and (4) are about pairs, and these are the concurrent ones.

  Doubts operator()(const claim::Disjoint&) const {
    if (!z_) return std::nullopt;
    for (const auto& [l, of] : writers(po_, influences(po_)).of)
      if (!of.accompanied.empty()) return refuse("concurrent invocations influence one location");
    return std::nullopt;
  }
  Doubts operator()(const claim::Overlap& claimed) const {
    const auto u = place(claimed.u), v = place(claimed.v);
    if (!u || !v) return refuse("an invocation is not in po_c(z)");
    if (!concurrent(po_, *u, *v)) return refuse("the invocations are not concurrent");
    const std::vector<Update> infl = influences(po_);
    if (!infl[*u].find(claimed.l) || !infl[*v].find(claimed.l))
      return refuse("the location is not in the influence of both invocations");
    if (claimed.rule != (claimed.u.leaf == claimed.v.leaf ? 3 : 4)) return refuse("it is another rule that fails");
    return std::nullopt;
  }

  // Definition 4.3

  Doubts safe(const claim::Agreement& claimed) const {
    if (!writers_.safe) return refuse("concurrent writers of a location leave different values");
    return lists(claimed, [](const WritersOf& of) { return of.accompanied; });
  }
  Doubts operator()(const claim::Conflict& claimed) const {
    const auto& [l, writers] = claimed.contest;
    for (const claim::Writer& writer : writers)
      if (Doubts doubt = leaves(l, writer)) return doubt;
    if (!concurrent(po_, *place(writers[0].step), *place(writers[1].step)))
      return refuse("the invocations are not concurrent");
    if (writers[0].leaves == writers[1].leaves) return refuse("the invocations leave the same");
    return std::nullopt;
  }

  // Definition 4.4

  Doubts operator()(const claim::Safe&) const {
    return writers_.safe ? std::nullopt
                         : refuse("it is not safe: concurrent writers of a location leave different values");
  }
  Doubts deterministic(const claim::Agreement& claimed) const {
    if (writers_.contended > 0) return refuse("maximal writers of a location leave different values");
    return lists(claimed, [](const WritersOf& of) { return of.maximal.size() > 1 ? of.maximal : Indices(); });
  }
  Doubts operator()(const claim::Linearizations& claimed) const {
    const auto& [l, last] = claimed.last;
    for (const claim::Writer& writer : last)
      if (Doubts doubt = leaves(l, writer)) return doubt;
    const claim::Run* runs[] = {&claimed.a, &claimed.b};
    for (int k = 0; k < 2; ++k)
      if (Doubts doubt = linearization(*runs[k], l, last[static_cast<std::size_t>(k)])) return doubt;
    return differ(claimed.a, claimed.b, l);
  }

  // Runs (D5)

  Doubts operator()(const claim::Hereditary&) const {
    if (!writers_.hereditary) return refuse("left of a ⨟, maximal writers of a location leave different values");
    return std::nullopt;
  }
  Doubts operator()(const claim::Runs& claimed) const {
    if (!z_) return refuse("there is nothing to run");
    const WalkMap map(po_, false);
    for (const claim::Run* run : {&claimed.a, &claimed.b})
      if (Doubts doubt = walk(map, *run)) return doubt;
    return differ(claimed.a, claimed.b, claimed.l);
  }

  /// Checks that all linearizations, or all runs, end in these states, and that these are equal up to renaming.
  [[nodiscard]] Doubts explored(const claim::Exploration& claimed, bool linearizations) const {
    if (!z_) return refuse("there is nothing to explore");
    std::unordered_set<std::string> listed;
    for (const State& end : claimed.ends) {
      std::string key;
      append_key(key, end, c_);
      if (!listed.insert(key).second) return refuse("an end is listed twice");
    }
    const WalkMap map(po_, linearizations);
    std::unordered_set<std::string> seen, reached;
    // What counts as one configuration: steps on the way to one, bytes of its key, and locations of its states.
    constexpr std::size_t steps_of_one = 64, size_of_one = 4096;
    std::size_t work = 0;  // in configurations
    struct Open {
      Walk walk;
      std::vector<Walk::Choice> choices;
    };
    std::vector<Open> open;
    progress::Task configurations("configuration", progress::AtMost{limit_});
    /// Continues to the next choice.
    const auto visit = [&](Walk walk) -> Doubts {
      std::vector<Walk::Choice> choices;
      for (std::size_t steps = 1; !walk.ended() && (choices = walk.sufficient_choices()).size() == 1; ++steps) {
        walk.perform(choices.front());
        work += steps % steps_of_one == 0;
      }
      std::string key;
      if (walk.ended()) {
        append_key(key, walk.state(), c_);
        if (!listed.count(key)) return refuse("an end is not listed");
        reached.insert(std::move(key));
      } else if (const auto [configuration, is_new] = seen.insert(walk.key()); is_new) {
        work += 1 + configuration->size() / size_of_one + walk.weight() / size_of_one;
        configurations.next();
        open.push_back({std::move(walk), std::move(choices)});
      }
      return std::nullopt;
    };
    try {
      if (Doubts doubt = visit(Walk(map, c_, env_))) return doubt;
      while (!open.empty()) {
        if (work > limit_) return Doubt{"there are more configurations than the limit; raise it with --limit", true};
        const Open at = std::move(open.back());
        open.pop_back();
        for (const Walk::Choice& choice : at.choices) {
          Walk next = at.walk;
          next.perform(choice);
          if (Doubts doubt = visit(std::move(next))) return doubt;
        }
      }
    } catch (const RuntimeError& error) {
      return refuse(fmt::format("a run ends in a run-time error in {}: {}", error.system, error.what()));
    }
    if (reached.size() < listed.size()) return refuse("a state is listed in which no run ends");
    for (const State& end : claimed.ends) {
      const Answer same = alike(claimed.ends.front(), end);
      if (same == Answer::Unknown) return unsettled();
      if (same == Answer::No) return refuse("two ends differ in more than the names of created entities");
    }
    return std::nullopt;
  }

 private:
  using Indices = std::vector<std::size_t>;

  /// The index of an invocation of po_c(z).
  [[nodiscard]] std::optional<std::size_t> place(const claim::Step& step) const {
    const auto found = places_.find({step.leaf, step.entities});
    if (found == places_.end() || po_.invocations[found->second].s->name != step.system) return std::nullopt;
    return found->second;
  }
  [[nodiscard]] claim::Step step(std::size_t u) const {
    const Invocation& here = po_.invocations[u];
    return {here.leaf, here.s->name, {here.e.begin(), here.e.end()}};
  }

  /// Checks that an invocation of po_c(z) leaves at l what is claimed.
  [[nodiscard]] Doubts leaves(const Location& l, const claim::Writer& claimed) const {
    const auto u = place(claimed.step);
    if (!u) return refuse("an invocation is not in po_c(z)");
    const Write* write = writes_[*u].find(l);
    if (!write) return refuse("an invocation does not write to the location");
    if (write->k != claimed.leaves) return refuse("an invocation leaves another value");
    return std::nullopt;
  }

  /// Checks that the contested locations are those for which `contestants` is not empty, with what these leave.
  template <class Contestants>
  Doubts lists(const claim::Agreement& claimed, const Contestants& contestants) const {
    std::map<Location, claim::Contest> actual;
    for (const auto& [l, of] : writers_.of) {
      Indices u = contestants(of);
      if (u.empty()) continue;
      std::sort(u.begin(), u.end());
      claim::Contest& contest = actual[l] = {l, {}};
      for (const std::size_t each : u) contest.writers.push_back({step(each), writes_[each].find(l)->k});
    }
    const bool same =
        std::equal(actual.begin(), actual.end(), claimed.contested.begin(), claimed.contested.end(),
                   [](const auto& found, const claim::Contest& listed) { return found.second == listed; });
    return same ? std::nullopt : refuse("the contested locations, their writers or their values are not those claimed");
  }

  /// Checks that a run is a linearization and ends as claimed, and that `last` writes to l last.
  [[nodiscard]] Doubts linearization(const claim::Run& run, const Location& l, const claim::Writer& last) const {
    Indices position(po_.size(), po_.size());
    State c = c_;
    std::optional<std::size_t> writer;
    for (std::size_t k = 0; k < run.order.size(); ++k) {
      const auto u = place(run.order[k]);
      if (!u) return refuse("an order has an invocation that is not in po_c(z)");
      if (position[*u] < po_.size()) return refuse("an order has an invocation twice");
      position[*u] = k;
      c = after(std::move(c), po_.invocations[*u].m);
      if (writes_[*u].find(l)) writer = u;
    }
    if (run.order.size() < po_.size()) return refuse("an order lacks an invocation");
    if (!respects(position)) return refuse("an order does not respect ≤_z");
    const State* end = std::get_if<State>(&run.end);
    if (!end || !(*end == c)) return refuse("a linearization ends in another state");
    if (!writer || !(step(*writer) == last.step)) return refuse("another invocation writes to the location last");
    return std::nullopt;
  }

  /// Whether positions respect ≤_z: in a chain they ascend, and in a series all on the left come before all on the
  /// right.
  [[nodiscard]] bool respects(const Indices& position) const {
    struct Range {
      std::size_t begin, end;
    };
    using Node = SeriesParallel::Node;
    bool all = true;
    const auto leaf = [&](const Node& node) {
      Range range{po_.size(), 0};
      for (std::size_t u = node.begin; u < node.end; ++u) {
        all = all && !(node.kind == SeriesParallel::Kind::Seq && position[u] < range.end);
        range = {std::min(range.begin, position[u]), std::max(range.end, position[u] + 1)};
      }
      return range;
    };
    fold(po_.z, leaf, [&](const Node& node, const Range& left, const Range& right) {
      all = all && !(node.kind == SeriesParallel::Kind::Then && left.end > right.begin);
      return Range{std::min(left.begin, right.begin), std::max(left.end, right.end)};
    });
    return all;
  }

  /// Checks that a run can be performed and ends as claimed.
  [[nodiscard]] Doubts walk(const WalkMap& map, const claim::Run& run) const {
    std::variant<State, std::string> end;
    std::size_t performed = 0;
    try {
      Walk walk(map, c_, env_);
      progress::Task steps("step", run.order.size());
      for (const claim::Step& step : run.order) {
        steps.next();
        const auto choice = walk.find(step.leaf, step.entities);
        if (!choice || walk.at(*choice).s->name != step.system)
          return refuse(fmt::format("a run cannot perform its invocation number {}", performed + 1));
        ++performed;
        walk.perform(*choice);
      }
      if (!walk.ended()) return refuse("a run is not complete");
      end = walk.state();
    } catch (const RuntimeError& error) {
      end = fmt::format("{}: {}", error.pointer, error.what());
    }
    if (performed < run.order.size()) return refuse("a run ends in a run-time error before its last invocation");
    return end == run.end ? std::nullopt : refuse("a run ends differently from what is claimed");
  }

  /// Checks that two ends differ under every renaming of created entities; at l, if it is claimed.
  [[nodiscard]] static Doubts differ(const claim::Run& a, const claim::Run& b, const std::optional<Location>& l) {
    const State* left = std::get_if<State>(&a.end);
    const State* right = std::get_if<State>(&b.end);
    if (!left && !right) return refuse("both runs end in a run-time error");
    if (!left || !right) return l ? refuse("a location is claimed where one of the ends is an error") : std::nullopt;
    if (!l) return refuse("no location is claimed at which the ends differ");
    const Value* k = left->at(*l);
    const Value* other = right->at(*l);
    if (k && other ? *k == *other : !k && !other) return refuse("the ends do not differ at the location");
    const Answer same = alike(*left, *right);
    if (same == Answer::Unknown) return unsettled();
    return same == Answer::Yes ? refuse("the ends differ in the names of created entities only") : std::nullopt;
  }

  const State& c_;
  const Schedule* z_;  // over all frames; null without frames
  Environment env_;
  std::size_t limit_;
  PartialOrder po_;
  std::map<std::pair<Leaf, std::vector<Entity>>, std::size_t> places_;
  std::vector<Update> writes_;
  Writers writers_;
};

Judged judged(const char* claim, const Doubts& doubt) {
  using Outcome = Judged::Outcome;
  if (!doubt) return {Outcome::Accepted, claim, {}};
  return {doubt->limit ? Outcome::Undecided : Outcome::Refused, claim, doubt->why};
}

/// Checks that a certificate is about this program.
Doubts about(const Certificate& certificate, const NamedSchedule* schedule, const Program& program,
             const std::string& name) {
  if (certificate.program != name) return refuse("the certificate belongs to another program");
  if (!schedule) return refuse("the program has no schedule of that name");
  if (certificate.fingerprint != fingerprint(program, *schedule, certificate.frames))
    return refuse("the program, its schedule or the number of frames is not what was certified");
  return std::nullopt;
}

}  // namespace

std::vector<Judged> verify(const Certificate& certificate, const Program& program, const std::string& name,
                           Entities& entities, std::size_t limit) {
  const auto schedule = std::find_if(program.schedules.begin(), program.schedules.end(),
                                     [&](const NamedSchedule& z) { return z.name == certificate.schedule; });
  const bool known = schedule != program.schedules.end();
  if (Doubts doubt = about(certificate, known ? &*schedule : nullptr, program, name)) return {judged("program", doubt)};
  try {
    std::optional<Schedule> z;
    if (certificate.frames > 0) z = repeat(schedule->z, certificate.frames);
    const Verifier verifier(program, z ? &*z : nullptr, entities, limit);
    std::vector<Judged> all;
    if (const auto& claimed = certificate.safe_by_rule)
      all.push_back(judged(std::holds_alternative<claim::Disjoint>(*claimed) ? "safe by rule" : "not safe by rule",
                           std::visit(verifier, *claimed)));
    if (const auto& claimed = certificate.safe)
      all.push_back(judged(std::holds_alternative<claim::Agreement>(*claimed) ? "safe" : "not safe",
                           std::visit(Clauses{[&](const claim::Agreement& c) { return verifier.safe(c); },
                                              [&](const claim::Conflict& c) { return verifier(c); }},
                                      *claimed)));
    const auto& deterministic = certificate.deterministic;
    const bool rejects = deterministic && std::holds_alternative<claim::Linearizations>(*deterministic);
    Doubts of_determinism = refuse("it rests on determinism, which is not claimed");
    if (deterministic) {
      of_determinism = std::visit(Clauses{[&](const claim::Safe& c) { return verifier(c); },
                                          [&](const claim::Agreement& c) { return verifier.deterministic(c); },
                                          [&](const claim::Exploration& c) { return verifier.explored(c, true); },
                                          [&](const claim::Linearizations& c) { return verifier(c); }},
                                  *deterministic);
      all.push_back(judged(rejects ? "not deterministic" : "deterministic", of_determinism));
      if (rejects) of_determinism = refuse("it rests on determinism, which is denied");
    }
    if (const auto& claimed = certificate.confluent)
      all.push_back(judged(std::holds_alternative<claim::Runs>(*claimed) ? "not confluent" : "confluent",
                           std::visit(Clauses{[&](const claim::Hereditary& c) {
                                                const Doubts doubt = verifier(c);
                                                return doubt ? doubt : of_determinism;
                                              },
                                              [&](const claim::Exploration& c) { return verifier.explored(c, false); },
                                              [&](const claim::Runs& c) { return verifier(c); }},
                                      *claimed)));
    return all;
  } catch (const RuntimeError& error) {
    return {
        judged("program", refuse(fmt::format("it ends in a run-time error in {}: {}", error.system, error.what())))};
  }
}

}  // namespace coreecs
