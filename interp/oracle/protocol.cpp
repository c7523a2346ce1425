#include "interp/oracle/protocol.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "interp/language/notation/notation.hpp"
#include "interp/language/notation/show.hpp"

namespace coreecs {

// --- Names ----------------------------------------------------------------------------------------------------------

void LineNames::reset(const Schema& K, Names& names, Entities& entities) {
  vocabulary_.schema = K;
  names_ = &names;
  entities_ = &entities;
  mentioned_.clear();
  unknown_ = 0;
}

std::string LineNames::name(Entity e) {
  if (!names_->knows(e)) names_->add({e});
  std::string name = (*names_)(e);
  mentioned_.emplace(name, e);
  return name;
}

Entity LineNames::entity(const std::string& name) {
  if (const auto known = mentioned_.find(name); known != mentioned_.end()) return known->second;
  const Entity e = stand_in(CreatedIndex{(std::uint64_t{1} << 63) + unknown_++}, *entities_);
  names_->add(e, name);
  return mentioned_.emplace(name, e).first->second;
}

// --- Queries --------------------------------------------------------------------------------------------------------

void LineQuery::add(const Query& q) {
  match(
      q, [&](const Incl& q) { add(incl, q.i, true); }, [&](const Excl& q) { add(excl, q.i, false); },
      [&](const Anyway& q) { add(anyway, q.i, true); },
      [&](const And& q) {
        for (const Query& part : q.conjuncts) add(part);
      });
}

void LineQuery::add(std::vector<Label>& to, Label i, bool has_value) {
  to.push_back(i);
  cells.emplace_back(i, has_value);
}

// --- Requests -------------------------------------------------------------------------------------------------------

namespace {

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

}  // namespace

std::string EngineRequest::answer(const Operations& all) {
  json_.compact([&] { json_.object([&] { operations(all); }); });
  return std::move(text_);
}

void EngineRequest::components() {
  json_.key("components").object([&] {
    for (const Component& component : names_.schema()) write_type(json_.key(component.name), component.type);
  });
}

void EngineRequest::operations(const Operations& all) {
  json_.key("operations").list([&] {
    for (const Operation& one : all) json_.object([&] { std::visit([&](const auto& m) { operation(m); }, one); });
  });
}

void EngineRequest::query(const QueryVector& q) {
  json_.key("query").list([&] {
    for (const Query& part : q) {
      const LineQuery asked(part);
      json_.object([&] {
        const auto labels = [&](const char* key, const std::vector<Label>& all) {
          if (all.empty()) return;
          json_.key(key).list([&] {
            for (const Label i : all) json_.value(names_.schema()[i].name);
          });
        };
        labels("incl", asked.incl);
        labels("excl", asked.excl);
        labels("anyway", asked.anyway);
      });
    }
  });
}

void EngineRequest::entities(const char* key, const std::vector<Entity>& e) {
  json_.key(key).list([&] {
    for (const Entity one : e) json_.value(names_.name(one));
  });
}

void EngineRequest::values(const QueryVector& q, std::span<const Cell> w) {
  std::size_t k = 0;
  json_.key("values").list([&] {
    for (const Query& part : q)
      json_.object([&] {
        std::set<Label> shown;
        for (const auto& [i, has_value] : LineQuery(part).cells) {
          const Cell& cell = w[k++];
          if (cell && shown.insert(i).second) value(json_.key(names_.schema()[i].name), *cell, i);
        }
      });
  });
}

void EngineRequest::operation(const Attach& m) {
  json_.key("attach").list([&] {
    json_.value(names_.schema()[m.i].name);
    json_.value(names_.name(m.e));
    value(json_, m.k, m.i);
  });
}

void EngineRequest::operation(const Detach& m) {
  json_.key("detach").list([&] {
    json_.value(names_.schema()[m.i].name);
    json_.value(names_.name(m.e));
  });
}

void EngineRequest::operation(const Destroy& m) { json_.member("destroy", names_.name(m.e)); }

void EngineRequest::value(JsonWriter& out, const Value& k, Label i) {
  for_each_entity(k, [&](Entity e) { (void)names_.name(e); });  // gives it a name
  Notation{names_.schema(), names_.names()}.json(out, k, names_.schema()[i].type);
}

// --- Replies --------------------------------------------------------------------------------------------------------

EngineReply::EngineReply(LineNames& names, std::string line)
    : names_(names),
      line_(std::move(line)),
      document_(std::string_view(line_), problems_),
      reader_(problems_, names.vocabulary(), [&names](const std::string& name) { return names.entity(name); }) {
  if (document_.root()) members_ = object(problems_, {}, *document_.root());
  check();
  if (!find(*members_, "error")) return;
  keys({"error"}, {"why"});
  const std::string kind = text("error"), why = text("why");
  check();
  std::vector<std::string_view> known;
  for (const EngineError& error : engine_errors) {
    if (error.name == kind) throw EngineFailure(error.kind, kind + (why.empty() ? "" : ": " + on_one_line(why)));
    known.emplace_back(error.name);
  }
  problems_.report_unknown({}, "error", kind, known);
  check();
}

void EngineReply::check() {
  if (problems_.empty()) return;
  const Problem first = std::move(problems_).in_order().front();
  throw EngineFailure(EngineFailure::Kind::Garbled,
                      fmt::format("the engine's line {} cannot be understood: {}{}{}", shortened(line_), first.place,
                                  first.place.empty() ? "" : ": ", first.message));
}

void EngineReply::keys(const std::vector<std::string_view>& required, const std::vector<std::string_view>& optional) {
  check_keys(problems_, {}, *members_, required, optional);
  check();
}

std::vector<Entity> EngineReply::entities(std::string_view key) {
  std::vector<Entity> e;
  reader_.list({}, *members_, key, [&](const Place& at, const Json& j) { e.push_back(reader_.entity(at, j)); });
  return e;
}

std::vector<Cell> EngineReply::observed(const QueryVector& q) {
  std::vector<Cell> w;
  std::size_t place = 0;
  reader_.with({}, *members_, "values", [&](const Place& at, const Json& values) {
    reader_.list(at, values, q.size(), q.size(), [&](const Place& at, const Json& json) {
      const LineQuery asked(q[place++]);
      const Json::Object* members = object(problems_, at, json);
      std::vector<std::string_view> known;
      for (const auto& [i, has_value] : asked.cells)
        if (has_value) known.push_back(names_.schema()[i].name);
      if (members) check_keys(problems_, at, *members, {}, known);
      for (const auto& [i, has_value] : asked.cells) {
        const Component& component = names_.schema()[i];
        w.emplace_back();
        if (members && has_value)
          reader_.with(at, *members, component.name,
                       [&](const Place& at, const Json& k) { w.back() = reader_.value(at, k, component.type); });
      }
    });
  });
  return w;
}

}  // namespace coreecs
