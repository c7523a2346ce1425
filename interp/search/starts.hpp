/// A document's program with other start states.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <set>

#include "interp/search/generate.hpp"

namespace coreecs {

/// Random start states of the entities, values and texts that the program mentions.
class Starts {
 public:
  /// With at most this many entities. Numbers are in these ranges, elsewhere small, or also extreme.
  /// Precondition: the document loads, and spawns nothing.
  Starts(const nlohmann::ordered_json& document, std::uint64_t frames, std::uint64_t entities,
         const std::vector<Range>& ranges, bool extremes = false);
  Starts(const Starts&) = delete;
  Starts& operator=(const Starts&) = delete;

  /// The program without expectations, with every entity that a state may have.
  [[nodiscard]] const Program& program() const { return program_; }
  /// The state of this random stream. Cost: its size.
  [[nodiscard]] State operator()(Random random) const { return (*generate_)(random); }
  /// The same for a state at which these invariants of the program hold: the first one that the stream leads to; or
  /// else one without the values that violate them; or else the program's own start. Cost: that of at most a hundred
  /// states, and of their invariants.
  [[nodiscard]] State operator()(Random random, const std::vector<std::string>& assumed) const;
  /// The document of the program at another start.
  [[nodiscard]] nlohmann::ordered_json document(const State& start) const;

 private:
  void note(const nlohmann::ordered_json& part, bool in_term);
  void note_terms(const nlohmann::ordered_json& of, const char* body);
  void declare(std::uint64_t most);
  void list_entities(std::uint64_t most);

  nlohmann::ordered_json document_;
  std::set<std::string> named_;
  Material material_;
  Program program_;
  std::optional<StateGenerator> generate_;
};

/// Searches leave a state undecided if a query vector has more matches from it.
inline constexpr std::size_t most_matches = 100'000;

/// Whether the numbers of a state lie in their ranges.
[[nodiscard]] bool in_ranges(const State&, const std::vector<Range>&);

/// Whether an invariant holds at the program's start. It does not if its term fails there.
[[nodiscard]] bool holds(const Invariant& invariant, const Program& program);

/// Whether all these invariants hold.
[[nodiscard]] bool hold(const std::vector<std::string>& invariants, const Program& program);

/// The maximum number of entities in the states of this program, by default.
[[nodiscard]] std::uint64_t default_entities(const Program&);

}  // namespace coreecs
