#include "interp/oracle/meaning.hpp"

#include "interp/oracle/handles.hpp"

namespace coreecs {

Meaning::Meaning(Level level, const Schema& K, const std::vector<Resource>& resources)
    : level_(level), labels_(K.size()), of_entities_(labels_of_entities(K, resources)) {
  if (level == Level::Hierarchy) parent_ = parent_label(K);
  if (level != Level::Toggles) return;
  const std::vector<std::optional<Label>> off = off_labels(K);
  for (Label i = 0; i < K.size(); ++i)
    if (off[i]) toggled_.emplace_back(i, *off[i]);
}

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

State Meaning::seen(const State& c) const {
  State enabled = told(c);
  // [beyond/toggles]   ⟦q⟧ at c ≜ ⟦q⟧(c \ D) in the calculus, where D ≜ { (e, i) | c_off(i)(e) is defined }
  for (const auto& [i, off] : toggled_)
    for (const auto& [e, k] : c[off]) enabled.write({e, i}, std::nullopt);
  return enabled;
}

std::vector<Entity> Meaning::gone(const State& c) const {
  std::vector<Entity> all;
  if (level_ == Level::Handles)
    for (const auto& [e, k] : c[labels_]) all.push_back(e);
  return all;
}

State Meaning::after(State c, const Operations& all) const {
  if (!is_beyond(level_)) return coreecs::after(std::move(c), update(all));
  for (const Operation& m : all) c = performed(std::move(c), m);
  return c;
}

State Meaning::performed(State c, const Operation& m) const {
  const Entity e = std::visit([](const auto& m) { return m.e; }, m);
  const auto is_gone = [&](const State& c) { return level_ == Level::Handles && c[labels_].find(e); };
  // [beyond/handles]   c ↓ᴴ m ≜ c, if c_gone(e)
  if (is_gone(c)) return c;
  const bool was_live = is_live(c, e);
  c = coreecs::after(std::move(c), update({&m, 1}));
  // [beyond/toggles]   c ↓ᵀ m ≜ c'{ off(i) ↦ c'_off(i){ e ↦ ⊥ } } where c' ≜ c ↓ m, for each i with c'_i(e) = ⊥
  for (const auto& [i, off] : toggled_)
    if (!c.at({e, i})) c.write({e, off}, std::nullopt);
  if (!was_live || is_live(c, e)) return c;
  // c ↓ᴴ m ≜ c'{ gone ↦ c'_gone{ e ↦ () } } where c' ≜ c ↓ m, if e ∈ live(c) and e ∉ live(c')
  if (level_ == Level::Handles) c.write({e, static_cast<Label>(labels_)}, Value());
  return parent_ ? cascaded(std::move(c), e) : c;
}

// [beyond/hierarchy]   c ↓ᴾ m ≜ c' \ X where c' ≜ c ↓ m, and X is the least set
//                      that has live(c) \ live(c'), and each e with c'_Parent(e) ∈ X
State Meaning::cascaded(State c, Entity went) const {
  Operations all;
  for (const auto& [e, k] : c[*parent_])
    if (k == Value(went)) all.emplace_back(Destroy{e});
  for (const Operation& m : all) c = performed(std::move(c), m);
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
