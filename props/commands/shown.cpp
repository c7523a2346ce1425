// The program that README shows is one, and does what README says; its commands are run by props/pages.
#include <nlohmann/json.hpp>

#include "props/kit/command.hpp"

TEST_CASE("The program of README is complete, races as README says, and does not with then in the place of par") {
  const std::string page = contents(source_dir / "README.md"), fence = "```json\n";
  const std::size_t begin = page.find(fence) + fence.size();
  std::string program = page.substr(begin, page.find("```", begin) - begin);
  const shell::Result races = shell::coreecs("check --json -", program);
  CHECK(races.status == 1);
  CHECK(nlohmann::json::parse(races.out)["reasons"]["safe_by_rule"]["location"] ==
        nlohmann::json{{"entity", "bob"}, {"component", "Health"}});
  const std::size_t par = program.find("\"par\"");
  REQUIRE(par != std::string::npos);
  CHECK(shell::coreecs("check -", program.replace(par, 5, "\"then\"")).status == 0);
}
