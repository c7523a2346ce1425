#include "interp/fast/sweep.hpp"

#include <algorithm>
#include <functional>
#include <iterator>
#include <utility>

#include "interp/fast/pass.hpp"

namespace coreecs::fast {

Invocations::Invocations(const System& s, const State& c, At at, const Factors& factors, std::optional<Entity> begin,
                         std::optional<Entity> end, bool in_turn, bool divided)
    : s_(s),
      c_(c),
      at_(at),
      candidates_(factors.first),
      begin_(begin),
      join_(s.q, c, factors, begin, end),
      own_(c.labels()),
      tails_(c.labels()),
      ahead_(c.labels()),
      in_turn_(in_turn),
      divided_(divided) {}

namespace {

bool creates(const Mutation& m) {
  if (const auto* compose = std::get_if<Compose>(&m))
    return std::any_of(compose->parts().begin(), compose->parts().end(), creates);
  return std::holds_alternative<New>(m);
}

}  // namespace

bool Invocations::gives_up() {
  if (in_turn_ && divided_) ends_ = gives_up_ = true;
  return gives_up_;
}

void Invocations::invoke() {
  const Mutation m = s_.f({e(), join_.w()});
  if (creates(m) && gives_up()) return;
  Fresh fresh(at_, e());
  perform(*this, m, fresh);
}

// Entities that this leaf creates ascend with their matches, and only their own match knows them.
void Invocations::write_elsewhere(const Location& l, std::optional<Value> k) {
  if (const Occurrence* created = l.e.created(); created && created->leaf == at_.leaf) {
    if (!std::equal(created->entities.begin(), created->entities.end(), e().begin(), e().end()))
      ends_ = gives_up_ = true;  // it was no fresh one
    else if (write_to_tail(l, k))
      return;
  }
  if (!ahead_[l.i] && first_entity() < l.e) {
    ahead_[l.i] = candidates_.contains(l.e);
    ends_ = ends_ || (ahead_[l.i] && in_turn_);
  }
  others_.push_back({l, std::move(k)});
}

bool Invocations::write_to_tail(const Location& l, std::optional<Value>& k) {
  std::optional<Tail>& tail = tails_[l.i];
  if (!tail) {
    if (!candidates_.end_before(l.e) || c_[l.i].from(l.e) != c_[l.i].end()) return false;
    tail.emplace(Tail{{c_[l.i], l.e}, l.e});
  }
  if (l.e < tail->last) return false;
  tail->last = l.e;
  if (k)
    tail->written.write(l.e, std::move(*k));
  else
    tail->written.erase(l.e);
  return true;
}

Sweep::Sweep(Kind kind, const System& s, const State& c, At at, std::size_t parts)
    : kind_(kind), s_(s), c_(c), at_(at), factors_(s.q, c) {
  std::optional<Entity> begin;
  for (const Entity first : factors_.first.division(parts)) {
    parts_.push_back({begin, first});
    begin = first;
  }
  parts_.push_back({begin, std::nullopt});
}

// What each invocation changes is made here, by the thread that performs it, and beside nothing of another thread.
void Sweep::operator()(std::size_t part) {
  Part& done = parts_[part];
  Invocations r(s_, c_, at_, factors_, done.begin, done.end, kind_ == Kind::Seq, parts() > 1);
  if (s_.loop)
    s_.loop->all(r);
  else
    while (r.next()) r.invoke();
  done.own.resize(c_.labels());
  done.tails.resize(c_.labels());
  for (Label i = 0; i < c_.labels(); ++i) {
    if (r.own_[i]) done.own[i] = std::move(*r.own_[i]).take(done.end);
    if (r.tails_[i]) done.tails[i] = std::move(r.tails_[i]->written).take({});
  }
  done.others = std::move(r.others_);
  done.ahead = std::move(r.ahead_);
  done.gave_up = r.gives_up_;
}

bool Sweep::holds() const {
  if (std::any_of(parts_.begin(), parts_.end(), std::mem_fn(&Part::gave_up))) return false;
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
    const bool own =
        std::any_of(parts_.begin(), parts_.end(), [i](const Part& part) { return part.own[i].has_value(); });
    std::vector<PartialMap> pieces, tails;
    for (Part& part : parts_) {
      if (own)
        pieces.push_back(part.own[i] ? std::move(*part.own[i]) : PartialMap::Rewrite(c_[i], part.begin).take(part.end));
      if (part.tails[i]) tails.push_back(std::move(*part.tails[i]));
    }
    if (!own && tails.empty()) continue;
    if (!own) pieces.push_back(c_[i]);
    std::move(tails.begin(), tails.end(), std::back_inserter(pieces));
    z_c[i] = PartialMap::joined(std::move(pieces));
  }
  std::vector<Write> others;
  for (Part& part : parts_) std::move(part.others.begin(), part.others.end(), std::back_inserter(others));
  overwrite(z_c, others);
  return z_c;
}

}  // namespace coreecs::fast
