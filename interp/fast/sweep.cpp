#include "interp/fast/sweep.hpp"

#include <algorithm>
#include <iterator>

#include "interp/fast/pass.hpp"

namespace coreecs::fast {

Invocations::Invocations(const System& s, const State& c, At at, const Candidates& candidates,
                         std::optional<Entity> begin, std::optional<Entity> end, bool in_turn)
    : s_(s),
      c_(c),
      at_(at),
      candidates_(candidates),
      begin_(begin),
      end_(end),
      join_(s.q.front(), c, candidates, begin, end),
      own_(c.labels()),
      ahead_(c.labels()),
      in_turn_(in_turn) {}

void Invocations::invoke() {
  const Entity e = join_.e();
  const Mutation m = s_.f({std::span(&e, 1), join_.w()});
  Fresh fresh(at_, std::span(&e, 1));
  perform(*this, m, fresh);
}

void Invocations::write_elsewhere(const Location& l, std::optional<Value> k) {
  if (!ahead_[l.i] && e() < l.e) {
    ahead_[l.i] = candidates_.contains(l.e);
    ends_ = ahead_[l.i] && in_turn_;
  }
  others_.push_back({l, std::move(k)});
}

Sweep::Sweep(Kind kind, const System& s, const State& c, At at, std::size_t parts)
    : kind_(kind), c_(c), candidates_(s.q.front(), c) {
  const std::vector<Entity> firsts = candidates_.division(parts);
  parts_.reserve(firsts.size() + 1);
  for (std::size_t j = 0; j <= firsts.size(); ++j)
    parts_.push_back(Invocations(s, c, at, candidates_, j == 0 ? std::nullopt : std::optional(firsts[j - 1]),
                                 j == firsts.size() ? std::nullopt : std::optional(firsts[j]), kind == Kind::Seq));
}

void Sweep::operator()(std::size_t part) {
  Invocations& r = parts_[part];
  if (r.s_.loop) return r.s_.loop->all(r);
  while (r.next()) r.invoke();
}

bool Sweep::holds() const {
  for (Label i = 0; i < c_.labels(); ++i) {
    const auto is_own = [i](const Invocations& r) { return r.own_[i].has_value(); };
    const auto is_ahead = [i](const Invocations& r) { return static_cast<bool>(r.ahead_[i]); };
    if (std::any_of(parts_.begin(), parts_.end(), is_ahead) &&
        (kind_ == Kind::Seq || std::any_of(parts_.begin(), parts_.end(), is_own)))
      return false;
  }
  return true;
}

State Sweep::take() && {
  State z_c = c_;
  for (Label i = 0; i < c_.labels(); ++i) {
    if (std::none_of(parts_.begin(), parts_.end(), [i](const Invocations& r) { return r.own_[i].has_value(); }))
      continue;
    std::vector<PartialMap> pieces;
    for (Invocations& r : parts_) pieces.push_back(std::move(r.own(i)).take(r.end_));
    z_c[i] = PartialMap::joined(std::move(pieces));
  }
  std::vector<Write> others;
  for (Invocations& r : parts_) std::move(r.others_.begin(), r.others_.end(), std::back_inserter(others));
  overwrite(z_c, others);
  return z_c;
}

}  // namespace coreecs::fast
