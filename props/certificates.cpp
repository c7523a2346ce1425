// Certificates: that of every verdict is accepted, and one that says something else is not.
#include <set>

#include "interp/certify.hpp"
#include "interp/verify.hpp"
#include "props/case.hpp"
#include "props/exhaustive.hpp"
#include "props/files.hpp"
#include "props/prop.hpp"

using namespace coreecs;

namespace {

const char* const claims[] = {"safe_by_rule", "safe", "deterministic", "confluent"};

/// A case with its verdict, whose created entities are gone, and the certificate for that as a document.
struct Certified {
  Case t;
  Verdict verdict;
  Tree document;

  explicit Certified(const Case& of) : t(of) {
    const auto& schedule = t.program->schedules.front();
    Execution reference(*t.program, schedule);
    verdict = check(*t.program, schedule, t.program->frames, 100'000, reference);
    const Certificate certificate = certify(*t.program, t.program->name, schedule, verdict, reference);
    document = Tree::parse(json(certificate, t.program->schema, reference.names()));
  }
};

enum class Answer { Accepted, Undecided, Refused, IllFormed };

Answer answer(const Case& t, const Tree& document) {
  Entities entities;
  const auto read = read_certificate(document.dump(), *t.program, entities);
  if (!std::holds_alternative<Certificate>(read)) return Answer::IllFormed;
  Answer worst = Answer::Accepted;
  for (const Judged& judged : verify(std::get<Certificate>(read), *t.program, t.program->name, entities, 100'000)) {
    if (judged.outcome == Judged::Outcome::Refused) return Answer::Refused;
    if (judged.outcome == Judged::Outcome::Undecided) worst = Answer::Undecided;
  }
  return worst;
}

bool refused(const Case& t, const Tree& document) {
  const Answer found = answer(t, document);
  return found == Answer::Refused || found == Answer::IllFormed;
}

/// Whether what a document claims is so.
bool is_true(const Tree& document, const Verdict& verdict) {
  const std::optional<bool> answers[] = {verdict.safe_by_rule, verdict.safe, verdict.deterministic, verdict.confluent};
  for (std::size_t k = 0; k < 4; ++k)
    if (document.contains(claims[k]) && document[claims[k]]["holds"] != answers[k].value()) return false;
  return true;
}

std::optional<Location> somewhere_different(const State& c, const State& c_) {
  for (Label i = 0; i < c.labels(); ++i)
    for (const auto& [e, k] : c[i])
      if (const Value* k_ = c_.at({e, i}); !k_ || !(k == *k_)) return Location{e, i};
  return std::nullopt;
}

// Corruptions ----------------------------------------------------------------------------------------------

/// Whether all of a leaf is performed before all of another one; for one and the same, whether it is a seq.
bool ordered(const Schedule& z, Leaf leaf, Leaf leaf_) {
  const auto sides = [&](const auto& z, bool then) {
    const Leaf middle = z.z.leaves();
    if (leaf < middle && leaf_ < middle) return ordered(z.z, leaf, leaf_);
    if (leaf >= middle && leaf_ >= middle) return ordered(z.z_, leaf - middle, leaf_ - middle);
    return then;
  };
  return std::visit(Clauses{
                        [](const Conc&) { return false; },
                        [](const Seq&) { return true; },
                        [&](const Par& z) { return sides(z, false); },
                        [&](const Then& z) { return sides(z, true); },
                    },
                    z.form());
}

/// All places in a document for which `wanted` says yes, given the place's key (that of the list for an element).
std::vector<Tree*> places(Tree& tree, const std::function<bool(const std::string&, const Tree&)>& wanted,
                          const std::string& key = "") {
  std::vector<Tree*> found;
  if (wanted(key, tree)) found.push_back(&tree);
  for (auto it = tree.begin(); tree.is_structured() && it != tree.end(); ++it)
    for (Tree* place : places(*it, wanted, tree.is_object() ? it.key() : key)) found.push_back(place);
  return found;
}

Tree reference_order(const Case& t) {
  Names names(t.program->entities);
  names.add(t.entities->all());
  Tree order = Tree::array();
  for (const Invocation& u : t.po.invocations) {
    Tree entities = Tree::array();
    for (const Entity e : u.e) entities.push_back(names(e));
    order.push_back({{"leaf", u.leaf}, {"system", u.s->name}, {"entities", entities}});
  }
  return order;
}

/// A verdict turned into its opposite, with what might pass for a reason.
bool flip(Dice& dice, Tree& document, const Case& t) {
  const std::string name = claims[dice.below(4)];
  if (!document.contains(name)) return false;
  Tree& claim = document[name];
  const Tree run = {{"order", reference_order(t)}, {"final", Tree::object()}};
  const Tree location = {{"entity", t.program->entities.empty() ? "e0" : t.program->entities.front()},
                         {"component", t.program->schema.front().name}};
  if (claim["holds"] == false) {
    const bool one = dice.percent(50);
    if (name == "safe_by_rule") claim = {{"holds", true}, {"because", "disjoint"}};
    if (name == "safe") claim = {{"holds", true}, {"because", "agreement"}, {"contested", Tree::array()}};
    if (name == "deterministic" && one) claim = {{"holds", true}, {"because", "safe"}};
    if (name == "deterministic" && !one)
      claim = {{"holds", true}, {"because", "agreement"}, {"contested", Tree::array()}};
    if (name == "confluent" && one) claim = {{"holds", true}, {"because", "hereditary"}};
    if (name == "confluent" && !one) {
      Tree ends = Tree::array();
      for (const Tree& each : claim["runs"])
        if (each.contains("final")) ends.push_back(each["final"]);
      claim = {{"holds", true}, {"because", "exploration"}, {"ends", ends}};
    }
    return true;
  }
  if (t.po.size() < 2) return false;
  const Tree order = reference_order(t);
  const Tree two = {order[dice.below(order.size())], order[dice.below(order.size())]};
  if (name == "safe_by_rule")
    claim = {{"holds", false}, {"because", "overlap"}, {"rule", 3}, {"location", location}, {"invocations", two}};
  if (name == "safe") claim = {{"holds", false}, {"because", "conflict"}, {"location", location}, {"invocations", two}};
  if (name == "deterministic")
    claim = {{"holds", false},
             {"because", "linearizations"},
             {"location", location},
             {"invocations", two},
             {"runs", {run, run}}};
  if (name == "confluent")
    claim = {{"holds", false}, {"because", "runs"}, {"location", location}, {"runs", {run, run}}};
  return true;
}

bool change_number(Dice& dice, Tree& document, const char* key, std::int64_t by) {
  const auto all =
      places(document, [&](const std::string& name, const Tree& j) { return name == key && j.is_number(); });
  if (all.empty()) return false;
  Tree& place = *dice.one_of(all);
  place = place.get<std::int64_t>() + by;
  return true;
}

bool change_text(Dice& dice, Tree& document, const std::set<std::string>& keys) {
  const auto all =
      places(document, [&](const std::string& name, const Tree& j) { return keys.count(name) > 0 && j.is_string(); });
  if (all.empty()) return false;
  Tree& place = *dice.one_of(all);
  place = place.get<std::string>() + "x";
  return true;
}

/// Another value than an invocation leaves, or than a state has.
bool change_value(Dice& dice, Tree& document) {
  std::vector<Tree*> scalars;
  for (const char* key : {"leaves", "final", "ends"})
    for (Tree* place : places(document, [&](const std::string&name, const Tree&) { return name == key; }))
      for (Tree* scalar : places(*place, [](const std::string&, const Tree& j) { return !j.is_structured(); }))
        scalars.push_back(scalar);
  if (scalars.empty()) return false;
  Tree& scalar = *dice.one_of(scalars);
  if (scalar.is_number_integer())
    scalar = scalar.get<std::int64_t>() / 2 + 1'000'003;
  else if (scalar.is_number_float())
    scalar = scalar.get<double>() == 0.25 ? 0.5 : 0.25;
  else if (scalar.is_boolean())
    scalar = !scalar.get<bool>();
  else
    return false;
  return true;
}

/// A component, or a whole entity, less in a state, or a value less that is left.
bool forget_value(Dice& dice, Tree& document) {
  std::vector<std::pair<Tree*, std::string>> members;
  for (Tree* object : places(document, [](const std::string&, const Tree& j) { return j.is_object(); }))
    for (auto it = object->begin(); it != object->end(); ++it) {
      if (it.key() == "leaves") members.emplace_back(object, it.key());
      if (it.key() != "final") continue;
      for (auto e = it->begin(); e != it->end(); ++e) {
        members.emplace_back(&*it, e.key());
        for (auto component = e->begin(); component != e->end(); ++component)
          members.emplace_back(&*e, component.key());
      }
    }
  if (members.empty()) return false;
  const auto& [object, key] = dice.one_of(members);
  object->erase(key);
  return true;
}

const std::set<std::string> lists{"order", "runs", "invocations", "contested", "ends", "entities", "created"};

Tree* some_list(Dice& dice, Tree& document, const std::set<std::string>& keys, std::size_t least) {
  const auto all = places(document, [&](const std::string& name, const Tree& j) {
    return j.is_array() && j.size() >= least && keys.count(name) > 0;
  });
  return all.empty() ? nullptr : dice.one_of(all);
}

bool drop(Dice& dice, Tree& document) {
  Tree* list = some_list(dice, document, lists, 1);
  if (list) list->erase(dice.below(list->size()));
  return list;
}

bool repeat_element(Dice& dice, Tree& document) {
  Tree* list = some_list(dice, document, lists, 1);
  if (!list) return false;
  const Tree element = (*list)[dice.below(list->size())];
  list->push_back(element);
  return true;
}

/// Two invocations of an order change places, of which one has to be performed before the other.
bool swap_order(Dice& dice, Tree& document, const Case& t) {
  Tree* order = some_list(dice, document, {"order"}, 2);
  if (!order) return false;
  const std::size_t k = dice.below(order->size() - 1), j = k + 1 + dice.below(order->size() - k - 1);
  if (!ordered(t.z, (*order)[k]["leaf"].get<Leaf>(), (*order)[j]["leaf"].get<Leaf>())) return false;
  std::swap((*order)[k], (*order)[j]);
  return true;
}

/// Contested locations, or their writers, change places.
bool swap_contested(Dice& dice, Tree& document) {
  for (const char* name : {"safe", "deterministic"}) {
    if (!document.contains(name) || !document[name].contains("contested") || document[name]["contested"].empty())
      continue;
    Tree& contested = document[name]["contested"];
    Tree& list =
        contested.size() > 1 && dice.percent(50) ? contested : contested[dice.below(contested.size())]["invocations"];
    std::swap(list.front(), list.back());
    return true;
  }
  return false;
}

/// The ends are said to differ where they do not, or the last writers are exchanged.
bool move_difference(Dice& dice, Tree& document, const Case& t) {
  const char* name = dice.percent(50) ? "deterministic" : "confluent";
  if (!document.contains(name) || !document[name].contains("runs")) return false;
  Tree& claim = document[name];
  if (name == std::string("deterministic") && dice.percent(50)) {
    std::swap(claim["invocations"][0], claim["invocations"][1]);
    return true;
  }
  if (claim["runs"][0].contains("error") || claim["runs"][1].contains("error") || t.program->entities.empty())
    return false;
  const std::string& e = dice.one_of(t.program->entities);
  const Component& i = dice.one_of(t.program->schema);
  const auto at = [&](const Tree& run) {
    const auto found = run["final"].find(e);
    return found == run["final"].end() || !found->contains(i.name) ? Tree() : (*found)[i.name];
  };
  const bool unit = i.type.kind == Type::Kind::Unit;  // null, like what is not there
  if (unit || at(claim["runs"][0]) != at(claim["runs"][1])) return false;
  claim["location"] = {{"entity", e}, {"component", i.name}};
  return true;
}

bool change_header(Dice& dice, Tree& document) {
  switch (dice.below(5)) {
    case 0:
      document["frames"] = document["frames"].get<int>() + 1;
      return true;
    case 1:
      document["certificate"] = 2;
      return true;
    default:
      return change_text(dice, document, {"program", "schedule", "fingerprint", "because", "component", "name"});
  }
}

/// Changes a certificate so that it says something false, or is none; what was done, or nothing where it could not.
std::optional<std::string> corrupt(Dice& dice, Tree& document, const Case& t) {
  struct Corruption {
    const char* name;
    std::function<bool()> apply;
  };
  const Corruption corruptions[] = {
      {"flipped", [&] { return flip(dice, document, t); }},
      {"value changed", [&] { return change_value(dice, document); }},
      {"value forgotten", [&] { return forget_value(dice, document); }},
      {"element dropped", [&] { return drop(dice, document); }},
      {"element repeated", [&] { return repeat_element(dice, document); }},
      {"order swapped", [&] { return swap_order(dice, document, t); }},
      {"contested swapped", [&] { return swap_contested(dice, document); }},
      {"difference moved", [&] { return move_difference(dice, document, t); }},
      {"other leaf", [&] { return change_number(dice, document, "leaf", 1'000); }},
      {"other rule", [&] { return change_number(dice, document, "rule", 1); }},
      {"other occurrence", [&] { return change_number(dice, document, "number", 1); }},
      {"other system or entity",
       [&] {
         return change_text(dice, document, {"system", "entities"});
       }},
      {"header changed", [&] { return change_header(dice, document); }},
  };
  const Corruption& chosen = corruptions[dice.below(std::size(corruptions))];
  if (!chosen.apply()) return std::nullopt;
  return chosen.name;
}

Shape shape_for(Dice& dice) {
  Shape shape;
  shape.races = dice.percent(60);
  shape.may_fail = dice.percent(30);
  return shape;
}

void verifies(const Case& t) {
  const Certified certified(t);
  for (const char* claim : claims)
    if (certified.document.contains(claim))
      note(true, std::string(claim) + ": " + certified.document[claim]["because"].get<std::string>());
  RC_ASSERT(is_true(certified.document, certified.verdict));
  RC_ASSERT(answer(t, certified.document) == Answer::Accepted);
}

}  // namespace

TEST_CASE("Certificates: what check certifies is accepted") {
  prop("the certificate of every verdict is accepted", [] { verifies(*small_cases()); });
}

TEST_CASE("Certificates: what check certifies is accepted, after a race") {
  prop("the certificate of every verdict is accepted where a race is observed", [] {
    verifies(*small_cases({.races = true}));
    verifies(*small_cases({.races = true, .may_fail = true}));
  });
}

TEST_CASE("Certificates: a corrupted one is refused") {
  prop("what falsifies a certificate makes it refused", [] {
    Dice dice = any_dice();
    const Case t = *small_cases({.races = true});
    const Certified certified(t);
    for (int k = 0; k < 5; ++k) {
      Tree document = certified.document;
      const auto what = corrupt(dice, document, t);
      if (!what) continue;
      RC_LOG() << *what << '\n' << document.dump(1) << '\n';
      note(true, *what);
      RC_ASSERT(refused(t, document));
    }
  });
}

TEST_CASE("Certificates: 1,000 corrupted ones are all refused") {
  int corrupted = 0, accepted = 0;
  for (std::uint64_t seed = 1; corrupted < 1'000; ++seed) {
    Dice dice{rc::Random(seed)};
    const auto t = Case::of(random_program(dice, shape_for(dice)));
    if (!t || t->po.size() > 6) continue;
    const Certified certified(*t);
    for (int k = 0; k < 8; ++k) {
      Tree document = certified.document;
      if (!corrupt(dice, document, *t)) continue;
      ++corrupted;
      accepted += !refused(*t, document);
    }
  }
  CHECK(accepted == 0);
}

namespace {

/// Two linearizations with other ends, as a proof that a schedule is not deterministic, or not confluent, though it is.
void prove_nothing(const Case& t) {
  const auto& schedule = t.program->schedules.front();
  Execution reference(*t.program, schedule);
  Verdict verdict = check(*t.program, schedule, t.program->frames, 100'000, reference);
  RC_PRE(verdict.deterministic == true);
  const PartialOrder po = partial_order(t.c, t.z, 0, reference.environment());
  const auto orders = exhaustive::linearizations(t.z, po);
  const Ending first = perform(t.c, po, orders.front());
  for (const auto& order : orders) {
    const Ending other = perform(t.c, po, order);
    const std::optional<Location> l = somewhere_different(std::get<State>(first.end), std::get<State>(other.end));
    if (!l) continue;
    note(true, "refused");
    verdict.deterministic = verdict.confluent = false;
    verdict.witness = Witness{l, first, other};
    const Certificate certificate = certify(*t.program, t.program->name, schedule, verdict, reference);
    const Tree document = Tree::parse(json(certificate, t.program->schema, reference.names()));
    for (const char* claim : {"deterministic", "confluent"}) {
      Tree one = document;
      one.erase(claim);
      RC_ASSERT(answer(t, one) == Answer::Refused);
    }
    return;
  }
}

}  // namespace

TEST_CASE("Certificates: ends that differ in the names of created entities only prove nothing") {
  prop("two linearizations that end so are refused", [] { prove_nothing(*small_cases({.races = true})); });
}

TEST_CASE("Certificates: a state in which nothing ends is not listed, though it is like those that are") {
  const auto t = Case::of(Tree::parse(contents(source_dir / "examples/deviation_d10_renaming.json")));
  REQUIRE(t.has_value());
  Tree document = Certified(*t).document;
  REQUIRE(document["deterministic"]["because"] == "exploration");
  Tree spawned_elsewhere = document["created"][0];
  spawned_elsewhere["name"] = "e7";
  spawned_elsewhere["leaf"] = 7;
  document["created"].push_back(spawned_elsewhere);
  Tree end = document["deterministic"]["ends"][0];
  end["e7"] = end["e3"];
  end.erase("e3");
  if (end["board"]["Latest"] == "e3") end["board"]["Latest"] = "e7";
  document["deterministic"]["ends"].push_back(end);
  CHECK(answer(*t, document) == Answer::Refused);
}

TEST_CASE("Certificates: whatever is changed, what is accepted is true") {
  prop("a certificate with some part replaced by another part of it claims nothing that is not so", [] {
    Dice dice = any_dice();
    const Case t = *small_cases({.races = true});
    const Certified certified(t);
    for (int k = 0; k < 5; ++k) {
      Tree document = certified.document;
      const auto all = places(document, [](const std::string&, const Tree&) { return true; });
      Tree* const place = dice.one_of(all);
      const Tree other = *dice.one_of(all);
      *place = other;
      const bool accepted = answer(t, document) == Answer::Accepted;
      note(accepted && document != certified.document, "accepted with a change");
      if (accepted) RC_ASSERT(is_true(document, certified.verdict));
    }
  });
}

TEST_CASE("Certificates: that of another program is accepted only where it is true of this one") {
  prop("a certificate with the name and the fingerprint of another program", [] {
    const Case t = *small_cases({.races = true}), t_ = *small_cases({.races = true});
    const Certified certified(t), other(t_);
    RC_PRE(certified.document["fingerprint"] != other.document["fingerprint"]);
    RC_ASSERT(refused(t_, certified.document));
    Tree document = certified.document;
    for (const char* key : {"program", "schedule", "frames", "fingerprint"}) document[key] = other.document[key];
    const bool accepted = answer(t_, document) == Answer::Accepted;
    note(accepted, "accepted");
    if (accepted) RC_ASSERT(is_true(document, other.verdict));
  });
}
