/// States, matches and invocations as formulas.
#pragma once

#include <algorithm>
#include <memory>

#include "interp/check/prove/terms.hpp"
#include "interp/language/program/effects.hpp"

namespace coreecs::symbolic {

/// What is at a location: c_i(e). The value counts only if it is present.
struct SymbolicCell {
  z3::expr present;
  SymbolicValue value;
};

/// A state. What is known about it is assumed as it is read.
class SymbolicState {
 public:
  explicit SymbolicState(Encoding& to) : to_(to) {}
  SymbolicState(const SymbolicState&) = delete;
  SymbolicState& operator=(const SymbolicState&) = delete;
  virtual ~SymbolicState() = default;

  [[nodiscard]] virtual SymbolicCell at(Label i, const z3::expr& e) = 0;
  /// Whether an entity has a component.
  [[nodiscard]] z3::expr live(const z3::expr& e);

 protected:
  Encoding& to_;
};

[[nodiscard]] inline bool belongs_to(Label i, const Resource& resource) {
  return std::find(resource.labels.begin(), resource.labels.end(), i) != resource.labels.end();
}

/// Any state of the program: a resource has its components, and nothing else has them.
class AnyState : public SymbolicState {
 public:
  explicit AnyState(Encoding& to) : SymbolicState(to), family_(to.next_family()) {}
  [[nodiscard]] SymbolicCell at(Label i, const z3::expr& e) override;

  /// What was read of it.
  struct Read {
    Label i;
    z3::expr e;
    SymbolicCell cell;
  };
  [[nodiscard]] const std::vector<Read>& reads() const { return reads_; }

 private:
  std::size_t family_;
  std::vector<Read> reads_;
  std::map<std::pair<Label, unsigned>, std::size_t> known_;
};

/// A match of a query vector at a state, of these entities: `matches` says that it is one. Terms in conditions are
/// assumed to have values only if it is one, or if `path` says so.
struct SymbolicMatch {
  std::vector<z3::expr> entities;
  Variables variables = {};
  std::vector<z3::expr> constraints = {};
};
/// A match of any entities, or of the given ones.
[[nodiscard]] SymbolicMatch match_of(Encoding& to, const MatchTerm& of, SymbolicState& c, const z3::expr& path,
                                     const std::vector<z3::expr>& given = {});

/// A write of an invocation, which is performed if the path is taken. Without k, it detaches.
struct SymbolicWrite {
  z3::expr path;
  Label i;
  z3::expr e;
  std::optional<SymbolicValue> k;
};
/// f_s of a match: its writes in order, and the entities that it creates.
struct SymbolicInvocation {
  std::vector<SymbolicWrite> writes;
  std::vector<z3::expr> created;
};
[[nodiscard]] SymbolicInvocation invoke(Encoding& to, const SystemTerm& s, const Variables& variables,
                                        const z3::expr& path);

/// A state after writes of an invocation, which must outlive it.
class Applied : public SymbolicState {
 public:
  Applied(Encoding& to, SymbolicState& before, const std::vector<SymbolicWrite>& writes)
      : SymbolicState(to), before_(before), writes_(writes) {}
  [[nodiscard]] SymbolicCell at(Label i, const z3::expr& e) override;

 private:
  SymbolicState& before_;
  const std::vector<SymbolicWrite>& writes_;
};

/// The writes that may be the last ones to a location, each with the condition that it is.
struct LastWrite {
  z3::expr condition;
  const SymbolicWrite* write;
};
[[nodiscard]] std::vector<LastWrite> last_writes(Encoding& to, const std::vector<SymbolicWrite>& writes, Label i,
                                                 const z3::expr& e);

}  // namespace coreecs::symbolic
