#include "interp/language/format/elaborate_term.hpp"

#include <algorithm>

#include "interp/base/json/reading.hpp"
#include "interp/language/format/advice.hpp"
#include "interp/language/program/operator.hpp"

namespace coreecs {

using Kind = TermType::Kind;

void TermReader::mismatch(const Place& place, const TermType& found, std::string_view expected) {
  problems_.report(place, "found a term of type " + brief(found) + "; expected " + std::string(expected));
}

void TermReader::mismatch(const Place& place, const TermType& found, const TermType& expected) {
  if (found.kind == Kind::Quoted && expected.enumeration()) {
    const auto other = std::find_if(found.texts.begin(), found.texts.end(), [&](const std::string& text) {
      return std::find(expected.texts.begin(), expected.texts.end(), text) == expected.texts.end();
    });
    return problems_.report_unknown(place, "value", *other, {expected.texts.begin(), expected.texts.end()});
  }
  if (expected.kind == Kind::Quoted && found.enumeration())
    return mismatch(place, found, shortened(show_texts(expected.texts)));
  mismatch(place, found, brief(expected));
  if (found.kind == Kind::Int && expected.kind == Kind::Real) problems_.advise(R"(write {"to_real": t})");
  if (found.kind == Kind::Real && (expected.kind == Kind::Int || expected.kind == Kind::Number))
    problems_.advise(R"(write {"floor": t}, or ceil, trunc, round)");
  if ((found.kind == Kind::Int || found.kind == Kind::Number) && expected.kind == Kind::Bool)
    problems_.advise(R"(compare it: {"!=": [t, 0]})");
}

Term TermReader::check(const Place& place, const Json& json, const TermType& expected) {
  Typed t = read(place, json, &expected);
  if (!fits(t.type, expected)) {
    mismatch(place, t.type, expected);
    const auto* form = json.as<Json::Object>();
    const auto* text = form && t.type.kind == Kind::Quoted ? (*form)[0].value.as<std::string_view>() : nullptr;
    if (text && expected.kind == Kind::Entity && vocabulary_.entity(*text)) advise_literal(*text, &expected);
    return {};
  }
  return becomes_real(t.type, expected) ? coerce(t.term, expected) : std::move(t.term);
}

Typed TermReader::read(const Place& place, const Json& json, const TermType* expected) {
  return std::visit(Clauses{[](Json::Refused) { return Typed{}; },
                            [](Json::Null) {
                              return Typed{Term(term::Literal{Unit{}}), Kind::Unit};
                            },
                            [](bool b) {
                              return Typed{Term(term::Literal{b}), Kind::Bool};
                            },
                            [](std::int64_t n) {
                              return Typed{Term(term::Literal{n}), Kind::Number};
                            },
                            [](double x) {
                              return Typed{Term(term::Literal{x}), Kind::Real};
                            },
                            [&](std::string_view s) { return variable(place, s, expected); },
                            [&](const Json::List&) {
                              coreecs::expected(problems_, place, json, "a term");
                              problems_.advise(R"(an operation is an object: {"+": [a, b]})");
                              return Typed{};
                            },
                            [&](const Json::Object& o) { return construct(place, o, expected); }},
                    json.sum());
}

const std::vector<std::pair<std::string_view, TermReader::Form>>& TermReader::forms() {
  static const std::vector<std::pair<std::string_view, Form>> forms = {
      {"text", &TermReader::text},        {"entity", &TermReader::entity}, {"record", &TermReader::record},
      {"if", &TermReader::conditional},   {"let", &TermReader::let},       {"present", &TermReader::present},
      {"default", &TermReader::fallback}, {"case", &TermReader::cases},    {"list", &TermReader::list_of},
      {"length", &TermReader::length},    {"get", &TermReader::get},       {"append", &TermReader::append},
      {"map", &TermReader::map},          {"filter", &TermReader::filter}, {"fold", &TermReader::fold},
  };
  return forms;
}

/// In the order in which messages list them.
std::vector<std::string_view> TermReader::keys() const {
  std::vector<std::string_view> all;
  const auto add_operators = [&](bool extensions) {
    for (const Operator& op : operators())
      if (op.extension == extensions) all.push_back(op.key);
  };
  for (const auto& [key, form] : forms()) {
    if (form == &TermReader::conditional) add_operators(false);  // after the literals
    all.push_back(key);
  }
  if (scope_.measures() > 0) all.emplace_back("was");
  add_operators(true);
  return all;
}

namespace {

/// Whether there are members, whose keys are fields of the record type, and no constructs.
bool has_fields(const Json::Object& object, const TermType& type) {
  return !object.empty() && std::all_of(object.begin(), object.end(), [&](const Json::Member& member) {
    return std::any_of(type.fields.begin(), type.fields.end(),
                       [&](const TermType::Field& field) { return field.first == member.key; });
  });
}

}  // namespace

Typed TermReader::construct(const Place& place, const Json::Object& object, const TermType* expected) {
  if (object.size() == 1) {
    const auto& [key, json] = object[0];
    const Place here = place.member(key, 0);
    if (const Operator* op = find_operator(key)) return operation(here, json, *op);
    for (const auto& form : forms())
      if (form.first == key) return (this->*form.second)(here, json, expected);
    if (key == "was") return was(here, json);
  }
  if (expected && expected->kind == Kind::Record && has_fields(object, *expected)) {
    problems_.report(place, "found the fields of a record; expected a term of type " + brief(*expected));
    problems_.advise("write {\"record\": {" + in_quotes(object[0].key) + ": ...}}");
    return {};
  }
  const std::vector<std::string_view> keys = this->keys();
  if (const Json::Member* member = only_member(problems_, place, object, keys)) {
    problems_.report_unknown(place.member(member->key, 0), "term", member->key, keys);
    problems_.advise(instead::of_term(member->key));
  }
  return {};
}

// {"+": [t, t', ...]}, {"-": [t, t']}, {"neg": t}
Typed TermReader::operation(const Place& place, const Json& json, const Operator& op) {
  using Takes = Operator::Takes;
  const TermType yields = op.yields.value_or(Kind::Unknown);
  const Json::List only{&json, 1};
  const Json::List* members =
      op.most() == 1
          ? &only
          : list(problems_, place, json, op.most() == 2 ? "[a, b]" : "two or more terms", op.least(), op.most());
  if (!members) return {{}, yields};
  const auto at = [&](std::size_t k) { return op.most() == 1 ? place : place.element(k); };
  std::vector<Term> terms;
  const auto each = [&](const TermType& type) -> std::optional<TermType> {
    for (std::size_t k = 0; k < members->size(); ++k) terms.push_back(check(at(k), (*members)[k], type));
    return type;
  };
  const std::optional<TermType> common = [&] {
    switch (op.takes) {
      case Takes::Numbers:
        return numbers(at, *members, terms);
      case Takes::Ints:
        return each(Kind::Int);
      case Takes::Reals:
        return each(Kind::Real);
      case Takes::Texts:
        return each(Kind::Text);
      case Takes::Truths:
        return each(Kind::Bool);
      case Takes::Alike:
      case Takes::Ordered:
        return alike(place, *members, terms, op.takes == Takes::Ordered);
    }
    return std::optional<TermType>();
  }();
  if (!common) return {{}, yields};
  term::Operation operation{&op, std::move(terms)};
  if (op.fails != Operator::Fails::Never) operation.at = place.pointer();
  return {Term(std::move(operation)), op.yields ? yields : *common};
}

// {"text": "s"}
Typed TermReader::text(const Place& place, const Json& json, const TermType*) {
  if (const auto* s = json.as<std::string_view>()) {
    Typed literal{Term(term::Literal{Text(std::string(*s))}), Kind::Quoted};
    literal.type.texts = {std::string(*s)};
    return literal;
  }
  expected(problems_, place, json, "text");
  return {};
}

// {"entity": "e3"}
Typed TermReader::entity(const Place& place, const Json& json, const TermType*) {
  const auto* name = json.as<std::string_view>();
  if (!name) expected(problems_, place, json, "the name of an entity");
  const std::optional<Entity> e = name ? vocabulary_.entity(problems_, place, *name) : std::nullopt;
  return e ? Typed{Term(term::Literal{*e}), Kind::Entity} : Typed{{}, Kind::Entity};
}

// {"record": {"x": t, ...}}
Typed TermReader::record(const Place& place, const Json& json, const TermType* expected) {
  const Json::Object* members = named_members(problems_, place, json);
  if (!members) return {};
  if (expected && expected->kind == Kind::Record) return record_of(place, *members, *expected);
  std::vector<std::pair<TermType::Field, std::size_t>> typed;
  term::Record record;
  for (std::size_t k = 0; k < members->size(); ++k) {
    const Json::Member& member = (*members)[k];
    Typed field = read(place.member(member.key, k), member.value);
    record.fields.push_back({std::string(member.key), 0, std::move(field.term)});
    typed.push_back({{std::string(member.key), std::move(field.type)}, k});
  }
  std::sort(typed.begin(), typed.end(), [](const auto& a, const auto& b) { return a.first.first < b.first.first; });
  TermType type = Kind::Record;
  for (std::size_t k = 0; k < typed.size(); ++k) {
    record.fields[typed[k].second].position = k;
    type.fields.push_back(std::move(typed[k].first));
  }
  return {Term(std::move(record)), std::move(type)};
}

/// Reads the fields of a record of known type, one by one.
Typed TermReader::record_of(const Place& place, const Json::Object& members, const TermType& type) {
  term::Record record;
  std::vector<std::string_view> names;
  const Members by_key(members);
  for (const TermType::Field& field : type.fields) {
    names.push_back(field.first);
    if (!by_key.find(field.first))
      problems_.report(place, "missing field " + in_quotes(field.first) + "; expected " + brief(field.second));
  }
  for (std::size_t k = 0; k < members.size(); ++k) {
    const Json::Member& member = members[k];
    const Place here = place.member(member.key, k);
    const auto name = std::lower_bound(names.begin(), names.end(), member.key);
    if (name == names.end() || *name != member.key) {
      problems_.report_unknown(here, "field", member.key, names);
      continue;
    }
    const auto position = static_cast<std::size_t>(name - names.begin());
    Term value = check(here, member.value, type.fields[position].second);
    record.fields.push_back({std::string(member.key), position, std::move(value)});
  }
  return {Term(std::move(record)), type};
}

/// Reads operands of one type, int or real, which it returns. Reports the first that does not fit.
template <class At>
std::optional<TermType> TermReader::numbers(const At& at, const Json::List& list, std::vector<Term>& terms) {
  TermType common = Kind::Number;
  bool known = true;
  bool mismatched = false;
  std::vector<Typed> operands;
  for (std::size_t k = 0; k < list.size(); ++k) {
    const Place here = at(k);
    Typed& operand = operands.emplace_back(read(here, list[k]));
    const Kind kind = operand.type.kind;
    const bool number = kind == Kind::Number || kind == Kind::Int || kind == Kind::Real;
    const std::optional<TermType> both = number ? join(common, operand.type) : std::nullopt;
    if (kind != Kind::Unknown && !both) {
      if (!mismatched && common.kind == Kind::Number) mismatch(here, operand.type, "int or real");
      if (!mismatched && common.kind != Kind::Number) mismatch(here, operand.type, common);
      mismatched = true;
    }
    if (both) common = *both;
    known = known && both;
  }
  if (!known) return std::nullopt;
  for (Typed& operand : operands)
    terms.push_back(becomes_real(operand.type, common) ? coerce(operand.term, common) : std::move(operand.term));
  return common;
}

/// Reads two operands of one type, which it returns: int, real or text if `ordered`.
std::optional<TermType> TermReader::alike(const Place& place, const Json::List& members, std::vector<Term>& terms,
                                          bool ordered) {
  const Place first = place.element(0);
  const Place second = place.element(1);
  const auto fit = [&](const Place& here, Typed& t) {
    const Kind kind = t.type.kind;
    const bool text = kind == Kind::Quoted || (kind == Kind::Text && !t.type.enumeration());
    if (!ordered || text || kind == Kind::Unknown || kind == Kind::Number || kind == Kind::Int || kind == Kind::Real)
      return;
    mismatch(here, t.type, "int, real or text");
    t = {};
    ordered = false;
  };
  // The expected type of a variable is only used for advice: the types are compared below.
  Typed x = read(first, members[0], members[0].as<std::string_view>() ? type_of_variable(members[1]) : nullptr);
  fit(first, x);
  Typed y = read(second, members[1], members[1].as<std::string_view>() ? &x.type : nullptr);
  if (x.type.kind == Kind::Unknown) fit(second, y);
  std::optional<TermType> common = join(x.type, y.type);
  if (!common) mismatch(second, y.type, x.type);
  if (!common || x.type.kind == Kind::Unknown || y.type.kind == Kind::Unknown) return std::nullopt;
  for (const Typed* t : {&x, &y}) terms.push_back(becomes_real(t->type, *common) ? coerce(t->term, *common) : t->term);
  return common;
}

Typed TermReader::branch(const Place& place, const Json& json, const TermType* expected) {
  return expected ? Typed{check(place, json, *expected), *expected} : read(place, json);
}

/// Converts two branches to their common type, which it returns.
TermType TermReader::unify(const Place& place, Typed& then, Typed& otherwise) {
  std::optional<TermType> common = join(then.type, otherwise.type);
  if (!common) {
    mismatch(place, otherwise.type, then.type);
    return {};
  }
  for (Typed* t : {&then, &otherwise})
    if (becomes_real(t->type, *common)) t->term = coerce(t->term, *common);
  return std::move(*common);
}

// {"if": [b, t, t']}
Typed TermReader::conditional(const Place& place, const Json& json, const TermType* expected) {
  const Json::List* members = list(problems_, place, json, "[b, t, t']", 3, 3);
  if (!members) return {};
  Term condition = check(place.element(0), (*members)[0], Kind::Bool);
  Typed then = branch(place.element(1), (*members)[1], expected);
  Typed otherwise = branch(place.element(2), (*members)[2], expected);
  TermType type = unify(place.element(2), then, otherwise);
  return {Term(term::If<Term>{std::move(condition), std::move(then.term), std::move(otherwise.term)}), std::move(type)};
}

// {"let": [x, t, t']}
Typed TermReader::let(const Place& place, const Json& json, const TermType* expected) {
  const Json::List* members = list(problems_, place, json, "[x, t, t']", 3, 3);
  if (!members) return {};
  Typed value = read(place.element(1), (*members)[1]);
  const Scope::Binding x = scope_.open(problems_, place.element(0), (*members)[0], settled(std::move(value.type)));
  Typed body = branch(place.element(2), (*members)[2], expected);
  scope_.close(x);
  return {Term(term::Let<Term>{x.binder, std::move(value.term), std::move(body.term)}), std::move(body.type)};
}

// {"present": o}
Typed TermReader::present(const Place& place, const Json& json, const TermType*) {
  term::Present present;
  optional(place, json, present.o);
  return {Term(std::move(present)), Kind::Bool};
}

// {"default": [o, t]}
Typed TermReader::fallback(const Place& place, const Json& json, const TermType*) {
  const Json::List* members = list(problems_, place, json, "[o, t]", 2, 2);
  if (!members) return {};
  term::Default fallback;
  TermType type = optional(place.element(0), (*members)[0], fallback.o);
  fallback.otherwise = check(place.element(1), (*members)[1], type);
  return {Term(std::move(fallback)), std::move(type)};
}

// {"case": [o, x, t, t']}
Typed TermReader::cases(const Place& place, const Json& json, const TermType* expected) {
  const Json::List* members = list(problems_, place, json, "[o, x, t, t']", 4, 4);
  if (!members) return {};
  term::Optional o;
  const Scope::Binding x =
      scope_.open(problems_, place.element(1), (*members)[1], optional(place.element(0), (*members)[0], o));
  Typed then = branch(place.element(2), (*members)[2], expected);
  scope_.close(x);
  Typed otherwise = branch(place.element(3), (*members)[3], expected);
  TermType type = unify(place.element(3), then, otherwise);
  return {Term(term::Case<Term>{std::move(o), x.binder, std::move(then.term), std::move(otherwise.term)}),
          std::move(type)};
}

}  // namespace coreecs
