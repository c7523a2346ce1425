#include <algorithm>

#include "interp/check/verify/certificate.hpp"
#include "interp/language/format/run_reader.hpp"

namespace coreecs {

namespace {

/// Reads a certificate, member by member. Reports problems.
class CertificateReader : RunReader {
 public:
  using RunReader::RunReader;

  /// If the certificate is about something else, reads only what it is about.
  Certificate operator()(const Json& json) {
    const Place root;
    Certificate read;
    const Json::Object* all = object(problems_, root, json);
    if (!all) return read;
    check_keys(problems_, root, *all, {"certificate", "program", "schedule", "frames", "fingerprint", "created"},
               {"safe_by_rule", "safe", "deterministic", "confluent"});
    with(root, *all, "certificate", [&](const Place& here, const Json& j) {
      if (natural_number(problems_, here, j) != 1) expected(problems_, here, j, "1, the version of certificates");
    });
    read.program = text(root, *all, "program");
    read.schedule = text(root, *all, "schedule");
    read.frames = number(root, *all, "frames");
    read.fingerprint = text(root, *all, "fingerprint");
    if (!is_of_program(read)) return read;
    created(root, *all);
    const Keys claims{"safe_by_rule", "safe", "deterministic", "confluent"};
    if (std::none_of(claims.begin(), claims.end(), [&](std::string_view key) { return find(*all, key) != nullptr; }))
      problems_.report(root, "it claims nothing; expected " + coreecs::one_of(claims));
    claim(root, *all, "safe_by_rule", {"disjoint", "overlap"}, [&](const ClaimObject& c) {
      if (c.because == "disjoint")
        read.safe_by_rule = keys(c, {}, claim::Disjoint{});
      else
        read.safe_by_rule = overlap(c);
    });
    claim(root, *all, "safe", {"agreement", "conflict"}, [&](const ClaimObject& c) {
      if (c.because == "agreement")
        read.safe = agreement(c);
      else
        read.safe = keys(c, {"location", "invocations"}, claim::Conflict{contest(c.place, c.members, 2)});
    });
    claim(root, *all, "deterministic", {"safe", "agreement", "exploration", "linearizations"},
          [&](const ClaimObject& c) {
            if (c.because == "safe")
              read.deterministic = keys(c, {}, claim::Safe{});
            else if (c.because == "agreement")
              read.deterministic = agreement(c);
            else if (c.because == "exploration")
              read.deterministic = exploration(c);
            else
              read.deterministic = linearizations(c);
          });
    claim(root, *all, "confluent", {"hereditary", "exploration", "runs"}, [&](const ClaimObject& c) {
      if (c.because == "hereditary")
        read.confluent = keys(c, {}, claim::Hereditary{});
      else if (c.because == "exploration")
        read.confluent = exploration(c);
      else
        read.confluent = runs(c);
    });
    return read;
  }

 private:
  [[nodiscard]] bool is_of_program(const Certificate& read) const {
    const auto z = std::find_if(program_.schedules.begin(), program_.schedules.end(),
                                [&](const NamedSchedule& z) { return z.name == read.schedule; });
    return z != program_.schedules.end() && read.fingerprint == fingerprint(program_, *z, read.frames);
  }

  /// A claim of a known kind.
  struct ClaimObject {
    const Place& place;
    const Json::Object& members;
    std::string_view because;
  };

  claim::Step step(const Place& place, const Json& json, const Keys& more = {}) {
    const Json::Object* all = object(problems_, place, json);
    if (!all) return {};
    check_keys(problems_, place, *all, {"leaf", "system", "entities"}, more);
    return {number(place, *all, "leaf"), text(place, *all, "system"), entities(place, *all)};
  }
  claim::Contest contest(const Place& place, const Json::Object& all, std::size_t most = SIZE_MAX) {
    claim::Contest contest{location(place, all), {}};
    const Type& type = program_.schema[contest.l.i].type;
    with(place, all, "invocations", [&](const Place& here, const Json& j) {
      list(here, j, 2, most, [&](const Place& at, const Json& writer) {
        claim::Writer& read = contest.writers.emplace_back();
        read.step = step(at, writer, {"leaves"});
        if (const auto* members = writer.as<Json::Object>())
          with(at, *members, "leaves", [&](const Place& there, const Json& k) { read.leaves = value(there, k, type); });
      });
    });
    contest.writers.resize(std::max<std::size_t>(contest.writers.size(), 2));
    return contest;
  }
  claim::Run run(const Place& place, const Json& json) {
    claim::Run run;
    const Json::Object* all = object(problems_, place, json);
    if (!all) return run;
    check_keys(problems_, place, *all, {"order", find(*all, "error") ? "error" : "final"}, {});
    list(place, *all, "order", [&](const Place& here, const Json& j) { run.order.push_back(step(here, j)); });
    with(place, *all, "final", [&](const Place& here, const Json& j) { run.end = state(here, j); });
    with(place, *all, "error", [&](const Place& here, const Json& j) { run.end = std::string(text(here, j)); });
    return run;
  }
  std::vector<claim::Run> two_runs(const ClaimObject& c) {
    std::vector<claim::Run> runs;
    with(c.place, c.members, "runs", [&](const Place& here, const Json& j) {
      list(here, j, 2, 2, [&](const Place& at, const Json& one) { runs.push_back(run(at, one)); });
    });
    runs.resize(2);
    return runs;
  }

  // Claims

  template <class Read>
  void claim(const Place& root, const Json::Object& all, std::string_view name, const Keys& kinds, Read read) {
    with(root, all, name, [&](const Place& here, const Json& j) {
      const Json::Object* members = object(problems_, here, j);
      if (!members) return;
      const std::string because = text(here, *members, "because");
      const auto kind = std::find(kinds.begin(), kinds.end(), because);
      with(here, *members, "because", [&](const Place& at, const Json& k) {
        if (kind == kinds.end() && k.as<std::string_view>()) problems_.report_unknown(at, "argument", because, kinds);
      });
      if (kind == kinds.end()) return check_keys(problems_, here, *members, {"holds", "because"}, keys_of_claims);
      const bool yes = kind + 1 != kinds.end();  // the last one says no
      with(here, *members, "holds", [&](const Place& at, const Json& k) {
        if (const bool* b = k.as<bool>(); !b || *b != yes)
          expected(problems_, at, k,
                   std::string(yes ? "true" : "false") + ", which is what " + in_quotes(because) + " shows");
      });
      read(ClaimObject{here, *members, *kind});
    });
  }
  /// The claim, after a check of its keys.
  template <class Claim>
  Claim keys(const ClaimObject& c, Keys required, Claim claim, const Keys& optional = {}) {
    required.insert(required.begin(), {"holds", "because"});
    check_keys(problems_, c.place, c.members, required, optional);
    return claim;
  }
  claim::Overlap overlap(const ClaimObject& c) {
    std::vector<claim::Step> two;
    with(c.place, c.members, "invocations", [&](const Place& here, const Json& j) {
      list(here, j, 2, 2, [&](const Place& at, const Json& u) { two.push_back(step(at, u)); });
    });
    two.resize(2);
    const std::uint64_t rule = number(c.place, c.members, "rule");
    return keys(c, {"rule", "location", "invocations"},
                claim::Overlap{rule == 3 || rule == 4 ? static_cast<int>(rule) : 0, location(c.place, c.members),
                               two[0], two[1]});
  }
  claim::Agreement agreement(const ClaimObject& c) {
    claim::Agreement agreement;
    list(c.place, c.members, "contested", [&](const Place& here, const Json& j) {
      const Json::Object* all = object(problems_, here, j);
      if (!all) return;
      check_keys(problems_, here, *all, {"location", "invocations"}, {});
      agreement.contested.push_back(contest(here, *all));
    });
    return keys(c, {"contested"}, std::move(agreement));
  }
  claim::Exploration exploration(const ClaimObject& c) {
    claim::Exploration exploration;
    list(c.place, c.members, "ends",
         [&](const Place& here, const Json& j) { exploration.ends.push_back(state(here, j)); });
    return keys(c, {"ends"}, std::move(exploration));
  }
  claim::Linearizations linearizations(const ClaimObject& c) {
    std::vector<claim::Run> two = two_runs(c);
    return keys(c, {"location", "invocations", "runs"},
                claim::Linearizations{contest(c.place, c.members, 2), std::move(two[0]), std::move(two[1])});
  }
  claim::Runs runs(const ClaimObject& c) {
    std::vector<claim::Run> two = two_runs(c);
    claim::Runs runs{std::nullopt, std::move(two[0]), std::move(two[1])};
    if (find(c.members, "location")) runs.l = location(c.place, c.members);
    return keys(c, {"runs"}, std::move(runs), {"location"});
  }

  inline static const Keys keys_of_claims{"rule", "location", "invocations", "contested", "ends", "runs"};
};

}  // namespace

std::variant<Certificate, std::vector<Problem>> read_certificate(std::string_view text, const Program& program,
                                                                 Entities& entities) {
  Problems problems;
  Certificate certificate;
  {
    const Document document(text, problems);
    if (document.root() && problems.empty())
      certificate = CertificateReader(problems, program, by_occurrence(entities).fresh)(*document.root());
  }
  if (!problems.empty()) return std::move(problems).in_order(text);
  return certificate;
}

}  // namespace coreecs
