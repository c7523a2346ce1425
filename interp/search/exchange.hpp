/// Whether two schedules of a program can be exchanged on every state: the answer, in words and in JSON
/// (specs/reference/output.md).
#pragma once

#include <nlohmann/json.hpp>

#include "interp/check/prove/exchange.hpp"
#include "interp/language/program/program.hpp"

namespace coreecs {

/// A start from which a ⨟ b and b ⨟ a end in different states, or only one of them fails: a complete program with both
/// as schedules. It is as small as possible.
struct OrderMatters {
  nlohmann::ordered_json document;
  Program program;
  /// Where the ends differ, and what is there; empty if one of the orders fails.
  std::string place = {}, left = {}, left_by_other = {};
  bool fails = false, other_fails = false;  ///< a ⨟ b, and b ⨟ a
  bool by_search = false;                   ///< random states led to it, not the solver
};

struct Exchange {
  std::string a, b;  ///< schedules of the program, or systems, under conc
  ExchangeProof proof;
  std::optional<OrderMatters> refutation = {};
  std::vector<std::shared_ptr<const System>> systems = {};  ///< those that the proof refers to

  [[nodiscard]] Answer answer() const { return refutation ? Answer::No : proof.answer(); }
};

/// Decides it for a document's program. A counterexample is shrunk, and both orders are performed there. Where the
/// solver leaves it open, `cases` random states are tried. Preconditions: the document loads, spawns nothing, and has a
/// schedule or else a system of each name; has_solver(). Cost: that of prove_exchange, and of both orders for each step
/// of shrinking and each case.
[[nodiscard]] Exchange exchange(const nlohmann::ordered_json& document, const std::string& a, const std::string& b,
                                const ProofLimits& limits = {}, std::uint64_t cases = 200);

[[nodiscard]] std::string show(const Exchange& exchange, const std::string& program, bool coloured);
[[nodiscard]] std::string json(const Exchange& exchange);

}  // namespace coreecs
