/// Random cases for engines to perform.
#pragma once

#include <optional>

#include "interp/check/decide/check.hpp"
#include "interp/oracle/engine.hpp"
#include "interp/search/constructs.hpp"
#include "interp/search/random_program.hpp"

namespace coreecs {

class Starts;

/// A shape with its name and description.
struct NamedShape {
  const char* name;
  Shape shape;
  const char* about;
  std::optional<Level> of = {};  ///< the only level that has it in turn
};
inline constexpr NamedShape shapes[] = {
    {"small", {}, "few entities, few systems"},
    {"wide", {.entities = 40, .leaves = 4}, "many entities"},
    {"deep", {.leaves = 16, .frames = 4}, "deep schedules, over several frames"},
    {"structural", {.structural = true}, "entities come and go, components are detached"},
    {"contended", {.races = true}, "races that later systems observe"},
    {"many",
     {.entities = 300, .leaves = 3, .components = 129, .terms = 5},
     "33, 65 or 129 components of uneven size, joined by three to five constraints"},
    {"churn", {.entities = 132, .leaves = 2, .churns = true}, "slots that are used again thousands of times"},
    {"nested", {.entities = 12, .nests = true}, "trees of entities, for hierarchy", Level::Hierarchy},
    {"toggled", {.entities = 8, .toggles = true}, "components that are disabled, for toggles", Level::Toggles}};
/// Those that random cases of a level have in turn.
[[nodiscard]] std::vector<NamedShape> shapes_in_turn(Level);

/// The most of each in a random program, instead of that of its shape.
struct Sizes {
  std::optional<std::size_t> components = {}, terms = {}, entities = {}, frames = {};
  [[nodiscard]] Shape of(Shape) const;
};

struct Wanted {
  Shape shape = {};
  std::optional<Aspect> only = {};       ///< a property that check decides and that must hold
  std::optional<Constructs> among = {};  ///< the only constructs that it may use
  std::size_t limit = 1'000;             ///< of check
  bool determined = false;               ///< all its runs observe the same (visits_are_determined)
};

/// The case of this number (specs/reference/oracle-protocol.md). A seed always gives the same one for a number.
/// Skips programs that fail at their start or have very many matches. Nothing if none of 10,000 programs is as wanted.
/// Cost: that of check, for each program.
[[nodiscard]] std::optional<nlohmann::ordered_json> generate(std::uint64_t seed, std::uint64_t number, const Wanted&);

struct WantedStart {
  std::string schedule;
  std::vector<std::string> assumed = {};  ///< invariants of the program that must hold
  std::optional<Aspect> only = {};        ///< as in Wanted
  std::size_t limit = 1'000;              ///< of check
};

/// The case of this number of one program, with its own start state. Otherwise as above: nothing if none of 10,000
/// starts is as wanted.
[[nodiscard]] std::optional<nlohmann::ordered_json> generate(std::uint64_t seed, std::uint64_t number, const Starts&,
                                                             const WantedStart&);

}  // namespace coreecs
