/// [oracle] The visits of an engine to the matches of a leaf, which may be in any order that a run may have.
#pragma once

#include <map>
#include <memory>
#include <mutex>

#include "interp/language/notation/notation.hpp"
#include "interp/language/program/error.hpp"
#include "interp/language/program/program.hpp"
#include "interp/oracle/invoking.hpp"

namespace coreecs {

/// The names of a program's entities, and of those that are created while an engine is driven.
class Naming {
 public:
  Naming(const Program& program, std::shared_ptr<const Entities> entities)
      : schema_(program.schema), entities_(std::move(entities)), names_(program.entities) {}

  /// Of all entities that there are by now.
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
  /// To the matches of conc(s) or seq(s) at c. All that is given must outlive it.
  Visits(const Invoking&, Naming&, const SeriesParallel::Node&, Leaf, State c, const Environment&);

  /// What is to be done at a match that the engine visits: nothing from where something is wrong. Throws EngineFailure
  /// where there is no end of visits then. It may be called by several threads at once.
  [[nodiscard]] Operations respond(Leaf, const Match&);

  /// What was done, as it was asked for. Throws the error of a system function.
  [[nodiscard]] const std::vector<Invoked>& visited() const;
  /// What is wrong with the visits, and with the order of them that the engine tells, if it tells one.
  [[nodiscard]] std::optional<std::string> wrong(const std::vector<std::size_t>& order);
  /// What was done, in that order. Precondition: nothing is wrong.
  [[nodiscard]] std::vector<Invoked> in_order(const std::vector<std::size_t>& order) &&;

 private:
  struct At {
    std::vector<Cell> w;
    bool visited = false;
    bool dropped = false;  ///< seq: there was a time when it did not match
  };

  Operations visit(Leaf, const Match&);
  /// c becomes c ↓ m. Those that do not match then may be left out.
  void follow(const Update& m);
  Operations note(std::string what);
  std::string observation(const std::vector<Entity>& e, const std::vector<Cell>& w, std::span<const Cell> found);

  const Invoking& invoking_;
  Naming& naming_;
  const SeriesParallel::Node& node_;
  Leaf leaf_;
  State c_;
  std::mutex mutex_;
  std::map<std::vector<Entity>, At> all_;
  std::vector<Invoked> visited_;
  std::string wrong_;
  std::optional<RuntimeError> failed_;
  std::size_t ignored_ = 0;
};

}  // namespace coreecs
