/// EnTT under the oracle: an entt::registry performs random programs, and coreecs compares it with the calculus.
#include <coreecs/oracle.hpp>
#include <entt/entt.hpp>
#include <iostream>

using namespace coreecs;

/// A storage for each component, which EnTT finds by a number: here, the label.
class Registry : public SequentialEngine {
 public:
  EngineDescription describe() override {
    return {.name = "EnTT",
            .supports = {std::begin(constructs), std::end(constructs)},  // all
            .levels = {Level::Storage, Level::Queries, Level::Systems, Level::Schedules}};
  }
  void reset(const Schema& K, Names&, Entities&) override { clear(K.size()); }

  void apply(const Operations& operations) override {
    for (const Operation& operation : operations)
      match(
          operation,
          [&](const Attach& m) {
            const auto [at, created] = ids_.try_emplace(m.e);
            if (created) names_[at->second = registry_.create()] = m.e;
            const entt::entity id = at->second;
            if (storage(m.i).contains(id))
              storage(m.i).get(id) = m.k;
            else
              storage(m.i).emplace(id, m.k);
          },
          [&](const Detach& m) {
            const auto at = ids_.find(m.e);
            if (at == ids_.end()) return;
            storage(m.i).remove(at->second);
            if (registry_.orphan(at->second)) destroy(m.e);  // EnTT would keep it, and queries would find it
          },
          [&](const Destroy& m) { destroy(m.e); });
  }

  State dump() override {
    State c(labels_);
    for (Label i = 0; i < labels_; ++i)
      for (const auto [id, k] : storage(i).each()) c.write({names_.at(id), i}, k);
    return c;
  }

  std::vector<Entity> select(const QueryFilter& q) override {
    entt::runtime_view view;
    view.iterate(registry_.storage<entt::entity>());
    for (const Label i : q.included) view.iterate(storage(i));
    for (const Label i : q.excluded) view.exclude(storage(i));
    std::vector<Entity> found;
    for (const entt::entity id : view) found.push_back(names_.at(id));
    return found;
  }

  bool observe(const QueryFilter& q, Entity e, std::vector<Cell>& w) override {
    const auto at = ids_.find(e);
    if (at == ids_.end()) return false;
    const auto has = [&](Label i) { return storage(i).contains(at->second); };
    if (!q.admits(has)) return false;
    for (const std::optional<Label> i : q.cells) w.push_back(i && has(*i) ? Cell(storage(*i).get(at->second)) : Cell());
    return true;
  }

  std::function<void()> fork() override {  // a registry cannot be copied
    return [this, c = dump()] {
      clear(c.labels());
      for (Label i = 0; i < c.labels(); ++i)
        for (const auto& [e, k] : c[i]) apply({Attach{i, e, k}});
    };
  }

 private:
  entt::storage<Value>& storage(Label i) { return registry_.storage<Value>(static_cast<entt::id_type>(i)); }
  void clear(std::size_t labels) {
    registry_ = {};
    ids_.clear();
    names_.clear();
    labels_ = labels;
  }
  void destroy(Entity e) {
    const auto at = ids_.find(e);
    if (at == ids_.end()) return;
    registry_.destroy(at->second);
    names_.erase(at->second);
    ids_.erase(at);
  }

  entt::registry registry_;
  std::unordered_map<Entity, entt::entity> ids_;  // of the live entities
  std::unordered_map<entt::entity, Entity> names_;
  std::size_t labels_ = 0;
};

int main() {
  const ConformanceReport report = conformance<Registry>({.cases = 1'000, .isolate = std::chrono::seconds(5)});
  std::cout << show(report);
  return report.conforms() ? 0 : 1;
}
