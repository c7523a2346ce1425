/// [suggest] The fewest edits of a schedule that make it what it should be, from a program's start.
#pragma once

#include <functional>

#include "interp/check/decide/check.hpp"
#include "interp/check/decide/lost_updates.hpp"

namespace coreecs {

struct Edit {
  /// An edit at a place of a schedule.
  enum class Kind {
    Seq,       ///< conc(s) becomes seq(s)
    Then,      ///< z ∥ z' becomes z ⨟ z'
    ThenBack,  ///< z ∥ z' becomes z' ⨟ z
  };

  std::size_t place;  ///< as `show` counts places, in the original schedule
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
  /// Whether it ends like the reference run of the original schedule, up to a renaming of created entities. If not, and
  /// a location of an initial entity differs: the location, and its final values, that of the reference first.
  Answer ends_alike = Answer::Unknown;
  std::optional<Location> l = {};
  std::optional<Value> k = {}, instead = {};
  LostUpdates lost_updates = {};  ///< that remain; only the first, and only if the goal asks for it
};

/// A wanted property of schedules: whether one that check has decided has it.
struct Goal {
  std::string words = "confluent";  ///< "safe", "confluent, without lost updates"
  std::function<Answer(const NamedSchedule&, const Verdict&)> is = [](const NamedSchedule&, const Verdict& verdict) {
    return verdict.in_every_frame(Aspect::Confluent);
  };
  bool notes_lost_updates = true;  ///< whether suggestions say which lost updates remain
};

/// Why it is no suggestion either to make everything sequential.
enum class InTurn { Suggested, NotTried, NotAsWanted, Undecided, Fails };

struct Suggestions {
  std::string wanted;  ///< as text
  bool is_so = false;  ///< already: nothing was tried
  Concurrency now = {};
  /// All single edits that suffice; if there are none, all pairs; if there are none, one set of edits, none of which
  /// can be left out. Those that leave more linearizations come first.
  std::vector<Suggestion> found = {};
  InTurn in_turn = InTurn::NotTried;
  bool combined = false;       ///< whether `found` is such a set
  std::size_t candidates = 0;  ///< singles; and pairs, if no single suffices
  std::size_t tried = 0;       ///< fewer if there are too many
  std::size_t undecided = 0;   ///< those that reached the limit
};

/// Tries single edits and pairs, at most `most` of them. Each is decided by check over the frames of the verdict `now`,
/// with this limit or 1000. An edited schedule whose reference run fails is no suggestion. If none suffices, every conc
/// becomes seq and every ∥ becomes ⨟, which is safe (Theorem 4.7(1, 2)), with the sides of each ∥ in their order and
/// then reversed. Then edits that are not needed are taken back, in at most `most` further tries; if these do not
/// suffice, the set may still have an unnecessary edit. Cost: that of check for each try.
[[nodiscard]] Suggestions suggest(const Program& program, const NamedSchedule& schedule, const Verdict& now,
                                  std::size_t limit, const Goal& wanted = {}, std::size_t most = 500);

}  // namespace coreecs
