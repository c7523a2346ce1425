#include "semantics/mutation.hpp"

#include <algorithm>

namespace coreecs {

State after(State c, const Mutation& m, Fresh fresh) {
  perform(c, m, fresh);
  return c;
}

Update perform(const Mutation& m, Fresh fresh) {
  struct {
    Update::Writes writes = {};
    void write(Location l, std::optional<Value> k) { writes.push_back({l, std::move(k)}); }
  } log;
  perform(log, m, fresh);
  return Update(std::move(log.writes));
}

Update::Update(Writes in_order) : writes_(std::move(in_order)) {
  const auto before = [](const Write& a, const Write& b) { return a.l < b.l; };
  if (!std::is_sorted(writes_.begin(), writes_.end(), before)) std::stable_sort(writes_.begin(), writes_.end(), before);
  auto last = writes_.begin();  // the last write that is kept
  for (auto write = writes_.begin(); write != writes_.end(); ++write) {
    if (write == last) continue;
    if (write->l != last->l) ++last;
    if (write != last) *last = std::move(*write);
  }
  if (!writes_.empty()) writes_.erase(std::next(last), writes_.end());
}

const Write* Update::find(Location l) const {
  const auto found = std::lower_bound(writes_.begin(), writes_.end(), l,
                                      [](const Write& write, const Location& l) { return write.l < l; });
  return found == writes_.end() || found->l != l ? nullptr : &*found;
}

Update compose(const Update& m1, const Update& m2) {
  Update::Writes in_order(m1.writes().begin(), m1.writes().end());
  in_order.insert(in_order.end(), m2.writes().begin(), m2.writes().end());
  return Update(std::move(in_order));
}

Update composed(std::span<const Update> m) {
  Update::Writes in_order;
  for (const Update& m_j : m) in_order.insert(in_order.end(), m_j.writes().begin(), m_j.writes().end());
  return Update(std::move(in_order));
}

State after(State c, const Update& m) {
  for (const Write& write : m.writes()) c.write(write.l, write.k);
  return c;
}

}  // namespace coreecs
