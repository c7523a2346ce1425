#include "props/apps/kit/apps.hpp"

#include <doctest/doctest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <numeric>

#include "interp/apps/app/load.hpp"
#include "interp/language/format/load.hpp"
#include "props/kit/files.hpp"

namespace coreecs::app {

namespace {

std::size_t below(std::size_t n) { return *rc::gen::resize(100, rc::gen::inRange<std::size_t>(0, n)); }
bool one_in(std::size_t n) { return below(n) == 0; }

/// Some of the components of a kind.
Labels some_labels(const App& app, Component::Kind kind) {
  Labels out;
  for (std::size_t k = 0; k < app.components.size(); ++k)
    if (app.components[k].kind == kind && one_in(4)) out.push_back(k);
  return out;
}

Labels without(const Labels& all, const Labels& those) {
  Labels out;
  std::set_difference(all.begin(), all.end(), those.begin(), those.end(), std::back_inserter(out));
  return out;
}

Filter some_filter(const App& app) {
  return {some_labels(app, Component::Kind::Component), some_labels(app, Component::Kind::Component)};
}

Query some_query(const App& app) {
  Query query;
  query.writes = some_labels(app, Component::Kind::Component);
  query.reads = without(some_labels(app, Component::Kind::Component), query.writes);
  for (const Labels* labels : {&query.reads, &query.writes})
    for (const std::size_t label : *labels)
      if (one_in(4)) query.optional.push_back(label);
  std::sort(query.optional.begin(), query.optional.end());
  query.filter = some_filter(app);
  if (one_in(3)) query.added = some_labels(app, Component::Kind::Component);
  if (one_in(3)) query.changed = some_labels(app, Component::Kind::Component);
  return query;
}

Commands some_commands(const App& app) {
  Commands commands{some_labels(app, Component::Kind::Component), some_labels(app, Component::Kind::Component), {}, {}};
  for (std::size_t k = below(3); k > 0; --k) commands.spawn.push_back(some_labels(app, Component::Kind::Component));
  for (std::size_t k = below(3); k > 0; --k) commands.destroy.push_back(some_filter(app));
  return commands;
}

System some_system(const App& app, std::size_t number) {
  System one{"game::s" + std::to_string(number) + (one_in(4) ? "<core::Option<\"q&a\">>" : "")};
  for (std::size_t k = below(3); k > 0; --k) one.queries.push_back(some_query(app));
  one.writes = some_labels(app, Component::Kind::Resource);
  one.reads = without(some_labels(app, Component::Kind::Resource), one.writes);
  if (one_in(4)) one.removed = some_labels(app, Component::Kind::Component);
  one.events = {some_labels(app, Component::Kind::Event), some_labels(app, Component::Kind::Event)};
  if (one_in(2)) one.commands = some_commands(app);
  one.exclusive = one_in(8);
  one.access_known = !one_in(8);
  if (one_in(6)) one.thread = one_in(2) ? "main" : "audio";
  if (one_in(3)) {
    const double least = static_cast<double>(below(8)) / 2;
    one.duration = Duration{least, least + static_cast<double>(below(4)) / 4};
  }
  return one;
}

Observer some_observer(const App& app) {
  Observer one{{"game::o" + std::to_string(app.observers.size())}, {}};
  const auto is_hooked = [&](const Trigger& on) {
    return std::any_of(app.observers.begin(), app.observers.end(), [&](const Observer& other) {
      return other.hook && std::find(other.on.begin(), other.on.end(), on) != other.on.end();
    });
  };
  one.hook = one_in(4);
  for (const Trigger::On on : {Trigger::On::Added, Trigger::On::Set, Trigger::On::Removed})
    for (const std::size_t label : some_labels(app, Component::Kind::Component)) {
      one.on.push_back({on, label});
      one.hook = one.hook && !is_hooked(one.on.back());
    }
  if (one.on.empty()) one.on.push_back({Trigger::On::Removed, 0});
  one.hook = one.hook && !is_hooked(one.on.back());
  for (std::size_t k = below(2); k > 0; --k) {
    one.system.queries.push_back(some_query(app));
    one.system.queries.back().added = one.system.queries.back().changed = {};
  }
  one.system.writes = some_labels(app, Component::Kind::Resource);
  if (one_in(2)) one.system.commands = some_commands(app);
  return one;
}

/// The places that the systems of a node have in an order that all constraints keep.
struct Span {
  std::size_t first, last;
};

/// Says of nodes that one comes before another, where it does in that order.
class Ordered {
 public:
  explicit Ordered(App& app) : app_(app) {
    for (std::size_t k = 0; k < app.systems.size(); ++k) add({Node::Kind::System, k}, {2 * k, 2 * k});
    const auto sets = members(app);
    for (std::size_t k = 0; k < sets.size(); ++k) {
      const std::size_t between = 2 * below(app.systems.size() + 1) + 1;  // where it has no systems
      add({Node::Kind::Set, k},
          sets[k].empty() ? Span{between, between} : Span{2 * sets[k].front(), 2 * sets[k].back()});
    }
  }
  void constrain(std::size_t tries) {
    for (std::size_t k = 0; k < tries; ++k) {
      const std::size_t a = below(nodes_.size()), b = below(nodes_.size());
      if (spans_[a].last >= spans_[b].first) continue;
      if (one_in(2))
        of(nodes_[a]).before.push_back(nodes_[b]);
      else
        of(nodes_[b]).after.push_back(nodes_[a]);
    }
  }
  void chain() {
    std::vector<Node> all;
    std::size_t behind = 0;
    for (std::size_t k = 0; k < 2 * nodes_.size(); ++k) {
      const std::size_t a = below(nodes_.size());
      if (!all.empty() && spans_[a].first <= behind) continue;
      all.push_back(nodes_[a]);
      behind = spans_[a].last;
    }
    app_.chains.push_back(all);
  }
  [[nodiscard]] Node node() const { return nodes_[below(nodes_.size())]; }
  Configuration& of(const Node& node) {
    return node.kind == Node::Kind::System ? app_.systems[node.position].configuration
                                           : app_.sets[node.position].configuration;
  }

 private:
  void add(const Node& node, const Span& span) {
    nodes_.push_back(node);
    spans_.push_back(span);
  }
  App& app_;
  std::vector<Node> nodes_;
  std::vector<Span> spans_;
};

/// Systems are in this order; those that were inserted are these, shuffled.
std::vector<std::size_t> shuffled(std::size_t n) {
  std::vector<std::size_t> all(n);
  std::iota(all.begin(), all.end(), std::size_t{0});
  for (std::size_t k = n; k > 1; --k) std::swap(all[k - 1], all[below(k)]);
  return all;
}

/// Puts the k-th system in place to[k].
void move_systems(App& app, const std::vector<std::size_t>& to) {
  std::vector<System> systems(app.systems.size());
  for (std::size_t k = 0; k < to.size(); ++k) systems[to[k]] = std::move(app.systems[k]);
  app.systems = std::move(systems);
  const auto move = [&](std::vector<Node>& nodes) {
    for (Node& node : nodes)
      if (node.kind == Node::Kind::System) node.position = to[node.position];
  };
  const auto move_all = [&](Configuration& of) {
    move(of.before);
    move(of.after);
    move(of.ambiguous_with);
  };
  for (System& one : app.systems) move_all(one.configuration);
  for (Set& one : app.sets) move_all(one.configuration);
  for (auto& chain : app.chains) move(chain);
  for (ListedConflict& one : app.conflicts) {
    const std::size_t a = to[one.a], b = to[one.b];
    one.a = std::min(a, b);
    one.b = std::max(a, b);
  }
}

}  // namespace

App random_app(const AppShape& shape) {
  App app{"random"};
  const std::size_t components = 1 + below(6), resources = below(4), events = below(4), sets = below(4);
  for (std::size_t k = 0; k < components; ++k)
    app.components.push_back({"game::C" + std::to_string(k), Component::Kind::Component});
  for (std::size_t k = 0; k < resources; ++k)
    app.components.push_back({"game::R" + std::to_string(k), Component::Kind::Resource});
  for (std::size_t k = 0; k < events; ++k)
    app.components.push_back({"game::E" + std::to_string(k), Component::Kind::Event});
  for (std::size_t k = 0; k < sets; ++k) {
    app.sets.push_back({"Set(\"" + std::to_string(k) + "\")"});
    for (std::size_t other = 0; other < k; ++other)
      if (one_in(4)) app.sets.back().configuration.in.push_back(other);
  }
  for (std::size_t k = below(shape.most_systems + 1); k > 0; --k) {
    app.systems.push_back(some_system(app, app.systems.size()));
    for (std::size_t set = 0; set < sets; ++set)
      if (one_in(4)) app.systems.back().configuration.in.push_back(set);
  }
  for (std::size_t k = below(4); k > 1; --k) app.observers.push_back(some_observer(app));
  const std::size_t n = app.systems.size();
  if (n + sets > 0) {
    Ordered ordered(app);
    ordered.constrain(2 * n);
    if (one_in(3)) ordered.chain();
    for (std::size_t k = below(3); k > 0; --k) ordered.of(ordered.node()).ambiguous_with.push_back(ordered.node());
    for (std::size_t k = below(3); k > 0; --k) ordered.of(ordered.node()).run_if.emplace_back("playing");
    if (Configuration& of = ordered.of(ordered.node()); one_in(6) && of.ambiguous_with.empty())
      of.ambiguous_with_all = true;
  }
  if (!shape.only_constraints && n > 0 && one_in(3)) {
    app.stages = {"first", "update", "last"};
    for (std::size_t k = 0; k < n; ++k) app.systems[k].stage = 3 * k / n;
  }
  for (std::size_t k = n < 2 ? 0 : below(3); k > 0; --k) {
    const std::size_t a = below(n - 1), b = a + 1 + below(n - 1 - a);
    ListedConflict listed{a, b, {}};
    for (std::size_t label = 0; label < app.components.size(); ++label)
      if (one_in(4)) listed.on.push_back(label);
    app.conflicts.push_back(std::move(listed));
  }
  for (std::size_t label = 0; label < app.components.size(); ++label)
    if (one_in(8)) app.allow_ambiguous.push_back(label);
  if (!shape.only_constraints) app.insertion_order = static_cast<InsertionOrder>(below(3));
  app.change_detection = static_cast<ChangeDetection>(below(2));
  move_systems(app, shuffled(n));
  return app;
}

}  // namespace coreecs::app

namespace coreecs {

app::App loaded_app(const std::string& text) {
  auto loaded = app::load(text);
  if (const auto* problems = std::get_if<std::vector<Problem>>(&loaded)) {
    std::string all = text;
    for (const Problem& problem : *problems) all += show("app", problem) + "\n";
    FAIL(all);
  }
  return std::get<app::App>(std::move(loaded));
}

app::App example_app(const char* name) { return loaded_app(contents(source_dir / "examples/apps" / name)); }

}  // namespace coreecs
