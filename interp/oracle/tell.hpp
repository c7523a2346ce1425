/// Judgements as text and JSON.
#pragma once

#include "interp/oracle/judge.hpp"

namespace coreecs {

/// "yes", "no", "outside"
[[nodiscard]] const char* word(Judgement::Kind);
/// "frame 2: expected Pos(e1) ↦ 10, found Pos(e1) ↦ 11 (and 3 more places differ); inertia⟨e1⟩ writes there"; empty for
/// Yes.
[[nodiscard]] std::string reason_of(const Judgement&, const Schema&);
/// The members of a judgement's object: "answer", "why", and the evidence.
void write_members(JsonWriter& out, const Judgement&, const Schema&);

}  // namespace coreecs
