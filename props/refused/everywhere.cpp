#include "props/refused/everywhere.hpp"

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "props/kit/files.hpp"

using namespace coreecs;

namespace {

using Tree = nlohmann::ordered_json;

void collect(const Tree& tree, const Tree::json_pointer& at, std::vector<Tree::json_pointer>& all) {
  all.push_back(at);
  for (auto it = tree.begin(); tree.is_structured() && it != tree.end(); ++it)
    collect(*it, tree.is_object() ? at / it.key() : at / static_cast<std::size_t>(it - tree.begin()), all);
}

}  // namespace

void coreecs::check_everywhere(const std::string& file, Loading load) {
  const std::string hole = "what stands here instead";
  CAPTURE(file);
  const Tree whole = Tree::parse(contents(source_dir / file));
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
      const bool is_refused = !load(document).empty();
      const bool fits = value[0] != '1' && value[1] != '9';
      if (!fits) CHECK_MESSAGE(is_refused, at.to_string());
      refused += is_refused ? 1 : 0;
    }
  }
  CHECK(refused > all.size());
}

TEST_CASE("Any value of a program may be a number that does not fit, nothing, empty, or of another kind") {
  check_everywhere("examples/every_term.json");
}
