/// Depth-first search over the configurations of runs, for any model of runs.
#pragma once

#include <functional>
#include <unordered_map>

#include "interp/base/progress.hpp"
#include "interp/fast/query.hpp"
#include "interp/language/program/ending.hpp"
#include "interp/run/machine.hpp"

namespace coreecs {

/// How much an exploration may do, counted in configurations. Other work is converted into them.
class ExplorationBudget {
 public:
  /// How many configurations are explored first: a run close to the reference is the easiest to compare with it.
  static constexpr std::size_t near_reference = 1000;
  /// The maximum number of drawn runs.
  static constexpr std::size_t most_drawn = 1000;
  /// How many runs with too many matches use up the budget: of drawn runs, and of an exploration.
  static constexpr std::size_t drawn_too_large = 8, explored_too_large = 64;
  /// How many observed matches, or stored steps, count as one configuration.
  static constexpr std::size_t steps_of_one = 64;

  explicit ExplorationBudget(std::size_t limit) : limit_(limit) {}
  void keep(std::size_t weight, std::size_t steps) { spent_ += weight + steps / steps_of_one; }
  void observe(std::size_t matches) { spent_ += matches / steps_of_one; }
  void give_up_a_run() { spent_ += limit_ / explored_too_large; }
  [[nodiscard]] bool is_spent() const { return spent_ > limit_; }

 private:
  std::size_t limit_, spent_ = 0;
};

/// How many runs are drawn before everything within the limit is explored: drawing finds different ends sooner than
/// exploring in order. All together perform some `most` invocations.
class Draws {
 public:
  explicit Draws(std::size_t most) : most_(most) {}
  /// The number of the next one, counted from 0, if any.
  std::optional<std::size_t> next() {
    if (drawn_ == ExplorationBudget::most_drawn || performed_ >= most_) return std::nullopt;
    runs_.next();
    return drawn_++;
  }
  void count(std::optional<std::size_t> steps) {
    performed_ += steps.value_or(most_ / ExplorationBudget::drawn_too_large + 1);
  }

 private:
  std::size_t most_, drawn_ = 0, performed_ = 0;
  progress::Task runs_{"drawn run", progress::AtMost{ExplorationBudget::most_drawn}};
};

/// The configurations that an exploration keeps, to continue from each only once.
enum class Kept {
  AtChoices,      ///< those that have several sufficient choices; each visit to one counts
  AfterEachStep,  ///< all, each of which counts once: for runs in which a single step may take long
};

/// `R` is a run under way: a regular type with Choice, sufficient_choices(), perform(Choice), ended(), state(), hash(),
/// weight() and matches_left(), as of `Run` (interp/run/machine.hpp).
template <class R>
class Exploration {
 public:
  struct Found {
    std::vector<typename R::Choice> steps;
    End end;
  };
  struct Result {
    Answer alike = Answer::Unknown;  ///< whether all runs end in the same state
    std::optional<Found> other;      ///< one that ends differently
    std::size_t configurations = 0;
    std::vector<State> ends = {};  ///< each once
  };

  /// Explores from `start`, until a run does not end like `reference`, or `limit` configurations (fewer if they are
  /// large) were explored. Makes only sufficient choices.
  Exploration(R start, End reference, std::size_t limit, Kept kept = Kept::AtChoices)
      : Exploration(
            std::move(start), [reference = std::move(reference)](const End& end) { return alike(reference, end); },
            limit, kept) {}
  /// The same, until a run does not end as `expected`.
  Exploration(R start, std::function<Answer(const End&)> expected, std::size_t limit, Kept kept = Kept::AtChoices)
      : start_(std::move(start)),
        expected_(std::move(expected)),
        budget_(limit),
        kept_(kept),
        progress_("configuration", progress::AtMost{limit}) {}

  Result operator()() {
    if (visit(start_, 0, {})) explore();
    result_.configurations = configurations_.size();
    return std::move(result_);
  }

 private:
  using Steps = std::vector<typename R::Choice>;
  struct Configuration {
    R run;
    std::size_t from;
    Steps steps;  // that led here
  };

  void explore() {
    while (!open_.empty()) {
      const std::size_t at = open_.back();
      open_.pop_back();
      const Steps choices = configurations_[at].run.sufficient_choices();
      for (auto choice = choices.rbegin(); choice != choices.rend(); ++choice) {
        R next = configurations_[at].run;
        const std::size_t unobserved = next.matches_left();
        Steps steps{*choice};
        try {
          next.perform(*choice);
          if (kept_ == Kept::AtChoices) go_on(next, steps);
        } catch (const RuntimeError& error) {
          if (!end(error, at, steps)) return;
          continue;
        } catch (const fast::TooManyMatches&) {
          settled_ = false;  // this run remains unknown
          budget_.give_up_a_run();
          if (budget_.is_spent()) return;
          continue;
        }
        if (kept_ == Kept::AtChoices) budget_.keep(next.weight(), steps.size());
        budget_.observe(unobserved - next.matches_left());
        if (budget_.is_spent()) return;
        if (!visit(std::move(next), at, std::move(steps))) return;
      }
    }
    if (settled_) result_.alike = Answer::Yes;
  }

  static void go_on(R& run, Steps& steps) {
    for (auto only = run.sufficient_choices(); only.size() == 1; only = run.sufficient_choices()) {
      steps.push_back(only.front());
      run.perform(only.front());
    }
  }

  /// Returns false if the search is over.
  bool visit(R run, std::size_t from, Steps steps) {
    if (run.ended()) return visit_end(run, from, steps);
    const std::size_t hash = run.hash();
    const auto [same, last] = seen_.equal_range(hash);
    for (auto it = same; it != last; ++it)
      if (configurations_[it->second].run == run) return true;
    if (kept_ == Kept::AfterEachStep) budget_.keep(run.weight(), 0);
    seen_.emplace(hash, configurations_.size());
    progress_.next();
    open_.push_back(configurations_.size());
    configurations_.push_back({std::move(run), from, std::move(steps)});
    return true;
  }

  bool visit_end(const R& run, std::size_t from, const Steps& steps) {
    const State& c = run.state();
    const std::size_t hash = run.hash();
    const auto [same_hash, last] = ends_.equal_range(hash);
    for (auto it = same_hash; it != last; ++it)
      if (result_.ends[it->second] == c) return true;
    ends_.emplace(hash, result_.ends.size());
    result_.ends.push_back(c);
    return end(c, from, steps);
  }

  bool end(const End& end, std::size_t from, const Steps& steps) {
    const Answer same = expected_(end);
    settled_ = settled_ && same != Answer::Unknown;
    if (same != Answer::No) return true;
    result_.alike = Answer::No;
    result_.other = Found{path(from, steps), end};
    return false;
  }

  /// All steps to a configuration, and the last ones from there.
  Steps path(std::size_t at, const Steps& last) const {
    Steps all(last.rbegin(), last.rend());
    for (; !configurations_.empty() && !configurations_[at].steps.empty(); at = configurations_[at].from)
      all.insert(all.end(), configurations_[at].steps.rbegin(), configurations_[at].steps.rend());
    return {all.rbegin(), all.rend()};
  }

  R start_;
  std::function<Answer(const End&)> expected_;
  ExplorationBudget budget_;
  Kept kept_;
  progress::Task progress_;
  std::vector<std::size_t> open_;
  std::vector<Configuration> configurations_;
  std::unordered_multimap<std::size_t, std::size_t> seen_;  // configurations by hash
  std::unordered_multimap<std::size_t, std::size_t> ends_;  // of the result, by hash
  bool settled_ = true;                                     // whether all ends could be compared
  Result result_;
};

}  // namespace coreecs
