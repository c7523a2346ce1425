/// Why a verdict is as it is, in words and in JSON. All commands, and the page, take it from here.
#pragma once

#include "interp/check/decide/check.hpp"
#include "interp/language/notation/notation.hpp"

namespace coreecs {

/// In the words of `explain`: "two linearizations end differently (Definition 4.4)". It names no invocation.
/// Precondition: check decides the aspect.
[[nodiscard]] std::string sentence(const Reasons&, Aspect);
/// The same in the words of `check`, with what shows it: "two linearizations end differently (Definition 4.4),
/// depending on who writes last: u leaves X(e0) ↦ 1, v leaves X(e0) ↦ 2". Of a race that is shown beside it, it names
/// the location only. Precondition: likewise.
[[nodiscard]] std::string in_one_line(const Verdict&, Aspect, const Notation&, const Conflict* shown = nullptr);

/// "u leaves X(e0) ↦ 1, v leaves X(e0) ↦ 2". `beside` is one more invocation that is named with them.
[[nodiscard]] std::string both_leave(const PartialOrder&, const Conflict& race, const Notation&,
                                     std::optional<std::size_t> beside = {});
/// "u⟨e0⟩", with its leaf where only that tells it from one of the others.
[[nodiscard]] std::string among(const PartialOrder&, std::size_t u, std::initializer_list<std::size_t> others,
                                const Notation&);
/// "u⟨e0⟩ and v⟨e0⟩"
[[nodiscard]] std::string both(const PartialOrder&, const Conflict& race, const Notation&);
/// "X(e0) ↦ 1": what an invocation leaves at a location that it writes to.
[[nodiscard]] std::string left_by(const PartialOrder&, std::size_t u, const Location&, const Notation&);

/// The member "reasons" of a verdict, and "hidden_race" if it has one, in the words of certificates
/// (specs/reference/output.md).
void json_reasons(JsonWriter& out, const Verdict&, const Notation&);

struct Wording {
  Aspect aspect;
  const char* key;          ///< "safe_by_rule": as in "expect", in verdicts in JSON, and what shrink keeps
  const char* question;     ///< "safe by rule": in a report, of what check decides
  const char* holds;        ///< "safe_by_rule: yes"
  const char* fails;        ///< "two runs end differently"
  const char* sought = "";  ///< "not-confluent": of what fuzz looks for
  const char* found = "";   ///< "not confluent": and what it has found
};

[[nodiscard]] const Wording& wording(Aspect);

}  // namespace coreecs
