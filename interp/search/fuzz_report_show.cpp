#include <fmt/format.h>

#include <algorithm>

#include "interp/check/decide/further.hpp"
#include "interp/language/format/tree.hpp"
#include "interp/language/notation/notation.hpp"
#include "interp/run/execution.hpp"
#include "interp/search/counted.hpp"
#include "interp/search/fuzz_report.hpp"
#include "interp/views/report/reasons.hpp"
#include "interp/views/report/report.hpp"

namespace coreecs {

namespace {

/// "0 in 31 states, 1 in 160, 8 to 15 in 412": the numbers of live entities.
std::string sizes(const std::vector<std::uint64_t>& entities) {
  std::string out;
  for (std::size_t least = 0, width = 1; least < entities.size(); least += width) {
    width = least < 8 ? 1 : least;
    std::uint64_t states = 0;
    const std::size_t end = std::min(least + width, entities.size());
    for (std::size_t k = least; k < end; ++k) states += entities[k];
    if (states == 0) continue;
    const std::string how_many = end - least == 1 ? std::to_string(least) : fmt::format("{} to {}", least, end - 1);
    out += fmt::format("{} in {}", out.empty() ? how_many : ", " + how_many,
                       out.empty() ? plural(states, "state") : std::to_string(states));
  }
  return out.empty() ? "none" : out;
}

bool names(const Expectation& expected, const Invariant& invariant) {
  return std::any_of(expected.invariants.begin(), expected.invariants.end(),
                     [&](const auto& fact) { return fact.first == invariant.name; });
}

/// The start of a finding, and why it fails there.
std::string shown(const Finding& finding, const Search& search, bool coloured) {
  const Program program = std::get<Program>(load_tree(finding.program));
  const auto& z = *find_schedule(program, search.schedule);
  std::vector<const Invariant*> watched;
  for (const Invariant& invariant : program.invariants)
    if (std::any_of(program.expectations.begin(), program.expectations.end(),
                    [&](const Expectation& expected) { return names(expected, invariant); }))
      watched.push_back(&invariant);
  Execution reference(program, z, watched);
  const Notation notation{program.schema, reference.names()};
  std::string out = "  ";
  notation.state_by_entity(out, program.start, "  ");
  out += '\n';
  try {
    reference.advance_to(program.frames);
    if (reference.violations().empty()) {
      const Verdict verdict = check(program, z, program.frames, search.limit);
      const Names all = names(program, verdict);
      out += show(verdict, program, {program.schema, all}, coloured);
      if (is_further(finding.aspect))
        out += show(further(program, z, verdict, search.limit, false), verdict, {program.schema, all});
    }
    for (const Violation& violation : reference.violations())
      out += fmt::format("invariant {} {}\n", violation.invariant, show(violation, reference.names()));
  } catch (const RuntimeError& error) {
    out += show(program.name, error, reference.names());
  }
  return out;
}

std::string show(const std::vector<ReportedFinding>& found, std::size_t k, const Search& search, bool coloured) {
  const auto& [finding, file, replay] = found[k];
  std::string out = fmt::format("\n{}: case {}, shrunk", wording(finding.aspect).found, finding.number);
  const nlohmann::ordered_json& program = found[k].finding.program;
  const auto same = std::find_if(found.begin(), found.begin() + static_cast<std::ptrdiff_t>(k), [&](const auto& other) {
    return other.finding.program["entities"] == program["entities"] &&
           other.finding.program["frames"] == program["frames"];
  });
  if (found.begin() + static_cast<std::ptrdiff_t>(k) == same)
    out += ":\n" + shown(finding, search, coloured);
  else
    out += fmt::format(" to the same state as {}\n", wording(same->finding.aspect).found);
  if (!file.empty()) out += "  written to " + on_one_line(file) + "\n";
  return out + "  again: " + on_one_line(replay) + "\n";
}

}  // namespace

std::string show(const FuzzReport& report, bool coloured) {
  const Search& search = report.search;
  std::string out = fmt::format("{}: schedule {}, {}, seed {}", on_one_line(report.program),
                                on_one_line(search.schedule), plural(search.frames, "frame"), search.seed);
  if (search.only) out += fmt::format(", case {}", *search.only);
  if (search.shard.of > 1) {
    out += report.shards.size() == 1 ? ", shard" : ", shards";
    for (const std::uint64_t shard : report.shards) out += fmt::format(" {}", shard);
    out += fmt::format(" of {}", search.shard.of);
  }
  out += "\n";
  for (const Counted& count : counted)
    if (const std::uint64_t n = report.counts.*count.number; n > 0 || !count.only_if_any)
      out += fmt::format("{:>10}  {}\n", n, count.words);
  out += "  live entities: " + sizes(report.counts.entities) + "\n";
  if (!report.complete) out += "  ended before all cases were tried\n";
  for (std::size_t k = 0; k < report.found.size(); ++k) out += show(report.found, k, search, coloured);
  for (const Aspect aspect : search.find)
    if (std::none_of(report.found.begin(), report.found.end(),
                     [&](const ReportedFinding& reported) { return reported.finding.aspect == aspect; }))
      out += fmt::format("\n{}: none found\n", wording(aspect).found);
  return out;
}

}  // namespace coreecs
