// Whatever stands in the place of any value of a document, loading it ends, with the document or with what is wrong.
#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "interp/apps/app/load.hpp"
#include "interp/archetypes/archetype/load.hpp"
#include "interp/language/format/load.hpp"
#include "props/kit/files.hpp"

using namespace coreecs;

namespace {

using Tree = nlohmann::ordered_json;

void collect(const Tree& tree, const Tree::json_pointer& at, std::vector<Tree::json_pointer>& all) {
  all.push_back(at);
  for (auto it = tree.begin(); tree.is_structured() && it != tree.end(); ++it)
    collect(*it, tree.is_object() ? at / it.key() : at / static_cast<std::size_t>(it - tree.begin()), all);
}

std::size_t problems_of(const std::string& document, const Tree& whole) {
  const auto count = [](const auto& loaded) {
    const auto* problems = std::get_if<std::vector<Problem>>(&loaded);
    return problems ? problems->size() : 0;
  };
  if (whole.contains("app")) return count(app::load(document));
  return whole.contains("calculus") ? count(archetype::load(document)) : count(load(document));
}

}  // namespace

TEST_CASE("Any value of a document may be a number that does not fit, nothing, empty, or of another kind") {
  const std::string hole = "what stands here instead";
  for (const char* path : {"examples/apps/arcade_bodies.json", "examples/apps/tower_defense.json",
                           "examples/every_term.json", "examples/archetypes/toy.json"}) {
    CAPTURE(path);
    const Tree whole = Tree::parse(contents(std::string(COREECS_SOURCE_DIR) + "/" + path));
    std::vector<Tree::json_pointer> all;
    collect(whole, Tree::json_pointer(), all);
    std::size_t refused = 0;
    for (const auto& at : all) {
      Tree other = whole;
      other[at] = hole;
      const std::string text = other.dump();
      const std::size_t begin = text.find('"' + hole + '"');
      for (const char* value : {"18446744073709551616", "-9223372036854775809", "null", "[]", "{}", "-1", "[[1]]"}) {
        std::string document = text;
        document.replace(begin, hole.size() + 2, value);
        const std::size_t problems = problems_of(document, whole);
        const bool fits = value[0] != '1' && value[1] != '9';
        if (!fits) CHECK_MESSAGE(problems > 0, at.to_string());
        refused += problems > 0 ? 1 : 0;
      }
    }
    CHECK(refused > all.size());
  }
}
