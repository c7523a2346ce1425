/// What the type and effect system rejects in a program of the archetype calculus, as data.
#pragma once

#include "interp/archetypes/archetype/program.hpp"
#include "semantics/archetype/typing.hpp"

namespace coreecs::archetype {

/// Something that the type and effect system rejects.
struct Finding {
  enum class Kind {
    Type,        ///< a term or a system has no type
    Concurrent,  ///< parallel parts share an archetype, write one entity, or change the heap at once (§4.4)
    Residual     ///< a system uses an archetype that staged events will change (§4.4)
  };
  /// What dirtied the archetype, an event of a system; or the system that shares it.
  struct Cause {
    std::string system, at;

    friend bool operator==(const Cause&, const Cause&) = default;
  };

  Kind kind = Kind::Type;
  std::string rule = {}, premise = {};  ///< as IllTyped
  std::string step = {};                ///< the JSON Pointer of the first step of the frame that is concerned
  std::string system = {}, at = {};     ///< the system concerned, and the JSON Pointer of the place
  std::optional<AType> A = {};
  std::optional<Label> C = {};
  std::vector<Cause> causes = {};
  std::string instead = {};  ///< a replacement, if one is known
};

/// [archetype/judge] Every reason why ⊢ 𝓗, fr, nil fails at the start of a program, for every system and every step of
/// the frame. It is empty exactly if archetype::check finds nothing (a law). Cost: that of typing, and of its effects
/// once for each system that runs before the next sync.
[[nodiscard]] std::vector<Finding> findings(const Program& program, const Rules& rules);

}  // namespace coreecs::archetype
