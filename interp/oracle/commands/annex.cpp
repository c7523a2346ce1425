#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "interp/base/json/tree.hpp"
#include "interp/cli/io.hpp"
#include "interp/cli/reports.hpp"
#include "interp/oracle/commands/commands.hpp"
#include "interp/oracle/report.hpp"

namespace coreecs {

namespace {

Status merge(const CommandLine& line, const std::vector<std::string>& files, bool as_json) {
  const auto sum =
      sum_of_reports<nlohmann::ordered_json>(line, files, oracle_report, read_conformance_report, add_conformance);
  if (!sum) return Status::Wrong;
  const std::vector<std::uint64_t> missing = missing_shards(*sum);
  print_sum(as_json ? laid_out(*sum) : show_conformance(*sum), missing, as_json);
  if (has_new_alarm(*sum)) return Status::No;
  return missing.empty() && (*sum)["complete"] == true ? Status::Yes : Status::Undecided;
}

}  // namespace

Part oracle_annex() {
  return {.examples = R"(  coreecs generate --cases 1000 --seed 7            random programs for your engine to perform
  coreecs cases world.json --count 1000             your own program, from random starts
  coreecs judge cases.jsonl results.jsonl           does your engine do what the calculus says?
)",
          .commands = {generate_command, cases_command, judge_command, oracle_command},
          .documents = {oracle_report, cases_document},
          .reports = {{is_conformance_report, merge}}};
}

}  // namespace coreecs
