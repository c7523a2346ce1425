// Certificates on the command line.
#include <nlohmann/json.hpp>

#include "props/kit/command.hpp"

using shell::coreecs;
using shell::quoted;
using Tree = nlohmann::ordered_json;

TEST_CASE("coreecs verify-certificate: accepts what check --certificate writes, with status 0") {
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
  const auto wrong = coreecs("verify-certificate " + toy + " " + scratch.file("wrong.json", document.dump()));
  CHECK(wrong.status == 1);
  CHECK(wrong.out ==
        "toy physics: schedule lost_write, 1 frame\n"
        "  not safe by rule  accepted\n"
        "  not safe          refused: an invocation leaves another value\n"
        "  not deterministic accepted\n"
        "  not confluent     accepted\n");
  const auto as_json = coreecs("verify-certificate --json " + toy + " " + scratch.file("wrong.json"));
  CHECK(as_json.status == 1);
  CHECK(Tree::parse(as_json.out) == Tree::parse(R"({ "schedule": "lost_write", "frames": 1, "claims": [
    { "claim": "not safe by rule", "outcome": "accepted" },
    { "claim": "not safe", "outcome": "refused", "why": "an invocation leaves another value" },
    { "claim": "not deterministic", "outcome": "accepted" }, { "claim": "not confluent", "outcome": "accepted" } ] })"));

  Tree other = Tree::parse(contents(source_dir / toy));
  other["about"] = "The same.";
  const std::string certificate = scratch.file("c.json", printed.out);
  CHECK(coreecs("verify-certificate - " + certificate, other.dump()).status == 0);
  other["entities"]["e0"]["Vel"] = 7;
  const auto not_this = coreecs("verify-certificate - " + certificate, other.dump());
  CHECK(not_this.status == 1);
  CHECK(contains(not_this.out, "program           refused: the program, its schedule or the number of frames is not"));
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
  CHECK(contains(refused.err, "it claims nothing; expected one of safe_by_rule, safe, deterministic, confluent"));
}

TEST_CASE("coreecs verify-certificate: a certificate of another program is told in one line, before anything else") {
  const Scratch scratch;
  const std::string other = scratch.file("other.json");
  REQUIRE(coreecs("check examples/doors_and_keys.json --schedule racy --certificate " + other).status < 2);
  const auto refused = coreecs("verify-certificate " + toy + " " + other);
  CHECK(refused.status == 1);
  CHECK(refused.err == "");
  CHECK(contains(refused.out, "\n  program           refused: the certificate is about a program of another name\n"));
  Tree document = Tree::parse(contents(other));
  document["program"] = "toy physics";
  const auto renamed = coreecs("verify-certificate " + toy + " " + scratch.file("renamed.json", document.dump()));
  CHECK(renamed.status == 1);
  CHECK(contains(renamed.out, "refused: the program has no schedule of that name\n"));
}

TEST_CASE("coreecs verify-certificate: beyond the limit what was explored is undecided, with status 3") {
  const Scratch scratch;
  const std::string program = "examples/deviation_d10_renaming.json";
  const auto certificate = scratch.file("c.json", coreecs("check --certificate - " + program).out);
  CHECK(coreecs("verify-certificate " + program + " " + certificate).status == 0);
  const auto result = coreecs("verify-certificate --limit 0 " + program + " " + certificate);
  CHECK(result.status == 3);
  CHECK(contains(result.out, "undecided: there are more configurations than the limit"));
}
