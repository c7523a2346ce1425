/// [queue/send] Events, which systems send and read (explanation/events.md): U, clause by clause.
#pragma once

#include "interp/apps/triage/questions.hpp"
#include "semantics/mutation.hpp"

namespace coreecs::triage {

/// A reader of events: a system, or a run condition, which is a question.
struct EventReader {
  enum class Kind { System, Condition };

  Kind kind = Kind::System;
  std::size_t number = 0;

  friend bool operator==(const EventReader&, const EventReader&) = default;
};

/// Where an entity is an event in what a reader reads: its number there, from 0. None for other entities.
[[nodiscard]] std::optional<std::size_t> event_number(Entity e);

/// What a system sends in one run: labels of the program with values, in order.
using Sent = std::vector<std::pair<Label, Value>>;

/// U: for each reader of an event what it has not read, in the order of sending; first what the last end of a frame
/// left it, and then what was sent since.
struct Unread {
  struct Queue {
    std::vector<Value> old, recent;

    friend bool operator==(const Queue&, const Queue&) = default;
  };

  std::vector<Queue> of;   ///< by reader and event, as Events has them
  bool block_ran = false;  ///< whether App::keep_events_until has run since an end of a frame last dropped events

  friend bool operator==(const Unread&, const Unread&) = default;
};
[[nodiscard]] std::size_t hash(const Unread&);

/// The events of an app and those who read them. In a state that a reader sees, what it has not read are entities that
/// only have the event, in the order of sending.
class Events {
 public:
  Events() = default;
  /// Cost: the bodies and the conditions.
  Events(const app::App& app, const std::vector<Question>& questions, const app::Blocks& blocks);

  /// The events, as labels of the program.
  [[nodiscard]] const LabelSet& labels() const { return labels_; }

  /// U at the start: nothing.
  [[nodiscard]] Unread first() const;
  /// U after a system has sent these events. Cost: these events, times readers.
  void send(Unread& u, const Sent& sent) const;
  /// U after a reader has read all.
  void read(Unread& u, const EventReader& r) const;
  /// U after a condition was asked at c with U: it has read the events of the parts that were asked. Throws what it
  /// throws.
  void ask(Unread& u, const State& c, std::size_t question, const app::RunCondition& is, const Environment& env) const;
  /// U where a block begins that is performed at least once.
  void block_runs(Unread& u, std::size_t block) const;
  /// U at the end of a frame.
  void frame_ended(Unread& u) const;

  /// c as a reader sees it. Cost: what it has not read.
  [[nodiscard]] State both(const State& c, const Unread& u, const EventReader& r) const;
  /// c without events.
  [[nodiscard]] State of_state(State c) const;
  /// The first event of a label that a reader has not read.
  [[nodiscard]] std::optional<Value> next(const Unread& u, const EventReader& r, Label i) const;

 private:
  struct Read {
    Label i = 0;  ///< a label of the program
    EventReader by;
  };

  LabelSet labels_;
  std::vector<Read> all_;
  std::optional<std::size_t> kept_until_;  ///< the block of App::keep_events_until
};

}  // namespace coreecs::triage
