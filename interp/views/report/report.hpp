/// Programs, and the verdicts on them, in words and in JSON (specs/reference/output.md).
#pragma once

#include <array>
#include <functional>
#include <nlohmann/json_fwd.hpp>

#include "interp/base/json/writer.hpp"
#include "interp/check/decide/check.hpp"
#include "interp/check/decide/further.hpp"
#include "interp/check/decide/match_order.hpp"
#include "interp/check/decide/shared.hpp"
#include "interp/check/decide/static_report.hpp"
#include "interp/check/decide/suggest.hpp"
#include "interp/language/notation/notation.hpp"
#include "interp/language/program/program.hpp"

namespace coreecs {

/// A token or @FILE; if a token is too long to read, where to get it.
[[nodiscard]] std::string shown_replay(const std::string& replay);

/// A run as a JSON object: its order, its final state or its error, and its token, if there is one.
void json(JsonWriter& out, const Ending& run, const Notation& notation, const std::string& replay = "");

/// The names of the entities of a verdict, including those that only its witness creates.
[[nodiscard]] Names names(const Program& program, const Verdict& verdict);

/// The tokens of the two runs of a witness; empty if they are not shown.
using Replays = std::array<std::string, 2>;

/// The members of the JSON document of a verdict (specs/reference/output.md).
void json(JsonWriter& out, const Verdict& verdict, const Notation& notation, const Replays& replays = {});

/// A verdict with its reasons, in the paper's words. If asked for, with colours for a terminal, and with every digit of
/// the number of linearizations.
[[nodiscard]] std::string show(const Verdict& verdict, const Program& program, const Notation& notation, bool coloured,
                               const Replays& replays = {}, bool exact = false);

/// What to know in addition to a verdict: a line for each further answer that is no plain yes, with the option that
/// says more; empty if there is none. Precondition: the answers are about the schedule of the verdict. `orders`:
/// including the answer about the order of matches.
[[nodiscard]] std::string show(const Further& answers, const Verdict& verdict, const Notation& notation,
                               bool orders = true);
/// The members "further" and "lost_updates" of the document of a verdict.
void json(JsonWriter& out, const Further& answers, const Verdict& verdict, const Notation& notation);
/// "u leaves X(e) ↦ 1; v, concurrent with it, observes X(e) ↦ 0 and leaves X(e) ↦ 1; one after the other they would
/// leave X(e) ↦ 2"
[[nodiscard]] std::string show(const LostUpdate& lost, const PartialOrder& po, const Notation& notation);

/// The whole program: schema, systems as in Figure 11 with their effects, invariants, schedules (or only one of them).
[[nodiscard]] std::string show(const Program& program, const std::optional<std::string>& schedule = {});

/// Names the entities of a witness that have no name yet.
void name_others(const OrderWitness& witness, Names& names);

/// Whether it holds after each frame, and why: for the first after which it does not, or else for the last.
[[nodiscard]] std::string show(const OfFrames<MatchOrderVerdict>& verdict, const Notation& notation, bool coloured);
/// A verdict as a JSON object, for the key "match_order": after the last frame, and after the first that loses it.
void json(JsonWriter& out, const OfFrames<MatchOrderVerdict>& verdict, const Notation& notation);

/// Likewise, but the JSON is a document with more members.
[[nodiscard]] std::string show(const OfFrames<SharedVerdict>& verdict, const std::string& program,
                               const Notation& notation, bool coloured);
[[nodiscard]] std::string json(const OfFrames<SharedVerdict>& verdict, const Notation& notation,
                               const std::function<void(JsonWriter&)>& more = {});

/// The schedule with the number of each leaf, from 0 as in JSON: "conc(inertia)⁰ ⨟ seq(collide)¹". On a terminal, what
/// is shown safe is green, and the rest is red.
[[nodiscard]] std::string numbered(const Schedule& z, const StaticReport& report, bool coloured);
/// "conc(collide), leaf 1"; "∥ before leaf 2" is the operator between the leaves 1 and 2
[[nodiscard]] std::string shown_place(const StaticPlace& at);
/// The members that say where a place is: "form", and "system" and "leaf", or "before_leaf".
void json_place(JsonWriter& out, const StaticPlace& at);
/// Why a place is safe: "by Corollary 4.9"; or why that is not shown.
[[nodiscard]] std::string why(const StaticPlace& at, const Schema& K);

/// In the paper's notation, and as a JSON document.
[[nodiscard]] std::string show(const StaticReport& report, const Program& program, const NamedSchedule& schedule,
                               bool coloured);
[[nodiscard]] std::string json(const StaticReport& report, const Program& program, const NamedSchedule& schedule);

/// In the paper's notation, each edit with its place in the program's document, and what to write there.
[[nodiscard]] std::string show(const Suggestions& suggestions, const NamedSchedule& schedule,
                               const nlohmann::ordered_json& document, const Notation& notation, bool exact);
/// A list in JSON, for the key "suggestions"; and how many edits were tried, for the key "edits".
void json(JsonWriter& out, const Suggestions& suggestions, const NamedSchedule& schedule,
          const nlohmann::ordered_json& document);
void json_tried(JsonWriter& out, const Suggestions& suggestions);

/// The race of a verdict's witness with what both observe and leave, and its runs from where they part, where steps
/// that change nothing are left out unless they race. Then the differences of their ends side by side. Lines have 100
/// columns, unless a name or a value is longer. Precondition: there is a witness. Cost: that of both runs.
[[nodiscard]] std::string show_witness(const Verdict&, const Notation&, const Replays&);

}  // namespace coreecs
