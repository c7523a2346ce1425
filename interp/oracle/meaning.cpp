#include "interp/oracle/meaning.hpp"

#include "interp/language/program/resources.hpp"

namespace coreecs {

namespace {

Entity entity_of(const Operation& m) {
  return std::visit([](const auto& m) { return m.e; }, m);
}

}  // namespace

Meaning::Meaning(Level level, const Schema& K, const std::vector<Resource>& resources)
    : level_(level), labels_(K.size()), of_entities_(labels_of_entities(K, resources)) {}

State Meaning::start(const State& c) const {
  if (level_ != Level::Handles) return c;
  State with_gone(labels_ + 1);
  for (Label i = 0; i < labels_; ++i) with_gone[i] = c[i];
  return with_gone;
}

State Meaning::told(const State& c) const {
  if (level_ != Level::Handles) return c;
  State without_gone(labels_);
  for (Label i = 0; i < labels_; ++i) without_gone[i] = c[i];
  return without_gone;
}

State Meaning::seen(const State& c) const { return told(c); }

std::vector<Entity> Meaning::gone(const State& c) const {
  std::vector<Entity> all;
  if (level_ == Level::Handles)
    for (const auto& [e, k] : c[labels_]) all.push_back(e);
  return all;
}

State Meaning::after(State c, const Operations& all) const {
  if (level_ != Level::Handles) return coreecs::after(std::move(c), update(all));
  for (const Operation& m : all) {
    // [beyond/handles]   c ↓ m ≜ c if gone(e), else c' where c' ≜ c ↓ m in the calculus,
    //                            and c'{ gone ↦ c'_gone{ e ↦ () } } if e ∈ live(c) \ live(c')
    const Entity e = entity_of(m);
    if (c[labels_].find(e)) continue;
    const bool was_live = is_live(c, e);
    c = coreecs::after(std::move(c), update({&m, 1}));
    if (was_live && !is_live(c, e)) c.write({e, static_cast<Label>(labels_)}, Value());
  }
  return c;
}

Update Meaning::update(std::span<const Operation> all) const {
  Update::Writes writes;
  for (const Operation& operation : all)
    match(
        operation,
        [&](const Attach& m) {
          writes.push_back({{m.e, m.i}, m.k});
        },
        [&](const Detach& m) {
          writes.push_back({{m.e, m.i}, std::nullopt});
        },
        [&](const Destroy& m) {
          for (const Label i : of_entities_) writes.push_back({{m.e, i}, std::nullopt});
        });
  return Update(std::move(writes));
}

}  // namespace coreecs
