#include "interp/check/decide/lost_updates.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <unordered_map>

#include "interp/base/interrupt.hpp"
#include "interp/base/progress.hpp"
#include "interp/check/decide/observer.hpp"
#include "interp/language/program/error.hpp"

namespace coreecs {

namespace {

class Search {
 public:
  Search(const Instance& of, std::size_t limit, bool only_first)
      : of_(of), po_(of.po), observer_(of.c, of.po), limit_(limit), only_first_(only_first) {}

  LostUpdates operator()() {
    for (std::size_t v = 0; v < po_.size(); ++v)
      for (const Write& write : po_.invocations[v].m.writes()) {
        interrupt::poll();
        if (observer_.writers(write.l).size() == 1) continue;
        if (only_first_ && !found_.empty()) return {Answer::Yes, std::move(found_)};
        look(v, write);
        if (invoked_ + observer_.nodes() / nodes_of_one > limit_) {
          const Answer exist = found_.empty() ? Answer::Unknown : Answer::Yes;
          return {exist, std::move(found_), Cut::Limit};
        }
      }
    const Answer exist = answer(!found_.empty());
    return {exist, std::move(found_)};
  }

 private:
  /// A value, or none, and the invocations of one system that leave it at a location.
  struct Left {
    Cell k;
    std::vector<std::size_t> by;
  };

  /// What each system leaves at a location, the first writer first.
  const std::vector<Left>& left(const Location& l) {
    std::vector<Left>& all = left_[l];
    if (!all.empty()) return all;
    std::unordered_map<Cell, std::map<std::string, std::size_t>> places;
    for (const std::size_t u : observer_.writers(l)) {
      const Cell& k = po_.invocations[u].m.find(l)->k;
      const std::size_t place = places[k].emplace(po_.invocations[u].s->name, all.size()).first->second;
      if (place == all.size()) all.push_back({k, {}});
      all[place].by.push_back(u);
    }
    return all;
  }

  /// Checks what v writes to a location that it observes. Among the invocations of a system that leave the same there,
  /// one that is concurrent suffices.
  void look(std::size_t v, const Write& write) {
    const std::vector<Location> where = observer_.locations(v);
    const auto here = static_cast<std::size_t>(std::find(where.begin(), where.end(), write.l) - where.begin());
    if (here == where.size()) return;
    std::vector<Observed> w = observer_.observation(v);
    const Cell now = w[here].k;
    for (const auto& [k, by] : left(write.l)) {
      if (invoked_ > limit_) return;
      const auto u = k == now ? std::nullopt : observer_.concurrent_with(v, by);
      if (!u) continue;
      for (Observed& at : w)
        if (at.l == write.l) at.k = k;
      std::optional<Cell> after_u = leaves(v, w, write.l);
      if (after_u && *after_u == write.k) continue;
      if (kinds_.emplace(po_.invocations[*u].s->name, po_.invocations[v].s->name, write.l.i).second)
        found_.push_back({.l = write.l, .u = *u, .v = v, .observed = now, .after_u = std::move(after_u)});
    }
  }

  /// The value at l after v observes this; none if v fails.
  std::optional<Cell> leaves(std::size_t v, const std::vector<Observed>& observed, const Location& l) {
    ++invoked_;
    const Invocation& at = po_.invocations[v];
    const std::span<const Entity> e(at.e.data(), at.e.size());
    State c(of_.c.labels());
    for (const Observed& here : observed) c.write(here.l, here.k);
    for (const Entity e_j : e) keep_alive(v, e_j, l, c);
    const Value* k = c.at(l);
    try {
      std::vector<Cell> w;
      if (query_at(at.s->q, c, e, w)) {
        const Update m = invoke(*at.s, {e, w}, {of_.env, at.leaf});
        if (const Write* written = m.find(l)) return written->k;
      }
    } catch (const RuntimeError&) {
      return std::nullopt;
    }
    return k ? Cell(*k) : std::nullopt;
  }

  /// Adds what else v could observe of e, unless e is live without it.
  void keep_alive(std::size_t v, Entity e, const Location& but, State& c) {
    for (Label i = 0; i < c.labels() && !is_live(c, e); ++i)
      if (const Location l{e, i}; l != but) c.write(l, observer_.observed(v, l));
  }

  static constexpr std::size_t nodes_of_one = 64;  // that count as one invocation
  const Instance& of_;
  const PartialOrder& po_;
  Observer observer_;
  std::size_t limit_, invoked_ = 0;
  bool only_first_;
  std::unordered_map<Location, std::vector<Left>> left_;
  std::set<std::tuple<std::string, std::string, Label>> kinds_;  // of the lost updates found
  std::vector<LostUpdate> found_;
};

}  // namespace

LostUpdates lost_updates(const Instance& of, std::size_t limit, bool only_first) {
  const progress::Task task("whether updates are lost");
  Search search(of, limit, only_first);
  LostUpdates lost;
  if (const std::optional<Cut> cut = cut_short([&] { lost = search(); })) return {Answer::Unknown, {}, cut};
  return lost;
}

}  // namespace coreecs
