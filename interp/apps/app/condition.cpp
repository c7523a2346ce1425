#include "interp/apps/app/condition.hpp"

#include <algorithm>

namespace coreecs::app {

namespace {



/// Whether the second holds wherever the first does, as far as their forms show it.
bool implies(const RunCondition& a, const RunCondition& b) {
  const auto of_a = [&](const RunCondition& part) { return implies(part, b); };
  const auto of_b = [&](const RunCondition& part) { return implies(a, part); };
  if (a == b && a.form != RunCondition::Form::Unknown && a.form != RunCondition::Form::Reads) return true;
  if (a.form == RunCondition::Form::Or) return std::all_of(a.parts.begin(), a.parts.end(), of_a);
  if (b.form == RunCondition::Form::And) return std::all_of(b.parts.begin(), b.parts.end(), of_b);
  if (a.form == RunCondition::Form::And && std::any_of(a.parts.begin(), a.parts.end(), of_a)) return true;
  if (b.form == RunCondition::Form::Or && std::any_of(b.parts.begin(), b.parts.end(), of_b)) return true;
  return b.form == RunCondition::Form::Not && exclude_each_other(a, b.parts.front());
}

}  // namespace

bool knows_access(const RunCondition& b) {
  return b.form != RunCondition::Form::Unknown && std::all_of(b.parts.begin(), b.parts.end(), knows_access);
}

bool knows_answer(const RunCondition& b) {
  if (b.form == RunCondition::Form::Unknown || b.form == RunCondition::Form::Reads) return false;
  if (b.form == RunCondition::Form::Is || b.form == RunCondition::Form::Match) return b.term != nullptr;
  return std::all_of(b.parts.begin(), b.parts.end(), knows_answer);
}

bool holds(const RunCondition& b, const State& c, const Environment& env) {
  const auto holds_here = [&](const RunCondition& part) { return holds(part, c, env); };
  switch (b.form) {
    case RunCondition::Form::Not:
      return !holds_here(b.parts.front());
    case RunCondition::Form::And:
      return std::all_of(b.parts.begin(), b.parts.end(), holds_here);
    case RunCondition::Form::Or:
      return std::any_of(b.parts.begin(), b.parts.end(), holds_here);
    case RunCondition::Form::Is:
    case RunCondition::Form::Match:
      return violation(*b.term, c, c, env).has_value();
    case RunCondition::Form::Unknown:
    case RunCondition::Form::Reads:
      break;
  }
  return true;
}

bool exclude_each_other(const RunCondition& a, const RunCondition& b) {
  const auto with = [](const RunCondition& other) {
    return [&other](const RunCondition& part) { return exclude_each_other(part, other); };
  };
  if (a.form == RunCondition::Form::Is && b.form == RunCondition::Form::Is) return a.label == b.label && a.text != b.text;
  if (a.form == RunCondition::Form::Or) return std::all_of(a.parts.begin(), a.parts.end(), with(b));
  if (b.form == RunCondition::Form::Or) return std::all_of(b.parts.begin(), b.parts.end(), with(a));
  if (a.form == RunCondition::Form::And && std::any_of(a.parts.begin(), a.parts.end(), with(b))) return true;
  if (b.form == RunCondition::Form::And && std::any_of(b.parts.begin(), b.parts.end(), with(a))) return true;
  return (a.form == RunCondition::Form::Not && implies(b, a.parts.front())) || (b.form == RunCondition::Form::Not && implies(a, b.parts.front()));
}

}  // namespace coreecs::app
