/// Random apps with bodies, and the slow, obvious way to what becomes of them.
#pragma once

#include <rapidcheck.h>

#include "interp/apps/triage/triage.hpp"
#include "props/kit/generate.hpp"

namespace coreecs {

/// What the systems of a random app do beside reading and writing the state.
struct Beyond {
  bool asks = false;       ///< they ask what changed since they last ran
  bool events = false;     ///< they send and read events, and run if there are some
  bool observers = false;  ///< one to three observers run where their changes are applied
};

/// An app of two to four systems whose bodies are those of a random program, an order, and a model. Each owns some of
/// the labels that it writes, and defers the rest, for which it has commands; some have them and defer nothing. Shown
/// as the program, with all that; copies share.
struct AppCase {
  Tree document;
  std::shared_ptr<const app::App> app;
  Dag order;
  triage::Model model;
  std::uint64_t frames = 1;

  /// Nothing where the program does not load, or comes to more than a few entities.
  static std::optional<AppCase> of(Dice& dice, bool may_fail, const Beyond& beyond = {});
};
std::ostream& operator<<(std::ostream&, const AppCase&);
[[nodiscard]] AppCase any_app_case(bool may_fail = false, const Beyond& beyond = {});
/// The same with observers, of which the first two are often triggered by one change, and write in place all they can.
[[nodiscard]] AppCase any_case_of_observers();

/// The verdict on an app over some frames.
[[nodiscard]] triage::Judgement judged(const app::App& app, std::uint64_t frames, const char* model = "bevy");

namespace exhaustive {

/// What all executions come to, pair of neighbours by pair of neighbours.
struct Swaps {
  /// Of each two nodes: whether exchanging them as neighbours ever leaves something else at once, or in the end.
  std::vector<std::vector<bool>> meet, differ;
  bool alike = true;  ///< whether all executions end alike
};
/// Whether a system runs at a state, as its run condition says.
using Runs = std::function<bool(const State& c, std::size_t system)>;

/// By going through every execution, and through every pair of executions that differ in one transposition of
/// neighbours; nothing where that takes more than so many steps, or a system visits many matches.
/// Without `runs` all systems run; with it only `alike` is of use.
[[nodiscard]] std::optional<Swaps> swaps(triage::Executions all, std::size_t steps, const Runs& runs = {});

}  // namespace exhaustive

}  // namespace coreecs
