#include "interp/oracle/conform.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "interp/base/json/tree.hpp"
#include "interp/base/progress.hpp"
#include "interp/language/format/tree.hpp"
#include "interp/oracle/dimensions.hpp"
#include "interp/oracle/tell.hpp"
#include "interp/run/execution.hpp"
#include "interp/search/reduce.hpp"
#include "interp/views/report/reasons.hpp"

namespace coreecs {

namespace {

using Tree = nlohmann::ordered_json;

constexpr std::string_view of_queries[] = {"incl", "excl", "anyway", "vector"};

class Conform {
 public:
  Conform(Engine& engine, const Conformance& options) : engine_(engine), options_(options) {
    report_.seed = options.seed;
    report_.cases = options.cases;
    report_.shard = options.shard;
    report_.asked = options.shape ? options.shape->name : "all shapes";
    for (const auto& [what, most] : {std::pair("components", options.sizes.components),
                                     {"constraints", options.sizes.terms},
                                     {"entities", options.sizes.entities},
                                     {"frames", options.sizes.frames}})
      if (most) report_.asked += fmt::format(", at most {} {}", *most, what);
    if (options.only) report_.asked += fmt::format(", {}", wording(*options.only).key);
    for (const Level level : options.levels) report_.asked += fmt::format(", {}", name(level));
    report_.engine = engine.describe();
    for (const NamedLevel& one : levels)
      if (report_.engine.levels.contains(one.level) && (options.levels.empty() || options.levels.contains(one.level))) {
        report_.levels[one.level];
        check_constructs(one);
      }
    report_.missing.insert(report_.engine.supports.begin(), report_.engine.supports.end());
    for (const NamedShape& shape : shapes)
      if (!options.shape || options.shape->name == shape.name)
        report_.missing.merge(reachable(options.sizes.of(shape.shape), report_.engine.supports));
  }

  ConformanceReport random_cases() && {
    progress::Task cases("case", options_.cases);
    for (std::uint64_t number = options_.shard.number - 1; number < options_.cases && !report_.alarm;
         number += options_.shard.of) {
      if (options_.until_covered && report_.missing.empty()) break;
      cases.next();
      if (options_.go_on && !options_.go_on()) {
        report_.complete = false;
        break;
      }
      ++report_.tried;
      try {
        one_case(number);
      } catch (const Interrupted&) {
        report_.complete = false;
        break;
      }
    }
    if (options_.until_covered) {
      report_.complete = report_.complete && (report_.missing.empty() || report_.alarm);
      report_.cases = report_.tried;
    }
    return std::move(report_);
  }

  ConformanceReport of(const Tree& program, const EngineCase& one) && {
    report_.schedule = one.schedule;
    report_.cases = report_.tried = 1;
    report_.covered = used(program);
    try {
      for (const auto& [level, tally] : report_.levels)
        if (!report_.alarm) at(level, 0, program, one);
    } catch (const Interrupted&) {
      report_.complete = false;
    }
    return std::move(report_);
  }

 private:
  void one_case(std::uint64_t number) {
    std::optional<Wanted> wanted;
    std::optional<Tree> one;
    for (const auto& [level, tally] : report_.levels) {
      if (report_.alarm) return;
      const std::optional<Wanted> before = std::exchange(wanted, this->wanted(number, level));
      if (!before || wanted->among != before->among || wanted->determined != before->determined)
        one = generate(options_.seed, number, *wanted);
      if (!one) {
        ++report_.levels[level].outside;
        ++report_.outside["no random program uses only what the engine supports"];
        continue;
      }
      const Tree& program = (*one)["program"];
      const EngineCase loaded = case_of(program);
      cover(used(program), marks(extent(loaded)));
      at(level, number, program, loaded);
    }
  }

  void cover(Constructs some, std::set<std::string> sizes) {
    for (const std::string_view construct : some) report_.missing.erase(std::string(construct));
    for (const std::string& mark : sizes) report_.missing.erase(mark);
    report_.covered.merge(some);
    report_.met.merge(sizes);
  }

  [[nodiscard]] Wanted wanted(std::uint64_t number, Level level) const {
    const NamedShape& shape = options_.shape ? *options_.shape : shapes[number % std::size(shapes)];
    return {.shape = options_.sizes.of(shape.shape),
            .only = options_.only,
            .among = among(level),
            .limit = options_.limit,
            .determined = level == Level::Schedules && report_.engine.looks_up};
  }

  /// What the engine supports, and constructs that this level does not exercise.
  [[nodiscard]] Constructs among(Level level) const {
    Constructs all = report_.engine.supports;
    if (level < Level::Queries) all.insert(std::begin(of_queries), std::end(of_queries));
    if (level < Level::Systems) all.insert({"conc", "seq"});
    if (level < Level::Schedules) all.insert({"par", "then", "frames"});
    return all;
  }

  /// Throws EngineFailure if no program can be made of what the engine supports.
  void check_constructs(const NamedLevel& at) const {
    const Constructs all = among(at.level);
    for (const std::vector<std::string_view>& one_of :
         {std::vector<std::string_view>{"unit", "bool", "int", "real", "text", "entity"},
          {"incl", "excl", "anyway"},
          {"attach", "detach", "destroy"},
          {"conc", "seq"}})
      if (std::none_of(one_of.begin(), one_of.end(), [&](std::string_view one) { return all.contains(one); }))
        throw EngineFailure(EngineFailure::Kind::Garbled,
                            fmt::format("{} supports none of {}; the level {} needs at least one",
                                        on_one_line(report_.engine.name), fmt::join(one_of, ", "), at.name));
  }

  static EngineCase case_of(const Tree& program) {
    EngineCase one{.id = {}, .program = std::get<Program>(load_tree(program)), .schedule = {}};
    one.schedule = find_schedule(one.program, {})->name;
    one.frames = one.program.frames;
    return one;
  }

  Driven drive(Level level, const EngineCase& one) {
    return coreecs::drive(one, engine_, level, report_.engine, options_.limit);
  }

  void at(Level level, std::uint64_t number, const Tree& program, const EngineCase& one) {
    Driven driven = drive(level, one);
    Tally& tally = report_.levels[level];
    switch (driven.judgement.kind) {
      case Judgement::Kind::Yes:
        ++tally.yes;
        return;
      case Judgement::Kind::Outside:
        ++tally.outside;
        ++report_.outside[driven.judgement.why];
        return;
      case Judgement::Kind::No:
        ++tally.no;
    }
    report_.alarm = {.number = number,
                     .level = level,
                     .program = laid_out(program),
                     .loaded = one.program,
                     .driven = std::move(driven)};
    if (program.contains("schedules") && program["schedules"].size() == 1) make_smaller(program, *report_.alarm);
  }

  /// Shrinks the program of an alarm while the engine fails in the same way.
  void make_smaller(const Tree& found, Alarm& alarm) {
    const auto fails = [&](const EngineCase& one) -> std::optional<Driven> {
      const int tries = alarm.level == Level::Schedules ? 5 : 1;  // races do not show in each run
      for (int k = 0; k < tries; ++k) {
        Driven driven = drive(alarm.level, one);
        if (driven.judgement.kind == Judgement::Kind::No && driven.failure == alarm.driven.failure) return driven;
      }
      return std::nullopt;
    };
    int patience = alarm.driven.failure == EngineFailure::Kind::Silent ? 8 : 5'000;
    Tree smaller = reduce(found, Reducible::Everything, [&](const Tree& document, const Program& program) {
      if (--patience < 0 || program.schedules.empty()) return false;
      const Constructs needed = used(document), all = among(alarm.level);
      if (!std::includes(all.begin(), all.end(), needed.begin(), needed.end())) return false;
      return fails(case_of(document)).has_value();
    });
    const EngineCase one = case_of(smaller);
    if (std::optional<Driven> driven = fails(one)) {
      alarm.program = laid_out(smaller);
      alarm.loaded = one.program;
      alarm.driven = *std::move(driven);
    }
  }

  Engine& engine_;
  const Conformance& options_;
  ConformanceReport report_;
};

}  // namespace

ConformanceReport conform(Engine& engine, const Conformance& options) {
  return Conform(engine, options).random_cases();
}

ConformanceReport conform(Engine& engine, const Tree& program, const EngineCase& one, const Conformance& options) {
  return Conform(engine, options).of(program, one);
}

namespace {

/// Constructs, then marks, each in the order of their tables.
std::vector<std::string> in_order(const std::set<std::string>& some) {
  std::vector<std::string> all;
  const auto add = [&](std::string one) {
    if (some.contains(one)) all.push_back(std::move(one));
  };
  for (const std::string_view construct : constructs) add(std::string(construct));
  for (const Dimension& dimension : dimensions)
    for (const std::uint64_t mark : dimension.marks) add(shown_mark(dimension, mark));
  return all;
}

}  // namespace

std::string show(const ConformanceReport& report) {
  std::string out;
  if (const auto& alarm = report.alarm) {
    const Judgement& judgement = alarm->driven.judgement;
    const std::string which = report.schedule ? "schedule " + *report.schedule
                                              : fmt::format("case {} of seed {}", alarm->number, report.seed);
    out += fmt::format("{}, {}: no: {}\n", which, name(alarm->level), reason_of(judgement, alarm->loaded.schema));
    if (!alarm->driven.order.empty()) {
      constexpr std::size_t most = 20;
      const std::span<const Performed> order = alarm->driven.order;
      const std::size_t hidden = order.size() - std::min(order.size(), most);
      out += hidden > 0 ? fmt::format("visits, after {} others: ", hidden) : "visits: ";
      Notation{alarm->loaded.schema, judgement.names}.invocations(out, order.subspan(hidden), true);
      out += "\n";
    }
  }
  out += fmt::format("{}: {}\n", on_one_line(report.engine.name),
                     report.schedule
                         ? "schedule " + *report.schedule
                         : fmt::format("{} of {} of seed {}", report.tried, plural(report.cases, "case"), report.seed));
  for (const auto& [level, tally] : report.levels)
    out += fmt::format("  {}: {} yes, {} no, {} outside\n", name(level), tally.yes, tally.no, tally.outside);
  for (const auto& [why, count] : report.outside) out += fmt::format("  outside, {}: {}\n", count, on_one_line(why));
  if (!report.missing.empty() && !report.schedule)
    out += fmt::format("  no case had: {}\n", fmt::join(in_order(report.missing), ", "));
  if (!report.complete) out += "  not all cases were tried\n";
  return out;
}

}  // namespace coreecs
