#include "interp/language/format/elaborate.hpp"
#include "interp/language/format/elaborate_term.hpp"
#include "interp/language/program/error.hpp"

namespace coreecs {

namespace {

/// The term for this value.
Term written(const Value& k, const TermType& type) {
  const auto* record = std::get_if<Record>(&k.sum());
  if (!record) return Term(term::Literal{k});
  if (type.kind == TermType::Kind::List) {
    term::List values;
    for (const Value& each : record->fields()) values.terms.push_back(written(each, type.element()));
    return Term(std::move(values));
  }
  term::Record fields;
  for (std::size_t j = 0; j < type.fields.size(); ++j)
    fields.fields.push_back({type.fields[j].first, j, written(record->fields()[j], type.fields[j].second)});
  return Term(std::move(fields));
}

}  // namespace

Typed elaborate_constant(const Place& place, const Json& json, const Vocabulary& vocabulary, Problems& problems) {
  Scope scope;
  Typed constant = TermReader(problems, vocabulary, scope).read(place, json);
  if (!problems.empty()) return {};
  const MatchTerm nothing{.name = {}, .slots = scope.slots()};
  try {
    return {written(value_of(constant.term, nothing, false)({}), constant.type), std::move(constant.type)};
  } catch (const RuntimeError& error) {
    problems.report(place, std::string("found a constant that has no value: ") + error.what());
    return {};
  }
}

}  // namespace coreecs
