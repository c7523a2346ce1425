// Certificates on the command line.
#include <nlohmann/json.hpp>

#include "props/kit/command.hpp"
#include "props/kit/documents.hpp"

using shell::coreecs;
using shell::quoted;
using Tree = nlohmann::ordered_json;

TEST_CASE("coreecs verify-certificate: accepts what check --certificate writes, with status 0" *
          doctest::test_suite("slow")) {
  const Scratch scratch;
  auto programs = example_programs();
  for (const auto& path : files("props/regressions", ".json")) programs.push_back(path);
  for (const auto& path : programs) {
    CAPTURE(path);
    const std::string program = quoted(path), certificate = quoted(scratch.file("c.json"));
    const Tree document = Tree::parse(contents(source_dir / path));
    for (const auto& [schedule, z] : document["schedules"].items()) {
      const auto checked = coreecs("check " + program + " --schedule " + schedule + " --certificate " + certificate);
      if (checked.status == 2) continue;  // the reference run fails
      CHECK(coreecs("check " + program + " --schedule " + schedule).out == checked.out);
      const auto verified = coreecs("verify-certificate " + program + " " + certificate);
      CHECK_MESSAGE(verified.status == 0, verified.out << verified.err);
      CHECK(verified.err == "");
    }
  }
}

TEST_CASE("coreecs verify-certificate: says which claim is refused and why, with status 1") {
  const Scratch scratch;
  const auto printed = coreecs("check --schedule lost_write --frames 1 --certificate - " + toy);
  CHECK(printed.status == 1);
  Tree document = Tree::parse(printed.out);
  document["safe"]["invocations"][0]["leaves"] = 4;
  CHECK(coreecs("verify-certificate " + toy + " " + scratch.file("wrong.json", document.dump())).status == 1);
  const auto outcomes = [&](const std::string& certificate) {
    const auto verified = coreecs("verify-certificate --json " + toy + " " + certificate);
    CHECK(verified.status == 1);
    Tree told = Tree::parse(verified.out);
    for (Tree& claim : told["claims"]) {
      CHECK(claim.contains("why") == (claim["outcome"] == "refused"));
      claim.erase("why");
    }
    return told;
  };
  CHECK(outcomes(scratch.file("wrong.json")) == Tree::parse(R"({ "schedule": "lost_write", "frames": 1, "claims": [
    { "claim": "not safe by rule", "outcome": "accepted" }, { "claim": "not safe", "outcome": "refused" },
    { "claim": "not deterministic", "outcome": "accepted" }, { "claim": "not confluent", "outcome": "accepted" } ] })"));

  Tree other = Tree::parse(contents(source_dir / toy));
  other["about"] = "The same.";
  const std::string certificate = scratch.file("c.json", printed.out);
  CHECK(coreecs("verify-certificate - " + certificate, other.dump()).status == 0);
  CHECK(coreecs("verify-certificate - " + certificate, goldens::text("faster_toy")).status == 1);
}

TEST_CASE("coreecs verify-certificate: what is ill-formed has status 2, with the place") {
  const Scratch scratch;
  const Tree document = Tree::parse(coreecs("check --frames 1 --schedule lost_write --certificate - " + toy).out);
  const std::pair<const char*, Tree> wrong[] = {{"/certificate", 2},
                                                {"/safe/holds", true},
                                                {"/safe/because", "so"},
                                                {"/safe/invocations/1/entities/0", "e9"},
                                                {"/safe/invocations/0/leaves", "text"},
                                                {"/safe/location/component", "Vle"},
                                                {"/created/0/leaf", -1},
                                                {"/deterministic/runs", Tree::array()},
                                                {"/confluent/runs/0/final/e1", Tree::object()},
                                                {"/frames", nullptr}};
  for (const auto& damage : wrong) {
    const std::string pointer = damage.first;
    CAPTURE(pointer);
    Tree damaged = document;
    damaged[Tree::json_pointer(pointer)] = damage.second;
    const auto result = coreecs("verify-certificate " + toy + " " + scratch.file("damaged.json", damaged.dump()));
    CHECK(result.status == 2);
    CHECK(result.out == "");
    CHECK_MESSAGE(contains(result.err, "damaged.json:" + pointer + ": "), result.err);
  }
  const std::vector<std::string> wrong_usage{
      "verify-certificate " + toy, "verify-certificate " + toy + " no_such_file.json",
      "check --certificate /no/such/folder/c.json " + toy, "check --json --certificate - " + toy,
      "check --certificate /dev/null " + toy + " " + toy};
  for (const std::string& arguments : wrong_usage) {
    CAPTURE(arguments);
    CHECK(coreecs(arguments).status == 2);
  }
}

TEST_CASE("coreecs verify-certificate: a certificate that claims nothing is refused") {
  Tree document = Tree::parse(coreecs("check --certificate - " + toy).out);
  for (const char* claim : {"safe_by_rule", "safe", "deterministic", "confluent"}) document.erase(claim);
  const Scratch scratch;
  const auto refused = coreecs("verify-certificate " + toy + " " + scratch.file("nothing.json", document.dump()));
  CHECK(refused.status == 2);
}

TEST_CASE("coreecs verify-certificate: a certificate of another program is refused as a whole") {
  const Scratch scratch;
  const std::string other = scratch.file("other.json");
  REQUIRE(coreecs("check examples/doors_and_keys.json --schedule racy --certificate " + other).status < 2);
  Tree renamed = Tree::parse(contents(other));
  renamed["program"] = "toy physics";
  for (const std::string& file : {other, scratch.file("renamed.json", renamed.dump())}) {
    const auto refused = coreecs("verify-certificate --json " + toy + " " + file);
    CHECK(refused.status == 1);
    CHECK(refused.err == "");
    const Tree claims = Tree::parse(refused.out)["claims"];
    REQUIRE(claims.size() == 1);
    CHECK(claims[0]["claim"] == "program");
    CHECK(claims[0]["outcome"] == "refused");
  }
}

TEST_CASE("coreecs verify-certificate: beyond the limit what was explored is undecided, with status 3") {
  const Scratch scratch;
  const std::string program = "examples/deviation_d10_renaming.json";
  const auto certificate = scratch.file("c.json", coreecs("check --certificate - " + program).out);
  CHECK(coreecs("verify-certificate " + program + " " + certificate).status == 0);
  CHECK(coreecs("verify-certificate --limit 0 " + program + " " + certificate).status == 3);
}
