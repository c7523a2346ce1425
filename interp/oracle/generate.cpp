#include "interp/oracle/generate.hpp"

#include <algorithm>

#include "interp/fast/pass.hpp"
#include "interp/format/tree.hpp"
#include "interp/json/reading.hpp"
#include "interp/report/aspect.hpp"
#include "interp/run/random.hpp"

namespace coreecs {

namespace {

using Tree = nlohmann::ordered_json;

void note_type(const Tree& type, Constructs& found) {
  found.insert(type.is_object() ? "record" : *std::find(std::begin(constructs), std::end(constructs), type));
  if (type.is_object())
    for (const Tree& field : type) note_type(field, found);
}

/// Notes each of `names` that is a key in a document, at any depth.
void note_keys(const Tree& json, std::initializer_list<std::string_view> names, Constructs& found) {
  if (!json.is_structured()) return;
  if (json.is_object())
    for (const auto& [key, part] : json.items())
      if (const auto* name = std::find(names.begin(), names.end(), key); name != names.end()) found.insert(*name);
  for (const Tree& part : json) note_keys(part, names, found);
}

Tree verdicts(const Verdict& verdict) {
  Tree all = Tree::object();
  for (const Aspect aspect : decided) {
    const Answer found = answer(verdict, aspect);
    all[wording(aspect).key] = found == Answer::Unknown ? Tree() : Tree(found == Answer::Yes);
  }
  return all;
}

/// The verdict on a program, where it is as wanted.
std::optional<Verdict> wanted_verdict(const Tree& document, const Wanted& wanted) {
  constexpr std::size_t most_matches = 10'000;
  if (wanted.among) {
    const Constructs all = used(document);
    if (!std::includes(wanted.among->begin(), wanted.among->end(), all.begin(), all.end())) return std::nullopt;
  }
  const auto loaded = load_tree(document);
  const Program& program = std::get<Program>(loaded);
  try {
    Verdict verdict = check(program, program.schedules.front(), program.frames, wanted.limit, most_matches);
    if (wanted.only && answer(verdict, *wanted.only) != Answer::Yes) return std::nullopt;
    return verdict;
  } catch (const RuntimeError&) {
  } catch (const fast::TooManyMatches&) {
  }
  return std::nullopt;
}

}  // namespace

Constructs used(const Tree& program) {
  Constructs found;
  for (const Tree& type : program["components"]) note_type(type, found);
  for (const Tree& system : program["systems"]) {
    for (const Tree& query : system["match"])
      for (const std::string_view key : {"incl", "excl", "anyway"})
        if (query.contains(key)) found.insert(key);
    if (system["match"].size() > 1) found.insert("vector");
    note_keys(system["do"], {"attach", "detach", "new", "destroy"}, found);
  }
  note_keys(program["schedules"], {"conc", "seq", "par", "then"}, found);
  if (program.value("frames", 1) > 1) found.insert("frames");
  return found;
}

std::variant<Constructs, std::vector<Problem>> read_capabilities(std::string_view text) {
  Problems problems;
  const Document document(text, problems);
  Constructs all;
  if (const Json::Object* members = document.root() ? object(problems, {}, *document.root()) : nullptr) {
    check_keys(problems, {}, *members, {"supports"}, {});
    const Place root, place = root.member("supports", 0);
    const Json::Member* supports = find(*members, "supports");
    const Json::List* names =
        supports ? list(problems, place, supports->value, "names of constructs", 0, std::size(constructs)) : nullptr;
    for (std::size_t k = 0; names && k < names->size(); ++k) {
      const auto* name = (*names)[k].as<std::string_view>();
      const auto* known = std::find(std::begin(constructs), std::end(constructs), name ? *name : "");
      if (known != std::end(constructs))
        all.insert(*known);
      else if (name)
        problems.report_unknown(place.element(k), "construct", *name, {std::begin(constructs), std::end(constructs)});
      else
        expected(problems, place.element(k), (*names)[k], "text");
    }
  }
  if (problems.empty()) return all;
  return std::move(problems).in_order();
}

std::optional<Tree> generate(std::uint64_t seed, std::uint64_t number, const Wanted& wanted) {
  Dice dice(Random(seed, number));
  for (int tried = 0; tried < 10'000; ++tried) {
    Tree program = random_program(dice, wanted.shape);
    const std::optional<Verdict> verdict = wanted_verdict(program, wanted);
    if (!verdict) continue;
    return Tree{{"id", std::to_string(seed) + "." + std::to_string(number)},
                {"program", std::move(program)},
                {"schedule", "main"},
                {"frames", verdict->frames},
                {"verdicts", verdicts(*verdict)}};
  }
  return std::nullopt;
}

}  // namespace coreecs
