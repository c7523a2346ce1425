#include <algorithm>
#include <numeric>
#include <optional>

#include "interp/fast/pass.hpp"
#include "interp/language/notation/formula.hpp"
#include "interp/views/page/shown.hpp"

namespace coreecs {

namespace {

void json_differences(JsonWriter& out, const State& c, const State& reference, const Notation& notation) {
  out.list([&] {
    for (const Entity e : changed(reference, c))
      for (Label i = 0; i < c.labels(); ++i) {
        const Value *now = c.at({e, i}), *was = reference.at({e, i});
        if (now == was || (now && was && *now == *was)) continue;
        out.object([&] {
          out.member("at", show(Location{e, i}, notation));
          json_value(out.key("reference"), was, i, notation);
          json_value(out.key("now"), now, i, notation);
        });
      }
  });
}

}  // namespace

bool is_linearization(const PartialOrder& po, const Linearization& order) {
  Linearization sorted = order, all(po.size());
  std::sort(sorted.begin(), sorted.end());
  std::iota(all.begin(), all.end(), std::size_t{0});
  if (sorted != all) return false;
  for (std::size_t j = 0; j < order.size(); ++j)
    for (std::size_t k = j + 1; k < order.size(); ++k)
      if (precedes(po, order[k], order[j])) return false;
  return true;
}

Linearization as_late_as_possible(const PartialOrder& po, std::size_t u) {
  Linearization order, later;
  for (std::size_t j = 0; j < po.size(); ++j)
    if (j != u) (j > u && precedes(po, u, j) ? later : order).push_back(j);
  order.push_back(u);
  order.insert(order.end(), later.begin(), later.end());
  return order;
}

std::optional<std::string> reordered_frame(const Program& program, const NamedSchedule& schedule, std::uint64_t frame,
                                           const std::vector<std::size_t>& order, const PageLimits& limits) {
  State before;
  std::optional<PartialOrder> po;
  Execution execution(program, schedule, {}, [&](const State& c, const Schedule& z, At at) {
    before = c;
    po = fast::partial_order(c, z, at);
    return fast::advance(c, z, at);
  });
  execution.advance_to(frame);
  if (!po || order.size() > limits.matches || !is_linearization(*po, order)) return std::nullopt;
  const State end = after(before, composite(*po, order));
  const Notation notation{program.schema, execution.names()};
  std::string out;
  JsonWriter json(out);
  json.object([&] {
    json.member("frame", frame);
    json_state(json, before, end, program, notation, limits);
    json_differences(json.key("differs"), end, execution.state(), notation);
  });
  return out;
}

}  // namespace coreecs
