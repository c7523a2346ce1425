#include "props/apps/kit/swaps.hpp"

#include <algorithm>

#include "interp/fast/query.hpp"
#include "interp/language/program/error.hpp"
#include "props/kit/exhaustive.hpp"

namespace coreecs::exhaustive {

namespace {

using Reached = std::variant<triage::Configuration, RuntimeError>;
struct TooMany {};

constexpr std::size_t most_created = 5;

class Enumerator {
 public:
  Enumerator(const triage::Executions& all, std::size_t steps, const Runs& runs)
      : all_(all), left_(steps), runs_(runs) {
    const std::size_t n = all.plan.size();
    out_.meet.assign(n, std::vector<bool>(n));
    out_.differ = out_.meet;
  }

  Swaps operator()() {
    ends_.resize(all_.frames + 1);
    from(all_.first(), 0);
    out_.alike = std::all_of(ends_.begin(), ends_.end(), [](const auto& of_frame) { return of_frame.size() <= 1; });
    return out_;
  }

 private:
  Reached step(const Reached& k, std::size_t node) {
    if (left_-- == 0) throw TooMany();
    if (const auto* error = std::get_if<RuntimeError>(&k)) return *error;
    const auto& at = std::get<triage::Configuration>(k);
    if (runs_ && !all_.plan.is_sync(node) && !runs_(at.c, node)) return passed_over(at, node);
    try {
      return all_.step(at, node);
    } catch (const RuntimeError& error) {
      return error;
    }
  }
  static triage::Configuration passed_over(triage::Configuration k, std::size_t node) {
    k.done.set(node);
    if (k.done.all()) {
      k.done.reset();
      ++k.frame;
    }
    return k;
  }
  [[nodiscard]] bool ended(const Reached& k) const {
    return std::holds_alternative<RuntimeError>(k) || all_.ended(std::get<triage::Configuration>(k));
  }
  static exhaustive::End end(const Reached& k) {
    if (const auto* error = std::get_if<RuntimeError>(&k)) return *error;
    const State& c = std::get<triage::Configuration>(k).c;
    if (exhaustive::created(c).size() > most_created)
      throw TooMany();  // all bijections between those of two ends are tried
    return c;
  }

  static bool frame_ended(const Reached& k) {
    return std::holds_alternative<RuntimeError>(k) || std::get<triage::Configuration>(k).done.none();
  }
  /// `frame` is that of the step before.
  void from(const Reached& k, std::size_t frame) {
    if (frame > 0 && frame_ended(k)) {
      auto& ends = ends_[frame];
      if (std::none_of(ends.begin(), ends.end(), [&](const auto& one) { return exhaustive::alike(one, end(k)); }))
        ends.push_back(end(k));
    }
    if (ended(k)) return;
    const auto nodes = all_.enabled(std::get<0>(k));
    for (std::size_t x : nodes)
      for (std::size_t z : nodes)
        if (x < z) both(k, x, z);
    const std::size_t next = std::get<triage::Configuration>(k).frame + 1;
    for (std::size_t x : nodes) from(step(k, x), next);
  }
  void both(const Reached& k, std::size_t x, std::size_t z) {
    const Reached after_x = step(k, x), after_z = step(k, z), a = step(after_x, z), b = step(after_z, x);
    const bool same = a.index() == b.index() &&
                      (a.index() == 1 || std::get<triage::Configuration>(a) == std::get<triage::Configuration>(b));
    if (same && (a.index() == 1 || (does_as(k, after_x, z) && does_as(k, after_z, x)))) return;
    out_.meet[x][z] = out_.meet[z][x] = true;
    if (differ(a, b)) out_.differ[x][z] = out_.differ[z][x] = true;
  }
  [[nodiscard]] bool does_as(const Reached& k, const Reached& k2, std::size_t node) const {
    if (all_.plan.is_sync(node)) return true;
    const auto& first = std::get<triage::Configuration>(k);
    const auto& second = std::get<triage::Configuration>(k2);
    if (runs_ && (!runs_(first.c, node) || !runs_(second.c, node)))
      return runs_(first.c, node) == runs_(second.c, node);
    const triage::Visited one = all_.visit_at(first, node);
    const triage::Visited other = all_.visit_at(second, node);
    return one.owned == other.owned && one.deferred == other.deferred && one.sent == other.sent &&
           (all_.observers.empty() || one.each == other.each);
  }
  bool differ(const Reached& a, const Reached& b) {
    if (frame_ended(a) && frame_ended(b) && !exhaustive::alike(end(a), end(b))) return true;
    if (ended(a) && ended(b)) return false;
    const auto nodes = all_.enabled(std::get<triage::Configuration>(std::holds_alternative<RuntimeError>(a) ? b : a));
    return std::any_of(nodes.begin(), nodes.end(), [&](std::size_t x) { return differ(step(a, x), step(b, x)); });
  }

  const triage::Executions& all_;
  std::size_t left_;
  const Runs& runs_;
  std::vector<std::vector<exhaustive::End>> ends_;  ///< of each frame
  Swaps out_;
};

}  // namespace

std::optional<Swaps> swaps(triage::Executions all, std::size_t steps, const Runs& runs) {
  all.most = most_visited;
  try {
    return Enumerator(all, steps, runs)();
  } catch (const TooMany&) {
    return std::nullopt;
  } catch (const fast::TooManyMatches&) {
    return std::nullopt;
  }
}

}  // namespace coreecs::exhaustive
