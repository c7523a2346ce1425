#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "interp/apps/commands/apps.hpp"
#include "interp/apps/commands/commands.hpp"
#include "interp/apps/traced/report.hpp"
#include "interp/base/json/writer.hpp"
#include "interp/cli/command.hpp"
#include "interp/language/notation/notation.hpp"

namespace coreecs {

namespace {

/// A verdict on a trace, as text and as JSON.
class Performance {
 public:
  Performance(const app::App& app, const traced::Chrome& trace, const traced::TraceReport& verdict)
      : app_(app), trace_(trace), verdict_(verdict), names_(app::last_names(app)) {}

  [[nodiscard]] std::string text() const {
    const auto overlaps = std::count_if(verdict_.conflicts.begin(), verdict_.conflicts.end(),
                                        [](const auto& one) { return one.overlapped > 0; });
    const auto open = std::count_if(verdict_.conflicts.begin(), verdict_.conflicts.end(), is_open);
    std::string out = fmt::format("{}: {} of {} performed, {}{}\n", on_one_line(app_.name), verdict_.performed.size(),
                                  plural(app_.systems.size(), "system"), plural(verdict_.frames, "frame"),
                                  verdict_.schedule ? " of the schedule " + on_one_line(*verdict_.schedule) : "");
    out += fmt::format("  order      {}  ", verdict_.broken.empty() ? "yes" : "no ");
    out += verdict_.ordered == 0 ? "the app orders no two systems that ran\n"
           : verdict_.broken.empty()
               ? fmt::format("{} kept in every frame\n", plural(verdict_.ordered, "ordered pair"))
               : fmt::format("{} of {} not kept\n", verdict_.broken.size(), plural(verdict_.ordered, "ordered pair"));
    for (const traced::Broken& one : verdict_.broken)
      out += fmt::format("    {} before {}: in {} of {}, {} began before {} ended (first in frame {}, at {} µs)\n",
                         names_[one.before], names_[one.after], one.frames, plural(verdict_.frames, "frame"),
                         names_[one.after], names_[one.before], one.first, one.at);
    out += fmt::format("  conflicts  {}  ", overlaps == 0 ? "yes" : "no ");
    out += overlaps == 0 ? "no two systems that conflict overlapped\n"
                         : fmt::format("{} of systems that conflict overlapped\n",
                                       plural(static_cast<std::size_t>(overlaps), "pair"));
    for (const traced::Seen& one : verdict_.conflicts)
      if (one.overlapped > 0)
        out += fmt::format("    {}: in {} of {}\n", pair(one), one.overlapped, plural(verdict_.frames, "frame"));
    if (open > 0)
      out += fmt::format("  open       {} conflict and have no order; which came first:\n",
                         plural(static_cast<std::size_t>(open), "pair"));
    for (const traced::Seen& one : verdict_.conflicts)
      if (is_open(one))
        out += fmt::format("    {}: {} {}, {} {}{}\n", pair(one), names_[one.conflict.a], one.a_first,
                           names_[one.conflict.b], one.b_first,
                           one.overlapped == 0 ? "" : fmt::format(", both at once {}", one.overlapped));
    return out + notes();
  }

  [[nodiscard]] std::string json() const {
    return laid_out([&](JsonWriter& out) {
      out.object([&] {
        out.line(2).member("app", app_.name);
        out.line(2).member("schedule", verdict_.schedule);
        out.line(2).member("frames", verdict_.frames);
        out.line(2).member("holds", verdict_.holds());
        out.line(2).member("ordered", verdict_.ordered);
        out.line(2).key("broken").list([&] {
          for (const traced::Broken& one : verdict_.broken)
            out.object([&] {
              out.member("before", app_.systems[one.before].name);
              out.member("after", app_.systems[one.after].name);
              out.member("frames", one.frames);
              out.member("first_frame", one.first);
              out.member("at", one.at);
            });
        });
        out.line(2).key("conflicts").list([&] {
          for (const traced::Seen& one : verdict_.conflicts) out.object([&] { seen(out, one); });
        });
        systems(out, "performed", verdict_.performed);
        systems(out, "never_performed", verdict_.never);
        systems(out, "not_told_apart", verdict_.alike);
        out.line(2).key("unknown").list([&] {
          for (const std::string& name : verdict_.unknown) out.value(name);
        });
        out.line(2).member("cut", trace_.is_cut);
        out.line(2).member("unfinished", trace_.open);
      });
    });
  }

 private:
  static bool is_open(const traced::Seen& one) { return !one.ordered; }

  /// "swim and draw, on Place"
  [[nodiscard]] std::string pair(const traced::Seen& one) const {
    std::vector<std::string> on;
    for (const std::size_t label : one.conflict.on) on.push_back(on_one_line(app_.components[label].name));
    return fmt::format("{} and {}, on {}", names_[one.conflict.a], names_[one.conflict.b],
                       on.empty() ? "the world" : fmt::format("{}", fmt::join(on, ", ")));
  }

  [[nodiscard]] std::string notes() const {
    std::string out;
    const auto note = [&](const std::vector<std::size_t>& systems, const char* what) {
      if (systems.empty()) return;
      std::vector<std::string> all;
      for (std::size_t k = 0; k < std::min(systems.size(), most); ++k) all.push_back(names_[systems[k]]);
      out += fmt::format("  {}: {}{}\n", what, fmt::join(all, ", "), more(systems.size()));
    };
    note(verdict_.never, "never performed");
    note(verdict_.alike, "left out, because the trace has one name for them");
    if (!verdict_.unknown.empty()) {
      std::vector<std::string> all;
      for (std::size_t k = 0; k < std::min(verdict_.unknown.size(), most); ++k)
        all.push_back(on_one_line(verdict_.unknown[k]));
      out +=
          fmt::format("  in the trace and not in the app: {}{}\n", fmt::join(all, ", "), more(verdict_.unknown.size()));
    }
    if (trace_.is_cut) out += "  the trace ends within its list of events\n";
    if (trace_.open > 0)
      out += fmt::format("  left out: {} not end in the trace\n",
                         trace_.open == 1 ? "1 span does" : fmt::format("{} spans do", trace_.open));
    return out;
  }
  static constexpr std::size_t most = 10;
  static std::string more(std::size_t n) { return n > most ? fmt::format(" ({} more)", n - most) : ""; }

  void seen(JsonWriter& out, const traced::Seen& one) const {
    out.member("a", app_.systems[one.conflict.a].name);
    out.member("b", app_.systems[one.conflict.b].name);
    out.key("on").list([&] {
      for (const std::size_t label : one.conflict.on) out.value(app_.components[label].name);
    });
    out.member("ordered", one.ordered);
    out.member("a_first", one.a_first);
    out.member("b_first", one.b_first);
    out.member("overlapped", one.overlapped);
  }
  void systems(JsonWriter& out, const char* key, const std::vector<std::size_t>& all) const {
    out.line(2).key(key).list([&] {
      for (const std::size_t k : all) out.value(app_.systems[k].name);
    });
  }

  const app::App& app_;
  const traced::Chrome& trace_;
  const traced::TraceReport& verdict_;
  std::vector<std::string> names_;
};

class AppTraceCommand : public Command {
 public:
  explicit AppTraceCommand(CommandLine& line)
      : Command(line, "Apps", "check-trace", "Say whether an engine's trace keeps the order of an app") {
    app_argument(*this, app_);
    reads(add_option("TRACE", trace_,
                     "a trace in Chrome's format, as Bevy writes it with the features trace and "
                     "trace_chrome; - for standard input"))
        ->required();
    json_option(*this, json_);
    footer(
        "In each frame: was the order kept, which systems overlapped although they conflict, and which system "
        "of each open pair came first. A frame is a run of the schedule that has most systems of the app.\n"
        "Exit status: 0 the order was kept, and no two systems that conflict overlapped; 1 not so; 2 a file or "
        "the usage is wrong, or the trace has no system of the app; 3 interrupted, or not enough memory; 4 a bug in "
        "coreecs.");
  }
  [[nodiscard]] Status run() const override {
    const std::optional<AppInput> input = read_app(line(), app_);
    if (!input) return Status::Wrong;
    note_observers(input->app, app_, "only systems are compared with the trace");
    if (has_block(input->app, app_, "a trace does not say where its rounds begin; expected an app of one round"))
      return Status::Wrong;
    const std::optional<std::string> text = read_text(line(), trace_);
    if (!text) return Status::Wrong;
    const auto read = traced::read_chrome(*text);
    if (const Problem* problem = std::get_if<Problem>(&read)) {
      complain(show(trace_, *problem) + "\n");
      return Status::Wrong;
    }
    const auto& trace = std::get<traced::Chrome>(read);
    const traced::TraceReport verdict = traced::judge(input->app, trace);
    if (verdict.performed.empty()) {
      complain(trace_, fmt::format("found no system of the app; it has {}, the trace has {}",
                                   input->app.systems.empty() ? "none" : in_quotes(input->app.systems[0].name),
                                   in_quotes(trace.systems[0].name)));
      return Status::Wrong;
    }
    const Performance shown(input->app, trace, verdict);
    print(json_ ? shown.json() : shown.text());
    return verdict.holds() ? Status::Yes : Status::No;
  }

 private:
  std::string app_, trace_;
  bool json_ = false;
};

}  // namespace

std::shared_ptr<Command> app_trace_command(CommandLine& line) { return std::make_shared<AppTraceCommand>(line); }

}  // namespace coreecs
