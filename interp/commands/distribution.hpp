/// Many runs of one schedule, and how often each end occurs.
#pragma once

#include "interp/check/decide/ends.hpp"
#include "interp/commands/frames.hpp"

namespace coreecs {

/// The distinct ends of many runs, each with the names and the token of its first run.
class Distribution {
 public:
  explicit Distribution(const Job& job) : job_(job) {}

  /// Whether it is a new end. The caller then has to name it.
  bool meet(const State& c) { return ends_.meet(c) == first_.size(); }
  void name(const Names& names, std::string token) { first_.emplace_back(names, std::move(token)); }
  [[nodiscard]] bool one() const { return first_.size() == 1; }

  void print_text(std::uint64_t runs, const std::string& how) const;
  void print_json(std::uint64_t runs) const;

 private:
  const Job& job_;
  Ends ends_;
  std::vector<std::pair<Names, std::string>> first_;
};

/// Performs all runs, or until an interrupt. Yields the number performed.
[[nodiscard]] std::uint64_t performed_runs(const Job& job, const std::function<void(std::uint64_t)>& perform);

}  // namespace coreecs
