#include "interp/language/format/expectations.hpp"

#include <algorithm>

#include "interp/base/json/reading.hpp"
#include "interp/language/format/spawn.hpp"

namespace coreecs {

namespace {

/// A positive number without leading zeros, or rounded to one to three digits, such as "8.26e5565708".
bool is_count(std::string_view text) {
  const auto digits = [](std::string_view s) {
    return !s.empty() && std::all_of(s.begin(), s.end(), [](char c) { return '0' <= c && c <= '9'; });
  };
  if (text.empty() || text.front() == '0') return false;
  if (const std::size_t e = text.find('e'); e == 4)
    return text[1] == '.' && digits(text.substr(0, 1)) && digits(text.substr(2, 2)) && digits(text.substr(5)) &&
           text[5] != '0';
  return digits(text);
}

}  // namespace

Expectation ExpectationReader::operator()(const Place& place, std::string schedule, const Json::Object& facts) {
  Expectation expect;
  expect.schedule = std::move(schedule);
  check_keys(problems_, place, facts, {},
             {"safe_by_rule", "safe", "deterministic", "confluent", "invocations", "linearizations", "final", "error",
              "invariants", "no_lost_updates", "any_match_order", "shared_visibility"});
  const auto with = [&](std::string_view key, auto read) { DocumentReader::with(place, facts, key, read); };
  const auto verdict = [&](std::string_view key, std::optional<bool>& expected_verdict) {
    with(key, [&](const Place& here, const Json& j) {
      if (const auto* b = j.as<bool>())
        expected_verdict = *b;
      else
        expected(problems_, here, j, "true or false");
    });
  };
  verdict("safe_by_rule", expect.safe_by_rule);
  verdict("safe", expect.safe);
  verdict("deterministic", expect.deterministic);
  verdict("confluent", expect.confluent);
  verdict("no_lost_updates", expect.no_lost_updates);
  verdict("any_match_order", expect.any_match_order);
  verdict("shared_visibility", expect.shared_visibility);
  with("invocations",
       [&](const Place& here, const Json& j) { expect.invocations = natural_number(problems_, here, j); });
  with("linearizations", [&](const Place& here, const Json& j) {
    const auto* s = j.as<std::string_view>();
    if (s && is_count(*s))
      expect.linearizations = std::string(*s);
    else
      expected(problems_, here, j, "a positive number as text, like \"24\" or \"8.26e5565708\"");
  });
  with("final", [&](const Place& here, const Json& j) { expect.final = final_state(here, j); });
  with("error", [&](const Place& here, const Json& j) { expect.error = text(here, j); });
  with("invariants", [&](const Place& here, const Json& j) { invariants(here, j, expect); });
  return expect;
}

State ExpectationReader::final_state(const Place& place, const Json& json) const {
  State final(vocabulary_.components().size());
  const Json::Object* members = object(problems_, place, json);
  for (std::size_t k = 0; members && k < members->size(); ++k) {
    const Json::Member& member = (*members)[k];
    const Place here = place.member(member.key, k);
    const std::optional<Entity> e = vocabulary_.entity(problems_, here, member.key, stand_ins_);
    read_entity(problems_, here, member.value, vocabulary_, stand_ins_, [&](Label i, Value v) {
      if (e) final = std::move(final).with(i, *e, std::move(v));
    });
  }
  return final;
}

void ExpectationReader::invariants(const Place& place, const Json& json, Expectation& expect) const {
  const Json::Object* members = object(problems_, place, json);
  for (std::size_t k = 0; members && k < members->size(); ++k) {
    const Json::Member& member = (*members)[k];
    const Place here = place.member(member.key, k);
    if (invariants_ && std::find(invariants_->begin(), invariants_->end(), member.key) == invariants_->end())
      problems_.report_unknown(here, "invariant", member.key, *invariants_);
    if (const auto* holds = member.value.as<bool>())
      expect.invariants.emplace_back(member.key, *holds);
    else
      expected(problems_, here, member.value, "true or false");
  }
}

}  // namespace coreecs
