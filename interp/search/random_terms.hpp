/// Random types, values and terms of a program.
#pragma once

#include <nlohmann/json.hpp>

#include "interp/search/random_program.hpp"

namespace coreecs {

/// The parts of a random program below its systems, in JSON form. A missing value or term is a discarded one.
class RandomTerms {
 public:
  RandomTerms(Dice& dice, const Shape& shape, const std::optional<Constructs>& among)
      : dice_(dice), shape_(shape), among_(among) {}

 protected:
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

  [[nodiscard]] bool has(std::string_view construct) const { return !among_ || among_->contains(construct); }
  /// `one` by this chance, in percent, otherwise `other`; or the one of them that is available.
  const char* either(std::size_t chance, const char* one, const char* other) {
    return (dice_.percent(chance) || !has(other)) && has(one) ? one : other;
  }
  std::string fresh_name() { return "x" + std::to_string(names_++); }

  /// Makes the components.
  void components();
  /// A component that the program uses; one of the first of them, if `few`.
  const std::pair<std::string, Tree>& used(bool few = false) {
    return components_[used_[dice_.below(few ? 2 : used_.size())]];
  }
  /// Named values for terms. They come after the entities that they may name.
  Tree constants();
  Tree entity();
  Tree value(const TypeForm& type);
  Tree literal(const TypeForm& type);
  /// Usually an entity of the match or a new one, sometimes a named one or one from a component.
  Tree entity_term(const Scope& scope);
  Tree term(const TypeForm& type, const Scope& scope, std::size_t depth);
  /// A variable of this type. For lists: the type of a literal may be narrower than intended.
  Tree variable(const TypeForm& type, const Scope& scope);
  [[nodiscard]] static bool has_list(const TypeForm& type);
  /// Adds the paths in a variable that are of this type.
  void variables_of(const TypeForm& type, const Variable& v, Strings& found);

  Dice& dice_;
  const Shape& shape_;
  const std::optional<Constructs>& among_;
  std::vector<std::pair<std::string, TypeForm>> components_;
  std::vector<std::size_t> used_;   ///< those that systems name: all, or a few of many
  std::vector<std::size_t> share_;  ///< how many entities have each component, in percent
  Strings entities_;
  bool few_values_ = false;    ///< integers are 0, 1 or 2 only
  bool large_values_ = false;  ///< half of all values are at the ends of a type

 private:
  [[nodiscard]] bool has_lists() const { return among_ ? among_->contains("list") : shape_.conveniences; }
  void choose_used();
  [[nodiscard]] std::vector<TypeForm> types() const;
  [[nodiscard]] bool has_type(const TypeForm& type) const;
  Tree large_value(const TypeForm& type);
  Tree optional_term(const TypeForm& type, const Scope& scope, std::size_t depth);
  Tree operation(const TypeForm& type, const Scope& scope, std::size_t depth);
  const std::string& first_of(const Strings& keys, std::size_t chance);
  Tree number(const TypeForm& type, const Scope& scope, std::size_t depth);
  Tree truth(const Scope& scope, std::size_t depth);
  Tree list(const TypeForm& type, const Scope& scope, std::size_t depth);
  Tree of_list(const TypeForm& type, const Scope& scope, std::size_t depth);
  Tree operands(const TypeForm& type, const Scope& scope, std::size_t depth);

  std::vector<Variable> constants_;
  std::size_t names_ = 0;
};

}  // namespace coreecs
