#include <fmt/format.h>

#include "interp/check/record/trace.hpp"
#include "interp/cli/command.hpp"
#include "interp/commands/commands.hpp"
#include "interp/language/format/load.hpp"
#include "interp/language/notation/mentioned.hpp"
#include "interp/language/notation/notation.hpp"

namespace coreecs {

namespace {

/// The verdict on a trace as text.
class TraceText {
 public:
  TraceText(const Trace& trace, const Notation& notation) : trace_(trace), notation_(notation) {}

  /// "step 17, trail⟨e3⟩: ..."
  std::string operator()(const TraceFault& fault) const {
    std::string what = reason(fault);
    if (fault.step == trace_.steps.size()) return what;
    return fmt::format("step {}, {}: {}", fault.step, with_leaf(fault.invocation), what);
  }
  /// The first faults in full, and the number of the others.
  std::string operator()(const std::vector<TraceFault>& faults) const {
    constexpr std::size_t at_a_glance = 10;
    std::string out;
    for (std::size_t j = 0; j < std::min(faults.size(), at_a_glance); ++j)
      out += (j == 0 ? "no   " : next_line) + (*this)(faults[j]);
    if (faults.size() > at_a_glance)
      out += next_line + fmt::format("and {} more, which --json lists", faults.size() - at_a_glance);
    return out;
  }
  /// Writes whether there are none, the first fault, and all faults.
  void json(JsonWriter& out, const std::string& sense, const std::vector<TraceFault>& faults, bool left_out) const {
    out.line(2).member(sense, faults.empty());
    if (left_out) out.member(sense + "_left_out", true);
    if (faults.empty()) return;
    out.key("not_a_" + sense).wide_object([&] { members(out, faults.front()); });
    out.line(2).key(sense + "_faults").wide_list([&] {
      for (const TraceFault& fault : faults)
        out.line(4).wide_object([&] {
          out.member("at", place(fault));
          members(out, fault);
        });
    });
  }

 private:
  static inline const std::string next_line = "\n                      ";

  void members(JsonWriter& out, const TraceFault& fault) const {
    out.member("step", fault.step);
    out.member("reason", (*this)(fault));
  }
  /// The place as a JSON Pointer into the trace.
  std::string place(const TraceFault& fault) const {
    const Place root, events = root.member("traceEvents", 0);
    if (fault.kind == TraceFault::Kind::Ends) return root.member("otherData", 0).pointer() + "/final";
    if (fault.step == trace_.steps.size()) return events.pointer();
    const Trace::Step& step = trace_.steps[fault.step];
    const Place event = events.element(step.event), args = event.member("args", 0);
    if (fault.kind == TraceFault::Kind::Writes) return args.pointer() + "/wrote";
    if (fault.kind != TraceFault::Kind::Otherwise) return args.pointer();
    const Place observed = args.member("observed", 0);
    if (fault.query >= step.observed->size()) return observed.pointer();
    const Place query = observed.element(fault.query);
    return fault.claimed ? query.member(notation_.schema[fault.l.i].name, 0).pointer() : query.pointer();
  }

  std::string invocation(const Performed& u) const {
    std::string out;
    notation_.invocation(out, u.system, u.entities);
    return out;
  }
  std::string with_leaf(const Performed& u) const { return fmt::format("{} (leaf {})", invocation(u), u.leaf); }
  std::string binding(const TraceFault& fault, const Cell& k) const {
    std::string out;
    notation_.binding(out, fault.l, k ? &*k : nullptr);
    return out;
  }
  std::string reason(const TraceFault& fault) const {
    switch (fault.kind) {
      case TraceFault::Kind::Unknown:
        return "no such invocation can be performed here";
      case TraceFault::Kind::Again:
        return "it was performed before";
      case TraceFault::Kind::TooEarly:
        return with_leaf(fault.other) + " has to come before it";
      case TraceFault::Kind::LeftOut:
        return fmt::format("{} has to come before it, is left out, and would write {}", with_leaf(fault.other),
                           binding(fault, fault.found));
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
        return fmt::format("what follows {} ends in a run-time error: {}",
                           fault.other.system.empty() ? "it" : with_leaf(fault.other), fault.error);
      case TraceFault::Kind::Missing:
        break;
    }
    return fmt::format("it ends after {} steps, and {} was not performed, which would write {}", trace_.steps.size(),
                       with_leaf(fault.other), binding(fault, fault.found));
  }

  const Trace& trace_;
  const Notation& notation_;
};

std::string shown(const TraceVerdict& verdict, const Trace& trace, const std::string& program,
                  const Notation& notation) {
  using namespace std::string_literals;
  const TraceText show(trace, notation);
  std::string out = fmt::format("{}: schedule {}, {}, a trace of {}\n", program, trace.schedule,
                                plural(trace.frames, "frame"), plural(trace.steps.size(), "invocation"));
  const auto added = [](bool left_out) { return left_out ? "; the omitted invocations change nothing" : ""; };
  out += "  linearization  " + (verdict.linearization.empty()
                                    ? "yes  an order of po_c(z), in which each invocation observes what it claims"s +
                                          added(verdict.linearization_left_out)
                                    : show(verdict.linearization));
  out += "\n  run            " +
         (verdict.run.empty() ? "yes  each invocation can be performed then, and observes what it claims (D5)"s +
                                    added(verdict.run_left_out)
                              : show(verdict.run));
  out += trace.tells_results() ? "" : "\n  the trace does not say what was written, so this was not checked";
  return out + "\n";
}

std::string json(const TraceVerdict& verdict, const Trace& trace, const Notation& notation) {
  const TraceText show(trace, notation);
  std::string out;
  JsonWriter writer(out);
  writer.wide_object([&] {
    writer.member("schedule", trace.schedule);
    writer.member("frames", trace.frames);
    writer.member("invocations", trace.steps.size());
    writer.member("results", trace.tells_results());
    show.json(writer, "linearization", verdict.linearization, verdict.linearization_left_out);
    show.json(writer, "run", verdict.run, verdict.run_left_out);
  });
  return out + "\n";
}

std::vector<Entity> mentioned_in(const TraceVerdict& verdict) {
  Mentioned mentioned;
  for (const auto* faults : {&verdict.linearization, &verdict.run})
    for (const TraceFault& fault : *faults) {
      for (const Performed* u : {&fault.invocation, &fault.other})
        for (const Entity e : u->entities) mentioned.note(e);
      mentioned.note(fault.l.e);
      for (const Cell* k : {&fault.claimed, &fault.found})
        if (*k) mentioned.note(**k);
    }
  return mentioned.entities();
}

class TraceCommand : public Command {
 public:
  explicit TraceCommand(CommandLine& line);
  [[nodiscard]] Status run() const override;

 private:
  std::string program_, trace_, as_ = "linearization";
  bool json_ = false;
};

TraceCommand::TraceCommand(CommandLine& line)
    : Command(line, "Verify", "check-trace",
              "Say whether a trace is a linearization of po_c(z), and whether its observations and results are right. "
              "A trace may omit invocations that change nothing") {
  if (!native_file()) program_argument(*this, "PROGRAM", program_);
  reads(
      add_option("TRACE", trace_,
                 "what run --trace wrote for it, or what another tool wrote in the same format; - for standard input"))
      ->required();
  if (native_file()) program_argument(*this, "PROGRAM", program_);  // last, since it may be omitted
  add_option("--as", as_,
             "what the trace has to be for exit status 0: a linearization of po_c(z), or a run, whose invocations "
             "observe the current state; for a schedule that is not safe, a run need not be a linearization (D5)")
      ->check(CLI::IsMember({"linearization", "run"}))
      ->capture_default_str();
  json_option(*this, json_);
}

Status TraceCommand::run() const {
  const std::optional<Input> source = read_program(line(), program_);
  if (!source) return Status::Wrong;
  const Program& program = source->program;
  const std::optional<std::string> text = read_text(line(), trace_);
  if (!text) return Status::Wrong;
  std::optional<Execution> reference;
  const auto begin = [&](const std::string& name, std::uint64_t frames) {
    reference.emplace(program, *find_schedule(program, name));
    reference->advance_to(frames);
    return reference->environment();
  };
  try {
    const auto read = read_trace(*text, program, begin);
    if (const auto* problems = std::get_if<std::vector<Problem>>(&read)) {
      if (is_another_document(line(), trace_, *text, trace_document)) return Status::Wrong;
      for (const Problem& problem : *problems) complain(show(trace_, problem) + "\n");
      return Status::Wrong;
    }
    const Trace& trace = std::get<Trace>(read);
    const TraceVerdict verdict =
        check_trace(trace, program, find_schedule(program, trace.schedule)->z, reference->environment());
    reference->names().add(mentioned_in(verdict));
    const Notation notation{program.schema, reference->names()};
    print(json_ ? json(verdict, trace, notation) : shown(verdict, trace, on_one_line(program.name), notation));
    return (as_ == "run" ? verdict.run : verdict.linearization).empty() ? Status::Yes : Status::No;
  } catch (const RuntimeError& error) {
    complain(show(program_, error, reference->names()));
    return Status::Wrong;
  }
}

}  // namespace

std::shared_ptr<Command> check_trace_command(CommandLine& line) { return std::make_shared<TraceCommand>(line); }

}  // namespace coreecs
