#include "interp/oracle/visits.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "interp/base/json/problem.hpp"
#include "interp/fast/query.hpp"

namespace coreecs {

std::string Naming::operator()(const std::vector<Entity>& e) {
  std::string out = "⟨";
  for (const Entity one : e) out += (out.size() > 3 ? ", " : "") + on_one_line(names()(one));
  return out + "⟩";
}

Visits::Visits(const Invoking& invoking, const Meaning& meaning, Naming& naming, const SeriesParallel::Node& node,
               Leaf leaf, State c, const Environment& env, Defers defers)
    : invoking_(invoking),
      meaning_(meaning),
      naming_(naming),
      node_(node),
      leaf_(leaf),
      c_(std::move(c)),
      seen_(meaning.seen(c_)),
      defers_(node.kind == SeriesParallel::Kind::Seq ? Defers::Nothing : defers) {
  const Matches r = fast::query(node.s->q, seen_, env, most_driven_matches);
  for (std::size_t j = 0; j < r.size(); ++j)
    all_.emplace(std::vector(r[j].e.begin(), r[j].e.end()), At{{r[j].w.begin(), r[j].w.end()}});
}

Operations Visits::respond(Leaf leaf, const Match& r) {
  const std::lock_guard lock(mutex_);
  if (failed_ || !wrong_.empty()) {
    if (++ignored_ > 1'000) throw EngineFailure(EngineFailure::Kind::Silent, "it visits matches without end");
    return {};
  }
  try {
    return visit(leaf, r);
  } catch (const RuntimeError& error) {
    failed_ = error;
    return {};
  }
}

const std::vector<Invoked>& Visits::visited() const {
  if (failed_) throw *failed_;
  return visited_;
}

std::optional<std::string> Visits::wrong(const std::vector<std::size_t>& order) {
  if (!wrong_.empty()) return wrong_;
  for (const auto& [e, at] : all_)
    if (!at.visited && !at.dropped) return "it does not visit " + naming_(e);
  std::vector<std::size_t> sorted = order;
  std::sort(sorted.begin(), sorted.end());
  for (std::size_t k = 0; k < sorted.size(); ++k)
    if (sorted.size() != visited_.size() || sorted[k] != k)
      return fmt::format("the order that it reports is not a permutation of its {}", plural(visited_.size(), "visit"));
  return std::nullopt;
}

State Visits::end(const std::vector<std::size_t>& order) const {
  State c = c_;
  for (std::size_t k = 0; k < deferred_.size(); ++k)
    c = meaning_.after(std::move(c), deferred_[order.empty() ? k : order[k]]);
  return c;
}

std::vector<Invoked> Visits::in_order(const std::vector<std::size_t>& order) && {
  if (order.empty()) return std::move(visited_);
  std::vector<Invoked> all;
  all.reserve(order.size());
  for (const std::size_t k : order) all.push_back(std::move(visited_[k]));
  return all;
}

Operations Visits::visit(Leaf leaf, const Match& r) {
  std::vector<Entity> e(r.e.begin(), r.e.end());
  const auto found = all_.find(e);
  if (leaf != leaf_) return note(fmt::format("it asks for leaf {}", leaf));
  if (found == all_.end()) return note("it visits " + naming_(e) + ", which did not match at the start");
  At& at = found->second;
  if (at.visited) return note("it visits " + naming_(e) + " twice");
  at.visited = true;
  std::vector<Cell> w;
  if (defers_ == Defers::All)
    w = at.w;
  else if (!query_at(node_.s->q, seen_, e, w))
    return note("it visits " + naming_(e) + ", which does not match any more");
  if (!std::equal(w.begin(), w.end(), r.w.begin(), r.w.end())) return note(observation(e, w, r.w));
  visited_.push_back(invoking_(*node_.s, leaf_, {e, w}));
  perform(visited_.back());
  return visited_.back().does;
}

void Visits::perform(const Invoked& one) {
  switch (defers_) {
    case Defers::All:
      deferred_.push_back(one.does);
      return;
    case Defers::Nothing:
      deferred_.emplace_back();
      return follow(one.does);
    case Defers::Structure: {
      const auto later = [&](const Operation& operation) {
        const auto* attach = std::get_if<Attach>(&operation);
        return !attach || !c_.at({attach->e, attach->i});
      };
      Operations values, structure;
      for (const Operation& operation : one.does) (later(operation) ? structure : values).push_back(operation);
      deferred_.push_back(std::move(structure));
      return follow(values);
    }
  }
}

void Visits::follow(const Operations& all) {
  c_ = meaning_.after(std::move(c_), all);
  seen_ = meaning_.seen(c_);
  std::set<Entity> touched;
  for (const Operation& m : all) std::visit([&](const auto& m) { touched.insert(m.e); }, m);
  for (auto& [e, at] : all_) {
    std::vector<Cell> w;
    if (!at.visited &&
        (meaning_.cascades() || std::any_of(e.begin(), e.end(), [&](Entity one) { return touched.contains(one); })))
      at.dropped = at.dropped || !query_at(node_.s->q, seen_, e, w);
  }
}

Operations Visits::note(std::string what) {
  wrong_ = std::move(what);
  return {};
}

std::string Visits::observation(const std::vector<Entity>& e, const std::vector<Cell>& w, std::span<const Cell> found) {
  const std::vector<CellOf> cells = cells_of(node_.s->q);
  if (found.size() != w.size())
    return fmt::format("at {} it observes {} values, not {}", naming_(e), found.size(), w.size());
  std::size_t k = 0;
  while (w[k] == found[k]) ++k;
  const Location l{e[cells[k].query], cells[k].i};
  std::string out = "at " + naming_(e) + " it observes ";
  naming_.notation().binding(out, l, found[k] ? &*found[k] : nullptr);
  out += ", not ";
  naming_.notation().binding(out, l, w[k] ? &*w[k] : nullptr);
  return out;
}

}  // namespace coreecs
