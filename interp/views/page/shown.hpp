/// The parts of a page's data.
#pragma once

#include "interp/base/json/writer.hpp"
#include "interp/check/decide/check.hpp"
#include "interp/language/notation/notation.hpp"
#include "interp/run/execution.hpp"
#include "interp/views/page/page.hpp"
#include "semantics/linearization.hpp"

namespace coreecs {

/// A text, or its beginning and the length of the rest.
[[nodiscard]] std::string clipped(std::string text, std::size_t most);
/// "6", null: a value as it is shown.
void json_value(JsonWriter& out, const Value* k, Label i, const Notation&);
/// "x": 7, "dx": 6, "to0": "e1", "label": "3": what the view shows for a value of the component i; "to0" is where its
/// first line leads.
void json_view(JsonWriter& out, const Value& k, Label i, const View&, const Notation&);
/// Whether the view shows the component.
[[nodiscard]] bool is_about(const std::optional<View>&, Label i);
/// The entities at which two states differ, in entity order. Cost: the size of both.
[[nodiscard]] std::vector<Entity> changed(const State& c, const State& after);

/// A row of a state: an entity with its components, and what the view shows; with the components that it had `before`.
void json_row(JsonWriter& out, Entity e, const State& c, const State* before, const Program&, const Notation&);
/// The members "entities", "changed" and "rows": how many entities a state has, how many differ from the state before,
/// and each with its components, the values before if it differs, and what the view shows.
void json_state(JsonWriter& out, const State& before, const State& c, const Program&, const Notation&,
                const PageLimits&);

/// Whether it has each invocation once, and none before one that precedes it. Cost: n² comparisons.
[[nodiscard]] bool is_linearization(const PartialOrder&, const Linearization&);
/// The invocations of po_c(z) in the order of the reference, but u after all that does not have to come after it.
[[nodiscard]] Linearization as_late_as_possible(const PartialOrder&, std::size_t u);

/// The members "frames" and "frames_in_all": each frame with its state and its derivation. Returns the run-time error
/// that ends them, if any.
[[nodiscard]] std::optional<std::string> json_frames(JsonWriter& out, const Program& program,
                                                     const NamedSchedule& schedule, const std::string& file,
                                                     std::uint64_t frames, const PageLimits& limits);
/// The members "verdict", "race" and "witness".
void json_verdict(JsonWriter& out, const Program& program, const Verdict& verdict, const PageLimits& limits);

}  // namespace coreecs
