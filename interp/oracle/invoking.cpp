#include "interp/oracle/invoking.hpp"

#include <algorithm>

#include "interp/fast/query.hpp"
#include "semantics/base/deep.hpp"
#include "semantics/query.hpp"

namespace coreecs {

namespace {

/// Records a mutation as it is performed: its writes, and its operations. With `destroys`, detaching all components of
/// an entity in turn becomes one Destroy.
class Recorder {
 public:
  Recorder(const std::vector<Label>& labels, bool destroys) : labels_(labels), destroys_(destroys) {}

  void write(Location l, std::optional<Value> k) {
    const auto is = [&](std::size_t k) { return k < labels_.size() && l.i == labels_[k]; };
    const bool goes_on = !k && is(detached_) && (detached_ == 0 || l.e == e_);
    detached_ = goes_on ? detached_ + 1 : !k && is(0) ? 1 : 0;
    e_ = l.e;
    if (k)
      does_.emplace_back(Attach{l.i, l.e, *k});
    else
      does_.emplace_back(Detach{l.i, l.e});
    if (destroys_ && detached_ == labels_.size()) {
      does_.resize(does_.size() - labels_.size(), Destroy{l.e});
      does_.emplace_back(Destroy{l.e});
      detached_ = 0;
    }
    writes_.push_back({l, std::move(k)});
  }
  Operations take_operations() { return std::move(does_); }
  Update take_update() { return Update(std::move(writes_)); }

 private:
  const std::vector<Label>& labels_;
  bool destroys_;
  Operations does_;
  Update::Writes writes_;
  Entity e_ = {};  // the entity from which the first `detached_` labels were just detached
  std::size_t detached_ = 0;
};

void list_cells(const Query& q, std::size_t number, std::vector<CellOf>& cells) {
  match(
      q,
      [&](const Incl& q) {
        cells.push_back({number, q.i, true, true});
      },
      [&](const Excl& q) {
        cells.push_back({number, q.i, false, false});
      },
      [&](const Anyway& q) {
        cells.push_back({number, q.i, false, true});
      },
      [&](const And& q) {
        for (const Query& part : q.conjuncts) list_cells(part, number, cells);
      });
}

bool has_type(const Value& k, const Type& type) {
  if (type.kind == Type::Kind::List) {
    const auto* list = std::get_if<Record>(&k.sum());
    return list && list->fields().size() <= type.most &&
           std::all_of(list->fields().begin(), list->fields().end(),
                       [&](const Value& each) { return has_type(each, type.fields.front().type); });
  }
  if (k.sum().index() != static_cast<std::size_t>(type.kind)) return false;
  if (type.kind != Type::Kind::Record) return true;
  const std::span<const Value> fields = k.as<Record>().fields();
  return std::equal(fields.begin(), fields.end(), type.fields.begin(), type.fields.end(),
                    [](const Value& field, const Type::Field& of) { return has_type(field, of.type); });
}

}  // namespace

Invoked Invoking::operator()(const System& s, Leaf leaf, const Match& r) const {
  Recorder recorder(labels_, destroys_);
  Fresh fresh({env_, leaf}, r.e);
  perform(recorder, s.f(r), fresh);
  return {leaf, {r.e.begin(), r.e.end()}, {r.w.begin(), r.w.end()}, recorder.take_update(), recorder.take_operations()};
}

std::vector<Invoked> Invoking::leaf(State c, const SeriesParallel::Node& node, Leaf leaf) const {
  std::vector<Invoked> all;
  const Matches r = fast::query(node.s->q, c, env_, most_driven_matches);
  std::vector<Cell> w;
  for (std::size_t j = 0; j < r.size(); ++j) {
    if (node.kind == SeriesParallel::Kind::Conc) {
      all.push_back((*this)(*node.s, leaf, r[j]));
      continue;
    }
    w.clear();
    if (!query_at(node.s->q, c, r[j].e, w)) continue;
    all.push_back((*this)(*node.s, leaf, {r[j].e, w}));
    c = after(std::move(c), all.back().m);
  }
  return all;
}

std::vector<Invoked> Invoking::schedule(const State& c, const SeriesParallel& z, Leaf first) const {
  return node(c, z, z.nodes.size() - 1, first);
}

std::vector<Invoked> Invoking::node(const State& c, const SeriesParallel& z, std::size_t at, Leaf first) const {
  const SeriesParallel::Node& node = z.nodes[at];
  if (node.is_leaf()) return leaf(c, node, first + node.leaf);
  return deep([&] {
    std::vector<Invoked> all = this->node(c, z, node.left, first);
    State observed = c;
    if (node.kind == SeriesParallel::Kind::Then)
      for (const Invoked& one : all) observed = after(std::move(observed), one.m);
    std::vector<Invoked> more = this->node(observed, z, node.right, first);
    std::move(more.begin(), more.end(), std::back_inserter(all));
    return all;
  });
}

std::vector<CellOf> cells_of(const QueryVector& q) {
  std::vector<CellOf> cells;
  for (std::size_t j = 0; j < q.size(); ++j) list_cells(q[j], j, cells);
  return cells;
}

bool may_match(const QueryVector& q, const Match& r, const Schema& schema) {
  const std::vector<CellOf> cells = cells_of(q);
  if (r.e.size() != q.size() || r.w.size() != cells.size()) return false;
  for (std::size_t k = 0; k < cells.size(); ++k) {
    const bool fits = r.w[k] ? cells[k].allowed && has_type(*r.w[k], schema[cells[k].i].type) : !cells[k].required;
    if (!fits) return false;
  }
  return true;
}

}  // namespace coreecs
