#include "interp/base/json/reading.hpp"
#include "interp/language/format/elaborate_term.hpp"

namespace coreecs {

using Kind = TermType::Kind;

Typed TermReader::a_list(const Place& place, const Json& json, const TermType* expected) {
  Typed l = expected && expected->kind == Kind::List ? branch(place, json, expected) : read(place, json);
  if (l.type.kind == Kind::List) {
    l.type = settled(std::move(l.type));
    return l;
  }
  if (l.type.kind != Kind::Unknown) mismatch(place, l.type, "a list");
  return {};
}

// {"list": [t, ...]}
Typed TermReader::list_of(const Place& place, const Json& json, const TermType* expected) {
  const bool known = expected && expected->kind == Kind::List;
  const Json::List* members =
      known ? list(problems_, place, json, "at most " + std::to_string(expected->most) + " terms", 0, expected->most)
            : list(problems_, place, json, "terms", 0);
  if (!members) return {};
  term::List all;
  if (known) {
    for (std::size_t k = 0; k < members->size(); ++k)
      all.terms.push_back(check(place.element(k), (*members)[k], expected->element()));
    return {Term(std::move(all)), *expected};
  }
  TermType common;
  for (std::size_t k = 0; k < members->size(); ++k) {
    Typed each = read(place.element(k), (*members)[k]);
    std::optional<TermType> both = join(common, each.type);
    if (!both) mismatch(place.element(k), each.type, common);
    if (!both) return {};
    common = std::move(*both);
    all.terms.push_back(std::move(each.term));
  }
  TermType type = TermType::list(std::move(common), members->size());
  Term term(std::move(all));
  return {coerce(term, type), std::move(type)};
}

// {"length": l}
Typed TermReader::length(const Place& place, const Json& json, const TermType*) {
  return {Term(term::Length{a_list(place, json).term}), Kind::Int};
}

// {"get": [l, n, t]}
Typed TermReader::get(const Place& place, const Json& json, const TermType*) {
  const Json::List* members = list(problems_, place, json, "[l, n, t]", 3, 3);
  if (!members) return {};
  Typed l = a_list(place.element(0), (*members)[0]);
  if (l.type.kind != Kind::List) return {};
  Term n = check(place.element(1), (*members)[1], Kind::Int);
  Typed value{{}, l.type.element()};  // any type if the list is empty
  Typed otherwise = read(place.element(2), (*members)[2], &value.type);
  TermType type = unify(place.element(2), value, otherwise);
  return {Term(term::Get{std::move(l.term), std::move(n), std::move(otherwise.term)}), std::move(type)};
}

// {"append": [l, t, l']}
Typed TermReader::append(const Place& place, const Json& json, const TermType* expected) {
  const Json::List* members = list(problems_, place, json, "[l, t, l']", 3, 3);
  if (!members) return {};
  Typed l = a_list(place.element(0), (*members)[0], expected);
  if (l.type.kind != Kind::List) return {};
  Term last = check(place.element(1), (*members)[1], l.type.element());
  Term otherwise = check(place.element(2), (*members)[2], l.type);
  return {Term(term::Append{std::move(l.term), std::move(last), std::move(otherwise), l.type.most}), std::move(l.type)};
}

// {"map": [l, x, t]}
Typed TermReader::map(const Place& place, const Json& json, const TermType* expected) {
  const Json::List* members = list(problems_, place, json, "[l, x, t]", 3, 3);
  if (!members) return {};
  Typed l = a_list(place.element(0), (*members)[0]);
  if (l.type.kind != Kind::List) return {};
  const Scope::Binding x = scope_.open(problems_, place.element(1), (*members)[1], l.type.element());
  const bool known = expected && expected->kind == Kind::List;
  Typed body = branch(place.element(2), (*members)[2], known ? &expected->element() : nullptr);
  scope_.close(x);
  return {Term(term::Map{std::move(l.term), x.binder, std::move(body.term)}),
          TermType::list(std::move(body.type), l.type.most)};
}

// {"filter": [l, x, b]}
Typed TermReader::filter(const Place& place, const Json& json, const TermType* expected) {
  const Json::List* members = list(problems_, place, json, "[l, x, b]", 3, 3);
  if (!members) return {};
  Typed l = a_list(place.element(0), (*members)[0], expected);
  if (l.type.kind != Kind::List) return {};
  const Scope::Binding x = scope_.open(problems_, place.element(1), (*members)[1], l.type.element());
  Term body = check(place.element(2), (*members)[2], Kind::Bool);
  scope_.close(x);
  return {Term(term::Filter{std::move(l.term), x.binder, std::move(body)}), std::move(l.type)};
}

/// Replaces types of text literals by text: t' may have other literals than t.
static TermType any_text(TermType type) {
  if (type.kind == Kind::Quoted) return Kind::Text;
  for (TermType::Field& field : type.fields) field.second = any_text(std::move(field.second));
  return type;
}

// {"fold": [l, x, y, t, t']}
Typed TermReader::fold(const Place& place, const Json& json, const TermType* expected) {
  const Json::List* members = list(problems_, place, json, "[l, x, y, t, t']", 5, 5);
  if (!members) return {};
  Typed l = a_list(place.element(0), (*members)[0]);
  if (l.type.kind != Kind::List) return {};
  Typed first = branch(place.element(3), (*members)[3], expected);
  TermType type = any_text(settled(std::move(first.type)));
  const Scope::Binding x = scope_.open(problems_, place.element(1), (*members)[1], l.type.element());
  const Scope::Binding y = scope_.open(problems_, place.element(2), (*members)[2], type);
  Term body = check(place.element(4), (*members)[4], type);
  scope_.close(y);
  scope_.close(x);
  return {Term(term::Fold{std::move(l.term), x.binder, y.binder, std::move(first.term), std::move(body)}),
          std::move(type)};
}

}  // namespace coreecs
