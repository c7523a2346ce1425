#include "interp/run/changes.hpp"

#include "semantics/mutation.hpp"

namespace coreecs {

Executor Changes::noting() {
  return [this](const State& c, const Schedule& z, At at) {
    const PartialOrder po = fast::partial_order(c, z, at);
    State next = c;
    for (const Invocation& u : po.invocations) {
      next = after(std::move(next), u.m);
      for (const Write& write : u.m.writes()) last_.insert_or_assign(write.l, performed(u));
    }
    return next;
  };
}

std::vector<Change> Changes::take(const State& now) {
  const auto value = [](const Value* k) { return k ? std::optional(*k) : std::nullopt; };
  std::vector<Change> all;
  for (auto& [l, by] : last_) {
    const Value *was = start_.at(l), *is = now.at(l);
    if (was ? !is || !(*was == *is) : is != nullptr) all.push_back({l, value(was), value(is), std::move(by)});
  }
  last_.clear();
  start_ = now;
  return all;
}

}  // namespace coreecs
