#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "interp/apps/app/blocks.hpp"
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
      : app_(app), trace_(trace), verdict_(verdict), blocks_(app), names_(app::last_names(app)) {}

  [[nodiscard]] std::string text() const {
    const auto overlaps = std::count_if(verdict_.conflicts.begin(), verdict_.conflicts.end(),
                                        [](const auto& one) { return one.overlapped > 0; });
    const auto open = std::count_if(verdict_.conflicts.begin(), verdict_.conflicts.end(), is_open);
    std::string out = fmt::format("{}: {} of {} performed, {}{}\n", on_one_line(app_.name), verdict_.performed.size(),
                                  plural(app_.systems.size(), "system"), plural(verdict_.frames, "frame"),
                                  verdict_.schedule ? " of the schedule " + on_one_line(*verdict_.schedule) : "");
    for (std::size_t b = 0; b < verdict_.blocks.size(); ++b) out += block(b);
    const std::size_t broken = verdict_.broken.size() + verdict_.within.size();
    out += fmt::format("  order      {}  ", broken == 0 ? "yes" : "no ");
    out += broken > 0              ? fmt::format("{} not kept\n", wrong_pairs())
           : verdict_.ordered == 0 ? "the app orders no two systems that ran\n"
                                   : fmt::format("{} kept in every frame\n", plural(verdict_.ordered, "ordered pair"));
    for (const traced::Broken& one : verdict_.broken)
      out +=
          fmt::format("    {} before {}{}: in {}, {} began before {} ended (first in frame {}, at {} µs)\n",
                      names_[one.before], names_[one.after], one.next_round ? " of the next round" : "",
                      of(one.times, one.before, one.after), names_[one.after], names_[one.before], one.first, one.at);
    for (const traced::Within& one : verdict_.within)
      out += fmt::format("    {} before or after {}: in {}, it began within it (first in frame {}, at {} µs)\n",
                         names_[one.system], block_name(one.block),
                         fmt::format("{} of {}", one.times, plural(verdict_.frames, "frame")), one.first, one.at);
    out += fmt::format("  conflicts  {}  ", overlaps == 0 ? "yes" : "no ");
    out += overlaps == 0 ? "no two systems that conflict overlapped\n"
                         : fmt::format("{} of systems that conflict overlapped\n",
                                       plural(static_cast<std::size_t>(overlaps), "pair"));
    for (const traced::Seen& one : verdict_.conflicts)
      if (one.overlapped > 0)
        out += fmt::format("    {}: in {}\n", pair(one), of(one.overlapped, one.conflict.a, one.conflict.b));
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
              if (one.next_round) out.member("next_round", true);
              out.member(unit(one.before, one.after), one.times);
              out.member("first_frame", one.first);
              out.member("at", one.at);
            });
        });
        blocks(out);
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
  [[nodiscard]] std::string block_name(std::size_t b) const {
    return on_one_line(app_.sets[blocks_.all()[b].set].name);
  }
  /// "1 of 3 rounds of FixedUpdate"; or frames, unless both are in one block.
  [[nodiscard]] std::string of(std::size_t times, std::size_t a, std::size_t b) const {
    const auto block = blocks_.of(a);
    if (!block || !blocks_.are_in_one(a, b)) return fmt::format("{} of {}", times, plural(verdict_.frames, "frame"));
    return fmt::format("{} of {} of {}", times, plural(verdict_.blocks[*block].all, "round"), block_name(*block));
  }
  [[nodiscard]] std::string block(std::size_t b) const {
    const traced::Rounds& one = verdict_.blocks[b];
    const app::Repeat& said = *app_.sets[blocks_.all()[b].set].repeat;
    std::string out = fmt::format("  block      {}: {}", block_name(b), plural(one.all, "round"));
    if (one.least == one.most)
      out += fmt::format(", {} in each frame", one.most);
    else
      out += fmt::format(", {} to {} in a frame", one.least, one.most);
    if (!one.schedule && one.all > 0) out += "; a round ends where a system begins again";
    const bool depends = said.number && !said.is_range();
    if (!depends && (one.least < said.least || one.most > said.most))
      out += fmt::format("; the app says {}", said.is_range() ? fmt::format("{} to {}", said.least, said.most)
                                                              : fmt::format("{}", said.most));
    return out + "\n";
  }
  /// "1 of 3 ordered pairs", and systems that ran within blocks.
  [[nodiscard]] std::string wrong_pairs() const {
    const auto next =
        std::count_if(verdict_.broken.begin(), verdict_.broken.end(), [](const auto& one) { return one.next_round; });
    std::vector<std::string> all;
    if (const auto pairs = verdict_.broken.size() - static_cast<std::size_t>(next); pairs > 0)
      all.push_back(fmt::format("{} of {}", pairs, plural(verdict_.ordered, "ordered pair")));
    if (next > 0) all.push_back("the order of rounds");
    if (!verdict_.within.empty())
      all.push_back(plural(verdict_.within.size(), "block") + " that nothing comes between");
    return fmt::format("{}", fmt::join(all, ", "));
  }

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

  /// Whether the order of two systems is counted by rounds of their block, or by frames.
  [[nodiscard]] const char* unit(std::size_t a, std::size_t b) const {
    return blocks_.of(a) && blocks_.are_in_one(a, b) ? "rounds" : "frames";
  }
  void blocks(JsonWriter& out) const {
    out.line(2).key("within_blocks").list([&] {
      for (const traced::Within& one : verdict_.within)
        out.object([&] {
          out.member("system", app_.systems[one.system].name);
          out.member("block", app_.sets[blocks_.all()[one.block].set].name);
          out.member("frames", one.times);
          out.member("first_frame", one.first);
          out.member("at", one.at);
        });
    });
    out.line(2).key("blocks").list([&] {
      for (std::size_t b = 0; b < verdict_.blocks.size(); ++b)
        out.object([&] {
          out.member("block", app_.sets[blocks_.all()[b].set].name);
          out.member("schedule", verdict_.blocks[b].schedule);
          out.member("rounds", verdict_.blocks[b].all);
          out.member("least", verdict_.blocks[b].least);
          out.member("most", verdict_.blocks[b].most);
        });
    });
  }
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
  app::Blocks blocks_;
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
        "of each open pair came first. A frame is a run of the schedule that has most systems of the app. In a frame, "
        "each run of a block's schedule is a round.\n"
        "Exit status: 0 the order was kept, and no two systems that conflict overlapped; 1 not so; 2 a file or "
        "the usage is wrong, the trace has no system of the app, or does not tell frames from rounds; 3 interrupted, "
        "or not enough memory; 4 a bug in "
        "coreecs.");
  }
  [[nodiscard]] Status run() const override {
    const std::optional<AppInput> input = read_app(line(), app_);
    if (!input) return Status::Wrong;
    note_observers(input->app, app_, "only systems are compared with the trace");
    const std::optional<std::string> text = read_text(line(), trace_);
    if (!text) return Status::Wrong;
    const auto read = traced::read_chrome(*text);
    if (const Problem* problem = std::get_if<Problem>(&read)) {
      complain(show(trace_, *problem) + "\n");
      return Status::Wrong;
    }
    const auto& trace = std::get<traced::Chrome>(read);
    const traced::TraceReport verdict = traced::judge(input->app, trace);
    if (verdict.refused) {
      complain(trace_, *verdict.refused);
      return Status::Wrong;
    }
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
