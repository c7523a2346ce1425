/// [oracle] The interface of an engine to the oracle, which compares it with the calculus.
/// specs/reference/oracle-protocol.md carries it to an engine in another process.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <stdexcept>

#include "interp/language/program/names.hpp"
#include "interp/search/constructs.hpp"
#include "semantics/query.hpp"

namespace coreecs {

/// Detaches all components of an entity.
struct Destroy {
  Entity e;
};
/// One step of a mutation. It has no ν: created entities already have their names. An attach to an entity that is not
/// live makes it live; an entity without components is not live.
using Operation = std::variant<Attach, Detach, Destroy>;
/// What a system function has an engine perform, in this order.
using Operations = std::vector<Operation>;

/// f_s for the leaf of this number: what an engine performs for a match, given its observations. Several threads may
/// call it at once. It throws nothing: a wrong match is reported later, and then has no operations.
using Respond = std::function<Operations(Leaf leaf, const Match& r)>;

/// How much of an engine is tested.
enum class Level {
  Storage,    ///< it performs operations
  Queries,    ///< it also finds matches
  Systems,    ///< it also runs systems, one at a time
  Schedules,  ///< it also performs whole schedules, with its own scheduler and threads
  Handles,    ///< as Systems; an entity that is gone does not come back, and who kept its handle learns that
  Hierarchy,  ///< as Systems; children go with their parents
  Toggles,    ///< as Systems; queries do not see components that are disabled
  Saves,      ///< as Systems; what was saved can be loaded, also by an engine that has nothing else of it
};
/// Whether a level asks for more than the calculus has (specs/reference/beyond.md). An engine with such a level has
/// Level::Systems as well.
[[nodiscard]] constexpr bool is_beyond(Level level) { return level > Level::Schedules; }
struct NamedLevel {
  const char* name;
  Level level;
};
inline constexpr NamedLevel levels[] = {{"storage", Level::Storage}, {"queries", Level::Queries},
                                        {"systems", Level::Systems}, {"schedules", Level::Schedules},
                                        {"handles", Level::Handles}, {"hierarchy", Level::Hierarchy},
                                        {"toggles", Level::Toggles}, {"saves", Level::Saves}};
[[nodiscard]] const char* name(Level);

/// Which operations of a conc an engine defers until all matches have been visited; it performs the others at once.
/// Those on values are attaches to components that an entity has. All others change structure.
enum class Defers {
  All,        ///< as the calculus: c ⇓ conc(s)
  Structure,  ///< values at once, structure later
  Nothing,    ///< so its conc is a seq
};
struct NamedDefers {
  const char* name;
  Defers defers;
};
inline constexpr NamedDefers deferrals[] = {
    {"all", Defers::All}, {"structure", Defers::Structure}, {"nothing", Defers::Nothing}};

/// How an engine describes itself.
struct EngineDescription {
  std::string name;
  Constructs supports;
  std::set<Level> levels;
  Defers defers = Defers::All;  ///< if not all, it has no Level::Schedules
  bool looks_up = false;        ///< it performs schedules from a table of expected invocations, without asking
};

/// An invocation of the reference run, and its operations.
struct Expected {
  Leaf leaf;
  std::vector<Entity> e;
  std::vector<Cell> w;
  Operations does;
};

/// Thrown when an engine does not do what it is asked.
struct EngineFailure : std::runtime_error {
  enum class Kind {
    Refused,      ///< it does not accept this schedule, which is allowed: the case does not count
    Unsupported,  ///< it lacks something that this takes: likewise
    Illegal,      ///< it considers the request impossible in its state
    Unexpected,   ///< it visits a match that is not expected, and so cannot perform it
    Internal,     ///< it reports an error of its own
    Crashed,      ///< its process has ended
    Silent,       ///< it does not answer in time
    Garbled,      ///< its answer is malformed
  };
  EngineFailure(Kind kind, const std::string& what) : runtime_error(what), kind(kind) {}
  Kind kind;
};

struct AnswerTimes {
  std::chrono::milliseconds deadline;  ///< for each answer
  std::chrono::milliseconds slowest;   ///< of its answers since the last reset
};

/// An engine, as the oracle drives it. After an exception, EngineFailure or another one, it is reset before the next
/// request. Functions for levels that it lacks need not be overridden.
class Engine {
 public:
  virtual ~Engine() = default;

  /// How long an engine in another process takes for its answers; none: the engine is in this process.
  [[nodiscard]] virtual std::optional<AnswerTimes> times() const { return std::nullopt; }
  /// Limits each answer of such an engine to this as well; nothing: no more.
  virtual void hurry(std::optional<std::chrono::milliseconds>) {}
  [[nodiscard]] virtual EngineDescription describe() = 0;
  /// Called before each reset: operations and queries have the meaning of this level from then on. Only those of
  /// is_beyond differ.
  virtual void enter(Level) {}
  /// Forgets all entities; the components are now these. A created entity gets its name when it is first mentioned.
  virtual void reset(const Schema& K, Names& names, Entities& entities) = 0;
  /// Performs these operations in order.
  virtual void apply(const Operations&) = 0;
  /// ⟦q⃗⟧: the entity vectors of all matches, in any order.
  [[nodiscard]] virtual std::vector<std::vector<Entity>> matches(const QueryVector& q);
  /// Performs conc(s) or seq(s), the leaf of this number, and calls `respond` for each match that it visits, in any
  /// order. Returns the order in which it performed the responses; empty if that is the order of its calls.
  virtual std::vector<std::size_t> run(const Schedule& leaf, Leaf number, const Respond& respond);
  /// Performs a schedule whose first leaf has this number. Either calls `respond` for each match that it visits, or
  /// looks the response up in `expected`, which lists the invocations of the frame.
  virtual void frame(const Schedule& z, Leaf first, const Respond& respond, const std::vector<Expected>& expected);
  /// Its whole state.
  [[nodiscard]] virtual State dump() = 0;
  /// Level::Handles: the components of those of these entities that are alive, by the handles that it had for them.
  [[nodiscard]] virtual State look(const std::vector<Entity>& e);
  /// Level::Saves: saves its whole state. The result makes that its state again, as often as it is called in this case:
  /// also after a reset, and whatever was done since.
  [[nodiscard]] virtual std::function<void()> save();
  /// What it has written for people since the last reset, such as on its standard error.
  [[nodiscard]] virtual std::string said() { return {}; }
};

/// Makes an engine that has done nothing yet.
using MakeEngine = std::function<std::unique_ptr<Engine>()>;

}  // namespace coreecs
