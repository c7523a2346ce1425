/// Why a verdict is yes, no or undecided, in words and in JSON. All commands and the page use this.
#pragma once

#include <string>
#include <vector>

#include "interp/check/decide/check.hpp"
#include "interp/language/notation/notation.hpp"

namespace coreecs {

/// In the words of `explain`: "two linearizations end differently (Definition 4.4)". Names no invocation.
/// Precondition: check decides the aspect.
[[nodiscard]] std::string sentence(const Verdict&, Aspect);
/// The same in the words of `check`, with the evidence: "two linearizations end differently (Definition 4.4), depending
/// on who writes last: u leaves X(e0) ↦ 1, v leaves X(e0) ↦ 2". If the race is `shown` beside it, names only the
/// location. Precondition: likewise.
[[nodiscard]] std::string in_one_line(const Verdict&, Aspect, const Notation&, const Conflict* shown = nullptr);

/// "u leaves X(e0) ↦ 1, v leaves X(e0) ↦ 2". `beside` is a further invocation that is named with them.
[[nodiscard]] std::string both_leave(const PartialOrder&, const Conflict& race, const Notation&,
                                     std::optional<std::size_t> beside = {});
/// "u⟨e0⟩", with its leaf if only that distinguishes it from one of the others.
[[nodiscard]] std::string among(const PartialOrder&, std::size_t u, std::initializer_list<std::size_t> others,
                                const Notation&);
/// "on every state, by Theorem 4.7(1, 2) and Corollary 4.9": what shows it of a schedule with these operators.
[[nodiscard]] std::string on_every_state(const SeriesParallel&);

/// "u⟨e0⟩ and v⟨e0⟩"
[[nodiscard]] std::string both(const PartialOrder&, const Conflict& race, const Notation&);
/// "X(e0) ↦ 1": what an invocation leaves at a location that it writes to.
[[nodiscard]] std::string left_by(const PartialOrder&, std::size_t u, const Location&, const Notation&);

/// The member "reasons" of a verdict, and "hidden_race" if it has one, in the words of certificates
/// (specs/reference/output.md).
void json_reasons(JsonWriter& out, const Verdict&, const Notation&);

struct Wording {
  Aspect aspect;
  const char* key;          ///< "safe_by_rule": in "expect", in verdicts in JSON, and for shrink to keep
  const char* question;     ///< "safe by rule": in a report, for what check decides
  const char* holds;        ///< "safe_by_rule: yes"
  const char* fails;        ///< "two runs end differently"
  const char* sought = "";  ///< "not-confluent": what fuzz searches for
  const char* found = "";   ///< "not confluent": what fuzz has found
};

[[nodiscard]] const Wording& wording(Aspect);

/// "left out: 2 that change nothing", if there are any.
[[nodiscard]] std::string left_out(const std::string& margin, std::size_t idle);
/// The first steps from where runs part, after a », in paragraphs. `parting` steps before it are the same in both. Then
/// the numbers of further steps and of those left out.
[[nodiscard]] std::string parted(const std::vector<std::string>& steps, std::size_t parting, std::size_t idle);

}  // namespace coreecs
