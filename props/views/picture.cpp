// Pictures: that of po_c(z) is its covering relation, laid out so that nothing lies on anything else; and whatever a
// name contains, each format is what it is.
#include <set>

#include "interp/views/picture/pictures.hpp"

#include "props/kit/case.hpp"
#include "props/kit/command.hpp"
#include "props/kit/loaded.hpp"
#include "props/kit/prop.hpp"
#include "semantics/equivalence.hpp"

using namespace coreecs;

namespace {

using Node = Picture::Node;

/// Which nodes that are no joins lead to which: by one edge, or by two that meet in a join.
std::vector<std::vector<std::size_t>> successors(const Picture& picture) {
  std::vector<std::vector<std::size_t>> direct(picture.nodes.size()), all(picture.nodes.size());
  for (const Picture::Edge& edge : picture.edges)
    if (edge.kind == Picture::Edge::Kind::Before) direct[edge.from].push_back(edge.to);
  for (std::size_t from = 0; from < all.size(); ++from) {
    if (picture.nodes[from].shape == Node::Shape::Join) continue;
    for (const std::size_t to : direct[from])
      if (picture.nodes[to].shape == Node::Shape::Join)
        all[from].insert(all[from].end(), direct[to].begin(), direct[to].end());
      else
        all[from].push_back(to);
  }
  return all;
}

/// The invocations that each node stands for, and nothing for joins.
std::vector<std::vector<std::size_t>> invocations(const Picture& picture) {
  std::vector<std::vector<std::size_t>> all;
  for (const Node& node : picture.nodes) {
    all.emplace_back();
    if (node.shape == Node::Shape::Join) continue;
    const std::string& value = node.data.front().second;  // "7", or "3-7"
    const std::size_t first = std::stoull(value), dash = value.find('-');
    const std::size_t last = dash == std::string::npos ? first : std::stoull(value.substr(dash + 1));
    for (std::size_t u = first; u <= last; ++u) all.back().push_back(u);
  }
  return all;
}

Picture drawn(const Case& t, std::size_t most = most_drawn) {
  Names names(t.program->entities);
  std::vector<Entity> created;
  for (const Invocation& u : t.po.invocations)
    for (const Entity e : u.e)
      if (!names.knows(e)) created.push_back(e);
  for (const Invocation& u : t.po.invocations)
    for (const Write& write : u.m.writes())
      if (!names.knows(write.l.e)) created.push_back(write.l.e);
  std::sort(created.begin(), created.end());
  created.erase(std::unique(created.begin(), created.end()), created.end());
  names.add(created);
  return order_picture(t.po, {t.program->schema, names}, most);
}

bool apart(const Picture::Place& a, const Picture::Place& b) {
  return a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y;
}

/// Nothing lies on anything else, or outside of the picture.
void check_layout(const Picture& picture) {
  for (std::size_t j = 0; j < picture.nodes.size(); ++j) {
    const Picture::Place& at = picture.nodes[j].place;
    RC_ASSERT(at.x >= 0 && at.y >= 0 && at.x + at.width <= picture.width && at.y + at.height <= picture.height);
    for (std::size_t k = 0; k < j; ++k) RC_ASSERT(apart(at, picture.nodes[k].place));
  }
  for (const Picture::Edge& edge : picture.edges)
    if (edge.kind == Picture::Edge::Kind::Before)
      for (std::size_t k = 1; k < edge.line.size(); ++k) RC_ASSERT(edge.line[k - 1].y <= edge.line[k].y);
}

Program of_size(std::size_t entities, const nlohmann::ordered_json& schedule) {
  nlohmann::ordered_json document = nlohmann::ordered_json::parse(R"({ "components": { "A": "int" },
    "systems": { "s": { "match": [ { "entity": "e", "incl": { "A": "a" } } ], "do": { "attach": ["A", "e", 1] } } } })");
  for (std::size_t j = 0; j < entities; ++j) document["entities"]["e" + std::to_string(j)] = {{"A", j}};
  document["schedules"] = {{"main", schedule}};
  return loaded(document);
}

}  // namespace

// [order/le-conc] [order/le-seq] [order/le-par] [order/le-then]
TEST_CASE("the picture of po_c(z) is its covering relation") {
  prop("a node leads to another one exactly where it is before it, and nothing between them", [] {
    const Case t = *cases();
    const Picture picture = drawn(t);
    const auto next = successors(picture);
    std::size_t joins = 0;
    for (const Node& node : picture.nodes) joins += node.shape == Node::Shape::Join;
    note(joins > 0, "several are covered by several", 0.1);
    RC_ASSERT(picture.nodes.size() - joins == t.po.size());
    RC_ASSERT(picture.edges.size() <= 2 * t.po.size() + 12);  // and red ones
    for (std::size_t u = 0; u < t.po.size(); ++u) {
      RC_ASSERT(picture.nodes[u].id == "u" + std::to_string(u));
      for (std::size_t v = 0; v < t.po.size(); ++v) {
        bool covers = u != v && precedes(t.po, u, v);
        for (std::size_t w = 0; w < t.po.size() && covers; ++w)
          covers = w == u || w == v || !(precedes(t.po, u, w) && precedes(t.po, w, v));
        RC_ASSERT(std::count(next[u].begin(), next[u].end(), v) == (covers ? 1 : 0));
      }
    }
  });
  prop("no node lies on another one, and no line leads upwards", [] { check_layout(drawn(*cases())); });
}

// [order/le-conc] [order/le-seq] [order/le-par] [order/le-then]
TEST_CASE("where several invocations are one node, each is in one, and the order is that of all of them") {
  prop("at most so many nodes, and one leads to another where each invocation is before each", [] {
    const Case t = *cases();
    const std::size_t most = *rc::gen::inRange<std::size_t>(1, 6);
    RC_PRE(t.po.size() > most);
    const Picture picture = drawn(t, most);
    const auto in = invocations(picture);
    std::vector<std::size_t> all;
    std::size_t nodes = 0;
    for (const auto& some : in) {
      all.insert(all.end(), some.begin(), some.end());
      nodes += !some.empty();
    }
    RC_ASSERT(nodes <= most);
    RC_ASSERT(std::is_sorted(all.begin(), all.end()));
    RC_ASSERT(all.size() == t.po.size());
    RC_ASSERT(picture.notes.size() >= 1);
    check_layout(picture);
    const auto next = successors(picture);
    std::vector<std::vector<bool>> leads(in.size(), std::vector<bool>(in.size()));
    for (std::size_t from = in.size(); from-- > 0;)  // edges lead from nodes to later ones
      for (const std::size_t to : next[from]) {
        RC_ASSERT(from < to);
        leads[from][to] = true;
        for (std::size_t k = 0; k < in.size(); ++k)
          if (leads[to][k]) leads[from][k] = true;
      }
    for (std::size_t j = 0; j < nodes; ++j)
      for (std::size_t k = 0; k < nodes; ++k) {
        if (j == k) continue;
        bool before = true;
        for (const std::size_t u : in[j])
          for (const std::size_t v : in[k]) before = before && precedes(t.po, u, v);
        RC_ASSERT(leads[j][k] == before);
      }
  });
}

// [order/le-par]
TEST_CASE("Where ((a ⨟ b) ⨟ c) ∥ d is drawn as three nodes, a and b are one of them") {
  PartialOrder po;
  po.invocations.resize(4);
  const auto leaf = [&](std::size_t u) { po.z.leaf(SeriesParallel::Kind::Conc, nullptr, u, u + 1); };
  leaf(0);
  leaf(1);
  po.z.join(SeriesParallel::Kind::Then);
  leaf(2);
  po.z.join(SeriesParallel::Kind::Then);
  leaf(3);
  po.z.join(SeriesParallel::Kind::Par);
  std::vector<std::pair<std::size_t, std::size_t>> drawn;
  for (const Box& box : boxes(po, 3)) drawn.emplace_back(box.begin, box.end);
  CHECK(drawn == std::vector<std::pair<std::size_t, std::size_t>>{{0, 2}, {2, 3}, {3, 4}});
}

// [safety] [construction/conc] [construction/seq] [construction/par] [construction/then]
TEST_CASE("the red ties are the pairs that check names") {
  prop("Theorem 4.7 and Definition 4.3, each with its pair and its location", [] {
    const Case t = *cases();
    const Reasons because = t.verdict(0).because;
    std::vector<std::string> expected, found;
    const auto tie = [](const char* stops, std::size_t u, std::size_t v, const Location& l) {
      return std::string(stops) + std::to_string(u) + " " + std::to_string(v) + " " + std::to_string(l.i);
    };
    if (const std::optional<Conflict>& overlap = because.safe_by_rule.race)
      expected.push_back(tie("Theorem ", overlap->u, overlap->v, overlap->l));
    if (const std::optional<Conflict>& conflict = because.safe.race)
      expected.push_back(tie("Definition ", conflict->u, conflict->v, conflict->l));
    note(!expected.empty(), "has ties", 0.1);
    for (const Tie& one : ties(t.po)) {
      if (contains(one.stops, "Theorem 4.7(")) found.push_back(tie("Theorem ", one.u, one.v, one.l));
      if (contains(one.stops, "Definition 4.3")) found.push_back(tie("Definition ", one.u, one.v, one.l));
    }
    RC_ASSERT(found == expected);
    const Picture picture = drawn(t);
    std::set<std::pair<std::size_t, std::size_t>> red;
    for (const Picture::Edge& edge : picture.edges)
      if (edge.kind == Picture::Edge::Kind::Conflict) red.emplace(edge.from, edge.to);
    for (const Tie& one : ties(t.po)) RC_ASSERT(red.contains({one.u, one.v}));
  });
}

// [safety]
TEST_CASE("Red boxes are the invocations that do not commute with a concurrent one, and red lines pairs of them") {
  prop("each that differs at a location from a concurrent writer, and no more lines than pairs", [] {
    const Case t = *cases();
    const Picture picture = drawn(t);
    std::set<std::pair<std::size_t, std::size_t>> pairs, lines;
    std::set<std::size_t> ends, red;
    for (std::size_t u = 0; u < t.po.size(); ++u)
      for (std::size_t v = 0; v < u; ++v)
        if (concurrent(t.po, u, v) && !commute(t.po.invocations[u].m, t.po.invocations[v].m)) {
          pairs.emplace(v, u);
          ends.insert({u, v});
        }
    for (const Tie& one : ties(t.po)) {
      pairs.emplace(one.u, one.v);  // perhaps only by a rule
      ends.insert({one.u, one.v});
    }
    for (const Picture::Edge& edge : picture.edges)
      if (edge.kind == Picture::Edge::Kind::Conflict) RC_ASSERT(lines.emplace(edge.from, edge.to).second);
    for (std::size_t u = 0; u < t.po.size(); ++u)
      if (picture.nodes[u].conflicts) red.insert(u);
    note(pairs.size() > 1, "several pairs", 0.05);
    RC_ASSERT(red == ends);
    RC_ASSERT(std::includes(pairs.begin(), pairs.end(), lines.begin(), lines.end()));
    RC_ASSERT(lines.size() == std::min<std::size_t>(pairs.size(), 12));
  });
}

TEST_CASE("Each frame is marked, and an invocation is told apart only from those of its frame") {
  nlohmann::ordered_json schedule = {{"then", {{{"conc", "s"}}, {{"seq", "s"}}}}};
  const Program program = of_size(2, schedule);
  const Instance of(program, program.schedules[0].z, 3);
  const Names all = names(program, of);
  const Picture picture = order_picture(of.po, {program.schema, all}, most_drawn, 3);
  REQUIRE(picture.frames.size() == 3);
  for (std::size_t k = 0; k < 3; ++k) {
    CHECK(picture.frames[k].label == "frame " + std::to_string(k + 1));
    CHECK(picture.frames[k].nodes == std::vector<std::size_t>{4 * k, 4 * k + 1, 4 * k + 2, 4 * k + 3});
    for (std::size_t n = 4 * k; n < 4 * k + 4; ++n) {
      CHECK(picture.nodes[n].place.y > picture.frames[k].place.y);
      if (k < 2) CHECK(picture.nodes[n].place.bottom().y < picture.frames[k + 1].place.y);
    }
  }
  CHECK(picture.nodes[4].label == "s⟨e0⟩ (leaf 2)");
  CHECK(order_picture(of.po, {program.schema, all}).frames.empty());
}

TEST_CASE("labels are escaped in each format") {
  Picture picture;
  picture.title = "a\"b";
  picture.nodes = {{.id = "u0", .label = "\"\\N<i>&lt;#35;`\n\x1b]é∥\xEF\xBF\xBF", .hint = "<&>"},
                   {.id = "u1", .label = "x", .data = {{"system", "\"><script>"}}}};
  picture.edges = {{Picture::Edge::Kind::Conflict, 0, 1, "\"|;", "\"", {{}, {}, {}, {}}}};
  picture.notes = {"style: --> end"};
  CHECK(contains(svg(picture), "<text x=\"0\" y=\"0\">&quot;\\N&lt;i&gt;&amp;lt;#35;`\\n\\u001b]é∥\\uffff</text>"));
  CHECK(contains(svg(picture), "<title>&lt;&amp;&gt;</title>"));
  CHECK(contains(svg(picture), "data-system=\"&quot;&gt;&lt;script&gt;\""));
  CHECK(contains(svg(picture, "p-"), "<g id=\"p-u0\" class=\"node\">"));
  CHECK(contains(svg(picture, "p-"), "aria-labelledby=\"p-title p-about\""));
  CHECK(contains(dot(picture), "  u0 [label=\"\\\"\\\\N<i>&amp;lt;#35;`\\\\n\\\\u001b]é∥\xEF\xBF\xBF\", tooltip="));
  CHECK(contains(dot(picture), ", label=\"\\\"|;\", tooltip=\"\\\"\"];\n"));
  CHECK(contains(mermaid(picture),
                 "  u0[\"#34;#92;N#60;i#62;#38;lt#59;#35;35#59;#96;#92;n#92;u001b#93;é∥\xEF\xBF\xBF\"]\n"));
  picture.nodes[1].conflicts = true;
  CHECK(contains(mermaid(picture), "\nclass u1 conflict\n"));
  CHECK(contains(mermaid(picture), "  n0>\"style#58; #45;#45;#62; end\"]\n"));
}

TEST_CASE("pictures of large programs are small, and say that they are") {
  nlohmann::ordered_json wide = {{"then", {{{"conc", "s"}}, {{"seq", "s"}}}}}, deep;
  for (int j = 0; j < 50'000; ++j) deep["then"].push_back({{"conc", "s"}});
  {
    const Program program = of_size(20'000, wide);
    const Instance of(program, program.schedules[0].z, 1);
    const Names all = names(program, of);
    const Picture picture = order_picture(of.po, {program.schema, all});
    REQUIRE(picture.nodes.size() == 2);
    CHECK(invocations(picture)[0].size() == 20'000);
    CHECK(picture.edges.size() == 1);
    CHECK(picture.notes.size() == 1);
    CHECK(order_picture(of.po, {program.schema, all}, 40'000).nodes.size() == 40'000);
  }
  const Program program = of_size(1, deep);
  const Instance of(program, program.schedules[0].z, 1);
  const Names all = names(program, of);
  for (const std::size_t most : {most_drawn, most_drawn_by_mermaid}) {
    const Picture order = order_picture(of.po, {program.schema, all}, most);
    CHECK(order.nodes.size() <= most);
    CHECK(order.nodes.size() > most / 2);
    CHECK(order.notes.size() == 1);
    const Picture tree = schedule_picture(program.schedules[0].z, most);
    CHECK(tree.nodes.size() <= most);
    CHECK(tree.nodes.size() > most / 2);
    REQUIRE(tree.notes.size() == 1);
    CHECK(contains(svg(tree), tree.notes.front()));
  }
}

TEST_CASE("a schedule is drawn as its tree, and systems beside their components") {
  const Program program = loaded(example("toy_physics"));
  const Picture tree = schedule_picture(program.schedules[0].z);
  std::vector<std::string> labels;
  for (const Node& node : tree.nodes) labels.push_back(node.label);
  CHECK(labels == std::vector<std::string>{"conc(inertia)", "seq(collide)", ";"});
  const Picture systems = systems_picture(program);
  std::vector<std::string> edges;
  for (const Picture::Edge& edge : systems.edges)
    edges.push_back(systems.nodes[edge.from].label +
                    (edge.kind == Picture::Edge::Kind::Reads ? " is read by " : " writes ") +
                    systems.nodes[edge.to].label);
  CHECK(edges == std::vector<std::string>{"Pos is read by inertia", "Vel is read by inertia", "Pos is read by collide",
                                          "Vel is read by collide", "inertia writes Pos", "collide writes Pos",
                                          "collide writes Vel"});
  const Picture few = systems_picture(program, 2);
  REQUIRE(few.nodes.size() == 2);
  CHECK(few.edges.size() == 2);
  CHECK(few.nodes[0].label.starts_with("inertia "));
  CHECK(contains(few.notes.back(), "2 systems and 2 components"));
}

TEST_CASE("Graphviz reads what is written as DOT, and finds nothing strange") {
  if (std::system("dot -V > /dev/null 2>&1") != 0) {
    MESSAGE("not tested: graphviz is not installed");
    return;
  }
  const Scratch scratch;
  for (const char* name : {"toy_physics", "tower_defense", "last_writer"})
    for (const char* of : {"order", "schedule", "systems"}) {
      const auto written = shell::coreecs(std::string("graph --of ") + of + " examples/" + name + ".json");
      const auto read = shell::coreecs("--version > " + scratch.file("version") + "; dot -Tcanon " +
                                       scratch.file("picture.dot", written.out));
      CHECK(read.status == 0);
      CHECK(contains(read.out, "label="));
      CHECK(read.err == "");
    }
}
