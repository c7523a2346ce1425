#include "props/check/corrupt.hpp"

#include <set>

namespace coreecs {

std::vector<Tree*> places(Tree& tree, const std::function<bool(const std::string&, const Tree&)>& wanted,
                          const std::string& key) {
  std::vector<Tree*> found;
  if (wanted(key, tree)) found.push_back(&tree);
  for (auto it = tree.begin(); tree.is_structured() && it != tree.end(); ++it)
    for (Tree* place : places(*it, wanted, tree.is_object() ? it.key() : key)) found.push_back(place);
  return found;
}

namespace {

/// Whether all of a leaf is performed before all of another one; for one and the same, whether it is a seq.
bool ordered(const Schedule& z, Leaf leaf, Leaf other) {
  const auto sides = [&](const auto& z, bool then) {
    const Leaf middle = z.left.leaves();
    if (leaf < middle && other < middle) return ordered(z.left, leaf, other);
    if (leaf >= middle && other >= middle) return ordered(z.right, leaf - middle, other - middle);
    return then;
  };
  return std::visit(Clauses{
                        [](const Conc&) { return false; },
                        [](const Seq&) { return true; },
                        [&](const Par& z) { return sides(z, false); },
                        [&](const Then& z) { return sides(z, true); },
                    },
                    z.form());
}

Tree reference_order(const Case& t) {
  Names names(t.program->entities);
  names.add(t.entities->all());
  Tree order = Tree::array();
  for (const Invocation& u : t.po.invocations) {
    Tree entities = Tree::array();
    for (const Entity e : u.e) entities.push_back(names(e));
    order.push_back({{"leaf", u.leaf}, {"system", u.s->name}, {"entities", entities}});
  }
  return order;
}

/// A verdict turned into its opposite, with what might pass for a reason.
bool flip(Dice& dice, Tree& document, const Case& t) {
  const std::string name = claims[dice.below(4)];
  if (!document.contains(name)) return false;
  Tree& claim = document[name];
  const Tree run = {{"order", reference_order(t)}, {"final", Tree::object()}};
  const Tree location = {{"entity", t.program->entities.empty() ? "e0" : t.program->entities.front()},
                         {"component", t.program->schema.front().name}};
  if (claim["holds"] == false) {
    const bool one = dice.percent(50);
    if (name == "safe_by_rule") claim = {{"holds", true}, {"because", "disjoint"}};
    if (name == "safe") claim = {{"holds", true}, {"because", "agreement"}, {"contested", Tree::array()}};
    if (name == "deterministic" && one) claim = {{"holds", true}, {"because", "safe"}};
    if (name == "deterministic" && !one)
      claim = {{"holds", true}, {"because", "agreement"}, {"contested", Tree::array()}};
    if (name == "confluent" && one) claim = {{"holds", true}, {"because", "hereditary"}};
    if (name == "confluent" && !one) {
      Tree ends = Tree::array();
      for (const Tree& each : claim["runs"])
        if (each.contains("final")) ends.push_back(each["final"]);
      claim = {{"holds", true}, {"because", "exploration"}, {"ends", ends}};
    }
    return true;
  }
  if (t.po.size() < 2) return false;
  const Tree order = reference_order(t);
  const Tree two = {order[dice.below(order.size())], order[dice.below(order.size())]};
  if (name == "safe_by_rule")
    claim = {{"holds", false}, {"because", "overlap"}, {"rule", 3}, {"location", location}, {"invocations", two}};
  if (name == "safe") claim = {{"holds", false}, {"because", "conflict"}, {"location", location}, {"invocations", two}};
  if (name == "deterministic")
    claim = {{"holds", false},
             {"because", "linearizations"},
             {"location", location},
             {"invocations", two},
             {"runs", {run, run}}};
  if (name == "confluent")
    claim = {{"holds", false}, {"because", "runs"}, {"location", location}, {"runs", {run, run}}};
  return true;
}

bool change_number(Dice& dice, Tree& document, const char* key, std::int64_t by) {
  const auto all =
      places(document, [&](const std::string& name, const Tree& j) { return name == key && j.is_number(); });
  if (all.empty()) return false;
  Tree& place = *dice.one_of(all);
  place = place.get<std::int64_t>() + by;
  return true;
}

bool change_text(Dice& dice, Tree& document, const std::set<std::string>& keys) {
  const auto all =
      places(document, [&](const std::string& name, const Tree& j) { return keys.count(name) > 0 && j.is_string(); });
  if (all.empty()) return false;
  Tree& place = *dice.one_of(all);
  place = place.get<std::string>() + "x";
  return true;
}

/// Another value than an invocation leaves, or than a state has.
bool change_value(Dice& dice, Tree& document) {
  std::vector<Tree*> scalars;
  for (const char* key : {"leaves", "final", "ends"})
    for (Tree* place : places(document, [&](const std::string&name, const Tree&) { return name == key; }))
      for (Tree* scalar : places(*place, [](const std::string&, const Tree& j) { return !j.is_structured(); }))
        scalars.push_back(scalar);
  if (scalars.empty()) return false;
  Tree& scalar = *dice.one_of(scalars);
  if (scalar.is_number_integer())
    scalar = scalar.get<std::int64_t>() / 2 + 1'000'003;
  else if (scalar.is_number_float())
    scalar = scalar.get<double>() == 0.25 ? 0.5 : 0.25;
  else if (scalar.is_boolean())
    scalar = !scalar.get<bool>();
  else
    return false;
  return true;
}

/// A component, or a whole entity, less in a state, or a value less that is left.
bool forget_value(Dice& dice, Tree& document) {
  std::vector<std::pair<Tree*, std::string>> members;
  for (Tree* object : places(document, [](const std::string&, const Tree& j) { return j.is_object(); }))
    for (auto it = object->begin(); it != object->end(); ++it) {
      if (it.key() == "leaves") members.emplace_back(object, it.key());
      if (it.key() != "final") continue;
      for (auto e = it->begin(); e != it->end(); ++e) {
        members.emplace_back(&*it, e.key());
        for (auto component = e->begin(); component != e->end(); ++component)
          members.emplace_back(&*e, component.key());
      }
    }
  if (members.empty()) return false;
  const auto& [object, key] = dice.one_of(members);
  object->erase(key);
  return true;
}

const std::set<std::string> lists{"order", "runs", "invocations", "contested", "ends", "entities", "created"};

Tree* some_list(Dice& dice, Tree& document, const std::set<std::string>& keys, std::size_t least) {
  const auto all = places(document, [&](const std::string& name, const Tree& j) {
    return j.is_array() && j.size() >= least && keys.count(name) > 0;
  });
  return all.empty() ? nullptr : dice.one_of(all);
}

bool drop(Dice& dice, Tree& document) {
  Tree* list = some_list(dice, document, lists, 1);
  if (list) list->erase(dice.below(list->size()));
  return list;
}

bool repeat_element(Dice& dice, Tree& document) {
  Tree* list = some_list(dice, document, lists, 1);
  if (!list) return false;
  const Tree element = (*list)[dice.below(list->size())];
  list->push_back(element);
  return true;
}

/// Two invocations of an order change places, of which one has to be performed before the other.
bool swap_order(Dice& dice, Tree& document, const Case& t) {
  Tree* order = some_list(dice, document, {"order"}, 2);
  if (!order) return false;
  const std::size_t k = dice.below(order->size() - 1), j = k + 1 + dice.below(order->size() - k - 1);
  if (!ordered(t.z, (*order)[k]["leaf"].get<Leaf>(), (*order)[j]["leaf"].get<Leaf>())) return false;
  std::swap((*order)[k], (*order)[j]);
  return true;
}

/// Contested locations, or their writers, change places.
bool swap_contested(Dice& dice, Tree& document) {
  for (const char* name : {"safe", "deterministic"}) {
    if (!document.contains(name) || !document[name].contains("contested") || document[name]["contested"].empty())
      continue;
    Tree& contested = document[name]["contested"];
    Tree& list =
        contested.size() > 1 && dice.percent(50) ? contested : contested[dice.below(contested.size())]["invocations"];
    std::swap(list.front(), list.back());
    return true;
  }
  return false;
}

/// The ends are said to differ where they do not, or the last writers are exchanged.
bool move_difference(Dice& dice, Tree& document, const Case& t) {
  const char* name = dice.percent(50) ? "deterministic" : "confluent";
  if (!document.contains(name) || !document[name].contains("runs")) return false;
  Tree& claim = document[name];
  if (name == std::string("deterministic") && dice.percent(50)) {
    std::swap(claim["invocations"][0], claim["invocations"][1]);
    return true;
  }
  if (claim["runs"][0].contains("error") || claim["runs"][1].contains("error") || t.program->entities.empty())
    return false;
  const std::string& e = dice.one_of(t.program->entities);
  const Component& i = dice.one_of(t.program->schema);
  const auto at = [&](const Tree& run) {
    const auto found = run["final"].find(e);
    return found == run["final"].end() || !found->contains(i.name) ? Tree() : (*found)[i.name];
  };
  const bool unit = i.type.kind == Type::Kind::Unit;                                     // null, like what is not there
  if (unit || at(claim["runs"][0]).dump() != at(claim["runs"][1]).dump()) return false;  // as text: 0.0 is not -0.0
  claim["location"] = {{"entity", e}, {"component", i.name}};
  return true;
}

bool change_header(Dice& dice, Tree& document) {
  switch (dice.below(5)) {
    case 0:
      document["frames"] = document["frames"].get<int>() + 1;
      return true;
    case 1:
      document["certificate"] = 2;
      return true;
    default:
      return change_text(dice, document, {"program", "schedule", "fingerprint", "because", "component", "name"});
  }
}

}  // namespace

std::optional<std::string> corrupt(Dice& dice, Tree& document, const Case& t) {
  struct Corruption {
    const char* name;
    std::function<bool()> apply;
  };
  const Corruption corruptions[] = {
      {"flipped", [&] { return flip(dice, document, t); }},
      {"value changed", [&] { return change_value(dice, document); }},
      {"value forgotten", [&] { return forget_value(dice, document); }},
      {"element dropped", [&] { return drop(dice, document); }},
      {"element repeated", [&] { return repeat_element(dice, document); }},
      {"order swapped", [&] { return swap_order(dice, document, t); }},
      {"contested swapped", [&] { return swap_contested(dice, document); }},
      {"difference moved", [&] { return move_difference(dice, document, t); }},
      {"other leaf", [&] { return change_number(dice, document, "leaf", 1'000); }},
      {"other rule", [&] { return change_number(dice, document, "rule", 1); }},
      {"other occurrence", [&] { return change_number(dice, document, "number", 1); }},
      {"other system or entity",
       [&] {
         return change_text(dice, document, {"system", "entities"});
       }},
      {"header changed", [&] { return change_header(dice, document); }},
  };
  const Corruption& chosen = corruptions[dice.below(std::size(corruptions))];
  if (!chosen.apply()) return std::nullopt;
  return chosen.name;
}

}  // namespace coreecs
