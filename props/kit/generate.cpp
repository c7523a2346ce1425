#include "props/kit/generate.hpp"

namespace coreecs {

namespace {

/// The pointers of all values below one, without its own.
void places(const Tree& json, const Tree::json_pointer& pointer, std::vector<Tree::json_pointer>& found) {
  const auto add = [&](const auto& key, const Tree& part) {
    const Tree::json_pointer here = pointer / key;
    found.push_back(here);
    places(part, here, found);
  };
  if (json.is_object())
    for (const auto& [key, part] : json.items()) add(key, part);
  if (json.is_array())
    for (std::size_t k = 0; k < json.size(); ++k) add(k, json[k]);
}

}  // namespace

// Nowhere in a program is there a member "no name!", nor an integer of 20 digits.
Damage damage(Dice& dice, Tree& program) {
  std::vector<Tree::json_pointer> all;
  places(program, Tree::json_pointer(), all);
  const Tree::json_pointer& pointer = dice.one_of(all);
  const std::string place = pointer.to_string();
  Tree& part = program[pointer];
  const std::size_t kind = dice.below(4);
  if (kind == 0 && part.is_object()) {
    part["no name!"] = 1;
    return {"a member is added", place};
  }
  if (kind == 1 && part.is_array()) {
    part.push_back({{"no name!", 1}});
    return {"an element is added", place};
  }
  if (kind == 2) {
    part = std::uint64_t{12'345'678'901'234'567'890U};
    return {"a number does not fit", place};
  }
  part = {{"no name!", 1}};
  return {"a value is replaced", place};
}

Dice dice_of(rc::Random random) {
  return Dice([random]() mutable { return random.next(); });
}

Dice any_dice() { return dice_of(rc::Random(*rc::gen::noShrink(rc::gen::arbitrary<std::uint64_t>()))); }

}  // namespace coreecs
