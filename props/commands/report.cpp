// `report`, as its users meet it.
#include "props/kit/command.hpp"

using shell::coreecs;
using shell::Result;

TEST_CASE("report: writes a page, or says why there is none") {
  const Scratch scratch;
  const std::string file = scratch.file("report.html");
  const Result written = coreecs("report " + toy + " -o " + file);
  CHECK(written.status == 0);
  CHECK(written.out == "");
  CHECK(written.err == "");
  const std::string page = contents(file);
  CHECK(page.rfind("<!DOCTYPE html>", 0) == 0);
  CHECK(contains(page, contents(source_dir / "interp/views/page/page.js")));
  CHECK(contains(page, contents(source_dir / "interp/views/page/page.css")));
  CHECK(coreecs("report " + toy + " -o -").out == page);
  CHECK(coreecs("report " + toy + " --output - --schedule lost_write").out != page);

  CHECK(coreecs("report " + toy).status == 2);
  CHECK(coreecs("report " + toy + " -o no/such/folder/report.html").status == 2);
  CHECK(coreecs("report " + toy + " -o - --schedule none").status == 2);
  CHECK(coreecs("report " + toy + " -o - --frames 99999999").status == 3);
}

TEST_CASE("report: a program that fails is shown up to there") {
  const Result failed = coreecs("report examples/run_time_errors.json --schedule averaging -o -");
  CHECK(failed.status == 2);
  CHECK(contains(failed.err, "examples/run_time_errors.json:/systems/share"));
  CHECK(contains(failed.out, R"("error":)"));
  CHECK(contains(failed.out, R"("frame": 0)"));
}
