#include "interp/check/lint/lint.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "interp/base/json/position.hpp"
#include "interp/check/lint/rules.hpp"
#include "interp/language/notation/notation.hpp"
#include "interp/language/program/effects.hpp"
#include "interp/run/execution.hpp"

namespace coreecs {

using nlohmann::ordered_json;

namespace {

constexpr LintRule rules[] = {
    {"unused-system", "no schedule uses the system"},
    {"unused-schedule",
     "the schedule is not main, no other one uses it, no expectation names it, and none of its systems is in another "
     "schedule"},
    {"unused-variable",
     "a query binds the variable, and no term reads it; entity variables are not reported, since their names document "
     "the query"},
    {"unused-component", "no entity has the component, and no system attaches or queries it"},
    {"unread-component",
     "entities have the component, but no query, invariant, measure or view reads it; if it is what the program is run "
     "for, use --without unread-component"},
    {"missing-component", "a query includes the component, but no entity has it and no system attaches it"},
    {"unused-constant", "no term reads the constant"},
    {"unused-value", "no entity, template or term has this value of an enumeration"},
    {"unused-measure", "the condition of its invariant does not read the measure"},
    {"unused-template", "spawn does not use the template"},
    {"constant-condition",
     "a condition, or an alternative of a query's any, is always true or always false, or both branches of an if are "
     "the same; conditions on constants are not reported, since --set changes them"},
    {"matches-everything", "every live entity matches the query"},
    {"matches-nothing", "no entity can match the query, whatever the state"},
    {"singleton",
     "only one entity ever has the component, and a system queries it beside other entities: engines call this a "
     "resource"},
    {"dangling-reference",
     "after a frame a component refers to an entity that is no longer live; only the first such value of each "
     "component is reported"},
};

/// "x.field" refers to x.
std::string asked_for(const ordered_json& variable) {
  const std::string& text = variable.get_ref<const std::string&>();
  return text.substr(0, text.find('.'));
}

/// {"text": "s"}, {"entity": "e0"}; or a binder
bool is_literal(const std::string& key, const ordered_json& part) {
  return (key == "text" || key == "entity") && part.is_string();
}

class Linter {
 public:
  Linter(const ordered_json& document, const Program& program) : document_(document), program_(program) {}

  std::vector<LintFinding> operator()(std::string_view text) {
    note_names();
    systems();
    invariants();
    unused_schedules(document_, program_,
                     [&](const Place& at, const std::string& what) { report(at, "unused-schedule", what); });
    components();
    singletons();
    enumerations();
    constants();
    templates();
    for (const NamedSchedule& z : program_.schedules) references(z);
    return in_order(text);
  }

 private:
  void report(const Place& place, const char* rule, const std::string& what) {
    found_.push_back({rule, what, {place.order(), place.pointer()}});
  }
  std::vector<LintFinding> in_order(std::string_view text) {
    std::stable_sort(found_.begin(), found_.end(),
                     [](const Found& a, const Found& b) { return a.place.order < b.place.order; });
    std::vector<Sought> places;
    for (const Found& found : found_) places.push_back(found.place);
    locate(text, places);
    std::vector<LintFinding> all;
    for (std::size_t j = 0; j < found_.size(); ++j)
      all.push_back({found_[j].rule, {places[j].pointer, found_[j].what, places[j].at}});
    return all;
  }
  void each(const char* key, const TakeMember& take) const { each_member(document_, key, take); }

  /// Notes what terms and schedules name.
  void note_names() {
    const VisitPart visit = [&](const std::string& key, const ordered_json& part) {
      if (is_literal(key, part) || key == "excl") return false;
      if (part.is_string()) named_.insert(asked_for(part));
      if ((key != "attach" && key != "detach") || !part.is_array() || part.empty() || !part[0].is_string()) return true;
      if (key == "attach") attached_.insert(part[0].get<std::string>());
      for (std::size_t k = 1; k < part.size(); ++k) each_part(part[k], "", visit);  // the first one is a component
      return false;
    };
    each("systems", [&](const Place&, const std::string&, const ordered_json& s) {
      each_part(s, "", visit);
      native_ = native_ || s["do"].is_string();
    });
    each("invariants",
         [&](const Place&, const std::string&, const ordered_json& invariant) { each_part(invariant, "", visit); });
    each("schedules", [&](const Place&, const std::string&, const ordered_json& z) {
      each_part(z, "", [&](const std::string& key, const ordered_json& part) {
        if ((key == "conc" || key == "seq") && part.is_string()) performed_.insert(part.get<std::string>());
        return true;
      });
    });
    for (Label i = 0; i < program_.schema.size(); ++i)
      if (!program_.start[i].empty()) at_start_.insert(program_.schema[i].name);
    each("view", [&](const Place&, const std::string& key, const ordered_json& of) {
      const ordered_json targets = of.is_string() ? ordered_json::array({of}) : of;
      for (const auto& [name, target] : targets.items()) {
        const std::string component = key == "marks" ? name : target.get<std::string>();
        asked_.insert(component.substr(0, component.find('.')));
      }
    });
  }

  /// Finds components that only one entity has at the start, no system attaches to another one or removes, and some
  /// system queries beside another query. No other entity has any component of that entity.
  void singletons() {
    if (native_) return;
    const auto is_alone = [&](Entity e) {
      for (Label i = 0; i < program_.schema.size(); ++i)
        if (program_.start.at({e, i}) && program_.start[i].size() > 1) return false;
      return true;
    };
    LabelSet joined, moved;  // queried beside another query; attached elsewhere, or removed
    for (const auto& [name, term] : program_.terms) {
      for (const auto& [i, writes] : label_writes(term, program_.schema))
        if (writes.may_detach) moved.insert(i);
      for (const auto& [attach, attached] : attaches(term, program_.schema))
        if (!attached.replaces) moved.insert(attach->i);
      for (const QueryTerm& q : term.match)
        for (const auto& constraint : q.constraints)
          if (const auto* incl = std::get_if<QueryTerm::Incl>(&constraint); incl && term.match.size() > 1 && !q.is)
            joined.insert(incl->i);
    }
    const auto is_one = [&](Label i) {
      return joined.contains(i) && !moved.contains(i) && program_.start[i].size() == 1 &&
             is_alone(program_.start[i].begin()->first);
    };
    const auto is_owned = [&](Label i) {
      return std::any_of(program_.resources.begin(), program_.resources.end(), [&](const Resource& one) {
        return std::find(one.labels.begin(), one.labels.end(), i) != one.labels.end();
      });
    };
    Label i = 0;  // in the order of the document
    each("components", [&](const Place& place, const std::string&, const ordered_json&) {
      const Label here = i++;
      if (is_owned(here) || !is_one(here)) return;
      const std::string e = in_quotes(program_.entities[program_.start[here].begin()->first.number()]);
      report(place, "singleton",
             fmt::format("only {0} ever has it; write \"resources\": {{ {0}: {{...}} }}, and \"resource\": {0} in "
                         "queries, so that check --static knows that only one entity has it",
                         e));
    });
  }

  void systems() {
    each("systems", [&](const Place& place, const std::string& name, const ordered_json& s) {
      if (!performed_.contains(name))
        report(place, "unused-system", "no schedule uses it; add {\"conc\": \"" + name + "\"} to one, or remove it");
      matched(place, s, s["do"].is_string());
    });
  }
  void invariants() {
    each("invariants", [&](const Place& place, const std::string&, const ordered_json& invariant) {
      if (invariant.contains("match")) return matched(place, invariant, invariant["holds"].is_string());
      conditions(place, invariant);
      const Place measures = place.member("measure", position(invariant, "measure"));
      std::set<std::string> used;
      each_part(invariant["holds"], "", [&](const std::string& key, const ordered_json& part) {
        if (is_literal(key, part)) return false;
        if (part.is_string()) used.insert(asked_for(part));
        return true;
      });
      for (const auto& [name, measure] : invariant["measure"].items()) {
        if (measure.is_string()) continue;
        const Place here = measures.member(name, position(invariant["measure"], name));
        if (!used.contains(name)) report(here, "unused-measure", "holds does not read it; remove it");
        matched(here.member(measure.begin().key(), 0), *measure.begin(), false);
      }
    });
  }

  /// Checks the queries and conditions of a system, an invariant or a measure. What a C++ function reads is unknown.
  void matched(const Place& place, const ordered_json& of, bool native) {
    conditions(place, of);
    std::set<std::string> used;
    each_part(of, "", [&](const std::string& key, const ordered_json& part) {
      if (key == "incl" || key == "excl" || key == "anyway" || is_literal(key, part)) return false;  // binders
      if (part.is_string()) used.insert(asked_for(part));
      return true;
    });
    const Place match = place.member("match", position(of, "match"));
    for (std::size_t j = 0; j < of["match"].size(); ++j) {
      const ordered_json& q = of["match"][j];
      const Place here = match.element(j);
      if (!q.contains("any") && (!q.contains("incl") || q["incl"].empty()) &&
          (!q.contains("excl") || q["excl"].empty()) && !(q.contains("entity") && q["entity"].is_object()))
        report(here, "matches-everything", "every live entity matches; constrain it with incl or excl");
      impossible_queries(
          here, q, program_.schema.size(),
          [&](const Place& at, const std::string& what) { report(at, "matches-nothing", what); },
          [&](const Place& at, const std::string& what) { report(at, "constant-condition", what); });
      query(here, q, used, native, true);
      const auto any = q.find("any");
      if (any == q.end()) continue;
      const Place alternatives = here.member("any", position(q, "any"));
      for (std::size_t k = 0; k < any->size(); ++k) query(alternatives.element(k), (*any)[k], used, native, false);
    }
  }
  /// Checks a query; or an alternative, which is not `required`.
  void query(const Place& place, const ordered_json& q, const std::set<std::string>& used, bool native, bool required) {
    for (const char* kind : {"incl", "anyway"}) {
      const auto labels = q.find(kind);
      if (labels == q.end()) continue;
      const Place here = place.member(kind, position(q, kind));
      for (const auto& [component, x] : labels->items()) {
        asked_.insert(component);
        if (kind[0] == 'i' && required) included_.insert(component);
        const std::string name = x.get<std::string>();
        if (!native && name != "_" && !used.contains(name))
          report(here.member(component, position(*labels, component)), "unused-variable",
                 "nothing reads \"" + name + "\"; write \"_\"");
      }
    }
    if (q.contains("excl"))
      for (const ordered_json& component : q["excl"]) asked_.insert(component.get<std::string>());
  }

  void conditions(const Place& place, const ordered_json& of) {
    constant_conditions(place, of,
                        [&](const Place& at, const std::string& what) { report(at, "constant-condition", what); });
  }

  void components() {
    if (native_) return;
    each("components", [&](const Place& place, const std::string& name, const ordered_json&) {
      const bool is_there = at_start_.contains(name) || attached_.contains(name);
      if (!is_there && !asked_.contains(name))
        report(place, "unused-component", "no entity has it, and no system attaches or queries it; remove it");
      else if (is_there && !asked_.contains(name))
        report(place, "unread-component",
               "no query, invariant, measure or view reads it; if it is the output, use --without unread-component");
      else if (!is_there && included_.contains(name))
        report(place, "missing-component",
               "no entity has it and no system attaches it, so a query that includes it matches nothing");
    });
  }

  void constants() {
    each("constants", [&](const Place& place, const std::string& name, const ordered_json&) {
      if (!named_.contains(name)) report(place, "unused-constant", "no term reads it; remove it");
    });
  }

  /// Finds values of enumerations that occur neither in a term nor at an entity.
  void enumerations() {
    if (native_) return;
    std::set<std::string> said;
    for (const char* of_terms : {"constants", "systems", "invariants"})
      each(of_terms, [&](const Place&, const std::string&, const ordered_json& terms) {
        each_part(terms, "", [&](const std::string& key, const ordered_json& part) {
          if (key == "text" && part.is_string()) said.insert(part.get<std::string>());
          return true;
        });
      });
    for (const char* of_values : {"entities", "templates", "spawn"})
      each(of_values, [&](const Place&, const std::string&, const ordered_json& values) {
        each_part(values, "", [&](const std::string&, const ordered_json& part) {
          if (part.is_string()) said.insert(part.get<std::string>());
          return true;
        });
      });
    each("components", [&](const Place& place, const std::string& name, const ordered_json& type) {
      if (at_start_.contains(name) || attached_.contains(name) || asked_.contains(name))
        enumerations(place, type, said);
    });
  }
  /// Checks those of a type.
  void enumerations(const Place& place, const ordered_json& type, const std::set<std::string>& said) {
    if (!type.is_object()) return;
    std::size_t k = 0;
    for (const auto& [key, part] : type.items()) {
      const Place here = place.member(key, k++);
      if (!part.is_array()) deep([&, &inner = part] { enumerations(here, inner, said); });
      for (std::size_t j = 0; part.is_array() && j < part.size(); ++j)
        if (!said.contains(part[j].get_ref<const std::string&>()))
          report(here.element(j), "unused-value", "no entity and no term has this value; remove it");
    }
  }

  void templates() {
    std::set<std::string> spawned;
    if (const auto spawn = document_.find("spawn"); spawn != document_.end())
      for (const ordered_json& one : *spawn) spawned.insert(one["template"].get<std::string>());
    each("templates", [&](const Place& place, const std::string& name, const ordered_json&) {
      if (!spawned.contains(name))
        report(place, "unused-template",
               "spawn does not use it; add {\"template\": \"" + name + "\", \"count\": 1} to spawn, or remove it");
    });
  }

  /// Reports the first dangling reference of each component, if the reference run is small.
  void references(const NamedSchedule& z) {
    constexpr std::size_t few = 20'000;
    Execution execution(program_, z);
    execution.allow_matches(few);
    std::set<Entity> ever;
    std::size_t looked_at = 0;
    try {
      while (true) {
        for (const Entity e : live(execution.state())) ever.insert(e);
        for (Label i = 0; i < program_.schema.size(); ++i)
          for (const auto& [e, k] : execution.state()[i]) {
            if (++looked_at > few) return;
            if (const std::optional<Entity> gone = dangling(k, execution.state(), ever))
              return !reported_.insert(i).second ? void() : report_dangling(z, execution, {e, i}, *gone);
          }
        if (execution.frame() == program_.frames) return;
        execution.advance();
      }
    } catch (const RuntimeError&) {
    } catch (const fast::TooManyMatches&) {
    }
  }
  /// An entity that a value refers to, that was live and is not any more.
  static std::optional<Entity> dangling(const Value& k, const State& c, const std::set<Entity>& ever) {
    if (const auto* e = std::get_if<Entity>(&k.sum()))
      return ever.contains(*e) && !is_live(c, *e) ? std::optional(*e) : std::nullopt;
    if (const auto* record = std::get_if<Record>(&k.sum()))
      for (const Value& field : record->fields())
        if (const std::optional<Entity> gone = dangling(field, c, ever)) return gone;
    return std::nullopt;
  }
  void report_dangling(const NamedSchedule& z, const Execution& execution, const Location& l, Entity gone) {
    const Place root;
    const Place components = root.member("components", position(document_, "components"));
    const std::string& name = program_.schema[l.i].name;
    std::string where;
    Notation{program_.schema, execution.names()}.location(where, l);
    report(components.member(name, position(document_["components"], name)), "dangling-reference",
           fmt::format("after frame {} of schedule {}, {} refers to {}, which is no longer live; detach it, or test "
                       "whether it matches",
                       execution.frame(), z.name, where, execution.names()(gone)));
  }

  struct Found {
    const char* rule;
    std::string what;
    Sought place;
  };

  const ordered_json& document_;
  const Program& program_;
  std::vector<Found> found_;
  std::set<std::string> named_, attached_, performed_, at_start_, asked_, included_;
  std::set<Label> reported_;  ///< those with a dangling reference that was reported
  bool native_ = false;       ///< some systems are C++ functions
};

}  // namespace

std::span<const LintRule> lint_rules() { return rules; }

std::vector<LintFinding> lint(const ordered_json& document, const Program& program, std::string_view text) {
  return Linter(document, program)(text);
}

}  // namespace coreecs
