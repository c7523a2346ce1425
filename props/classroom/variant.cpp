// Variants of exercises are the exercises in other words: the same verdicts, and the same ends up to the names.
#include "interp/classroom/variant/variant.hpp"

#include <map>

#include "interp/language/format/tree.hpp"
#include "interp/search/expect.hpp"
#include "props/classroom/exercises.hpp"
#include "props/kit/case.hpp"
#include "props/kit/loaded.hpp"
#include "props/kit/prop.hpp"

using namespace coreecs;

namespace {

/// The variant, where there is one.
Tree variant(const Tree& document, const OtherWords& words) {
  auto made = variant_of(document, words);
  if (const auto* why = std::get_if<std::vector<std::string>>(&made)) FAIL(why->front());
  return std::get<Tree>(std::move(made));
}

/// Each schedule's verdicts, counts and end, in words.
std::map<std::string, std::string> behaviour(const Program& program) {
  std::map<std::string, std::string> all;
  for (const NamedSchedule& z : program.schedules) {
    const Verdict verdict = check(program, z, program.frames, limit);
    std::string& told = all[z.name];
    for (const Aspect aspect : decided) told += std::to_string(static_cast<int>(verdict.because[aspect].answer));
    told += " " + std::to_string(verdict.invocations()) + " " + verdict.linearizations;
  }
  return all;
}

std::vector<std::string> all_differences(const Program& program) {
  std::vector<std::string> all;
  for (const Expectation& expected : program.expectations)
    for (std::string& one : differences(program, expected, limit)) all.push_back(std::move(one));
  return all;
}

OtherWords inverse(const OtherWords& words) {
  OtherWords back;
  for (const auto& [word, other] : words) back.emplace(other, word);
  return back;
}

/// Other names for all components, systems and entities of a program, in the same order.
OtherWords other_names(const Tree& document) {
  OtherWords words;
  for (const char* part : {"components", "systems", "entities"})
    for (const auto& member : document.at(part).items()) {
      const std::string& name = member.key();
      const bool numbered = name.front() == 'e' && name.find_first_not_of("0123456789", 1) == std::string::npos;
      words.emplace(name, numbered
                              ? "e1" + std::string(3 - std::min<std::size_t>(name.size() - 1, 3), '0') + name.substr(1)
                              : name + "_too");
    }
  return words;
}

}  // namespace

TEST_CASE("A variant of an exercise is another text, behaves the same, and leads back to the exercise") {
  prop("for each exercise of the course and any seed", [] {
    const Exercise exercise = *rc::gen::elementOf(exercises());
    const auto seed = *rc::gen::string<std::string>();
    const OtherWords words = chosen(task(exercise).names, seed);
    RC_ASSERT(words == chosen(task(exercise).names, seed));
    for (const Tree& document : {exercise.given, exercise.solution}) {
      const Tree other = document == exercise.given ? variant(document, words) : retold(document, words);
      RC_ASSERT(other.dump() != document.dump());
      RC_ASSERT(retold(other, inverse(words)).dump() == document.dump());
      const Program before = loaded(document), after = loaded(other);
      std::map<std::string, std::string> same;
      for (const auto& [schedule, told] : behaviour(before)) same[retold_text(schedule, words)] = told;
      RC_ASSERT(behaviour(after) == same);
      std::vector<std::string> found;
      for (const std::string& one : all_differences(before)) found.push_back(retold_text(one, words));
      RC_ASSERT(all_differences(after) == found);
      RC_ASSERT(found.empty() == (document == exercise.solution));
    }
  });
}

TEST_CASE("A random program in other words has the same verdicts, and ends in the same state in these words") {
  prop("for any program", [] {
    const Case t = *small_cases();
    const OtherWords words = other_names(t.document);
    const auto made = variant_of(t.document, words);
    const auto* other = std::get_if<Tree>(&made);
    note(other != nullptr, "has a variant", 0.3);
    if (!other) return;
    const auto after = Case::of(*other);
    RC_ASSERT(after.has_value());
    const Verdict one = t.verdict(limit), two = after->verdict(limit);
    for (const Aspect aspect : decided) RC_ASSERT(one.because[aspect].answer == two.because[aspect].answer);
    RC_ASSERT(one.linearizations == two.linearizations);
    RC_ASSERT(one.invocations() == two.invocations());
  });
}

TEST_CASE("OtherWords that would make another exercise of it are refused") {
  const Tree given = Tree::parse(contents(source_dir / "specs/guide/exercises/4-sheep.json"));
  const auto refused = [&](const OtherWords& words) { return variant_of(given, words).index() == 1; };
  CHECK_FALSE(refused({{"dolly", "bolly"}}));
  CHECK(refused({{"dolly", "nelly"}}));  // comes after molly
  CHECK(refused({{"dolly", "molly"}}));  // two become one
  CHECK(refused({{"dolly", "count"}}));  // a word of the text
  CHECK_FALSE(refused({{"tom", "zoe"}, {"dolly", "ann"}}));
  CHECK(refused({{"match", "meet"}}));  // a key of the format
  Tree ordering = given;
  ordering["components"]["Name"] = "text";
  CHECK_FALSE(variant_of(ordering, {{"dolly", "bolly"}}).index() == 1);
  ordering["invariants"]["few"] =
      Tree::parse(R"({ "match": [{ "incl": { "Name": "n" } }], "holds": { "<": ["n", { "text": "tim" }] } })");
  CHECK(variant_of(ordering, {{"dolly", "bolly"}}).index() == 1);
}

TEST_CASE("A word is replaced where it stands alone") {
  const OtherWords words{{"sheep", "goat"}, {"Sheep", "Goat"}};
  CHECK(retold_text("Sheep, sheep's and sheepdogs; a_sheep", words) == "Goat, goat's and sheepdogs; a_sheep");
  CHECK(retold_text("/systems/sheep/do", words) == "/systems/goat/do");
  const Tree document = Tree::parse(R"({ "$schema": "sheep", "sheep": ["sheep", 1, { "x": "sheep.n" }] })");
  CHECK(retold(document, words).dump() == R"({"$schema":"sheep","goat":["goat",1,{"x":"goat.n"}]})");
}
