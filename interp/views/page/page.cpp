#include "interp/views/page/page.hpp"

#include <algorithm>
#include <string_view>

#include "interp/language/notation/show.hpp"
#include "interp/views/explain/glossary.hpp"
#include "interp/views/explain/text.hpp"
#include "interp/views/page/shown.hpp"
#include "interp/views/report/report.hpp"

// Defined by files that interp/CMakeLists.txt generates.
namespace coreecs::embedded {
extern const std::string_view page_html, page_css, page_js;
}  // namespace coreecs::embedded

namespace coreecs {

namespace {

using Kind = SeriesParallel::Kind;

/// The sides of a node, and the sides of those of its kind: ((z ∥ z') ∥ z'') has three.
void add_parts(const SeriesParallel& z, std::size_t node, Kind kind, std::vector<std::size_t>& parts) {
  if (z.nodes[node].kind != kind) return parts.push_back(node);
  add_parts(z, z.nodes[node].left, kind, parts);
  add_parts(z, z.nodes[node].right, kind, parts);
}

/// { "then": [0, { "par": [1, 2] }] }, where numbers are leaves.
void json_tree(JsonWriter& out, const SeriesParallel& z, std::size_t node) {
  const SeriesParallel::Node& at = z.nodes[node];
  if (at.is_leaf()) return out.value(at.leaf);
  std::vector<std::size_t> parts;
  add_parts(z, node, at.kind, parts);
  out.object([&] {
    out.key(at.kind == Kind::Par ? "par" : "then").list([&] {
      for (const std::size_t part : parts) json_tree(out, z, part);
    });
  });
}

void json_schedule(JsonWriter& out, const Program& program, const Schedule& schedule, const PageLimits& limits) {
  const SeriesParallel z(schedule);
  out.member("leaves_in_all", z.leaves.size());
  out.line(0).key("leaves").list([&] {
    for (std::size_t leaf = 0; leaf < std::min(z.leaves.size(), limits.leaves); ++leaf) {
      const SeriesParallel::Node& node = z.nodes[z.leaves[leaf]];
      out.object([&] {
        out.member("form", node.kind == Kind::Conc ? "conc" : "seq");
        out.member("system", node.s->name);
        out.key("queries").list([&] {
          for (const Query& q : node.s->q) out.value(show_query(q, program.schema));
        });
        out.key("rules").list([&] {
          for (const Query& q : node.s->q) out.value(rule_of(q));
        });
        if (!node.s->q.where.phi) return;
        const auto term = program.terms.find(node.s->name);
        out.member("where", term == program.terms.end() ? "a C++ function" : show_condition(term->second, program));
      });
    }
  });
  if (z.leaves.size() > limits.leaves) return;
  out.line(0).member("z", show(schedule));
  json_tree(out.key("tree"), z, z.nodes.size() - 1);
}

/// The words that a page uses, each with the beginning of its entry in the glossary.
void json_words(JsonWriter& out) {
  out.object([&] {
    for (const char* word : {"safe by rule",
                             "safe",
                             "deterministic",
                             "confluent",
                             "linearization",
                             "run",
                             "race",
                             "concurrent",
                             "commute",
                             "influence",
                             "invocation",
                             "leaf",
                             "match",
                             "roll",
                             "observe",
                             "conc",
                             "seq",
                             "po_c(z)",
                             "⟦ ⟧",
                             "⊥",
                             "∥",
                             "⨟",
                             "φ",
                             "ν",
                             "Theorem 4.5",
                             "Theorem 4.7",
                             "Definition 4.2",
                             "Definition 4.3",
                             "Definition 4.4",
                             "Corollary 4.8",
                             "Corollary 4.9",
                             "D2",
                             "D5"})
      if (const GlossaryEntry* entry = find_entry(word)) {
        const auto is_meaning = [](const std::string& text) { return !text.starts_with("Rule"); };
        const auto meaning = std::find_if(entry->text.begin(), entry->text.end(), is_meaning);
        if (meaning != entry->text.end()) out.member(word, *meaning);
      }
  });
}

/// The rules of derivations, each with its equations.
void json_rules(JsonWriter& out) {
  out.object([&] {
    for (const char* rule : {"query/incl", "query/excl", "query/anyway", "query/and", "query/vector", "query/where",
                             "schedule/conc", "schedule/seq", "schedule/then", "system/apply", "system/roll",
                             "mutation/attach", "mutation/detach", "mutation/new"}) {
      std::string equations;
      for (const std::string& line : find_entry(rule)->text)
        if (line.starts_with("  ") && line.find("::=") == line.npos)
          equations += (equations.empty() ? "" : "\n") + line.substr(2);
      out.member(rule, equations);
    }
  });
}

/// Escapes text for HTML, outside of tags.
std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : text) out += c == '<' ? "&lt;" : c == '>' ? "&gt;" : c == '&' ? "&amp;" : std::string(1, c);
  return out;
}

/// JSON for a script element: nothing in it ends the element, or begins a comment.
std::string within_script(std::string_view json) {
  std::string out;
  out.reserve(json.size());
  for (const char c : json)
    if (c == '<')
      out += "\\u003c";
    else
      out += c;
  return out;
}

}  // namespace

PageData page_data(const Program& program, const NamedSchedule& schedule, const std::string& file, std::uint64_t frames,
                   std::size_t limit, const PageLimits& limits) {
  PageData data;
  JsonWriter out(data.json);
  out.object([&] {
    out.member("program", program.name);
    out.line(0).member("about", clipped(program.about, 4'000));
    out.line(0).member("schedule", schedule.name);
    out.line(0).key("components").list([&] {
      for (const Component& component : program.schema) out.value(component.name);
    });
    if (program.view) {
      out.line(0).key("view").list([&] {
        out.value(target(program.view->x, program.schema));
        if (program.view->y) out.value(target(*program.view->y, program.schema));
      });
      if (!program.view->marks.empty())
        out.line(0).key("marks").list([&] {
          for (const Mark& mark : program.view->marks)
            out.list([&] {
              out.value(mark.i);
              out.value(all_marks[mark.form]);
            });
        });
      if (program.view->dx || program.view->dy)
        out.line(0).key("arrows").list([&] {
          for (const auto* d : {&program.view->dx, &program.view->dy})
            if (*d) out.value(target(**d, program.schema));
        });
      if (program.view->label) out.line(0).member("label", target(*program.view->label, program.schema));
      if (!program.view->lines.empty()) out.line(0).member("lines", program.view->lines.size());
    }
    json_schedule(out, program, schedule.z, limits);
    json_words(out.line(0).key("words"));
    json_rules(out.line(0).key("rules"));
    out.line(0).member("text", clipped(show(program, std::optional(schedule.name)), 20'000));
    out.line(0);
    data.error = json_frames(out, program, schedule, file, frames, limits);
    if (data.error)
      out.line(0).member("error", *data.error);
    else
      json_verdict(out, program, check(program, schedule, frames, limit), limits);
  });
  return data;
}

std::string page(const std::string& title, const PageData& data, std::string_view source) {
  std::string html;
  std::string_view rest = embedded::page_html;
  const auto fill = [&](std::string_view mark, std::string_view text) {  // in their order: no text is taken for a mark
    const std::size_t at = rest.find(mark);
    html.append(rest.substr(0, at)).append(text);
    rest.remove_prefix(at + mark.size());
  };
  fill("{{title}}", escaped(title));
  fill("{{css}}", embedded::page_css);
  fill("{{data}}", within_script(data.json));
  fill("{{source}}", within_script(source));
  fill("{{js}}", embedded::page_js);
  return html.append(rest);
}

}  // namespace coreecs
