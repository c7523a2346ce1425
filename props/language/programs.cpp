// The random programs themselves: that they are well-typed, varied, and become small when they fail.
#include "interp/fast/count.hpp"
#include "interp/language/format/load.hpp"
#include "interp/language/format/print.hpp"
#include "props/kit/case.hpp"
#include "props/kit/prop.hpp"

using namespace coreecs;

TEST_CASE("Random programs load") {
  prop("a random program is well-formed", [] {
    Dice dice = any_dice();
    const Tree document =
        random_program(dice, {.may_fail = true, .conditions = dice.percent(50), .conveniences = dice.percent(50)});
    const auto loaded = load(document.dump());
    if (const auto* problems = std::get_if<std::vector<Problem>>(&loaded))
      RC_FAIL(document.dump(2) + "\n" + show("program", problems->front()));
  });
}

namespace {

/// Whether a key occurs in a document, at any depth.
bool occurs(const Tree& tree, const std::string& key) {
  if (tree.is_object() && tree.contains(key)) return true;
  return tree.is_structured() &&
         std::any_of(tree.begin(), tree.end(), [&](const Tree& part) { return occurs(part, key); });
}

}  // namespace

TEST_CASE("The laws meet everything that programs may have") {
  prop("random cases have enumerations, lists, alternatives, constants, schedules by their names and templates", [] {
    for (int k = 0; k < 4; ++k) {  // so many that none is rare by chance
      const Case t = *cases();
      const Tree& systems = t.document["systems"];
      note(occurs(t.document["components"], "enum"), "enumerations", 0.1);
      note(occurs(t.document["components"], "most"), "lists", 0.1);
      const std::vector<std::string> of_lists{"append", "map", "filter", "fold", "get", "length"};
      for (const std::string& key : of_lists) note(occurs(systems, key), key);
      const auto is_there = [&](const std::string& key) { return occurs(systems, key); };
      note(std::any_of(of_lists.begin(), of_lists.end(), is_there), "operations of lists", 0.015);
      note(occurs(systems, "any"), "alternatives", 0.05);
      note(occurs(systems, "where"), "conditions", 0.1);
      note(occurs(systems, "is"), "look-ups", 0.01);
      note(t.document.contains("constants"), "constants", 0.06);
      note(occurs(t.document["schedules"], "use"), "schedules by their names", 0.05);
      note(t.document.contains("spawn"), "templates", 0.05);
    }
  });
}

TEST_CASE("Loading after printing is the identity") {
  prop("a program that was printed and loaded prints the same, and runs the same", [] {
    const Case t = *cases();
    const std::string text = print(*t.program);
    const auto loaded = load(text);
    RC_ASSERT(std::holds_alternative<Program>(loaded));
    const Program& again = std::get<Program>(loaded);
    RC_ASSERT(print(again) == text);
    RC_ASSERT(again.entities == t.program->entities);
    RC_ASSERT(again.start == t.program->start);
    const Schedule z = repeat(again.schedules.front().z, again.frames);
    RC_ASSERT(advance(again.start, z, t.env) == advance(t.c, t.z, t.env));
  });
}

TEST_CASE("A damaged program is refused, at the place of the damage") {
  prop("one damage is found, and named", [] {
    Dice dice = any_dice();
    Tree document = random_program(dice, {.conveniences = dice.percent(50)});
    const Damage done = damage(dice, document);
    const auto loaded = load(document.dump());
    const auto* problems = std::get_if<std::vector<Problem>>(&loaded);
    note(true, done.what);
    if (!problems) RC_FAIL(done.what + " at " + done.pointer + ":\n" + document.dump(2));
    const bool named = std::any_of(problems->begin(), problems->end(),
                                   [&](const Problem& problem) { return problem.place.rfind(done.pointer, 0) == 0; });
    if (!named)
      RC_FAIL(done.what + " at " + done.pointer + ":\n" + document.dump(2) + "\n" + show("", problems->front()));
  });
}

TEST_CASE("A program that is cut off is refused, by line and column") {
  prop("no beginning of a program is one", [] {
    Dice dice = any_dice();
    const std::string text = random_program(dice, {}).dump(1);
    const auto loaded = load(text.substr(0, dice.below(text.size())));
    const auto* problems = std::get_if<std::vector<Problem>>(&loaded);
    RC_ASSERT(problems != nullptr);
    RC_ASSERT(problems->front().place.find(':') != std::string::npos);
  });
}

TEST_CASE("Random programs are varied: no kind is missing, and one linearization is not a third of them") {
  rc::Random random(20251121);
  std::map<std::string, int> count;
  constexpr int n = 6'000;
  for (int j = 0; j < n; ++j) {
    const Case t = small_cases({.leaves = j % 3 == 0 ? 2U : 4U, .races = j % 3 == 0})(random.split(), 100).value();
    const Verdict verdict = t.verdict();
    count["one linearization"] += fast::linearizations(t.po) == 1;
    count["safe by rule"] += verdict.safe_by_rule();
    count["safe, not by rule"] += verdict.safe() && !verdict.safe_by_rule();
    count["deterministic, not safe"] += verdict.deterministic() == Answer::Yes && !verdict.safe();
    count["deterministic, not confluent"] +=
        verdict.deterministic() == Answer::Yes && verdict.confluent() == Answer::No;
    count["confluent, not deterministic"] +=
        verdict.deterministic() == Answer::No && verdict.confluent() == Answer::Yes;
    count["neither"] += verdict.deterministic() == Answer::No && verdict.confluent() == Answer::No;
  }
  std::string found;
  for (const auto& [kind, cases] : count) found += kind + ": " + std::to_string(cases) + "; ";
  CAPTURE(found);
  CHECK(count["one linearization"] < n / 3);
  CHECK(count["safe by rule"] > n / 10);
  CHECK(count["neither"] > n / 10);
  CHECK(count["safe, not by rule"] > n / 50);
  CHECK(count["deterministic, not safe"] > n / 50);
  CHECK(count["deterministic, not confluent"] > n / 100);
  CHECK(count["confluent, not deterministic"] > n / 100);
}

namespace {

/// What RapidCheck would report of the first random case that fails: shrunk as long as it still does. Types are never
/// made smaller, so it is one without enumerations and lists.
template <class Fails>
Case shrunk(const Fails& fails) {
  rc::Random random(8);
  for (;;) {
    rc::Shrinkable<Case> at = cases()(random.split(), 100);
    const Tree components = at.value().document["components"];
    if (occurs(components, "enum") || occurs(components, "most") || !fails(at.value())) continue;
    for (bool smaller = true; smaller;) {
      smaller = false;
      rc::Seq<rc::Shrinkable<Case>> shrinks = at.shrinks();
      for (auto next = shrinks.next(); next && !smaller; next = shrinks.next())
        if (fails(next->value())) {
          at = *next;
          smaller = true;
          break;
        }
    }
    return at.value();
  }
}

std::size_t nodes(const Tree& tree) {
  std::size_t n = 1;
  if (tree.is_structured())
    for (const Tree& part : tree) n += nodes(part);
  return n;
}

}  // namespace

TEST_CASE("A counterexample is small: planted failures shrink to a few lines") {
  const Case unsafe_one = shrunk([](const Case& t) { return !t.verdict().safe(); });
  CHECK_MESSAGE(nodes(unsafe_one.document) <= 36, unsafe_one);
  CHECK_MESSAGE(unsafe_one.po.size() == 2, unsafe_one);

  const Case creates = shrunk([](const Case& t) {
    const State end = advance(t.c, t.z, t.env);
    const auto alive = live(end);
    return !alive.empty() && alive.back().created() && t.program->frames > 1;
  });
  CHECK_MESSAGE(nodes(creates.document) <= 26, creates);
  CHECK(creates.program->frames == 2);

  const Case sequential = shrunk([](const Case& t) {
    return std::any_of(t.po.z.nodes.begin(), t.po.z.nodes.end(), [](const SeriesParallel::Node& node) {
      return node.kind == SeriesParallel::Kind::Seq && node.end - node.begin > 1;
    });
  });
  CHECK_MESSAGE(nodes(sequential.document) <= 22, sequential);
  CHECK(sequential.program->entities.size() == 2);
}
