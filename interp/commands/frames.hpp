/// Prints the output of `run`: states, changes and steps, frame by frame.
#pragma once

#include <algorithm>
#include <functional>

#include "interp/commands/perform.hpp"
#include "interp/language/notation/notation.hpp"
#include "interp/run/changes.hpp"
#include "interp/run/execution.hpp"
#include "interp/run/threads.hpp"
#include "interp/views/explain/explain.hpp"

namespace coreecs {

/// The components of a state to print: all or some.
class Shown {
 public:
  /// Selects these components, or all if the list is empty. Reports unknown ones.
  Shown(const Schema& schema, const std::vector<std::string>& only, Problems& problems);

  [[nodiscard]] const Schema& schema() const { return schema_; }
  [[nodiscard]] State operator()(const State& c) const;
  [[nodiscard]] bool has(Label i) const {
    return labels_.empty() || std::binary_search(labels_.begin(), labels_.end(), i);
  }

 private:
  Schema schema_;
  std::vector<Label> labels_;
};

/// Shared by the executions of one command.
struct Job {
  const Program& program;
  const std::vector<std::string>& settings;  ///< of its constants
  const std::string& file;
  const RunOptions& options;
  const NamedSchedule& schedule;
  std::uint64_t frames;
  Shown shown;

  [[nodiscard]] bool prints(std::uint64_t frame) const {
    if (frame == frames) return true;
    return options.every ? frame % *options.every == 0 : !options.last;
  }

  [[nodiscard]] bool by_entity() const { return options.by == "entity"; }
  [[nodiscard]] bool records() const { return options.record || options.folder; }
  [[nodiscard]] Visibility visibility() const {
    return options.visibility == "shared" ? Visibility::Shared : Visibility::Snapshot;
  }
  [[nodiscard]] std::string heading() const;
};

/// A state as text; its lines after the first begin with the margin.
[[nodiscard]] std::string shown_state(const Job& job, const State& c, const Names& names, const std::string& margin);

/// The steps of the last frame, if they are to be shown.
using StepsOf = std::function<std::optional<Explained>(const Notation&)>;

/// Runs all frames without keeping them. Text is printed immediately; a document is printed once the run has succeeded.
/// If `changes` is given, prints changes instead of states.
void print_frames(
    const Job& job, Execution& execution, const std::function<std::string()>& token,
    const StepsOf& steps_of = [](const Notation&) { return std::nullopt; }, Changes* changes = nullptr);

}  // namespace coreecs
