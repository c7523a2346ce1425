#include "interp/apps/app/order.hpp"

#include <map>
#include <optional>
#include <stdexcept>

#include "interp/apps/app/blocks.hpp"
#include "interp/apps/app/conflicts.hpp"
#include "interp/base/interrupt.hpp"
#include "interp/base/json/problem.hpp"

namespace coreecs::app {

namespace {

/// A constraint between nodes, before sets are replaced by their systems.
struct Said {
  Node earlier, later;
  Link link;
};

/// All explicit constraints, without the stages.
std::vector<Said> all_said(const App& app) {
  std::vector<Said> all;
  const auto say = [&](const Node& earlier, const Node& later, Link::Said said, std::size_t position) {
    all.push_back({earlier, later, {0, 0, said, earlier, later, position}});
  };
  const auto of = [&](const Node& node, const Configuration& configuration) {
    for (std::size_t k = 0; k < configuration.before.size(); ++k)
      say(node, configuration.before[k], Link::Said::Before, k);
    for (std::size_t k = 0; k < configuration.after.size(); ++k)
      say(configuration.after[k], node, Link::Said::After, k);
  };
  for (std::size_t k = 0; k < app.systems.size(); ++k) of({Node::Kind::System, k}, app.systems[k].configuration);
  for (std::size_t k = 0; k < app.sets.size(); ++k) of({Node::Kind::Set, k}, app.sets[k].configuration);
  for (std::size_t chain = 0; chain < app.chains.size(); ++chain)
    for (std::size_t k = 0; k + 1 < app.chains[chain].size(); ++k)
      say(app.chains[chain][k], app.chains[chain][k + 1], Link::Said::Chain, chain);
  return all;
}

/// Removes a set without systems: whatever is before it comes before whatever is after it.
void collapse(std::vector<Said>& all, const Node& empty) {
  std::vector<Said> before, after, others;
  for (Said& one : all) {
    if (one.later == empty)
      before.push_back(one);
    else if (one.earlier == empty)
      after.push_back(one);
    else
      others.push_back(one);
  }
  for (const Said& one : before)
    for (const Said& other : after) others.push_back({one.earlier, other.later, one.link});
  all = std::move(others);
}

/// An order to which pairs are added unless they contradict it.
class Growing {
 public:
  explicit Growing(const Dag& order) : said_(order.said()) {
    for (std::size_t x = 0; x < order.size(); ++x) {
      below_.push_back(order.below(x));
      above_.push_back(order.above(x));
    }
  }
  /// Adds that x comes before y, unless y comes before x.
  void say(std::size_t x, std::size_t y) {
    if (above_[y].test(x) || above_[x].test(y)) return;
    said_.add(x, y);
    Subset lower = below_[x], upper = above_[y];
    lower.set(x);
    upper.set(y);
    for (std::size_t k = 0; k < below_.size(); ++k) {
      if (lower.test(k)) above_[k] |= upper;
      if (upper.test(k)) below_[k] |= lower;
    }
  }
  [[nodiscard]] Dag order() && { return std::get<Dag>(Dag::of(std::move(said_))); }

 private:
  Digraph said_;
  std::vector<Subset> below_, above_;
};

Dag with_insertion_order(const App& app, Dag order) {
  if (app.insertion_order == InsertionOrder::None) return order;
  const std::size_t n = app.systems.size();
  std::vector<Subset> related(n, Subset(n));
  if (app.insertion_order == InsertionOrder::All) {
    for (Subset& all : related) all.set();
  } else {
    const Allowances allowances(app);
    for (const Conflict& conflict : declared_conflicts(app))
      if (!allowances.allows(conflict)) related[conflict.b].set(conflict.a);
  }
  const Blocks blocks(app);
  Growing growing(order);
  for (std::size_t b = 0; b < n; ++b) {
    interrupt::poll();
    for (std::size_t a = b; a-- > 0;)
      if (related[b].test(a)) blocks.widened(a, b, [&](std::size_t x, std::size_t z) { growing.say(x, z); });
  }
  return std::move(growing).order();
}

}  // namespace

std::variant<Dag, Circle> try_order(const App& app) {
  std::vector<Said> all = all_said(app);
  const auto sets = members(app);
  for (std::size_t k = 0; k < sets.size(); ++k)
    if (sets[k].empty()) collapse(all, {Node::Kind::Set, k});

  const std::size_t n = app.systems.size();
  const auto systems_of = [&](const Node& node) {
    return node.kind == Node::Kind::System ? std::vector<std::size_t>{node.position} : sets[node.position];
  };
  const Blocks blocks(app);
  const auto each = [&](const auto& add_link) {
    const auto add = [&](std::size_t a, std::size_t b, const Link& link) {
      blocks.widened(a, b, [&](std::size_t x, std::size_t z) { add_link(x, z, link); });
    };
    for (const Said& one : all)
      for (const std::size_t a : systems_of(one.earlier)) {
        interrupt::poll();
        for (const std::size_t b : systems_of(one.later)) add(a, b, one.link);
      }
    for (std::size_t a = 0; a < n && !app.stages.empty(); ++a) {
      interrupt::poll();
      for (std::size_t b = 0; b < n; ++b)
        if (app.systems[a].stage && app.systems[b].stage && *app.systems[a].stage < *app.systems[b].stage)
          add(a, b, Link{0, 0, Link::Said::Stages, {}, {}, 0});
    }
  };
  Digraph digraph(n);
  each([&](std::size_t a, std::size_t b, const Link&) { digraph.add(a, b); });

  std::variant<Dag, Cycle> order = Dag::of(std::move(digraph));
  if (const Cycle* cycle = std::get_if<Cycle>(&order)) {
    const auto next = [&](std::size_t k) { return (*cycle)[(k + 1) % cycle->size()]; };
    std::map<std::pair<std::size_t, std::size_t>, std::optional<Link>> links;  // the first constraint for each pair
    for (std::size_t k = 0; k < cycle->size(); ++k) links.try_emplace({(*cycle)[k], next(k)});
    each([&](std::size_t a, std::size_t b, const Link& link) {
      const auto at = links.find({a, b});
      if (at != links.end() && !at->second) at->second = {a, b, link.said, link.earlier, link.later, link.position};
    });
    Circle circle;
    for (std::size_t k = 0; k < cycle->size(); ++k) circle.push_back(links.at({(*cycle)[k], next(k)}).value());
    return circle;
  }
  return with_insertion_order(app, std::get<Dag>(std::move(order)));
}

Dag order(const App& app) {
  auto order = try_order(app);
  if (const Circle* circle = std::get_if<Circle>(&order))
    throw std::logic_error("an app with a circle: " + show(*circle, app));
  return std::get<Dag>(std::move(order));
}

std::string show(const Circle& circle, const App& app) {
  std::string out;
  for (const Link& link : circle) {
    const std::string &a = app.systems[link.before].name, &b = app.systems[link.after].name;
    if (!out.empty()) out += ", ";
    out += shortened(a) + " before " + shortened(b);
    if (link.said == Link::Said::Stages) {
      out += " (by their stages)";
      continue;
    }
    const std::string &earlier = app.name_of(link.earlier), &later = app.name_of(link.later);
    if (link.said == Link::Said::Chain)
      out += " (by chain " + std::to_string(link.position) + ")";
    else if (earlier != a || later != b)
      out += " (" + shortened(earlier) + " before " + shortened(later) + ")";
  }
  return out;
}

}  // namespace coreecs::app
