#include "interp/cli/perform.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <set>
#include <thread>

#include "interp/cli/memory.hpp"
#include "interp/cli/replay.hpp"
#include "interp/decide/check.hpp"
#include "interp/decide/ends.hpp"
#include "interp/decide/static_report.hpp"
#include "interp/explain/document.hpp"
#include "interp/fast/progress.hpp"
#include "interp/notation/mentioned.hpp"
#include "interp/notation/notation.hpp"
#include "interp/record/trace.hpp"
#include "interp/report/report.hpp"
#include "interp/run/changes.hpp"
#include "interp/run/controlled.hpp"
#include "interp/run/sample.hpp"

namespace coreecs {

namespace {

/// What of a state is printed: all components, or some.
class Shown {
 public:
  /// These components, or all where there are none. What is unknown is reported.
  Shown(const Schema& schema, const std::vector<std::string>& only, Problems& problems) : schema_(schema) {
    if (only.empty()) return;
    std::vector<std::string_view> known;
    for (const Component& component : schema) known.push_back(component.name);
    for (const std::string& name : std::set(only.begin(), only.end()))
      if (std::find(known.begin(), known.end(), name) == known.end())
        problems.report_unknown({}, "component", name, known);
    schema_.clear();
    for (Label i = 0; i < schema.size(); ++i)
      if (std::find(only.begin(), only.end(), schema[i].name) != only.end()) {
        labels_.push_back(i);
        schema_.push_back(schema[i]);
      }
  }

  [[nodiscard]] const Schema& schema() const { return schema_; }
  [[nodiscard]] State operator()(const State& c) const {
    if (labels_.empty()) return c;
    State part(labels_.size());
    for (Label k = 0; k < labels_.size(); ++k) part[k] = c[labels_[k]];
    return part;
  }
  [[nodiscard]] bool has(Label i) const {
    return labels_.empty() || std::binary_search(labels_.begin(), labels_.end(), i);
  }

 private:
  Schema schema_;
  std::vector<Label> labels_;
};

/// What the executions of one command have in common.
struct Job {
  const Program& program;
  const std::string& file;
  const RunOptions& options;
  const NamedSchedule& schedule;
  std::uint64_t frames;
  Shown shown;

  [[nodiscard]] bool prints(std::uint64_t frame) const {
    if (frame == frames) return true;
    return options.every ? frame % *options.every == 0 : !options.last;
  }

  [[nodiscard]] bool by_entity() const { return options.by == "entity"; }
  [[nodiscard]] bool records() const { return options.record || options.folder; }
  [[nodiscard]] Visibility visibility() const {
    return options.visibility == "shared" ? Visibility::Shared : Visibility::Snapshot;
  }
  [[nodiscard]] std::string heading() const {
    return fmt::format("{}: schedule {}", on_one_line(program.name), schedule.name);
  }
};

std::string shown_state(const Job& job, const State& c, const Names& names, const std::string& margin) {
  const Notation notation{job.shown.schema(), names};
  std::string out;
  if (job.by_entity())
    notation.state_by_entity(out, job.shown(c), margin);
  else
    notation.state(out, job.shown(c), margin);
  return out;
}

/// What is printed of what changed, in the order of the components or of the entities.
std::vector<Change> printed_changes(const Job& job, Changes& changes, const State& now) {
  std::vector<Change> all = changes.take(now);
  std::erase_if(all, [&](const Change& change) { return !job.shown.has(change.l.i); });
  if (!job.by_entity())
    std::stable_sort(all.begin(), all.end(), [](const Change& a, const Change& b) { return a.l.i < b.l.i; });
  return all;
}

/// "Pos(e0) ↦ 3, was 0, by inertia⟨e0⟩ (leaf 0)", a line for each
std::string shown_changes(const std::vector<Change>& changes, const Notation& notation) {
  std::string out;
  for (const Change& change : changes) {
    if (!out.empty()) out += "       ";
    notation.binding(out, change.l, change.is ? &*change.is : nullptr);
    if (change.was) notation.value(out += ", was ", *change.was, notation.schema[change.l.i].type);
    notation.invocation(out += ", by ", change.by, true);
    out += "\n";
  }
  return out.empty() ? "nothing is otherwise\n" : out;
}

void json_changes(JsonWriter& out, const std::vector<Change>& changes, const Notation& notation) {
  out.wide_list([&] {
    for (const Change& change : changes)
      out.line(6).wide_object([&] {
        const Type& type = notation.schema[change.l.i].type;
        notation.json(out.key("at"), std::optional(change.l));
        if (change.was) notation.json(out.key("was"), *change.was, type);
        if (change.is) notation.json(out.key("is"), *change.is, type);
        notation.json(out.key("by"), std::span(&change.by, 1));
      });
  });
}

/// The steps of the frame that was performed last, where they are to be shown.
using StepsOf = std::function<std::optional<Explained>(const Notation&)>;

/// Runs all frames, and keeps none of them. As text they are printed as they come; as a document, once it is known that
/// the run does not fail. With changes, these are printed, and no states.
void print_frames(
    const Job& job, Execution& execution, const std::function<std::string()>& token,
    const StepsOf& steps_of = [](const Notation&) { return std::nullopt; }, Changes* changes = nullptr) {
  const auto each_frame = [&](const auto& show_frame) {
    const auto show = [&] {
      if (job.prints(execution.frame())) show_frame();
    };
    show();
    progress::Task frames("frame", job.frames);
    while (execution.frame() < job.frames) {
      frames.next();
      execution.advance();
      show();
    }
  };
  const Notation notation{job.program.schema, execution.names()};
  if (!job.options.json) {
    print(job.heading() + "\n");
    each_frame([&] {
      if (const auto steps = steps_of(notation)) print(show_steps(*steps));
      const std::string shown = !changes ? shown_state(job, execution.state(), execution.names(), "       ")
                                : execution.frame() == 0
                                    ? ""
                                    : shown_changes(printed_changes(job, *changes, execution.state()), notation);
      if (!shown.empty()) print(fmt::format("{:>5}  {}", execution.frame(), shown));
    });
    if (const std::string replay = token(); !replay.empty()) print("  replay: " + shown_replay(replay) + "\n");
    return;
  }
  HeldBack document;
  std::string out, all_steps, numbers;
  JsonWriter json(out);
  json.wide_object([&] {
    json.member("schedule", job.schedule.name);
    json.key(changes ? "changes" : "frames").wide_list([&] {
      each_frame([&] {
        if (changes && execution.frame() == 0) return;
        if (changes)
          json_changes(json.line(4), printed_changes(job, *changes, execution.state()), notation);
        else
          Notation{job.shown.schema(), execution.names()}.json(json.line(4), job.shown(execution.state()));
        document.add(std::exchange(out, {}));
        numbers += (numbers.empty() ? "" : ", ") + std::to_string(execution.frame());
        if (const auto steps = steps_of(notation))
          all_steps += (all_steps.empty() ? "" : ",\n    ") + json_steps(*steps);
      });
    });
    if (changes || job.options.last || job.options.every) json.line(2).key("numbers").written("[" + numbers + "]");
    if (job.options.steps) json.line(2).key("steps").written("[ " + all_steps + " ]");
    if (const std::string replay = token(); !replay.empty()) {
      json.line(2).member("replay", replay);
    }
  });
  document.add(out + "\n");
  document.print();
}

/// The violations of a run, where there are any, are complained of.
Status violations(const Job& job, const Execution& execution) {
  std::fflush(stdout);
  for (const Violation& violation : execution.violations())
    complain(fmt::format("{}: invariant {} {}\n", job.file, violation.invariant, show(violation, execution.names())));
  return execution.violations().empty() ? Status::Yes : Status::No;
}

/// What performing comes to. Where it does not get to the end, that is said, and what failed by then.
template <class Perform>
Status performed(const Job& job, const Execution& execution, const Perform& perform) {
  const auto said = [&](const std::string& why, Status status) {
    std::fflush(stdout);
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
    return said(fmt::format("{}: frame {}: {}\n", job.file, execution.frame() + 1, no_memory()), Status::Wrong);
  }
}

/// Says that a schedule is not confluent, where that is decided in about the time of the run.
void warn(const Job& job, const Execution& execution) {
  constexpr std::size_t few = 20'000, configurations = 1'000;
  std::size_t values = 0;
  for (Label i = 0; i < job.program.schema.size(); ++i)
    values += std::max(job.program.start[i].size(), execution.state()[i].size());
  if (job.frames == 0 || values * job.frames > few || static_report(job.program, job.schedule.z).safe()) return;
  Answer confluent = Answer::Unknown;
  try {
    confluent = check(job.program, job.schedule, job.frames, configurations, few).confluent();
  } catch (const RuntimeError&) {
  } catch (const fast::TooManyMatches&) {
  } catch (const std::bad_alloc&) {
  }
  if (confluent != Answer::No) return;
  std::fflush(stdout);
  std::string command = fmt::format("coreecs check {} --schedule {}", job.file, job.schedule.name);
  if (job.options.frames) command += fmt::format(" --frames {}", job.frames);
  for (const std::string& setting : settings()) command += " --set '" + setting + "'";
  complain(fmt::format("{}: schedule {} is not confluent: other runs end differently, as {} shows\n", job.file,
                       job.schedule.name, command));
}

// Many runs ---------------------------------------------------------------------------------------------------

/// The different ends of many runs, each with the names and the token of its first run.
class Distribution {
 public:
  explicit Distribution(const Job& job) : job_(job) {}

  /// Whether it is a new end, which is then to be named.
  bool meet(const State& c) { return ends_.meet(c) == first_.size(); }
  void name(const Names& names, std::string token) { first_.emplace_back(names, std::move(token)); }
  [[nodiscard]] bool one() const { return first_.size() == 1; }

  void print_text(std::uint64_t runs, const std::string& how) const {
    print(fmt::format("{}, {}: {} {} end in {}\n", job_.heading(), plural(job_.frames, "frame"), plural(runs, "run"),
                      how, one() ? "the same state" : fmt::format("{} different states", first_.size())));
    for (std::size_t j = 0; j < first_.size(); ++j) {
      const auto& [names, token] = first_[j];
      const Ends::End& end = ends_.all()[j];
      print(fmt::format("\n  {}\n      {}{}", plural(end.orders, "run"), shown_state(job_, end.c, names, "      "),
                        token.empty() ? "" : "      replay: " + shown_replay(token) + "\n"));
    }
  }
  void print_json(std::uint64_t runs) const {
    std::string out;
    JsonWriter json(out);
    const auto end = [&](std::size_t j) {
      json.member("runs", ends_.all()[j].orders);
      Notation{job_.program.schema, first_[j].first}.json(json.key("final"), ends_.all()[j].c);
      if (const std::string& token = first_[j].second; !token.empty()) json.member("replay", token);
    };
    json.wide_object([&] {
      json.member("schedule", job_.schedule.name);
      json.member("frames", job_.frames);
      json.member("runs", runs);
      json.key("ends").wide_list([&] {
        for (std::size_t j = 0; j < first_.size(); ++j) json.line(4).wide_object([&] { end(j); });
      });
    });
    print(out + "\n");
  }

 private:
  const Job& job_;
  Ends ends_;
  std::vector<std::pair<Names, std::string>> first_;
};

/// Performs all runs, or those until it is interrupted. How many that were.
template <class Perform>
std::uint64_t performed_runs(const Job& job, const Perform& perform) {
  progress::Task runs("run", *job.options.repeat);
  std::uint64_t run = 0;
  try {
    for (; run < *job.options.repeat; ++run) {
      runs.next();
      perform(run);
    }
  } catch (const Interrupted&) {
    if (run == 0) throw;
    interrupt::take_back();
    complain(fmt::format("{}: interrupted after {}\n", job.file, plural(run, "run")));
  }
  return run;
}

/// Runs that all end alike are shown as one is; others by their ends.
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

// Executors -----------------------------------------------------------------------------------------------------

bool write_trace(const Job& job, const Threads& threads, const Names& names) {
  return write_file(
      *job.options.trace,
      json(threads, job.program, job.schedule.name, job.frames, job.visibility(), Notation{job.program.schema, names}),
      job.file);
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
  std::optional<Derivation> derived;  // of the frame that was performed last
  const Executor step_by_step = [&](const State& c, const Schedule& z, Leaf first, const Environment& env) {
    derived = derive(c, z, first, env);
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

Status perform(const Program& program, const std::string& file, const RunOptions& options) {
  if (options.replay)
    return replay(program, file,
                  {*options.replay, options.anyway, options.programs.schedule, options.frames, options.json,
                   options.by == "entity"});
  const auto* schedule = choose_schedule(program, file, options.programs.schedule);
  if (!schedule) return Status::Wrong;
  Problems problems;
  const Job job{program,
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
