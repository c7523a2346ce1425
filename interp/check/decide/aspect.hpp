/// What is asked of a schedule at a program's start.
#pragma once

#include "interp/check/decide/check.hpp"

namespace coreecs {

/// What a schedule can fail in: a verdict of check is no, the reference run ends in a run-time error, or an invariant
/// does not hold after some frame of it.
enum class Aspect { SafeByRule, Safe, Deterministic, Confluent, Error, Invariant };
inline constexpr Aspect aspects[] = {Aspect::SafeByRule, Aspect::Safe,  Aspect::Deterministic,
                                     Aspect::Confluent,  Aspect::Error, Aspect::Invariant};
/// Those that check decides.
inline constexpr Aspect decided[] = {Aspect::SafeByRule, Aspect::Safe, Aspect::Deterministic, Aspect::Confluent};

/// The verdict on one of those that check decides, and the frame with which it is lost.
[[nodiscard]] Answer answer(const Verdict&, Aspect);
[[nodiscard]] const Lost& lost(const LostFrames&, Aspect);

}  // namespace coreecs
