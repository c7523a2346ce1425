#include "interp/apps/schedulers/charts.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace coreecs {

namespace {

using schedulers::Clock;
using schedulers::Machine;
using schedulers::Plan;
using schedulers::Tasks;
using schedulers::Timeline;

constexpr std::int64_t row_height = box_height + 8, chart_width = 1000, frame_room = 22;

class Chart {
 public:
  Chart(std::string title, std::size_t workers, std::uint64_t makespan, const Clock& clock)
      : clock_(clock), makespan_(std::max<std::uint64_t>(makespan, 1)) {
    picture_.title = std::move(title);
    picture_.direction = Picture::Direction::Right;
    for (std::size_t worker = 0; worker < workers; ++worker) {
      const std::string label = fmt::format("worker {}", worker);
      left_ = std::max(left_, box_width(label));
      picture_.nodes.push_back(
          {Picture::Node::Shape::Round, fmt::format("w{}", worker), label, "", {}, {0, top_of(worker), 0, box_height}});
    }
    for (Picture::Node& node : picture_.nodes) node.place.width = left_;
    picture_.width = left_ + gap + chart_width;
    picture_.height = top_of(workers);
    picture_.notes.push_back(fmt::format("makespan {}, by {}", clock(makespan), many(workers, "worker")));
  }

  void span(const std::string& name, std::size_t worker, std::uint64_t begin, std::uint64_t end) {
    const std::int64_t x = at(begin), width = std::max<std::int64_t>(at(end) - x, 1);
    const std::string hint = fmt::format("{}: {} to {}", name, clock_(begin), clock_(end));
    picture_.nodes.push_back({Picture::Node::Shape::Box,
                              fmt::format("s{}", picture_.nodes.size()),
                              box_width(name) <= width ? name : "",
                              hint,
                              {{"worker", std::to_string(worker)}, {"begin", clock_(begin)}, {"end", clock_(end)}},
                              {x, top_of(worker), width, box_height}});
  }

  void phase(const std::string& name, std::uint64_t begin, std::uint64_t end) {
    const std::string label = fmt::format("{}, {} to {}", name, clock_(begin), clock_(end));
    const std::int64_t x = at(begin), width = at(end) - x;
    if (width > 0) picture_.frames.push_back({{x, 0, width, picture_.height}, box_width(label) <= width ? label : ""});
  }

  void note(std::string text) { picture_.notes.push_back(std::move(text)); }

  Picture finished(std::string about) && {
    picture_.about = std::move(about);
    return std::move(picture_);
  }

 private:
  static constexpr std::int64_t gap = 12;
  const Clock clock_;
  std::uint64_t makespan_;
  std::int64_t left_ = 0;
  Picture picture_;

  static std::int64_t top_of(std::size_t worker) { return frame_room + static_cast<std::int64_t>(worker) * row_height; }
  [[nodiscard]] std::int64_t at(std::uint64_t time) const {
    const double part = static_cast<double>(time) / static_cast<double>(makespan_);
    return left_ + gap + static_cast<std::int64_t>(part * static_cast<double>(chart_width));
  }
};

/// When the jobs of each phase begin and end.
std::vector<std::pair<std::uint64_t, std::uint64_t>> extents_in_time(const Plan& plan, const Timeline& timeline) {
  std::vector<Timeline::Span> spans(plan.jobs.size());
  for (const Timeline::Span& span : timeline.spans) spans[span.job] = span;
  std::vector<std::pair<std::uint64_t, std::uint64_t>> extents;
  for (const schedulers::Phase& phase : plan.phases) {
    std::uint64_t begin = UINT64_MAX, end = 0;
    for (const std::size_t job : phase.jobs) {
      begin = std::min(begin, spans[job].begin);
      end = std::max(end, spans[job].end);
    }
    extents.emplace_back(begin, end);
  }
  return extents;
}

}  // namespace

Picture gantt(const Machine& machine, const Timeline& timeline, const std::string& title, const Clock& clock) {
  const Tasks& tasks = machine.tasks();
  const Plan& plan = machine.plan();
  Chart chart(title, machine.workers(), timeline.makespan, clock);
  const auto extents = extents_in_time(plan, timeline);
  for (std::size_t k = 0; k < plan.phases.size(); ++k)
    chart.phase(plan.phases[k].name, extents[k].first, extents[k].second);
  for (const Timeline::Span& span : timeline.spans)
    chart.span(tasks.tasks[plan.jobs[span.job].task].name, span.worker, span.begin, span.end);
  for (const Timeline::Applied& each : timeline.applied) {
    std::string names;
    for (const std::size_t x : each.tasks) names += (names.empty() ? "" : ", ") + tasks.tasks[x].name;
    chart.note(fmt::format("at {}: the commands of {} are applied", clock(each.time), names));
  }
  return std::move(chart).finished(
      fmt::format("{} on {}", many(timeline.spans.size(), "job"), many(machine.workers(), "worker")));
}

}  // namespace coreecs
