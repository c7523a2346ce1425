#include "interp/oracle/random_program.hpp"

#include <algorithm>

namespace coreecs {

namespace {

using Tree = nlohmann::ordered_json;
using Strings = std::vector<std::string>;

/// A type in JSON form.
using TypeForm = Tree;

struct Variable {
  std::string path;  ///< "p" or "p.x"
  TypeForm type;
};

/// What a term or mutation may mention.
struct Scope {
  std::vector<Variable> variables;
  std::vector<Variable> optionals;  ///< bound by anyway
};

class Author {
 public:
  Author(Dice& dice, const Shape& shape, const std::optional<Constructs>& among)
      : dice_(dice), shape_(shape), among_(among) {}

  Tree program() {
    Tree program = {{"components", Tree::object()}, {"systems", Tree::object()}, {"schedules", Tree::object()}};
    const std::size_t values = dice_.below(100);
    few_values_ = values < 50;
    large_values_ = values >= 95;
    components();
    const std::size_t entities = dice_.percent(5) ? 0 : 1 + dice_.below(shape_.entities);
    for (std::size_t k = entities; k > 0; --k) entities_.push_back("e" + std::to_string(k - 1));
    if (entities_.size() > 1 && dice_.percent(20)) entities_.front() = "zoe";
    for (const auto& [name, type] : components_) program["components"][name] = type;
    const std::size_t frames = dice_.percent(70) || !has("frames") ? 1 : 1 + dice_.below(shape_.frames);
    const std::size_t leaves = std::max(1 + dice_.below(shape_.leaves), 1 + dice_.below(shape_.leaves));
    Tree main = schedule(has("par") || has("then") ? leaves : 1);
    for (std::size_t k = 0; k < uses_.size(); ++k)
      program["systems"]["s" + std::to_string(k)] = system(frames == 1 && uses_[k] == 1);
    if (shape_.races && has("par") && has("then") && has("int") && has("incl") && has("attach"))
      main = {{"then", {race(program), std::move(main)}}};
    program["schedules"]["main"] = std::move(main);
    program["entities"] = Tree::object();
    for (const std::string& e : entities_) program["entities"][e] = entity();
    if (frames > 1) program["frames"] = frames;
    return program;
  }

 private:
  [[nodiscard]] bool has(std::string_view construct) const { return !among_ || among_->contains(construct); }
  /// The one by this chance, in percent, or the other; or that of the two that there is.
  const char* either(std::size_t chance, const char* one, const char* other) {
    return (dice_.percent(chance) || !has(other)) && has(one) ? one : other;
  }

  // Types and values

  void components() {
    static const std::vector<TypeForm> types = {"int",
                                                "int",
                                                "int",
                                                "entity",
                                                "entity",
                                                "bool",
                                                "real",
                                                "text",
                                                "unit",
                                                TypeForm{{"x", "int"}, {"to", "entity"}},
                                                TypeForm{{"x", "int"}, {"in", {{"y", "bool"}, {"of", "text"}}}}};
    std::vector<TypeForm> available;
    std::copy_if(types.begin(), types.end(), std::back_inserter(available),
                 [&](const TypeForm& type) { return has_type(type); });
    if (available.empty()) available = types;
    components_.emplace_back("A", has("int") ? TypeForm("int") : dice_.one_of(available));
    const char* b = either(50, "int", "entity");
    components_.emplace_back("B", has(b) ? TypeForm(b) : dice_.one_of(available));
    static const Strings names = {"C", "D", "E"};
    for (std::size_t k = dice_.percent(60) ? 0 : 1 + dice_.below(3); k > 0; --k)
      components_.emplace_back(names[k - 1], dice_.one_of(available));
  }

  /// Whether there are all types in this one.
  [[nodiscard]] bool has_type(const TypeForm& type) const {
    if (type.is_string()) return has(std::string_view(type.get_ref<const std::string&>()));
    return has("record") &&
           std::all_of(type.begin(), type.end(), [&](const TypeForm& field) { return has_type(field); });
  }

  Tree entity() {
    Tree entity = Tree::object();
    for (const auto& [name, type] : components_)
      if (dice_.percent(type == "int" ? 75 : 50))
        if (Tree value = this->value(type); !value.is_discarded()) entity[name] = std::move(value);
    return entity;
  }

  /// Discarded where there is none: of type entity in a program without entities.
  Tree value(const TypeForm& type) {
    static const std::vector<int> ints = {0, 1, 2, 0, 1, 2, 3, 4, -1};
    static const std::vector<double> reals = {0.0, 1.0, 0.5, -0.0, 2.5};
    static const Strings texts = {"", "a", "b", "ä"};
    if (large_values_ && dice_.percent(50)) {
      // What other sizes of numbers, and texts that end early, do not hold. Integers stay such that a product is mostly
      // a double, as which many engines read their JSON.
      static const std::vector<std::int64_t> large_ints = {127, -129, 256, 32'767, -32'769, 65'536};
      static const std::vector<double> large_reals = {0.1, 16'777'217.0, 1e39, -1e308, 5e-324};
      static const Strings odd_texts = {"a \"b\" \\", std::string("a\0b", 3), "\xF0\x9D\x84\x9E", "a\n"};
      if (type == "int") return dice_.one_of(large_ints);
      if (type == "real") return dice_.one_of(large_reals);
      if (type == "text") return dice_.one_of(odd_texts);
    }
    if (type == "int") return ints[dice_.below(few_values_ ? 3 : ints.size())];
    if (type == "real") return dice_.one_of(reals);
    if (type == "text") return dice_.one_of(texts);
    if (type == "bool") return dice_.percent(50);
    if (type == "unit") return nullptr;
    if (type == "entity")
      return entities_.empty() ? Tree(Tree::value_t::discarded)
                               : Tree(dice_.percent(50) ? entities_.front() : dice_.one_of(entities_));
    Tree record = Tree::object();
    for (const auto& [field, type] : type.items()) {
      Tree value = this->value(type);
      if (value.is_discarded()) return value;
      record[field] = std::move(value);
    }
    return record;
  }

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

  // Systems

  std::string fresh_name() { return "x" + std::to_string(names_++); }

  /// A system of several queries that creates an entity at each match, performed more than once, makes too many.
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

  /// Mostly one that equalities look up, sometimes anything.
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
    const std::size_t constraints = dice_.percent(65) ? 1 : 2;
    std::size_t at = dice_.below(components_.size());
    for (std::size_t k = 0; k < constraints; ++k, ++at) {
      const auto& [label, type] = components_[at % components_.size()];
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

  Tree alternative(Scope& scope) {
    const auto& [included, type] = dice_.one_of(components_);
    const std::string x = dice_.percent(50) ? fresh_name() : "_";
    if (x != "_") scope.optionals.push_back({x, type});
    Tree alternative = {{"incl", {{included, x}}}};
    if (dice_.percent(40)) alternative["excl"] = {dice_.one_of(components_).first};
    return alternative;
  }

  /// Two invocations that leave different values at a location, or store the entities that they create; sometimes then
  /// one that puts one of the values right.
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

  // Mutations

  /// Mostly anything, sometimes a value put right where it is found, as after a race.
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

  /// What is asked for and is not to be had is an attach instead.
  Tree mutation(const Scope& scope, std::size_t depth) {
    const std::size_t kind = dice_.below(depth > 0 ? 20 : 11);
    const std::string target = dice_.one_of(components_).first;
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
      Tree value = term(type, scope, 2);
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
    if (!has("attach"))
      return has("detach") ? Tree{{"detach", {dice_.one_of(components_).first, entity_term(scope)}}} : Tree::array();
    const auto& [label, type] = components_[dice_.below(dice_.percent(70) ? 2 : components_.size())];
    Tree parts = Tree::array({label, entity_term(scope)});
    Tree value = type == "unit" && dice_.percent(50) ? Tree() : term(type, scope, depth);
    if (value.is_discarded()) return Tree::array();
    if (!value.is_null()) parts.push_back(std::move(value));
    if (type == "unit" && parts.size() == 2 && dice_.percent(50)) parts.push_back(nullptr);
    return {{"attach", std::move(parts)}};
  }

  // Terms: discarded where there is none of the type.

  /// Mostly an entity of the match or a new one, sometimes one that is named or found in a component.
  Tree entity_term(const Scope& scope) {
    Strings bound;
    for (const Variable& v : scope.variables)
      if (v.type == "entity") bound.push_back(v.path);
    return dice_.percent(45) ? Tree(dice_.one_of(bound)) : term("entity", scope, 1);
  }

  void variables_of(const TypeForm& type, const Variable& v, Strings& found) {
    if (v.type == type) found.push_back(v.path);
    if (v.type.is_object())
      for (const auto& [field, inner] : v.type.items()) variables_of(type, {v.path + "." + field, inner}, found);
  }

  Tree literal(const TypeForm& type) {
    Tree value = this->value(type);
    if (value.is_discarded()) return value;
    if (type == "text") return {{"text", std::move(value)}};
    if (type == "entity") return {{"entity", std::move(value)}};
    if (!type.is_object()) return value;
    Tree fields = Tree::object();
    for (const auto& [field, inner] : type.items()) fields[field] = literal(inner);
    return {{"record", std::move(fields)}};
  }

  Tree term(const TypeForm& type, const Scope& scope, std::size_t depth) {
    Strings known;
    for (const Variable& v : scope.variables) variables_of(type, v, known);
    if (depth == 0 || dice_.percent(45)) {
      if (!known.empty() && dice_.percent(type == "entity" ? 10 : 70)) return dice_.one_of(known);
      Tree simple = literal(type);
      return simple.is_discarded() && !known.empty() ? Tree(dice_.one_of(known)) : simple;
    }
    const auto sub = [&](const TypeForm& t) { return term(t, scope, depth - 1); };
    Tree made;
    switch (dice_.below(6)) {
      case 0:
        made = {{"if", {sub("bool"), sub(type), sub(type)}}};
        break;
      case 1:
        made = optional_term(type, scope, depth);
        break;
      case 2: {
        const TypeForm bound = dice_.one_of(components_).second;
        Tree value = sub(bound);
        const std::string x = fresh_name();
        Scope inner = scope;
        inner.variables.push_back({x, bound});
        made = {{"let", {x, std::move(value), term(type, inner, depth - 1)}}};
        break;
      }
      default:
        made = operation(type, scope, depth);
    }
    const bool whole = !made.is_discarded() && complete(made);
    return whole ? made : term(type, scope, 0);
  }

  /// Whether no part of a term is missing.
  static bool complete(const Tree& term) {
    if (term.is_discarded()) return false;
    for (const auto& part : term)
      if (part.is_discarded() || (part.is_structured() && !complete(part))) return false;
    return true;
  }

  Tree optional_term(const TypeForm& type, const Scope& scope, std::size_t depth) {
    std::vector<Variable> fitting;
    for (const Variable& o : scope.optionals)
      if (o.type == type) fitting.push_back(o);
    if (!fitting.empty() && dice_.percent(50))
      return {{"default", {dice_.one_of(fitting).path, term(type, scope, depth - 1)}}};
    if (scope.optionals.empty()) return Tree(Tree::value_t::discarded);
    const Variable o = dice_.one_of(scope.optionals);
    if (type == "bool" && dice_.percent(50)) return {{"present", o.path}};
    Scope inner = scope;
    const std::string x = fresh_name();
    inner.variables.push_back({x, o.type});
    return {{"case", {o.path, x, term(type, inner, depth - 1), term(type, scope, depth - 1)}}};
  }

  Tree operation(const TypeForm& type, const Scope& scope, std::size_t depth) {
    const auto sub = [&](const TypeForm& t) { return term(t, scope, depth - 1); };
    const auto list = [&](const TypeForm& t) {
      Tree operands = Tree::array({sub(t), sub(t)});
      if (dice_.percent(20)) operands.push_back(sub(t));
      return operands;
    };
    static const Strings several = {"+", "+", "*", "min", "max"};
    static const Strings divisions = {"ceil_div", "floor_div", "quot", "rem", "mod"};
    static const Strings comparisons = {"<", "<=", ">", ">="};
    static const std::vector<TypeForm> ordered = {"int", "int", "real", "text"};
    if (type == "int" || type == "real") {
      const std::size_t kind = dice_.below(10);
      if (kind < 5) return {{dice_.one_of(several), list(type)}};
      if (kind < 7) return {{"-", {sub(type), sub(type)}}};
      if (kind == 7) return {{dice_.percent(50) ? "neg" : "abs", sub(type)}};
      Tree divisor = shape_.may_fail ? sub(type) : type == "int" ? Tree(dice_.percent(50) ? 2 : -2) : Tree(2.0);
      return {{type == "int" ? dice_.one_of(divisions) : "/", {sub(type), std::move(divisor)}}};
    }
    if (type == "bool") {
      const std::size_t kind = dice_.below(10);
      if (kind < 4) {
        const TypeForm compared = dice_.one_of(components_).second;
        return {{dice_.percent(75) ? "==" : "!=", {sub(compared), sub(compared)}}};
      }
      if (kind < 7) {
        const TypeForm compared = dice_.one_of(ordered);
        return {{dice_.one_of(comparisons), {sub(compared), sub(compared)}}};
      }
      if (kind < 9) return {{dice_.percent(50) ? "and" : "or", list("bool")}};
      return {{"not", sub("bool")}};
    }
    if (!type.is_object()) return term(type, scope, 0);
    Tree fields = Tree::object();
    for (const auto& [field, inner] : type.items()) fields[field] = sub(inner);
    return {{"record", std::move(fields)}};
  }

  Dice& dice_;
  const Shape& shape_;
  const std::optional<Constructs>& among_;
  std::vector<std::pair<std::string, TypeForm>> components_;
  Strings entities_;
  std::vector<std::size_t> uses_;  // of each system, in how many leaves
  bool multiplies_ = false;        // whether a system of several queries may create entities already
  bool few_values_ = false;        // whether integers are 0, 1 or 2 only
  bool large_values_ = false;      // whether half of all values are at the ends of a type
  bool may_create_ = true;         // whether the system at hand may
  std::size_t names_ = 0;
};

}  // namespace

nlohmann::ordered_json random_program(Dice& dice, const Shape& shape, const std::optional<Constructs>& among) {
  return Author(dice, shape, among).program();
}

}  // namespace coreecs
