/// Random cases for engines to perform.
#pragma once

#include <optional>

#include "interp/check/decide/check.hpp"
#include "interp/search/constructs.hpp"
#include "interp/search/random_program.hpp"

namespace coreecs {

class Starts;

/// The names of shapes, and what they stand for.
struct NamedShape {
  const char* name;
  Shape shape;
  const char* about;
};
inline constexpr NamedShape shapes[] = {
    {"small", {}, "few entities, few systems"},
    {"wide", {.entities = 40, .leaves = 4}, "many entities"},
    {"deep", {.leaves = 16, .frames = 4}, "deep schedules, over several frames"},
    {"structural", {.structural = true}, "entities come and go, components are detached"},
    {"contended", {.races = true}, "races that later systems observe"}};

struct Wanted {
  Shape shape = {};
  std::optional<Aspect> only = {};       ///< one that check decides: it holds
  std::optional<Constructs> among = {};  ///< it uses no other constructs
  std::size_t limit = 1'000;             ///< of check
  bool determined = false;               ///< all its runs observe the same (visits_are_determined)
};

/// The case of this number (specs/reference/oracle-protocol.md): the same for the same seed, whichever others are asked
/// for. Programs that fail at their start, and those with very many matches, are passed over. Nothing where of 10,000
/// programs none is as wanted. Cost: that of check, for each program that is looked at.
[[nodiscard]] std::optional<nlohmann::ordered_json> generate(std::uint64_t seed, std::uint64_t number, const Wanted&);

struct WantedStart {
  std::string schedule;
  std::vector<std::string> assumed = {};  ///< invariants of the program: they hold
  std::optional<Aspect> only = {};        ///< as in Wanted
  std::size_t limit = 1'000;              ///< of check
};

/// The case of this number of one program, at a start of its own. Else as above: nothing where of 10,000 starts none is
/// as wanted.
[[nodiscard]] std::optional<nlohmann::ordered_json> generate(std::uint64_t seed, std::uint64_t number, const Starts&,
                                                             const WantedStart&);

}  // namespace coreecs
