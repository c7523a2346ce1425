#include "interp/search/random_terms.hpp"

namespace coreecs {

namespace {

class Author : private RandomTerms {
 public:
  using RandomTerms::RandomTerms;

  Tree program() {
    Tree program = {{"components", Tree::object()},
                    {"systems", Tree::object()},
                    {"schedules", Tree::object()},
                    {"entities", Tree::object()}};
    const std::size_t values = dice_.below(100);
    few_values_ = values < 50;
    large_values_ = values >= 95;
    components();
    std::size_t entities = dice_.percent(5) ? 0 : 1 + dice_.below(shape_.churns ? beside_churn : shape_.entities);
    const bool spawns = shape_.conveniences && entities > 1 && dice_.percent(40);
    const std::size_t spawned = spawns ? 1 + dice_.below(entities - 1) : 0;
    entities -= spawned;
    for (std::size_t k = entities; k > 0; --k) entities_.push_back("e" + std::to_string(k - 1));
    if (entities_.size() > 1 && dice_.percent(20)) entities_.front() = "zoe";
    for (std::size_t k = 0; k < spawned; ++k) entities_.push_back("g" + std::to_string(k));
    for (const auto& [name, type] : components_) program["components"][name] = type;
    if (shape_.conveniences && dice_.percent(40)) program["constants"] = constants();
    const std::size_t frames = dice_.percent(70) || !has("frames") ? 1 : 1 + dice_.below(shape_.frames);
    const std::size_t leaves = std::max(1 + dice_.below(shape_.leaves), 1 + dice_.below(shape_.leaves));
    Tree main = schedule(has("par") || has("then") ? leaves : 1);
    Tree again = shape_.toggles ? schedule(1) : Tree();
    for (std::size_t k = 0; k < uses_.size(); ++k)
      program["systems"]["s" + std::to_string(k)] = system(frames == 1 && uses_[k] == 1);
    if (shape_.races && has("par") && has("then") && has("int") && has("incl") && has("attach"))
      main = {{"then", {race(program), std::move(main)}}};
    if (shape_.churns && shape_.entities >= 3 + beside_churn && has("then") && has("incl") && has("attach") &&
        has("new") && (has("destroy") || has("detach")))
      main = {{"then", {churn(program), std::move(main)}}};
    const bool nests = shape_.nests && entities > 0 && has("entity") && has("then") && has("incl") && has("attach") &&
                       (has("destroy") || has("detach"));
    if (nests) main = nest(program, std::move(main));
    const bool toggles =
        shape_.toggles && entities > 0 && has("unit") && has("then") && has("incl") && has("attach") && has("detach");
    if (toggles) main = toggle(program, std::move(main), std::move(again));
    program["schedules"]["main"] = std::move(main);
    if (shape_.conveniences && dice_.percent(40)) name_a_part(program["schedules"]);
    for (std::size_t k = 0; k < entities; ++k) program["entities"][entities_[k]] = entity();
    if (nests) plant(program["entities"]);
    if (toggles)
      for (auto& [name, components] : program["entities"].items())
        for (const std::string& label : toggled_)
          if (components.contains(label) && dice_.percent(30)) components[label + "_off"] = nullptr;
    if (spawns) spawn(program, spawned);
    if (frames > 1) program["frames"] = frames;
    return program;
  }

 private:
  // Schedules

  Tree schedule(std::size_t leaves) {
    if (leaves == 1) {
      const bool again = !uses_.empty() && dice_.percent(30);
      const std::size_t s = again ? dice_.below(uses_.size()) : uses_.size();
      if (!again) uses_.push_back(0);
      ++uses_[s];
      return {{either(65, "conc", "seq"), "s" + std::to_string(s)}};
    }
    const std::size_t left = 1 + dice_.below(leaves - 1);
    Tree sides = Tree::array({schedule(left), schedule(leaves - left)});
    if (leaves > 2 && dice_.percent(15)) sides.push_back(schedule(1));
    return {{either(60, "par", "then"), std::move(sides)}};
  }

  /// Gives a part of the schedule its own name. Its use has to be performed as if it stood there.
  void name_a_part(Tree& schedules) {
    Tree* z = &schedules["main"];
    while (z->begin()->is_array() && dice_.percent(60)) z = &(*z->begin())[dice_.below(z->begin()->size())];
    if (z == &schedules["main"] && z->begin()->is_array()) z = &(*z->begin())[0];
    if (z == &schedules["main"]) return;
    const Tree part = std::exchange(*z, Tree{{"use", "part"}});
    schedules["part"] = part;
  }

  // Entities of a template

  void spawn(Tree& program, std::size_t count) {
    Tree blueprint = {{"components", entity()}};
    for (const auto& [name, type] : components_) {
      if (!dice_.percent(30)) continue;
      Tree some = Tree::array({value(type), value(type)});
      const bool drawn = type == "int" && dice_.percent(50);
      if (drawn)
        blueprint["ranges"][name] = {-1, 2};
      else if (!some[0].is_discarded())
        blueprint["one_of"][name] = std::move(some);
    }
    program["templates"] = {{"guard", std::move(blueprint)}};
    Tree one = {{"template", "guard"}, {"count", count}, {"name", "g"}, {"seed", dice_.below(4)}};
    if (dice_.percent(30)) one["components"] = {{"A", value(components_.front().second)}};
    program["spawn"] = Tree::array({std::move(one)});
  }

  // Systems

  /// A system of several queries that creates entities must not be performed twice, or there are too many.
  Tree system(bool once) {
    Scope scope;
    Tree match = Tree::array();
    const std::size_t queries = dice_.percent(80) || !has("vector") ? 1 : dice_.percent(90) ? 2 : 3;
    may_create_ = has("new") && (queries == 1 || (once && !multiplies_));
    multiplies_ = multiplies_ || queries > 1;
    for (std::size_t k = 0; k < queries; ++k) match.push_back(query(scope));
    Tree system = {{"match", match}};
    if (shape_.conditions && dice_.percent(50)) system["where"] = condition(scope);
    system["do"] = body(scope, match);
    return system;
  }

  /// Usually one that equalities look up, sometimes any.
  Tree condition(const Scope& scope) {
    if (dice_.percent(40)) return term("bool", scope, 2);
    Tree all = Tree::array();
    for (std::size_t k = 1 + dice_.below(2); k > 0; --k) {
      const TypeForm compared = dice_.one_of(scope.variables).type;
      Strings known;
      for (const Variable& v : scope.variables) variables_of(compared, v, known);
      Tree sides = {dice_.one_of(known), dice_.percent(60) ? Tree(dice_.one_of(known)) : term(compared, scope, 2)};
      if (dice_.percent(50)) std::swap(sides[0], sides[1]);
      all.push_back({{"==", std::move(sides)}});
    }
    const auto beside = [&](Tree also) {
      all.insert(all.begin() + static_cast<long>(dice_.below(2)), std::move(also));
    };
    if (dice_.percent(40)) beside(term("bool", scope, 2));
    if (shape_.may_fail && dice_.percent(30)) beside({{"!=", {{{"quot", {1, term("int", scope, 1)}}}, 2}}});
    return all.size() == 1 ? all.front() : Tree{{"and", std::move(all)}};
  }

  Tree query(Scope& scope) {
    Tree query = Tree::object();
    if (shape_.conditions && !scope.variables.empty() && dice_.percent(40)) {
      query["entity"] = {{"is", entity_term(scope)}};
    } else if (scope.variables.empty() || dice_.percent(80)) {
      query["entity"] = fresh_name();
      scope.variables.push_back({query["entity"], "entity"});
    }
    std::size_t at = dice_.below(used_.size());
    for (std::size_t k = constraints(); k > 0; --k, ++at) {
      const auto& [label, type] = components_[used_[at % used_.size()]];
      const std::size_t kind = dice_.below(10);
      const bool only_excl = !has("incl") && !has("anyway");
      if ((kind < 2 && has("excl")) || only_excl) {
        query.emplace("excl", Tree::array()).first->push_back(label);
      } else {
        const bool anyway = (kind < 5 && has("anyway")) || !has("incl");
        const std::string x = dice_.percent(90) ? fresh_name() : "_";
        (*query.emplace(anyway ? "anyway" : "incl", Tree::object()).first)[label] = x;
        if (x != "_") (anyway ? scope.optionals : scope.variables).push_back({x, type});
      }
    }
    if (shape_.conditions && dice_.percent(20)) query["any"] = Tree::array({alternative(scope), alternative(scope)});
    return query;
  }

  /// The number of constraints of a query: usually one or two, where there may be more usually more.
  std::size_t constraints() {
    const std::size_t most = std::min(shape_.terms, used_.size());
    if (most > 2 && dice_.percent(70)) return 3 + dice_.below(most - 2);
    return dice_.percent(65) || most < 2 ? 1 : 2;
  }

  Tree alternative(Scope& scope) {
    const auto& [included, type] = dice_.one_of(components_);
    const std::string x = dice_.percent(50) ? fresh_name() : "_";
    if (x != "_") scope.optionals.push_back({x, type});
    Tree alternative = {{"incl", {{included, x}}}};
    if (dice_.percent(40)) alternative["excl"] = {dice_.one_of(components_).first};
    return alternative;
  }

  /// Two invocations that leave different values at a location, or store the entities that they create; sometimes a
  /// later one that overwrites one of the values.
  Tree race(Tree& program) {
    const bool stores = components_[1].second == "entity" && has("new") && dice_.percent(40);
    const std::string label = components_[stores].first;
    const std::string e = entities_.empty() ? "" : dice_.one_of(entities_);
    Tree sides = Tree::array();
    for (int side = 0; side < 2; ++side) {
      const std::string name = side ? "right" : "left", x = fresh_name(), y = fresh_name();
      const Tree target = e.empty() || dice_.percent(30) ? Tree(x) : Tree{{"entity", e}};
      Tree write = {{"attach", {label, target, stores ? Tree(y) : Tree(side)}}};
      if (stores) write = {{"new", {y, std::move(write)}}};
      program["systems"][name] = {{"match", Tree::array({{{"entity", x}, {"incl", {{"A", "_"}}}}})},
                                  {"do", std::move(write)}};
      sides.push_back({{either(50, "conc", "seq"), name}});
    }
    Tree race = {{"par", std::move(sides)}};
    if (stores || dice_.percent(60)) return race;
    const int found = static_cast<int>(dice_.below(2));
    const std::string x = fresh_name(), k = fresh_name();
    program["systems"]["repair"] = {{"match", Tree::array({{{"entity", x}, {"incl", {{label, k}}}}})},
                                    {"do", {{"if", {{{"==", {k, found}}}, {{"attach", {label, x, 1 - found}}}}}}}};
    return {{"then", {std::move(race), {{either(50, "conc", "seq"), "repair"}}}}};
  }

  /// A slot is freed, used again so often that a generation of up to twelve bits returns to its first value, and kept
  /// by one more entity. Then an operation names the entity that had it first.
  Tree churn(Tree& program) {
    struct Spin {
      std::size_t matches, each;
    };
    // 2^k - 1 times, and once less for engines that skip one generation
    static const std::vector<Spin> all = {{17, 15}, {17, 15}, {127, 2}, {105, 39}, {89, 46}, {1, 15}};
    std::vector<Spin> fitting;
    std::copy_if(all.begin(), all.end(), std::back_inserter(fitting),
                 [&](const Spin& spin) { return spin.matches + 2 + beside_churn <= shape_.entities; });
    const Spin spin = dice_.one_of(fitting);
    const auto& [a, type] = components_.front();
    const bool refers = has("entity") && dice_.percent(70);
    Tree& components = program["components"];
    components["Alive"] = components["Turns"] = type;
    components["Of"] = refers ? Tree("entity") : Tree(type);
    const Strings others = std::exchange(entities_, {"first"});  // so that there is a value of each type
    Tree& entities = program["entities"];
    entities["first"] = {{"Alive", value(type)}};
    entities["keeper"] = {{"Of", refers ? Tree("first") : value(type)}};
    for (std::size_t k = 0; k < spin.matches; ++k) entities["turn" + std::to_string(k)] = {{"Turns", value(type)}};
    const auto gone = [&](const Tree& x) {
      return has("destroy") && (!has("detach") || dice_.percent(60)) ? Tree{{"destroy", x}}
                                                                     : Tree{{"detach", {"Alive", x}}};
    };
    const auto come = [&, &type = type](bool and_go) {
      const std::string x = fresh_name();
      Tree m = {{"attach", {"Alive", x, literal(type)}}};
      if (and_go) m = Tree::array({std::move(m), gone(x)});
      return Tree{{"new", {x, std::move(m)}}};
    };
    const auto leaf = [&](const std::string& name, const char* component, const std::string& e, const std::string& k,
                          Tree m) {
      Tree query = {{"incl", {{component, k}}}};
      if (!e.empty()) query["entity"] = e;
      program["systems"][name] = {{"match", Tree::array({query})}, {"do", std::move(m)}};
      return Tree{{either(50, "conc", "seq"), name}};
    };
    Tree turns = Tree::array();
    for (std::size_t k = 0; k < spin.each; ++k) turns.push_back(come(true));
    const std::string x = fresh_name(), k = fresh_name();
    const Tree first = refers ? Tree(k) : Tree{{"entity", "first"}};
    const Tree late = dice_.percent(20) ? Tree{{"attach", {"Alive", first, literal(type)}}} : gone(first);
    entities_ = others;
    return {{"then",
             {leaf("free", "Alive", x, "_", gone(x)), leaf("turn", "Turns", "", "_", std::move(turns)),
              leaf("keep", "Of", "", "_", come(false)), leaf("late", "Of", "", refers ? k : "_", late)}}};
  }

  // Hierarchies

  /// Systems that grow trees, cut them, move them, and destroy some of their entities. No entity becomes the child of
  /// one that is not live, or that is below it.
  Tree nest(Tree& program, Tree main) {
    program["components"]["Parent"] = "entity";
    Strings all = {has("destroy") ? "fell" : "bare"};
    if (has("new")) all.insert(all.end(), {"grow", "grow", "graft"});
    if (has("new") && has("excl")) all.emplace_back("replace");
    if (has("detach")) all.emplace_back("cut");
    Tree parts = Tree::array();
    for (std::size_t k = 2 + dice_.below(4); k > 0; --k)
      parts.push_back(of_tree(program, k == 1 ? all.front() : dice_.one_of(all)));
    parts.insert(parts.begin() + static_cast<long>(dice_.below(parts.size())), std::move(main));
    return {{"then", std::move(parts)}};
  }

  /// A leaf with a system of one of these kinds.
  Tree of_tree(Tree& program, const std::string& kind) {
    const std::string x = fresh_name(), y = fresh_name(), name = kind + std::to_string(program["systems"].size());
    const auto& [label, type] = used();
    Tree query = {{"entity", x}};
    if (kind == "cut" || kind == "graft" || (kind != "replace" && dice_.percent(40)))
      query["incl"] = {{"Parent", "_"}};
    else
      query["incl"] = {{label, "_"}};
    if (kind == "replace") query["excl"] = {"Parent"};
    const Tree gone = has("destroy") ? Tree{{"destroy", x}} : Tree{{"detach", {"Parent", x}}};
    Tree m;
    if (kind == "grow") m = child(x, dice_.below(3));
    if (kind == "replace") m = Tree::array({child(x, 0), gone});
    if (kind == "graft")
      m = {{"new", {y, Tree::array({{{"attach", {label, y, literal(type)}}}, {{"attach", {"Parent", x, y}}}})}}};
    if (kind == "cut") m = {{"detach", {"Parent", x}}};
    if (kind == "fell") m = gone;
    if (kind == "bare") m = {{"detach", {label, x}}};
    if (kind == "fell" && type == "int" && dice_.percent(60)) {
      const std::string k = fresh_name();
      query["incl"] = {{label, k}};
      m = {{"if", {{{"==", {k, value(type)}}}, {std::move(m)}}}};
    }
    program["systems"][name] = {{"match", Tree::array({std::move(query)})}, {"do", std::move(m)}};
    return {{either(50, "conc", "seq"), name}};
  }

  /// A new child, with more generations below it.
  Tree child(const std::string& parent, std::size_t generations) {
    const std::string y = fresh_name();
    const auto& [label, type] = used();
    Tree parts = Tree::array({{{"attach", {"Parent", y, parent}}}});
    if (dice_.percent(70)) parts.push_back({{"attach", {label, y, literal(type)}}});
    if (generations > 0) parts.push_back(child(y, generations - 1));
    return {{"new", {y, std::move(parts)}}};
  }

  /// Makes children of earlier entities of those that come later.
  void plant(Tree& entities) {
    Strings parents;
    for (auto& [name, components] : entities.items()) {
      if (!parents.empty() && dice_.percent(60))
        components["Parent"] = dice_.percent(60) ? parents.back() : dice_.one_of(parents);
      if (!components.empty()) parents.push_back(name);
    }
  }

  // Toggled components

  /// Systems that disable and enable one component or two. What they are called before, and see afterwards, is main
  /// and again.
  Tree toggle(Tree& program, Tree main, Tree again) {
    for (std::size_t k = 1 + dice_.below(2); k > 0; --k)
      if (const std::string& label = used(k == 1).first;
          std::find(toggled_.begin(), toggled_.end(), label) == toggled_.end())
        toggled_.push_back(label);
    for (const std::string& label : toggled_) program["components"][label + "_off"] = "unit";
    Tree parts = Tree::array();
    for (std::size_t k = 0; k < 3; ++k) {
      parts.push_back(toggling(program, k == 0));
      if (dice_.percent(40)) parts.push_back(toggling(program, false));
      if (k < 2) parts.push_back(std::move(k == 0 ? main : again));
    }
    return {{"then", std::move(parts)}};
  }

  /// A leaf whose system disables, or does any of this.
  Tree toggling(Tree& program, bool disables) {
    const std::string name = "toggle" + std::to_string(program["systems"].size()), x = fresh_name();
    const std::string& label = dice_.one_of(toggled_);
    const auto found = std::find_if(components_.begin(), components_.end(),
                                    [&](const auto& component) { return component.first == label; });
    const TypeForm& type = found->second;
    const Tree e = dice_.percent(75) ? Tree(x) : Tree{{"entity", dice_.one_of(entities_)}};
    const Tree disable = {{"attach", {label + "_off", e}}}, enable = {{"detach", {label + "_off", e}}},
               set = {{"attach", {label, e, literal(type)}}};
    const std::string y = fresh_name();
    const std::vector<Tree> all = {
        disable,
        disable,
        enable,
        enable,
        enable,
        Tree::array({set, disable}),
        Tree::array({disable, set}),
        set,
        Tree::array({disable, {{"detach", {label, e}}}, set}),
        Tree::array({disable, enable}),
        {{"new", {y, Tree::array({{{"attach", {label, y, literal(type)}}}, {{"attach", {label + "_off", y}}}})}}}};
    Tree m = disables ? disable : all[dice_.below(has("new") ? all.size() : all.size() - 1)];
    // by another component: where this one is disabled, it is not found
    program["systems"][name] = {
        {"match", Tree::array({{{"entity", x}, {"incl", {{dice_.percent(50) ? label : used().first, "_"}}}}})},
        {"do", std::move(m)}};
    return {{either(50, "conc", "seq"), name}};
  }

  // Mutations

  /// Usually any, sometimes one that overwrites a value where it is found, as after a race.
  Tree body(const Scope& scope, const Tree& match) {
    const Tree& first = match.front();
    if (dice_.percent(25) && first.contains("entity") && first.contains("incl") && has("attach"))
      for (const auto& [label, x] : first["incl"].items())
        for (const auto& [name, type] : components_)
          if (name == label && type == "int" && x != "_")
            return {{"if", {{{"==", {x, value("int")}}}, {{"attach", {label, first["entity"], value("int")}}}}}};
    Tree parts = Tree::array();
    for (std::size_t k = 1 + dice_.below(2); k > 0; --k) parts.push_back(mutation(scope, 2));
    return parts.size() == 1 && dice_.percent(50) ? parts.front() : parts;
  }

  /// Becomes an attach if the construct is not available.
  Tree mutation(const Scope& scope, std::size_t depth) {
    const std::size_t kind = dice_.below(depth > 0 ? 20 : 11);
    const std::string target = used().first;
    if (shape_.structural && dice_.percent(50)) {
      const std::size_t change = dice_.below(3);
      const bool may_create = depth > 0 && may_create_;
      if (change == 0 && has("destroy")) return {{"destroy", entity_term(scope)}};
      if ((change == 1 || !may_create) && has("detach")) return {{"detach", {target, entity_term(scope)}}};
      if (may_create) return creation(scope, depth);
    }
    if (kind < 1 && has("detach")) return {{"detach", {target, entity_term(scope)}}};
    if (kind == 1 && dice_.percent(30) && has("destroy")) return {{"destroy", entity_term(scope)}};
    if (kind == 3 && dice_.percent(30)) return Tree::array();
    if (kind < 11) return attach(scope, depth);
    if (kind < 14 && may_create_) return creation(scope, depth);
    if (kind < 17 || (kind == 19 && scope.optionals.empty())) {
      Tree parts = Tree::array({term("bool", scope, 2), mutation(scope, depth - 1)});
      if (dice_.percent(60)) parts.push_back(mutation(scope, depth - 1));
      return {{"if", std::move(parts)}};
    }
    Scope inner = scope;
    const std::string x = dice_.percent(95) ? fresh_name() : "_";
    if (kind < 19) {
      const TypeForm type = dice_.one_of(components_).second;
      Tree value = has_list(type) ? variable(type, scope) : term(type, scope, 2);
      if (value.is_discarded()) return attach(scope, depth);
      if (x != "_") inner.variables.push_back({x, type});
      return {{"let", {x, std::move(value), mutation(inner, depth - 1)}}};
    }
    const Variable& o = dice_.one_of(scope.optionals);
    if (x != "_") inner.variables.push_back({x, o.type});
    Tree parts = Tree::array({o.path, x, mutation(inner, depth - 1)});
    if (dice_.percent(60)) parts.push_back(mutation(scope, depth - 1));
    return {{"case", std::move(parts)}};
  }

  Tree creation(const Scope& scope, std::size_t depth) {
    Scope inner = scope;
    const std::string x = fresh_name();
    inner.variables.insert(inner.variables.begin(), 3, {x, "entity"});
    return {{"new", {x, Tree::array({mutation(inner, depth - 1), mutation(inner, depth - 1)})}}};
  }

  Tree attach(const Scope& scope, std::size_t depth) {
    if (!has("attach")) return has("detach") ? Tree{{"detach", {used().first, entity_term(scope)}}} : Tree::array();
    const auto& [label, type] = used(dice_.percent(70));
    Tree parts = Tree::array({label, entity_term(scope)});
    Tree value = type == "unit" && dice_.percent(50) ? Tree() : term(type, scope, depth);
    if (value.is_discarded()) return Tree::array();
    if (!value.is_null()) parts.push_back(std::move(value));
    if (type == "unit" && parts.size() == 2 && dice_.percent(50)) parts.push_back(nullptr);
    return {{"attach", std::move(parts)}};
  }

  Strings toggled_;
  std::vector<std::size_t> uses_;                 // the number of leaves of each system
  static constexpr std::size_t beside_churn = 3;  // entities
  bool multiplies_ = false;                       // whether some system of several queries may create entities
  bool may_create_ = true;                        // whether the current system may
};

}  // namespace

nlohmann::ordered_json random_program(Dice& dice, const Shape& shape, const std::optional<Constructs>& among) {
  return Author(dice, shape, among).program();
}

}  // namespace coreecs
