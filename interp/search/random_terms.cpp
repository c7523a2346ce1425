#include "interp/search/random_terms.hpp"

#include <algorithm>

#include "interp/language/program/operator.hpp"

namespace coreecs {

using Tree = nlohmann::ordered_json;

namespace {

bool is_enumeration(const Tree& type) { return type.is_object() && type.begin()->is_array(); }
bool is_list(const Tree& type) { return type.is_object() && type.contains("most") && type["most"].is_number(); }
bool is_record(const Tree& type) { return type.is_object() && !is_enumeration(type) && !is_list(type); }

/// Whether no part of a term is missing.
bool complete(const Tree& term) {
  if (term.is_discarded()) return false;
  for (const auto& part : term)
    if (part.is_discarded() || (part.is_structured() && !complete(part))) return false;
  return true;
}

const Tree nothing(Tree::value_t::discarded);

using Arity = Operator::Arity;
using Takes = Operator::Takes;

/// The keys of the operators of this kind; `yields` is none for the type of the operands.
std::vector<std::string> keys_of(Arity arity, Takes takes, std::optional<TermType::Kind> yields) {
  std::vector<std::string> keys;
  for (const Operator& op : operators())
    if (op.arity == arity && op.takes == takes && op.yields == yields && !op.extension) keys.emplace_back(op.key);
  return keys;
}

}  // namespace

// Types and values

std::vector<RandomTerms::TypeForm> RandomTerms::types() const {
  std::vector<TypeForm> all = {"int",
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
  if (shape_.conveniences) {
    const TypeForm mood{{"enum", {"a", "b", ""}}};
    all.insert(all.end(), {mood, mood, TypeForm{{"enum", {"b", "a"}}}, TypeForm{{"of", mood}, {"n", "int"}}});
  }
  if (has_lists())
    all.insert(all.end(), {TypeForm{{"list", "int"}, {"most", 2}}, TypeForm{{"list", "entity"}, {"most", 2}},
                           TypeForm{{"list", {{"x", "int"}, {"to", "text"}}}, {"most", 3}},
                           TypeForm{{"in", {{"list", "int"}, {"most", 3}}}, {"b", "bool"}}});
  return all;
}

void RandomTerms::components() {
  const std::vector<TypeForm> all = types();
  std::vector<TypeForm> available;
  std::copy_if(all.begin(), all.end(), std::back_inserter(available),
               [&](const TypeForm& type) { return has_type(type); });
  if (available.empty()) available = all;
  components_.emplace_back("A", has("int") ? TypeForm("int") : dice_.one_of(available));
  const char* b = either(50, "int", "entity");
  components_.emplace_back("B", has(b) ? TypeForm(b) : dice_.one_of(available));
  if (shape_.conveniences && dice_.percent(50)) {
    std::vector<TypeForm> others;
    std::copy_if(available.begin(), available.end(), std::back_inserter(others),
                 [](const TypeForm& type) { return is_enumeration(type) || has_list(type); });
    if (!others.empty()) components_.back().second = dice_.one_of(others);
  }
  static const Strings names = {"C", "D", "E"};
  const std::size_t few = shape_.conveniences ? 30 : 60;
  for (std::size_t k = dice_.percent(few) ? 0 : 1 + dice_.below(3); k > 0; --k)
    if (components_.size() < shape_.components) components_.emplace_back(names[k - 1], dice_.one_of(available));
  if (shape_.components > 5) {
    std::vector<std::size_t> sizes{shape_.components};
    for (const std::size_t one_more : {33, 65, 129})  // than fit a word of bits, or two, or four
      if (one_more < shape_.components) sizes.push_back(one_more);
    for (const std::size_t size = dice_.one_of(sizes); components_.size() < size;)
      components_.emplace_back("C" + std::to_string(components_.size()), dice_.one_of(available));
  }
  choose_used();
}

/// All components, in order; or of many: the first and the last, and some between.
void RandomTerms::choose_used() {
  const std::size_t all = components_.size();
  if (all <= 5) {
    for (std::size_t k = 0; k < all; ++k) {
      used_.push_back(k);
      share_.push_back(components_[k].second == "int" ? 75 : 50);
    }
    return;
  }
  used_ = {0, all - 1};
  share_.assign(all, 2);
  for (const std::size_t k : {dice_.below(all), all / 2, dice_.below(all), dice_.below(all)})
    if (std::find(used_.begin(), used_.end(), k) == used_.end())
      used_.insert(used_.begin() + static_cast<long>(dice_.below(used_.size() + 1)), k);
  for (const std::size_t k : used_) share_[k] = dice_.one_of(std::vector<std::size_t>{95, 80, 60, 40, 20, 10});
}

/// Whether all types in this one are available.
bool RandomTerms::has_type(const TypeForm& type) const {
  if (type.is_string()) return has(std::string_view(type.get_ref<const std::string&>()));
  if (is_enumeration(type)) return has("text");
  if (is_list(type)) return has_lists() && has_type(type["list"]);
  return has("record") && std::all_of(type.begin(), type.end(), [&](const TypeForm& field) { return has_type(field); });
}

bool RandomTerms::has_list(const TypeForm& type) {
  return is_list(type) || (is_record(type) && std::any_of(type.begin(), type.end(), has_list));
}

Tree RandomTerms::constants() {
  Tree all = Tree::object();
  for (std::size_t k = 1 + dice_.below(2); k > 0; --k) {
    const TypeForm type = dice_.one_of(components_).second;
    Tree value = literal(type);
    if (value.is_discarded() || type == "unit" || has_list(type)) continue;
    if (type == "int" && dice_.percent(30)) value = {{"+", {std::move(value), literal(type)}}};
    const std::string name = "k" + std::to_string(k);
    all[name] = std::move(value);
    constants_.push_back({name, type});
  }
  return all;
}

Tree RandomTerms::entity() {
  Tree entity = Tree::object();
  for (std::size_t k = 0; k < components_.size(); ++k)
    if (dice_.percent(share_[k]))
      if (Tree value = this->value(components_[k].second); !value.is_discarded())
        entity[components_[k].first] = std::move(value);
  return entity;
}

/// Values that smaller number types, and texts that end early, cannot hold.
Tree RandomTerms::large_value(const TypeForm& type) {
  constexpr std::int64_t two_31 = std::int64_t{1} << 31, two_32 = two_31 * 2;
  static const std::vector<std::int64_t> large_ints = {127,         -129,
                                                       256,         32'767,
                                                       -32'769,     65'536,
                                                       two_31 - 1,  two_31,
                                                       -two_31 - 1, two_32 - 1,
                                                       two_32,      two_32 + 1,
                                                       -two_32,     exact_double_ints - 1},
                                         wide_ints = {exact_double_ints, exact_double_ints + 1, -exact_double_ints - 1};
  if (type == "int" && has("int64") && dice_.percent(20)) return dice_.one_of(wide_ints);
  static const std::vector<double> large_reals = {0.1, 16'777'217.0, 1e39, -1e308, 5e-324};
  static const Strings odd_texts = {"a \"b\" \\", std::string("a\0b", 3), "\xF0\x9D\x84\x9E", "a\n"};
  if (type == "int") return dice_.one_of(large_ints);
  if (type == "real") return dice_.one_of(large_reals);
  return type == "text" ? Tree(dice_.one_of(odd_texts)) : nothing;
}

Tree RandomTerms::value(const TypeForm& type) {
  static const std::vector<int> ints = {0, 1, 2, 0, 1, 2, 3, 4, -1};
  static const std::vector<double> reals = {0.0, 1.0, 0.5, -0.0, 2.5};
  static const Strings texts = {"", "a", "b", "ä"};
  if (large_values_ && dice_.percent(50))
    if (Tree large = large_value(type); !large.is_discarded()) return large;
  if (type == "int") return ints[dice_.below(few_values_ ? 3 : ints.size())];
  if (type == "real") return dice_.one_of(reals);
  if (type == "text") return dice_.one_of(texts);
  if (type == "bool") return dice_.percent(50);
  if (type == "unit") return nullptr;
  if (is_enumeration(type)) return type["enum"][dice_.below(type["enum"].size())];
  if (type == "entity")
    return entities_.empty() ? nothing : Tree(dice_.percent(50) ? entities_.front() : dice_.one_of(entities_));
  if (is_list(type)) {
    Tree list = Tree::array();
    for (std::size_t k = dice_.below(type["most"].get<std::size_t>() + 1); k > 0; --k)
      if (Tree each = value(type["list"]); !each.is_discarded()) list.push_back(std::move(each));
    return list;
  }
  Tree record = Tree::object();
  for (const auto& [field, type] : type.items()) {
    Tree value = this->value(type);
    if (value.is_discarded()) return value;
    record[field] = std::move(value);
  }
  return record;
}

// Terms

Tree RandomTerms::entity_term(const Scope& scope) {
  Strings bound;
  for (const Variable& v : scope.variables)
    if (v.type == "entity") bound.push_back(v.path);
  return dice_.percent(45) ? Tree(dice_.one_of(bound)) : term("entity", scope, 1);
}

void RandomTerms::variables_of(const TypeForm& type, const Variable& v, Strings& found) {
  if (v.type == type) found.push_back(v.path);
  if (is_record(v.type))
    for (const auto& [field, inner] : v.type.items()) variables_of(type, {v.path + "." + field, inner}, found);
}

Tree RandomTerms::literal(const TypeForm& type) {
  if (is_list(type)) {
    Tree values = Tree::array();
    for (std::size_t k = dice_.below(type["most"].get<std::size_t>() + 1); k > 0; --k)
      if (Tree each = literal(type["list"]); !each.is_discarded()) values.push_back(std::move(each));
    return {{"list", std::move(values)}};
  }
  Tree value = this->value(type);
  if (value.is_discarded()) return value;
  if (type == "text" || is_enumeration(type)) return {{"text", std::move(value)}};
  if (type == "entity") return {{"entity", std::move(value)}};
  if (!is_record(type)) return value;
  Tree fields = Tree::object();
  for (const auto& [field, inner] : type.items()) fields[field] = literal(inner);
  return {{"record", std::move(fields)}};
}

Tree RandomTerms::term(const TypeForm& type, const Scope& scope, std::size_t depth) {
  Strings known;
  for (const Variable& v : scope.variables) variables_of(type, v, known);
  for (const Variable& constant : constants_) variables_of(type, constant, known);
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
      Tree value = has_list(bound) ? variable(bound, scope) : sub(bound);
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

Tree RandomTerms::optional_term(const TypeForm& type, const Scope& scope, std::size_t depth) {
  std::vector<Variable> fitting;
  for (const Variable& o : scope.optionals)
    if (o.type == type) fitting.push_back(o);
  if (!fitting.empty() && dice_.percent(50))
    return {{"default", {dice_.one_of(fitting).path, term(type, scope, depth - 1)}}};
  if (scope.optionals.empty()) return nothing;
  const Variable o = dice_.one_of(scope.optionals);
  if (type == "bool" && dice_.percent(50)) return {{"present", o.path}};
  Scope inner = scope;
  const std::string x = fresh_name();
  inner.variables.push_back({x, o.type});
  return {{"case", {o.path, x, term(type, inner, depth - 1), term(type, scope, depth - 1)}}};
}

Tree RandomTerms::operands(const TypeForm& type, const Scope& scope, std::size_t depth) {
  Tree all = Tree::array({term(type, scope, depth - 1), term(type, scope, depth - 1)});
  if (dice_.percent(20)) all.push_back(term(type, scope, depth - 1));
  return all;
}

Tree RandomTerms::operation(const TypeForm& type, const Scope& scope, std::size_t depth) {
  if (has_lists() && !is_list(type) && dice_.percent(40))
    if (Tree of = of_list(type, scope, depth); !of.is_discarded()) return of;
  if (type == "int" || type == "real") return number(type, scope, depth);
  if (type == "bool") return truth(scope, depth);
  if (is_list(type)) return list(type, scope, depth);
  if (!is_record(type)) return term(type, scope, 0);
  Tree fields = Tree::object();
  for (const auto& [field, inner] : type.items()) fields[field] = term(inner, scope, depth - 1);
  return {{"record", std::move(fields)}};
}

/// The first key by this chance, in percent, or another one.
const std::string& RandomTerms::first_of(const Strings& keys, std::size_t chance) {
  if (keys.size() == 1 || dice_.percent(chance)) return keys.front();
  return keys[keys.size() == 2 ? 1 : 1 + dice_.below(keys.size() - 1)];
}

Tree RandomTerms::number(const TypeForm& type, const Scope& scope, std::size_t depth) {
  static const Strings several = [] {
    Strings all = keys_of(Arity::Several, Takes::Numbers, {});
    all.insert(all.begin(), all.front());  // sums are twice as common as any other
    return all;
  }();
  static const Strings of_two = keys_of(Arity::Two, Takes::Numbers, {}),
                       of_one = keys_of(Arity::One, Takes::Numbers, {}),
                       of_ints = keys_of(Arity::Two, Takes::Ints, TermType::Kind::Int),
                       of_reals = keys_of(Arity::Two, Takes::Reals, TermType::Kind::Real);
  const auto sub = [&](const TypeForm& t) { return term(t, scope, depth - 1); };
  const std::size_t kind = dice_.below(10);
  if (kind < 5) return {{dice_.one_of(several), operands(type, scope, depth)}};
  if (kind < 7) return {{first_of(of_two, 50), {sub(type), sub(type)}}};
  if (kind == 7) return {{first_of(of_one, 50), sub(type)}};
  Tree divisor = shape_.may_fail ? sub(type) : type == "int" ? Tree(dice_.percent(50) ? 2 : -2) : Tree(2.0);
  return {{type == "int" ? dice_.one_of(of_ints) : first_of(of_reals, 50), {sub(type), std::move(divisor)}}};
}

Tree RandomTerms::truth(const Scope& scope, std::size_t depth) {
  constexpr auto yields = TermType::Kind::Bool;
  static const Strings of_equals = keys_of(Arity::Two, Takes::Alike, yields),
                       comparisons = keys_of(Arity::Two, Takes::Ordered, yields),
                       of_truths = keys_of(Arity::Several, Takes::Truths, yields),
                       of_truth = keys_of(Arity::One, Takes::Truths, yields);
  static const std::vector<TypeForm> ordered = {"int", "int", "real", "text"};
  const auto sub = [&](const TypeForm& t) { return term(t, scope, depth - 1); };
  const std::size_t kind = dice_.below(10);
  if (kind < 4) {
    const TypeForm compared = dice_.one_of(components_).second;
    return {{first_of(of_equals, 75), {sub(compared), sub(compared)}}};
  }
  if (kind < 7) {
    const TypeForm compared = dice_.one_of(ordered);
    return {{dice_.one_of(comparisons), {sub(compared), sub(compared)}}};
  }
  if (kind < 9) return {{first_of(of_truths, 50), operands("bool", scope, depth)}};
  return {{first_of(of_truth, 50), sub("bool")}};
}

/// A variable of this type. A list in a variable may be as long as its type says, but a literal is as long as it is.
Tree RandomTerms::variable(const TypeForm& type, const Scope& scope) {
  Strings known;
  for (const Variable& v : scope.variables) variables_of(type, v, known);
  return known.empty() ? nothing : Tree(dice_.one_of(known));
}

/// A term of type list.
Tree RandomTerms::list(const TypeForm& type, const Scope& scope, std::size_t depth) {
  Tree l = variable(type, scope);
  if (l.is_discarded()) return literal(type);
  const TypeForm& of = type["list"];
  const std::string x = fresh_name();
  Scope inner = scope;
  inner.variables.push_back({x, of});
  switch (dice_.below(4)) {
    case 0:
    case 1:
      return {{"append", {std::move(l), term(of, scope, depth - 1), variable(type, scope)}}};
    case 2:
      return {{"map", {std::move(l), x, term(of, inner, depth - 1)}}};
    default:
      return {{"filter", {std::move(l), x, term("bool", inner, depth - 1)}}};
  }
}

/// A term of another type, from a list.
Tree RandomTerms::of_list(const TypeForm& type, const Scope& scope, std::size_t depth) {
  std::vector<TypeForm> lists;
  for (const auto& [name, component] : components_)
    if (is_list(component)) lists.push_back(component);
  if (lists.empty()) return nothing;
  const TypeForm list = dice_.one_of(lists);
  Tree l = variable(list, scope);
  if (type == "int" && dice_.percent(30)) return {{"length", std::move(l)}};
  if (list["list"] == type && dice_.percent(60))
    return {{"get", {std::move(l), term("int", scope, depth - 1), term(type, scope, depth - 1)}}};
  if (has_list(type)) return nothing;
  const std::string x = fresh_name(), y = fresh_name();
  Scope inner = scope;
  inner.variables.push_back({x, list["list"]});
  inner.variables.push_back({y, type});
  Tree first = is_enumeration(type) ? variable(type, scope) : term(type, scope, depth - 1);  // a literal is a text here
  if (first.is_discarded()) return nothing;
  return {{"fold", {std::move(l), x, y, std::move(first), term(type, inner, depth - 1)}}};
}

}  // namespace coreecs
