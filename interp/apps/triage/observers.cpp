#include "interp/apps/triage/observers.hpp"

#include <algorithm>
#include <numeric>

#include "interp/apps/triage/changes.hpp"
#include "interp/apps/triage/setting.hpp"
#include "interp/apps/triage/triggered.hpp"

namespace coreecs::triage {

namespace {

using On = app::Trigger::On;

}  // namespace

Observers::Observers(const app::App& app, bool hooks_first) : order_(app.observers.size()), hooks_first_(hooks_first) {
  if (!app.program) order_.clear();
  std::iota(order_.begin(), order_.end(), std::size_t{0});
  if (order_.empty()) return;
  const std::vector<coreecs::Label> of_app = labels_of_program(app);
  const std::vector<Access> accesses = observer_accesses(app);
  all_.reserve(app.observers.size());
  for (std::size_t o = 0; o < app.observers.size(); ++o) {
    const app::Observer& observer = app.observers[o];
    const System& s = *app.program->systems[*observer.system.body];
    One one;
    one.name = observer.system.name;
    one.body = with_labels(s, {{0, static_cast<coreecs::Label>(of_app.size())}});
    one.writes = owned_labels(observer.system, of_app);
    one.hook = observer.hook;
    for (coreecs::Label i = 0; i < of_app.size(); ++i) {
      for (const app::Trigger& on : observer.on)
        if (on.label == of_app[i]) one.on.emplace(on.on, i);
      const Access& does = accesses[o];
      if (does.owned.contains(of_app[i]) || does.changes.contains(of_app[i])) one.written.insert(i);
      if (does.values.contains(of_app[i]) || does.presence.contains(of_app[i])) one.touched.insert(i);
    }
    one.touched.insert(one.written.begin(), one.written.end());
    for (const auto& [i, w] : label_writes(app.program->terms.at(s.name), app.program->schema))
      one.creates = one.creates || w.entities.created;
    all_.push_back(std::move(one));
  }
}

Observers Observers::in_order(std::vector<std::size_t> order) const {
  Observers out = *this;
  out.order_ = std::move(order);
  return out;
}

// [observer/order]  hooks come before other observers if something was added or set, and after them if it is removed;
//                   these by the labels that trigger them, and then in the order of the app
std::vector<std::size_t> Observers::triggered(On on, const LabelSet& labels) const {
  std::vector<std::size_t> hooks, others;
  for (const coreecs::Label i : labels)
    for (const std::size_t o : order_) {
      std::vector<std::size_t>& out = all_[o].hook ? hooks : others;
      if (all_[o].on.contains({on, i}) && std::find(out.begin(), out.end(), o) == out.end()) out.push_back(o);
    }
  if (on == On::Removed && !hooks_first_) std::swap(hooks, others);
  hooks.insert(hooks.end(), others.begin(), others.end());
  return hooks;
}

bool Observers::may_trigger(const Write& write) const {
  return std::any_of(all_.begin(), all_.end(), [&](const One& one) {
    return write.k ? one.on.contains({On::Added, write.l.i}) || one.on.contains({On::Set, write.l.i})
                   : one.on.contains({On::Removed, write.l.i});
  });
}

template <class F>
void Observers::for_each_triggered(const Update& m, const F& f) const {
  for (const Write& write : m.writes())
    for (const One& one : all_)
      for (const On on : {On::Added, On::Set, On::Removed})
        if ((on == On::Removed) == !write.k && one.on.contains({on, write.l.i})) f(one);
}
LabelSet Observers::touched(const Update& m) const {
  LabelSet all;
  for_each_triggered(m, [&](const One& one) { all.insert(one.touched.begin(), one.touched.end()); });
  return all;
}
LabelSet Observers::written(const Update& m) const {
  LabelSet all;
  for_each_triggered(m, [&](const One& one) { all.insert(one.written.begin(), one.written.end()); });
  return all;
}

State Observers::seen(const State& c, Entity e) {
  State all(c.labels() + 1);
  for (coreecs::Label i = 0; i < c.labels(); ++i) all[i] = c[i];
  all.write({e, static_cast<coreecs::Label>(c.labels())}, Value());
  return all;
}

State Observers::of_program(const State& seen) {
  State c(seen.labels() - 1);
  for (coreecs::Label i = 0; i < c.labels(); ++i) c[i] = seen[i];
  return c;
}

// [observer/operation]  m of one invocation comes apart into the detaches of e, and then the attaches of e, for each e
std::vector<Update> operations(const Update& m) {
  std::vector<Update> all;
  const auto writes = m.writes();
  for (std::size_t from = 0; from < writes.size();) {
    std::size_t to = from;
    Update::Writes detached, attached;
    for (; to < writes.size() && writes[to].l.e == writes[from].l.e; ++to)
      (writes[to].k ? attached : detached).push_back(writes[to]);
    if (!detached.empty()) all.emplace_back(std::move(detached));
    if (!attached.empty()) all.emplace_back(std::move(attached));
    from = to;
  }
  return all;
}

}  // namespace coreecs::triage
