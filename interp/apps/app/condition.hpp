/// Run conditions as an app defines them: what they read, when they hold, and which exclude each other
/// (specs/reference/app-format.md#run-conditions).
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "interp/base/answer.hpp"
#include "interp/language/program/invariant.hpp"

namespace coreecs::app {

/// b: a run condition, as far as the app says what it is.
struct RunCondition {
  enum class Form {
    Unknown,  ///< only a name: it may read anything
    Reads,    ///< what it reads, but not when it holds
    Is,       ///< a resource has a value
    Match,    ///< a query vector has a match
    Not,
    And,
    Or
  };

  Form form = Form::Unknown;
  std::size_t label = 0;  ///< Is: the resource, a position in App::components
  std::string text = {};  ///< Unknown, Reads: the name, if any; Is: the value; Match: the query vector, in JSON
  std::vector<std::size_t> reads = {};     ///< what the form reads, as App::Labels; Match: only of "on_event"
  std::vector<std::size_t> declared = {};  ///< what it is declared to read beside the form, if anything
  std::vector<RunCondition> parts = {};    ///< Not: one; And, Or
  /// Is, Match: an invariant that is violated where the condition holds; null if a type is missing.
  std::shared_ptr<const Invariant> term = {};
  std::string place = {};  ///< where it is in the document, a JSON Pointer

  /// Ignores the term, which follows from the rest, and the place.
  friend bool operator==(const RunCondition& a, const RunCondition& b) {
    return a.form == b.form && a.label == b.label && a.text == b.text && a.reads == b.reads &&
           a.declared == b.declared && a.parts == b.parts;
  }
};

/// Calls f for the condition and all its parts.
template <class Condition, class F>
void for_each_part(Condition& b, const F& f) {
  f(b);
  for (auto& part : b.parts) for_each_part(part, f);
}

/// Whether the app says what it reads.
[[nodiscard]] bool knows_access(const RunCondition& b);
/// Whether the app says when it holds.
[[nodiscard]] bool knows_answer(const RunCondition& b);
/// Calls f for the parts that are asked at c, each once: a part of "and" that does not hold, or of "or" that does, is
/// the last one.
using OnAsked = std::function<void(const RunCondition& part)>;
/// Whether it holds at c; Unknown if that depends on parts of which the app does not say when they hold. Throws
/// RuntimeError if a term fails. Cost: its queries.
[[nodiscard]] Answer holds(const RunCondition& b, const State& c, const Environment& env, const OnAsked& asked = {});

/// Whether no state satisfies both, as far as their forms show it: a resource has two values, or one is the other's
/// negation. Cost: the parts of one, times those of the other.
[[nodiscard]] bool exclude_each_other(const RunCondition& a, const RunCondition& b);
/// Whether the two may never hold together: they exclude each other if a name means the same wherever it is asked, and
/// the plain names in_state(Menu) and in_state(Game) are about one state. Cost: that of `exclude_each_other`.
[[nodiscard]] bool may_contradict(const RunCondition& a, const RunCondition& b);

}  // namespace coreecs::app
