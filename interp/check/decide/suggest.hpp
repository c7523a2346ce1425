/// [suggest] Edits of a schedule, as few as can be, that make it what it should be, from a program's start.
#pragma once

#include <functional>

#include "interp/check/decide/check.hpp"

namespace coreecs {

struct Edit {
  /// What is done at a place of a schedule.
  enum class Kind {
    Seq,       ///< conc(s) becomes seq(s)
    Then,      ///< z ∥ z' becomes z ⨟ z'
    ThenBack,  ///< z ∥ z' becomes z' ⨟ z
  };

  std::size_t place;  ///< as `show` counts places, in the schedule as it was
  Kind change;
};

struct Edited {
  Schedule z;
  std::vector<std::size_t> marks;  ///< the places that changed
};
/// The schedule with edits, at different places. Cost: its size.
[[nodiscard]] Edited edited(const Schedule& z, const std::vector<Edit>& edits);

/// How concurrent the invocations of a schedule are.
struct Concurrency {
  std::string linearizations;  ///< specs/reference/output.md
  std::size_t invocations = 0;
  std::size_t longest_chain = 0;  ///< of invocations in ≤_z: the steps that remain with any number of processors
};

struct Suggestion {
  std::vector<Edit> edits;
  Edited with;
  Concurrency left;
  /// Whether it ends as the reference run of the schedule as it was does, up to a renaming of created entities; and
  /// where not, if it is at an initial entity, and what is there in the end, of the reference first.
  Answer ends_alike = Answer::Unknown;
  std::optional<Location> l = {};
  std::optional<Value> k = {}, instead = {};
};

/// What a schedule is to be: whether it is, of one that check has decided.
struct Goal {
  std::string words = "confluent";  ///< "safe", "confluent, without lost updates"
  std::function<Answer(const NamedSchedule&, const Verdict&)> is = [](const NamedSchedule&, const Verdict& verdict) {
    return verdict.in_every_frame(Aspect::Confluent);
  };
};

/// Why everything one after the other is no suggestion either.
enum class InTurn { Suggested, NotTried, NotAsWanted, Undecided, Fails };

struct Suggestions {
  std::string wanted;  ///< in words
  bool is_so = false;  ///< already: nothing was tried
  Concurrency now = {};
  /// All single edits that do; if there are none, all pairs that do; if there are none, one set of edits that does, of
  /// which none can be left out. The more linearizations are left the earlier.
  std::vector<Suggestion> found = {};
  InTurn in_turn = InTurn::NotTried;
  bool combined = false;       ///< whether it is such a set
  std::size_t candidates = 0;  ///< singles; and pairs, where no single does
  std::size_t tried = 0;       ///< fewer, where there are too many
  std::size_t undecided = 0;   ///< of all that was tried, for which the limit was reached
};

/// Tries single edits and pairs, at most `most` of them, each by check over the frames of the verdict on the schedule
/// as it is, with this limit or 1000. An edited schedule whose reference run fails is none. Where none does, all of
/// conc becomes seq and all of ∥ becomes ⨟, which is safe (Theorem 4.7(1, 2)), with the sides of each ∥ in their order
/// and then the other way round, and of these edits are taken back what can be, in as many tries again; a set that
/// these do not suffice for may have one that can be left out. Cost: that of check for each tried.
[[nodiscard]] Suggestions suggest(const Program& program, const NamedSchedule& schedule, const Verdict& now,
                                  std::size_t limit, const Goal& wanted = {}, std::size_t most = 500);

}  // namespace coreecs
