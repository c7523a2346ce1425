#include "interp/search/fuzz_report.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "interp/format/tree.hpp"
#include "interp/json/reading.hpp"
#include "interp/json/tree.hpp"
#include "interp/notation/notation.hpp"
#include "interp/report/aspect.hpp"
#include "interp/report/report.hpp"
#include "interp/run/execution.hpp"

namespace coreecs {

using nlohmann::ordered_json;

namespace {

struct Count {
  std::string_view key;
  std::uint64_t Counts::*number;
  const char* words;
  bool only_if_any = false;  ///< people are not told that there are none
};
constexpr Count counted[] = {
    {"tried", &Counts::tried, "tried"},
    {"safe_by_rule", &Counts::safe_by_rule, "safe by rule"},
    {"safe", &Counts::safe, "safe"},
    {"deterministic", &Counts::deterministic, "deterministic"},
    {"confluent", &Counts::confluent, "confluent"},
    {"not_confluent", &Counts::not_confluent, "not confluent"},
    {"undecided", &Counts::undecided, "undecided within --limit"},
    {"errors", &Counts::errors, "the reference run failed"},
    {"violations", &Counts::violations, "an invariant failed", true},
    {"not_at_start", &Counts::not_at_start, "an invariant did not hold at the start, so it was not watched", true},
    {"created", &Counts::created, "entities were created (ν)"},
    {"idle", &Counts::idle, "no invocation at all"},
    {"one_linearization", &Counts::one_linearization, "one linearization only"},
};

std::vector<std::string_view> count_keys() {
  std::vector<std::string_view> keys;
  for (const Count& count : counted) keys.push_back(count.key);
  keys.emplace_back("entities");
  return keys;
}

}  // namespace

ordered_json json(const FuzzReport& report) {
  const Search& search = report.search;
  ordered_json find = ordered_json::array();
  for (const Aspect aspect : search.find) find.push_back(wording(aspect).sought);
  ordered_json counts = ordered_json::object();
  for (const Count& count : counted) counts[std::string(count.key)] = report.counts.*count.number;
  counts["entities"] = report.counts.entities;
  ordered_json found = ordered_json::array();
  for (const auto& [finding, file, replay] : report.found)
    found.push_back({{"kind", wording(finding.aspect).sought},
                     {"case", finding.number},
                     {"file", file},
                     {"replay", replay},
                     {"program", finding.program}});
  return {{"fuzz_report", 1},
          {"program", report.program},
          {"hash", report.hash},
          {"schedule", search.schedule},
          {"frames", search.frames},
          {"options",
           {{"find", find},
            {"entities", search.entities},
            {"ranges", report.ranges},
            {"limit", search.limit},
            {"cases", search.cases}}},
          {"seed", search.seed},
          {"shards", report.shards},
          {"of", search.shard.of},
          {"case", search.only ? ordered_json(*search.only) : ordered_json(nullptr)},
          {"complete", report.complete},
          {"counts", counts},
          {"found", found}};
}

// Reading --------------------------------------------------------------------------------------------------

namespace {

/// What a shell takes as one word that is the text.
std::string word(const std::string& text) {
  const char* harmless = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./=:,+";
  if (!text.empty() && text.find_first_not_of(harmless) == std::string::npos) return text;
  std::string quoted = "'";
  for (const char c : text) quoted += c == '\'' ? "'\\''" : std::string(1, c);
  return quoted + "'";
}

/// The text that a shell takes such a word as; what it takes other words as does not matter.
std::string unquoted(std::string_view word) {
  std::string text;
  for (std::size_t j = 0; j < word.size(); ++j)
    if (word[j] == '\\' && j + 1 < word.size())
      text += word[++j];
    else if (word[j] != '\'')
      text += word[j];
  return text;
}

/// Whether a command is `again` of some file: people are invited to paste it.
bool is_again(const std::string& command, const FuzzReport& report, const Finding& finding) {
  constexpr std::size_t start = std::string_view("coreecs fuzz ").size();
  const std::size_t rest = again("-", report, finding).size() - start - 1;
  if (command.size() < start + rest) return false;
  return command ==
         again(unquoted(std::string_view(command).substr(start, command.size() - start - rest)), report, finding);
}

/// A report that is read, member by member; what is wrong is reported.
class ReportReader {
 public:
  explicit ReportReader(Problems& problems) : problems_(problems) {}

  FuzzReport operator()(const Json& json) {
    const Place root;
    FuzzReport report;
    const Json::Object* all = members(root, json,
                                      {"fuzz_report", "program", "hash", "schedule", "frames", "options", "seed",
                                       "shards", "of", "case", "complete", "counts", "found"});
    if (!all) return report;
    Search& search = report.search;
    if (number(root, *all, "fuzz_report") != 1) refuse(root, *all, "fuzz_report", "1, the version of reports");
    report.program = text(root, *all, "program");
    report.hash = text(root, *all, "hash");
    search.schedule = text(root, *all, "schedule");
    search.frames = number(root, *all, "frames");
    with(root, *all, "options", [&](const Place& here, const Json& j) { options(here, j, report); });
    search.seed = number(root, *all, "seed");
    search.shard.of = number(root, *all, "of");
    if (search.shard.of > Shard::most) refuse(root, *all, "of", fmt::format("at most {}", Shard::most));
    report.shards = numbers(root, *all, "shards");
    if (!are_shards(report.shards, search.shard.of))
      refuse(root, *all, "shards", "ascending numbers from 1 to that of \"of\"");
    with(root, *all, "case", [&](const Place& here, const Json& j) {
      if (!j.as<Json::Null>()) search.only = natural_number(problems_, here, j);
    });
    with(root, *all, "complete", [&](const Place& here, const Json& j) {
      if (const auto* b = j.as<bool>())
        report.complete = *b;
      else
        expected(problems_, here, j, "true or false");
    });
    with(root, *all, "counts", [&](const Place& here, const Json& j) { counts(here, j, report.counts); });
    list(root, *all, "found", [&](const Place& here, const Json& j) { finding(here, j, report); });
    return report;
  }

 private:
  const Json::Object* members(const Place& place, const Json& json, const std::vector<std::string_view>& keys) {
    const Json::Object* all = object(problems_, place, json);
    if (all) check_keys(problems_, place, *all, keys, {});
    return all;
  }
  template <class Read>
  void with(const Place& place, const Json::Object& all, std::string_view key, Read read) {
    if (const Json::Member* member = find(all, key))
      read(place.member(key, static_cast<std::size_t>(member - all.begin())), member->value);
  }
  template <class Read>
  void list(const Place& place, const Json::Object& all, std::string_view key, Read read) {
    with(place, all, key, [&](const Place& here, const Json& j) {
      const Json::List* elements = coreecs::list(problems_, here, j, "any number of members", 0);
      for (std::size_t k = 0; elements && k < elements->size(); ++k) read(here.element(k), (*elements)[k]);
    });
  }
  void refuse(const Place& place, const Json::Object& all, std::string_view key, std::string_view what) {
    with(place, all, key, [&](const Place& here, const Json& j) { expected(problems_, here, j, what); });
  }

  std::uint64_t number(const Place& place, const Json::Object& all, std::string_view key) {
    std::uint64_t n = 0;
    with(place, all, key, [&](const Place& here, const Json& j) { n = natural_number(problems_, here, j); });
    return n;
  }
  std::vector<std::uint64_t> numbers(const Place& place, const Json::Object& all, std::string_view key) {
    std::vector<std::uint64_t> found;
    list(place, all, key,
         [&](const Place& here, const Json& j) { found.push_back(natural_number(problems_, here, j)); });
    return found;
  }
  std::string text(const Place& place, const Json& json) {
    if (const auto* s = json.as<std::string_view>()) return std::string(*s);
    expected(problems_, place, json, "text");
    return {};
  }
  std::string text(const Place& place, const Json::Object& all, std::string_view key) {
    std::string s;
    with(place, all, key, [&](const Place& here, const Json& j) { s = text(here, j); });
    return s;
  }
  std::optional<Aspect> kind(const Place& place, const Json& json) {
    const std::string found = text(place, json);
    for (const Aspect known : sought)
      if (wording(known).sought == found) return known;
    expected(problems_, place, json, "the kind of a failure, like \"not-confluent\"");
    return std::nullopt;
  }
  static bool are_shards(const std::vector<std::uint64_t>& shards, std::uint64_t of) {
    if (shards.empty() || shards.front() < 1 || shards.back() > of) return false;
    return std::adjacent_find(shards.begin(), shards.end(), std::greater_equal<>()) == shards.end();
  }

  void options(const Place& place, const Json& json, FuzzReport& report) {
    const Json::Object* all = members(place, json, {"find", "entities", "ranges", "limit", "cases"});
    if (!all) return;
    report.search.find.clear();
    list(place, *all, "find", [&](const Place& here, const Json& j) {
      if (const auto aspect = kind(here, j)) report.search.find.push_back(*aspect);
    });
    list(place, *all, "ranges", [&](const Place& here, const Json& j) { report.ranges.push_back(text(here, j)); });
    report.search.entities = number(place, *all, "entities");
    report.search.limit = number(place, *all, "limit");
    report.search.cases = number(place, *all, "cases");
  }
  void counts(const Place& place, const Json& json, Counts& counts) {
    const Json::Object* all = members(place, json, count_keys());
    if (!all) return;
    for (const Count& count : counted) counts.*count.number = number(place, *all, count.key);
    counts.entities = numbers(place, *all, "entities");
  }
  void finding(const Place& place, const Json& json, FuzzReport& report) {
    const Json::Object* all = members(place, json, {"kind", "case", "file", "replay", "program"});
    if (!all) return;
    ReportedFinding reported{{}, text(place, *all, "file"), text(place, *all, "replay")};
    reported.finding.number = number(place, *all, "case");
    with(place, *all, "kind", [&](const Place& here, const Json& j) {
      if (const auto aspect = kind(here, j)) reported.finding.aspect = *aspect;
    });
    with(place, *all, "program", [&](const Place& here, const Json& j) {
      reported.finding.program = tree(j);
      const auto result = load_tree(reported.finding.program);
      if (const auto* wrong = std::get_if<std::vector<Problem>>(&result))
        for (const Problem& problem : *wrong) problems_.report_last({here.pointer() + problem.place, problem.message});
      else if (!find_schedule(std::get<Program>(result), report.search.schedule))
        problems_.report(here, "found a program without the schedule " + in_quotes(report.search.schedule));
    });
    if (!is_again(reported.replay, report, reported.finding))
      problems_.report(place, "found \"replay\" " + in_quotes(reported.replay) + "; expected \"" +
                                  on_one_line(again("FILE", report, reported.finding)) + "\"");
    report.found.push_back(std::move(reported));
  }

  Problems& problems_;
};

}  // namespace

std::string again(const std::string& file, const FuzzReport& report, const Finding& finding) {
  const Search& search = report.search;
  std::string command = fmt::format("coreecs fuzz {} --schedule {} --frames {} --find {} --entities {}", word(file),
                                    search.schedule, search.frames, wording(finding.aspect).sought, search.entities);
  for (const std::string& range : report.ranges) command += " --range " + word(range);
  return command + fmt::format(" --limit {} --seed {} --case {}", search.limit, search.seed, finding.number);
}

std::variant<FuzzReport, std::vector<Problem>> read_report(std::string_view text) {
  Problems problems;
  FuzzReport report;
  {
    const Document document(text, problems);
    if (document.root() && problems.empty()) report = ReportReader(problems)(*document.root());
  }
  if (!problems.empty()) return std::move(problems).in_order();
  return report;
}

// Sums -----------------------------------------------------------------------------------------------------

std::vector<Problem> add(FuzzReport& sum, const FuzzReport& report) {
  std::vector<Problem> problems;
  const ordered_json a = json(sum), b = json(report);
  for (const char* place : {"/program", "/hash", "/schedule", "/frames", "/options/find", "/options/entities",
                            "/options/ranges", "/options/limit", "/options/cases", "/seed", "/of", "/case"}) {
    const ordered_json::json_pointer pointer(place);
    if (a[pointer] != b[pointer])
      problems.push_back({place, "found " + b[pointer].dump() + "; expected " + a[pointer].dump() +
                                     ", as in the report before: only parts of one search can be added"});
  }
  for (std::size_t k = 0; k < report.shards.size() && problems.empty(); ++k)
    if (std::find(sum.shards.begin(), sum.shards.end(), report.shards[k]) != sum.shards.end())
      problems.push_back({fmt::format("/shards/{}", k), fmt::format("found shard {} again", report.shards[k])});
  if (!problems.empty()) return problems;

  sum.shards.insert(sum.shards.end(), report.shards.begin(), report.shards.end());
  std::sort(sum.shards.begin(), sum.shards.end());
  sum.complete = sum.complete && report.complete;
  for (const Count& count : counted) sum.counts.*count.number += report.counts.*count.number;
  sum.counts.entities.resize(std::max(sum.counts.entities.size(), report.counts.entities.size()));
  for (std::size_t k = 0; k < report.counts.entities.size(); ++k) sum.counts.entities[k] += report.counts.entities[k];
  for (const ReportedFinding& reported : report.found) {
    const auto same = std::find_if(sum.found.begin(), sum.found.end(), [&](const ReportedFinding& other) {
      return other.finding.aspect == reported.finding.aspect;
    });
    if (same == sum.found.end())
      sum.found.push_back(reported);
    else if (reported.finding.number < same->finding.number)
      *same = reported;
  }
  const auto place = [](const ReportedFinding& reported) {
    return std::pair(reported.finding.number,
                     std::find(std::begin(sought), std::end(sought), reported.finding.aspect) - std::begin(sought));
  };
  std::sort(sum.found.begin(), sum.found.end(),
            [&](const ReportedFinding& x, const ReportedFinding& y) { return place(x) < place(y); });
  return {};
}

std::vector<std::uint64_t> missing_shards(const FuzzReport& report) {
  std::vector<std::uint64_t> missing;
  for (std::uint64_t number = 1; number <= report.search.shard.of; ++number)
    if (!std::binary_search(report.shards.begin(), report.shards.end(), number)) missing.push_back(number);
  return missing;
}

// For people -----------------------------------------------------------------------------------------------

namespace {

/// "0 in 31 states, 1 in 160, 8 to 15 in 412": how many live entities there were.
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

/// Where it starts and why it fails there.
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
    while (reference.frame() < program.frames) reference.advance();
    if (reference.violations().empty()) {
      const Verdict verdict = check(program, z, program.frames, search.limit);
      const Names all = names(program, verdict);
      out += show(verdict, program, {program.schema, all}, coloured);
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
  const ordered_json& program = found[k].finding.program;
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
  for (const Count& count : counted)
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
