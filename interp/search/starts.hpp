/// A document's program at other start states.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <set>

#include "interp/search/generate.hpp"

namespace coreecs {

/// Start states at random: of the entities, values and texts that the program mentions.
class Starts {
 public:
  /// Of at most so many entities, with numbers in these ranges, and elsewhere small ones, or extreme ones too.
  /// Precondition: the document loads, and spawns nothing.
  Starts(const nlohmann::ordered_json& document, std::uint64_t frames, std::uint64_t entities,
         const std::vector<Range>& ranges, bool extremes = false);
  Starts(const Starts&) = delete;
  Starts& operator=(const Starts&) = delete;

  /// The program, which expects nothing, with every entity that a state may have.
  [[nodiscard]] const Program& program() const { return program_; }
  /// The state that this stream makes. Cost: its size.
  [[nodiscard]] State operator()(Random random) const { return (*generate_)(random); }
  /// The same, of a state at which these invariants of the program hold: of those that the stream leads to the first
  /// one; or else one without the values that are in the way; or else the program's own. Cost: that of at most a
  /// hundred states, and of looking at the invariants.
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

/// A state from which a query vector has more matches is left undecided by searches.
inline constexpr std::size_t most_matches = 100'000;

/// Whether the numbers of a state lie in the ranges that are about them.
[[nodiscard]] bool in_ranges(const State&, const std::vector<Range>&);

/// Whether an invariant holds at the program's start. One whose term fails there does not.
[[nodiscard]] bool holds(const Invariant& invariant, const Program& program);

/// Whether all these do.
[[nodiscard]] bool hold(const std::vector<std::string>& invariants, const Program& program);

/// How many entities the states of this program have at most, unless it is told.
[[nodiscard]] std::uint64_t default_entities(const Program&);

}  // namespace coreecs
