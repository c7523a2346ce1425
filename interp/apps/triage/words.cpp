#include "interp/apps/triage/words.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "interp/apps/triage/show.hpp"
#include "interp/base/json/escape.hpp"
#include "interp/language/notation/notation.hpp"
#include "interp/views/report/answer.hpp"

namespace coreecs::triage {

namespace {

std::string_view words_of(Argument argument) {
  switch (argument) {
    case Argument::Elsewhere:
      return "both declare it, but their bodies never conflict on it";
    case Argument::Filters:
      return "their queries match different entities";
    case Argument::Same:
      return "both leave the same value";
    case Argument::Created:
      return "one writes only to new entities, which the other cannot reach";
    case Argument::Proved:
      return "a proof shows that both orders have the same effects";
    case Argument::Excluded:
      return "their run conditions exclude each other, so they never run in the same frame";
  }
  return {};
}

}  // namespace

std::string_view name(Label label) {
  switch (label) {
    case Label::Real:
      return "real";
    case Label::Undecided:
      return "undecided";
    case Label::Masked:
      return "masked";
    case Label::Harmless:
      return "harmless";
  }
  return {};
}

std::string_view about(Label label, bool one) {
  switch (label) {
    case Label::Real:
      return "whose order changes the state after a frame";
    case Label::Undecided:
      return one ? "that needs more information" : "that need more information";
    case Label::Masked:
      return "whose order matters for a while, but not after the frame";
    case Label::Harmless:
      return "whose order does not matter";
  }
  return {};
}

Words::Words(const Judgement& judgement, const Setting& setting)
    : judgement_(judgement), setting_(setting), names_(app::last_names(setting.app)), entities_(names_of(setting)) {
  for (const app::Observer& one : setting.app.observers) names_.push_back(coreecs::on_one_line(one.system.name));
}

std::string Words::systems(std::size_t a, std::size_t b) const { return system(a) + " and " + system(b); }

std::string Words::labels(const Pair& pair) const {
  if (pair.reported && pair.reported->empty()) return "on the whole world";
  app::Labels all = pair.reported.value_or(app::Labels());
  for (const Obstacle& obstacle : pair.obstacles)
    if (obstacle.on && std::find(all.begin(), all.end(), *obstacle.on) == all.end()) all.push_back(*obstacle.on);
  std::sort(all.begin(), all.end());
  std::vector<std::string> named;
  for (const std::size_t i : all) named.push_back(coreecs::on_one_line(setting_.app.components[i].name));
  return named.empty() ? "" : fmt::format("on {}", fmt::join(named, ", "));
}

std::string_view Words::writes(std::size_t label, bool several) const {
  const bool event = setting_.app.components[label].kind == app::Component::Kind::Event;
  return event ? (several ? "send" : "sends") : (several ? "write" : "writes");
}

std::string Words::pair(const Pair& pair) const {
  const std::string on = labels(pair);
  std::string out = systems(pair.first, pair.second) + (on.empty() ? "" : ", " + on);
  if (pair.allowed) out += " (allowed)";
  if (!pair.reported) out += " (the engine does not report it)";
  return out;
}

std::string Words::group(const Pair& pair) const {
  const std::string on = labels(pair);
  return fmt::format("{}{}{}{}", on.empty() ? "" : on + ": ", reason(pair), pair.allowed ? " (allowed)" : "",
                     pair.reported ? "" : " (the engine does not report it)");
}

std::string Words::arguments(const Pair& pair) const {
  std::vector<std::string> all;
  for (const auto& [i, argument] : pair.arguments) {
    const bool sent = argument == Argument::Same && setting_.app.components[i].kind == app::Component::Kind::Event;
    const std::string words(sent ? "both send the same event" : words_of(argument));
    if (std::find(all.begin(), all.end(), words) == all.end()) all.push_back(words);
  }
  return all.empty() ? "neither sees or overwrites a change of the other" : fmt::format("{}", fmt::join(all, "; "));
}

std::string Words::reason(const Pair& pair) const {
  switch (pair.label) {
    case Label::Real:
      return how(pair);
    case Label::Masked:
      return "in every execution from this start, the difference is overwritten before a system reads it, or vanishes";
    case Label::Harmless:
      if (pair.performed == false)
        return fmt::format("from this start, no two runs of {} on {} end a frame differently by their order",
                           setting_.model.name, plural(setting_.workers, "worker"));
      return pair.on_every_state ? "on every state, " + arguments(pair)
                                 : "from this start, they commute at every point where either can run next";
    case Label::Undecided:
      break;
  }
  switch (pair.want) {
    case Want::Access:
      return "the access of at least one of them is unknown";
    case Want::Body:
      return "at least one system that matters here has no body";
    case Want::Condition:
      return condition(pair, "the other system");
    case Want::Assumed:
      return assumed();
    case Want::Rounds:
      return "blocks may run more or less often than in the executions here";
    case Want::Contrary:
      return contrary();
    case Want::Limit:
      break;
  }
  return judgement_.cut ? why_undecided(*judgement_.cut, judgement_.explored) : "two ends could not be compared";
}

std::string Words::assumed() const {
  const std::string& name = judgement_.assumed.front();
  const auto of = std::find_if(setting_.questions.begin(), setting_.questions.end(),
                               [&](const Question& one) { return one.name == name; });
  const std::vector<std::size_t> systems = members(of->controls);
  return coreecs::on_one_line(fmt::format("the run condition {} of {} may not hold{}", name,
                                          asker(*of, systems.front()),
                                          judgement_.assumed.size() == 1 ? "" : ", nor may others"));
}

std::string Words::contrary() const {
  const auto& [one, other] = *judgement_.contrary;
  const std::string both = one == other ? one + " may never hold" : one + " and " + other + " may never hold together";
  return coreecs::on_one_line(both + ", so there may be no such execution");
}

std::string Words::observers(const ObserverPair& pair) const {
  const std::size_t n = setting_.app.systems.size();
  std::vector<std::string> on;
  on.reserve(pair.on.size());
  for (const coreecs::Label i : pair.on) on.push_back(coreecs::on_one_line(setting_.app.components[i].name));
  const std::string why = pair.matters == Answer::Yes  ? "their order changes the state after a frame"
                          : pair.matters == Answer::No ? "from this start, their order makes no difference"
                          : setting_.observers.empty() ? "they have no bodies"
                                                       : "not decided";
  return fmt::format("{}, on {}: {}", systems(n + pair.first, n + pair.second), fmt::join(on, ", "), why);
}

std::string Words::triggered(const Pair& pair) const {
  std::vector<std::string> all;
  for (const std::size_t s : {pair.first, pair.second}) {
    std::vector<std::string> observers;
    for (const std::size_t o : setting_.accesses[s].triggers) {
      const Access& does = setting_.observer_accesses[o];
      const auto touches = [&](const Obstacle& one) {
        return one.on && (does.values.contains(*one.on) || does.presence.contains(*one.on) ||
                          does.owned.contains(*one.on) || does.changes.contains(*one.on));
      };
      if (std::any_of(pair.obstacles.begin(), pair.obstacles.end(), touches))
        observers.push_back(system(setting_.app.systems.size() + o));
    }
    if (!observers.empty()) all.push_back(fmt::format("{} triggers {}", system(s), fmt::join(observers, ", ")));
  }
  return fmt::format("{}", fmt::join(all, "; "));
}

std::string Words::how(const Pair& pair) const {
  const auto of_condition = [&](const Obstacle& obstacle) {
    return obstacle.over == pair.over && !obstacle.run_if.empty();
  };
  if (const auto at = std::find_if(pair.obstacles.begin(), pair.obstacles.end(), of_condition);
      at != pair.obstacles.end())
    return fmt::format("{}, which {} {}", asks(pair, *at, " reads"), system(at->by_first ? pair.first : pair.second),
                       writes(*at->on));
  std::string observers = triggered(pair);
  const std::string then = observers.empty() ? "" : "; " + observers;
  if (pair.over == Over::Seen)
    return "the order does not say whether one sees the deferred changes of the other" + then;
  if (pair.over == Over::Applied) return "the order does not say whose deferred changes are applied first" + then;
  return observers;
}

std::string Words::confluent() const {
  const std::size_t all = judgement_.pairs.size();
  const std::size_t real = judgement_.count(Label::Real), undecided = judgement_.count(Label::Undecided);
  if (const auto& found = judgement_.coordinated; found && found->confluent == Answer::Unknown)
    return fmt::format("which orders {} performs: {}", setting_.model.name,
                       found->cut ? why_undecided(*found->cut, found->explored) : "two ends could not be compared");
  if (judgement_.coordinated && judgement_.confluent == Answer::Yes)
    return fmt::format("all runs of {} on {} end each frame in the same state", setting_.model.name,
                       plural(setting_.workers, "worker"));
  const auto matter = std::count_if(judgement_.observers.begin(), judgement_.observers.end(),
                                    [](const ObserverPair& one) { return one.matters == Answer::Yes; });
  if (real == 0 && matter > 0)
    return fmt::format("the order of {} changes the state after a frame",
                       plural(static_cast<std::size_t>(matter), "pair") + " of observers");
  if (real == 0 && !judgement_.observers.empty() && judgement_.confluent != Answer::Yes && undecided == 0)
    return "the order of observers is open, and not decided";
  if (real > 0)
    return fmt::format("of {}, {} change{} the state after a frame", plural(all, "unordered pair"), real,
                       real == 1 ? "s" : "");
  if (judgement_.on_every_state == Answer::Yes)
    return all == 0 ? "no two unordered systems conflict" : "every pair is harmless";
  if (judgement_.confluent == Answer::Yes) return "all executions end each frame in the same state";
  return undecided > 0 ? fmt::format("{} undecided", plural(undecided, "pair")) : "too little is known";
}

std::string Words::condition(const Pair& pair, std::string_view writer) const {
  const Obstacle& obstacle = *asked(pair)->first;
  if (!obstacle.on) return asks(pair, obstacle, " may read") + fmt::format(" what {} writes", writer);
  return asks(pair, obstacle, " reads") +
         fmt::format(", which {} {}; the app does not say when it holds", writer, writes(*obstacle.on));
}

std::string Words::asks(const Pair& pair, const Obstacle& obstacle, std::string_view reads) const {
  const std::string on = obstacle.on ? " " + coreecs::on_one_line(setting_.app.components[*obstacle.on].name) : "";
  const std::size_t asking = obstacle.by_first ? pair.second : pair.first;
  std::string of = system(asking);
  for (const Question& one : setting_.questions) {
    if (one.name != obstacle.run_if.front()) continue;
    if (one.number_of) return coreecs::on_one_line(fmt::format("{}{}{}", obstacle.run_if.front(), reads, on));
    if (one.controls.test(asking)) of = asker(one, asking);
  }
  return coreecs::on_one_line(fmt::format("the run condition{} {} of {}{}{}", obstacle.run_if.size() == 1 ? "" : "s",
                                          fmt::join(obstacle.run_if, ", "), of, reads, on));
}

std::string Words::on_every_state() const {
  if (judgement_.on_every_state != Answer::Unknown) return {};
  const auto pair = std::find_if(judgement_.pairs.begin(), judgement_.pairs.end(),
                                 [](const Pair& one) { return asked(one).has_value(); });
  return condition(*pair, system(asked(*pair)->second == pair->first ? pair->second : pair->first));
}

std::string Words::invariants() const {
  const Kept& kept = judgement_.kept;
  std::vector<std::string> all;
  for (const Broken& one : kept.broken)
    all.push_back(one.how.invariant().empty()
                      ? fmt::format("an entity is revived {}", how_often(one, kept))
                      : fmt::format("{} fails {}", coreecs::on_one_line(one.how.invariant()), how_often(one, kept)));
  if (!all.empty()) return fmt::format("{}", fmt::join(all, "; "));
  if (kept.cut) return why_undecided(*kept.cut, kept.explored);
  if (kept.maybe_performed)
    return fmt::format("not in some orders that the plan leaves open; whether {} performs one is not known",
                       setting_.model.name);
  if (kept.all == Answer::Yes) return "each holds after every frame of every execution";
  if (judgement_.contrary) return contrary();
  if (!judgement_.assumed.empty()) return assumed();
  if (!kept.all_orders) return "not all orders of observers were explored";
  return judgement_.in_turn.empty() ? "some systems have no body"
                                    : "blocks may run more or less often than in the executions here";
}

std::string Words::broken(const Break& how) const {
  if (const auto* revival = std::get_if<Revival>(&how.what))
    return fmt::format("{} revives {}, which {} has despawned (Bevy panics here)", system(revival->by),
                       coreecs::on_one_line(entities_(revival->e)), system(revival->despawned_by));
  return fmt::format("{} {}", coreecs::on_one_line(how.invariant()),
                     coreecs::show(std::get<Violation>(how.what), entities_));
}

std::string Words::broken(const std::vector<Break>& all) const {
  std::vector<std::string> shown;
  shown.reserve(all.size());
  for (const Break& one : all) shown.push_back(broken(one));
  return fmt::format("{}", fmt::join(shown, ", "));
}

std::string Words::broken(const Kept& kept) const {
  std::vector<Break> all;
  for (const Broken& one : kept.broken) all.push_back(one.how);
  return broken(all);
}

std::string_view Words::how_often(const Broken& one, const Kept& of) {
  if (one.always) return "in every execution";
  return of.cut ? "in at least one execution" : "in some executions";
}

std::string Words::constraint(const AddedConstraint& one) const {
  std::string out = constraint(one.edge, one.flow);
  if (!one.against) return out;
  return fmt::format("{}, against the flow of data: {}", out,
                     constraint({one.edge.after, one.edge.before}, one.against));
}

std::string Words::constraint(const Edge& edge, const std::optional<Flow>& flow) const {
  std::string out = node(edge.before, edge.after) + " before " + node(edge.after, edge.before);
  if (!flow) return out;
  const auto reads = [&](const Access& access) {
    return access.values.contains(flow->on) || access.presence.contains(flow->on);
  };
  bool itself = false;
  std::optional<std::size_t> number;
  setting_.blocks.widened(edge.before, edge.after, [&](std::size_t x, std::size_t z) {
    const std::size_t reader = flow->removed ? x : z;
    itself = itself || reads(setting_.accesses[reader]);
    for (const Question& one : setting_.questions)
      if (one.number_of && one.controls.test(reader) && reads(one.access)) number = one.number_of;
  });
  const std::string on = coreecs::on_one_line(setting_.app.components[flow->on].name);
  const std::string after = node(edge.after, edge.before);
  if (flow->removed)
    return fmt::format("{} ({} {}, which {} removes)", out,
                       itself   ? "reads"
                       : number ? "its number of rounds reads"
                                : "its run condition reads",
                       on, after);
  return fmt::format("{} ({} {}, which {}{} reads)", out, writes(flow->on), on,
                     itself   ? ""
                     : number ? "the number of rounds of "
                              : "a run condition of ",
                     itself || !number ? after : block(*number));
}

std::string Words::stale(const Stale& one) const {
  return fmt::format("{} reads {}, in {}", reader(one), late(one),
                     one.always                 ? "every execution"
                     : setting_.model.scheduler ? "some orders"
                                                : "some executions");
}

std::string Words::may_be_stale(const Stale& one) const {
  const std::string_view why = is_performed(setting_, one)
                                   ? "not where it is as early as possible; then the limit was reached"
                                   : "to know, the bodies of both are needed";
  return fmt::format("{} may read {}: {}", reader(one), late(one), why);
}

std::string Words::reader(const Stale& one) const {
  if (!one.condition) return system(one.reader);
  const Question& of = setting_.questions[*one.condition];
  const std::string name = coreecs::on_one_line(of.name);
  return of.number_of ? name : fmt::format("the run condition {} of {}", name, asker(of, one.reader));
}

std::string Words::late(const Stale& one) const {
  std::vector<std::string> writers;
  writers.reserve(one.writers.size());
  for (const LateWriter& writer : one.writers) writers.push_back(system(writer.system));
  return fmt::format("{} before {} {} it", coreecs::on_one_line(setting_.app.components[one.on].name),
                     fmt::join(writers, ", "), writes(one.on, writers.size() > 1));
}

std::string Words::asker(const Question& of, std::size_t system) const {
  const auto in = setting_.blocks.of(system);
  return in && !of.within ? block(*in) : this->system(system);
}

std::string Words::stale() const {
  const std::size_t all = judgement_.stale.all.size();
  return stale(judgement_.stale.all.front()) + (all == 1 ? "" : fmt::format(" (and {} more)", all - 1));
}

std::string Words::mended(const Stale& one, const LateWriter& writer) const {
  const std::string constraint = node(writer.system, one.reader) + " before " + node(one.reader, writer.system);
  if (writer.deferred)
    return fmt::format("{} runs before it, but {} applies its commands later", system(writer.system),
                       setting_.model.name);
  if (writer.only_after)
    return writer.system == one.reader && !one.condition
               ? fmt::format("{} reads what it sends itself at its next run", system(writer.system))
               : fmt::format("{} runs only after the condition has read", system(writer.system));
  if (!writer.cycle) {
    const bool by_sender =
        one.writers.size() > 1 && setting_.app.components[one.on].kind == app::Component::Kind::Event;
    return fmt::format("adding {} fixes it{}", constraint, by_sender ? " for " + system(writer.system) : "");
  }
  std::vector<std::string> cycle;
  for (const std::size_t s : *writer.cycle) cycle.push_back(system(s));
  return fmt::format("{} is not possible, because the app has {}", constraint, fmt::join(cycle, " before "));
}

std::vector<std::string> Words::assumptions() const {
  std::vector<std::string> all;
  const std::size_t systems = setting_.app.systems.size(), bodiless = judgement_.bodiless.size();
  if (bodiless == systems)
    all.push_back("no system has a body: nothing can be performed, so only declared access was analysed");
  else if (bodiless > 0)
    all.push_back(
        fmt::format("{} of {} systems have no body, and do nothing in the executions shown", bodiless, systems));
  if (judgement_.unknown_access)
    all.push_back("the access of some systems is unknown: only the conflicts listed for them are known");
  if (!judgement_.assumed.empty())
    all.push_back(coreecs::on_one_line(fmt::format(
        "assumed to hold, because \"conditions\" does not say when they do: {}", fmt::join(judgement_.assumed, ", "))));
  for (const std::size_t block : judgement_.in_turn) all.push_back(in_turn(block));
  return all;
}

std::string Words::in_turn(std::size_t block) const {
  const app::Repeat& repeat = *setting_.repeats[block];
  std::vector<std::uint64_t> numbers;
  for (std::uint64_t frame = 0; frame < setting_.frames && frame < 8; ++frame)
    numbers.push_back(repeat.most - frame % (repeat.most - repeat.least + 1));
  if (setting_.frames == 1)
    return fmt::format("{} runs {} in the frame; other numbers from {} to {} were not performed", this->block(block),
                       numbers[0] == 1 ? "once" : fmt::format("{} times", numbers[0]), repeat.least, repeat.most);
  return fmt::format("{} runs {}{} times in the frames, in turn; other numbers from {} to {} were not performed",
                     this->block(block), fmt::join(numbers, ", "), numbers.size() < setting_.frames ? ", ..." : "",
                     repeat.least, repeat.most);
}

std::string Words::block(std::size_t block) const {
  return coreecs::on_one_line(setting_.app.sets[setting_.blocks.all()[block].set].name);
}

std::string Words::node(std::size_t system, std::size_t by) const {
  const auto in = setting_.blocks.of(system);
  return in && !setting_.blocks.are_in_one(system, by) ? block(*in) : this->system(system);
}

std::string Words::step(const std::vector<std::size_t>& nodes, std::size_t j) const {
  const Plan& plan = judgement_.plan;
  if (plan.is_system(nodes[j])) return system(nodes[j]);
  if (plan.is_sync(nodes[j])) return "(sync)";
  const std::size_t in = *plan.block(nodes[j]);
  const bool is_performed =  // where it is the last step, its number fails
      j + 1 == nodes.size() || (plan.block(nodes[j + 1]) == in && !plan.is_begin(nodes[j + 1]));
  return fmt::format("({} {})", block(in), is_performed ? "begins" : "runs 0 times");
}

std::string Words::steps(const std::vector<std::size_t>& nodes, const Witness& witness) const {
  constexpr std::size_t before = 2, most = 10;
  const std::size_t begin = nodes.size() > most && witness.swapped > before ? witness.swapped - before : 0;
  const std::size_t end = std::min(nodes.size(), begin + most);
  std::vector<std::string> shown;
  for (std::size_t j = begin; j < end; ++j) shown.push_back(step(nodes, j));
  return fmt::format("{}{}{}", begin > 0 ? fmt::format("({} before) ", begin) : "", fmt::join(shown, ", "),
                     end < nodes.size() ? fmt::format(" ({} more)", nodes.size() - end) : "");
}

}  // namespace coreecs::triage
