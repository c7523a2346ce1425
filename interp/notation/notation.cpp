#include "interp/notation/notation.hpp"

#include <fmt/format.h>

#include "interp/json/writer.hpp"

namespace coreecs {

namespace {

/// Calls `item` for each position with a comma before all but the first.
template <class Item>
void separated(std::string& out, std::size_t n, const Item& item) {
  for (std::size_t j = 0; j < n; ++j) {
    if (j > 0) out += ", ";
    item(j);
  }
}

}  // namespace

void Notation::value(std::string& out, const Value& k, const Type& type) const {
  std::visit(Clauses{
                 [&](Unit) { out += "*"; },
                 [&](bool b) { out += b ? "true" : "false"; },
                 [&](std::int64_t n) { out += fmt::format_int(n).c_str(); },
                 [&](double x) { out += json_number(x); },
                 [&](const Text& s) { out += json_string(s.get()); },
                 [&](Entity e) { out += names(e); },
                 [&](const Record& r) {
                   out += "{";
                   separated(out, r.fields().size(), [&](std::size_t j) {
                     out += type.fields[j].name + " ↦ ";
                     value(out, r.fields()[j], type.fields[j].type);
                   });
                   out += "}";
                 },
             },
             k.sum());
}

void Notation::location(std::string& out, const Location& l) const { out += schema[l.i].name + "(" + names(l.e) + ")"; }

void Notation::binding(std::string& out, const Location& l, const Value* k) const {
  location(out, l);
  out += " ↦ ";
  if (k)
    value(out, *k, schema[l.i].type);
  else
    out += "⊥";
}

void Notation::invocation(std::string& out, const std::string& system, std::span<const Entity> e) const {
  out += system + "⟨";
  separated(out, e.size(), [&](std::size_t j) { out += names(e[j]); });
  out += "⟩";
}

void Notation::invocations(std::string& out, std::span<const Performed> steps) const {
  separated(out, steps.size(), [&](std::size_t j) { invocation(out, steps[j].system, steps[j].entities); });
}

void Notation::state(std::string& out, const State& c, const std::string& margin) const {
  for (Label i = 0; i < c.labels(); ++i) {
    if (i > 0) out += margin;
    out += schema[i].name + " ↦ {";
    bool first = true;
    for (const auto& [e, k] : c[i]) {
      if (!first) out += ", ";
      first = false;
      out += names(e);
      out += " ↦ ";
      value(out, k, schema[i].type);
    }
    out += "}\n";
  }
}

void Notation::state_by_entity(std::string& out, const State& c, const std::string& margin) const {
  const std::vector<Entity> entities = live(c);
  if (entities.empty()) out += "no live entities\n";
  for (std::size_t j = 0; j < entities.size(); ++j) {
    if (j > 0) out += margin;
    out += names(entities[j]) + " ↦ {";
    bool first = true;
    for (Label i = 0; i < c.labels(); ++i) {
      const Value* k = c.at({entities[j], i});
      if (!k) continue;
      if (!first) out += ", ";
      first = false;
      out += schema[i].name + " ↦ ";
      value(out, *k, schema[i].type);
    }
    out += "}\n";
  }
}

void Notation::json(std::string& out, const Value& k, const Type& type) const {
  JsonWriter writer(out);
  std::visit(Clauses{
                 [&](Unit) { writer.null(); },
                 [&](bool b) { writer.value(b); },
                 [&](std::int64_t n) { writer.value(n); },
                 [&](double x) { writer.value(x); },
                 [&](const Text& s) { writer.value(s.get()); },
                 [&](Entity e) { writer.value(names(e)); },
                 [&](const Record& r) {
                   writer.object([&] {
                     for (std::size_t j = 0; j < r.fields().size(); ++j) {
                       writer.key(type.fields[j].name);
                       json(out, r.fields()[j], type.fields[j].type);
                     }
                   });
                 },
             },
             k.sum());
}

std::string Notation::end(const Ending& run, const std::optional<Location>& l) const {
  if (const RuntimeError* error = std::get_if<RuntimeError>(&run.end))
    return fmt::format("in a run-time error in {}: {}", error->system, error->what());
  if (!l) return "in a state";
  std::string out = "with ";
  binding(out, *l, std::get<State>(run.end).at(*l));
  return out;
}

void Notation::json(std::string& out, const State& c) const { json(out, c, live(c)); }

// Walks all partial maps side by side, so that an entity costs no look-ups.
void Notation::json(std::string& out, const State& c, const std::vector<Entity>& entities) const {
  std::vector<PartialMap::const_iterator> at;
  for (Label i = 0; i < c.labels(); ++i) at.push_back(c[i].begin());
  JsonWriter writer(out);
  writer.object([&] {
    for (const Entity e : entities) {
      writer.key(names(e)).object([&] {
        for (Label i = 0; i < c.labels(); ++i) {
          if (at[i] == c[i].end() || at[i]->first != e) continue;
          writer.key(schema[i].name);
          json(out, at[i]->second, schema[i].type);
          ++at[i];
        }
      });
    }
  });
}

void Notation::json(std::string& out, std::span<const Performed> steps) const {
  JsonWriter writer(out);
  writer.list([&] {
    for (const Performed& u : steps)
      writer.wide_object([&] {
        writer.member("leaf", u.leaf);
        writer.member("system", u.system);
        writer.key("entities");
        json(out, std::span<const Entity>(u.entities));
      });
  });
}

void Notation::json(std::string& out, std::span<const Entity> all) const {
  JsonWriter writer(out);
  writer.list([&] {
    for (const Entity e : all) writer.value(names(e));
  });
}

void Notation::json_created(std::string& out, std::span<const Entity> created) const {
  JsonWriter writer(out);
  writer.list([&] {
    for (const Entity e : created)
      writer.wide_object([&] {
        writer.member("name", names(e));
        writer.member("leaf", e.created()->leaf);
        writer.key("entities");
        json(out, std::span<const Entity>(e.created()->entities));
        writer.member("number", e.created()->number);
      });
  });
}

void Notation::json(std::string& out, const Ending& run) const {
  JsonWriter writer(out);
  writer.key("order");
  json(out, run.order);
  std::visit(Clauses{
                 [&](const State& c) {
                   writer.key("final");
                   json(out, c);
                 },
                 [&](const RuntimeError& error) {
                   writer.member("error", fmt::format("{}: {}", error.pointer, error.what()));
                 },
             },
             run.end);
}

std::string show(const std::string& file, const RuntimeError& error, const Names& names) {
  std::string out =
      fmt::format("{}:{}: run-time error: {}\n  in schedule {}, {}{} {}, match ⟨", file, error.pointer, error.what(),
                  error.schedule.value_or("?"), error.frame ? fmt::format("frame {}, ", *error.frame) : "",
                  error.invariant ? "invariant" : "system", error.system);
  separated(out, error.entities.size(), [&](std::size_t j) { out += names(error.entities[j]); });
  return out + "⟩\n";
}

std::string show(const Violation& violation, const Names& names) {
  std::string out = fmt::format("fails after frame {} at ⟨", violation.frame);
  separated(out, violation.entities.size(), [&](std::size_t j) { out += names(violation.entities[j]); });
  return out + "⟩";
}

}  // namespace coreecs
