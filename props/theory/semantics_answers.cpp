/// Answers for programs in JSON, by `semantics` alone: what compare.py compares with the oracle of specs/theory.
///
/// Reads cases, one a line: {"program": ..., "schedule": ..., "frames": ...}. Prints one line of answers for each.
#include <iostream>
#include <nlohmann/json.hpp>
#include <set>

#include "interp/language/format/load.hpp"
#include "interp/language/program/names.hpp"
#include "semantics/construction.hpp"
#include "semantics/determinism.hpp"
#include "semantics/run.hpp"

namespace coreecs {

namespace {

using Answer = nlohmann::ordered_json;

constexpr std::size_t limit = 1'000;  ///< linearizations and runs

Answer value(const Value& k, const Type& type, const Names& names) {
  return std::visit(Clauses{[](Unit) { return Answer(nullptr); }, [](bool b) { return Answer(b); },
                            [](std::int64_t n) { return Answer(n); }, [](double x) { return Answer(x); },
                            [](const Text& s) { return Answer(s.get()); }, [&](Entity e) { return Answer(names(e)); },
                            [&](const Record& r) {
                              if (type.kind == Type::Kind::List) {
                                Answer values = Answer::array();
                                for (const Value& each : r.fields())
                                  values.push_back(value(each, type.fields.front().type, names));
                                return values;
                              }
                              Answer fields = Answer::object();
                              for (std::size_t j = 0; j < r.fields().size(); ++j)
                                fields[type.fields[j].name] = value(r.fields()[j], type.fields[j].type, names);
                              return fields;
                            }},
                    k.sum());
}

Answer state(const State& c, const Program& program, const Names& names) {
  Answer all = Answer::object();
  for (const Entity e : live(c))
    for (Label i = 0; i < c.labels(); ++i)
      if (const Value* k = c.at({e, i}))
        all[names(e)][program.schema[i].name] = value(*k, program.schema[i].type, names);
  return all;
}

Answer invocation(const Invocation& u, const Names& names) {
  Answer entities = Answer::array();
  for (const Entity e : u.e) entities.push_back(names(e));
  return Answer::array({u.leaf, u.s->name, entities});
}

/// A schedule that performs nothing: a system that matches nothing.
Schedule nothing() {
  System s{.name = "nothing", .q = {Incl{0}}, .f = [](const Match&) -> Mutation { return Nil{}; }};
  s.q.where.phi = [](const Match&) { return false; };
  return Conc{std::make_shared<const System>(std::move(s))};
}

Answer answer(const Answer& one) {
  const auto loaded = load(one.at("program").dump());
  const Program& program = std::get<Program>(loaded);
  const auto frames = one.at("frames").get<std::uint64_t>();
  const auto named = std::find_if(program.schedules.begin(), program.schedules.end(),
                                  [&](const NamedSchedule& z) { return z.name == one.at("schedule"); });
  Entities entities;
  const Environment env = by_occurrence(entities);
  const State& c = program.start;
  std::vector<State> states{c};
  At at(env);
  for (std::uint64_t frame = 0; frame < frames; ++frame, at = at.after(named->z))
    states.push_back(advance(states.back(), named->z, at));
  const Schedule z = frames == 0 ? nothing() : repeat(named->z, frames);
  const PartialOrder po = partial_order(c, z, env);
  Names names(program.entities);
  names.add(entities.all());

  Answer all = {{"states", Answer::array()}, {"reference", Answer::array()}};
  for (const State& each : states) all["states"].push_back(state(each, program, names));
  for (const Invocation& u : po.invocations) all["reference"].push_back(invocation(u, names));
  Answer orders = Answer::array();
  std::size_t linearizations = 0;
  for_each_linearization(po, [&](const Linearization& order) {
    Answer& here = orders.emplace_back(Answer::array());
    for (const std::size_t u : order) here.push_back(invocation(po.invocations[u], names));
    return ++linearizations <= limit;
  });
  if (linearizations <= limit) {
    all["linearizations"] = std::to_string(linearizations);
    all["orders"] = orders;
  }
  std::set<std::pair<std::string, std::string>> influenced;
  for (const Location& l : influence(c, z, env)) influenced.emplace(names(l.e), program.schema[l.i].name);
  all["influence"] = influenced;
  all["safe_by_rule"] = is_safe(safe_by_rule(c, z, env));
  all["safe"] = is_safe(safety(po));
  const Determinism deterministic = determinism(c, po, limit);
  if (!std::holds_alternative<Unknown>(deterministic))
    all["deterministic"] = std::holds_alternative<Deterministic>(deterministic);
  const auto confluent = confluence(c, z, env, limit);
  if (!std::holds_alternative<Undecided>(confluent)) all["confluent"] = std::holds_alternative<Confluent>(confluent);
  return all;
}

}  // namespace

}  // namespace coreecs

int main() {
  for (std::string line; std::getline(std::cin, line);) try {
      std::cout << coreecs::answer(nlohmann::ordered_json::parse(line)) << '\n';
    } catch (const std::runtime_error&) {  // a system function is undefined (D12)
      std::cout << R"({"error":true})" << '\n';
    }
}
