/// The parts of a page's data.
#pragma once

#include <map>

#include "interp/base/json/writer.hpp"
#include "interp/check/decide/check.hpp"
#include "interp/language/notation/notation.hpp"
#include "interp/run/execution.hpp"
#include "interp/views/page/page.hpp"
#include "semantics/order.hpp"

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

/// The members "entities", "changed" and "rows": how many entities a state has, how many differ from the state before,
/// and each with its components, the values before if it differs, and what the view shows.
void json_state(JsonWriter& out, const State& before, const State& c, const Program&, const Notation&,
                const PageLimits&);

/// The members "frames" and "frames_in_all": each frame with its state and its derivation. Returns the run-time error
/// that ends them, if any.
[[nodiscard]] std::optional<std::string> json_frames(JsonWriter& out, const Program& program,
                                                     const NamedSchedule& schedule, const std::string& file,
                                                     std::uint64_t frames, const PageLimits& limits);
/// The members "verdict", "race" and "witness".
void json_verdict(JsonWriter& out, const Program& program, const Verdict& verdict, const PageLimits& limits);

struct Meeting {
  std::size_t u = 0, v = 0;
  Location l;
  bool same = false;  ///< whether both leave the same there, and so commute at l
};

/// How many pairs of two leaves, or of one, meet.
struct LeafMeetings {
  std::size_t different = 0, same = 0;  ///< those that do not commute at the location, and those that do
  Location first;  ///< where the first of those that are counted meet; of the different ones, if any
};

struct Meetings {
  std::vector<Meeting> all;                               ///< those that do not commute first
  std::map<std::pair<Leaf, Leaf>, LeafMeetings> by_leaf;  ///< counts all, also those that `all` leaves out
  std::vector<std::size_t> conflicts;                     ///< of each invocation: how many of `different`
};

/// Lists at most `most` of each kind, and counts all. Cost: w log w for w writes, and each pair at one location.
[[nodiscard]] Meetings meetings(const PartialOrder& po, std::size_t most);

}  // namespace coreecs
