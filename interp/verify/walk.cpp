#include "interp/verify/walk.hpp"

#include <algorithm>

#include "interp/fast/query.hpp"
#include "interp/verify/alike.hpp"
namespace coreecs {

namespace {

using Kind = PartialOrder::Kind;

/// The systems of the leaves, left to right.
std::vector<const System*> systems(const Schedule& z) {
  std::vector<const System*> found;
  const auto collect = [&](const Schedule& z, const auto& self) -> void {
    const auto sides = [&](const auto& z) {
      self(z.z, self);
      self(z.z_, self);
    };
    match(
        z.form(), [&](const Conc& z) { found.push_back(z.s.get()); }, [&](const Seq& z) { found.push_back(z.s.get()); },
        [&](const Par& z) { sides(z); }, [&](const Then& z) { sides(z); });
  };
  collect(z, collect);
  return found;
}

void append_key(std::string& key, const Update& m) {
  for (const Write& write : m.writes()) {
    coreecs::append_key(key, Value(write.l.e));
    key += std::to_string(write.l.i) + (write.k ? "=" : "-");
    if (write.k) coreecs::append_key(key, *write.k);
  }
}

bool is_leaf(Kind kind) { return kind == Kind::Antichain || kind == Kind::Chain; }

}  // namespace

WalkMap::WalkMap(const Schedule& z, const PartialOrder& po, bool fix) : fixed(fix ? &po : nullptr) {
  const std::vector<const System*> of = systems(z);
  for (const PartialOrder::Node& node : po.nodes) {
    Node& here = nodes.emplace_back();
    here.kind = node.kind;
    if (is_leaf(node.kind)) {
      here.leaf = leaves.size();
      here.s = of[here.leaf];
      leaves.emplace(here.leaf, nodes.size() - 1);
    } else {
      here.left = node.left;
      here.right = node.right;
      nodes[node.left].parent = nodes[node.right].parent = nodes.size() - 1;
    }
  }
  nodes.back().parent = nodes.back().around = nodes.size();
  for (std::size_t n = nodes.size(); n-- > 0;) {
    const Node& node = nodes[n];
    if (is_leaf(node.kind)) continue;
    const bool then = node.kind == Kind::Series;
    nodes[node.left].awaited = !fix && then;
    nodes[node.right].awaited = !fix && then && node.awaited;
    nodes[node.left].around = nodes[node.right].around = !then && node.awaited ? n : node.around;
  }
}

Walk::Walk(const WalkMap& map, const State& c, const Environment& env) : map_(&map), env_(&env), c_(c) {
  work_off({map.nodes.size() - 1, true, c});
}

void Walk::work_off(Task task) {
  std::vector<Task> tasks{std::move(task)};
  while (!tasks.empty()) {
    Task next = std::move(tasks.back());
    tasks.pop_back();
    if (next.starts)
      start(next.node, std::move(next.c), tasks);
    else
      end(next.node, std::move(next.c), tasks);
  }
}

void Walk::start(std::size_t node, State c, std::vector<Task>& tasks) {
  const WalkMap::Node& z = map_->nodes[node];
  UnderWay here;
  switch (z.kind) {
    case Kind::Series:
      return tasks.push_back({z.left, true, std::move(c)});
    case Kind::Parallel:
      tasks.push_back({z.right, true, c});
      tasks.push_back({z.left, true, c});
      here.own = std::move(c);
      break;
    case Kind::Antichain: {
      std::vector<Invocation> all;
      if (map_->fixed) {
        const auto first = map_->fixed->invocations.begin();
        const PartialOrder::Node& range = map_->fixed->nodes[node];
        all.assign(first + static_cast<std::ptrdiff_t>(range.begin), first + static_cast<std::ptrdiff_t>(range.end));
      } else {
        const Matches r = fast::query(z.s->q, c, *env_);
        for (std::size_t j = 0; j < r.size(); ++j)
          all.push_back({z.leaf, z.s, {r[j].e.begin(), r[j].e.end()}, invoke(*z.s, r[j], z.leaf, *env_)});
      }
      if (all.empty()) return tasks.push_back({node, false, std::move(c)});
      here = {std::move(c), nullptr, std::vector<bool>(all.size()), nullptr, 0, 0};
      here.invocations = std::make_shared<const std::vector<Invocation>>(std::move(all));
      break;
    }
    case Kind::Chain:
      if (!map_->fixed) here.matches = std::make_shared<const Matches>(fast::query(z.s->q, c, *env_));
      here.own = std::move(c);
      if (!visit_next(z, here)) return tasks.push_back({node, false, std::move(here.own)});
      break;
  }
  under_way_[node] = std::move(here);
}

void Walk::end(std::size_t node, State c, std::vector<Task>& tasks) {
  const std::size_t parent = map_->nodes[node].parent;
  if (parent == map_->nodes.size()) return;
  const WalkMap::Node& z = map_->nodes[parent];
  if (z.kind == Kind::Series) return tasks.push_back({node == z.left ? z.right : parent, node == z.left, std::move(c)});
  UnderWay& par = under_way_.at(parent);
  if (++par.ended_sides < 2) return;
  tasks.push_back({parent, false, std::move(par.own)});
  under_way_.erase(parent);
}

/// The next match of a seq that still is one (D2); false when there is none.
bool Walk::visit_next(const WalkMap::Node& z, UnderWay& seq) const {
  const auto visit = [&](Invocation u) {
    seq.invocations = std::make_shared<const std::vector<Invocation>>(1, std::move(u));
    ++seq.next;
    return true;
  };
  if (map_->fixed) {
    const PartialOrder::Node& range = map_->fixed->nodes[map_->leaves.at(z.leaf)];
    return range.begin + seq.next < range.end && visit(map_->fixed->invocations[range.begin + seq.next]);
  }
  std::vector<Cell> w;
  for (; seq.next < seq.matches->size(); ++seq.next) {
    const Match r = (*seq.matches)[seq.next];
    w.clear();
    if (query_at(z.s->q, seq.own, r.e, w))
      return visit({z.leaf, z.s, {r.e.begin(), r.e.end()}, invoke(*z.s, {r.e, w}, z.leaf, *env_)});
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

std::optional<Walk::Choice> Walk::find(Leaf leaf, const std::vector<Entity>& e) const {
  const auto node = map_->leaves.find(leaf);
  const auto here = node == map_->leaves.end() ? under_way_.end() : under_way_.find(node->second);
  if (here == under_way_.end()) return std::nullopt;
  const std::vector<Invocation>& all = *here->second.invocations;
  const auto found = std::lower_bound(all.begin(), all.end(), e, [](const Invocation& u, const std::vector<Entity>& e) {
    return std::lexicographical_compare(u.e.begin(), u.e.end(), e.begin(), e.end());
  });
  if (found == all.end() || !std::equal(found->e.begin(), found->e.end(), e.begin(), e.end())) return std::nullopt;
  const auto j = static_cast<std::size_t>(found - all.begin());
  if (!here->second.performed.empty() && here->second.performed[j]) return std::nullopt;
  return Choice{node->second, j};
}

void Walk::perform(const Choice& choice) {
  const WalkMap::Node& z = map_->nodes[choice.node];
  UnderWay& here = under_way_.at(choice.node);
  const Update m = at(choice).m;
  c_ = after(std::move(c_), m);
  if (z.awaited || z.kind == Kind::Chain) here.own = after(std::move(here.own), m);
  for (std::size_t par = z.around; par != map_->nodes.size(); par = map_->nodes[par].around) {
    State& own = under_way_.at(par).own;
    own = after(std::move(own), m);
  }
  if (z.kind == Kind::Chain) {
    if (visit_next(z, here)) return;
  } else {
    here.performed[choice.invocation] = true;
    if (++here.next < here.performed.size()) return;
  }
  State own = std::move(here.own);
  under_way_.erase(choice.node);
  work_off({choice.node, false, std::move(own)});
}

std::string Walk::key() const {
  std::string key;
  append_key(key, c_);
  const auto number = [&](std::size_t n) { key += "|" + std::to_string(n); };
  const auto entities = [&](const auto& e) {
    for (const Entity x : e) append_key(key, Value(x));
  };
  for (const auto& [node, here] : under_way_) {
    const WalkMap::Node& z = map_->nodes[node];
    number(node);
    number(here.next);
    number(static_cast<std::size_t>(here.ended_sides));
    if (!map_->fixed && (z.awaited || z.kind == Kind::Chain)) append_key(key, here.own);
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
