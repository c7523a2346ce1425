#include "interp/search/compare_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "interp/base/json/tree.hpp"
#include "interp/views/report/answer.hpp"

namespace coreecs {

using nlohmann::ordered_json;

namespace {

constexpr std::size_t most_places = 12;

/// "Health(goblin)"
std::string place(const Difference& at, const Notation& notation) {
  std::string out;
  notation.location(out, (at.expected ? at.expected : at.found)->l);
  return out;
}

std::string value(const std::optional<Binding>& at, const Notation& notation) {
  std::string out;
  if (!at) return "⊥";
  notation.value(out, at->k, notation.schema[at->l.i].type);
  return out;
}

/// "main leaves 3, by heal⟨ann⟩ (leaf 1)"; with the created entity, if it has another name there
std::string side(const std::string& schedule, const std::optional<Binding>& at, const Location& l,
                 const std::optional<Performed>& by, const Notation& notation) {
  std::string out = fmt::format("      {} leaves {}", schedule, value(at, notation));
  if (at && at->l.e != l.e) out += fmt::format(" at its {}", notation.names(at->l.e));
  if (!by) return out + " (not written in this frame)\n";
  out += ", last written by ";
  notation.invocation(out, *by, true);
  return out + "\n";
}

std::string rest(std::size_t places) {
  return places > most_places ? fmt::format("    ({} more)\n", places - most_places) : "";
}

/// The error by which an end differs from that of the first one: of the reference run, or of another run.
const RuntimeError* error_in(const Comparison& comparison) {
  if (comparison.error) return &*comparison.error;
  return comparison.otherwise ? std::get_if<RuntimeError>(&comparison.otherwise->end) : nullptr;
}

/// Adds the schedule to an error that has none.
RuntimeError in_schedule(RuntimeError error, const std::string& schedule) {
  if (!error.schedule) error.schedule = schedule;
  return error;
}

/// As everywhere, but with the name of the program for the file, and indented.
std::string error_lines(const Program& program, const RuntimeError& error, const Names& names) {
  std::string out = "    ";
  for (const char c : show(program.name.empty() ? "program" : on_one_line(program.name), error, names))
    out += c == '\n' ? std::string("\n    ") : std::string(1, c);
  out.resize(out.size() - 4);
  return out;
}

std::string answer_line(Answer answer, const std::string& why, bool coloured) {
  return fmt::format("  alike  {}  {}\n", shown(answer, coloured), why);
}

}  // namespace

std::string show(const Comparison& comparison, const Program& program, const std::string& first,
                 const std::string& other, const Notation& notation, bool coloured) {
  std::string out = program.name.empty() ? "" : on_one_line(program.name) + ": ";
  out += fmt::format("{} compared with {}, {}\n", other, first, plural(comparison.frames, "frame"));
  if (comparison.error)
    return out +
           answer_line(Answer::No,
                       fmt::format("{} fails in frame {}, {} does not", other, *comparison.error->frame, first),
                       coloured) +
           error_lines(program, *comparison.error, notation.names);
  if (comparison.ends == Answer::Unknown)
    return out +
           answer_line(Answer::Unknown, "the final states have too many entities that are indistinguishable", coloured);

  if (comparison.ends == Answer::No) {
    out += answer_line(Answer::No, fmt::format("they first differ after frame {}", *comparison.parted), coloured);
  } else if (comparison.same == Answer::Yes) {
    const Answer alike = comparison.in_every_frame();
    if (alike == Answer::Yes)
      return out + answer_line(alike,
                               fmt::format("after each frame, every run of {} is in the state of {}", other, first),
                               coloured);
    const std::string in_the_end =
        fmt::format("after frame {}, the last, all runs are in the same state again", comparison.frames);
    if (!comparison.parted)
      return out +
             answer_line(
                 alike,
                 alike == Answer::No
                     ? fmt::format("in frame {} {} is not confluent; {}",
                                   comparison.verdict->lost.confluent.frame.value(), other, in_the_end)
                     : fmt::format("it is undecided within the limit whether {} is confluent after each frame", other),
                 coloured) +
             fmt::format("  coreecs check --schedule {} shows it\n", other);
    out += answer_line(alike, fmt::format("they first differ after frame {}; {}:", *comparison.parted, in_the_end),
                       coloured);
  } else if (comparison.same == Answer::Unknown) {
    return out + answer_line(Answer::Unknown,
                             fmt::format("their reference runs end in the same state; it is undecided within the limit "
                                         "whether every run of {} does",
                                         other),
                             coloured);
  } else if (comparison.parted && !error_in(comparison)) {
    out += answer_line(Answer::No,
                       fmt::format("they first differ after frame {}; after frame {}, the last, their reference runs "
                                   "are in the same state again, but another run of {} is not:",
                                   *comparison.parted, comparison.frames, other),
                       coloured);
  } else {
    out += answer_line(Answer::No,
                       fmt::format("{} is not confluent: its reference run matches {}, but another run {}", other,
                                   first, error_in(comparison) ? "fails" : "does not"),
                       coloured);
    if (const RuntimeError* error = error_in(comparison))
      out += error_lines(program, in_schedule(*error, other), notation.names);
    for (std::size_t j = 0; j < std::min(comparison.at_end.size(), most_places); ++j) {
      const Difference& at = comparison.at_end[j];
      out += fmt::format("    {}: {} ends with {}, that run with {}\n", place(at, notation), first,
                         value(at.expected, notation), value(at.found, notation));
    }
    out += rest(comparison.at_end.size());
    return out + fmt::format("  coreecs check --schedule {} shows it\n", other);
  }
  for (std::size_t j = 0; j < std::min(comparison.places.size(), most_places); ++j) {
    const Parting& parting = comparison.places[j];
    const Location l = (parting.at.expected ? parting.at.expected : parting.at.found)->l;
    out += fmt::format("    {}\n", place(parting.at, notation)) +
           side(first, parting.at.expected, l, parting.by, notation) +
           side(other, parting.at.found, l, parting.by_other, notation);
  }
  out += rest(comparison.places.size());
  if (comparison.at_end.empty() || comparison.parted == comparison.frames) return out;
  const auto initial = [](const Difference& at) { return !(at.expected ? at.expected : at.found)->l.e.created(); };
  const auto first_initial = std::find_if(comparison.at_end.begin(), comparison.at_end.end(), initial);
  const Difference& at = first_initial == comparison.at_end.end() ? comparison.at_end.front() : *first_initial;
  const std::string run = comparison.ends == Answer::Yes ? "another run of " + other : other;
  return out + fmt::format("  in the end {} ends with {} ↦ {}, {} with {}{}\n", first, place(at, notation),
                           value(at.expected, notation), run, value(at.found, notation),
                           comparison.at_end.size() > 1
                               ? fmt::format(", and so on at {}", plural(comparison.at_end.size() - 1, "more place"))
                               : "");
}

namespace {

void json(JsonWriter& out, const std::optional<Binding>& at, const std::optional<Performed>& by,
          const Notation& notation) {
  out.wide_object([&] {
    if (at) {
      out.key("at");
      notation.json(out, std::optional(at->l));
      out.key("value");
      notation.json(out, at->k, notation.schema[at->l.i].type);
    }
    if (by) {
      out.key("by");
      const Performed performed[] = {*by};
      notation.json(out, std::span<const Performed>(performed));
    }
  });
}

/// A list of the runs that fail.
void errors(JsonWriter& out, const std::vector<std::pair<RuntimeError, const Names*>>& all) {
  out.line(2).key("errors").wide_list([&] {
    for (const auto& [error, names] : all) {
      out.line(4).wide_object([&, &error = error, names = names] {
        if (error.schedule) out.member("schedule", *error.schedule);
        if (error.frame) out.member("frame", *error.frame);
        out.member("system", error.system);
        out.key("entities").wide_list([&] {
          for (const Entity e : error.entities) out.value((*names)(e));
        });
        out.member("pointer", error.pointer);
        out.member("error", std::string(error.what()));
      });
    }
  });
}

}  // namespace

std::string json(const Comparison& comparison, const std::string& first, const std::string& other,
                 const Notation& notation) {
  std::string text;
  JsonWriter out(text);
  out.wide_object([&] {
    out.member("schedule", first);
    out.member("with", other);
    out.member("frames", comparison.frames);
    out.key("same");
    if (const std::optional<bool> same = known(comparison.same))
      out.value(*same);
    else
      out.null();
    out.member("because", because(comparison));
    out.member("same_in_every_frame", known(comparison.in_every_frame()));
    if (comparison.parted) out.member("parted_after", *comparison.parted);
    out.line(2).key("differences").wide_list([&] {
      for (const Parting& parting : comparison.places)
        out.line(4).wide_object([&] {
          json(out.key("reference"), parting.at.expected, parting.by, notation);
          json(out.key("other"), parting.at.found, parting.by_other, notation);
        });
    });
    out.line(2).key("at_the_end").wide_list([&] {
      for (const Difference& at : comparison.at_end)
        out.line(4).wide_object([&] {
          json(out.key("reference"), at.expected, std::nullopt, notation);
          json(out.key("other"), at.found, std::nullopt, notation);
        });
    });
    if (const RuntimeError* error = error_in(comparison)) {
      out.line(2).member("error", std::string(error->what()));
      errors(out, {{in_schedule(*error, other), &notation.names}});
    }
  });
  return text + "\n";
}

std::string show(const Failing& first, const std::optional<Failing>& other, const std::string& file,
                 const std::string& name_of_other) {
  const std::string name = first.error.schedule.value_or("?");
  return show(file, first.error, first.names) + (other ? show(file, other->error, other->names) : "") +
         (other
              ? fmt::format("{}: {} and {} both fail: there are no ends to compare\n", file, name, name_of_other)
              : fmt::format("{}: {} fails, {} does not: there is no end to compare with\n", file, name, name_of_other));
}

std::string json(const Failing& first, const std::optional<Failing>& other, const std::string& name_of_other,
                 std::uint64_t frames) {
  std::string text;
  JsonWriter out(text);
  out.wide_object([&] {
    out.member("schedule", first.error.schedule.value_or("?"));
    out.member("with", name_of_other);
    out.member("frames", frames);
    out.key("same").null();
    out.member("because", other ? "both_fail" : "no_reference");
    out.line(2).member("error", std::string(first.error.what()));
    std::vector<std::pair<RuntimeError, const Names*>> all{{first.error, &first.names}};
    if (other) all.emplace_back(other->error, &other->names);
    errors(out, all);
  });
  return text + "\n";
}

std::string show(const ComparedStarts& compared, const CompareSearch& search, const std::optional<std::string>& file,
                 bool coloured) {
  std::string out = fmt::format("{} compared with {}: {} tried, {} each\n", search.other, search.first,
                                plural(compared.tried, "start"), plural(search.frames, "frame"));
  const Answer answer = compared.found                                   ? Answer::No
                        : compared.undecided > 0 || compared.interrupted ? Answer::Unknown
                                                                         : Answer::Yes;
  std::string why = fmt::format("in the same state from {} of {}", compared.same, plural(compared.tried, "start"));
  if (compared.undecided > 0) why += fmt::format(", undecided from {}", compared.undecided);
  if (compared.errors > 0)
    why += fmt::format("; {} fails from {}, and {} from {} of these", search.first, compared.errors, search.other,
                       compared.of_both);
  out += answer_line(answer, why, coloured);
  if (file)
    out += fmt::format(
        "  different in case {}; a shrunk start is written to {}\n{}  coreecs compare {} --schedule {} --with {}\n",
        compared.found->number, *file,
        compared.found->why == "error" ? fmt::format("  there {} fails, {} does not\n", search.other, search.first)
                                       : "",
        *file, search.first, search.other);
  return out;
}

std::string json(const ComparedStarts& compared, const CompareSearch& search, const std::optional<std::string>& file) {
  ordered_json out = {{"schedule", search.first},
                      {"with", search.other},
                      {"frames", search.frames},
                      {"seed", search.seed},
                      {"tried", compared.tried},
                      {"same", compared.same},
                      {"undecided", compared.undecided},
                      {"errors", compared.errors},
                      {"errors_of_both", compared.of_both},
                      {"interrupted", compared.interrupted}};
  out["found"] = nullptr;
  if (compared.found)
    out["found"] = {{"case", compared.found->number}, {"because", compared.found->why}, {"file", *file}};
  return laid_out(out);
}

}  // namespace coreecs
