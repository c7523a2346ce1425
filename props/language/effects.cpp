// What is read off a term contains what its invocations do.
#include "interp/language/program/effects.hpp"

#include "props/kit/case.hpp"
#include "props/kit/exhaustive.hpp"
#include "props/kit/loaded.hpp"
#include "props/kit/prop.hpp"

using namespace coreecs;

namespace {

/// The entities that a value holds.
void collect(const Value& k, std::set<Entity>& found) {
  if (const Entity* e = std::get_if<Entity>(&k.sum())) found.insert(*e);
  if (const Record* r = std::get_if<Record>(&k.sum()))
    for (const Value& field : r->fields()) collect(field, found);
}

}  // namespace

// [static/conc] [static/par]
TEST_CASE("The effects of a system contain the writes of every invocation, and say where written entities come from") {
  prop("labels, and entities of the match, of ν, of components and of the text", [] {
    const Case t = *cases();
    std::size_t writes = 0, literals = 0, components = 0;
    const auto leaf = [&](const auto& z, const State& c, At at) {
      const Effects& effects = *z.s->effects;
      const Matches r = matches(z, c, at);
      for (std::size_t j = 0; j < r.size(); ++j) {
        std::set<Entity> found;
        for (const Cell& cell : r[j].w)
          if (cell) collect(*cell, found);
        const Update m = invoke(*z.s, r[j], at);
        for (const auto& [location, k] : m.writes()) {
          ++writes;
          RC_ASSERT(effects.writes.count(location.i) == 1u);
          const bool matched = std::find(r[j].e.begin(), r[j].e.end(), location.e) != r[j].e.end();
          const bool fresh = location.e.created() && location.e.created()->leaf == at.leaf;
          const auto is_here = [&, l = location](const auto& write) {
            return r[j].e[write.first] == l.e && write.second == l.i;
          };
          if (effects.matched && !fresh)
            RC_ASSERT(std::any_of(effects.matched->begin(), effects.matched->end(), is_here));
          if (matched || fresh) continue;
          const bool observed = found.count(location.e) > 0;
          ++(observed ? components : literals);
          RC_ASSERT((observed ? effects.writes_component_entity || effects.writes_entity_literal
                              : effects.writes_entity_literal));
        }
      }
    };
    exhaustive::everywhere(t.c, t.z, t.env, [&](const Schedule& z, const State& c, At at) {
      if (const Conc* conc = std::get_if<Conc>(&z.form())) leaf(*conc, c, at);
      if (const Seq* seq = std::get_if<Seq>(&z.form())) leaf(*seq, c, at);
    });
    note(writes > 0, "writes", 0.8);
    note(literals > 0, "writes an entity of the text", 0.3);
    note(components > 0, "writes an entity of a component", 0.08);
  });
}

// [static/conc]
TEST_CASE("What may be written of a match is known by query and label, unless it is found elsewhere") {
  using Matched = std::optional<std::set<std::pair<std::size_t, Label>>>;
  const auto matched = [](const char* mutation) {
    nlohmann::ordered_json document = nlohmann::ordered_json::parse(R"({
      "components": { "A": "int", "To": "entity" },
      "systems": { "s": { "match": [ { "entity": "e", "incl": { "To": "t", "A": "_" } },
                                     { "entity": { "is": "t" }, "incl": { "To": "u" } },
                                     { "entity": "f", "incl": { "A": "_" } } ] } },
      "schedules": { "main": { "conc": "s" } } })");
    document["systems"]["s"]["do"] = nlohmann::ordered_json::parse(mutation);
    return loaded(document).systems.front()->effects->matched;
  };
  CHECK(matched(R"({ "attach": ["A", "f", 1] })") == Matched{{{2, 0}}});
  CHECK(matched(R"([{ "attach": ["A", "t", 1] }, { "detach": ["To", "e"] }])") == Matched{{{1, 0}, {0, 1}}});
  CHECK(matched(R"({ "let": ["x", "f", { "attach": ["A", "x", 1] }] })") == Matched{{{0, 0}, {1, 0}, {2, 0}}});
  CHECK(matched(R"({ "new": ["x", { "attach": ["A", "x", 1] }] })") == Matched(std::in_place));
  CHECK(matched(R"({ "attach": ["A", "u", 1] })") == std::nullopt);
}

TEST_CASE("What a system does depends on the labels that it reads only") {
  prop("changing another component changes no invocation of those that still match", [] {
    const Case t = *cases();
    for (const auto& s : t.program->systems) {
      const LabelSet& reads = s->effects->reads;
      State other = t.c;
      for (Label i = 0; i < t.c.labels(); ++i)
        if (!reads.count(i))
          for (const auto& [e, k] : t.c[i]) other = std::move(other).without(i, e);
      const Matches r = query(s->q, t.c, t.env);
      for (std::size_t j = 0; j < r.size(); ++j) {
        std::vector<Cell> w;
        const bool live = std::all_of(r[j].e.begin(), r[j].e.end(), [&](Entity e) { return is_live(other, e); });
        if (live) RC_ASSERT(query_at(s->q, other, r[j].e, w));
        if (live) RC_ASSERT(std::equal(w.begin(), w.end(), r[j].w.begin(), r[j].w.end()));
      }
    }
  });
}
