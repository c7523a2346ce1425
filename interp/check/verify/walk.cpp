#include "interp/check/verify/walk.hpp"

#include <algorithm>
#include <utility>

#include "interp/check/verify/alike.hpp"
#include "interp/fast/query.hpp"

namespace coreecs {

namespace {

using Kind = SeriesParallel::Kind;
using Node = SeriesParallel::Node;

void append_key(std::string& key, const Update& m) {
  for (const Write& write : m.writes()) {
    coreecs::append_key(key, Value(write.l.e));
    key += std::to_string(write.l.i) + (write.k ? "=" : "-");
    if (write.k) coreecs::append_key(key, *write.k);
  }
}

}  // namespace

WalkMap::WalkMap(const PartialOrder& po, bool fixed) : po(po), fixed(fixed), needs(po.z.nodes.size()) {
  for (std::size_t n = needs.size(); n-- > 0;) {
    const Node& z = po.z.nodes[n];
    if (z.is_leaf()) continue;
    needs[z.left].awaited = !fixed && z.kind == Kind::Then;
    needs[z.right].awaited = !fixed && z.kind == Kind::Then && needs[n].awaited;
    needs[z.left].around = needs[z.right].around = z.kind == Kind::Par && needs[n].awaited ? n : needs[n].around;
  }
}

Walk::Walk(const WalkMap& map, const State& c, const Environment& env) : map_(&map), env_(&env), start_(&c), c_(c) {
  start(map.needs.size() - 1, c);
}

std::optional<State> Walk::start(std::size_t n, State c) {
  const Node& z = map_->po.z.nodes[n];
  if (z.is_leaf()) return start_leaf(n, std::move(c));
  if (z.kind == Kind::Then)
    return deep([&] {
      std::optional<State> left = start(z.left, std::move(c));
      return left ? start(z.right, std::move(*left)) : left;
    });
  int ended = 0;
  for (const std::size_t side : {z.left, z.right}) ended += deep([&] { return start(side, c).has_value(); });
  if (ended == 2) return c;
  UnderWay& par = under_way_[n];
  par.own = std::move(c);
  par.ended_sides = ended;
  return std::nullopt;
}

std::optional<State> Walk::start_leaf(std::size_t n, State c) {
  const Node& z = map_->po.z.nodes[n];
  UnderWay here;
  if (z.kind == Kind::Seq) {
    if (!map_->fixed) here.matches = std::make_shared<const Matches>(fast::query(z.s->q, c, *env_));
    here.own = std::move(c);
    if (!visit_next(z, here)) return std::move(here.own);
  } else {
    const std::span<const Invocation> fixed = map_->po.below(z);
    std::vector<Invocation> all;
    if (map_->fixed) {
      all.assign(fixed.begin(), fixed.end());
    } else {
      const Matches r = fast::query(z.s->q, c, *env_);
      for (std::size_t j = 0; j < r.size(); ++j)
        all.push_back({z.leaf, z.s, {r[j].e.begin(), r[j].e.end()}, invoke(*z.s, r[j], {*env_, z.leaf})});
    }
    if (all.empty()) return c;
    here.own = std::move(c);
    here.performed.resize(all.size());
    here.invocations = std::make_shared<const std::vector<Invocation>>(std::move(all));
  }
  under_way_[n] = std::move(here);
  return std::nullopt;
}

void Walk::end(std::size_t n, State c) {
  for (std::optional<State> left_by = std::move(c); left_by && n + 1 < map_->needs.size();) {
    const std::size_t parent = map_->po.z.nodes[n].parent;
    const Node& z = map_->po.z.nodes[parent];
    if (z.kind == Kind::Par) {
      UnderWay& par = under_way_.at(parent);
      if (++par.ended_sides < 2) return;
      left_by = std::move(par.own);
      under_way_.erase(parent);
    } else if (n == z.left) {
      left_by = start(z.right, std::move(*left_by));
    }
    n = parent;
  }
}

/// Visits the next match of a seq that still matches (D2). Returns false if there is none.
bool Walk::visit_next(const Node& z, UnderWay& seq) const {
  const auto visit = [&](Invocation u) {
    seq.invocations = std::make_shared<const std::vector<Invocation>>(1, std::move(u));
    ++seq.next;
    return true;
  };
  if (map_->fixed) {
    const std::span<const Invocation> fixed = map_->po.below(z);
    return seq.next < fixed.size() && visit(fixed[seq.next]);
  }
  std::vector<Cell> w;
  for (; seq.next < seq.matches->size(); ++seq.next) {
    const Match r = (*seq.matches)[seq.next];
    w.clear();
    if (query_at(z.s->q, seq.own, r.e, w))
      return visit({z.leaf, z.s, {r.e.begin(), r.e.end()}, invoke(*z.s, {r.e, w}, {*env_, z.leaf})});
  }
  return false;
}

std::vector<Walk::Choice> Walk::choices() const {
  std::vector<Choice> found;
  for (const auto& [node, here] : under_way_)
    for (std::size_t j = 0; here.invocations && j < here.invocations->size(); ++j)
      if (here.performed.empty() || !here.performed[j]) found.push_back({node, j});
  return found;
}

/// Groups invocations by the locations that they write: those of a group share some, directly or through others.
Walk::Groups Walk::grouped(const std::vector<Invocation>& all) {
  std::map<Location, std::vector<std::size_t>> writers;
  for (std::size_t j = 0; j < all.size(); ++j)
    for (const Write& write : all[j].m.writes()) writers[write.l].push_back(j);
  std::vector<bool> seen(all.size());
  Groups groups;
  for (std::size_t j = 0; j < all.size(); ++j) {
    if (seen[j]) continue;
    std::vector<std::size_t>& group = groups.emplace_back(1, j);
    seen[j] = true;
    for (std::size_t next = 0; next < group.size(); ++next)
      for (const Write& write : all[group[next]].m.writes())
        for (const std::size_t writer : std::exchange(writers[write.l], {})) {
          if (!seen[writer]) group.push_back(writer);
          seen[writer] = true;
        }
  }
  return groups;
}

std::vector<Walk::Choice> Walk::sufficient_choices() {
  const auto is_leaf = [](const auto& node) { return node.second.invocations != nullptr; };
  const auto leaf = std::find_if(under_way_.begin(), under_way_.end(), is_leaf);
  if (leaf == under_way_.end() || leaf->second.performed.empty() ||
      std::any_of(std::next(leaf), under_way_.end(), is_leaf))
    return choices();
  UnderWay& conc = leaf->second;
  if (!conc.groups) conc.groups = std::make_shared<const Groups>(grouped(*conc.invocations));
  std::vector<Choice> found;
  for (; found.empty(); ++conc.group)
    for (const std::size_t j : (*conc.groups)[conc.group])
      if (!conc.performed[j]) found.push_back({leaf->first, j});
  --conc.group;
  return found;
}

std::optional<Walk::Choice> Walk::find(Leaf leaf, const std::vector<Entity>& e) const {
  const std::vector<std::size_t>& leaves = map_->po.z.leaves;
  const auto here = leaf < leaves.size() ? under_way_.find(leaves[leaf]) : under_way_.end();
  if (here == under_way_.end()) return std::nullopt;
  const std::vector<Invocation>& all = *here->second.invocations;
  const auto found = std::lower_bound(all.begin(), all.end(), e, [](const Invocation& u, const std::vector<Entity>& e) {
    return std::lexicographical_compare(u.e.begin(), u.e.end(), e.begin(), e.end());
  });
  if (found == all.end() || !std::equal(found->e.begin(), found->e.end(), e.begin(), e.end())) return std::nullopt;
  const auto j = static_cast<std::size_t>(found - all.begin());
  if (!here->second.performed.empty() && here->second.performed[j]) return std::nullopt;
  return Choice{here->first, j};
}

void Walk::perform(const Choice& choice) {
  interrupt::poll();
  const Node& z = map_->po.z.nodes[choice.node];
  const WalkMap::Needs& needs = map_->needs[choice.node];
  UnderWay& here = under_way_.at(choice.node);
  const Update m = at(choice).m;
  c_ = after(std::move(c_), m);
  if (needs.awaited || z.kind == Kind::Seq) here.own = after(std::move(here.own), m);
  for (std::size_t par = needs.around; par != SeriesParallel::none; par = map_->needs[par].around) {
    State& own = under_way_.at(par).own;
    own = after(std::move(own), m);
  }
  if (z.kind == Kind::Seq) {
    if (visit_next(z, here)) return;
  } else {
    here.performed[choice.invocation] = true;
    if (++here.next < here.performed.size()) return;
  }
  State own = std::move(here.own);
  under_way_.erase(choice.node);
  end(choice.node, std::move(own));
}

std::size_t Walk::weight() const {
  std::size_t locations = 0;
  const auto count = [&](const State& c) {
    for (Label i = 0; i < c.labels(); ++i) locations += c[i].size();
  };
  count(c_);
  for (const auto& [node, here] : under_way_) count(here.own);
  return locations;
}

std::string Walk::key() const {
  std::string key;
  append_key(key, c_, *start_);
  const auto number = [&](std::size_t n) { key += "|" + std::to_string(n); };
  const auto entities = [&](const auto& e) {
    for (const Entity x : e) append_key(key, Value(x));
  };
  for (const auto& [node, here] : under_way_) {
    number(node);
    number(here.next);
    number(static_cast<std::size_t>(here.ended_sides));
    if (!map_->fixed && (map_->needs[node].awaited || map_->po.z.nodes[node].kind == Kind::Seq))
      append_key(key, here.own, *start_);
    for (std::size_t j = here.next; here.matches && j < here.matches->size(); ++j) entities((*here.matches)[j].e);
    for (std::size_t j = 0; here.invocations && j < here.invocations->size(); ++j) {
      if (!here.performed.empty() && here.performed[j]) continue;
      const Invocation& u = (*here.invocations)[j];
      number(j);
      entities(u.e);
      if (!map_->fixed) append_key(key, u.m);
    }
  }
  return key;
}

}  // namespace coreecs
