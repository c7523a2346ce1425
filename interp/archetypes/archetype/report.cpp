#include "interp/archetypes/archetype/report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "interp/archetypes/archetype/expectation.hpp"
#include "interp/archetypes/archetype/show.hpp"
#include "interp/base/json/place.hpp"
#include "interp/language/notation/notation.hpp"

namespace coreecs::archetype {

namespace {

using Tree = nlohmann::ordered_json;

/// "FILE:POINTER: MESSAGE (line 5, column 52)", sorted by place.
std::vector<std::string> placed(const Source& source, const std::vector<std::pair<std::string, std::string>>& all) {
  Problems ignored;
  const Document document(source.text, ignored);
  std::vector<std::string> out;
  for (const auto& [at, message] : all) {
    Problems one;
    if (document.root())
      report_at(one, *document.root(), way(at), message);
    else
      one.report_last({at, message});
    for (const Problem& problem : std::move(one).in_order(source.text))
      out.push_back(coreecs::show(source.file, problem));
  }
  return out;
}

std::string word(Finding::Kind kind) {
  switch (kind) {
    case Finding::Kind::Type:
      return "type";
    case Finding::Kind::Concurrent:
      return "concurrent";
    case Finding::Kind::Residual:
      return "residual";
  }
  return "";
}

std::string listed(const std::vector<Finding::Cause>& causes) {
  std::string out;
  for (std::size_t k = 0; k < causes.size(); ++k)
    out += (k == 0 ? "" : k + 1 == causes.size() ? " and " : ", ") + causes[k].system + " (" + causes[k].at + ")";
  return out;
}

/// The conflict between two threads of one system, as text.
std::string between_threads(const Finding& finding, const Program& program) {
  const std::string A = finding.A ? " of " + show(*finding.A, program.schema) : "";
  const std::string C = finding.C ? program.schema[*finding.C].name : "";
  if (finding.premise == "t writes x_1 only")
    return fmt::format("two threads of {} may write {} of one entity{}", finding.system, C, A);
  if (finding.premise == "A_1 ∉ {A_2, ..., A_n} where t writes")
    return fmt::format("a thread of {} may write {} of an entity{} that another thread has, too", finding.system, C, A);
  if (finding.premise == "t adds C ≠ {} to x_1 only")
    return fmt::format("two threads of {} may add different values of {} to one entity{}", finding.system, C, A);
  return finding.system + " has an immediate event, and runs in parallel";
}

/// A finding as text, with its rule.
std::string message(const Finding& finding, const Program& program) {
  const std::string A = finding.A ? show(*finding.A, program.schema) : "";
  std::string out;
  switch (finding.kind) {
    case Finding::Kind::Type:
      out = fmt::format("system {} has no type", finding.system);
      if (finding.A && finding.C)
        out += fmt::format(": {} of an entity of {}", program.schema[*finding.C].name, A);
      else if (finding.C)
        out += fmt::format(": of component {}", program.schema[*finding.C].name);
      else if (finding.A)
        out += fmt::format(": of an entity of {}", A);
      break;
    case Finding::Kind::Concurrent:
      out = "concurrent conflict: " +
            (finding.causes.empty() ? between_threads(finding, program)
                                    : fmt::format("{} uses {} beside {}", finding.system, A, listed(finding.causes)));
      break;
    case Finding::Kind::Residual:
      out = fmt::format("residual conflict: {} uses {}, which is dirty since the last sync, by what is staged in {}",
                        finding.system, A, listed(finding.causes));
      break;
  }
  out += fmt::format("; [{}] asks for {}", finding.rule, finding.premise);
  if (!finding.instead.empty()) out += "; " + finding.instead;
  return out;
}

std::string message(const Unmatched& one, const Schema& schema) {
  std::string out = fmt::format("{} was never called: no entity ever had just {}", one.system, show(one.A, schema));
  for (const AType& A : one.larger)
    out += (&A == &one.larger.front() ? "; some begin with " : ", or ") + show(A, schema);
  return out;
}

std::string called(const Failure& failure, const Names& names) {
  std::string out = failure.part.system && failure.part.index ? "system " + failure.part.system->name() : "";
  if (!failure.x.empty()) out += " at ⟨";
  for (std::size_t i = 0; i < failure.x.size(); ++i) out += (i > 0 ? ", " : "") + names(failure.x[i]);
  return out + (failure.x.empty() ? "" : "⟩");
}

std::string message(const Failure& failure, const Program& program, const Heap& H) {
  const Names names = archetype::names(program, H);
  std::string out = fmt::format("stuck in frame {} at {}", failure.frame, failure.part.step);
  const bool of_event = failure.stuck.event.has_value();
  if (const std::string who = called(failure, names); !who.empty())
    out += of_event ? fmt::format(", at event {} of the queue, which {} staged", *failure.stuck.event, who)
                    : ", in " + who;
  const std::string words = in_words(failure.stuck, failure.why, program, names);
  if (!words.empty()) out += ": " + words;
  return out + fmt::format("; no rule applies: [{}] asks for {}", failure.stuck.rule, failure.stuck.premise);
}

struct ClaimText {
  const char *name, *says;
};
/// In the order of Claim.
constexpr ClaimText claim_texts[] = {
    {"tables hold the entities with just their components (§4.2)", "invariants"},
    {"no system uses what the next sync changes (§4.4)", "residual"},
    {"progress (Lemma 1)", "progress"},
    {"preservation (Lemma 2)", "preservation"},
    {"soundness (Theorem 1)", "soundness"},
};

std::string place_of(const Refuted& refuted, const Program& program) {
  const bool behind = refuted.step >= program.frame.steps().size();
  return fmt::format("in frame {}, {}", refuted.frame,
                     behind ? "after its last step" : fmt::format("before /frame/{}", refuted.step));
}

std::string how(const Refutation& r, const Program& program) {
  const Names names = archetype::names(program, r.w.H);
  std::string out = "not " + r.how;
  if (r.A) out += ", of " + show(*r.A, program.schema);
  if (r.e) out += ", of " + (names.knows(*r.e) ? names(*r.e) : std::string("an entity"));
  if (r.stuck) out += fmt::format(", [{}] asks for {}", r.stuck->rule, r.stuck->premise);
  if (r.stuck && r.stuck->rule == "reduce/operation") out += "; the paper has no operations (A2)";
  if (r.ill_typed) out += fmt::format(", [{}] asks for {}", r.ill_typed->rule, r.ill_typed->premise);
  return out;
}

/// The systems that the frame does not run, so no verdict covers them.
std::vector<std::string> not_in_frame(const Program& program) {
  std::set<std::string> used;
  for (const Step& step : program.frame.steps())
    if (const System* s = std::get_if<System>(&step))
      for (const Leaf& leaf : leaves(*s)) used.insert(leaf.system->name());
  std::vector<std::string> out;
  for (const System& s : program.systems)
    if (!used.contains(s.name())) out.push_back(s.name());
  return out;
}

Tree archetype_tree(const AType& A, const Schema& schema) {
  Tree out = Tree::array();
  for (const Label C : A) out.push_back(schema[C].name);
  return out;
}

}  // namespace

std::string show(const Failure& failure, const Program& program, const Heap& H, const Source& source) {
  return placed(source, {{failure.part.at, message(failure, program, H)}}).front() + "\n";
}

Tree as_json(const Failure& failure, const Program& program, const Heap& H) {
  const Names names = archetype::names(program, H);
  Tree out = {{"frame", failure.frame},
              {"step", failure.part.step},
              {"rule", failure.stuck.rule},
              {"premise", failure.stuck.premise}};
  if (failure.part.index) out["system"] = failure.part.system->name();
  out["at"] = failure.part.at;
  if (!failure.x.empty()) {
    out["entities"] = Tree::array();
    for (const Entity e : failure.x) out["entities"].push_back(names(e));
  }
  if (failure.stuck.event) out["event"] = *failure.stuck.event;
  if (failure.stuck.e) out["entity"] = names(*failure.stuck.e);
  if (failure.stuck.C) out["component"] = program.schema[*failure.stuck.C].name;
  if (failure.stuck.A) out["archetype"] = archetype_tree(*failure.stuck.A, program.schema);
  const std::string words = in_words(failure.stuck, failure.why, program, names);
  if (!words.empty()) out["words"] = words;
  return out;
}

std::string show(const Verdict& verdict, const Program& program, const Source& source) {
  std::string out = on_one_line(program.name) + ", by the " +
                    std::string(rule_set_names[static_cast<std::size_t>(verdict.rules)]) + " rules\n";
  out += fmt::format("  well typed: {}\n", verdict.well_typed() ? "yes: ⊢ 𝓗, fr, nil" : "no");
  std::vector<std::pair<std::string, std::string>> found;
  for (const Finding& finding : verdict.findings) found.emplace_back(finding.at, message(finding, program));
  for (const std::string& line : placed(source, found)) out += "    " + line + "\n";
  if (const std::vector<std::string> others = not_in_frame(program); !others.empty())
    out += fmt::format("    systems that are not in the frame are not checked: {}\n", fmt::join(others, ", "));
  const auto has = [&](Finding::Kind kind) {
    return std::any_of(verdict.findings.begin(), verdict.findings.end(),
                       [&](const Finding& f) { return f.kind == kind; });
  };
  out += fmt::format("  concurrent conflicts: {}\n", has(Finding::Kind::Concurrent) ? "some, above" : "none");
  out += fmt::format("  residual conflicts: {}\n", has(Finding::Kind::Residual) ? "some, above" : "none");
  if (const auto& failure = verdict.outcome.failure) {
    out += "  runs: no\n    " + show(*failure, program, verdict.outcome.w.H, source);
  } else {
    out += fmt::format("  runs: yes, {} to the end\n", plural(verdict.frames, "frame"));
  }
  for (const Unmatched& one : verdict.unmatched) out += "    " + message(one, program.schema) + "\n";
  out += "  what the paper claims, at each state of this run:\n";
  for (std::size_t k = 0; k < verdict.refuted.size(); ++k) {
    const std::optional<Refuted>& refuted = verdict.refuted[k];
    const bool of_typed = k >= static_cast<std::size_t>(Claim::Progress);
    const std::string otherwise = of_typed && !verdict.well_typed() ? "is about what is well typed" : "holds";
    out += fmt::format(
        "    {}: {}\n", claim_texts[k].name,
        refuted ? "refuted " + place_of(*refuted, program) + ": " + how(refuted->refutation, program) : otherwise);
  }
  return out;
}

Tree as_json(const Verdict& verdict, const Program& program) {
  Tree out = Tree::object();
  out["rules"] = std::string(rule_set_names[static_cast<std::size_t>(verdict.rules)]);
  out["well_typed"] = verdict.well_typed();
  out["findings"] = Tree::array();
  for (const Finding& finding : verdict.findings) {
    Tree one = {{"kind", word(finding.kind)}, {"at", finding.at},     {"step", finding.step},
                {"system", finding.system},   {"rule", finding.rule}, {"premise", finding.premise}};
    if (finding.A) one["archetype"] = archetype_tree(*finding.A, program.schema);
    if (finding.C) one["component"] = program.schema[*finding.C].name;
    if (!finding.causes.empty()) {
      one["causes"] = Tree::array();
      for (const Finding::Cause& cause : finding.causes) {
        Tree each = Tree::object();
        each["system"] = cause.system;
        each["at"] = cause.at;
        one["causes"].push_back(std::move(each));
      }
    }
    one["message"] = message(finding, program);
    if (!finding.instead.empty()) one["instead"] = finding.instead;
    out["findings"].push_back(std::move(one));
  }
  out["not_in_frame"] = not_in_frame(program);
  out["frames"] = verdict.frames;
  out["runs"] = !verdict.outcome.failure;
  if (const auto& failure = verdict.outcome.failure) out["stuck"] = as_json(*failure, program, verdict.outcome.w.H);
  out["never_called"] = Tree::array();
  for (const Unmatched& one : verdict.unmatched) {
    Tree each = {{"system", one.system}, {"archetype", archetype_tree(one.A, program.schema)}};
    each["larger"] = Tree::array();
    for (const AType& A : one.larger) each["larger"].push_back(archetype_tree(A, program.schema));
    out["never_called"].push_back(std::move(each));
  }
  out["claims"] = Tree::object();
  for (std::size_t k = 0; k < verdict.refuted.size(); ++k) {
    const std::optional<Refuted>& refuted = verdict.refuted[k];
    Tree one = Tree::object();
    one["holds"] = !refuted;
    if (refuted) {
      one["frame"] = refuted->frame;
      one["step"] = refuted->step;
      one["how"] = how(refuted->refutation, program);
    }
    out["claims"][std::string(claim_names()[k])] = std::move(one);
  }
  return out;
}

}  // namespace coreecs::archetype
