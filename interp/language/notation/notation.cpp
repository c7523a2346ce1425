#include "interp/language/notation/notation.hpp"

#include <fmt/format.h>

#include <map>
#include <string_view>

#include "interp/base/json/decimal.hpp"
#include "interp/base/json/escape.hpp"

namespace coreecs {

namespace {

/// Calls `item` for each position, with a comma before all but the first.
template <class Item>
void separated(std::string& out, std::size_t n, const Item& item) {
  for (std::size_t j = 0; j < n; ++j) {
    if (j > 0) out += ", ";
    item(j);
  }
}

/// The name of an entity within a line. Engines may name their own entities in any way.
std::string shown(const Names& names, Entity e) { return on_one_line(names(e)); }

}  // namespace

void Notation::value(std::string& out, const Value& k, const Type& type) const {
  std::visit(Clauses{
                 [&](Unit) { out += "*"; },
                 [&](bool b) { out += b ? "true" : "false"; },
                 [&](std::int64_t n) { out += fmt::format_int(n).c_str(); },
                 [&](double x) { out += decimal(x); },
                 [&](const Text& s) { out += json_string(s.get()); },
                 [&](Entity e) { out += shown(names, e); },
                 [&](const Record& r) {
                   if (type.kind == Type::Kind::List) {
                     out += "[";
                     separated(out, r.fields().size(),
                               [&](std::size_t j) { value(out, r.fields()[j], type.fields.front().type); });
                     out += "]";
                     return;
                   }
                   out += "{";
                   separated(out, r.fields().size(), [&](std::size_t k) {
                     const std::size_t j = type.declared.empty() ? k : type.declared[k];
                     out += type.fields[j].name + " ↦ ";
                     value(out, r.fields()[j], type.fields[j].type);
                   });
                   out += "}";
                 },
             },
             k.sum());
}

void Notation::location(std::string& out, const Location& l) const {
  out += schema[l.i].name + "(" + shown(names, l.e) + ")";
}

void Notation::binding(std::string& out, const Location& l, const Value* k) const {
  location(out, l);
  out += " ↦ ";
  if (k)
    value(out, *k, schema[l.i].type);
  else
    out += "⊥";
}

void Notation::invocation(std::string& out, const std::string& system, std::span<const Entity> e) const {
  out += on_one_line(system) + "⟨";
  separated(out, e.size(), [&](std::size_t j) { out += shown(names, e[j]); });
  out += "⟩";
}

void Notation::invocation(std::string& out, const Performed& u, bool with_leaf) const {
  invocation(out, u.system, u.entities);
  if (with_leaf) out += fmt::format(" (leaf {})", u.leaf);
}

void Notation::invocations(std::string& out, std::span<const Performed> steps, bool with_leaves) const {
  separated(out, steps.size(), [&](std::size_t j) { invocation(out, steps[j], with_leaves); });
}

void Notation::state(std::string& out, const State& c, const std::string& margin) const {
  for (Label i = 0; i < c.labels(); ++i) {
    if (i > 0) out += margin;
    out += schema[i].name + " ↦ {";
    bool first = true;
    for (const auto& [e, k] : c[i]) {
      if (!first) out += ", ";
      first = false;
      out += shown(names, e);
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
    out += shown(names, entities[j]) + " ↦ {";
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

void Notation::json(JsonWriter& out, const Value& k, const Type& type) const {
  std::visit(Clauses{
                 [&](Unit) { out.null(); },
                 [&](bool b) { out.value(b); },
                 [&](std::int64_t n) { out.value(n); },
                 [&](double x) { out.value(x); },
                 [&](const Text& s) { out.value(s.get()); },
                 [&](Entity e) { out.value(names(e)); },
                 [&](const Record& r) {
                   if (type.kind == Type::Kind::List)
                     return out.list([&] {
                       for (const Value& each : r.fields()) json(out, each, type.fields.front().type);
                     });
                   out.object([&] {
                     for (std::size_t j = 0; j < r.fields().size(); ++j)
                       json(out.key(type.fields[j].name), r.fields()[j], type.fields[j].type);
                   });
                 },
             },
             k.sum());
}

std::string Notation::end(const Ending& run, const std::optional<Location>& l) const {
  if (const RuntimeError* error = std::get_if<RuntimeError>(&run.end))
    return on_one_line(fmt::format("in a run-time error in {}: {}", error->system, error->what()));
  if (!l) return "in a state";
  std::string out = "with ";
  binding(out, *l, std::get<State>(run.end).at(*l));
  return out;
}

void Notation::json(JsonWriter& out, const State& c) const { json(out, c, live(c)); }

// Walks all partial maps in parallel, so an entity costs no look-ups.
void Notation::json(JsonWriter& out, const State& c, const std::vector<Entity>& entities) const {
  std::vector<PartialMap::const_iterator> at;
  for (Label i = 0; i < c.labels(); ++i) at.push_back(c[i].begin());
  out.object([&] {
    for (const Entity e : entities) {
      out.key(names(e)).object([&] {
        for (Label i = 0; i < c.labels(); ++i) {
          if (at[i] == c[i].end() || at[i]->first != e) continue;
          json(out.key(schema[i].name), at[i]->second, schema[i].type);
          ++at[i];
        }
      });
    }
  });
}

void Notation::json(JsonWriter& out, const std::optional<Location>& l) const {
  if (!l) return out.null();
  out.wide_object([&] {
    out.member("entity", names(l->e));
    out.member("component", schema[l->i].name);
  });
}

void Notation::json(JsonWriter& out, std::span<const Performed> steps) const {
  out.list([&] {
    for (const Performed& u : steps)
      out.wide_object([&] {
        out.member("leaf", u.leaf);
        out.member("system", u.system);
        json(out.key("entities"), std::span<const Entity>(u.entities));
      });
  });
}

void Notation::json(JsonWriter& out, std::span<const Entity> all) const {
  out.list([&] {
    for (const Entity e : all) out.value(names(e));
  });
}

void Notation::json_created(JsonWriter& out, std::span<const Entity> created) const {
  out.list([&] {
    for (const Entity e : created)
      out.wide_object([&] {
        out.member("name", names(e));
        out.member("leaf", e.created()->leaf);
        json(out.key("entities"), std::span{e.created()->entities.data(), e.created()->entities.size()});
        out.member("number", e.created()->number);
      });
  });
}

void Notation::json(JsonWriter& out, const Ending& run) const {
  json(out.key("order"), run.order);
  std::visit(
      Clauses{
          [&](const State& c) { json(out.key("final"), c); },
          [&](const RuntimeError& error) { out.member("error", fmt::format("{}: {}", error.pointer, error.what())); },
      },
      run.end);
}

bool differ_by_leaf(const Performed& u, const Performed& v) {
  return u.leaf != v.leaf && u.system == v.system && u.entities == v.entities;
}

// Compares neighbours only. Invocations that print alike are in the order of their leaves: if the first and the last of
// three are concurrent, the middle one is concurrent with one of them.
bool some_differ_by_leaf(const PartialOrder& po) {
  std::map<std::pair<std::string_view, std::vector<Entity>>, std::size_t> last;
  for (std::size_t u = 0; u < po.size(); ++u) {
    const Invocation& here = po.invocations[u];
    const auto [at, is_new] = last.try_emplace({here.s->name, {here.e.begin(), here.e.end()}}, u);
    if (!is_new && concurrent(po, std::exchange(at->second, u), u)) return true;
  }
  return false;
}

std::string show(const std::string& file, const RuntimeError& error, const Names& names) {
  const std::string place = error.pointer.empty() ? file : file + ":" + error.pointer;  // empty in C++
  std::string out = on_one_line(fmt::format("{}: run-time error: {}", place, error.what())) + "\n" +
                    on_one_line(fmt::format("  in {}{}{} {}, match ⟨",
                                            error.schedule ? fmt::format("schedule {}, ", *error.schedule) : "",
                                            error.frame ? fmt::format("frame {}, ", *error.frame) : "",
                                            error.invariant ? "invariant" : "system", error.system));
  separated(out, error.entities.size(), [&](std::size_t j) { out += shown(names, error.entities[j]); });
  return out + "⟩\n";
}

std::string show(const Violation& violation, const Names& names) {
  if (!violation.measured.empty())
    return fmt::format("fails after frame {}: {}", violation.frame, fmt::join(violation.measured, "; "));
  std::string out = fmt::format("fails after frame {} at ⟨", violation.frame);
  separated(out, violation.entities.size(), [&](std::size_t j) { out += shown(names, violation.entities[j]); });
  return out + "⟩";
}

std::string plural(std::uint64_t n, const char* noun) { return fmt::format("{} {}{}", n, noun, n == 1 ? "" : "s"); }

}  // namespace coreecs
