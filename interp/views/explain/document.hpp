/// Explanations in JSON.
#pragma once

#include "interp/check/decide/check.hpp"
#include "interp/views/explain/explain.hpp"
#include "interp/views/explain/glossary.hpp"

namespace coreecs {

/// A list of the leaves: each with what it matches, and each match with what it observes, does and changes.
[[nodiscard]] std::string json_steps(const Explained&);
/// The explanation of a frame, with the verdict over all frames up to it. `most` says nothing here: all is written.
[[nodiscard]] std::string json(const Explained&, const std::string& schedule, std::uint64_t frame, const Verdict&,
                               const Notation& of_verdict);
[[nodiscard]] std::string json(const GlossaryEntry&);

}  // namespace coreecs
