#include "interp/classroom/playground/questions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "interp/base/interrupt.hpp"
#include "interp/base/json/tree.hpp"
#include "interp/base/json/writer.hpp"
#include "interp/base/random.hpp"
#include "interp/check/decide/ends.hpp"
#include "interp/check/decide/further.hpp"
#include "interp/check/decide/suggest.hpp"
#include "interp/check/lint/lint.hpp"
#include "interp/check/record/replay.hpp"
#include "interp/language/format/tree.hpp"
#include "interp/language/notation/mentioned.hpp"
#include "interp/language/notation/show.hpp"
#include "interp/run/controlled.hpp"
#include "interp/run/execution.hpp"
#include "interp/search/expect.hpp"
#include "interp/search/fuzz.hpp"
#include "interp/search/shrink.hpp"
#include "interp/search/starts.hpp"
#include "interp/views/page/page.hpp"
#include "interp/views/report/reasons.hpp"
#include "interp/views/report/report.hpp"

namespace coreecs {

namespace {

PageData data_of(const Asked& of) { return page_data(of.program, of.schedule, "program", of.frames, of.limit); }

/// The program as a tree, as `spawned` writes it.
nlohmann::ordered_json document_of(const Asked& of) { return spawned(read_tree(of.text), of.program); }

/// Throws Unanswered if the reference run fails.
void perform(Execution& reference, std::uint64_t frames) {
  try {
    reference.advance_to(frames);
  } catch (const RuntimeError& error) {
    throw Unanswered(show("program", error, reference.names()));
  }
}

/// The tokens of the runs of a verdict's witness, as check prints them.
Replays tokens_of(const Verdict& verdict, const Asked& of) {
  const Witness* witness = verdict.witness();
  if (!witness) return {};
  const Replayer replayer(of.program, of.schedule.z, verdict.frames, verdict.confluent() != Answer::No, verdict.of);
  return {token(replayer.record(witness->a.order)), token(replayer.record(witness->b.order))};
}

void json_findings(JsonWriter& out, const Asked& of) {
  out.list([&] {
    for (const LintFinding& finding : lint(read_tree(of.text), of.program, of.text))
      out.object([&] {
        out.member("rule", finding.rule);
        out.member("pointer", finding.problem.place);
        out.member("message", finding.problem.message);
        if (!finding.problem.at) return;
        out.member("line", finding.problem.at->line);
        out.member("column", finding.problem.at->column);
      });
  });
}

}  // namespace

std::string look(const Asked& of) {
  std::string out;
  JsonWriter json(out);
  json.object([&] {
    json.key("schedules").list([&] {
      for (const NamedSchedule& schedule : of.program.schedules) json.value(schedule.name);
    });
    json.member("frames", of.program.frames);
    json.key("expected").list([&] {
      for (const Expectation& expected : of.program.expectations) json.value(expected.schedule);
    });
    json_findings(json.key("findings"), of);
    json.key("data").written(data_of(of).json);
  });
  return out;
}

std::string report(const Asked& of) {
  const std::string title = fmt::format("{}: schedule {}", of.program.name, of.schedule.name);
  return nlohmann::ordered_json(page(title, data_of(of), of.text)).dump();
}

std::string check_document(const Asked& of, bool with_suggestions) {
  Execution reference(of.program, of.schedule);
  perform(reference, of.frames);
  const Verdict verdict = check(of.program, of.schedule, of.frames, of.limit);
  const bool interrupted = interrupt::take_back();
  const Verdict* lost = verdict.first_lost.get();
  Names all = names(of.program, verdict);
  const Notation notation{of.program.schema, all};
  std::optional<Further> more;
  std::optional<Suggestions> suggested;
  if (!interrupted) {
    if (cut_short([&] { more = further(of.program, of.schedule, verdict, of.limit, false); })) interrupt::take_back();
    if (more && more->match_order && more->match_order->witness) name_others(*more->match_order->witness, all);
    if (with_suggestions && cut_short([&] { suggested = suggest(of.program, of.schedule, verdict, of.limit); }))
      interrupt::take_back();
  }
  std::string out;
  JsonWriter writer(out);
  writer.wide_object([&] {
    json(writer, verdict, notation, tokens_of(verdict, of));
    if (lost)
      writer.line(2).key("first_lost").wide_object([&] {
        json(writer, *lost, {of.program.schema, names(of.program, *lost)}, tokens_of(*lost, of));
      });
    if (more) json(writer, *more, verdict, notation);
    if (!with_suggestions) return;
    json(writer.line(2).key("suggestions"), suggested.value_or(Suggestions()), of.schedule,
         suggested ? document_of(of) : nlohmann::ordered_json());
    if (suggested) json_tried(writer.line(2).key("edits"), *suggested);
  });
  return out + "\n";
}

std::string tests(const Asked& of) {
  nlohmann::ordered_json all = nlohmann::ordered_json::array();
  for (const Expectation& expected : of.program.expectations) {
    const std::vector<std::string> found = differences(of.program, expected, of.limit);
    interrupt::poll();
    all.push_back({{"schedule", expected.schedule}, {"differences", found}});
  }
  return all.dump();
}

std::string reordered(const Asked& of) {
  if (of.frame < 1 || of.frame > of.frames) throw Unanswered(fmt::format("there is no frame {}", of.frame));
  const std::optional<std::string> out = reordered_frame(of.program, of.schedule, of.frame, of.order);
  if (!out) throw Unanswered("this is no linearization of po_c(z)");
  return *out;
}

std::string samples(const Asked& of) {
  Execution reference(of.program, of.schedule);
  perform(reference, of.frames);
  const Environment& env = reference.environment();
  const Replayer linearizations(of.program, of.schedule.z, of.frames, true, env);
  Ends ends;
  std::vector<Names> first;
  std::uint64_t run = 0;
  for (; run < of.runs && !interrupt::requested(); ++run) {
    Random random(of.seed, run);
    Ending ending{{}, of.program.start};
    if (of.frames > 0) {
      const Linearization order = sample(linearizations.order(), random);
      ending =
          follow(Plan(repeat(of.schedule.z, of.frames)), of.program.start, linearizations.order(), order, random, env);
    }
    name_others({&ending}, reference.names());
    if (const RuntimeError* error = std::get_if<RuntimeError>(&ending.end))
      throw Unanswered(show("program", *error, reference.names()));
    if (ends.meet(std::get<State>(ending.end)) == first.size()) first.push_back(reference.names());
  }
  interrupt::take_back();
  std::string out;
  JsonWriter json(out);
  json.wide_object([&] {
    json.member("schedule", of.schedule.name);
    json.member("frames", of.frames);
    json.member("runs", run);
    json.key("ends").wide_list([&] {
      for (std::size_t j = 0; j < first.size(); ++j)
        json.line(4).wide_object([&] {
          json.member("runs", ends.all()[j].orders);
          Notation{of.program.schema, first[j]}.json(json.key("final"), ends.all()[j].c);
        });
    });
  });
  return out + "\n";
}

std::string smaller(const Asked& of) {
  const auto* aspect =
      std::find_if(std::begin(aspects), std::end(aspects), [&](Aspect one) { return wording(one).key == of.verdict; });
  if (aspect == std::end(aspects)) throw Unanswered(fmt::format("no verdict is named {}", of.verdict));
  const std::size_t limit = std::min<std::size_t>(of.limit, 1000);
  Program program = of.program;
  program.frames = of.frames;
  Outcome found = outcome(program, of.schedule.name, *aspect, limit);
  if (found.holds == Answer::Yes && found.lost) {
    program.frames = *found.lost;
    found = outcome(program, of.schedule.name, *aspect, limit);
  }
  interrupt::poll();
  if (found.holds != Answer::No) throw Unanswered(fmt::format("{}: nothing to reduce", wording(*aspect).holds));
  nlohmann::ordered_json document = document_of(of);
  document["frames"] = program.frames;
  return laid_out(shrink(document, of.schedule.name, *aspect, found, limit));
}

std::string other_starts(const Asked& of) {
  const std::vector<std::string> invariants = watched_invariants(of.program, of.schedule.name);
  Search search{.schedule = of.schedule.name,
                .frames = of.frames,
                .find = {},
                .entities = default_entities(of.program),
                .ranges = of.program.fuzz.ranges,
                .invariants = invariants,
                .assumed = of.program.fuzz.assumed,
                .limit = std::min<std::size_t>(of.limit, 1000),
                .seed = of.seed,
                .cases = of.cases};
  for (const Aspect aspect : std::span<const Aspect>(sought, sought_by_default))
    if (aspect != Aspect::Invariant || !invariants.empty()) search.find.push_back(aspect);
  const Findings findings = fuzz(document_of(of), search, [] { return !interrupt::requested(); });
  interrupt::take_back();
  nlohmann::ordered_json found = nlohmann::ordered_json::array();
  for (const Finding& finding : findings.found)
    found.push_back(
        {{"kind", wording(finding.aspect).found}, {"case", finding.number}, {"program", laid_out(finding.program)}});
  return nlohmann::ordered_json({{"tried", findings.counts.tried}, {"found", found}}).dump();
}

}  // namespace coreecs
