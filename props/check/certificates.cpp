// Certificates: that of every verdict is accepted, and one that says something else is not.
#include "interp/check/record/certify.hpp"
#include "interp/check/verify/verify.hpp"
#include "interp/views/report/report.hpp"
#include "props/check/corrupt.hpp"
#include "props/kit/exhaustive.hpp"
#include "props/kit/loaded.hpp"
#include "props/kit/prop.hpp"

using namespace coreecs;

namespace {

/// A case with its verdict, and the certificate for that as a document.
struct Certified {
  Case t;
  Verdict verdict;
  Tree document;

  explicit Certified(const Case& of) : t(of) {
    const auto& schedule = t.program->schedules.front();
    verdict = t.verdict();
    const Certificate certificate = certify(*t.program, t.program->name, schedule, verdict);
    Names all = names(*t.program, verdict);
    document = Tree::parse(json(certificate, t.program->schema, all));
  }
};

enum class Opinion { Accepted, Undecided, Refused, IllFormed };

Opinion outcome(const Case& t, const Tree& document) {
  Entities entities;
  const auto read = read_certificate(document.dump(), *t.program, entities);
  if (!std::holds_alternative<Certificate>(read)) return Opinion::IllFormed;
  Opinion worst = Opinion::Accepted;
  for (const Judged& judged : verify(std::get<Certificate>(read), *t.program, t.program->name, entities, 100'000)) {
    if (judged.outcome == Judged::Outcome::Refused) return Opinion::Refused;
    if (judged.outcome == Judged::Outcome::Undecided) worst = Opinion::Undecided;
  }
  return worst;
}

bool refused(const Case& t, const Tree& document) {
  const Opinion found = outcome(t, document);
  return found == Opinion::Refused || found == Opinion::IllFormed;
}

/// Whether what a document claims is so.
bool is_true(const Tree& document, const Verdict& verdict) {
  const Answer answers[] = {answer(verdict.safe_by_rule()), answer(verdict.safe()), verdict.deterministic(),
                            verdict.confluent()};
  for (std::size_t k = 0; k < 4; ++k)
    if (document.contains(claims[k]) && answers[k] != answer(document[claims[k]]["holds"])) return false;
  return true;
}

std::optional<Location> somewhere_different(const State& c, const State& other) {
  for (Label i = 0; i < c.labels(); ++i)
    for (const auto& [e, k] : c[i])
      if (const Value* there = other.at({e, i}); !there || !(k == *there)) return Location{e, i};
  return std::nullopt;
}

Shape shape_for(Dice& dice) {
  Shape shape;
  shape.races = dice.percent(60);
  shape.may_fail = dice.percent(30);
  shape.conditions = dice.percent(30);
  shape.conveniences = dice.percent(30);
  return shape;
}

void verifies(const Case& t) {
  const Certified certified(t);
  for (const char* claim : claims)
    if (certified.document.contains(claim))
      note(true, std::string(claim) + ": " + certified.document[claim]["because"].get<std::string>());
  RC_ASSERT(is_true(certified.document, certified.verdict));
  RC_ASSERT(outcome(t, certified.document) == Opinion::Accepted);
}

/// Why `check --json` says that each verdict is so.
Tree reasons(const Case& t, const Verdict& verdict) {
  const Names all = names(*t.program, verdict);
  std::string text;
  JsonWriter out(text);
  out.object([&] { json(out, verdict, Notation{t.program->schema, all}); });
  return Tree::parse(text)["reasons"];
}

}  // namespace

TEST_CASE("Certificates: check says the same reasons") {
  prop("each reason is that of the claim, with its location and invocations, or says why nothing is claimed", [] {
    const Certified certified(*small_cases({.races = true}));
    const Tree all = reasons(certified.t, certified.verdict);
    for (const char* claim : claims) {
      const Tree& reason = all[claim];
      if (!certified.document.contains(claim)) {
        RC_ASSERT(reason["because"] == "limit" || reason["because"] == "hereditary");
        continue;
      }
      const Tree& certificate = certified.document[claim];
      const bool as_deterministic = reason["because"] == "hereditary" && certificate["holds"] == false;
      note(as_deterministic, "not confluent, as it is not deterministic", 0.0005);
      RC_ASSERT(certificate["because"] == (as_deterministic ? Tree("runs") : reason["because"]));
      if (certificate["because"] != "conflict" && certificate["because"] != "overlap") continue;
      RC_ASSERT(certificate["location"] == reason["location"]);
      RC_ASSERT(certificate["invocations"] == reason["invocations"]);
    }
  });
}

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
    Dice dice = dice_of(rc::Random(seed));
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
  Verdict verdict = t.verdict();
  RC_PRE(verdict.deterministic() == Answer::Yes);
  const PartialOrder& po = verdict.of->po;
  const auto orders = exhaustive::linearizations(t.z, po);
  const Ending first = perform(t.c, po, orders.front());
  for (const auto& order : orders) {
    const Ending other = perform(t.c, po, order);
    const std::optional<Location> l = somewhere_different(std::get<State>(first.end), std::get<State>(other.end));
    if (!l) continue;
    note(true, "refused");
    verdict.because.deterministic = {
        .code = Because::Linearizations, .answer = Answer::No, .witness = Witness{l, first, other}};
    verdict.because.confluent = {.code = Because::Hereditary, .answer = Answer::No};
    const Certificate certificate = certify(*t.program, t.program->name, schedule, verdict);
    Names all = names(*t.program, verdict);
    const Tree document = Tree::parse(json(certificate, t.program->schema, all));
    for (const char* claim : {"deterministic", "confluent"}) {
      Tree one = document;
      one.erase(claim);
      RC_ASSERT(outcome(t, one) == Opinion::Refused);
    }
    return;
  }
}

}  // namespace

TEST_CASE("Certificates: ends that differ in the names of created entities only prove nothing") {
  prop("two linearizations that end so are refused", [] { prove_nothing(*small_cases({.races = true})); });
}

TEST_CASE("Certificates: a state in which nothing ends is not listed, though it is like those that are") {
  const auto t = Case::of(example("deviation_d10_renaming"));
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
  CHECK(outcome(*t, document) == Opinion::Refused);
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
      const bool accepted = outcome(t, document) == Opinion::Accepted;
      note(accepted && document != certified.document, "accepted with a change");
      if (accepted) RC_ASSERT(is_true(document, certified.verdict));
    }
  });
}

TEST_CASE("Certificates: that of another program is accepted only where it is true of this one") {
  prop("a certificate with the name and the fingerprint of another program", [] {
    const Case t = *small_cases({.races = true}), t2 = *small_cases({.races = true});
    const Certified certified(t), other(t2);
    RC_PRE(certified.document["fingerprint"] != other.document["fingerprint"]);
    RC_ASSERT(refused(t2, certified.document));
    Tree document = certified.document;
    for (const char* key : {"program", "schedule", "frames", "fingerprint"}) document[key] = other.document[key];
    const bool accepted = outcome(t2, document) == Opinion::Accepted;
    note(accepted, "accepted");
    if (accepted) RC_ASSERT(is_true(document, other.verdict));
  });
}

TEST_CASE("Certificates: the verifier decides what check decided, however much there is beside what races") {
  // 18 invocations, of which two race for O(b) and store the entities that they create
  nlohmann::ordered_json document = nlohmann::ordered_json::parse(R"({
    "components": { "W": "int", "O": "entity", "B": "unit", "P": "int", "Q": "int" },
    "systems": { "w": {
      "match": [ { "entity": "a", "incl": { "W": "x" } }, { "entity": "b", "incl": { "B": "_" } } ],
      "do": [ { "attach": ["Q", "a", "x"] },
              { "if": [ { "<": ["x", 2] },
                        { "new": ["n", [ { "attach": ["P", "n", 1] }, { "attach": ["O", "b", "n"] } ] ] } ] } ] } },
    "schedules": { "main": { "conc": "w" } }, "entities": { "b": { "B": null } } })");
  for (int k = 0; k < 18; ++k) document["entities"]["e" + std::to_string(k)] = {{"W", k}};
  for (int k = 0; k < 2'000; ++k) document["entities"]["p" + std::to_string(k)] = {{"P", k}};
  const Program program = loaded(document);
  const Verdict verdict = check(program, program.schedules.front(), 1, 100'000);
  REQUIRE(verdict.deterministic() == Answer::Yes);
  Entities entities;
  Names all = names(program, verdict);
  const std::string text = json(certify(program, "", program.schedules.front(), verdict), program.schema, all);
  const auto read = read_certificate(text, program, entities);
  REQUIRE(std::holds_alternative<Certificate>(read));
  for (const Judged& judged : verify(std::get<Certificate>(read), program, "", entities, 100))
    CHECK(judged.outcome == Judged::Outcome::Accepted);
}
