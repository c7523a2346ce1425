/// Random apps with bodies.
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

}  // namespace coreecs
