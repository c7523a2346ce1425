// The program that README shows is one, and does what README says; its commands are run by props/pages.
#include "props/kit/command.hpp"

TEST_CASE("The program of README is complete, races as README says, and does not with then in the place of par") {
  const std::string page = contents(source_dir / "README.md"), fence = "```json\n";
  const std::size_t begin = page.find(fence) + fence.size();
  std::string program = page.substr(begin, page.find("```", begin) - begin);
  const shell::Result races = shell::coreecs("check -", program);
  CHECK(races.status == 1);
  CHECK(contains(races.out, "poison⟨bob⟩ and heal⟨bob⟩ are concurrent and both influence Health(bob)"));
  const std::size_t par = program.find("\"par\"");
  REQUIRE(par != std::string::npos);
  CHECK(shell::coreecs("check -", program.replace(par, 5, "\"then\"")).status == 0);
}
