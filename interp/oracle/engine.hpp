/// [oracle] What an engine is asked to do, so that what it does can be compared with the calculus. What comes from an
/// engine in another process is the same, through specs/reference/oracle-protocol.md.
#pragma once

#include <stdexcept>

#include "interp/language/program/names.hpp"
#include "interp/search/constructs.hpp"
#include "semantics/query.hpp"

namespace coreecs {

/// Detaches all components of an entity.
struct Destroy {
  Entity e;
};
/// One step of a mutation: ν's are no part of it, for the entities that they create have been given their names. An
/// attach to an entity that is not live makes it live; one without components is not.
using Operation = std::variant<Attach, Detach, Destroy>;
/// What a system function says is to be performed, in this order.
using Operations = std::vector<Operation>;

/// f_s for the leaf of this number: what an engine performs for a match, of which it tells what it observes. It may be
/// called by several threads at once, and throws nothing: what is wrong with a match is told later, and then there is
/// nothing to perform.
using Respond = std::function<Operations(Leaf leaf, const Match& r)>;

/// How much of an engine is put to the test.
enum class Level {
  Storage,    ///< that it performs operations
  Queries,    ///< and finds matches
  Systems,    ///< and runs systems, one at a time
  Schedules,  ///< and whole schedules, by its own scheduler and on its own threads
};
struct NamedLevel {
  const char* name;
  Level level;
};
inline constexpr NamedLevel levels[] = {{"storage", Level::Storage},
                                        {"queries", Level::Queries},
                                        {"systems", Level::Systems},
                                        {"schedules", Level::Schedules}};
[[nodiscard]] const char* name(Level);

/// What an engine says of itself.
struct EngineDescription {
  std::string name;
  Constructs supports;
  std::set<Level> levels;
  bool looks_up = false;  ///< it performs schedules by what is expected, and does not ask what to perform
};

/// An invocation of the reference run, and what it performs.
struct Expected {
  Leaf leaf;
  std::vector<Entity> e;
  std::vector<Cell> w;
  Operations does;
};

/// Thrown where an engine does not do what it is asked.
struct EngineFailure : std::runtime_error {
  enum class Kind {
    Refused,      ///< it does not take this schedule, as it may: nothing is said of it
    Unsupported,  ///< it does not have what this takes: likewise
    Illegal,      ///< it takes what it was asked for to be impossible in its state
    Unexpected,   ///< it visits what is not expected, and so does not know what to perform
    Internal,     ///< it says that it is broken
    Crashed,      ///< its process has ended
    Silent,       ///< it did not answer in time
    Garbled,      ///< what it answered cannot be understood
  };
  EngineFailure(Kind kind, const std::string& what) : runtime_error(what), kind(kind) {}
  Kind kind;
};

/// An engine, as the oracle drives it. Where it throws, EngineFailure or anything else, it is reset before it is asked
/// for more. What only higher levels need may be left as it is.
class Engine {
 public:
  virtual ~Engine() = default;

  [[nodiscard]] virtual EngineDescription describe() = 0;
  /// It forgets all entities, and has these components. Created entities get names when they are mentioned first.
  virtual void reset(const Schema& K, Names& names, Entities& entities) = 0;
  /// Performs these, one after the other.
  virtual void apply(const Operations&) = 0;
  /// ⟦q⃗⟧: the entity vectors of all matches, in any order.
  [[nodiscard]] virtual std::vector<std::vector<Entity>> matches(const QueryVector& q);
  /// Performs conc(s) or seq(s), the leaf of this number: asks `respond` for each match that it visits, in any order.
  /// The order in which it performed what was responded; none, where that is the order in which it asked.
  virtual std::vector<std::size_t> run(const Schedule& leaf, Leaf number, const Respond& respond);
  /// Performs a schedule whose first leaf has this number: asks `respond` for each match that it visits, or looks what
  /// it would say up in what is expected, which is of the frame's invocations.
  virtual void frame(const Schedule& z, Leaf first, const Respond& respond, const std::vector<Expected>& expected);
  /// Its whole state.
  [[nodiscard]] virtual State dump() = 0;
};

}  // namespace coreecs
