/// A program of the archetype calculus, as documents describe it (specs/reference/archetype-format.md).
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "interp/language/program/names.hpp"
#include "semantics/archetype/frame.hpp"
#include "semantics/archetype/heap.hpp"

namespace coreecs::archetype {

/// The places of a term and of its parts in the document, as JSON Pointers. A part that elaboration adds has the place
/// of the construct that it comes from. Copies share data.
class Origin {
 public:
  Origin(std::string at = {}, std::vector<Origin> parts = {});
  Origin(const Origin&) = default;
  Origin(Origin&&) = default;
  Origin& operator=(const Origin&) = default;
  Origin& operator=(Origin&&) = default;
  ~Origin();

  [[nodiscard]] const std::string& at() const { return at_; }
  /// As archetype::parts of the term.
  [[nodiscard]] std::span<const Origin> parts() const;

 private:
  std::string at_;
  std::shared_ptr<const std::vector<Origin>> parts_;  // null if there are none
};

/// The published rules, or the repaired ones.
enum class RuleSet { Published, Repaired };
inline constexpr std::array<std::string_view, 2> rule_set_names = {"published", "repaired"};
[[nodiscard]] inline const Rules& rules(RuleSet set) {
  return set == RuleSet::Published ? Rules::published : Rules::repaired;
}

/// What must hold under one set of rules; absent members are not checked.
struct Expectation {
  RuleSet rules = RuleSet::Repaired;
  std::optional<bool> well_typed;
  std::optional<std::string> ill_typed;               ///< the rule that explains why it is not, such as "type/comp"
  std::optional<bool> runs;                           ///< whether all frames finish
  std::optional<std::string> stuck;                   ///< the rule that no step satisfies, such as "event/add"
  std::optional<std::vector<std::string>> conflicts;  ///< the kinds that occur: "concurrent", "residual"
  std::optional<std::vector<std::string>> refuted;    ///< the claims that do not hold, such as "progress"
  std::optional<Heap> final;                          ///< the tables after the last frame, complete
};

struct Program {
  std::string name, about;
  Schema schema;
  /// The systems in document order, and the places of their terms.
  std::vector<System> systems;
  std::vector<Origin> origins;
  /// One frame. Its task-parallel systems have no names; their innermost members have.
  Frame frame;
  std::uint64_t frames = 1;
  /// The names of the initial entities, in entity order: Entity(k) is entities[k].
  std::vector<std::string> entities;
  Heap start;
  std::vector<Expectation> expectations;
};

/// The names of the program's entities, and of other entities of its heap: e<N>, as in Core ECS.
[[nodiscard]] Names names(const Program& program, const Heap& H);

/// A part of a program: a step of the frame, optionally a system in it and a place in that system's term.
struct Part {
  std::string step;                       ///< the JSON Pointer of the step, or of a member of a task-parallel one
  const System* system = nullptr;         ///< that of the step, or null
  std::optional<std::size_t> index = {};  ///< its position in the program's systems, if it has a name
  std::string at;                         ///< the JSON Pointer of the term; or that of the step
};
/// The part at a place: the step of the frame, the system within a task-parallel one, and in its term a path through
/// `parts`.
[[nodiscard]] Part part(const Program& program, std::span<const std::size_t> place);

/// The functions of a system, from the left: its own, or those of the members of a task-parallel one, each with its
/// place.
struct Leaf {
  std::vector<std::size_t> place;
  const System* system;
  const Function* function;
  bool parallel;  ///< par
};
[[nodiscard]] std::vector<Leaf> leaves(const System& s);

/// "{Pos, Vel}"
[[nodiscard]] std::string show(const AType& A, const Schema& schema);
/// "bool", "int", "real", "text"
[[nodiscard]] std::string_view type_name(Primitive P);

}  // namespace coreecs::archetype
