#include "interp/commands/perform.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <thread>

#include "interp/check/decide/check.hpp"
#include "interp/check/decide/static_report.hpp"
#include "interp/check/record/trace.hpp"
#include "interp/cli/files.hpp"
#include "interp/cli/memory.hpp"
#include "interp/commands/distribution.hpp"
#include "interp/commands/replay.hpp"
#include "interp/language/notation/mentioned.hpp"
#include "interp/run/controlled.hpp"
#include "interp/views/report/report.hpp"

namespace coreecs {

namespace {

/// Prints the violations of a run.
Status violations(const Job& job, const Execution& execution) {
  for (const Violation& violation : execution.violations())
    complain(job.file, fmt::format("invariant {} {}", violation.invariant, show(violation, execution.names())));
  return execution.violations().empty() ? Status::Yes : Status::No;
}

/// The status of a run. If it does not finish, prints why, and the violations so far.
template <class Perform>
Status performed(const Job& job, const Execution& execution, const Perform& perform) {
  const auto said = [&](const std::string& why, Status status) {
    complain(why);
    return worse(status, violations(job, execution));
  };
  try {
    return perform();
  } catch (const RuntimeError& error) {
    return said(show(job.file, error, execution.names()), Status::Wrong);
  } catch (const Interrupted&) {
    return said(fmt::format("{}: interrupted in frame {}\n", job.file, execution.frame() + 1), Status::Undecided);
  } catch (const std::bad_alloc&) {
    return said(fmt::format("{}: frame {}: {}\n", job.file, execution.frame() + 1, no_memory()), Status::Undecided);
  }
}

/// Warns that a schedule is not confluent, if deciding that takes about as long as the run.
void warn(const Job& job, const Execution& execution) {
  constexpr std::size_t few = 20'000, configurations = 1'000;
  std::size_t values = 0;
  for (Label i = 0; i < job.program.schema.size(); ++i)
    values += std::max(job.program.start[i].size(), execution.state()[i].size());
  if (job.frames == 0 || values * job.frames > few || static_report(job.program, job.schedule.z).safe()) return;
  Answer confluent = Answer::Unknown;
  try {
    confluent = check(job.program, job.schedule, job.frames, configurations, few).in_every_frame(Aspect::Confluent);
  } catch (const RuntimeError&) {
  } catch (const fast::TooManyMatches&) {
  } catch (const std::bad_alloc&) {
  }
  if (confluent != Answer::No) return;
  std::string command = fmt::format("coreecs check {} --schedule {}", job.file, job.schedule.name);
  if (job.options.frames) command += fmt::format(" --frames {}", job.frames);
  for (const std::string& setting : job.settings) command += " --set '" + setting + "'";
  complain(job.file, fmt::format("schedule {} is not confluent: other runs end differently, as {} shows",
                                 job.schedule.name, command));
}

/// If all runs end in the same state, shows one of them; otherwise, shows the ends.
Status repeat_on_threads(const Job& job, Execution& execution, Threads& threads,
                         const std::function<std::string()>& token) {
  Distribution ends(job);
  Status status = Status::Yes;
  const std::uint64_t runs = performed_runs(job, [&](std::uint64_t) {
    execution.restart();
    threads.restart();
    execution.advance_to(job.frames);
    if (!ends.meet(execution.state())) return;
    ends.name(execution.names(), token());
    status = worse(status, violations(job, execution));
  });
  if (runs < *job.options.repeat) status = worse(status, Status::Undecided);
  const std::string how =
      fmt::format("on {} ({} visibility)", plural(threads.threads(), "thread"), job.options.visibility);
  if (!ends.one()) {
    job.options.json ? ends.print_json(runs) : ends.print_text(runs, how);
    return worse(status, Status::No);
  }
  execution.restart();
  threads.restart();
  print_frames(job, execution, token);
  if (!job.options.json) print(fmt::format("{} {} end in the same state\n", plural(runs, "run"), how));
  return status;
}

bool write_trace(const Job& job, const Threads& threads, const Names& names) {
  return write_file(*job.options.trace, json(threads, job.program, job.schedule.name, job.frames, job.visibility(),
                                             Notation{job.program.schema, names}));
}

Status run_on_threads(const Job& job) {
  Threads threads({.threads = job.options.threads.value_or(std::max(1U, std::thread::hardware_concurrency())),
                   .visibility = job.visibility(),
                   .safe = static_report(job.program, job.schedule.z).safe(),
                   .record = job.records() || job.options.trace});
  Execution execution(job.program, job.schedule, all_invariants(job.program), std::ref(threads));
  Tokens tokens(job.options.folder);
  const auto token = [&] {
    if (!job.records()) return std::string();
    const Replayer runs(job.program, job.schedule.z, job.frames, false, execution.environment());
    std::vector<Performed> steps;
    for (const Traced& step : threads.performed()) steps.push_back(step.invocation);
    return tokens(runs.record(steps));
  };
  return performed(job, execution, [&] {
    if (job.options.repeat) return tokens.status(repeat_on_threads(job, execution, threads, token));
    print_frames(job, execution, token);
    if (job.options.trace && !write_trace(job, threads, execution.names())) return Status::Wrong;
    return tokens.status(violations(job, execution));
  });
}

Status run_reference(const Job& job) {
  std::optional<Derivation> derived;  // of the last frame
  const Executor step_by_step = [&](const State& c, const Schedule& z, At at) {
    derived = derive(c, z, at);
    return derived->end;
  };
  Changes changes(job.program.start);
  Execution execution(job.program, job.schedule, all_invariants(job.program),
                      job.options.steps  ? step_by_step
                      : job.options.diff ? changes.noting()
                                         : reference());
  return performed(job, execution, [&] {
    print_frames(
        job, execution, [] { return std::string(); },
        [&](const Notation& notation) {
          return derived ? std::optional<Explained>({*derived, job.schedule.z, execution.environment(), notation})
                         : std::nullopt;
        },
        job.options.diff ? &changes : nullptr);
    warn(job, execution);
    return violations(job, execution);
  });
}

/// The j-th run draws from the j-th stream of the seed.
Status run_controlled(const Job& job) {
  Execution reference(job.program, job.schedule);
  try {
    reference.advance_to(job.frames);
  } catch (const RuntimeError& error) {
    complain(show(job.file, error, reference.names()));
    return Status::Wrong;
  }
  const Environment& env = reference.environment();
  const Replayer linearizations(job.program, job.schedule.z, job.frames, true, env);
  const Replayer runs(job.program, job.schedule.z, job.frames, false, env);
  const PartialOrder& po = linearizations.order();
  Tokens tokens(job.options.folder);
  const auto perform = [&](std::uint64_t j) {
    Random random(*job.options.seed, j);
    if (job.frames == 0) return Ending{{}, job.program.start};
    const Linearization order = job.options.strategy == "pct" ? pct(po, job.options.depth, random) : sample(po, random);
    Ending run = follow(Plan(repeat(job.schedule.z, job.frames)), job.program.start, po, order, random, env);
    name_others({&run}, reference.names());
    return run;
  };
  const auto token = [&](const Ending& run) { return job.records() ? tokens(runs.record(run.order)) : std::string(); };
  const Notation notation{job.program.schema, reference.names()};
  const std::string how = fmt::format("by seed {} ({})", *job.options.seed, job.options.strategy);
  if (!job.options.repeat) {
    Ending run = perform(0);
    run.replay = token(run);
    const std::string heading = fmt::format("{}, {}, a run of {} {}\n", job.heading(), plural(job.frames, "frame"),
                                            plural(run.order.size(), "invocation"), how);
    return tokens.status(print_run(job.file, std::move(run), heading, job.schedule.name, job.frames, job.options.seed,
                                   notation, job.options.json, job.by_entity()));
  }
  Distribution ends(job);
  std::uint64_t done = 0;
  try {
    done = performed_runs(job, [&](std::uint64_t j) {
      const Ending run = perform(j);
      if (const RuntimeError* error = std::get_if<RuntimeError>(&run.end)) throw RuntimeError(*error);
      if (ends.meet(std::get<State>(run.end))) ends.name(reference.names(), token(run));
    });
  } catch (const RuntimeError& error) {
    complain(show(job.file, error, reference.names()));
    return Status::Wrong;
  }
  job.options.json ? ends.print_json(done) : ends.print_text(done, how);
  return tokens.status(!ends.one() ? Status::No : done < *job.options.repeat ? Status::Undecided : Status::Yes);
}

}  // namespace

Status perform(const CommandLine& line, const Input& source, const std::string& file, const RunOptions& options) {
  const Program& program = source.program;
  if (options.replay)
    return replay(line, program, file,
                  {*options.replay, options.anyway, options.programs.schedule, options.frames, options.json,
                   options.by == "entity"});
  const auto* schedule = choose_schedule(program, file, options.programs.schedule);
  if (!schedule) return Status::Wrong;
  Problems problems;
  const Job job{program,
                source.settings,
                file,
                options,
                *schedule,
                options.frames.value_or(program.frames),
                Shown(program.schema, options.only, problems)};
  if (!problems.empty()) {
    for (const Problem& problem : std::move(problems).in_order()) complain(show("--only", problem) + "\n");
    return Status::Wrong;
  }
  if (options.seed) return run_controlled(job);
  if (options.executor == "threads") return run_on_threads(job);
  return run_reference(job);
}

}  // namespace coreecs
