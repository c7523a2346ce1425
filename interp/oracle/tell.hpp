/// Judgements in words, and in JSON.
#pragma once

#include "interp/oracle/judge.hpp"

namespace coreecs {

/// "yes", "no", "outside"
[[nodiscard]] const char* word(Judgement::Kind);
/// "frame 2: expected Pos(e1) ↦ 10, found Pos(e1) ↦ 11 (and 3 more places differ); there writes inertia⟨e1⟩"; nothing
/// of a yes.
[[nodiscard]] std::string reason_of(const Judgement&, const Schema&);
/// The members of a judgement's object: "answer", "why", and what is behind them.
void write_members(JsonWriter& out, const Judgement&, const Schema&);

}  // namespace coreecs
