/// [oracle] The lines that coreecs and the process of an engine exchange (specs/reference/oracle-protocol.md).
#pragma once

#include <functional>
#include <set>

#include "interp/base/json/reading.hpp"
#include "interp/base/json/tree.hpp"
#include "interp/language/format/run_reader.hpp"
#include "interp/language/program/program.hpp"
#include "interp/oracle/engine.hpp"

namespace coreecs {

/// The answers { "error": NAME }, after which the process goes on.
struct EngineError {
  const char* name;
  EngineFailure::Kind kind;
};
inline constexpr EngineError engine_errors[] = {{"refused", EngineFailure::Kind::Refused},
                                                {"unsupported", EngineFailure::Kind::Unsupported},
                                                {"illegal", EngineFailure::Kind::Illegal},
                                                {"unexpected", EngineFailure::Kind::Unexpected},
                                                {"internal", EngineFailure::Kind::Internal}};

/// What the lines of one case are about: components and entities, by name.
class LineNames {
 public:
  void reset(const Schema& K, Names& names, Entities& entities);

  [[nodiscard]] const Program& vocabulary() const { return vocabulary_; }
  [[nodiscard]] const Schema& schema() const { return vocabulary_.schema; }
  [[nodiscard]] const Names& names() const { return *names_; }
  /// The name of an entity; a created entity gets it at its first mention.
  [[nodiscard]] std::string name(Entity e);
  /// The entity of this name; a new one if the engine was never sent the name.
  [[nodiscard]] Entity entity(const std::string& name);
  /// The engine knows the names that others have been sent in this case.
  void mention(const LineNames& others) { mentioned_.insert(others.mentioned_.begin(), others.mentioned_.end()); }

 private:
  Program vocabulary_;  ///< the components, for reading values
  Names* names_ = nullptr;
  Entities* entities_ = nullptr;
  std::unordered_map<std::string, Entity> mentioned_;
  std::uint64_t unknown_ = 0;
};

/// A query in the protocol's form: { "incl": [...], "excl": [...], "anyway": [...] }.
struct LineQuery {
  std::vector<Label> incl, excl, anyway;
  std::vector<std::pair<Label, bool>> cells;  ///< for each constraint in turn: its label, and whether it has a value

  explicit LineQuery(const Query& q) { add(q); }

 private:
  void add(const Query& q);
  void add(std::vector<Label>& to, Label i, bool has_value);
};

/// A line for the engine.
class EngineRequest {
 public:
  explicit EngineRequest(LineNames& names) : names_(names) {}

  /// { "do": VERB, ... }
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
  /// { "operations": [...] }
  std::string answer(const Operations& all);

  JsonWriter& json() { return json_; }

  /// "components": each with its type.
  void components();
  /// "operations": the operations in turn.
  void operations(const Operations& all);
  /// "query": each query in turn.
  void query(const QueryVector& q);
  /// The names of entities, under this key.
  void entities(const char* key, const std::vector<Entity>& e);
  /// "values": what each query of a match observes.
  void values(const QueryVector& q, std::span<const Cell> w);

 private:
  void operation(const Attach& m);
  void operation(const Detach& m);
  void operation(const Destroy& m);
  void value(JsonWriter& out, const Value& k, Label i);

  LineNames& names_;
  std::string text_;
  JsonWriter json_{text_};
};

/// A line from the engine.
class EngineReply {
 public:
  /// Throws EngineFailure if the line is no JSON object, or an error. `names` must outlive this.
  EngineReply(LineNames& names, std::string line);
  EngineReply(const EngineReply&) = delete;
  EngineReply& operator=(const EngineReply&) = delete;

  [[nodiscard]] bool has(std::string_view key) const { return find(*members_, key) != nullptr; }
  [[nodiscard]] const Json::Object& members() const { return *members_; }
  RunReader& reader() { return reader_; }
  Problems& problems() { return problems_; }
  /// Throws EngineFailure if there are problems.
  void check();
  /// Checks the keys: the first ones are required, the second ones optional.
  void keys(const std::vector<std::string_view>& required, const std::vector<std::string_view>& optional = {});
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
  std::vector<Entity> entities(std::string_view key);
  /// "values" of a visit, as w⃗.
  std::vector<Cell> observed(const QueryVector& q);

 private:
  LineNames& names_;
  std::string line_;
  Problems problems_;
  Document document_;
  RunReader reader_;
  const Json::Object* members_ = nullptr;
};

}  // namespace coreecs
