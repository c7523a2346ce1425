#include "props/kit/exhaustive.hpp"

#include <rapidcheck.h>

#include <algorithm>
#include <numeric>
#include <set>

namespace coreecs::exhaustive {

// Linearizations

// By the innermost sub-schedule that has both leaves.
bool precedes(const Schedule& z, const PartialOrder& po, std::size_t u, std::size_t v) {
  const Leaf leaf = po.invocations[u].leaf;
  const Leaf leaf2 = po.invocations[v].leaf;
  const auto within = [&](const auto& self, const Schedule& z, Leaf first) -> bool {
    const auto sides = [&](const Schedule& left, const Schedule& right, bool then) {
      const Leaf middle = first + left.leaves();
      if (leaf < middle && leaf2 < middle) return self(self, left, first);
      if (leaf >= middle && leaf2 >= middle) return self(self, right, middle);
      return then && leaf < leaf2;
    };
    return std::visit(Clauses{
                          [&](const Conc&) { return u == v; },
                          [&](const Seq&) { return u <= v; },
                          [&](const Par& z) { return sides(z.left, z.right, false); },
                          [&](const Then& z) { return sides(z.left, z.right, true); },
                      },
                      z.form());
  };
  return within(within, z, 0);
}

std::vector<std::vector<std::size_t>> linearizations(const Schedule& z, const PartialOrder& po) {
  std::vector<std::vector<std::size_t>> found;
  std::vector<std::size_t> order(po.size());
  std::iota(order.begin(), order.end(), 0);
  do {
    bool respects = true;
    for (std::size_t j = 0; respects && j < order.size(); ++j)
      for (std::size_t k = j + 1; respects && k < order.size(); ++k) respects = !precedes(z, po, order[k], order[j]);
    if (respects) found.push_back(order);
  } while (std::next_permutation(order.begin(), order.end()));
  return found;
}

// States up to renaming

namespace {

Value renamed(const Value& k, const std::function<Entity(Entity)>& pi) {
  if (const Entity* e = std::get_if<Entity>(&k.sum())) return e->created() ? pi(*e) : *e;
  const Record* r = std::get_if<Record>(&k.sum());
  if (!r) return k;
  std::vector<Value> fields;
  for (const Value& field : r->fields()) fields.push_back(renamed(field, pi));
  return Record(fields);
}

void collect(const Value& k, std::set<Entity>& found) {
  if (const Entity* e = std::get_if<Entity>(&k.sum()); e && e->created()) found.insert(*e);
  if (const Record* r = std::get_if<Record>(&k.sum()))
    for (const Value& field : r->fields()) collect(field, found);
}

}  // namespace

std::vector<Entity> created(const State& c) {
  std::set<Entity> found;
  for (Label i = 0; i < c.labels(); ++i)
    for (const auto& [e, k] : c[i]) {
      collect(e, found);
      collect(k, found);
    }
  return {found.begin(), found.end()};
}

State renamed(const State& c, const std::function<Entity(Entity)>& pi) {
  State result(c.labels());
  for (Label i = 0; i < c.labels(); ++i)
    for (const auto& [e, k] : c[i]) result = std::move(result).with(i, e.created() ? pi(e) : e, renamed(k, pi));
  return result;
}

// Only bijections between entities that have the same components but for the entities in them. A case for which these
// are more than 7! is discarded.
bool alike(const State& c, const State& c2) {
  if (c == c2) return true;
  const std::vector<Entity> from = created(c), to = created(c2);
  if (from.size() != to.size()) return false;
  const auto alone = [](const State& c, Entity e) {
    std::vector<std::optional<Value>> components;
    for (Label i = 0; i < c.labels(); ++i) {
      const Value* k = c.at({e, i});
      components.push_back(k ? std::optional(renamed(*k, [](Entity) { return Entity(); })) : std::nullopt);
    }
    return components;
  };
  std::vector<Entity> image(from.size());
  std::vector<bool> taken(to.size(), false);
  const auto pi = [&](Entity e) {
    return image[static_cast<std::size_t>(std::find(from.begin(), from.end(), e) - from.begin())];
  };
  std::size_t left = 5'040;
  const auto choose = [&](const auto& self, std::size_t j) -> bool {
    if (j == from.size()) {
      if (left-- == 0) RC_DISCARD("too many bijections");
      return renamed(c, pi) == c2;
    }
    for (std::size_t k = 0; k < to.size(); ++k) {
      if (taken[k] || alone(c, from[j]) != alone(c2, to[k])) continue;
      image[j] = to[k];
      taken[k] = true;
      if (self(self, j + 1)) return true;
      taken[k] = false;
    }
    return false;
  };
  return choose(choose, 0);
}

bool alike(const End& a, const End& b) {
  const State* c = std::get_if<State>(&a);
  const State* c2 = std::get_if<State>(&b);
  return c && c2 ? alike(*c, *c2) : !c && !c2;
}

}  // namespace coreecs::exhaustive
