#include "interp/views/report/report.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "interp/language/notation/notation.hpp"
#include "interp/language/notation/show.hpp"
#include "interp/views/report/reasons.hpp"

namespace coreecs {

namespace {

std::string show_labels(const LabelSet& labels, const Schema& K) {
  std::vector<std::string> names;
  for (const Label i : labels) names.push_back(K[i].name);
  return names.empty() ? "nothing" : fmt::format("{}", fmt::join(names, ", "));
}

/// A query vector, its condition and its type.
void show_queries(std::string& out, const QueryVector& q, const MatchTerm* term, const Program& program) {
  const Schema& K = program.schema;
  out += fmt::format("  q   ≜ {}\n", show(q, K));
  if (q.where.phi) out += term ? "  φ   ≜ " + show_condition(*term, program) + "\n" : "  φ   is a C++ function\n";
  out += fmt::format("  ⟪q⟫ = {}\n", show_result_type(q, K));
}

void show_system(std::string& out, const std::shared_ptr<const System>& system, const Program& program) {
  const System& s = *system;
  const Schema& K = program.schema;
  out += fmt::format("{} ≜ q, f\n", s.name);
  const auto term = program.terms.find(s.name);
  const bool is_term = term != program.terms.end();
  show_queries(out, s.q, is_term ? &term->second : nullptr, program);
  if (!is_term) {
    out += "  f   is a C++ function\n";
  } else {
    const char* margin = "  f   ≜ ";
    for (const std::string& line : show_function(term->second, program)) {
      out += margin + line + "\n";
      margin = "        ";
    }
  }
  if (s.effects) {
    out += fmt::format("  reads {}; writes {}", show_labels(s.effects->reads, K), show_labels(s.effects->writes, K));
    if (s.effects->writes_entity_literal) out += ", also of an entity that the system names";
    if (s.effects->writes_component_entity) out += ", also of an entity that a component holds";
    out += "\n";
  }
  const StaticPlace conc = static_report(program, Conc{system}).places.front();
  out += fmt::format("  conc({}) is {} on every state: {}\n", s.name, !conc.is_safe() ? "not shown safe" : "shown safe",
                     why(conc, K));
}

void show_invariant(std::string& out, const Invariant& invariant, const Program& program) {
  const bool of_the_whole = !invariant.measures.empty();
  out += fmt::format("{} ≜ ", invariant.name);
  if (!invariant.term)
    out += of_the_whole ? "a C++ function of what is measured\n" : "a C++ function of each match in ⟦q⟧c\n";
  else
    out += (of_the_whole ? "" : "∀") + show_predicate(*invariant.term, program) + "\n";
  if (of_the_whole && !invariant.term)
    for (const Measured& measure : invariant.measures) out += "  " + measure.name + " is a C++ function of the state\n";
  else if (of_the_whole)
    for (const std::string& measure : show_measures(*invariant.term, program)) out += "  " + measure + "\n";
  else
    show_queries(out, invariant.q, invariant.term ? &*invariant.term : nullptr, program);
  out += "  must hold after every frame\n";
}

void show_schedule(std::string& out, const std::string& name, const Schedule& z, const Program& program) {
  const StaticReport report = static_report(program, z);
  const auto obstacles =
      std::count_if(report.places.begin(), report.places.end(), [](const StaticPlace& at) { return !at.is_safe(); });
  out += fmt::format("{} ≜ {}\n", name, z.leaves() == 1 ? show(z) : numbered(z, report, false));
  if (report.by_corollaries()) {
    out += fmt::format("  shown safe {}\n", on_every_state(SeriesParallel(z)));
  } else if (obstacles == 0) {
    out += "  shown safe on every state, by the arguments of check --static\n";
  } else {
    const auto first =
        std::find_if(report.places.begin(), report.places.end(), [](const StaticPlace& at) { return !at.is_safe(); });
    out += fmt::format("  not shown safe on every state: {}: {}\n", shown_place(*first), why(*first, program.schema));
    if (obstacles > 1) out += fmt::format("    nor {} more; check --static says why\n", plural(obstacles - 1, "place"));
  }
}

}  // namespace

std::string show(const Program& program, const std::optional<std::string>& schedule) {
  const Schema& K = program.schema;
  std::string out;
  if (!program.name.empty()) out += on_one_line(program.name) + "\n";
  if (!program.about.empty()) out += "  " + on_one_line(program.about) + "\n";
  std::vector<std::string> components;
  for (const Component& component : K) components.push_back(component.name + " ↦ " + show(component.type));
  out += fmt::format("\nK ≜ {{{}}}\n", fmt::join(components, ", "));
  for (const auto& s : program.systems) {
    out += "\n";
    show_system(out, s, program);
  }
  for (const Invariant& invariant : program.invariants) {
    out += "\n";
    show_invariant(out, invariant, program);
  }
  out += "\n";
  for (const auto& [name, z] : program.schedules) {
    if (schedule && name != *schedule) continue;
    show_schedule(out, name, z, program);
  }
  return out;
}

}  // namespace coreecs
