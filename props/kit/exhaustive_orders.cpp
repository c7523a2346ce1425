// All match orders (D1), tried by the equations.
#include <algorithm>

#include "props/kit/exhaustive.hpp"
#include "semantics/schedule.hpp"
#include "semantics/system.hpp"

namespace coreecs::exhaustive {

namespace {

struct TooMany {};

/// c ⇓ z under every combination of orders of the matches of its seqs, by the equations; none where that fails.
class AnyOrder {
 public:
  AnyOrder(const Environment& env, std::size_t limit) : env_(env), limit_(limit) {}

  using Mutations = std::vector<std::optional<Update>>;
  Mutations of(const Schedule& z, const State& c, Leaf first) {
    return std::visit(
        Clauses{
            [&](const Conc& z) -> Mutations {
              try {
                return {apply(*z.s, query(z.s->q, c, env_), {env_, first})};
              } catch (const RuntimeError&) {
                return {std::nullopt};
              }
            },
            [&](const Seq& z) { return seq(*z.s, c, first); },
            [&](const Par& z) {
              return both(of(z.left, c, first), [&](const Update&) { return of(z.right, c, first + z.left.leaves()); });
            },
            [&](const Then& z) {
              return both(of(z.left, c, first),
                          [&](const Update& m) { return of(z.right, after(c, m), first + z.left.leaves()); });
            },
        },
        z.form());
  }

 private:
  template <class Right>
  Mutations both(const Mutations& left, const Right& right) {
    Mutations all;
    for (const auto& m : left) {
      if (!m) {
        all.push_back(std::nullopt);
        continue;
      }
      for (const auto& m2 : right(*m)) all.push_back(m2 ? std::optional(compose(*m, *m2)) : std::nullopt);
      if (all.size() > limit_) throw TooMany{};
    }
    return all;
  }
  Mutations seq(const System& s, const State& c, Leaf leaf) {
    const Matches r = query(s.q, c, env_);
    if (r.size() > 5) throw TooMany{};
    std::vector<std::size_t> order;
    for (std::size_t j = 0; j < r.size(); ++j) order.push_back(j);
    Mutations all;
    do {
      Matches in_order(s.q.size());
      for (const std::size_t j : order) in_order.push_back(r[j]);
      try {
        all.push_back(apply(s, roll(s, c, in_order, {env_, leaf}), {env_, leaf}));
      } catch (const RuntimeError&) {
        all.push_back(std::nullopt);
      }
    } while (std::next_permutation(order.begin(), order.end()));
    return all;
  }

  const Environment& env_;
  std::size_t limit_;
};

}  // namespace

std::optional<std::vector<End>> ends_in_any_order(const State& c, const Schedule& z, const Environment& env,
                                                  std::size_t limit) {
  std::vector<End> ends;
  try {
    for (const auto& m : AnyOrder(env, limit).of(z, c, 0)) {
      const End end = m ? End(after(c, *m)) : End(RuntimeError("", {}, "", ""));
      const auto same = [&](const End& other) {
        const State* a = std::get_if<State>(&end);
        const State* b = std::get_if<State>(&other);
        return a && b ? *a == *b : !a && !b;
      };
      if (std::none_of(ends.begin(), ends.end(), same)) ends.push_back(end);
    }
  } catch (const TooMany&) {
    return std::nullopt;
  }
  return ends;
}

}  // namespace coreecs::exhaustive
