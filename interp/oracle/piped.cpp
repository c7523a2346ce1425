#include "interp/oracle/piped.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "interp/base/interrupt.hpp"
#include "interp/base/json/tree.hpp"
#include "interp/language/format/run_reader.hpp"
#include "interp/language/format/tree.hpp"
#include "interp/language/notation/notation.hpp"
#include "interp/language/notation/show.hpp"

namespace coreecs {

namespace {

using Kind = EngineFailure::Kind;

constexpr struct {
  const char* name;
  Kind kind;
} errors[] = {{"refused", Kind::Refused},
              {"unsupported", Kind::Unsupported},
              {"illegal", Kind::Illegal},
              {"unexpected", Kind::Unexpected},
              {"internal", Kind::Internal}};

void write_type(JsonWriter& out, const Type& type) {
  if (type.kind == Type::Kind::Text) return out.value("text");  // also for an enumeration
  if (type.kind == Type::Kind::List)
    return out.object([&] {
      write_type(out.key("list"), type.fields.front().type);
      out.member("most", type.most);
    });
  if (type.kind != Type::Kind::Record) return out.value(show(type));
  out.object([&] {
    for (const Type::Field& field : type.fields) write_type(out.key(field.name), field.type);
  });
}

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

/// A query in the protocol's form: { "incl": [...], "excl": [...], "anyway": [...] }.
struct PipedEngine::Asked {
  std::vector<Label> incl, excl, anyway;
  std::vector<std::pair<Label, bool>> cells;  ///< for each constraint in turn: its label, and whether it has a value

  explicit Asked(const Query& q) { add(q); }
  void add(const Query& q) {
    match(
        q, [&](const Incl& q) { add(incl, q.i, true); }, [&](const Excl& q) { add(excl, q.i, false); },
        [&](const Anyway& q) { add(anyway, q.i, true); },
        [&](const And& q) {
          for (const Query& part : q.conjuncts) add(part);
        });
  }
  void add(std::vector<Label>& to, Label i, bool has_value) {
    to.push_back(i);
    cells.emplace_back(i, has_value);
  }
};

/// A line for the engine.
class PipedEngine::Request {
 public:
  explicit Request(PipedEngine& engine) : engine_(engine) {}

  /// {"do": VERB, ...}
  template <class Members>
  std::string operator()(const char* verb, const Members& members) {
    json_.compact([&] {
      json_.object([&] {
        json_.member("do", std::string_view(verb));
        members();
      });
    });
    return std::move(text_);
  }
  /// {"operations": [...]}
  std::string answer(const Operations& all) {
    json_.compact([&] { json_.object([&] { operations(all); }); });
    return std::move(text_);
  }

  JsonWriter& json() { return json_; }

  void operations(const Operations& all) {
    json_.key("operations").list([&] {
      for (const Operation& one : all) json_.object([&] { std::visit([&](const auto& m) { operation(m); }, one); });
    });
  }
  void query(const QueryVector& q) {
    json_.key("query").list([&] {
      for (const Query& part : q) {
        const Asked asked(part);
        json_.object([&] {
          const auto labels = [&](const char* key, const std::vector<Label>& all) {
            if (all.empty()) return;
            json_.key(key).list([&] {
              for (const Label i : all) json_.value(schema()[i].name);
            });
          };
          labels("incl", asked.incl);
          labels("excl", asked.excl);
          labels("anyway", asked.anyway);
        });
      }
    });
  }
  void entities(const char* key, const std::vector<Entity>& e) {
    json_.key(key).list([&] {
      for (const Entity one : e) json_.value(engine_.name(one));
    });
  }
  /// "values": what each query of a match observes.
  void values(const QueryVector& q, std::span<const Cell> w) {
    std::size_t k = 0;
    json_.key("values").list([&] {
      for (const Query& part : q)
        json_.object([&] {
          std::set<Label> shown;
          for (const auto& [i, has_value] : Asked(part).cells) {
            const Cell& cell = w[k++];
            if (cell && shown.insert(i).second) value(json_.key(schema()[i].name), *cell, i);
          }
        });
    });
  }

 private:
  [[nodiscard]] const Schema& schema() const { return engine_.vocabulary_.schema; }

  void operation(const Attach& m) {
    json_.key("attach").list([&] {
      json_.value(schema()[m.i].name);
      json_.value(engine_.name(m.e));
      value(json_, m.k, m.i);
    });
  }
  void operation(const Detach& m) {
    json_.key("detach").list([&] {
      json_.value(schema()[m.i].name);
      json_.value(engine_.name(m.e));
    });
  }
  void operation(const Destroy& m) { json_.member("destroy", engine_.name(m.e)); }

  void value(JsonWriter& out, const Value& k, Label i) {
    for_each_entity(k, [&](Entity e) { (void)engine_.name(e); });  // gives it a name
    Notation{schema(), *engine_.names_}.json(out, k, schema()[i].type);
  }
  PipedEngine& engine_;
  std::string text_;
  JsonWriter json_{text_};
};

/// A line from the engine.
class PipedEngine::Reply {
 public:
  Reply(PipedEngine& engine, std::string line)
      : line_(std::move(line)),
        document_(std::string_view(line_), problems_),
        reader_(problems_, engine.vocabulary_, [&engine](const std::string& name) { return engine.entity(name); }) {
    if (document_.root()) members_ = object(problems_, {}, *document_.root());
    check();
    if (!find(*members_, "error")) return;
    keys({"error"}, {"why"});
    const std::string kind = text("error"), why = text("why");
    check();
    for (const auto& error : errors)
      if (error.name == kind) throw EngineFailure(error.kind, kind + (why.empty() ? "" : ": " + on_one_line(why)));
    problems_.report_unknown({}, "error", kind, {"refused", "unsupported", "illegal", "unexpected", "internal"});
    check();
  }
  Reply(const Reply&) = delete;
  Reply& operator=(const Reply&) = delete;

  [[nodiscard]] bool has(std::string_view key) const { return find(*members_, key) != nullptr; }
  [[nodiscard]] const Json::Object& members() const { return *members_; }
  RunReader& reader() { return reader_; }
  Problems& problems() { return problems_; }
  /// Throws EngineFailure if there are problems.
  void check() {
    if (problems_.empty()) return;
    const Problem first = std::move(problems_).in_order().front();
    throw EngineFailure(Kind::Garbled,
                        fmt::format("the engine's line {} cannot be understood: {}{}{}", shortened(line_), first.place,
                                    first.place.empty() ? "" : ": ", first.message));
  }
  /// Checks the keys: the first ones are required, the second ones optional.
  void keys(const std::vector<std::string_view>& required, const std::vector<std::string_view>& optional = {}) {
    check_keys(problems_, {}, *members_, required, optional);
    check();
  }
  std::string text(std::string_view key) { return reader_.text({}, *members_, key); }
  /// The row of a table that has this name; nothing, and a problem, if none has.
  template <class Named, std::size_t n>
  const Named* named(const Place& at, const Json& j, std::string_view what, const Named (&table)[n]) {
    const std::string_view name = reader_.text(at, j);
    const Named* row = std::find_if(table, table + n, [&](const Named& one) { return one.name == name; });
    if (row != table + n) return row;
    std::vector<std::string_view> known;
    for (const Named& one : table) known.emplace_back(one.name);
    problems_.report_unknown(at, what, name, known);
    return nullptr;
  }
  std::vector<Entity> entities(std::string_view key) {
    std::vector<Entity> e;
    reader_.list({}, *members_, key, [&](const Place& at, const Json& j) { e.push_back(reader_.entity(at, j)); });
    return e;
  }

 private:
  std::string line_;
  Problems problems_;
  Document document_;
  RunReader reader_;
  const Json::Object* members_ = nullptr;
};

PipedEngine::PipedEngine(std::vector<std::string> command, std::chrono::milliseconds within, Listen listen)
    : command_(std::move(command)), within_(within), listen_(std::move(listen)) {}

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
    const bool answered = std::any_of(std::begin(errors), std::end(errors),
                                      [&](const auto& error) { return error.kind == failure.kind; });
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
  std::string line = process_->read(starting_ ? within_ + 10s : within_);
  starting_ = false;
  if (listen_) listen_(line, true);
  return line;
}

PipedEngine::Reply PipedEngine::ask(const std::string& line) {
  send(line);
  return {*this, receive()};
}

void PipedEngine::order(const std::string& line) {
  talking([&] { ask(line).keys({}); });
}

std::string PipedEngine::name(Entity e) {
  if (!names_->knows(e)) names_->add({e});
  std::string name = (*names_)(e);
  mentioned_.emplace(name, e);
  return name;
}

Entity PipedEngine::entity(const std::string& name) {
  if (const auto known = mentioned_.find(name); known != mentioned_.end()) return known->second;
  // the engine was never sent this name
  const Entity e = stand_in(CreatedIndex{(std::uint64_t{1} << 63) + unknown_++}, *entities_);
  names_->add(e, name);
  return mentioned_.emplace(name, e).first->second;
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
    Reply reply = ask(Request(*this)("hello", [] {}));
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
  vocabulary_.schema = K;
  names_ = &names;
  entities_ = &entities;
  mentioned_.clear();
  unknown_ = 0;
  static_cast<void>(said());
  said_.clear();
  Request request(*this);
  order(request("reset", [&] {
    if (is_beyond(level_)) request.json().member("level", std::string_view(coreecs::name(level_)));
    request.json().key("components").object([&] {
      for (const Component& component : K) write_type(request.json().key(component.name), component.type);
    });
  }));
}

void PipedEngine::apply(const Operations& all) {
  Request request(*this);
  order(request("apply", [&] { request.operations(all); }));
}

std::vector<std::vector<Entity>> PipedEngine::matches(const QueryVector& q) {
  return talking([&] {
    Request request(*this);
    Reply reply = ask(request("match", [&] { request.query(q); }));
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

std::vector<Cell> PipedEngine::observed(Reply& reply, const QueryVector& q) {
  std::vector<Cell> w;
  std::size_t place = 0;
  reply.reader().with({}, reply.members(), "values", [&](const Place& at, const Json& values) {
    reply.reader().list(at, values, q.size(), q.size(), [&](const Place& at, const Json& json) {
      const Asked asked(q[place++]);
      const Json::Object* members = object(reply.problems(), at, json);
      std::vector<std::string_view> known;
      for (const auto& [i, has_value] : asked.cells)
        if (has_value) known.push_back(vocabulary_.schema[i].name);
      if (members) check_keys(reply.problems(), at, *members, {}, known);
      for (const auto& [i, has_value] : asked.cells) {
        const Component& component = vocabulary_.schema[i];
        w.emplace_back();
        if (members && has_value)
          reply.reader().with(at, *members, component.name, [&](const Place& at, const Json& k) {
            w.back() = reply.reader().value(at, k, component.type);
          });
      }
    });
  });
  return w;
}

std::vector<std::size_t> PipedEngine::run(const Schedule& leaf, Leaf number, const Respond& respond) {
  return talking([&] {
    const System& s = system_of(leaf);
    Request request(*this);
    send(request("run", [&] {
      request.json().member("how", std::string_view(std::holds_alternative<Conc>(leaf.form()) ? "conc" : "seq"));
      request.json().member("system", s.name);
      request.query(s.q);
    }));
    for (;;) {
      Reply reply(*this, receive());
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
      const std::vector<Cell> w = observed(reply, s.q);
      reply.check();
      send(Request(*this).answer(respond(number, {e, w})));
    }
  });
}

void PipedEngine::frame(const Schedule& z, Leaf first, const Respond&, const std::vector<Expected>& expected) {
  std::vector<const System*> systems;  // of each leaf
  each_system(z, [&](const System& s) { systems.push_back(&s); });
  Request request(*this);
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
  return told(Request(*this)("dump", [] {}));
}

State PipedEngine::look(const std::vector<Entity>& e) {
  Request request(*this);
  return told(request("look", [&] { request.entities("entities", e); }));
}

State PipedEngine::told(const std::string& line) {
  return talking([&] {
    Reply reply = ask(line);
    reply.keys({"state"});
    State c;
    reply.reader().with({}, reply.members(), "state",
                        [&](const Place& at, const Json& j) { c = reply.reader().state(at, j); });
    reply.check();
    return c;
  });
}

}  // namespace coreecs
