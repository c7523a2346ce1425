#include "interp/language/notation/formula.hpp"

#include <fmt/format.h>

namespace coreecs {

namespace {

/// Takes the cells of one query from the front of w.
std::string take(const Query& q, std::span<const Cell>& w, const Notation& notation) {
  const auto cell = [&](Label i) {
    const Cell& k = w.front();
    w = w.subspan(1);
    std::string out = "*";
    if (k) notation.value(out = "", *k, notation.schema[i].type);
    return out;
  };
  return match(
      q, [&](const Incl& q) { return cell(q.i); }, [&](const Excl& q) { return cell(q.i); },
      [&](const Anyway& q) { return cell(q.i); },
      [&](const And& q) {
        std::vector<std::string> cells;
        for (const Query& q_j : q.conjuncts) cells.push_back(take(q_j, w, notation));
        return cells.size() == 1 ? cells.front() : fmt::format("({})", fmt::join(cells, ", "));
      });
}

/// Adds the steps of a mutation, flattened. A ν is a step with its own steps inside, unless `performed`.
void add_steps(std::vector<std::string>& steps, const Mutation& m, Fresh& fresh, bool performed,
               const Notation& notation) {
  match(
      m, [&](const Attach& m) { steps.push_back(show(m, notation)); },
      [&](const Detach& m) { steps.push_back(show(m, notation)); },
      [&](const Compose& m) {
        for (const Mutation& part : m.parts()) add_steps(steps, part, fresh, performed, notation);
      },
      [&](const New& m) {
        const Entity e = fresh();
        if (performed) return add_steps(steps, m.f(e), fresh, performed, notation);
        std::vector<std::string> own;
        add_steps(own, m.f(e), fresh, performed, notation);
        steps.push_back(fmt::format("ν(λ{}. {})", notation.names(e), fmt::join(own, " • ")));
      },
      [&](const Nil&) { steps.emplace_back("nil"); });
}

}  // namespace

std::string show_entities(std::span<const Entity> e, const Notation& notation) {
  std::string out;
  notation.invocation(out, "", e);
  return out;
}

std::string show_observation(const QueryVector& q, std::span<const Cell> w, const Notation& notation) {
  std::vector<std::string> results;
  for (const Query& q_j : q) results.push_back(take(q_j, w, notation));
  return fmt::format("⟨{}⟩", fmt::join(results, ", "));
}

std::string show_matches(const Query& q, const Matches& r, std::size_t most, const Notation& notation) {
  std::string out = "{";
  for (std::size_t j = 0; j < std::min(r.size(), most); ++j) {
    std::span<const Cell> w = r[j].w;
    out += (j > 0 ? ", " : "") + notation.names(r[j].e.front()) + " ↦ " + take(q, w, notation);
  }
  if (r.size() > most) out += fmt::format(", ... {} more", r.size() - most);
  return out + "}";
}

std::string show(const Attach& m, const Notation& notation) {
  return fmt::format("attach_{}({}, {})", notation.schema[m.i].name, notation.names(m.e), show(m.k, m.i, notation));
}

std::string show(const Detach& m, const Notation& notation) {
  return fmt::format("detach_{}({})", notation.schema[m.i].name, notation.names(m.e));
}

std::string show(const Mutation& m, Fresh fresh, const Notation& notation) {
  std::vector<std::string> steps;
  add_steps(steps, m, fresh, false, notation);
  return steps.empty() ? "nil" : fmt::format("{}", fmt::join(steps, " • "));
}

std::string show_performed(const Mutation& m, Fresh fresh, const Notation& notation) {
  std::vector<std::string> steps;
  add_steps(steps, m, fresh, true, notation);
  return steps.empty() ? "nil" : fmt::format("{}", fmt::join(steps, " • "));
}

std::string show_state(const State& c, const Notation& notation) {
  std::vector<std::string> maps;
  for (Label i = 0; i < c.labels(); ++i) {
    std::vector<std::string> bindings;
    for (const auto& [e, k] : c[i]) bindings.push_back(notation.names(e) + " ↦ " + show(k, i, notation));
    maps.push_back(fmt::format("{} ↦ {{{}}}", notation.schema[i].name, fmt::join(bindings, ", ")));
  }
  return fmt::format("{{{}}}", fmt::join(maps, ", "));
}

std::string show(const Location& l, const Notation& notation) {
  std::string out;
  notation.location(out, l);
  return out;
}

std::string show(const std::optional<Value>& k, Label i, const Notation& notation) {
  if (!k) return "⊥";
  std::string out;
  notation.value(out, *k, notation.schema[i].type);
  return out;
}

}  // namespace coreecs
