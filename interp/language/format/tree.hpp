/// Programs as JSON trees, which a search changes step by step.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "interp/language/format/load.hpp"

namespace coreecs {

/// The same as `load` for a tree. Cost: likewise.
[[nodiscard]] std::variant<Program, std::vector<Problem>> load_tree(const nlohmann::ordered_json& document);

/// The document of a program, to make others of it: with each spawned entity listed, and without what only an exercise
/// has. Cost: the program's size.
[[nodiscard]] nlohmann::ordered_json spawned(nlohmann::ordered_json document, const Program& program);

/// The members of z ∥ z' ∥ ... or z ⨟ z' ⨟ ..., which are grouped from the left.
template <OneOf<Par, Then> Form>
std::vector<const Schedule*> members(const Schedule& z) {
  std::vector<const Schedule*> last_first{&z};
  while (const Form* both = std::get_if<Form>(&last_first.back()->form())) {
    last_first.back() = &both->right;
    last_first.push_back(&both->left);
  }
  return {last_first.rbegin(), last_first.rend()};
}

/// A schedule as in "schedules". Cost: its size.
[[nodiscard]] nlohmann::ordered_json tree(const Schedule& z);
/// A state of the program's initial entities as in "entities", without its resources; and the resources as in
/// "resources". Cost: the size of the state, and of the program's.
[[nodiscard]] nlohmann::ordered_json tree(const State& c, const Program& program);
[[nodiscard]] nlohmann::ordered_json resources(const State& c, const Program& program);
/// Puts both into the document of the program. Cost: likewise.
void start_at(nlohmann::ordered_json& document, const State& c, const Program& program);

}  // namespace coreecs
