/// Random programs (interp/search/random_program.hpp) for properties, and damaged ones.
#pragma once

#include <rapidcheck.h>

#include <nlohmann/json.hpp>

#include "interp/search/random_program.hpp"

namespace coreecs {

/// A program in JSON form, or a part of one.
using Tree = nlohmann::ordered_json;

/// Dice by RapidCheck's numbers.
[[nodiscard]] Dice dice_of(rc::Random random);
/// Dice for a property that takes no other random input: thrown anew for each case.
[[nodiscard]] Dice any_dice();

/// What was done to a program so that it is none any more, and a JSON Pointer of a place that is to be named: that
/// place or one in it, or the member or element that is missing.
struct Damage {
  std::string what;
  std::string pointer;
};

/// Damages a program in one place in a way that no well-formed program has.
[[nodiscard]] Damage damage(Dice& dice, Tree& program);

}  // namespace coreecs
