#include "interp/fast/sweep.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "interp/fast/pass.hpp"

namespace coreecs::fast {

Invocations::Invocations(const System& s, const State& c, At at, const Candidates& candidates,
                         std::optional<Entity> begin, std::optional<Entity> end, bool in_turn)
    : s_(s),
      c_(c),
      at_(at),
      candidates_(candidates),
      begin_(begin),
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
    ends_ = ends_ || (ahead_[l.i] && in_turn_);
  }
  others_.push_back({l, std::move(k)});
}

Sweep::Sweep(Kind kind, const System& s, const State& c, At at, std::size_t parts)
    : kind_(kind), s_(s), c_(c), at_(at), candidates_(s.q.front(), c) {
  std::optional<Entity> begin;
  for (const Entity first : candidates_.division(parts)) {
    parts_.push_back({begin, first});
    begin = first;
  }
  parts_.push_back({begin, std::nullopt});
}

// What each invocation changes is made here, by the thread that performs it, and beside nothing of another thread.
void Sweep::operator()(std::size_t part) {
  Part& done = parts_[part];
  Invocations r(s_, c_, at_, candidates_, done.begin, done.end, kind_ == Kind::Seq);
  if (s_.loop)
    s_.loop->all(r);
  else
    while (r.next()) r.invoke();
  done.own.resize(c_.labels());
  for (Label i = 0; i < c_.labels(); ++i)
    if (r.own_[i]) done.own[i] = std::move(*r.own_[i]).take(done.end);
  done.others = std::move(r.others_);
  done.ahead = std::move(r.ahead_);
}

bool Sweep::holds() const {
  for (Label i = 0; i < c_.labels(); ++i) {
    const auto is_own = [i](const Part& part) { return part.own[i].has_value(); };
    const auto is_ahead = [i](const Part& part) { return static_cast<bool>(part.ahead[i]); };
    if (std::any_of(parts_.begin(), parts_.end(), is_ahead) &&
        (kind_ == Kind::Seq || std::any_of(parts_.begin(), parts_.end(), is_own)))
      return false;
  }
  return true;
}

State Sweep::take() && {
  State z_c = c_;
  for (Label i = 0; i < c_.labels(); ++i) {
    if (std::none_of(parts_.begin(), parts_.end(), [i](const Part& part) { return part.own[i].has_value(); })) continue;
    std::vector<PartialMap> pieces;
    for (Part& part : parts_)
      pieces.push_back(part.own[i] ? std::move(*part.own[i]) : PartialMap::Rewrite(c_[i], part.begin).take(part.end));
    z_c[i] = PartialMap::joined(std::move(pieces));
  }
  std::vector<Write> others;
  for (Part& part : parts_) std::move(part.others.begin(), part.others.end(), std::back_inserter(others));
  overwrite(z_c, others);
  return z_c;
}

}  // namespace coreecs::fast
