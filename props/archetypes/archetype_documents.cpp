#include "props/archetypes/archetype_documents.hpp"

#include <rapidcheck.h>

#include <cstdint>
#include <nlohmann/json.hpp>

namespace coreecs::archetype {

namespace {

using Tree = nlohmann::ordered_json;

/// Random documents: choices, one after the other; those that are left out are 0, the simplest.
class Documents {
 public:
  explicit Documents(std::vector<std::uint8_t> choices) : choices_(std::move(choices)) {}

  Tree program() {
    Tree out;
    out["calculus"] = "archetype";
    out["components"] = {{"P", {{"n", "int"}, {"r", "real"}}},
                         {"F", {{"b", "bool"}, {"s", "text"}}},
                         {"D", Tree::object()},
                         {"if_", {{"if", "int"}}}};
    pool_ = {1 + choose(15), 1 + choose(15)};
    std::vector<std::string> names;
    for (std::size_t n = 1 + choose(3); n > 0; --n) {
      names.push_back("s" + std::to_string(names.size()));
      out["systems"][names.back()] = system();
    }
    out["frame"] = Tree::array();
    for (std::size_t n = 1 + choose(4); n > 0; --n) out["frame"].push_back(step(names, 2));
    out["frame"].push_back("sync");
    for (std::size_t n = choose(5); n > 0; --n) out["entities"]["e" + std::to_string(n)] = entity();
    out["entities"]["x"] = {{"P", {{"n", 1}, {"r", 0.5}}}};
    out["frames"] = 1 + choose(2);
    return out;
  }

 private:
  std::size_t choose(std::size_t n) { return at_ < choices_.size() ? choices_[at_++] % n : 0; }
  static Tree keyed(const std::string& key, Tree value) {
    Tree out;
    out[key] = std::move(value);
    return out;
  }
  static Tree pair(Tree a, Tree b) { return Tree::array({std::move(a), std::move(b)}); }

  Tree step(const std::vector<std::string>& names, int depth) {
    const std::size_t kind = choose(6);
    if (kind == 5 && depth == 2) return "sync";
    if (kind < 4 || depth == 0) return names[choose(names.size())];
    Tree all = Tree::array();
    for (std::size_t n = 2 + choose(2); n > 0; --n) all.push_back(step(names, depth == 2 ? 1 : 0));
    return keyed("parallel", std::move(all));
  }
  Tree entity() {
    Tree out = Tree::object();
    const std::size_t bits = pool_[choose(2)];
    if (bits & 1) out["P"] = {{"n", choose(4)}, {"r", 1.5}};
    if (bits & 2) out["F"] = {{"b", choose(2) == 0}, {"s", "t"}};
    if (bits & 4) out["D"] = Tree::object();
    if (bits & 8) out["if_"] = {{"if", choose(3)}};
    return out;
  }
  Tree system() {
    Tree out;
    arity_ = 1 + (choose(4) == 3 ? 1 : 0);
    for (std::size_t i = 0; i < arity_; ++i) {
      Tree A = Tree::array();
      const std::size_t bits = choose(4) == 3 ? 1 + choose(15) : pool_[choose(2)];
      for (std::size_t C = 0; C < 4; ++C)
        if (bits >> C & 1) A.push_back(names_[C]);
      out["match"].push_back({{"entity", i == 0 ? "x" : "y"}, {"archetype", A}});
    }
    parallel_ = choose(2) == 0;
    if (parallel_) out["run"] = "par";
    out["do"] = statement(4);
    return out;
  }

  std::string variable() { return arity_ > 1 && choose(2) == 1 ? "y" : "x"; }
  std::string label() { return names_[choose(4)]; }
  Tree entity_term(int depth) {
    if (depth > 0 && choose(8) == 7) return pair(statement(depth - 1), variable());
    return variable();
  }
  Tree integer(int depth) {
    switch (depth > 0 ? choose(8) : choose(2)) {
      case 0:
        return choose(5);
      case 1:
        return variable() + ".P.n";
      case 2:
        return keyed("+", pair(integer(depth - 1), integer(depth - 1)));
      case 3:
        return keyed("floor_div", pair(integer(depth - 1), integer(depth - 1)));
      case 4:
        return keyed("if", Tree::array({truth(depth - 1), integer(depth - 1), integer(depth - 1)}));
      case 5:
        return keyed("floor", real(depth - 1));
      case 6:
        return keyed("field", pair("if", component_term("if_", depth - 1)));
      default:
        return keyed("neg", integer(depth - 1));
    }
  }
  Tree real(int depth) {
    switch (depth > 0 ? choose(4) : choose(2)) {
      case 0:
        return 0.5;
      case 1:
        return variable() + ".P.r";
      case 2:
        return keyed("*", pair(real(depth - 1), choose(4)));
      default:
        return keyed("to_real", integer(depth - 1));
    }
  }
  Tree truth(int depth) {
    switch (depth > 0 ? choose(6) : choose(2)) {
      case 0:
        return choose(2) == 0;
      case 1:
        return variable() + ".F.b";
      case 2:
        return keyed("<", pair(integer(depth - 1), integer(depth - 1)));
      case 3:
        return keyed("and", pair(truth(depth - 1), truth(depth - 1)));
      case 4:
        return keyed("or", pair(truth(depth - 1), truth(depth - 1)));
      default:
        return keyed("==", pair(component_term("P", depth - 1), component_term("P", depth - 1)));
    }
  }
  Tree fields(const std::string& C, int depth) {
    Tree out = Tree::object();
    if (C == "P") out = {{"n", integer(depth)}, {"r", real(depth)}};
    if (C == "F") out = {{"b", truth(depth)}, {"s", keyed("text", "u")}};
    if (C == "if_") out["if"] = integer(depth);
    return out;
  }
  /// A term that yields a component of C.
  Tree component_term(const std::string& C, int depth) {
    switch (choose(depth > 0 ? 4 : 2)) {
      case 0:
        return variable() + "." + C;
      case 1:
        return keyed(C, fields(C, depth - 1));
      case 2:
        return keyed("get", pair(C, entity_term(depth - 1)));
      default:
        return keyed("if", Tree::array({truth(depth - 1), component_term(C, depth - 1), component_term(C, depth - 1)}));
    }
  }
  /// The same where it is expected: its fields, a term, or another one, which has no type.
  Tree component(const std::string& C, int depth) {
    switch (choose(8)) {
      case 0:
      case 1:
      case 2:
      case 3:
        return fields(C, depth);
      case 4:
      case 5:
        return Tree::array({component_term(C, depth)});
      case 6:
        return component_term(label(), 0).is_string() ? Tree(variable() + "." + label()) : Tree();
      default:
        return Tree::array({keyed("if", Tree::array({truth(0), component_term(C, 0), component_term(C, 0)}))});
    }
  }
  Tree event(int depth) {
    const std::string C = label();
    switch (choose(4)) {
      case 0:
        return keyed("destroy", entity_term(depth));
      case 1:
        if (C == "D" && choose(2) == 0) return keyed("add", pair(C, entity_term(depth)));
        return keyed("add", Tree::array({C, entity_term(depth), component(C, depth)}));
      case 2:
        return keyed("remove", pair(C, entity_term(depth)));
      default:
        return keyed("create", keyed(C, component(C, depth)));
    }
  }
  Tree statement(int depth) {
    const std::string C = label();
    switch (depth > 0 ? choose(10) : choose(4)) {
      case 0:
        return keyed("set", pair(variable() + ".P.n", integer(1)));
      case 1:
        return keyed(parallel_ ? "lazy" : "now", event(1));
      case 2:
        return component_term(C, 1);
      case 3:
        return keyed(parallel_ == (choose(8) < 7) ? "lazy" : "now", event(1));
      case 4:
        return keyed("set", pair(variable() + "." + C, component(C, 1)));
      case 5:
        return keyed("if", pair(truth(1), statement(depth - 1)));
      case 6:
        return keyed("if", Tree::array({truth(1), statement(depth - 1), statement(depth - 1)}));
      case 7:
        return keyed("set", Tree::array({C, entity_term(1), component(C, 1)}));
      default: {
        Tree all = Tree::array();
        for (std::size_t n = choose(4); n > 0; --n) all.push_back(statement(depth - 1));
        return all;
      }
    }
  }

  const std::vector<std::string> names_ = {"P", "F", "D", "if_"};
  std::vector<std::uint8_t> choices_;
  std::size_t at_ = 0;
  std::size_t arity_ = 1;
  bool parallel_ = false;
  std::vector<std::size_t> pool_ = {1, 1};
};

}  // namespace

std::string any_document() {
  const auto length = *rc::gen::inRange<std::size_t>(0, 160);
  return Documents(*rc::gen::container<std::vector<std::uint8_t>>(length, rc::gen::arbitrary<std::uint8_t>()))
      .program()
      .dump();
}

}  // namespace coreecs::archetype
