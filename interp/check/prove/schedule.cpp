#include "interp/check/prove/schedule.hpp"

#include <algorithm>

namespace coreecs::symbolic {

/// c, after invocations of these leaves.
class SymbolicSchedule::After : public SymbolicState {
 public:
  enum class Known { All, Some, Nothing };
  /// The invocations of all matches, of some, or of some whose effects are not looked at.
  After(SymbolicSchedule& of, SymbolicState& before, std::vector<const SymbolicLeaf*> leaves, Known known)
      : SymbolicState(of.to_), of_(of), before_(before), leaves_(std::move(leaves)), of_matches_(known), any_(of.to_) {}
  /// It is as in the first run, but for labels of races.
  void share(SymbolicState& in_first, const std::set<Label>& races) {
    in_first_ = &in_first;
    races_ = &races;
  }

  [[nodiscard]] SymbolicCell at(Label i, const z3::expr& e) override {
    std::vector<const SymbolicLeaf*> writers;
    for (const SymbolicLeaf* leaf : leaves_)
      if (leaf->writes.contains(i)) writers.push_back(leaf);
    if (writers.empty()) return before_.at(i, e);
    if (in_first_ && !races_->contains(i)) return in_first_->at(i, e);
    const Encoding::NotesErrors of_others(to_, nullptr);
    if (of_.earlier_ == Earlier::Anything || of_matches_ == Known::Nothing) return any_.at(i, e);
    const auto known = known_.find({i, e.id()});
    if (known != known_.end()) return known->second;
    const bool owned = writers.size() == 1 && of_matches_ == Known::All && writers.front()->owns;
    SymbolicCell cell = owned ? exactly(*writers.front(), i, e) : by_steps(writers, i, e);
    known_.emplace(std::pair(i, e.id()), cell);
    kept_.push_back(e);
    return cell;
  }
  [[nodiscard]] const AnyState& any() const { return any_; }

 private:
  /// The only match that can write to e is that of e.
  SymbolicCell exactly(const SymbolicLeaf& leaf, Label i, const z3::expr& e) {
    const SymbolicCell before = before_.at(i, e);
    const SymbolicMatch r = match_of(to_, *leaf.term, *leaf.observes, to_.truth(true), {e});
    const SymbolicInvocation does = invoke(to_, *leaf.term, r.variables, to_.all(r.constraints));
    SymbolicCell now = before;
    for (const LastWrite& last : last_writes(to_, does.writes, i, e)) {
      now.present = z3::ite(last.condition, to_.truth(last.write->k.has_value()), now.present);
      if (last.write->k) now.value = to_.either(last.condition, *last.write->k, now.value);
    }
    return now;
  }

  /// As before, or as some match of a writer leaves it.
  SymbolicCell by_steps(const std::vector<const SymbolicLeaf*>& writers, Label i, const z3::expr& e) {
    SymbolicCell now = any_.at(i, e);
    if (of_.steps_ < writers.size()) return now;
    of_.steps_ -= writers.size();
    const SymbolicCell before = before_.at(i, e);
    std::vector<z3::expr> unchanged{now.present == before.present,
                                    !before.present || to_.identical(now.value, before.value)};
    std::vector<z3::expr> cases, counts;
    bool detaches = false, attaches = false;
    for (const SymbolicLeaf* leaf : writers) {
      const z3::expr counted = to_.fresh("counts", to_.z3().bool_sort());
      counts.push_back(counted);
      unchanged.push_back(!counted);
      cases.push_back(step(*leaf, i, e, now, counted, detaches, attaches));
    }
    cases.push_back(to_.all(unchanged));
    to_.assume(to_.any(cases));
    if (!detaches) to_.assume(z3::implies(before.present, now.present));
    if (!attaches)
      to_.assume(z3::implies(now.present, to_.all({before.present, to_.identical(now.value, before.value)})));
    for (const SymbolicLeaf* leaf : writers) is_written(*leaf, i, e, counts);
    return now;
  }

  /// That the last write to the location is one of a match of this leaf.
  z3::expr step(const SymbolicLeaf& leaf, Label i, const z3::expr& e, const SymbolicCell& now, const z3::expr& counted,
                bool& detaches, bool& attaches) {
    const SystemTerm& s = *leaf.term;
    const bool owns = leaf.owns;
    SymbolicMatch r = match_of(to_, s, *leaf.observes, counted, owns ? std::vector{e} : std::vector<z3::expr>{});
    if (!owns) of_.far_steps_.push_back(counted);
    std::vector<z3::expr> parts = r.constraints;
    if (leaf.kind == SeriesParallel::Kind::Seq && !owns) {  // roll observes the same entities again
      After so_far(of_, *leaf.observes, {&leaf}, Known::Nothing);
      r = match_of(to_, s, so_far, counted, r.entities);
      parts.insert(parts.end(), r.constraints.begin(), r.constraints.end());
    }
    parts.push_back(counted);
    const SymbolicInvocation does = invoke(to_, s, r.variables, to_.all(parts));
    for (const z3::expr& created : does.created) {
      for (Label k = 0; k < to_.program().schema.size(); ++k) to_.assume(!leaf.observes->at(k, created).present);
      for (const z3::expr& other : r.entities) to_.assume(created != other);
      for (const auto& [number, literal] : to_.literals()) to_.assume(created != literal);
    }
    std::vector<z3::expr> last;
    for (const LastWrite& write : last_writes(to_, does.writes, i, e)) {
      (write.write->k ? attaches : detaches) = true;
      std::vector<z3::expr> leaves{write.condition, now.present == to_.truth(write.write->k.has_value())};
      if (write.write->k) leaves.push_back(to_.identical(now.value, *write.write->k));
      last.push_back(to_.all(leaves));
    }
    parts.push_back(to_.any(last));
    return to_.all(parts);
  }

  /// If the match of e writes the location, some write to it counts.
  void is_written(const SymbolicLeaf& leaf, Label i, const z3::expr& e, const std::vector<z3::expr>& counts) {
    const SystemTerm& s = *leaf.term;
    const bool each_match = leaf.owns || leaf.kind == SeriesParallel::Kind::Conc;
    if (of_matches_ != Known::All || s.match.size() != 1 || !each_match) return;
    const SymbolicMatch r = match_of(to_, s, *leaf.observes, to_.truth(true), {e});
    const z3::expr is_match = to_.all(r.constraints);
    const SymbolicInvocation does = invoke(to_, s, r.variables, is_match);
    std::vector<z3::expr> written;
    for (const LastWrite& write : last_writes(to_, does.writes, i, e)) written.push_back(write.condition);
    to_.assume(z3::implies(to_.any(written), to_.any(counts)));
  }

  SymbolicSchedule& of_;
  SymbolicState& before_;
  std::vector<const SymbolicLeaf*> leaves_;
  Known of_matches_;
  AnyState any_;
  SymbolicState* in_first_ = nullptr;
  const std::set<Label>* races_ = nullptr;
  std::map<std::pair<Label, unsigned>, SymbolicCell> known_;
  std::vector<z3::expr> kept_;  // ids of formulas are reused once these are gone
};

std::vector<SymbolicLeaf> symbolic_leaves(const Program& program, const SeriesParallel& z) {
  std::vector<SymbolicLeaf> leaves;
  for (const std::size_t node : z.leaves) {
    const SeriesParallel::Node& leaf = z.nodes[node];
    const auto term = program.terms.find(leaf.s->name);
    if (term == program.terms.end()) throw Unsupported(leaf.s->name + " is a function in C++");
    const SystemTerm& s = term->second;
    std::set<Label> writes;
    bool owns = s.match.size() == 1 && !s.match.front().is;
    for (const auto& [i, w] : label_writes(s, program.schema)) {
      writes.insert(i);
      const Origins& e = w.entities;
      owns = owns && !e.created && !e.literal && !e.component && w.queries == std::set<std::size_t>{0};
    }
    leaves.push_back({leaf.kind, leaf.leaf, leaf.s, &s, std::move(writes), owns, nullptr});
  }
  return leaves;
}

SymbolicSchedule::SymbolicSchedule(Encoding& to, const SeriesParallel& z, std::vector<SymbolicLeaf> leaves,
                                   Earlier earlier, std::size_t steps)
    : to_(to), z_(z), earlier_(earlier), steps_(steps), leaves_(std::move(leaves)), passed_(z.nodes.size()) {
  auto start = std::make_unique<AnyState>(to);
  start_ = start.get();
  states_.push_back(std::move(start));
  end_ = start_;
  walk(z.nodes.size() - 1, end_);
}

SymbolicSchedule::SymbolicSchedule(SymbolicSchedule& first, const Races& races)
    : to_(first.to_),
      z_(first.z_),
      earlier_(first.earlier_),
      steps_(first.steps_),
      start_(first.start_),
      end_(first.start_),
      leaves_(first.leaves_),
      passed_(first.z_.nodes.size()),
      first_(&first),
      races_(&races) {
  walk(z_.nodes.size() - 1, end_);
}

SymbolicSchedule::~SymbolicSchedule() = default;

/// Notes what the leaves below a node observe, if it observes c, and makes c the state that they leave.
std::vector<const SymbolicLeaf*> SymbolicSchedule::walk(std::size_t node, SymbolicState*& c) {
  return deep([&] {
    SymbolicState* const before = c;
    std::vector<const SymbolicLeaf*> all = walk_further(node, c);
    passed_[node] = {before, c};
    return all;
  });
}

std::vector<const SymbolicLeaf*> SymbolicSchedule::walk_further(std::size_t node, SymbolicState*& c) {
  const SeriesParallel::Node& here = z_.nodes[node];
  if (first_ && first_->passed_[node].before == c && !races_->contains(node)) {
    if (here.is_leaf() || here.kind == SeriesParallel::Kind::Par) return repeat(node, c);
  }
  if (here.is_leaf()) {
    SymbolicLeaf& leaf = leaves_[here.leaf];
    leaf.observes = c;
    c = &after(node, *c, {&leaf});
    return {&leaf};
  }
  SymbolicState* const fork = c;
  std::vector<const SymbolicLeaf*> all = walk(here.left, c);
  if (here.kind == SeriesParallel::Kind::Par) c = fork;
  const std::vector<const SymbolicLeaf*> right = walk(here.right, c);
  all.insert(all.end(), right.begin(), right.end());
  if (here.kind == SeriesParallel::Kind::Par) c = &after(node, *fork, all);
  return all;
}

std::vector<const SymbolicLeaf*> SymbolicSchedule::repeat(std::size_t node, SymbolicState*& c) {
  return deep([&] {
    const SeriesParallel::Node& here = z_.nodes[node];
    std::vector<const SymbolicLeaf*> all;
    SymbolicState* within = c;
    if (here.is_leaf()) {
      leaves_[here.leaf].observes = first_->leaves_[here.leaf].observes;
      all.push_back(&leaves_[here.leaf]);
    } else {
      all = repeat(here.left, within);
      const std::vector<const SymbolicLeaf*> right = repeat(here.right, within);
      all.insert(all.end(), right.begin(), right.end());
    }
    passed_[node] = first_->passed_[node];
    c = passed_[node].after;
    return all;
  });
}

SymbolicState& SymbolicSchedule::after(std::size_t node, SymbolicState& c, std::vector<const SymbolicLeaf*> leaves) {
  if (earlier_ == Earlier::Idle) return c;
  if (earlier_ == Earlier::Owned) std::erase_if(leaves, [&](const SymbolicLeaf* leaf) { return !leaf->owns; });
  if (leaves.empty()) return c;
  auto made = std::make_unique<After>(*this, c, std::move(leaves), After::Known::All);
  if (first_ && first_->passed_[node].before == &c)
    if (const auto race = races_->find(node); race != races_->end() && race->second)
      made->share(*first_->passed_[node].after, *race->second);
  middles_.push_back(&made->any());
  states_.push_back(std::move(made));
  return *states_.back();
}

SymbolicSchedule::Invocation SymbolicSchedule::invocation_at(const SymbolicLeaf& leaf, SymbolicState& c) {
  const z3::expr always = to_.truth(true);
  const SymbolicMatch r = match_of(to_, *leaf.term, c, always);
  for (const z3::expr& constraint : r.constraints) to_.assume(constraint);
  return {&leaf, &c, r.entities, invoke(to_, *leaf.term, r.variables, always)};
}

SymbolicSchedule::Invocation SymbolicSchedule::invocation(const SymbolicLeaf& leaf) {
  const bool rolls = leaf.kind == SeriesParallel::Kind::Seq && !leaf.owns;
  if (!rolls || earlier_ == Earlier::Idle || earlier_ == Earlier::Owned) return invocation_at(leaf, *leaf.observes);
  const z3::expr always = to_.truth(true);
  SymbolicMatch r = match_of(to_, *leaf.term, *leaf.observes, always);
  for (const z3::expr& constraint : r.constraints) to_.assume(constraint);
  states_.push_back(std::make_unique<After>(*this, *leaf.observes, std::vector{&leaf}, After::Known::Some));
  r = match_of(to_, *leaf.term, *states_.back(), always, r.entities);
  for (const z3::expr& constraint : r.constraints) to_.assume(constraint);
  return {&leaf, states_.back().get(), r.entities, invoke(to_, *leaf.term, r.variables, always)};
}

SymbolicState& SymbolicSchedule::meanwhile() {
  std::vector<const SymbolicLeaf*> all;
  for (const SymbolicLeaf& leaf : leaves_) all.push_back(&leaf);
  states_.push_back(std::make_unique<After>(*this, *start_, std::move(all), After::Known::Nothing));
  return *states_.back();
}

std::vector<z3::expr> SymbolicSchedule::errors(const SymbolicLeaf& leaf) {
  std::vector<z3::expr> found;
  const Encoding::NotesErrors notes(to_, &found);
  std::vector<SymbolicState*> observed{leaf.observes};
  if (leaf.kind == SeriesParallel::Kind::Seq) {
    states_.push_back(std::make_unique<After>(*this, *leaf.observes, std::vector{&leaf}, After::Known::Some));
    observed.push_back(states_.back().get());
  }
  for (SymbolicState* c : observed) {
    const SymbolicMatch r = match_of(to_, *leaf.term, *c, to_.truth(true));
    (void)invoke(to_, *leaf.term, r.variables, to_.all(r.constraints));
  }
  return found;
}

std::vector<const SymbolicLeaf*> SymbolicSchedule::changed() const {
  std::vector<const SymbolicLeaf*> found;
  for (std::size_t k = 0; k < leaves_.size(); ++k)
    if (leaves_[k].observes != first_->leaves_[k].observes) found.push_back(&leaves_[k]);
  return found;
}

}  // namespace coreecs::symbolic
