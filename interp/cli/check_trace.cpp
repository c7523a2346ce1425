#include <fmt/format.h>

#include "interp/cli/commands.hpp"
#include "interp/cli/interrupt.hpp"
#include "interp/format/load.hpp"
#include "interp/notation/mentioned.hpp"
#include "interp/notation/notation.hpp"
#include "interp/record/trace.hpp"

namespace coreecs {

namespace {

/// A trace that was judged, in words.
class Shown {
 public:
  Shown(const Trace& trace, const Notation& notation) : trace_(trace), notation_(notation) {}

  /// "step 17, trail⟨e3⟩: ..."
  std::string operator()(const TraceFault& fault) const {
    std::string what = reason(fault);
    if (fault.kind == TraceFault::Kind::Missing || fault.kind == TraceFault::Kind::Ends) return what;
    return fmt::format("step {}, {} (leaf {}): {}", fault.step, invocation(fault.invocation), fault.invocation.leaf,
                       what);
  }
  void json(JsonWriter& out, const TraceFault& fault) const {
    out.wide_object([&] {
      out.member("step", fault.step);
      out.member("reason", (*this)(fault));
    });
  }

 private:
  std::string invocation(const Performed& u) const {
    std::string out;
    notation_.invocation(out, u.system, u.entities);
    return out;
  }
  std::string binding(const TraceFault& fault, const Cell& k) const {
    std::string out;
    notation_.binding(out, fault.l, k ? &*k : nullptr);
    return out;
  }
  std::string reason(const TraceFault& fault) const {
    switch (fault.kind) {
      case TraceFault::Kind::Unknown:
        return "no such invocation can be performed";
      case TraceFault::Kind::Again:
        return "it was performed before";
      case TraceFault::Kind::TooEarly:
        return fmt::format("{} (leaf {}) has to come before it", invocation(fault.other), fault.other.leaf);
      case TraceFault::Kind::Otherwise:
        if (fault.query >= fault.invocation.entities.size()) return "it claims to observe more queries than it has";
        return fmt::format("it claims to observe {}, and observes {}", binding(fault, fault.claimed),
                           binding(fault, fault.found));
      case TraceFault::Kind::Writes:
        return fmt::format("it claims to write {}, and writes {}", binding(fault, fault.claimed),
                           binding(fault, fault.found));
      case TraceFault::Kind::Ends:
        return fmt::format("it claims to end with {}, and ends with {}", binding(fault, fault.claimed),
                           binding(fault, fault.found));
      case TraceFault::Kind::Fails:
        return "what follows it ends in a run-time error: " + fault.error;
      case TraceFault::Kind::Missing:
        break;
    }
    return fmt::format("it ends after {} steps, and {} (leaf {}) was not performed", trace_.steps.size(),
                       invocation(fault.other), fault.other.leaf);
  }

  const Trace& trace_;
  const Notation& notation_;
};

std::string shown(const TraceVerdict& verdict, const Trace& trace, const std::string& program,
                  const Notation& notation) {
  const Shown show(trace, notation);
  std::string out = fmt::format("{}: schedule {}, {}, a trace of {}\n", program, trace.schedule,
                                plural(trace.frames, "frame"), plural(trace.steps.size(), "invocation"));
  out += "  linearization  " + (verdict.linearization
                                    ? "no   " + show(*verdict.linearization)
                                    : "yes  an order of po_c(z), in which each invocation observes what it claims");
  out += "\n  run            " + (verdict.run
                                      ? "no   " + show(*verdict.run)
                                      : "yes  each invocation can be performed then, and observes what it claims (D5)");
  out += trace.tells_results() ? "" : "\n  what was written was not looked at: the trace does not tell";
  return out + "\n";
}

std::string json(const TraceVerdict& verdict, const Trace& trace, const Notation& notation) {
  const Shown show(trace, notation);
  std::string out;
  JsonWriter writer(out);
  writer.wide_object([&] {
    writer.member("schedule", trace.schedule);
    writer.member("frames", trace.frames);
    writer.member("invocations", trace.steps.size());
    writer.member("results", trace.tells_results());
    writer.line(2).member("linearization", !verdict.linearization);
    if (verdict.linearization) show.json(writer.key("not_a_linearization"), *verdict.linearization);
    writer.line(2).member("run", !verdict.run);
    if (verdict.run) show.json(writer.key("not_a_run"), *verdict.run);
  });
  return out + "\n";
}

std::vector<Entity> mentioned_in(const TraceVerdict& verdict) {
  Mentioned mentioned;
  for (const auto* fault : {&verdict.linearization, &verdict.run}) {
    if (!*fault) continue;
    for (const Performed* u : {&(*fault)->invocation, &(*fault)->other})
      for (const Entity e : u->entities) mentioned.note(e);
    mentioned.note((*fault)->l.e);
    for (const Cell* k : {&(*fault)->claimed, &(*fault)->found})
      if (*k) mentioned.note(**k);
  }
  return mentioned.entities();
}

class TraceCommand : public Command {
 public:
  explicit TraceCommand(CLI::App& app);
  [[nodiscard]] Status run() const override;

 private:
  std::string program_, trace_, as_ = "linearization";
  bool json_ = false;
};

TraceCommand::TraceCommand(CLI::App& app)
    : Command(app, "Verify", "check-trace",
              "Say whether the order of invocations in a trace is a linearization of po_c(z), with the "
              "observations and results it claims") {
  if (!native_file()) program_argument(*this, "PROGRAM", program_);
  add_option("TRACE", trace_, "what run --trace wrote of it, or another tool in the same format")->required();
  if (native_file()) program_argument(*this, "PROGRAM", program_);  // last, where it may be left out
  add_option("--as", as_,
             "what the status follows: whether it is a linearization of po_c(z), or a run that observes the "
             "state anew, as those of schedules that are not safe do (D5)")
      ->check(CLI::IsMember({"linearization", "run"}))
      ->capture_default_str();
  json_option(*this, json_);
}

Status TraceCommand::run() const {
  const std::optional<Input> source = read_program(program_);
  if (!source) return Status::Wrong;
  const NotesInterrupt noting;
  const Program& program = source->program;
  const auto text = read_file(trace_);
  if (const Problem* unreadable = std::get_if<Problem>(&text)) {
    complain(show(trace_, *unreadable) + "\n");
    return Status::Wrong;
  }
  std::optional<Execution> reference;
  const auto begin = [&](const std::string& name, std::uint64_t frames) {
    reference.emplace(program, *find_schedule(program, name));
    reference->advance_to(frames);
    return reference->environment();
  };
  try {
    const auto read = read_trace(std::get<std::string>(text), program, begin);
    if (const auto* problems = std::get_if<std::vector<Problem>>(&read)) {
      for (const Problem& problem : *problems) complain(show(trace_, problem) + "\n");
      return Status::Wrong;
    }
    const Trace& trace = std::get<Trace>(read);
    const TraceVerdict verdict =
        check_trace(trace, program, find_schedule(program, trace.schedule)->z, reference->environment());
    reference->names().add(mentioned_in(verdict));
    const Notation notation{program.schema, reference->names()};
    print(json_ ? json(verdict, trace, notation) : shown(verdict, trace, on_one_line(program.name), notation));
    return (as_ == "run" ? verdict.run : verdict.linearization) ? Status::No : Status::Yes;
  } catch (const RuntimeError& error) {
    complain(show(program_, error, reference->names()));
    return Status::Wrong;
  }
}

}  // namespace

std::shared_ptr<Command> check_trace_command(CLI::App& app) { return std::make_shared<TraceCommand>(app); }

}  // namespace coreecs
