/// A program of the archetype calculus, as its documents have it (specs/reference/archetype-format.md).
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "interp/language/program/names.hpp"
#include "semantics/archetype/frame.hpp"
#include "semantics/archetype/heap.hpp"

namespace coreecs::archetype {

/// Where a term stands in its document, and those that it is made of: as JSON Pointers. Of what a document does not
/// have, since it is elaborated, it is the place of that which stands for it. Copies share it.
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
  std::shared_ptr<const std::vector<Origin>> parts_;  // null where there are none
};

/// The published rules, or those that are repaired.
enum class RuleSet { Published, Repaired };
inline constexpr std::array<std::string_view, 2> rule_set_names = {"published", "repaired"};
[[nodiscard]] inline const Rules& rules(RuleSet set) {
  return set == RuleSet::Published ? Rules::published : Rules::repaired;
}

/// What must hold by one set of rules; what is absent is not asked.
struct Expectation {
  RuleSet rules = RuleSet::Repaired;
  std::optional<bool> well_typed;
  std::optional<std::string> ill_typed;               ///< the rule that says why it is not, as "type/comp"
  std::optional<bool> runs;                           ///< whether all frames come to their end
  std::optional<std::string> stuck;                   ///< the rule that no step satisfies, as "event/add"
  std::optional<std::vector<std::string>> conflicts;  ///< the kinds that there are: "concurrent", "residual"
  std::optional<std::vector<std::string>> refuted;    ///< the claims that do not hold, as "progress"
  std::optional<Heap> final;                          ///< the tables after the last frame, complete
};

struct Program {
  std::string name, about;
  Schema schema;
  /// The systems by their names, in the order of the document, and where the terms of each stand.
  std::vector<System> systems;
  std::vector<Origin> origins;
  /// One frame; its task-parallel systems have no names, what they are made of in the end has.
  Frame frame;
  std::uint64_t frames = 1;
  /// The names of the initial entities, in entity order: Entity(k) is entities[k].
  std::vector<std::string> entities;
  Heap start;
  std::vector<Expectation> expectations;
};

/// The names of the program's entities, and of those that its heap has besides: e<N>, as Core ECS has it.
[[nodiscard]] Names names(const Program& program, const Heap& H);

/// A part of a program: a step of the frame, and within it maybe a system and a place in its term.
struct Part {
  std::string step;                       ///< the JSON Pointer of the step, or of a member of a task-parallel one
  const System* system = nullptr;         ///< that of the step, or null
  std::optional<std::size_t> index = {};  ///< which of the program's systems it is, where it has a name
  std::string at;                         ///< the JSON Pointer of the term; or that of the step
};
/// What a place stands for: which step of the frame, which system of a task-parallel one, and in its term which of
/// `parts` in which.
[[nodiscard]] Part part(const Program& program, std::span<const std::size_t> place);

/// The functions of a system, from the left: itself, or those of the systems of a task-parallel one, each with its
/// place among them.
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
