#include "interp/apps/triage/changes.hpp"

#include <algorithm>

#include "interp/apps/triage/access.hpp"

namespace coreecs::triage {

namespace {

using Of = app::Ask::Of;

constexpr std::int64_t of_this_frame = 0, of_last_frame = 1;

std::size_t width(const Query& q) {
  const auto* all = std::get_if<And>(&q);
  return all ? all->conjuncts.size() : 1;
}

}  // namespace

Trackers::Trackers(const app::App& app) : detection_(app.change_detection) {
  const std::vector<Label> labels = labels_of_program(app);
  const auto of_program = [&](std::size_t of_app) {
    return static_cast<Label>(std::find(labels.begin(), labels.end(), of_app) - labels.begin());
  };
  for (std::size_t s = 0; s < app.systems.size(); ++s)
    for (const app::Ask& ask : app.systems[s].asks) all_.push_back({ask.of, of_program(ask.label), s, ask.query});
}

bool Trackers::ask_about(Label i) const {
  return std::any_of(all_.begin(), all_.end(), [&](const Tracker& t) { return t.i == i; });
}

// [change/first]  T(t) ≜ { e ↦ 0 | c_i(e) ≠ ⊥ } for t = (added, i, s) and (changed, i, s),  ∅ for (removed, i, s)
State Trackers::first(const State& c) const {
  State t(all_.size());
  for (Label k = 0; k < all_.size(); ++k)
    if (all_[k].of != Of::Removed)
      for (const auto& [e, value] : c[all_[k].i]) t.write({e, k}, Value(of_this_frame));
  return t;
}

// [change/set]  T ↓_w (c, m), for each (e, i) ↦ k in m and each t of i, where w performs m at once, or m was deferred:
//               (changed, i, s) ↦ T(t){e ↦ 0}  if k ≠ ⊥ and s ≠ w
//               (added, i, s)   ↦ T(t){e ↦ 0}  if k ≠ ⊥, c_i(e) = ⊥ and s ≠ w
//               (removed, i, s) ↦ T(t){e ↦ 0}  if k = ⊥ and c_i(e) ≠ ⊥
//               (changed, i, s), (added, i, s) ↦ T(t){e ↦ ⊥}  if k = ⊥
State Trackers::set(State t, const State& c, const Update& m, std::optional<std::size_t> by) const {
  for (const Write& write : m.writes())
    for (Label k = 0; k < all_.size(); ++k) {
      if (all_[k].i != write.l.i) continue;
      const Location at{write.l.e, k};
      const bool was = c.at(write.l) != nullptr, own = by == all_[k].system;
      switch (all_[k].of) {
        case Of::Changed:
          if (!write.k)
            t.write(at, std::nullopt);
          else if (!own)
            t.write(at, Value(of_this_frame));
          break;
        case Of::Added:
          if (!write.k)
            t.write(at, std::nullopt);
          else if (!own && !was)
            t.write(at, Value(of_this_frame));
          break;
        case Of::Removed:
          if (!write.k && was) t.write(at, Value(of_this_frame));
          break;
      }
    }
  return t;
}

// [change/run]  T(t) ≜ ∅ for each t of s, right after s ran;  in_frame: T
State Trackers::ran(State t, std::size_t s) const {
  if (detection_ == app::ChangeDetection::InFrame) return t;
  for (Label k = 0; k < all_.size(); ++k)
    if (all_[k].system == s) t[k] = {};
  return t;
}

// [change/frame]  T(t) ≜ { e ↦ 1 | T(t)(e) = 0 } for each t = (removed, i, s);  in_frame: T(t) ≜ ∅ for each t
State Trackers::frame_ended(State t) const {
  if (detection_ == app::ChangeDetection::InFrame) return State(all_.size());
  for (Label k = 0; k < all_.size(); ++k) {
    if (all_[k].of != Of::Removed) continue;
    PartialMap older;
    for (const auto& [e, age] : t[k])
      if (age == Value(of_this_frame)) older.update(e, Value(of_last_frame));
    t[k] = std::move(older);
  }
  return t;
}

// [change/ask]  q_s asks t at e⃗_j  ⟺  T(t)(e⃗_j) ≠ ⊥: one more incl, of which f_s and φ see nothing
std::shared_ptr<const System> Trackers::asking(const System& s, std::size_t system, std::size_t labels) const {
  std::vector<std::pair<std::size_t, Label>> asked;
  for (std::size_t j = 0; j < s.q.size(); ++j)
    for (Label k = 0; k < all_.size(); ++k)
      if (all_[k].system == system && all_[k].query == j) asked.emplace_back(j, static_cast<Label>(labels) + k);
  return asked.empty() ? nullptr : with_labels(s, asked);
}

std::shared_ptr<const System> with_labels(const System& s, const std::vector<std::pair<std::size_t, Label>>& labels) {
  auto out = std::make_shared<System>(s);
  std::vector<bool> ours;  // of each cell: whether f_s knows it
  for (std::size_t j = 0; j < s.q.size(); ++j) {
    ours.insert(ours.end(), width(s.q[j]), true);
    for (const auto& [query, i] : labels) {
      if (query != j) continue;
      And all;
      if (const auto* conjunction = std::get_if<And>(&out->q[j]))
        all = *conjunction;
      else
        all.conjuncts.push_back(out->q[j]);
      all.conjuncts.emplace_back(Incl{i});
      out->q[j] = std::move(all);
      ours.push_back(false);
    }
  }
  const auto known = [ours](const Match& r) {
    std::vector<Cell> w;
    for (std::size_t k = 0; k < ours.size(); ++k)
      if (ours[k]) w.push_back(r.w[k]);
    return w;
  };
  out->f = [f = s.f, known](const Match& r) {
    const std::vector<Cell> w = known(r);
    return f({r.e, w});
  };
  if (s.q.where.phi)
    out->q.where = {[phi = s.q.where.phi, known](const Match& r) {
      const std::vector<Cell> w = known(r);
      return phi({r.e, w});
    }};
  out->loop = nullptr;
  return out;
}

State Trackers::both(const State& c, const State& t, std::size_t s) const {
  State all(c.labels() + t.labels());
  for (Label i = 0; i < c.labels(); ++i) all[i] = c[i];
  for (Label k = 0; k < t.labels(); ++k)
    if (all_[k].system == s) all[static_cast<Label>(c.labels() + k)] = t[k];
  return all;
}

State Trackers::of_program(const State& both, std::size_t labels) const {
  State c(labels);
  for (Label i = 0; i < labels; ++i) c[i] = both[i];
  return c;
}

}  // namespace coreecs::triage
