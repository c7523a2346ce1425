/// Events as bevy_ecs keeps them: two buffers for each, a count of all that were sent, and a cursor for each reader.
#pragma once

#include <map>

#include "interp/apps/triage/setting.hpp"

namespace coreecs {

/// `Events<T>` of bevy_ecs.
class TwoBuffers {
 public:
  void send(const Value& v) { b_.push_back({count_++, v}); }
  void update() {
    std::swap(a_, b_);
    b_.clear();
  }
  /// What comes after a cursor, which then is at the end.
  [[nodiscard]] std::vector<Value> after(std::size_t cursor) const {
    std::vector<Value> all;
    for (const auto* buffer : {&a_, &b_})
      for (const Sent& one : *buffer)
        if (one.id >= cursor) all.push_back(one.v);
    return all;
  }
  [[nodiscard]] std::size_t count() const { return count_; }

  friend bool operator==(const TwoBuffers&, const TwoBuffers&) = default;

 private:
  struct Sent {
    std::size_t id;
    Value v;
    friend bool operator==(const Sent&, const Sent&) = default;
  };
  std::vector<Sent> a_, b_;
  std::size_t count_ = 0;
};

/// The events of an app. Readers are numbered: systems first, and then run conditions.
class Buffers {
 public:
  explicit Buffers(const triage::Setting& setting);

  /// c with what a reader has not read, as entities in the order of sending.
  [[nodiscard]] State seen(State c, std::size_t reader) const;
  void has_read(std::size_t reader);
  void send(Label i, const Value& v) { all_.at(i).send(v); }
  void block_begins(std::size_t block);
  void frame_ended();
  /// Asks all run conditions of a system, and whether all hold. A part is asked only if those before it do not decide.
  /// Throws what they throw.
  [[nodiscard]] bool ask(const triage::Setting& setting, const State& c, std::size_t system);
  /// Whether something was ever dropped that a reader had not read.
  [[nodiscard]] bool has_dropped() const { return dropped_; }

  friend bool operator==(const Buffers&, const Buffers&) = default;

 private:
  [[nodiscard]] bool ask(const app::RunCondition& b, std::size_t reader, const State& c, const Environment& env);

  std::map<Label, TwoBuffers> all_;
  std::map<std::pair<std::size_t, Label>, std::size_t> cursors_;
  std::optional<std::size_t> until_;  ///< the block that has to run
  bool ran_ = false, dropped_ = false;
};

}  // namespace coreecs
