// The states that a search looks at.
#include <set>

#include "interp/base/json/tree.hpp"
#include "interp/language/format/load.hpp"
#include "interp/language/notation/notation.hpp"
#include "interp/search/fuzz.hpp"
#include "interp/search/generate.hpp"
#include "props/kit/loaded.hpp"

using namespace coreecs;
using nlohmann::ordered_json;

namespace {

Counts counted(const ordered_json& program, const Search& search) {
  return fuzz(program, search, [] { return true; }).counts;
}

}  // namespace

TEST_CASE("Generated states: every type, loadable, within their ranges, the same for the same stream") {
  ordered_json document = example("every_term");
  document.erase("expect");
  const Program program = loaded(document);
  Material material;
  for (std::size_t k = 0; k < program.entities.size(); ++k) material.entities.emplace_back(k);
  material.most = 3;
  material.ranges = program.fuzz.ranges;
  material.texts = {"many"};
  const StateGenerator generate(program, material);
  std::vector<std::set<std::string>> seen(program.schema.size());
  for (std::uint64_t j = 0; j < 500; ++j) {
    const State c = generate(Random(7, j));
    CHECK(c == generate(Random(7, j)));
    std::string entities;
    JsonWriter out(entities);
    const Names names(program.entities);
    const Notation notation{program.schema, names};
    notation.json(out, c, material.entities);
    document["entities"] = read_tree(entities);
    const auto result = load(document.dump());
    REQUIRE_MESSAGE(std::holds_alternative<Program>(result), entities);
    CHECK(std::get<Program>(result).start == c);
    for (const Range& range : material.ranges)
      for (const auto& entry : c[range.i]) CHECK(within(range, entry.second));
    for (Label i = 0; i < c.labels(); ++i)
      for (const auto& entry : c[i]) {
        std::string value;
        JsonWriter json(value);
        notation.json(json, entry.second, program.schema[i].type);
        seen[i].insert(value);
      }
  }
  for (Label i = 0; i < seen.size(); ++i) {
    CAPTURE(program.schema[i].name);
    const Type::Kind kind = program.schema[i].type.kind;
    CHECK(seen[i].size() >= (kind == Type::Kind::Unit     ? 1
                             : kind == Type::Kind::Bool   ? 2
                             : kind == Type::Kind::Entity ? 3
                                                          : 6));
  }
}

TEST_CASE("Generated states: most do something, many do it in more than one order, few are alike") {
  const ordered_json program = empty_physics();
  const Counts counts = counted(program, {.schedule = "main", .find = {Aspect::Confluent}, .cases = 2000});
  CHECK(counts.tried == 2000);
  CHECK(counts.idle < 600);
  CHECK(counts.one_linearization < 600);
  CHECK((counts.created > 100 && counts.created < 1000));
  CHECK(counts.errors == 0);  // no number is near the ends of its type
  REQUIRE(counts.entities.size() == 7);
  for (const std::uint64_t states : counts.entities) CHECK((states > 20 && states < 600));
  const Counts doors = counted(example("doors_and_keys"), {.schedule = "racy", .find = {Aspect::Error}, .cases = 300});
  CHECK(doors.tried == 300);
  CHECK(doors.not_confluent > 60);
  CHECK(doors.safe_by_rule > 60);
}
