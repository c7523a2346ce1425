#include "interp/views/explain/explain.hpp"

#include "interp/language/notation/formula.hpp"
#include "interp/language/notation/show.hpp"
#include "interp/views/explain/construction.hpp"
#include "interp/views/explain/text.hpp"
#include "interp/views/report/report.hpp"

namespace coreecs {

namespace {

using Kind = SeriesParallel::Kind;

void value(JsonWriter& out, const std::optional<Value>& k, Label i, const Notation& notation) {
  if (k)
    notation.json(out, *k, notation.schema[i].type);
  else
    out.null();
}

/// { "entity": "e0", "component": "Pos", "before": 1, "after": 7 }, without "before" or "after" if there is no value.
void json(JsonWriter& out, const ValueChange& change, const Notation& notation) {
  out.wide_object([&] {
    out.member("entity", notation.names(change.l.e));
    out.member("component", notation.schema[change.l.i].name);
    if (change.before) value(out.key("before"), change.before, change.l.i, notation);
    if (change.after) value(out.key("after"), change.after, change.l.i, notation);
  });
}

void json(JsonWriter& out, const LeafDerivation& leaf, const Visit& visit, const Explained& explained) {
  const Notation& notation = explained.notation;
  const QueryVector& q = leaf.s->q;
  out.wide_object([&] {
    notation.json(out.key("entities"), std::span<const Entity>(visit.e));
    out.member("matched", show_observation(q, visit.matched, notation));
    if (visit.dropped) {
      out.key("dropped").wide_object([&] {
        if (visit.dropped->query) out.member("query", *visit.dropped->query);
        if (visit.dropped->i) out.member("component", notation.schema[*visit.dropped->i].name);
        if (visit.dropped->by) {
          const std::vector<Entity>& by = leaf.visits[*visit.dropped->by].e;
          notation.json(out.key("by"), std::span<const Entity>(by));
        }
      });
      return;
    }
    out.member("observed", show_observation(q, visit.w, notation));
    out.member("mutation", show(visit.m, Fresh({explained.env, leaf.leaf}, visit.e), notation));
    out.key("changes").list([&] {
      for (const ValueChange& change : visit.changes) json(out, change, notation);
    });
  });
}

void json_construction(JsonWriter& out, const Construction& of, std::size_t node, const Explained& explained) {
  const ShownNode& shown = of[node];
  const SeriesParallel::Node& at = explained.of.po.z.nodes[node];
  out.wide_object([&] {
    out.member("rule", shown.rule);
    out.member("schedule", show_node(explained.of.po.z, node));
    out.member("observes", state_name(shown.observes));
    out.member("safe", shown.safe);
    out.member("because", shown.why);
    if (at.is_leaf()) return;
    out.key("sides").wide_list([&] {
      for (const std::size_t side : {at.left, at.right}) json_construction(out, of, side, explained);
    });
  });
}

void json_leaves(JsonWriter& out, const Explained& explained) {
  out.wide_list([&] {
    for (const LeafDerivation& leaf : explained.of.leaves)
      out.line(4).wide_object([&] {
        out.member("leaf", leaf.leaf);
        out.member("form", leaf.kind == Kind::Conc ? "conc" : "seq");
        out.member("system", leaf.s->name);
        out.member("observes", state_name(leaf.observes));
        out.key("queries").list([&] {
          for (std::size_t j = 0; j < leaf.factors.size(); ++j)
            out.wide_object([&] {
              out.member("query", show_query(leaf.s->q[j], explained.notation.schema));
              out.member("matches",
                         show_matches(leaf.s->q[j], leaf.factors[j], leaf.factors[j].size(), explained.notation));
            });
        });
        out.line(6).key("matches").wide_list([&] {
          for (const Visit& visit : leaf.visits) json(out.line(8), leaf, visit, explained);
        });
      });
  });
}

}  // namespace

std::string json_steps(const Explained& explained) {
  std::string text;
  JsonWriter out(text);
  json_leaves(out, explained);
  return text;
}

std::string json(const Explained& explained, const std::string& schedule, std::uint64_t frame, const Verdict& verdict,
                 const Notation& of_verdict) {
  const Derivation& of = explained.of;
  const Notation& notation = explained.notation;
  std::string text;
  JsonWriter out(text);
  out.wide_object([&] {
    out.member("schedule", schedule);
    out.member("frame", frame);
    out.line(2).member("z", show(explained.z));
    out.line(2).key("observed").wide_list([&] {
      for (std::size_t k = 0; k < of.observed.size(); ++k)
        out.line(4).wide_object([&] {
          out.member("name", state_name(k));
          if (k > 0) {
            out.member("of", state_name(of.observed[k].of));
            out.member("schedule", show_node(of.po.z, of.observed[k].node));
          }
          notation.json(out.key("state"), of.observed[k].c);
        });
    });
    json_leaves(out.line(2).key("leaves"), explained);
    notation.json(out.line(2).key("final"), of.end);
    out.line(2).key("influences").wide_list([&] {
      for (const Invocation& u : of.po.invocations)
        out.line(4).wide_object([&] {
          out.member("leaf", u.leaf);
          out.member("system", u.s->name);
          notation.json(out.key("entities"), std::span<const Entity>(u.e.data(), u.e.size()));
          out.key("influence").list([&] {
            for (const Location& l : influence(u)) notation.json(out, std::optional(l));
          });
        });
    });
    if (of.po.z.leaves.size() <= most_leaves) {
      const Construction construction(explained);
      json_construction(out.line(2).key("theorem_4_7"), construction, of.po.z.nodes.size() - 1, explained);
    }
    out.line(2).key("proofs").wide_list([&] {
      for (const ProofText& proof : proofs(verdict, of_verdict))
        out.line(4).wide_object([&] {
          out.member("verdict", proof.verdict);
          out.member("why", proof.why);
          out.key("steps").list([&] {
            for (const std::string& step : proof.steps) out.value(step);
          });
        });
    });
  });
  return text + "\n";
}

std::string json(const GlossaryEntry& entry) {
  std::string text;
  JsonWriter out(text);
  out.wide_object([&] {
    out.member("title", entry.title);
    out.key("also").list([&] {
      for (const std::string& name : entry.also) out.value(name);
    });
    out.key("text").list([&] {
      for (const std::string& paragraph : entry.text) out.value(paragraph);
    });
    if (!entry.command.empty()) out.member("command", entry.command);
  });
  return text + "\n";
}

}  // namespace coreecs
