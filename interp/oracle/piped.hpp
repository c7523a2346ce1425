/// [oracle] An engine in a process of its own, in any language (specs/reference/oracle-protocol.md).
#pragma once

#include <memory>

#include "interp/oracle/process.hpp"
#include "interp/oracle/protocol.hpp"

namespace coreecs {

/// Drives the engine behind a command. Starts the process on demand, and again after it has ended or was killed.
class PipedEngine : public Engine {
 public:
  /// Called with each line in either direction.
  using Listen = std::function<void(std::string_view line, bool from_engine)>;

  /// `within` limits each answer; the first one of a process may take ten seconds more.
  PipedEngine(std::vector<std::string> command, std::chrono::milliseconds within, Listen listen = {});

  [[nodiscard]] EngineDescription describe() override;
  void hurry(std::optional<std::chrono::milliseconds> most) override {
    within_ = most ? std::min(*most, most_) : most_;
  }
  [[nodiscard]] std::optional<AnswerTimes> times() const override { return AnswerTimes{most_, slowest_}; }
  void enter(Level level) override { level_ = level; }
  void reset(const Schema& K, Names& names, Entities& entities) override;
  void apply(const Operations&) override;
  [[nodiscard]] std::vector<std::vector<Entity>> matches(const QueryVector& q) override;
  std::vector<std::size_t> run(const Schedule& leaf, Leaf number, const Respond& respond) override;
  void frame(const Schedule& z, Leaf first, const Respond& respond, const std::vector<Expected>& expected) override;
  [[nodiscard]] State dump() override;
  [[nodiscard]] State look(const std::vector<Entity>& e) override;
  [[nodiscard]] std::function<void()> save() override;
  [[nodiscard]] std::string said() override;

 private:
  [[nodiscard]] EngineDescription described();
  void end_process();
  /// Returns the result of `talk`. If the conversation fails, kills the process.
  template <class Talk>
  auto talking(const Talk& talk);
  void send(const std::string& line);
  [[nodiscard]] std::string receive();
  /// Sends a request, and yields the answer. Throws EngineFailure if the answer is an error.
  [[nodiscard]] EngineReply ask(const std::string& line);
  /// Sends a request whose answer is empty.
  void order(const std::string& line);
  /// Sends a request whose answer is a state.
  [[nodiscard]] State told(const std::string& line);

  std::vector<std::string> command_;
  std::chrono::milliseconds most_, within_;  ///< for an answer: as constructed, and at present
  std::chrono::milliseconds slowest_{};      ///< answer since the last reset
  Listen listen_;
  std::unique_ptr<Process> process_;
  Level level_ = Level::Storage;  ///< that of reset
  bool starting_ = false;         ///< it has not answered yet
  std::string said_;              ///< since the last reset, by processes that have ended
  LineNames line_names_;
};

}  // namespace coreecs
