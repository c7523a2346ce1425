#include "interp/oracle/piped.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "interp/language/format/tree.hpp"

namespace coreecs {

namespace {

const System& system_of(const Schedule& leaf) {
  const auto* conc = std::get_if<Conc>(&leaf.form());
  return conc ? *conc->s : *std::get<Seq>(leaf.form()).s;
}

void each_system(const Schedule& z, const std::function<void(const System&)>& visit) {
  match(
      z.form(), [&](const Conc& z) { visit(*z.s); }, [&](const Seq& z) { visit(*z.s); },
      [&](const Par& z) {
        each_system(z.left, visit);
        each_system(z.right, visit);
      },
      [&](const Then& z) {
        each_system(z.left, visit);
        each_system(z.right, visit);
      });
}

}  // namespace

PipedEngine::PipedEngine(std::vector<std::string> command, std::chrono::milliseconds within, Listen listen)
    : command_(std::move(command)), most_(within), within_(within), listen_(std::move(listen)) {}

void PipedEngine::end_process() {
  if (process_) said_ += process_->take_errors();
  process_.reset();
}

std::string PipedEngine::said() {
  if (process_) said_ += process_->take_errors();
  return said_;
}

template <class Talk>
auto PipedEngine::talking(const Talk& talk) {
  try {
    return talk();
  } catch (const EngineFailure& failure) {
    const bool answered = std::any_of(std::begin(engine_errors), std::end(engine_errors),
                                      [&](const EngineError& error) { return error.kind == failure.kind; });
    if (!answered) end_process();
    throw;
  } catch (...) {
    end_process();
    throw;
  }
}

void PipedEngine::send(const std::string& line) {
  if (!process_) {
    process_ = std::make_unique<Process>(command_);
    starting_ = true;
  }
  if (listen_) listen_(line, false);
  process_->write(line, within_);
}

std::string PipedEngine::receive() {
  using namespace std::chrono_literals;
  const auto start = std::chrono::steady_clock::now();
  std::string line = process_->read(starting_ ? within_ + 10s : within_);
  const auto took = std::chrono::ceil<std::chrono::milliseconds>(std::chrono::steady_clock::now() - start);
  if (!std::exchange(starting_, false)) slowest_ = std::max(slowest_, took);
  if (listen_) listen_(line, true);
  return line;
}

EngineReply PipedEngine::ask(const std::string& line) {
  send(line);
  return {line_names_, receive()};
}

void PipedEngine::order(const std::string& line) {
  talking([&] { ask(line).keys({}); });
}

EngineDescription PipedEngine::describe() {
  try {
    return described();
  } catch (const EngineFailure& failure) {
    const std::string said = this->said();
    throw EngineFailure(failure.kind, failure.what() + (said.empty() ? "" : "; it says:\n" + said));
  }
}

EngineDescription PipedEngine::described() {
  return talking([&] {
    EngineReply reply = ask(EngineRequest(line_names_)("hello", [] {}));
    reply.keys({"engine", "supports", "levels"}, {"defers"});
    EngineDescription description{.name = reply.text("engine"), .supports = {}, .levels = {}, .looks_up = true};
    reply.reader().with({}, reply.members(), "supports", [&](const Place& at, const Json& j) {
      description.supports = read_constructs(reply.problems(), at, j);
    });
    reply.reader().list({}, reply.members(), "levels", [&](const Place& at, const Json& j) {
      if (const NamedLevel* one = reply.named(at, j, "level", levels)) description.levels.insert(one->level);
    });
    if (reply.has("defers"))
      reply.reader().with({}, reply.members(), "defers", [&](const Place& at, const Json& j) {
        if (const NamedDefers* one = reply.named(at, j, "kind of deferral", deferrals))
          description.defers = one->defers;
      });
    reply.check();
    return description;
  });
}

void PipedEngine::reset(const Schema& K, Names& names, Entities& entities) {
  line_names_.reset(K, names, entities);
  static_cast<void>(said());
  said_.clear();
  slowest_ = {};
  EngineRequest request(line_names_);
  order(request("reset", [&] {
    if (is_beyond(level_)) request.json().member("level", std::string_view(coreecs::name(level_)));
    request.components();
  }));
}

void PipedEngine::apply(const Operations& all) {
  EngineRequest request(line_names_);
  order(request("apply", [&] { request.operations(all); }));
}

std::vector<std::vector<Entity>> PipedEngine::matches(const QueryVector& q) {
  return talking([&] {
    EngineRequest request(line_names_);
    EngineReply reply = ask(request("match", [&] { request.query(q); }));
    reply.keys({"matches"});
    std::vector<std::vector<Entity>> all;
    reply.reader().list({}, reply.members(), "matches", [&](const Place& at, const Json& match) {
      all.emplace_back();
      reply.reader().list(at, match, q.size(), q.size(),
                          [&](const Place& at, const Json& j) { all.back().push_back(reply.reader().entity(at, j)); });
    });
    reply.check();
    return all;
  });
}

std::vector<std::size_t> PipedEngine::run(const Schedule& leaf, Leaf number, const Respond& respond) {
  return talking([&] {
    const System& s = system_of(leaf);
    EngineRequest request(line_names_);
    send(request("run", [&] {
      request.json().member("how", std::string_view(std::holds_alternative<Conc>(leaf.form()) ? "conc" : "seq"));
      request.json().member("system", s.name);
      request.query(s.q);
    }));
    for (;;) {
      EngineReply reply(line_names_, receive());
      if (!reply.has("visit")) {
        reply.keys({}, {"order"});
        std::vector<std::size_t> order;
        reply.reader().list({}, reply.members(), "order", [&](const Place& at, const Json& j) {
          order.push_back(natural_number(reply.problems(), at, j));
        });
        reply.check();
        return order;
      }
      reply.keys({"visit", "values"});
      const std::vector<Entity> e = reply.entities("visit");
      if (e.size() != s.q.size())
        reply.problems().report(
            {}, fmt::format("{} entities are visited, but the query vector has {} queries", e.size(), s.q.size()));
      const std::vector<Cell> w = reply.observed(s.q);
      reply.check();
      send(EngineRequest(line_names_).answer(respond(number, {e, w})));
    }
  });
}

void PipedEngine::frame(const Schedule& z, Leaf first, const Respond&, const std::vector<Expected>& expected) {
  std::vector<const System*> systems;  // of each leaf
  each_system(z, [&](const System& s) { systems.push_back(&s); });
  EngineRequest request(line_names_);
  JsonWriter& json = request.json();
  order(request("schedule", [&] {
    coreecs::write(json.key("schedule"), tree(z));
    std::set<std::string_view> written;
    json.key("systems").object([&] {
      for (const System* s : systems)
        if (written.insert(s->name).second) json.key(s->name).object([&] { request.query(s->q); });
    });
    json.key("table").list([&] {
      for (const Expected& one : expected)
        json.object([&] {
          json.member("leaf", one.leaf - first);
          request.entities("visit", one.e);
          request.values(systems[one.leaf - first]->q, one.w);
          request.operations(one.does);
        });
    });
  }));
}

State PipedEngine::dump() {
  return told(EngineRequest(line_names_)("dump", [] {}));
}

State PipedEngine::look(const std::vector<Entity>& e) {
  EngineRequest request(line_names_);
  return told(request("look", [&] { request.entities("entities", e); }));
}

std::function<void()> PipedEngine::save() {
  return talking([&]() -> std::function<void()> {
    EngineReply reply = ask(EngineRequest(line_names_)("save", [] {}));
    reply.keys({"saved"});
    std::string saved = reply.text("saved");
    reply.check();
    return [this, saved = std::move(saved), names = line_names_] {
      line_names_.mention(names);
      EngineRequest request(line_names_);
      order(request("load", [&] { request.json().member("saved", saved); }));
    };
  });
}

State PipedEngine::told(const std::string& line) {
  return talking([&] {
    EngineReply reply = ask(line);
    reply.keys({"state"});
    State c;
    reply.reader().with({}, reply.members(), "state",
                        [&](const Place& at, const Json& j) { c = reply.reader().state(at, j); });
    reply.check();
    return c;
  });
}

}  // namespace coreecs
