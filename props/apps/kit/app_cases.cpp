#include "props/apps/kit/app_cases.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <nlohmann/json.hpp>
#include <numeric>

#include "interp/apps/app/bodies.hpp"
#include "interp/apps/app/order.hpp"
#include "interp/fast/query.hpp"
#include "interp/language/format/load.hpp"
#include "interp/language/program/effects.hpp"
#include "interp/language/program/error.hpp"
#include "props/apps/kit/orders.hpp"
#include "props/apps/kit/swaps.hpp"

namespace coreecs {

namespace {

/// Whether a system has to declare commands for what its body does.
bool needs_commands(app::System system, const SystemTerm& term, const Program& program,
                    const std::vector<app::Component>& components) {
  std::vector<std::size_t> labels(program.schema.size());
  std::iota(labels.begin(), labels.end(), std::size_t{0});
  system.access_known = false;  // what it reads is not declared here
  for (std::size_t i = 0; i < components.size(); ++i)
    if (components[i].kind == app::Component::Kind::Event) system.events.sends.push_back(i);
  return !app::undeclared(term, program.schema, labels, system, components).empty();
}

/// Everything that commands can do.
app::Commands all_commands(const std::vector<app::Component>& components) {
  app::Labels all;
  for (std::size_t i = 0; i < components.size(); ++i)
    if (components[i].kind == app::Component::Kind::Component) all.push_back(i);
  return {all, all, {all}, {{}}};
}

/// A system with this body that declares to own about half of what it writes, and commands where it needs them, or to
/// no end.
app::System with_body(Dice& dice, const Program& program, std::size_t body, std::size_t number,
                      const std::vector<app::Component>& components) {
  app::System system{.name = "s" + std::to_string(number), .exclusive = dice.percent(8), .body = body};
  const SystemTerm& term = program.terms.at(program.systems[body]->name);
  app::Query all;
  for (const auto& [i, w] : label_writes(term, program.schema))
    if (components[i].kind == app::Component::Kind::Component && dice.percent(75)) all.writes.push_back(i);
  all.optional = all.writes;
  system.queries.push_back(std::move(all));
  if (dice.percent(15) || needs_commands(system, term, program, components)) system.commands = all_commands(components);
  return system;
}

/// Something that a body may ask: of queries with an incl, whether what they include was added or changed, or whether
/// anything was removed.
void ask(Dice& dice, const Program& program, const std::vector<app::Component>& components, app::System& system) {
  const std::vector<QueryTerm>& match = program.terms.at(program.systems[*system.body]->name).match;
  const auto included = [&](std::size_t j) {
    app::Labels all;
    for (const auto& constraint : match[j].constraints)
      if (const auto* incl = std::get_if<QueryTerm::Incl>(&constraint)) all.push_back(incl->i);
    return all;
  };
  const auto is_event = [&](std::size_t i) { return components[i].kind == app::Component::Kind::Event; };
  for (std::size_t j = 0; j < match.size(); ++j) {
    if (!dice.percent(60)) continue;
    bool others_include = true;
    for (std::size_t other = 0; other < match.size(); ++other)
      others_include = others_include && (other == j || !included(other).empty());
    app::Ask one{static_cast<app::Ask::Of>(dice.below(3)), 0, j};
    const app::Labels labels = included(j);
    if (std::any_of(labels.begin(), labels.end(), is_event)) continue;
    if (one.of == app::Ask::Of::Removed ? !others_include : labels.empty()) continue;
    one.label = one.of == app::Ask::Of::Removed ? dice.below(program.schema.size()) : labels[dice.below(labels.size())];
    if (!is_event(one.label)) system.asks.push_back(one);
  }
}

/// An observer with this body, of components that some system writes, if there is one.
app::Observer with_triggers(Dice& dice, const Program& program, std::size_t body, std::size_t number,
                            const std::vector<app::Component>& components) {
  app::Observer one{with_body(dice, program, body, number, components), {}, dice.percent(15)};
  one.system.name = "o" + std::to_string(number);
  one.system.exclusive = false;
  std::vector<std::size_t> written;
  for (const auto& system : program.systems)
    for (const auto& [i, w] : label_writes(program.terms.at(system->name), program.schema)) written.push_back(i);
  for (std::size_t k = 1 + dice.below(2); k > 0; --k) {
    const bool as_before = !one.on.empty() && dice.percent(60);
    const app::Trigger on{as_before ? one.on.front().on : static_cast<app::Trigger::On>(dice.below(3)),
                          written.empty() ? dice.below(components.size()) : written[dice.below(written.size())]};
    if (std::find(one.on.begin(), one.on.end(), on) == one.on.end()) one.on.push_back(on);
  }
  return one;
}

/// Two events, and an entity that keeps what systems hear.
constexpr const char *said = "Said", *rung = "Rung", *heard = "Heard";

/// Lets some systems of a program send and read events. What they hear, they write so that its order shows.
void add_events(Dice& dice, Tree& document) {
  document["components"][said] = "int";
  document["components"][rung] = "unit";
  document["components"][heard] = "int";
  document["entities"]["ear"] = {{heard, 0}};
  for (const char* event : {said, rung})
    document["invariants"][event] = {{"match", Tree::array({{{"incl", {{event, "_"}}}}})}, {"holds", false}};
  for (auto& [name, system] : document["systems"].items()) {
    Tree all = Tree::array({system["do"]}), queries = Tree::array();
    const auto includes = [](const Tree& query) { return query.contains("incl"); };
    const bool may_read = std::all_of(system["match"].begin(), system["match"].end(), includes);
    Tree value = static_cast<int>(dice.below(3));
    const auto hear = [&](const char* event, const Tree& pattern, const Tree& what) {
      queries.push_back({{"incl", {{event, pattern}}}});
      queries.push_back({{"entity", "the_ear"}, {"incl", {{heard, "before"}}}});
      const Tree sum = {{"+", Tree::array({{{"*", Tree::array({"before", 3})}}, what})}};
      all.push_back({{"attach", Tree::array({heard, "the_ear", {{"mod", Tree::array({sum, 1000})}}})}});
    };
    if (may_read && dice.percent(55)) {
      hear(said, "the_said", "the_said");
      if (dice.percent(30)) value = {{"mod", Tree::array({{{"+", Tree::array({"the_said", 1})}}, 5})}};
    } else if (may_read && dice.percent(30)) {
      hear(rung, "_", 2);
    }
    if (dice.percent(60))
      all.push_back({{"new", Tree::array({"a_said", {{"attach", Tree::array({said, "a_said", value})}}})}});
    if (dice.percent(15))
      all.push_back({{"new", Tree::array({"a_ring", {{"attach", Tree::array({rung, "a_ring"})}}})}});
    for (const Tree& query : system["match"]) queries.push_back(query);
    system["match"] = queries;
    system["do"] = all;
  }
}

/// Run conditions that read an event, which some systems have.
void add_conditions(app::App& app, Program& program) {
  for (const char* event : {said, rung}) {
    const auto at = std::find_if(program.invariants.begin(), program.invariants.end(),
                                 [&](const Invariant& one) { return one.name == event; });
    const auto label = static_cast<std::size_t>(
        std::find_if(app.components.begin(), app.components.end(), [&](const auto& one) { return one.name == event; }) -
        app.components.begin());
    app.components[label].kind = app::Component::Kind::Event;
    app::RunCondition is{.form = app::RunCondition::Form::Match, .label = label, .text = event, .reads = {label}};
    is.term = std::make_shared<const Invariant>(std::move(*at));
    program.invariants.erase(at);
    const std::string name = fmt::format("on_event({})", event);
    app.conditions.push_back({name, is});
    app.conditions.push_back({"not(" + name + ")", {.form = app::RunCondition::Form::Not, .parts = {is}}});
  }
  const app::RunCondition of_said = app.conditions[0].is, no_ring = app.conditions[3].is;
  app.conditions.push_back({"and", {.form = app::RunCondition::Form::And, .parts = {no_ring, of_said}}});
  app.conditions.push_back({"or", {.form = app::RunCondition::Form::Or, .parts = {of_said, no_ring}}});
}

/// Whether it comes to more than a few entities when it is performed in the order of insertion. Then two states take
/// long to compare, and a system long to perform.
bool explodes(const AppCase& t) {
  const triage::Setting setting(*t.app, t.order, t.model, t.frames);
  const triage::Plan plan = *setting.plan();
  triage::Executions all = setting.executions(plan);
  all.most = exhaustive::most_visited;
  try {
    triage::Configuration k = all.first();
    while (!all.ended(k)) {
      const std::size_t next = all.enabled(k).front();
      k = all.step(std::move(k), next);
    }
    return live(k.c).size() > 30;
  } catch (const fast::TooManyMatches&) {
    return true;
  } catch (const RuntimeError&) {
    return !t.app->observers.empty();  // which may trigger each other without end
  }
}

}  // namespace

std::optional<AppCase> AppCase::of(Dice& dice, bool may_fail, const Beyond& beyond) {
  AppCase t;
  t.document = random_program(dice, {.frames = 1,
                                     .races = dice.percent(80),
                                     .structural = dice.percent(beyond.observers ? 70 : 30),
                                     .may_fail = may_fail});
  if (beyond.events) add_events(dice, t.document);
  auto loaded = load(t.document.dump());
  if (loaded.index() != 0) return std::nullopt;
  auto program = std::make_shared<Program>(std::get<0>(std::move(loaded)));
  t.order = any_dag(4);
  auto app = std::make_shared<app::App>();
  app->name = "random";
  for (const Component& one : program->schema) app->components.push_back({one.name, {}, one.type});
  if (beyond.events) add_conditions(*app, *program);
  const std::size_t stages = dice.percent(40) ? 2 : 0;
  if (stages > 0) app->stages = {"one", "two"};
  for (std::size_t s = 0; s < t.order.size(); ++s) {
    app->systems.push_back(with_body(dice, *program, dice.below(program->systems.size()), s, app->components));
    if (beyond.asks && dice.percent(70)) ask(dice, *program, app->components, app->systems.back());
    if (beyond.events && dice.percent(30))
      app->systems.back().configuration.run_if = {app->conditions[dice.below(app->conditions.size())].name};
    if (stages > 0) app->systems.back().stage = dice.below(stages);
  }
  bool hooked = false;  // a component has one hook at most
  for (std::size_t k = beyond.observers ? 1 + dice.below(3) : 0; k > 0; --k) {
    app::Observer one =
        with_triggers(dice, *program, dice.below(program->systems.size()), app->observers.size(), app->components);
    one.hook = one.hook && !hooked;
    hooked = hooked || one.hook;
    app->observers.push_back(std::move(one));
  }
  app->program = std::move(program);
  if (stages > 0) {
    std::vector<Edge> between;
    for (std::size_t a = 0; a < t.order.size(); ++a)
      for (std::size_t b = 0; b < t.order.size(); ++b)
        if (*app->systems[a].stage < *app->systems[b].stage) between.push_back({a, b});
    const auto staged = t.order.with(between);
    if (!std::holds_alternative<Dag>(staged)) return std::nullopt;
    t.order = std::get<Dag>(staged);
  }
  if (beyond.asks && dice.percent(20)) app->change_detection = app::ChangeDetection::InFrame;
  t.app = std::move(app);
  const auto all = triage::models();
  t.model = all[dice.below(dice.percent(65) ? 2 : all.size())];  // schedulers leave less open than engines do
  t.frames = dice.percent(beyond.asks || beyond.events || beyond.observers ? 30 : 80) ? 1 : 2;
  if (explodes(t)) return std::nullopt;
  return t;
}

std::ostream& operator<<(std::ostream& out, const AppCase& t) {
  out << t.document.dump(1) << "\nmodel " << t.model.name << ", frames " << t.frames << "\n";
  for (const app::System& system : t.app->systems)
    out << system.name << ": " << (system.body ? t.app->program->systems[*system.body]->name : "no body")
        << (system.exclusive ? ", exclusive" : "")
        << fmt::format(", owns {}{}\n", fmt::join(system.queries.front().writes, " "),
                       system.commands.empty() ? "" : ", commands");
  for (const app::System& system : t.app->systems)
    for (const app::Ask& one : system.asks)
      out << fmt::format("{} asks in query {} what of {} was {}\n", system.name, one.query, one.label,
                         std::array{"added", "changed", "removed"}[static_cast<std::size_t>(one.of)]);
  for (const app::System& system : t.app->systems)
    for (const std::string& condition : system.configuration.run_if)
      out << fmt::format("{} runs if {}\n", system.name, condition);
  for (const app::Observer& one : t.app->observers) {
    out << one.system.name << ": " << t.app->program->systems[*one.system.body]->name << (one.hook ? ", a hook" : "")
        << fmt::format(", owns {}{}", fmt::join(one.system.queries.front().writes, " "),
                       one.system.commands.empty() ? "" : ", commands");
    for (const app::Trigger& on : one.on)
      out << fmt::format(", on {} {}", std::array{"added", "set", "removed"}[static_cast<std::size_t>(on.on)],
                         on.label);
    out << "\n";
  }
  for (const Edge& edge : t.order.reduction()) out << edge.before << " < " << edge.after << "\n";
  return out;
}

AppCase any_app_case(bool may_fail, const Beyond& beyond) {
  Dice dice = any_dice();
  std::optional<AppCase> t = AppCase::of(dice, may_fail, beyond);
  RC_PRE(t.has_value());
  RC_PRE(t->order.size() > 1);
  return *t;
}

AppCase any_case_of_observers() {
  AppCase t = any_app_case(false, {.observers = true});
  if (t.app->observers.size() == 1 || *rc::gen::arbitrary<bool>()) return t;
  app::App app = *t.app;
  for (std::size_t o = 0; o < 2; ++o) {
    app.observers[o].hook = false;
    app.observers[o].on.clear();
    for (std::size_t i = 0; i < app.components.size(); ++i) app.observers[o].on.push_back({app::Trigger::On::Set, i});
    app::Query& all = app.observers[o].system.queries.front();
    all.writes.clear();
    for (std::size_t i = 0; i < app.components.size(); ++i) all.writes.push_back(i);
    all.optional = all.writes;
  }
  t.app = std::make_shared<const app::App>(std::move(app));
  RC_PRE(!explodes(t));
  return t;
}

triage::Judgement judged(const app::App& app, std::uint64_t frames, const char* model) {
  return triage::judge(triage::Setting(app, app::order(app), *triage::model(model), frames), 10'000);
}

}  // namespace coreecs
