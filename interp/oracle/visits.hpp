/// [oracle] The visits of an engine to the matches of a leaf, in any order that a run may have.
#pragma once

#include <map>
#include <memory>
#include <mutex>

#include "interp/language/notation/notation.hpp"
#include "interp/language/program/error.hpp"
#include "interp/language/program/program.hpp"
#include "interp/oracle/invoking.hpp"
#include "interp/oracle/meaning.hpp"

namespace coreecs {

/// The names of a program's entities, and of those created while an engine is driven.
class Naming {
 public:
  Naming(const Program& program, std::shared_ptr<const Entities> entities)
      : schema_(program.schema), entities_(std::move(entities)), names_(program.entities) {}

  /// Names of all entities so far.
  [[nodiscard]] Names& names() {
    names_.add(entities_->all());
    return names_;
  }
  [[nodiscard]] Notation notation() { return {schema_, names()}; }
  /// "⟨e0, e1⟩"
  [[nodiscard]] std::string operator()(const std::vector<Entity>& e);

 private:
  const Schema& schema_;
  std::shared_ptr<const Entities> entities_;
  Names names_;
};

class Visits {
 public:
  /// The visits to the matches of conc(s) or seq(s) at c, by an engine that defers this of a conc. All arguments must
  /// outlive this. c has the labels of `Meaning::start`.
  Visits(const Invoking&, const Meaning&, Naming&, const SeriesParallel::Node&, Leaf, State c, const Environment&,
         Defers);

  /// The operations for a match that the engine visits; none after the first wrong visit. Throws EngineFailure if
  /// visits then go on without end. Several threads may call it at once.
  [[nodiscard]] Operations respond(Leaf, const Match&);

  /// The invocations in the order of visits. Throws the error of a system function.
  [[nodiscard]] const std::vector<Invoked>& visited() const;
  /// What is wrong with the visits, or with the engine's order of them, if it reports one.
  [[nodiscard]] std::optional<std::string> wrong(const std::vector<std::size_t>& order);
  /// The state once what was deferred is performed in the engine's order. Precondition: nothing is wrong.
  [[nodiscard]] State end(const std::vector<std::size_t>& order) const;
  /// The invocations in the engine's order. Precondition: nothing is wrong.
  [[nodiscard]] std::vector<Invoked> in_order(const std::vector<std::size_t>& order) &&;

 private:
  struct At {
    std::vector<Cell> w;
    bool visited = false;
    bool dropped = false;  ///< seq: it did not match at some time
  };

  Operations visit(Leaf, const Match&);
  /// Performs what is not deferred of an invocation, and keeps the rest.
  void perform(const Invoked&);
  /// c becomes the state after these. The engine may skip matches that no longer match.
  void follow(const Operations&);
  Operations note(std::string what);
  std::string observation(const std::vector<Entity>& e, const std::vector<Cell>& w, std::span<const Cell> found);

  const Invoking& invoking_;
  const Meaning& meaning_;
  Naming& naming_;
  const SeriesParallel::Node& node_;
  Leaf leaf_;
  State c_, seen_;  // and what queries see of it
  Defers defers_;
  std::mutex mutex_;
  std::map<std::vector<Entity>, At> all_;
  std::vector<Invoked> visited_;
  std::vector<Operations> deferred_;  // of each visit
  std::string wrong_;
  std::optional<RuntimeError> failed_;
  std::size_t ignored_ = 0;
};

}  // namespace coreecs
