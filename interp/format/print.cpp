#include "interp/format/print.hpp"

#include <fmt/format.h>

#include "interp/format/print_term.hpp"
#include "interp/format/tree.hpp"
#include "interp/json/layout.hpp"
#include "interp/notation/show.hpp"

namespace coreecs {

namespace {

/// Begins a member of the object that `out` ends in.
void key(std::string& out, const std::string& name) {
  if (out.back() != '{' && out.back() != '\n') out += ',';
  out += '"' + name + "\":";
}

void member(std::string& out, const std::string& name, const std::string& value) {
  key(out, name);
  out += value;
}

std::string json(const Type& type) {
  if (type.kind != Type::Kind::Record) return '"' + show(type) + '"';
  std::string out = "{";
  for (const Type::Field& field : type.fields) member(out, field.name, json(field.type));
  return out + "}";
}

void json(std::string& out, const Schedule& z);

void json(std::string& out, const char* form, const std::vector<const Schedule*>& parts) {
  out += fmt::format("{{\"{}\":[", form);
  for (std::size_t j = 0; j < parts.size(); ++j) {
    if (j > 0) out += ',';
    json(out, *parts[j]);
  }
  out += "]}";
}

void json(std::string& out, const Schedule& z) {
  match(
      z.form(), [&](const Conc& z) { out += fmt::format("{{\"conc\":\"{}\"}}", z.s->name); },
      [&](const Seq& z) { out += fmt::format("{{\"seq\":\"{}\"}}", z.s->name); },
      [&](const Par&) { json(out, "par", members<Par>(z)); },
      [&](const Then&) { json(out, "then", members<Then>(z)); });
}

std::string json(const Expectation& expected, const Notation& notation) {
  std::string out = "{";
  const auto verdict = [&](const char* name, std::optional<bool> yes) {
    if (yes) member(out, name, *yes ? "true" : "false");
  };
  verdict("safe_by_rule", expected.safe_by_rule);
  verdict("safe", expected.safe);
  verdict("deterministic", expected.deterministic);
  verdict("confluent", expected.confluent);
  if (expected.invocations) member(out, "invocations", std::to_string(*expected.invocations));
  if (expected.linearizations) member(out, "linearizations", json_string(*expected.linearizations));
  if (expected.final) {
    key(out, "final");
    notation.json(out, *expected.final);
  }
  if (expected.error) member(out, "error", json_string(*expected.error));
  if (!expected.invariants.empty()) {
    key(out, "invariants");
    out += "{";
    for (const auto& [name, holds] : expected.invariants) member(out, name, holds ? "true" : "false");
    out += "}";
  }
  return out + "}";
}

std::string json(const FuzzSettings& fuzz, const Notation& notation) {
  std::string out = "{";
  if (fuzz.entities) member(out, "entities", std::to_string(*fuzz.entities));
  if (fuzz.ranges.empty()) return out + "}";
  key(out, "ranges");
  out += "{";
  for (const Range& range : fuzz.ranges) {
    key(out, target(range, notation.schema));
    const Type type(std::holds_alternative<double>(range.lo.sum()) ? Type::Kind::Real : Type::Kind::Int);
    out += "[";
    notation.json(out, range.lo, type);
    out += ",";
    notation.json(out, range.hi, type);
    out += "]";
  }
  return out + "}}";
}

}  // namespace

std::string print(const Program& program) {
  const Names names(program.entities);
  const Notation notation{program.schema, names};
  std::string out = "{\n";
  const auto section = [&](const char* name, const char* bracket, const auto& members) {
    key(out, name);
    out += bracket;
    members();
    out += "}";
  };
  if (!program.name.empty()) member(out, "name", json_string(program.name));
  if (!program.about.empty()) member(out, "about", json_string(program.about));
  section("components", "{", [&] {
    for (const Component& component : program.schema) member(out, component.name, json(component.type));
  });
  section("systems", "{\n", [&] {
    for (const auto& s : program.systems) member(out, s->name, json(program.terms.at(s->name), notation));
  });
  if (!program.invariants.empty())
    section("invariants", "{\n", [&] {
      for (const Invariant& invariant : program.invariants)
        member(out, invariant.name, json(invariant.term.value(), notation));
    });
  section("schedules", "{\n", [&] {
    for (const auto& [name, z] : program.schedules) {
      key(out, name);
      json(out, z);
    }
  });
  std::vector<Entity> entities;
  for (std::size_t k = 0; k < program.entities.size(); ++k) entities.emplace_back(k);
  key(out, "entities");
  notation.json(out, program.start, entities);
  member(out, "frames", std::to_string(program.frames));
  if (!program.expectations.empty())
    section("expect", "{\n", [&] {
      for (const Expectation& expected : program.expectations) member(out, expected.schedule, json(expected, notation));
    });
  if (program.fuzz.entities || !program.fuzz.ranges.empty()) member(out, "fuzz", json(program.fuzz, notation));
  return laid_out(out + "}") + "\n";
}

}  // namespace coreecs
