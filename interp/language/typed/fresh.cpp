#include "interp/language/typed/fresh.hpp"

#include <algorithm>
#include <limits>
#include <stdexcept>

namespace coreecs::typed {

namespace {

/// The number-th entity that no run creates.
Entity one_unseen(std::uint64_t number, Entities& entities) {
  return entities.at({std::numeric_limits<Leaf>::max(), {}, number});
}

/// Compares what a function does to entities with what it does to others that stand for them.
class Comparison {
 public:
  explicit Comparison(Entity fresh) : twins_{{fresh, typed::unseen()}} {}

  bool operator()(const Value& k, const Value& other) const {
    const auto* e = std::get_if<Entity>(&k.sum());
    const auto* f = std::get_if<Entity>(&other.sum());
    if (e && f) return same(*e, *f);
    const auto* record = std::get_if<Record>(&k.sum());
    const auto* others = std::get_if<Record>(&other.sum());
    if (!record || !others) return k == other;
    return std::ranges::equal(record->fields(), others->fields(),
                              [this](const Value& a, const Value& b) { return (*this)(a, b); });
  }

  bool operator()(const Mutation& m, const Mutation& other) {
    return match(
        m, [&](const Nil&) { return is<Nil>(other) != nullptr; },
        [&](const Attach& m) {
          const auto* n = is<Attach>(other);
          return n && m.i == n->i && same(m.e, n->e) && (*this)(m.k, n->k);
        },
        [&](const Detach& m) {
          const auto* n = is<Detach>(other);
          return n && m.i == n->i && same(m.e, n->e);
        },
        [&](const Compose& m) {
          const auto* n = is<Compose>(other);
          return n && m.parts().size() == n->parts().size() &&
                 std::equal(m.parts().begin(), m.parts().end(), n->parts().begin(),
                            [this](const Mutation& a, const Mutation& b) { return (*this)(a, b); });
        },
        [&](const New& m) {
          const auto* n = is<New>(other);
          if (!n) return false;
          const Entity e = one_unseen(++number_, entities_), f = one_unseen(++number_, entities_);
          twins_.emplace_back(e, f);
          const Mutation does = m.f(e);
          return (*this)(does, n->f(f));
        });
  }

 private:
  template <class Form>
  static const Form* is(const Mutation& m) {
    return std::get_if<Form>(&m);
  }
  [[nodiscard]] bool same(Entity e, Entity f) const {
    for (const auto& [one, twin] : twins_)
      if (e == one || f == twin) return e == one && f == twin;
    return e == f;
  }

  std::vector<std::pair<Entity, Entity>> twins_;
  Entities entities_;
  std::uint64_t number_ = 0;
};

}  // namespace

Entity unseen() {
  static Entities entities;
  static const Entity e = one_unseen(0, entities);
  return e;
}

bool alike(const Value& k, const Value& other, Entity fresh) { return Comparison(fresh)(k, other); }

bool treats_alike(const std::function<Mutation(Entity)>& f, Entity fresh, const Mutation& m) {
  try {
    return Comparison(fresh)(m, f(unseen()));
  } catch (const std::runtime_error&) {  // f fails for one of them
    return false;
  }
}

}  // namespace coreecs::typed
