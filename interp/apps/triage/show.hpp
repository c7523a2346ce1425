/// A judgement of an app as text and JSON.
#pragma once

#include "interp/apps/triage/triage.hpp"
#include "interp/language/program/names.hpp"

namespace coreecs::triage {

struct Shown {
  bool coloured = false;
  bool details = false;  ///< every pair of each group
  bool stale = false;    ///< all that read last frame's value, not only how many
};

/// First real races, with both executions and the constraints that remove them. Then undecided, masked and harmless
/// pairs, in groups with the same explanation. Lines have 120 columns, unless a name is longer.
[[nodiscard]] std::string show(const Judgement& judgement, const Setting& setting, const Shown& shown);
/// The same as a document, with the steps of both executions.
[[nodiscard]] std::string json(const Judgement& judgement, const Setting& setting);

/// One pair on one line, like a compiler message: "a and b, on Health: real: ...".
[[nodiscard]] std::string on_one_line(const Pair& pair, const Judgement& judgement, const Setting& setting);
/// "alive fails after frame 1 at ⟨world⟩, in every execution"
[[nodiscard]] std::string on_one_line(const Broken& one, const Judgement& judgement, const Setting& setting);
/// "on_add and on_set, on Double: their order changes the state after a frame"
[[nodiscard]] std::string on_one_line(const ObserverPair& pair, const Judgement& judgement, const Setting& setting);
/// "real", "undecided", "masked", "harmless"
[[nodiscard]] std::string_view name(Label label);

/// The steps of an execution in the form for --replay: "0,2,1,s,3", where s is a sync point. If the observers are not
/// in the order of the app, this comes first: "o1.0,0,2,1,s,3".
[[nodiscard]] std::string token(const std::vector<std::size_t>& nodes, const Plan& plan,
                                const std::vector<std::size_t>& observers = {});
/// The first step of a token that no execution of the plan has there.
struct WrongStep {
  std::size_t number = 1;             ///< counted from 1
  std::string found;                  ///< empty: the token ends here, before the end of a frame
  std::vector<std::string> possible;  ///< the steps that may come here; none: the execution has ended
};
/// The nodes of such a token, without the order of observers.
[[nodiscard]] std::variant<std::vector<std::size_t>, WrongStep> nodes_of(std::string_view token, const Executions& all);
/// Removes the order of observers from the front of a token. If there is none, it is that of the app.
[[nodiscard]] std::variant<std::vector<std::size_t>, WrongStep> observers_of(std::string_view& token,
                                                                             const Setting& setting);

/// The names of the entities of a setting, including those that its executions have created so far.
[[nodiscard]] Names names_of(const Setting& setting);

}  // namespace coreecs::triage
