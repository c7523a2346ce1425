#include "props/kit/resources.hpp"

namespace coreecs {

namespace {

/// What a system observes: components, each with the variable that stands for its value.
std::vector<std::pair<std::string, std::string>> observed(const Tree& system) {
  std::vector<std::pair<std::string, std::string>> all;
  for (const auto& query : system["match"])
    if (query.contains("incl"))
      for (const auto& one : query["incl"].items())
        if (one.value().is_string() && one.value() != "_") all.emplace_back(one.key(), one.value());
  return all;
}

}  // namespace

Tree with_resource(Dice& dice, Tree document) {
  document["components"]["Once"] = "int";
  document["resources"] = {{"cfg", {{"Once", 2}}}};
  for (auto& system : document["systems"]) {
    if (dice.percent(30)) continue;
    const auto found = observed(system);
    auto& match = system["match"];
    const Tree asks = {{"entity", "the_cfg"}, {"incl", {{"Once", "the_once"}}}};
    match.insert(dice.percent(50) ? match.begin() : match.end(), asks);
    if (found.empty() || dice.percent(50)) continue;
    const auto& [component, variable] = dice.one_of(found);
    const bool keeps_in_once = document["components"][component] == "int" && dice.percent(70);
    const Tree write = {{"attach", Tree::array({keeps_in_once ? "Once" : component, "the_cfg", variable})}};
    system["do"] = Tree::array({system["do"], write});
  }
  return document;
}

}  // namespace coreecs
