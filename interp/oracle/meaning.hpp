/// [oracle] What operations and queries mean at a level: what the calculus says, and what engines have beyond it
/// (specs/reference/beyond.md).
#pragma once

#include "interp/language/program/program.hpp"
#include "interp/oracle/engine.hpp"
#include "semantics/mutation.hpp"

namespace coreecs {

/// States at a level may have labels of their own, after those of the schema: they start by `start`, and only this
/// class looks at them. The schema must outlive this. Cost of each function: that of a copy, except where it says more.
class Meaning {
 public:
  Meaning(Level level, const Schema& K, const std::vector<Resource>& resources = {});

  /// A state of the schema, with what the level adds to it.
  [[nodiscard]] State start(const State& c) const;
  /// c ↓ m, for each operation in its order. Beyond the calculus: |I| log k for each.
  [[nodiscard]] State after(State c, const Operations& all) const;
  /// What queries see.
  [[nodiscard]] State seen(const State& c) const;
  /// What an engine can report, which has the labels of the schema.
  [[nodiscard]] State told(const State& c) const;
  /// Whether an operation on an entity may change what others have.
  [[nodiscard]] bool cascades() const { return parent_.has_value(); }
  /// The entities that have been live and are not, and do not come back.
  [[nodiscard]] std::vector<Entity> gone(const State& c) const;

 private:
  [[nodiscard]] State performed(State c, const Operation& m) const;
  /// Takes those away that are below an entity that went.
  [[nodiscard]] State cascaded(State c, Entity went) const;
  /// The writes of operations in the calculus.
  [[nodiscard]] Update update(std::span<const Operation> all) const;

  Level level_;
  std::size_t labels_;
  std::vector<Label> of_entities_;
  std::optional<Label> parent_;
  std::vector<std::pair<Label, Label>> toggled_;  // a label, and where it is disabled
};

}  // namespace coreecs
