#include "interp/oracle/dimensions.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "interp/oracle/handles.hpp"
#include "interp/oracle/invoking.hpp"
#include "interp/run/execution.hpp"

namespace coreecs {

namespace {

enum Index : std::size_t {
  Components,
  Constraints,
  Queries,
  Leaves,
  Depth,
  Frames,
  Start,
  Alive,
  Created,
  Destroyed,
  Reuse,
  Late,
  Generations,
  Disabled,
  Largest
};
static_assert(Largest + 1 == std::size(dimensions));

std::uint64_t largest(const Value& k) {
  if (const auto* n = std::get_if<std::int64_t>(&k.sum()))
    return *n < 0 ? 0 - static_cast<std::uint64_t>(*n) : static_cast<std::uint64_t>(*n);
  std::uint64_t most = 0;
  if (const auto* r = std::get_if<Record>(&k.sum()))
    for (const Value& field : r->fields()) most = std::max(most, largest(field));
  return most;
}

/// Performs operations, and counts.
class Counting {
 public:
  Counting(const Schema& K, const State& start, Extent& counted)
      : labels_(start.labels()), parent_(parent_label(K)), off_(off_labels(K)), counted_(counted) {
    for (Label i = 0; i < labels_; ++i)
      for (const auto& [e, k] : start[i]) (*this)(Attach{i, e, k});
    counted_[Start] = std::exchange(counted_[Created], 0);
    for (const auto& [child, parent] : parents_) note_depth(child);
  }

  void operator()(const Attach& m) {
    std::vector<bool>& has = has_[m.e];
    if (has.empty()) {
      note_late(m.e);
      has.resize(labels_);
      take_slot(m.e);
    }
    has[m.i] = true;
    counted_[Largest] = std::max(counted_[Largest], largest(m.k));
    if (std::find(off_.begin(), off_.end(), m.i) != off_.end()) ++counted_[Disabled];
    if (m.i != parent_) return;
    parents_[m.e] = m.k.as<Entity>();
    note_depth(m.e);
  }
  void operator()(const Detach& m) {
    const auto of = has_.find(m.e);
    if (of == has_.end()) return note_late(m.e);
    of->second[m.i] = false;
    if (m.i == parent_) parents_.erase(m.e);
    if (std::find(of->second.begin(), of->second.end(), true) == of->second.end()) (*this)(Destroy{m.e});
  }
  void operator()(const Destroy& m) {
    if (has_.erase(m.e) == 0) return note_late(m.e);
    ++counted_[Destroyed];
    parents_.erase(m.e);
    free_.push_back(slot_.at(m.e));
  }

 private:
  /// An operation on an entity that is not live.
  void note_late(Entity e) {
    if (slot_.contains(e)) ++counted_[Late];
  }
  /// How many entities are above this one; as many as there are, in a cycle.
  void note_depth(Entity e) {
    std::uint64_t depth = 0;
    for (auto at = parents_.find(e); at != parents_.end() && depth < parents_.size(); at = parents_.find(at->second))
      ++depth;
    counted_[Generations] = std::max(counted_[Generations], depth);
  }
  void take_slot(Entity e) {
    ++counted_[Created];
    counted_[Alive] = std::max<std::uint64_t>(counted_[Alive], has_.size());
    if (free_.empty()) {
      free_.push_back(again_.size());
      again_.push_back(0);
    } else {
      counted_[Reuse] = std::max(counted_[Reuse], ++again_[free_.back()]);
    }
    slot_[e] = free_.back();
    free_.pop_back();
  }

  std::size_t labels_;
  std::optional<Label> parent_;
  std::vector<std::optional<Label>> off_;
  std::unordered_map<Entity, Entity> parents_;
  Extent& counted_;
  std::unordered_map<Entity, std::vector<bool>> has_;  // which components, of each live entity
  std::unordered_map<Entity, std::size_t> slot_;
  std::vector<std::size_t> free_;
  std::vector<std::uint64_t> again_;  // how often each slot was taken again
};

std::uint64_t constraints(const Query& q) {
  const auto* all = std::get_if<And>(&q);
  if (!all) return 1;
  std::uint64_t sum = 0;
  for (const Query& part : all->conjuncts) sum += constraints(part);
  return sum;
}

std::uint64_t most_reachable(std::size_t dimension, const Shape& shape, const Constructs& among) {
  const auto has = [&](std::initializer_list<std::string_view> any) {
    return std::any_of(any.begin(), any.end(), [&](std::string_view one) { return among.contains(one); });
  };
  constexpr std::uint64_t any = ~std::uint64_t{0};
  const bool comes = has({"attach"}), goes = comes && has({"detach", "destroy"}), again = goes && has({"new"});
  const bool nests = has({"par", "then"}),
             churns = shape.churns && shape.entities >= 6 && again && has({"then"}) && has({"incl"});
  const std::uint64_t turns = !churns ? 1 : shape.entities >= 110 ? any : shape.entities >= 22 ? 256 : 16;
  switch (static_cast<Index>(dimension)) {
    case Components:
      return shape.components;
    case Constraints:
      return shape.terms;
    case Queries:
      return has({"vector"}) ? 3 : 1;
    case Leaves:
      return nests ? shape.leaves : 1;
    case Depth:
      return nests && shape.leaves > 2 ? shape.leaves / 3 + 1 : 1;
    case Frames:
      return has({"frames"}) ? shape.frames : 1;
    case Start:
    case Alive:
      return shape.entities;
    case Created:
      return again ? std::max<std::uint64_t>(turns, 10) : 0;
    case Destroyed:
      return goes ? std::max<std::uint64_t>(turns, 10) : 0;
    case Reuse:
      return again ? turns : 0;
    case Late:
      return goes ? 1 : 0;
    case Generations:
      return shape.nests && goes && has({"entity"}) && nests && has({"incl"}) ? 4 : 0;
    case Disabled:
      return shape.toggles && has({"unit"}) && has({"detach"}) && comes && has({"then"}) && has({"incl"}) ? 10 : 0;
    case Largest:
      return !has({"int"}) ? 0 : has({"int64"}) ? any : exact_double_ints - 1;
  }
  return 0;
}

}  // namespace

Shape Sizes::of(Shape shape) const {
  shape.components = components.value_or(shape.components);
  shape.terms = terms.value_or(shape.terms);
  shape.entities = entities.value_or(shape.entities);
  shape.frames = frames.value_or(shape.frames);
  return shape;
}

Extent extent(const EngineCase& of) {
  Extent counted{};
  const Program& program = of.program;
  const SeriesParallel z(find_schedule(program, of.schedule)->z);
  counted[Components] = program.schema.size();
  for (const std::size_t leaf : z.leaves) {
    const QueryVector& q = z.nodes[leaf].s->q;
    counted[Queries] = std::max<std::uint64_t>(counted[Queries], q.size());
    for (const Query& one : q) counted[Constraints] = std::max(counted[Constraints], constraints(one));
  }
  counted[Leaves] = z.leaves.size();
  counted[Depth] = fold(
      z, [](const SeriesParallel::Node&) { return std::uint64_t{0}; },
      [](const SeriesParallel::Node&, std::uint64_t left, std::uint64_t right) { return std::max(left, right) + 1; });
  counted[Frames] = of.frames;
  Entities entities;
  const Environment env = by_occurrence(entities);
  const Invoking invoking(env, labels_of_entities(program.schema, program.resources), true);
  Counting count(program.schema, program.start, counted);
  State c = program.start;
  for (std::uint64_t frame = 0; frame < of.frames; ++frame)
    for (const Invoked& one : invoking.schedule(c, z, frame * z.leaves.size())) {
      c = after(std::move(c), one.m);
      for (const Operation& m : one.does) std::visit(count, m);
    }
  return counted;
}

std::string shown_mark(const Dimension& dimension, std::uint64_t mark) {
  return fmt::format("{}: {}", dimension.name, mark);
}

std::set<std::string> marks(const Extent& extent) {
  std::set<std::string> all;
  for (std::size_t k = 0; k < extent.size(); ++k)
    for (const std::uint64_t mark : dimensions[k].marks)
      if (mark > 0 && extent[k] >= mark) all.insert(shown_mark(dimensions[k], mark));
  return all;
}

std::set<std::string> reachable(const Shape& shape, const Constructs& among) {
  Extent most{};
  for (std::size_t k = 0; k < most.size(); ++k) most[k] = most_reachable(k, shape, among);
  return marks(most);
}

void Extents::add(const Extent& one) { all_.push_back(one); }

std::vector<std::pair<std::string, std::string>> Extents::rows() const {
  std::vector<std::pair<std::string, std::string>> rows;
  for (std::size_t k = 0; k < std::size(dimensions); ++k) {
    const auto by = [&](const Extent& a, const Extent& b) { return a[k] < b[k]; };
    const auto [least, most] = std::minmax_element(all_.begin(), all_.end(), by);
    rows.emplace_back(dimensions[k].name, all_.empty() ? "" : fmt::format("{}–{}", (*least)[k], (*most)[k]));
    for (const std::uint64_t mark : dimensions[k].marks) {
      if (mark == 0) continue;
      const auto reach = std::count_if(all_.begin(), all_.end(), [&](const Extent& one) { return one[k] >= mark; });
      rows.emplace_back(
          fmt::format("... {} or more", mark),
          fmt::format("{} %", static_cast<std::size_t>(reach) * 100 / std::max<std::size_t>(all_.size(), 1)));
    }
  }
  return rows;
}

}  // namespace coreecs
