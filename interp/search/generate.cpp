#include "interp/search/generate.hpp"

#include <algorithm>
#include <cmath>

namespace coreecs {

namespace {

template <class T>
const T& one_of(const std::vector<T>& all, Random& random) {
  return all[random.below(all.size())];
}

/// Notes the range of each leaf of a type.
void note_leaves(const Type& type, std::vector<std::size_t>& path, Label i, const std::vector<Range>& ranges,
                 std::vector<const Range*>& leaves) {
  if (type.kind == Type::Kind::List) return;  // it has any number of leaves
  for (std::size_t k = 0; k < type.fields.size(); ++k) {
    path.push_back(k);
    note_leaves(type.fields[k].type, path, i, ranges, leaves);
    path.pop_back();
  }
  if (type.kind == Type::Kind::Record) return;
  const auto range =
      std::find_if(ranges.begin(), ranges.end(), [&](const Range& r) { return r.i == i && r.path == path; });
  leaves.push_back(range == ranges.end() ? nullptr : &*range);
}

constexpr std::int64_t int_bounds[] = {
    INT64_MIN,     INT64_MIN + 1, -(std::int64_t{1} << 32), std::int64_t{1} << 31, INT64_MAX / 2 + 1,
    INT64_MAX - 1, INT64_MAX};
constexpr double real_bounds[] = {-1.7976931348623157e308, -1e16, 5e-324,
                                  9007199254740992.0,      1e300, 1.7976931348623157e308};

bool far(std::int64_t n) { return n < -(std::int64_t{1} << 60) || n > std::int64_t{1} << 60; }

std::int64_t near(std::int64_t n, Random& random) {
  if (n == INT64_MIN || n == INT64_MAX) return n;
  return n + random.between(-1, 1);
}

}  // namespace

/// What is drawn once for a state, so that its values collide.
class StateGenerator::Case {
 public:
  Case(const StateGenerator& generator, Random& random)
      : generator_(generator),
        material_(generator.material_),
        random_(random),
        large_(material_.extremes && random.one_in(10)),
        pooled_(!random.one_in(4)) {
    for (std::uint64_t k = 1 + random.below(3); k > 0; --k) ints_.push_back(fresh_int());
    for (std::uint64_t k = 1 + random.below(3); k > 0; --k) reals_.push_back(fresh_real());
    add_sums();
  }

  State populated() {
    const std::vector<Entity> chosen = choose();
    referable_ = chosen;
    const auto has = choose_components(chosen.size());
    const bool repeats = random_.one_in(4);
    State c(schema().size());
    for (std::size_t k = 0; k < chosen.size(); ++k) {
      const bool repeated = repeats && k > 0 && random_.one_in(2);
      for (Label i = 0; i < schema().size(); ++i) {
        const Value* before = repeated ? c.at({chosen[k - 1], i}) : nullptr;
        if (before)
          c = std::move(c).with(i, chosen[k], Value(*before));
        else if (!repeated && has[k][i])
          c = std::move(c).with(i, chosen[k], value(i));
      }
    }
    return with_resources(std::move(c));
  }

  State changed() {
    State c = generator_.program_.start;
    referable_ = generator_.own_;
    for (std::uint64_t k = random_.below(4); k > 0; --k) c = changed(std::move(c));
    for (const Range& range : material_.ranges) {
      std::vector<Entity> outside;
      for (const auto& [e, k] : c[range.i])
        if (!within(range, k)) outside.push_back(e);
      for (const Entity e : outside) c = std::move(c).with(range.i, e, value(range.i));
    }
    return with_resources(std::move(c));
  }

 private:
  const Schema& schema() const { return generator_.program_.schema; }

  /// Gives each resource its components and no others, and these to no other entity.
  State with_resources(State c) {
    for (const Resource& one : generator_.program_.resources) {
      for (Label i = 0; i < schema().size(); ++i)
        if (std::find(one.labels.begin(), one.labels.end(), i) == one.labels.end()) c = std::move(c).without(i, one.e);
      for (const Label i : one.labels) {
        std::vector<Entity> others;
        for (const auto& [e, k] : c[i])
          if (e != one.e) others.push_back(e);
        for (const Entity e : others) c = std::move(c).without(i, e);
        if (!c.at({one.e, i})) c = std::move(c).with(i, one.e, value(i));
      }
    }
    return c;
  }

  /// The entities that are there: often few, rarely none.
  std::vector<Entity> choose() {
    if (random_.one_in(32)) return {};
    const std::size_t most = std::min(material_.most, material_.entities.size());
    const std::size_t few = most > 6 && random_.one_in(2) ? 6 : most;
    const std::size_t count = 1 + random_.below(few);
    std::vector<Entity> chosen;
    for (std::size_t k = 0; k < material_.entities.size() && chosen.size() < count; ++k) {
      const bool can_be_left_out = material_.entities.size() - k > count - chosen.size();
      if (!can_be_left_out || !random_.one_in(8)) chosen.push_back(material_.entities[k]);
    }
    std::sort(chosen.begin(), chosen.end());
    return chosen;
  }

  /// The components of each entity: each label with its own probability, often changed so that a query matches; or a
  /// few such archetypes for all entities.
  std::vector<std::vector<bool>> choose_components(std::size_t entities) {
    std::vector<std::uint64_t> quarters(schema().size(), 4);
    if (!random_.one_in(4))
      for (std::uint64_t& probability : quarters) probability = std::min<std::uint64_t>(random_.below(7), 4);
    const auto archetype = [&] {
      std::vector<bool> has;
      has.reserve(quarters.size());
      for (const std::uint64_t probability : quarters) has.push_back(random_.below(4) < probability);
      if (random_.one_in(3)) return has;
      const Wish& wish = one_of(generator_.wishes_, random_);
      for (const Label i : wish.present) has[i] = true;
      for (const Label i : wish.absent) has[i] = false;
      return has;
    };
    std::vector<std::vector<bool>> archetypes;
    if (random_.one_in(3))
      for (std::uint64_t k = 1 + random_.below(3); k > 0; --k) archetypes.push_back(archetype());
    std::vector<std::vector<bool>> has;
    has.reserve(entities);
    for (std::size_t k = 0; k < entities; ++k)
      has.push_back(archetypes.empty() ? archetype() : one_of(archetypes, random_));
    return has;
  }

  /// Removes an entity or one of its components, or sets a component to the value of another entity or to a new one.
  State changed(State c) {
    const Entity e = one_of(generator_.own_, random_);
    const auto i = static_cast<Label>(random_.below(schema().size()));
    if (random_.one_in(6)) {
      for (Label j = 0; j < schema().size(); ++j) c = std::move(c).without(j, e);
      return c;
    }
    if (c.at({e, i}) && random_.one_in(3)) return std::move(c).without(i, e);
    const Value* other = c.at({one_of(generator_.own_, random_), i});
    if (other && random_.one_in(2)) return std::move(c).with(i, e, Value(*other));
    return std::move(c).with(i, e, value(i));
  }

  Value value(Label i) {
    std::size_t leaf = 0;
    return value(schema()[i].type, i, leaf);
  }
  Value value(const Type& type, Label i, std::size_t& leaf) {
    if (type.kind == Type::Kind::Record) {
      std::vector<Value> fields;
      for (const Type::Field& field : type.fields) fields.push_back(value(field.type, i, leaf));
      return Record(fields);
    }
    if (type.kind == Type::Kind::List) return unranged(type);
    return of_leaf(type, generator_.ranges_[i][leaf++]);
  }
  Value unranged(const Type& type) {
    if (type.fields.empty()) return of_leaf(type, nullptr);
    std::vector<Value> values;
    if (type.kind == Type::Kind::Record)
      for (const Type::Field& field : type.fields) values.push_back(unranged(field.type));
    else
      for (std::size_t n = random_.below(std::min<std::size_t>(type.most, 3) + 1); n > 0; --n)
        values.push_back(unranged(type.fields.front().type));
    return Record(values);
  }
  Value of_leaf(const Type& type, const Range* range) {
    switch (type.kind) {
      case Type::Kind::Bool:
        return random_.one_in(2);
      case Type::Kind::Int:
      case Type::Kind::Real:
        return range ? ranged(*range) : type.kind == Type::Kind::Int ? Value(integer()) : Value(real());
      case Type::Kind::Text:
        return type.texts.empty() ? text() : Value(Text(one_of(type.texts, random_)));
      case Type::Kind::Entity:
        return reference();
      case Type::Kind::Unit:
      case Type::Kind::Record:
      case Type::Kind::List:
        break;
    }
    return Unit{};
  }

  /// Makes numbers that a system adds or subtracts collide with others.
  void add_sums() {
    const std::int64_t a = one_of(ints_, random_), b = one_of(ints_, random_);
    ints_.push_back(far(a) || far(b) ? 0 : random_.one_in(2) ? a + b : a - b);
    const double x = one_of(reals_, random_) + one_of(reals_, random_);
    reals_.push_back(std::isfinite(x) ? x : 0);
  }
  std::int64_t integer() { return pooled_ ? one_of(ints_, random_) : fresh_int(); }
  std::int64_t fresh_int() {
    if (large_ && random_.one_in(3)) return int_bounds[random_.below(std::size(int_bounds))];
    if (!material_.ints.empty() && random_.one_in(3)) return near(one_of(material_.ints, random_), random_);
    if (random_.one_in(10)) return random_.between(-100, 100);
    return random_.one_in(2) ? random_.between(-2, 3) : random_.between(0, 9);
  }

  double real() { return pooled_ ? one_of(reals_, random_) : fresh_real(); }
  double fresh_real() {
    if (large_ && random_.one_in(3)) return real_bounds[random_.below(std::size(real_bounds))];
    if (!material_.reals.empty() && random_.one_in(3)) {
      const double constant = one_of(material_.reals, random_);
      return constant + static_cast<double>(random_.between(-2, 2)) / 2;
    }
    if (random_.one_in(12)) return random_.one_in(2) ? -0.0 : 0.0;
    if (random_.one_in(10)) return static_cast<double>(random_.between(-1000, 1000)) / 8;
    return static_cast<double>(random_.between(-4, 6)) / 2;
  }

  /// A number of a range. In a state with a pool, one of at most three.
  Value ranged(const Range& range) {
    if (!pooled_) return fresh(range);
    const auto pool = std::find_if(pools_.begin(), pools_.end(), [&](const auto& p) { return p.first == &range; });
    if (pool != pools_.end()) return one_of(pool->second, random_);
    pools_.push_back({&range, {fresh(range), fresh(range), fresh(range)}});
    return one_of(pools_.back().second, random_);
  }
  Value fresh(const Range& range) {
    if (random_.one_in(6)) return random_.one_in(2) ? range.lo : range.hi;
    if (const auto* lo = std::get_if<std::int64_t>(&range.lo.sum()))
      return random_.between(*lo, range.hi.as<std::int64_t>());
    const double lo = range.lo.as<double>(), hi = range.hi.as<double>();
    const double share = static_cast<double>(random_.below(65)) / 64;
    return std::clamp(std::fma(share, hi, std::fma(-share, lo, lo)), lo, hi);  // fma: the same with every compiler
  }

  Value text() {
    static const std::vector<std::string> some = {"", "a", "b", "ab", "é"};
    const bool known = !material_.texts.empty() && random_.one_in(2);
    return Text(one_of(known ? material_.texts : some, random_));
  }
  Value reference() {
    const bool any = referable_.empty() || random_.one_in(12);
    return one_of(any ? material_.entities : referable_, random_);
  }

  const StateGenerator& generator_;
  const Material& material_;
  Random& random_;
  bool large_, pooled_;
  std::vector<std::int64_t> ints_;
  std::vector<double> reals_;
  std::vector<std::pair<const Range*, std::vector<Value>>> pools_;
  std::vector<Entity> referable_;
};

StateGenerator::StateGenerator(const Program& program, const Material& material)
    : program_(program), material_(material), own_(live(program.start)) {
  for (Label i = 0; i < program.schema.size(); ++i) {
    std::vector<std::size_t> path;
    note_leaves(program.schema[i].type, path, i, material.ranges, ranges_.emplace_back());
  }
  for (const auto& s : program.systems)
    for (const Query& q : s->q) note_constraints(q, wishes_.emplace_back());
  for (const Invariant& invariant : program.invariants)
    for (const Query& q : invariant.q) note_constraints(q, wishes_.emplace_back());
}

void StateGenerator::note_constraints(const Query& q, Wish& wish) {
  std::visit(Clauses{
                 [&](const Incl& w) { wish.present.push_back(w.i); },
                 [&](const Excl& w) { wish.absent.push_back(w.i); },
                 [](const Anyway&) {},
                 [&](const And& w) {
                   for (const Query& conjunct : w.conjuncts) note_constraints(conjunct, wish);
                 },
             },
             static_cast<const std::variant<Incl, Excl, Anyway, And>&>(q));
}

State StateGenerator::operator()(Random random) const {
  Case drawn(*this, random);
  return !own_.empty() && random.one_in(6) ? drawn.changed() : drawn.populated();
}

}  // namespace coreecs
