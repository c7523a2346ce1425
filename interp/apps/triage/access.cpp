#include "interp/apps/triage/access.hpp"

#include <algorithm>

#include "interp/apps/triage/triggered.hpp"

namespace coreecs::triage {

namespace {

LabelSet common(const LabelSet& a, const LabelSet& b) {
  LabelSet both;
  std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::inserter(both, both.end()));
  return both;
}

void add(std::map<coreecs::Label, Where>& all, coreecs::Label i, const Where& where) {
  const auto [at, is_new] = all.emplace(i, where);
  if (!is_new) at->second = at->second.either(where);
}

void add(std::map<coreecs::Label, Written>& all, coreecs::Label i, const Written& more) {
  const auto [at, is_new] = all.emplace(i, more);
  if (!is_new) at->second = {at->second.writes | more.writes, at->second.of.either(more.of)};
}

}  // namespace

bool Where::apart(const Where& other) const {
  return !common(has, other.lacks).empty() || !common(lacks, other.has).empty();
}

Where Where::either(const Where& other) const { return {common(has, other.has), common(lacks, other.lacks)}; }

std::vector<coreecs::Label> labels_of_program(const app::App& app) {
  std::vector<coreecs::Label> labels;
  if (!app.program) return labels;
  std::map<std::string_view, coreecs::Label> by_name;
  for (coreecs::Label i = 0; i < app.components.size(); ++i) by_name.emplace(app.components[i].name, i);
  for (const Component& one : app.program->schema) labels.push_back(by_name.at(one.name));
  return labels;
}

namespace {

/// Adds an event that is read, or sent: it depends on nothing but other events.
void read_event(coreecs::Label i, Access& out) {
  out.events.insert(i);
  add(out.values, i, Where());
}
void send_event(coreecs::Label i, const LabelWrites& w, Access& out) {
  out.events.insert(i);
  add(out.owned, i, {w, Where()});
}

bool is_event(const app::App& app, coreecs::Label i) { return app.components[i].kind == app::Component::Kind::Event; }

/// Adds what a query observes, and yields the entities that it matches. One that asks for removals also matches
/// entities that are gone, so it does not depend on which are live.
Where observe(const app::App& app, const QueryTerm& term, const Query& q, const std::vector<coreecs::Label>& labels,
              Access& out, bool removals = false) {
  Where where;
  for (const auto& constraint : observed(term))
    if (const coreecs::Label i = labels[std::visit([](const auto& c) { return c.i; }, constraint)]; is_event(app, i)) {
      read_event(i, out);  // which has nothing else
      out.required.push_back({i});
      return where;
    }
  LabelSet values;
  for (const auto& constraint : observed(term))
    std::visit(Clauses{[&](const QueryTerm::Incl& c) {
                         where.has.insert(labels[c.i]);
                         if (c.x.slot) values.insert(labels[c.i]);
                       },
                       [&](const QueryTerm::Excl& c) { where.lacks.insert(labels[c.i]); },
                       [&](const QueryTerm::Anyway& c) {
                         if (c.x.slot) values.insert(labels[c.i]);
                       }},
               constraint);
  if (removals)
    for (const auto& constraint : observed(term))
      std::visit([&](const auto& c) { out.presence.insert(labels[c.i]); }, constraint);
  else
    for (const coreecs::Label i : observed_labels(q, labels.size()))
      if (!is_event(app, labels[i])) out.presence.insert(labels[i]);
  for (const coreecs::Label i : values) add(out.values, i, where);
  out.required.push_back(where.has);
  return where;
}

/// Reads a body, and translates labels of its program to those of the app.
class OfBody {
 public:
  OfBody(const app::App& app, const app::System& system, const std::vector<coreecs::Label>& labels)
      : app_(app), system_(system), labels_(labels), term_(app.program->terms.at(of_program().name)) {}

  Access operator()() {
    out_.from_body = true;
    for (std::size_t j = 0; j < term_.match.size(); ++j) query(term_.match[j], of_program().q[j]);
    for (const app::Ask& ask : system_.asks) ask_about(ask);
    matched_ = effects(term_, app_.program->schema).matched;
    for (const auto& [attach, to] : attaches(term_, app_.program->schema)) {
      if (!to.replaces) may_insert_.insert(attach->i);
      attached_.insert(attach->i);
    }
    for (const auto& [i, w] : label_writes(term_, app_.program->schema)) write(i, w);
    return std::move(out_);
  }

 private:
  [[nodiscard]] const coreecs::System& of_program() const { return *app_.program->systems[*system_.body]; }

  void query(const QueryTerm& term, const Query& q) {
    const bool removals = std::any_of(system_.asks.begin(), system_.asks.end(), [&](const app::Ask& ask) {
      return ask.of == app::Ask::Of::Removed && ask.query == of_queries_.size();
    });
    of_queries_.push_back(observe(app_, term, q, labels_, out_, removals));
  }

  /// A system that asks for changes of a component reads it.
  void ask_about(const app::Ask& ask) {
    const auto i = static_cast<coreecs::Label>(ask.label);
    if (ask.of == app::Ask::Of::Removed) {
      out_.asks_removed.insert(i);
    } else {
      out_.asks_changed.insert(i);
      add(out_.values, i, of_queries_[ask.query]);
    }
  }

  /// It owns the declared labels of existing components; all other changes are deferred.
  void write(coreecs::Label of_program, const LabelWrites& w) {
    const coreecs::Label i = labels_[of_program];
    if (is_event(app_, i)) {
      if (!attached_.contains(of_program)) return;  // of an entity that it destroys, which is no event
      send_event(i, w, out_);
      if (references_entity(app_.program->schema[of_program].type)) out_.stores_entities = true;
      return;
    }
    const Where where = written(of_program);
    const bool declared =
        declares(system_.writes, i) || std::any_of(system_.queries.begin(), system_.queries.end(),
                                                   [&](const app::Query& q) { return declares(q.writes, i); });
    if (declared) {
      add(out_.owned, i, {w, where});
      out_.presence.insert(i);  // this decides whether it owns or defers
      if (references_entity(app_.program->schema[of_program].type)) out_.stores_entities = true;
    }
    if (!declared || w.may_detach || may_insert_.contains(of_program)) add(out_.changes, i, {w, where});
  }
  static bool declares(const app::Labels& labels, coreecs::Label i) {
    return std::binary_search(labels.begin(), labels.end(), i);
  }
  /// The known labels of the matched entities at which it writes a label.
  [[nodiscard]] Where written(coreecs::Label of_program) const {
    std::optional<Where> where;
    for (std::size_t j = 0; j < of_queries_.size(); ++j)
      if (!matched_ || matched_->contains({j, of_program}))
        where = where ? where->either(of_queries_[j]) : of_queries_[j];
    return where.value_or(Where());
  }

  const app::App& app_;
  const app::System& system_;
  const std::vector<coreecs::Label>& labels_;
  const SystemTerm& term_;
  Access out_;
  std::vector<Where> of_queries_;
  std::optional<std::set<std::pair<std::size_t, coreecs::Label>>> matched_;  ///< as of Effects
  LabelSet may_insert_;  ///< labels of the program that it attaches to entities that may lack them
  LabelSet attached_;    ///< labels of the program that it attaches
};

LabelWrites anything(Origins entities) { return {entities, false}; }

void declared_query(const app::Query& q, Access& out, Where& where) {
  const auto insert = [](LabelSet& all, const app::Labels& labels) {
    for (const std::size_t i : labels) all.insert(static_cast<coreecs::Label>(i));
  };
  insert(where.has, q.filter.with);
  insert(where.lacks, q.filter.without);
  for (const app::Labels* labels : {&q.reads, &q.writes})
    for (const std::size_t i : *labels)
      if (!std::binary_search(q.optional.begin(), q.optional.end(), i))
        where.has.insert(static_cast<coreecs::Label>(i));
  for (const app::Labels* labels : {&q.added, &q.changed}) {
    insert(where.has, *labels);
    insert(out.presence, *labels);
    insert(out.asks_changed, *labels);
  }
  for (const app::Labels* labels : {&q.reads, &q.writes, &q.filter.with, &q.filter.without})
    insert(out.presence, *labels);
  for (const app::Labels* labels : {&q.reads, &q.writes})
    for (const std::size_t i : *labels) add(out.values, static_cast<coreecs::Label>(i), where);
  for (const app::Labels* labels : {&q.added, &q.changed})
    for (const std::size_t i : *labels) add(out.values, static_cast<coreecs::Label>(i), where);
  for (const std::size_t i : q.writes)
    add(out.owned, static_cast<coreecs::Label>(i), {anything({.match = true}), where});
  out.required.push_back(where.has);
}

void declared_commands(const app::Commands& commands, const app::App& app, Access& out) {
  constexpr Origins any{true, true, true, true};
  LabelWrites removes{any};
  removes.may_detach = true;
  for (const std::size_t i : commands.insert) add(out.changes, static_cast<coreecs::Label>(i), {anything(any)});
  for (const std::size_t i : commands.remove) add(out.changes, static_cast<coreecs::Label>(i), {removes});
  for (const app::Labels& entity : commands.spawn)
    for (const std::size_t i : entity) add(out.changes, static_cast<coreecs::Label>(i), {anything({.created = true})});
  for (const app::Filter& filter : commands.destroy)
    for (coreecs::Label i = 0; i < app.components.size(); ++i)
      if (!is_event(app, i) && !std::binary_search(filter.without.begin(), filter.without.end(), i))
        add(out.changes, i, {removes});
}

Access declared(const app::App& app, const app::System& system) {
  Access out;
  out.known = system.access_known;
  for (const app::Query& q : system.queries) {
    Where where;
    declared_query(q, out, where);
  }
  for (const app::Labels* labels : {&system.reads, &system.writes})
    for (const std::size_t i : *labels) add(out.values, static_cast<coreecs::Label>(i), {});
  for (const std::size_t i : system.writes) add(out.owned, static_cast<coreecs::Label>(i), {anything({.match = true})});
  for (const std::size_t i : system.removed) out.asks_removed.insert(static_cast<coreecs::Label>(i));
  for (const std::size_t i : system.events.reads) read_event(static_cast<coreecs::Label>(i), out);
  for (const std::size_t i : system.events.sends)
    send_event(static_cast<coreecs::Label>(i), anything({.created = true}), out);
  declared_commands(system.commands, app, out);
  out.stores_entities = !out.owned.empty();
  return out;
}

}  // namespace

Access accessed(const app::App& app, const app::RunCondition& b) {
  const std::vector<coreecs::Label> labels = labels_of_program(app);
  Access out;
  out.known = knows_access(b);
  app::for_each_part(b, [&](const app::RunCondition& part) {
    if (part.term && !part.term->term->measures.empty()) {
      const MeasureTerm& measure = part.term->term->measures.front();
      const QueryVector q = unconditional(measure);
      for (std::size_t j = 0; j < measure.match.size(); ++j) (void)observe(app, measure.match[j], q[j], labels, out);
    } else if (part.term) {
      for (std::size_t j = 0; j < part.term->term->match.size(); ++j)
        (void)observe(app, part.term->term->match[j], part.term->q[j], labels, out);
    } else {
      for (const std::size_t i : part.reads) {
        if (is_event(app, static_cast<coreecs::Label>(i))) {
          read_event(static_cast<coreecs::Label>(i), out);
          out.required.push_back({static_cast<coreecs::Label>(i)});
          continue;
        }
        out.presence.insert(static_cast<coreecs::Label>(i));
        add(out.values, static_cast<coreecs::Label>(i), {});
        out.required.emplace_back();
      }
    }
  });
  return out;
}

bool may_write(const Access& writer, bool at_once, const Access& reader) {
  bool found = false;
  for_each_written(writer, at_once, [&](const auto& written) {
    found = found || reader.values.contains(written.first) || reader.presence.contains(written.first);
  });
  return found;
}

Access accessed(const app::App& app, const app::System& system) {
  return system.body ? OfBody(app, system, labels_of_program(app))() : declared(app, system);
}

std::vector<Access> accesses(const app::App& app, bool at_once) {
  std::vector<Access> all;
  all.reserve(app.systems.size());
  for (const app::System& system : app.systems) {
    all.push_back(accessed(app, system));
    all.back().exclusive = at_once || system.exclusive;
    if (system.exclusive && !system.body) all.back().known = false;
  }
  add_triggered(all, app);
  return all;
}

}  // namespace coreecs::triage
