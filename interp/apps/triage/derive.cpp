#include "interp/apps/triage/derive.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>

#include "interp/apps/order/dag.hpp"
#include "interp/language/program/effects.hpp"
#include "semantics/series_parallel.hpp"

namespace coreecs::triage {

namespace {

void add(app::Labels& labels, std::size_t i) {
  const auto at = std::lower_bound(labels.begin(), labels.end(), i);
  if (at == labels.end() || *at != i) labels.insert(at, i);
}

bool has(const app::Labels& labels, std::size_t i) { return std::binary_search(labels.begin(), labels.end(), i); }

app::Query query_of(const QueryTerm& term) {
  app::Query query;
  for (const auto& constraint : observed(term))
    std::visit(Clauses{[&](const QueryTerm::Incl& c) { add(c.x.slot ? query.reads : query.filter.with, c.i); },
                       [&](const QueryTerm::Excl& c) { add(query.filter.without, c.i); },
                       [&](const QueryTerm::Anyway& c) {
                         add(query.reads, c.i);
                         add(query.optional, c.i);
                       }},
               constraint);
  return query;
}

/// Finds the entities that a body creates, and whether it destroys any.
class Structure {
 public:
  Structure(const SystemTerm& system, const Schema& schema, app::Commands& commands)
      : commands_(commands), attaches_(attaches(system, schema)) {
    run(system.body);
  }

  app::Labels of_others;   ///< labels that it attaches to entities that may have existed before
  app::Labels may_insert;  ///< of these: labels that the entity may lack

 private:
  void run(const MutationTerm& m) {
    std::visit(Clauses{[&](const term::Sequence& m) {
                         for (const MutationTerm& part : m.parts) run(part);
                       },
                       [&](const term::Attach& m) {
                         const auto* e = std::get_if<term::Variable>(&m.e.node().form);
                         const bool is_new = e && created_.contains(e->slot);
                         add(is_new ? commands_.spawn[created_.at(e->slot)] : of_others, m.i);
                         if (!is_new && !attaches_.at(&m).replaces) add(may_insert, m.i);
                       },
                       [](const term::Detach&) {},
                       [&](const term::Destroy&) {
                         if (commands_.destroy.empty()) commands_.destroy.emplace_back();
                       },
                       [&](const term::New& m) {
                         if (m.x.slot) created_[*m.x.slot] = commands_.spawn.size();
                         commands_.spawn.emplace_back();
                         run(m.body);
                         if (m.x.slot) created_.erase(*m.x.slot);
                       },
                       [&](const term::If<MutationTerm>& m) {
                         run(m.then);
                         run(m.otherwise);
                       },
                       [&](const term::Let<MutationTerm>& m) { run(m.body); },
                       [&](const term::Case<MutationTerm>& m) {
                         run(m.then);
                         run(m.otherwise);
                       }},
               m.node().form);
  }

  app::Commands& commands_;
  const std::map<const term::Attach*, Attached> attaches_;
  std::map<Slot, std::size_t> created_;  // by variable: the spawn that creates the entity
};

/// A write that replaces a matched component is owned; all others are commands.
void write_access(const SystemTerm& term, const Schema& schema, app::System& system) {
  const Structure structure(term, schema, system.commands);
  for (const auto& [i, w] : label_writes(term, schema)) {
    const bool only_replaces = has(structure.of_others, i) && !has(structure.may_insert, i) && !w.may_detach;
    for (const std::size_t j : w.queries.value_or(std::set<std::size_t>())) {
      app::Query& query = system.queries[j];
      const bool there = (has(query.reads, i) && !has(query.optional, i)) || has(query.filter.with, i);
      if (!only_replaces && (!there || w.may_detach)) continue;
      std::erase(query.reads, i);
      std::erase(query.filter.with, i);
      add(query.writes, i);
    }
    if (has(structure.of_others, i) && !only_replaces) add(system.commands.insert, i);
    if (w.may_detach) add(system.commands.remove, i);
  }
}

/// Makes a program's resources those of the app, after its components. Systems then read and write them without a
/// query.
void move_resources(app::App& app, const std::vector<Resource>& resources) {
  const std::size_t n = app.components.size();
  std::vector<bool> owned(n);
  for (const Resource& one : resources)
    for (const Label i : one.labels) owned[i] = true;
  std::vector<std::size_t> order(n), place(n);
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_partition(order.begin(), order.end(), [&](std::size_t i) { return !owned[i]; });
  std::vector<app::Component> components;
  for (std::size_t k = 0; k < n; ++k) {
    place[order[k]] = k;
    components.push_back(app.components[order[k]]);
    if (owned[order[k]]) components.back().kind = app::Component::Kind::Resource;
  }
  app.components = std::move(components);
  for (app::System& system : app.systems) {
    const auto take = [&](app::Labels& labels, app::Labels& to) {
      for (const std::size_t i : labels)
        if (owned[i]) add(to, i);
      std::erase_if(labels, [&](std::size_t i) { return owned[i]; });
    };
    const auto moved = [&](app::Labels& labels) {
      for (std::size_t& i : labels) i = place[i];
      std::sort(labels.begin(), labels.end());
    };
    for (app::Query& query : system.queries) {
      take(query.writes, system.writes);
      for (app::Labels* labels : {&query.reads, &query.optional, &query.filter.with, &query.filter.without})
        take(*labels, system.reads);
      for (app::Labels* labels :
           {&query.reads, &query.writes, &query.optional, &query.filter.with, &query.filter.without})
        moved(*labels);
    }
    std::erase(system.queries, app::Query());
    take(system.commands.insert, system.writes);
    std::erase_if(system.reads, [&](std::size_t i) { return has(system.writes, i); });
    for (app::Labels* labels : {&system.reads, &system.writes, &system.commands.insert, &system.commands.remove})
      moved(*labels);
    for (app::Labels& labels : system.commands.spawn) moved(labels);
    for (app::Filter& filter : system.commands.destroy) {
      moved(filter.with);
      moved(filter.without);
    }
  }
}

/// A name for a further use of a system, as in doom_2, that no system has.
std::string free_name(const std::string& name, std::size_t use, std::set<std::string>& names) {
  std::string free = name + "_" + std::to_string(use);
  while (!names.insert(free).second) free += "_";
  return free;
}

}  // namespace

app::App app_of(const Program& program, const NamedSchedule& schedule) {
  app::App app;
  app.name = program.name.empty() ? schedule.name : program.name;
  app.about = program.about;
  for (const Component& one : program.schema)
    app.components.push_back({one.name, app::Component::Kind::Component, one.type});
  auto bodies = std::make_shared<Program>(program);
  bodies->systems.clear();
  bodies->terms.clear();
  bodies->expectations.clear();
  const SeriesParallel table(schedule.z);
  std::map<std::string, std::size_t> uses;
  std::set<std::string> names;
  for (const std::size_t node : table.leaves) names.insert(table.nodes[node].s->name);
  std::vector<Schedule> leaves;
  for (const std::size_t node : table.leaves) {
    coreecs::System s = *table.nodes[node].s;
    const std::size_t use = ++uses[s.name];
    const auto term = program.terms.find(s.name);
    app::System system{.name = use == 1 ? s.name : s.name + " #" + std::to_string(use)};
    if (use > 1) s.name = free_name(s.name, use, names);
    if (term == program.terms.end()) {
      system.access_known = false;
    } else {
      for (const QueryTerm& query : term->second.match) system.queries.push_back(query_of(query));
      write_access(term->second, program.schema, system);
      system.body = bodies->systems.size();
      SystemTerm body = term->second;
      body.name = s.name;
      bodies->terms.emplace(s.name, std::move(body));
      bodies->systems.push_back(std::make_shared<const coreecs::System>(s));
      leaves.emplace_back(Seq{bodies->systems.back()});
    }
    app.systems.push_back(std::move(system));
  }
  Digraph said(app.systems.size());
  using Leaves = std::vector<std::size_t>;
  fold(
      table, [](const SeriesParallel::Node& node) { return Leaves{node.leaf}; },
      [&](const SeriesParallel::Node& node, Leaves left, const Leaves& right) {
        for (const std::size_t x : left)
          for (const std::size_t z : right)
            if (node.kind == SeriesParallel::Kind::Then) said.add(x, z);
        left.insert(left.end(), right.begin(), right.end());
        return left;
      });
  move_resources(app, program.resources);
  const Dag order = std::get<Dag>(Dag::of(std::move(said)));
  for (const Edge& edge : order.reduction())
    app.systems[edge.after].configuration.after.push_back({app::Node::Kind::System, edge.before});
  bodies->schedules.clear();
  if (leaves.empty()) return app;
  Schedule all = leaves.front();
  for (std::size_t k = 1; k < leaves.size(); ++k) all = std::move(all) >> leaves[k];
  bodies->schedules.push_back({"main", std::move(all)});
  app.program = std::move(bodies);
  return app;
}

}  // namespace coreecs::triage
