/// Values of the answers of Bevy's remote protocol.
#pragma once

#include <optional>
#include <set>
#include <string>

#include "interp/base/interrupt.hpp"
#include "interp/base/json/document.hpp"
#include "interp/base/json/reading.hpp"

namespace coreecs::importer {

/// A value of an answer and its place. Reading reports a problem if a part is missing or has another shape.
class AnswerValue {
 public:
  AnswerValue(Problems& problems, const Place& place, const Json& json)
      : problems_(&problems), place_(place), json_(&json) {}

  [[nodiscard]] const Place& place() const { return place_; }
  /// Calls `read` for the member with this key, which must be there.
  template <class Read>
  void member(std::string_view key, const Read& read) const {
    if (!optional(key, read) && json_->as<Json::Object>())
      problems_->report(place_, "found no key " + in_quotes(key) + "; expected the answer to schedule.graph");
  }
  template <class Read>
  bool optional(std::string_view key, const Read& read) const {
    const Json::Object* all = object(*problems_, place_, *json_);
    const Json::Member* found = all ? find(*all, key) : nullptr;
    if (found)
      read(AnswerValue(*problems_, place_.member(key, static_cast<std::size_t>(found - all->begin())), found->value));
    return found != nullptr;
  }
  [[nodiscard]] bool has(std::string_view key) const {
    const auto* all = json_->as<Json::Object>();
    return all && find(*all, key);
  }
  template <class Read>
  void each(const Read& read) const {
    if (const Json::List* all = list(*problems_, place_, *json_, "a list", 0))
      for (std::size_t k = 0; k < all->size(); ++k) {
        interrupt::poll();
        read(AnswerValue(*problems_, place_.element(k), (*all)[k]));
      }
  }
  [[nodiscard]] std::string text() const {
    if (const auto* text = json_->as<std::string_view>()) return std::string(*text);
    expected(*problems_, place_, *json_, "a text");
    return {};
  }
  [[nodiscard]] bool truth() const {
    if (const auto* truth = json_->as<bool>()) return *truth;
    expected(*problems_, place_, *json_, "true or false");
    return false;
  }
  /// An index below n; otherwise reported, and none.
  [[nodiscard]] std::optional<std::size_t> index(std::size_t n) const {
    const std::uint64_t k = natural_number(*problems_, place_, *json_);
    if (k < n) return k;
    problems_->report(place_, "found the index " + std::to_string(k) + "; expected one below " + std::to_string(n));
    return std::nullopt;
  }
  [[nodiscard]] std::set<std::size_t> indices(std::size_t n) const {
    std::set<std::size_t> out;
    each([&](const AnswerValue& one) {
      if (const auto k = one.index(n)) out.insert(*k);
    });
    return out;
  }
  [[nodiscard]] const Json& json() const { return *json_; }

 private:
  Problems* problems_;
  Place place_;
  const Json* json_;
};

}  // namespace coreecs::importer
