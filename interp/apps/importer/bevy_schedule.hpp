/// The answer of Bevy's remote protocol about one schedule.
#pragma once

#include "interp/apps/importer/answer_value.hpp"
#include "interp/apps/importer/bevy_frame.hpp"

namespace coreecs::importer {

struct Answered {
  std::size_t systems = 0;    ///< with sync points
  std::size_t deferring = 0;  ///< those that have commands, which the answer does not name
};
/// Adds the systems, sets, order and conflicts of an answer to an app, in the set that the schedule has in the frame.
/// Indices in the answer point into its lists of systems, sets and components. Reports what is not as Bevy writes it.
Answered add_schedule(Problems&, const AnswerValue& answer, Assembly&, const BevyFrame&, const std::string& schedule);

}  // namespace coreecs::importer
