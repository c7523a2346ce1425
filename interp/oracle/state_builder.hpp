/// [oracle] Builds an engine's result from its own ids.
#pragma once

#include "interp/oracle/judge.hpp"

namespace coreecs {

/// The states of an engine, frame by frame:
///
///   StateBuilder<Handle> seen(program);
///   for (...) seen.knows(handle, e);                // initial entities
///   for (...) {
///     engine.step();
///     for (...) seen.put(handle, label, value);     // all current components
///     seen.end_frame();
///   }
///   const Judgement judged = judge({.program = program, .schedule = "main", .frames = n}, seen.result(), {}, 1'000);
///   CHECK_MESSAGE(judged.kind == Judgement::Kind::Yes, reason_of(judged, program.schema));
template <class Id, class Hash = std::hash<Id>>
class StateBuilder {
 public:
  /// Created entities get the names that `name` gives to their ids, or "#0", "#1", ...
  explicit StateBuilder(const Program& program, std::function<std::string(const Id&)> name = {})
      : state_(program.schema.size()),
        result_{.start = {}, .states = {}, .names = Names(program.entities)},
        name_(std::move(name)) {}

  /// This id is that entity of the program. Precondition: the id was not used before.
  void knows(const Id& id, Entity e) { entities_.emplace(id, e); }
  /// The entity of this id, for use as a value. An unknown id is an entity that the engine created.
  Entity entity(const Id& id) {
    const auto known = entities_.find(id);
    if (known != entities_.end()) return known->second;
    const Entity e = stand_in(CreatedIndex{created_}, *result_.entities);
    result_.names.add(e, name_ ? name_(id) : "#" + std::to_string(created_));
    ++created_;
    return entities_.emplace(id, e).first->second;
  }
  /// Sets a component of an entity.
  void put(const Id& id, Label i, Value k) { state_ = std::move(state_).with(i, entity(id), std::move(k)); }
  /// Ends a frame: everything put since the previous call is its state.
  void end_frame() { result_.states.push_back(std::exchange(state_, State(state_.labels()))); }

  [[nodiscard]] const EngineResult& result() const { return result_; }

 private:
  State state_;
  EngineResult result_;
  std::function<std::string(const Id&)> name_;
  std::unordered_map<Id, Entity, Hash> entities_;
  std::uint64_t created_ = 0;
};

}  // namespace coreecs
