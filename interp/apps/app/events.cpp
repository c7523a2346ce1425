#include "interp/apps/app/events.hpp"

#include <algorithm>
#include <set>

#include "interp/base/json/place.hpp"
#include "interp/base/json/reading.hpp"
#include "interp/language/program/condition.hpp"
#include "interp/language/program/effects.hpp"

namespace coreecs::app {

namespace {

/// The label of a constraint of a query.
Label label_of(const std::variant<QueryTerm::Incl, QueryTerm::Excl, QueryTerm::Anyway>& constraint) {
  return std::visit([](const auto& c) { return c.i; }, constraint);
}

/// What a mutation does with an entity that it creates.
struct UsesOfNew {
  std::size_t sends = 0;            ///< the most events that it becomes on one path
  std::optional<Label> event = {};  ///< one of them
  std::optional<Label> component = {};
  bool elsewhere = false;  ///< whether a term names it, or a detach or a destroy

  [[nodiscard]] UsesOfNew then(const UsesOfNew& next) const {
    return {sends + next.sends, event ? event : next.event, component ? component : next.component,
            elsewhere || next.elsewhere};
  }
  [[nodiscard]] UsesOfNew or_else(const UsesOfNew& other) const {
    UsesOfNew both = then(other);
    both.sends = std::max(sends, other.sends);
    return both;
  }
};

bool is_variable(const Term& e, Slot x) {
  const auto* v = std::get_if<term::Variable>(&e.node().form);
  return v && v->slot == x && v->path.empty();
}

UsesOfNew uses(const MutationTerm& m, Slot x, const std::vector<bool>& is_event) {
  const auto in = [&](const MutationTerm& part) { return uses(part, x, is_event); };
  const auto in_term = [&](const Term& t) { return UsesOfNew{.elsewhere = mentions(t, {x})}; };
  return std::visit(
      Clauses{[&](const term::Sequence& m) {
                UsesOfNew all;
                for (const MutationTerm& part : m.parts) all = all.then(in(part));
                return all;
              },
              [&](const term::Attach& m) {
                const UsesOfNew value = in_term(m.k);
                if (!is_variable(m.e, x)) return value.then(in_term(m.e));
                return value.then(is_event[m.i] ? UsesOfNew{.sends = 1, .event = m.i} : UsesOfNew{.component = m.i});
              },
              [&](const term::Detach& m) { return in_term(m.e); }, [&](const term::Destroy& m) { return in_term(m.e); },
              [&](const term::New& m) { return in(m.body); },
              [&](const term::If<MutationTerm>& m) {
                return in_term(m.condition).then(in(m.then).or_else(in(m.otherwise)));
              },
              [&](const term::Let<MutationTerm>& m) { return in_term(m.value).then(in(m.body)); },
              [&](const term::Case<MutationTerm>& m) { return in(m.then).or_else(in(m.otherwise)); }},
      m.node().form);
}

class EventCheck {
 public:
  EventCheck(Problems& problems, const Json& document, const App& app)
      : problems_(problems), document_(document), app_(app) {
    if (!app.program) return;
    for (const coreecs::Component& one : app.program->schema) {
      const auto at = std::find_if(app.components.begin(), app.components.end(),
                                   [&](const Component& known) { return known.name == one.name; });
      is_event_.push_back(at->kind == Component::Kind::Event);
      of_app_.push_back(static_cast<std::size_t>(at - app.components.begin()));
    }
  }

  void operator()() {
    for (const NamedCondition& one : app_.conditions) condition(one.is);
    if (!app_.program || std::find(is_event_.begin(), is_event_.end(), true) == is_event_.end()) return;
    start();
    for (const System& system : app_.systems)
      if (system.body) body(system, app_.program->terms.at(app_.program->systems[*system.body]->name));
    for (const Invariant& one : app_.program->invariants) invariant(*one.term);
    for (const Set& one : app_.sets)
      if (one.repeat && one.repeat->number && one.repeat->number->term)
        for (const MeasureTerm& measure : one.repeat->number->term->term->measures)
          only_state(measure, way(one.repeat->number->place));
    view();
  }

 private:
  static constexpr std::string_view only_of_state = "; expected what entities have: events are no part of the state";

  [[nodiscard]] std::string name(Label i) const { return in_quotes(app_.program->schema[i].name); }
  void report(const Way& at, const std::string& message) { report_at(problems_, document_, at, message); }

  /// Reports templates with events, and entities at the start that have some of their own.
  void start() {
    std::set<Label> in_templates;
    const auto* root = document_.as<Json::Object>();
    const Json::Member* member = root ? find(*root, "templates") : nullptr;
    const auto* templates = member ? member->value.as<Json::Object>() : nullptr;
    for (std::size_t k = 0; templates && k < templates->size(); ++k) {
      const auto* parts = (*templates)[k].value.as<Json::Object>();
      const Json::Member* all = parts ? find(*parts, "components") : nullptr;
      const auto* components = all ? all->value.as<Json::Object>() : nullptr;
      for (Label i = 0; components && i < is_event_.size(); ++i) {
        if (!is_event_[i] || !find(*components, app_.program->schema[i].name)) continue;
        in_templates.insert(i);
        report({"templates", std::string((*templates)[k].key), "components", app_.program->schema[i].name},
               "found a template with the event " + name(i) + std::string(only_of_state));
      }
    }
    for (Label i = 0; i < is_event_.size(); ++i) {
      if (!is_event_[i] || app_.program->start[i].empty() || in_templates.contains(i)) continue;
      const std::string& entity = app_.program->entities[app_.program->start[i].begin()->first.number()];
      report({"entities", entity, app_.program->schema[i].name},
             "found an entity with the event " + name(i) + std::string(only_of_state));
    }
  }

  void only_state(const MatchTerm& term, const Way& at) {
    for (const QueryTerm& query : term.match)
      for (const auto& constraint : observed(query))
        if (is_event_[label_of(constraint)])
          report(at, "found the event " + name(label_of(constraint)) + std::string(only_of_state));
  }
  void invariant(const InvariantTerm& term) {
    only_state(term, {"invariants", term.name});
    for (const MeasureTerm& measure : term.measures) only_state(measure, {"invariants", term.name});
  }
  void view() {
    if (!app_.program->view) return;
    const View& view = *app_.program->view;
    std::vector<Label> all = {view.x.i};
    for (const auto* one : {&view.y, &view.dx, &view.dy, &view.label})
      if (*one) all.push_back((*one)->i);
    for (const Mark& one : view.marks) all.push_back(one.i);
    for (const Coordinate& one : view.lines) all.push_back(one.i);
    for (const Label i : all)
      if (is_event_[i]) report({"view"}, "found the event " + name(i) + std::string(only_of_state));
  }

  // An event has no name, nothing else, and is in no state. A query without incl would match it among the entities.
  void queries(const std::vector<QueryTerm>& match, const Way& at, const std::vector<Ask>& asks) {
    const auto of = [](const QueryTerm& query) { return observed(query); };
    const auto reads_event = [&](const QueryTerm& query) {
      const auto all = of(query);
      return std::any_of(all.begin(), all.end(), [&](const auto& one) { return is_event_[label_of(one)]; });
    };
    const bool any = std::any_of(match.begin(), match.end(), reads_event);
    for (std::size_t j = 0; any && j < match.size(); ++j) {
      Way here = at;
      here.insert(here.end(), {"match", std::to_string(j)});
      const QueryTerm& query = match[j];
      const bool asked = std::any_of(asks.begin(), asks.end(), [&](const Ask& one) { return one.query == j; });
      const bool alone = query.constraints.size() == 1 && query.any.empty() && !query.entity.slot && !query.is &&
                         std::holds_alternative<QueryTerm::Incl>(query.constraints.front());
      const bool includes = std::any_of(query.constraints.begin(), query.constraints.end(),
                                        [](const auto& one) { return std::holds_alternative<QueryTerm::Incl>(one); });
      if (reads_event(query) && (!alone || asked)) {
        const auto all = of(query);
        const auto event =
            std::find_if(all.begin(), all.end(), [&](const auto& one) { return is_event_[label_of(one)]; });
        report(here, "found a query of the event " + name(label_of(*event)) +
                         " that asks for more; expected only { \"incl\": { " + name(label_of(*event)) +
                         ": \"x\" } }: an event is a value, and no entity");
      } else if (!includes && std::none_of(asks.begin(), asks.end(), [&](const Ask& one) {
                   return one.query == j && one.of == Ask::Of::Removed;
                 })) {
        report(here, R"(found a query without "incl" beside one that reads an event; expected an "incl")");
      }
    }
  }

  void body(const System& system, const SystemTerm& term) {
    const Way at = {"systems", system.name, "body"};
    queries(term.match, at, system.asks);
    LabelSet given;
    for (const auto& [attach, to] : attaches(term, app_.program->schema))
      if (is_event_[attach->i] && !to.to_new()) given.insert(attach->i);
    for (const Label i : given)
      report(at, "found a body that gives the event " + name(i) + " to an entity that exists" + a_new_one(i));
    if (given.empty()) sent(term.body, {}, at);
    taken(term.body, at);
  }
  /// "; expected a new one for each event: ..."
  [[nodiscard]] std::string a_new_one(Label i) const {
    return R"(; expected a new one for each event: { "new": ["e", { "attach": [)" + name(i) + R"(, "e"] }] })";
  }
  // An entity that becomes an event is that event, and nothing else.
  void sent(const MutationTerm& m, const std::set<Slot>& created, const Way& at) {
    std::visit(Clauses{[&](const term::Sequence& m) {
                         for (const MutationTerm& part : m.parts) sent(part, created, at);
                       },
                       [&](const term::Attach& m) {
                         const auto is_it = [&](Slot x) { return is_variable(m.e, x); };
                         if (is_event_[m.i] && std::none_of(created.begin(), created.end(), is_it))
                           report(at, "found a body that gives the event " + name(m.i) +
                                          " to an entity other than one that \"new\" names" + a_new_one(m.i));
                       },
                       [](const term::Detach&) {}, [](const term::Destroy&) {},
                       [&](const term::New& m) {
                         std::set<Slot> with = created;
                         if (m.x.slot) {
                           with.insert(*m.x.slot);
                           judge(uses(m.body, *m.x.slot, is_event_), at);
                         }
                         sent(m.body, with, at);
                       },
                       [&](const term::If<MutationTerm>& m) {
                         sent(m.then, created, at);
                         sent(m.otherwise, created, at);
                       },
                       [&](const term::Let<MutationTerm>& m) { sent(m.body, created, at); },
                       [&](const term::Case<MutationTerm>& m) {
                         sent(m.then, created, at);
                         sent(m.otherwise, created, at);
                       }},
               m.node().form);
  }
  void judge(const UsesOfNew& found, const Way& at) {
    if (!found.event) return;
    const std::string event = "the event " + name(*found.event);
    if (found.component)
      report(at, "found a new entity that gets " + event + " and the component " + name(*found.component) +
                     a_new_one(*found.event));
    else if (found.sends > 1)
      report(at, "found a new entity that gets " + event + " and another event" + a_new_one(*found.event));
    else if (found.elsewhere)
      report(at, "found another use of the entity of " + event +
                     "; expected only that the body sends it: an event is a value, and no entity");
  }
  void taken(const MutationTerm& m, const Way& at) {
    std::visit(Clauses{[&](const term::Sequence& m) {
                         for (const MutationTerm& part : m.parts) taken(part, at);
                       },
                       [](const term::Attach&) {},
                       [&](const term::Detach& m) {
                         if (is_event_[m.i])
                           report(at, "found a body that detaches the event " + name(m.i) +
                                          "; leave that out: each reader reads an event once, and the engine drops it "
                                          "by itself");
                       },
                       [](const term::Destroy&) {}, [&](const term::New& m) { taken(m.body, at); },
                       [&](const term::If<MutationTerm>& m) {
                         taken(m.then, at);
                         taken(m.otherwise, at);
                       },
                       [&](const term::Let<MutationTerm>& m) { taken(m.body, at); },
                       [&](const term::Case<MutationTerm>& m) {
                         taken(m.then, at);
                         taken(m.otherwise, at);
                       }},
               m.node().form);
  }

  void condition(const RunCondition& b) {
    std::set<std::size_t> read;
    for_each_part(b, [&](const RunCondition& one) {
      for (const std::size_t i : events_of(one)) {
        if (!read.insert(i).second)
          report(way(one.place), "found a condition that reads the event " + in_quotes(app_.components[i].name) +
                                     " in two of its parts; expected one, since each would read it by itself");
        else if (!knows_answer(b))
          report(way(one.place),
                 "found a condition that reads the event " + in_quotes(app_.components[i].name) +
                     " beside parts of which the app does not say when they hold; expected that in \"conditions\", "
                     "since an engine asks a part only if it decides; \"run_if\" takes several conditions");
      }
    });
    for_each_part(b, [&](const RunCondition& one) {
      if (one.form == RunCondition::Form::Match && one.reads.empty() && one.term && one.term->term)
        queries(one.term->term->match, way(one.place), {});
    });
  }
  /// The events that a part reads itself, as components of the app.
  [[nodiscard]] std::set<std::size_t> events_of(const RunCondition& b) const {
    std::set<std::size_t> all;
    if (b.term && b.term->term)
      for (const QueryTerm& query : b.term->term->match)
        for (const auto& constraint : observed(query))
          if (is_event_[label_of(constraint)]) all.insert(of_app_[label_of(constraint)]);
    return all;
  }

  Problems& problems_;
  const Json& document_;
  const App& app_;
  std::vector<bool> is_event_;  // of each label of the program
  std::vector<std::size_t> of_app_;
};

}  // namespace

void check_events(Problems& problems, const Json& document, const App& app) { EventCheck(problems, document, app)(); }

}  // namespace coreecs::app
