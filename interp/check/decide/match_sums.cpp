#include "interp/check/decide/match_sums.hpp"

#include <algorithm>
#include <unordered_map>

#include "interp/check/decide/match_moves.hpp"
#include "interp/language/program/error.hpp"
#include "semantics/query.hpp"
#include "semantics/system.hpp"

namespace coreecs {

namespace {

/// The updates of a part of a value.
class Part {
 public:
  Part(PartUpdate how, const Value& x) : how_(how) {
    if (how == PartUpdate::Moves) moves_.emplace(x);
  }

  void take(const Value& d) {
    switch (how_) {
      case PartUpdate::Moves:
        return moves_->take(steps_of(d));
      case PartUpdate::Sets:
        if (set_ && !(*set_ == d)) commutes_ = false;
        set_ = d;
        return;
      case PartUpdate::Keeps:
      case PartUpdate::All:
      case PartUpdate::Any:
        return;
    }
  }
  [[nodiscard]] bool commutes() const { return commutes_ && (!moves_ || moves_->commute()); }

 private:
  PartUpdate how_;
  bool commutes_ = true;
  std::optional<Moves> moves_;
  std::optional<Value> set_;
};

/// Calls visit(part, k) for the parts of a value of this type, in their order.
template <class Visit>
void each_part(const Type& type, const Value& k, std::size_t& part, const Visit& visit) {
  if (type.kind != Type::Kind::Record) return visit(part++, k);
  const std::span<const Value> fields = k.as<Record>().fields();
  for (std::size_t j = 0; j < fields.size(); ++j) each_part(type.fields[j].type, fields[j], part, visit);
}

/// The x for which x ∧ d, or x ∨ d, is d. Other recorded updates do not depend on x, so it may stay.
Value neutral(PartUpdate how, const Value& x) {
  return how == PartUpdate::All || how == PartUpdate::Any ? Value(how == PartUpdate::All) : x;
}

Value neutral(const Type& type, const Value& x, const std::vector<PartUpdate>& leaves, std::size_t& part) {
  if (type.kind != Type::Kind::Record) return neutral(leaves[part++], x);
  std::vector<Value> fields;
  for (std::size_t j = 0; j < type.fields.size(); ++j)
    fields.push_back(neutral(type.fields[j].type, x.as<Record>().fields()[j], leaves, part));
  return Record(fields);
}

class Sums {
 public:
  /// `recording` is the system of the seq that attaches its updates (Accumulation::recording).
  Sums(const SeriesParallel::Node& seq, const State& c, const Environment& env, const std::vector<Accumulated>& all,
       const System& recording, const Schema& schema)
      : seq_(seq), c_(c), env_(env), all_(all), recording_(recording), schema_(schema) {}

  /// Records the updates of a match. Returns false if it fails.
  bool visit(std::size_t j, const EntityVector& e) {
    std::vector<Cell> w;
    if (!query_at(seq_.s->q, c_, e, w)) return true;  // nor whenever else it is visited
    for (const Accumulated& one : all_) {
      std::size_t part = 0;
      w[one.cell] = neutral(schema_[one.i].type, *w[one.cell], one.leaves, part);
    }
    try {
      const Update m = invoke(recording_, {e, w}, {env_, seq_.leaf});
      for (const auto& [l, k] : m.writes()) {
        parts_of(l, *k);
        at_[j].push_back(l);
      }
    } catch (const RuntimeError&) {
      return false;
    }
    return true;
  }
  /// Whether the updates of all that the match writes commute. Precondition: all matches were visited.
  [[nodiscard]] bool commutes(std::size_t j) {
    const auto locations = at_.find(j);
    return locations == at_.end() || std::all_of(locations->second.begin(), locations->second.end(),
                                                 [&](const Location& l) { return parts_.at(l).commute(); });
  }

 private:
  void parts_of(const Location& l, const Value& d) {
    const auto& one = *std::find_if(all_.begin(), all_.end(), [&](const Accumulated& one) { return one.i == l.i; });
    const auto [at, is_new] = parts_.emplace(l, Parts{});
    std::vector<Part>& parts = at->second.parts;
    std::size_t part = 0;
    if (is_new) {
      each_part(schema_[l.i].type, *c_.at(l), part,
                [&](std::size_t k, const Value& x) { parts.emplace_back(one.leaves[k], x); });
    }
    part = 0;
    each_part(schema_[l.i].type, d, part, [&](std::size_t k, const Value& d) { parts[k].take(d); });
  }

  struct Parts {
    bool commute() {
      if (!known) known = std::all_of(parts.begin(), parts.end(), [](const Part& part) { return part.commutes(); });
      return *known;
    }
    std::vector<Part> parts = {};
    std::optional<bool> known = {};
  };

  const SeriesParallel::Node& seq_;
  const State& c_;
  const Environment& env_;
  const std::vector<Accumulated>& all_;
  const System& recording_;
  const Schema& schema_;
  std::unordered_map<Location, Parts> parts_;
  std::unordered_map<std::size_t, std::vector<Location>> at_;  // what each match writes
};

}  // namespace

Accumulations::Accumulations(const Program& program) : schema_(program.schema) {
  for (const auto& [name, term] : program.terms)
    if (auto found = accumulation(term, program.schema))
      by_system_.emplace(name, Known{std::move(found->all), System{name, {}, function(found->recording)}});
}

std::vector<std::size_t> Accumulations::order_matters(const SeriesParallel::Node& seq, const State& c,
                                                      const std::vector<EntityVector>& matches,
                                                      std::vector<std::size_t> numbers, const Environment& env) const {
  const auto known = by_system_.find(seq.s->name);
  if (known == by_system_.end()) return numbers;
  Sums sums(seq, c, env, known->second.all, known->second.recording, schema_);
  for (const std::size_t j : numbers)
    if (!sums.visit(j, matches[j])) return numbers;
  numbers.erase(std::remove_if(numbers.begin(), numbers.end(), [&](std::size_t j) { return sums.commutes(j); }),
                numbers.end());
  return numbers;
}

}  // namespace coreecs
