#include "interp/apps/app/condition.hpp"

#include <algorithm>
#include <optional>
#include <string_view>

namespace coreecs::app {

namespace {

/// What the form of a condition stands for, if it is only a name, or has only reads.
enum class Named {
  Apart,  ///< a name may hold at one moment and not at another
  Same,   ///< a name holds always, or never
};

bool exclude(const RunCondition& a, const RunCondition& b, Named named);

bool is_only_named(const RunCondition& b) {
  return b.form == RunCondition::Form::Unknown || b.form == RunCondition::Form::Reads;
}

/// Whether the second holds wherever the first does, as far as their forms show it.
bool implies(const RunCondition& a, const RunCondition& b, Named named) {
  const auto of_a = [&](const RunCondition& part) { return implies(part, b, named); };
  const auto of_b = [&](const RunCondition& part) { return implies(a, part, named); };
  if (a == b && (named == Named::Same || !is_only_named(a))) return true;
  if (a.form == RunCondition::Form::Or) return std::all_of(a.parts.begin(), a.parts.end(), of_a);
  if (b.form == RunCondition::Form::And) return std::all_of(b.parts.begin(), b.parts.end(), of_b);
  if (a.form == RunCondition::Form::And && std::any_of(a.parts.begin(), a.parts.end(), of_a)) return true;
  if (b.form == RunCondition::Form::Or && std::any_of(b.parts.begin(), b.parts.end(), of_b)) return true;
  return b.form == RunCondition::Form::Not && exclude(a, b.parts.front(), named);
}

/// The type, if it is written, and the value of the plain name `in_state(Type::Value)`.
std::optional<std::pair<std::string_view, std::string_view>> state_in(std::string_view name) {
  constexpr std::string_view begin = "in_state(";
  if (!name.starts_with(begin) || !name.ends_with(')')) return std::nullopt;
  const std::string_view inner = name.substr(begin.size(), name.size() - begin.size() - 1);
  const std::size_t colons = inner.rfind("::");
  if (colons == std::string_view::npos) return std::pair(std::string_view(), inner);
  return std::pair(inner.substr(0, colons), inner.substr(colons + 2));
}

bool are_two_values(std::string_view a, std::string_view b) {
  const auto one = state_in(a), other = state_in(b);
  const bool may_be_one_state =
      one && other && (one->first == other->first || one->first.empty() || other->first.empty());
  return may_be_one_state && one->second != other->second;
}

bool exclude(const RunCondition& a, const RunCondition& b, Named named) {
  const auto with = [named](const RunCondition& other) {
    return [&other, named](const RunCondition& part) { return exclude(part, other, named); };
  };
  if (a.form == RunCondition::Form::Is && b.form == RunCondition::Form::Is)
    return a.label == b.label && a.text != b.text;
  if (named == Named::Same && is_only_named(a) && is_only_named(b)) return are_two_values(a.text, b.text);
  if (a.form == RunCondition::Form::Or) return std::all_of(a.parts.begin(), a.parts.end(), with(b));
  if (b.form == RunCondition::Form::Or) return std::all_of(b.parts.begin(), b.parts.end(), with(a));
  if (a.form == RunCondition::Form::And && std::any_of(a.parts.begin(), a.parts.end(), with(b))) return true;
  if (b.form == RunCondition::Form::And && std::any_of(b.parts.begin(), b.parts.end(), with(a))) return true;
  return (a.form == RunCondition::Form::Not && implies(b, a.parts.front(), named)) ||
         (b.form == RunCondition::Form::Not && implies(a, b.parts.front(), named));
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

Answer holds(const RunCondition& b, const State& c, const Environment& env, const OnAsked& asked) {
  if (b.form == RunCondition::Form::Not) {
    const Answer negated = holds(b.parts.front(), c, env, asked);
    return negated == Answer::Unknown ? negated : answer(negated == Answer::No);
  }
  if (b.form == RunCondition::Form::And || b.form == RunCondition::Form::Or) {
    const Answer decides = answer(b.form == RunCondition::Form::Or);  // one part with this answer does
    bool unknown = false;
    for (const RunCondition& part : b.parts) {
      const Answer here = holds(part, c, env, asked);
      if (here == decides) return here;
      unknown = unknown || here == Answer::Unknown;
    }
    return unknown ? Answer::Unknown : answer(decides == Answer::No);
  }
  if (asked) asked(b);
  return b.term ? answer(violation(*b.term, c, c, env).has_value()) : Answer::Unknown;
}

bool exclude_each_other(const RunCondition& a, const RunCondition& b) { return exclude(a, b, Named::Apart); }

bool may_contradict(const RunCondition& a, const RunCondition& b) { return exclude(a, b, Named::Same); }

}  // namespace coreecs::app
