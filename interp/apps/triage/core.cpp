#include "interp/apps/triage/core.hpp"

#include <algorithm>

#include "interp/apps/triage/interference.hpp"
#include "interp/base/interrupt.hpp"
#include "interp/check/decide/static_report.hpp"
#include "semantics/base/deep.hpp"

namespace coreecs::triage {

namespace {

using Pointer = std::shared_ptr<const coreecs::System>;

/// The schedule that a composition describes.
Schedule schedule_of(const Composition& order, const std::vector<Schedule>& leaves) {
  if (order.kind == Composition::Kind::Element) return leaves[order.elements.front()];
  const auto of_part = [&](std::size_t k) { return deep([&] { return schedule_of(order.parts[k], leaves); }); };
  Schedule all = of_part(0);
  for (std::size_t k = 1; k < order.parts.size(); ++k) {
    const Schedule part = of_part(k);
    all = order.kind == Composition::Kind::Series ? all >> part : all || part;
  }
  return all;
}

class Builder {
 public:
  Builder(const Setting& setting, Visibility visibility) : setting_(setting), visibility_(visibility) {
    for (std::size_t s = 0; s < setting.bodies.size(); ++s) {
      const Pointer& system = setting.app.program->systems[*setting.app.systems[s].body];
      const StaticReport report = static_report(*setting.app.program, Conc{system});
      concurrent_.push_back(report.safe_on_engines());
      leaves_.push_back(concurrent_.back() ? Schedule(Conc{system}) : Schedule(Seq{system}));
    }
  }

  Core operator()() const {
    auto [edges, shown_apart] = candidates();
    if (!is_safe(edges)) {  // each pair alone is safe, but not within the whole
      const std::size_t needed = edges.size();
      edges.insert(edges.end(), shown_apart.begin(), shown_apart.end());
      for (std::size_t k = edges.size(); k-- > needed;) {
        std::vector<Edge> without = edges;
        without.erase(without.begin() + static_cast<std::ptrdiff_t>(k));
        if (is_safe(without)) edges = std::move(without);
      }
    }
    const Dag with = ordered(edges);
    edges = with.reduction();
    std::erase_if(edges, [&](const Edge& edge) { return setting_.order.less(edge.before, edge.after); });
    const Series series = series_parallel(with);
    Core core{*setting_.app.program, edges, series.added, series.fewest, {}};
    for (std::size_t s = 0; s < concurrent_.size(); ++s)
      if (concurrent_[s]) core.concurrent.push_back(s);
    core.program.schedules = {{"main", schedule_of(series.order, leaves_)}};
    core.program.expectations.clear();
    return core;
  }

 private:
  [[nodiscard]] Dag ordered(const std::vector<Edge>& edges) const { return std::get<Dag>(setting_.order.with(edges)); }
  [[nodiscard]] bool is_safe(const std::vector<Edge>& edges) const {
    return is_safe(schedule_of(series_parallel(ordered(edges)).order, leaves_));
  }
  [[nodiscard]] bool is_safe(const Schedule& z) const {
    interrupt::poll();
    const StaticReport report = static_report(*setting_.app.program, z);
    return visibility_ == Visibility::Snapshot ? report.safe() : report.safe_when_shared();
  }

  /// Pairs of unordered systems that may write the same label, or under shared visibility observe the other's writes,
  /// as one linear extension orders them. First those that are unsafe in parallel, then the safe ones.
  [[nodiscard]] std::pair<std::vector<Edge>, std::vector<Edge>> candidates() const {
    std::vector<Edge> unsafe, safe;
    const auto all = setting_.order.in_order();
    for (std::size_t j = 0; j < all.size(); ++j)
      for (std::size_t k = j + 1; k < all.size(); ++k) {
        if (!setting_.order.concurrent(all[j], all[k]) || !touch(all[j], all[k])) continue;
        (is_safe(leaves_[all[j]] || leaves_[all[k]]) ? safe : unsafe).push_back({all[j], all[k]});
      }
    return {unsafe, safe};
  }
  [[nodiscard]] bool touch(std::size_t x, std::size_t z) const {
    const coreecs::System &of_x = *setting_.bodies[x].s, &of_z = *setting_.bodies[z].s;
    const auto meet = [](const LabelSet& a, const LabelSet& b) {
      return std::any_of(a.begin(), a.end(), [&](coreecs::Label i) { return b.contains(i); });
    };
    const Schema& schema = setting_.app.program->schema;
    if (meet(of_x.effects->writes, of_z.effects->writes)) return true;
    return visibility_ == Visibility::Shared && (meet(of_x.effects->writes, observed_labels(of_z.q, schema)) ||
                                                 meet(of_z.effects->writes, observed_labels(of_x.q, schema)));
  }

  const Setting& setting_;
  Visibility visibility_;
  std::vector<bool> concurrent_;
  std::vector<Schedule> leaves_;
};

}  // namespace

Core core(const Setting& setting, Visibility visibility) { return Builder(setting, visibility)(); }

}  // namespace coreecs::triage
