/// The reader of terms of the archetype calculus: terms.cpp has names, sequences and literals, terms_operators.cpp what
/// computes, terms_components.cpp what writes components and what events do.
#pragma once

#include "interp/archetypes/archetype/operations.hpp"
#include "interp/archetypes/archetype/terms.hpp"
#include "interp/language/program/operator.hpp"

namespace coreecs::archetype {

/// Reads terms from JSON, and reports their problems.
class TermsReader {
 public:
  using Form = Elaborated (TermsReader::*)(const Place&, const Json&);

  TermsReader(Problems& problems, const Vocabulary& vocabulary, const std::vector<std::string>& parameters,
              bool tolerant)
      : problems_(problems), vocabulary_(vocabulary), parameters_(parameters), tolerant_(tolerant) {}

  Elaborated read(const Place&, const Json&);
  /// The keys of terms that are no operators, and what reads each.
  static const std::vector<std::pair<std::string_view, Form>>& forms();

 private:
  static Shape known(Tau tau) { return {Shape::Kind::Known, std::move(tau)}; }
  static Elaborated unknown(const Place& place) { return {unit(), {place.pointer()}, {}}; }
  std::string show(const Shape&) const;
  void mismatch(const Place&, const Shape& found, const std::string& expected);

  // terms.cpp
  std::optional<std::size_t> parameter(const Place&, std::string_view name, std::string_view whole);
  static std::vector<std::string_view> split(std::string_view s);
  Elaborated variable(const Place&, std::string_view s);
  std::shared_ptr<const Operation> field_operation(Label C, std::size_t k) const;
  Elaborated sequence_of(const Place&, const Json::List&);
  Elaborated construct(const Place&, const Json::Object&);
  Elaborated text(const Place&, const Json&);
  Elaborated entity(const Place&, const Json&);
  Elaborated get(const Place&, const Json&);
  Elaborated field_of(const Place&, const Json&);

  // terms_operators.cpp
  /// A term of integer literals, with reals instead.
  static Term in_reals(const Term&);
  static void make_real(Elaborated&);
  /// Reads an operand, which must be of a primitive type.
  Elaborated read_as(const Place&, const Json&, Primitive);
  /// o(t_1, ..., t_n) at that place.
  static Elaborated apply(const Place&, std::shared_ptr<const Operation> o, std::vector<Elaborated> operands);
  Elaborated operated(const Place&, const Json&, const Operator&);
  Elaborated conditional(const Place&, const Json&);
  Elaborated both(const Place& place, const Json& json) { return in_turn(place, json, true); }
  Elaborated either(const Place& place, const Json& json) { return in_turn(place, json, false); }
  Elaborated in_turn(const Place&, const Json&, bool all_of);

  // terms_components.cpp
  Elaborated made(const Place&, const Json&, Label C);
  /// A term in a place that expects a component C. An object whose only key is no field of C is a term; others are
  /// fields.
  Elaborated component(const Place&, const Json&, std::optional<Label> C);
  Elaborated set(const Place&, const Json&);
  static Elaborated written(const Place&, Elaborated e, Label C, Elaborated c);
  Elaborated lazy(const Place&, const Json&);
  Elaborated now(const Place&, const Json&);
  template <class When>
  Elaborated event(const Place&, const Json&);
  const Json::Object* archetype_object(const Place&, const Json&);
  static std::string_view instead_of_event(std::string_view key);
  std::optional<Event> create(const Place&, const Json&, std::vector<Elaborated>& parts);
  std::optional<Event> add(const Place&, const Json&, std::vector<Elaborated>& parts);

  Problems& problems_;
  const Vocabulary& vocabulary_;
  const std::vector<std::string>& parameters_;
  bool tolerant_;
};

}  // namespace coreecs::archetype
