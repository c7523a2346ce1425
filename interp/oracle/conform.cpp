#include "interp/oracle/conform.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "interp/base/json/escape.hpp"
#include "interp/base/json/tree.hpp"
#include "interp/base/progress.hpp"
#include "interp/language/format/tree.hpp"
#include "interp/oracle/dimensions.hpp"
#include "interp/oracle/failure_shape.hpp"
#include "interp/oracle/trials.hpp"
#include "interp/run/execution.hpp"
#include "interp/search/reduce.hpp"
#include "interp/views/report/reasons.hpp"

namespace coreecs {

namespace {

using Tree = nlohmann::ordered_json;

constexpr std::string_view of_queries[] = {"incl", "excl", "anyway", "vector"};

/// Yields the case of a number at a level; nothing if there is none.
using Source = std::function<std::optional<GivenCase>(std::uint64_t number, Level)>;

EngineCase case_of(const GivenCase& given) {
  EngineCase one{.id = {}, .program = std::get<Program>(load_tree(given.program)), .schedule = {}};
  one.schedule = find_schedule(one.program, given.schedule)->name;
  one.frames = one.program.frames;
  return one;
}

class Conform {
 public:
  Conform(const MakeEngine& make, const Conformance& options)
      : options_(options), keep_going_(options.keep_going), try_(make, options.isolate, options.limit) {
    report_.engine = try_.description();
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
    if (report_.engine.defers != Defers::All && report_.engine.levels.contains(Level::Schedules))
      throw EngineFailure(
          EngineFailure::Kind::Garbled,
          fmt::format("{} has the level schedules, in which a conc defers all operations, but says that "
                      "it does not; leave out \"defers\" or the level",
                      on_one_line(report_.engine.name)));
    for (const NamedLevel& one : levels)
      if (report_.engine.levels.contains(one.level) && (options.levels.empty() || options.levels.contains(one.level)))
        report_.levels[one.level];
  }

  ConformanceReport random_cases() && {
    for (const NamedLevel& one : levels)
      if (report_.levels.contains(one.level)) check_constructs(one);
    report_.missing.insert(report_.engine.supports.begin(), report_.engine.supports.end());
    for (const auto& [level, tally] : report_.levels)
      for (const NamedShape& shape : shapes_of(level))
        report_.missing.merge(reachable(options_.sizes.of(shape.shape), report_.engine.supports));
    all([this](std::uint64_t number, Level level) { return random_case(number, level); },
        [this](const GivenCase& given, const EngineCase& one) { cover(used(given.program), marks(extent(one))); });
    if (options_.until_covered) {
      report_.complete = report_.complete && (report_.missing.empty() || report_.alarm());
      report_.cases = report_.tried;
    }
    return std::move(report_);
  }

  ConformanceReport given(const std::vector<GivenCase>& cases) && {
    report_.cases = cases.size();
    report_.replays = true;
    keep_going_ = keep_going_ || cases.size() > 1;
    if (cases.size() == 1) report_.schedule = case_of(cases.front()).schedule;
    all([&](std::uint64_t number, Level) { return cases[number]; },
        [this](const GivenCase& given, const EngineCase&) {
          cover(used(given.program), {});
          start_anew();
        });
    return std::move(report_);
  }

  ConformanceReport starts(const Starts& starts, const WantedStart& wanted) && {
    report_.schedule = wanted.schedule;
    all(
        [&](std::uint64_t number, Level) -> std::optional<GivenCase> {
          std::optional<Tree> line = generate(options_.seed, number, starts, wanted);
          if (!line) return std::nullopt;
          return GivenCase{case_name(number), std::move((*line)["program"]), wanted.schedule};
        },
        [this](const GivenCase& given, const EngineCase&) { cover(used(given.program), {}); });
    return std::move(report_);
  }

 private:
  /// A program that the current engine was driven through.
  struct Past {
    std::uint64_t number;
    Level level;
  };

  /// Drives the engine through all cases of a source. `take` is called with each before.
  void all(const Source& source, const std::function<void(const GivenCase&, const EngineCase&)>& take) {
    source_ = source;
    progress::Task cases("case", report_.cases);
    for (std::uint64_t number = report_.shard.number - 1; number < report_.cases && goes_on();
         number += report_.shard.of) {
      cases.next();
      if (options_.go_on && !options_.go_on()) {
        report_.complete = false;
        break;
      }
      ++report_.tried;
      try {
        one_case(number, take);
      } catch (const Interrupted&) {
        report_.complete = false;
        break;
      }
    }
  }

  [[nodiscard]] bool goes_on() const {
    return (keep_going_ || !report_.alarm()) && !(options_.until_covered && report_.missing.empty());
  }

  void one_case(std::uint64_t number, const std::function<void(const GivenCase&, const EngineCase&)>& take) {
    for (auto& [level, tally] : report_.levels) {
      const std::optional<GivenCase> given = source_(number, level);
      if (!given) {
        outside(level, "no random program is as wanted, and uses only what the engine supports");
        continue;
      }
      const EngineCase one = case_of(*given);
      take(*given, one);
      if (!supports(given->program, level)) {
        outside(level, "the engine does not support all constructs of the program");
        continue;
      }
      if (options_.announce) options_.announce(*given, level);
      for (const Tree& before : given->before) static_cast<void>(try_(level, case_of({{}, before})));
      if (!at(level, number, *given, one)) return;
    }
  }

  void outside(Level level, const std::string& why) {
    ++report_.levels[level].outside;
    ++report_.outside[why];
  }

  std::string case_name(std::uint64_t number) const { return fmt::format("case {} of seed {}", number, options_.seed); }

  [[nodiscard]] std::vector<NamedShape> shapes_of(Level level) const {
    return options_.shape ? std::vector{*options_.shape} : shapes_in_turn(level);
  }

  std::optional<GivenCase> random_case(std::uint64_t number, Level level) const {
    const std::vector<NamedShape> in_turn = shapes_of(level);
    const NamedShape& shape = in_turn[number % in_turn.size()];
    std::optional<Tree> line = generate(options_.seed, number,
                                        {.shape = options_.sizes.of(shape.shape),
                                         .only = options_.only,
                                         .among = among(level),
                                         .limit = options_.limit,
                                         .determined = level == Level::Schedules && report_.engine.looks_up});
    if (!line) return std::nullopt;
    return GivenCase{case_name(number), std::move((*line)["program"])};
  }

  void cover(Constructs some, std::set<std::string> sizes) {
    for (const std::string_view construct : some) report_.missing.erase(std::string(construct));
    for (const std::string& mark : sizes) report_.missing.erase(mark);
    report_.covered.merge(some);
    report_.met.merge(sizes);
  }

  /// What the engine supports, and constructs that this level does not exercise.
  [[nodiscard]] Constructs among(Level level) const {
    Constructs all = report_.engine.supports;
    if (level < Level::Queries) all.insert(std::begin(of_queries), std::end(of_queries));
    if (level < Level::Systems) all.insert({"conc", "seq"});
    if (level != Level::Schedules) all.insert({"par", "then", "frames"});
    return all;
  }
  [[nodiscard]] bool supports(const Tree& program, Level level) const {
    const Constructs needed = used(program), all = among(level);
    return std::includes(all.begin(), all.end(), needed.begin(), needed.end());
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

  /// Returns whether there is no alarm.
  bool at(Level level, std::uint64_t number, const GivenCase& given, const EngineCase& one) {
    Driven driven = try_(level, one);
    Tally& tally = report_.levels[level];
    switch (driven.judgement.kind) {
      case Judgement::Kind::Yes:
        ++tally.yes;
        past_.push_back({number, level});
        return true;
      case Judgement::Kind::Outside:
        outside(level, driven.judgement.why);
        past_.push_back({number, level});
        return true;
      case Judgement::Kind::No:
        ++tally.no;
    }
    Alarm alarm{.number = number,
                .name = given.name,
                .level = level,
                .shape = {},
                .program = laid_out(given.program),
                .loaded = one.program,
                .driven = std::move(driven)};
    Tree smallest = given.program;
    static_cast<void>(cut_short([&] { make_smaller(given, smallest, alarm); }));
    start_anew();
    alarm.shape = failure_shape(smallest, level, alarm.driven.failure);
    const auto same = std::find_if(report_.alarms.begin(), report_.alarms.end(),
                                   [&](const Alarm& other) { return other.shape == alarm.shape; });
    if (same != report_.alarms.end()) {
      ++same->cases;
      return false;
    }
    if (const auto known = options_.known.find(alarm.shape); known != options_.known.end()) alarm.known = known->second;
    report_.alarms.push_back(std::move(alarm));
    return false;
  }

  // Shrinking --------------------------------------------------------------------------------------------------------

  void start_anew() {
    try_.start_anew();
    past_.clear();
  }

  /// How the engine fails in a program, if it fails in the same way as in an alarm.
  std::optional<Driven> fails(const Tree& document, const Alarm& alarm) {
    const EngineCase one = case_of({{}, document, schedule_});
    const int tries = alarm.level == Level::Schedules ? 5 : 1;  // races do not show in each run
    for (int k = 0; k < tries; ++k) {
      Driven driven = try_(alarm.level, one);
      if (driven.judgement.kind == Judgement::Kind::No && driven.failure == alarm.driven.failure) return driven;
    }
    return std::nullopt;
  }
  /// The same for a new engine that was driven through other programs first. Notes it in the alarm.
  bool fails_anew(const std::vector<Tree>& before, const Tree& document, Alarm& alarm) {
    interrupt::poll();
    start_anew();
    for (const Tree& one : before) static_cast<void>(try_(alarm.level, case_of({{}, one})));
    std::optional<Driven> driven = fails(document, alarm);
    if (!driven) return false;
    alarm.program = laid_out(document);
    alarm.loaded = case_of({{}, document, schedule_}).program;
    alarm.driven = *std::move(driven);
    alarm.before.clear();
    for (const Tree& one : before) alarm.before.push_back(laid_out(one));
    return true;
  }

  /// Shrinks the program of an alarm while the engine fails in the same way. A new engine confirms that. If it does not
  /// fail in the case, it is driven through what came before, which is shrunk as well.
  void make_smaller(const GivenCase& given, Tree& smallest, Alarm& alarm) {
    schedule_ = given.schedule;
    const std::vector<Past> past = std::exchange(past_, {});
    std::vector<Tree> before = given.before;
    try_.wait_for_loops();
    if (!fails_anew(before, smallest, alarm)) {
      before = what_came_before(past, smallest, alarm);
      alarm.again = !before.empty();
      if (before.empty()) return;
    }
    if (alarm.driven.failure != EngineFailure::Kind::Silent) return shrink(before, smallest, alarm);
    for (const int haste : {5, 20}) {  // once more if it did not loop, but was slow
      std::vector<Tree> smaller_before = before;
      Tree smaller = smallest;
      try_.wait_for_loops(haste);
      shrink(smaller_before, smaller, alarm);
      try_.wait_for_loops();
      if (fails_anew(smaller_before, smaller, alarm)) {
        smallest = std::move(smaller);
        return;
      }
    }
    alarm.again = fails_anew(before, smallest, alarm);
  }

  void shrink(std::vector<Tree>& before, Tree& smallest, Alarm& alarm) {
    int patience = before.empty() ? 5'000 : 500;
    const auto is_asked = [&](const Tree& document, const Program& program) {
      return --patience >= 0 && !try_.has_waited() && find_schedule(program, schedule_) &&
             supports(document, alarm.level);
    };
    const auto reduced = [&](bool anew) {
      return reduce(smallest, Reducible::Everything, [&](const Tree& document, const Program& program) {
        return is_asked(document, program) && (anew || fails(document, alarm)) &&
               (!anew || fails_anew(before, document, alarm));
      });
    };
    // a new engine takes a while to start, so it mostly confirms the result only
    const Tree quickly = before.empty() ? reduced(false) : smallest;
    smallest = before.empty() && fails_anew(before, quickly, alarm) ? quickly : reduced(true);
    for (std::size_t k = 0; k < before.size(); ++k)
      before[k] = reduce(before[k], Reducible::Everything, [&](const Tree& document, const Program& program) {
        std::vector<Tree> smaller = before;
        smaller[k] = document;
        return is_asked(document, program) && fails_anew(smaller, smallest, alarm);
      });
  }

  /// A shortest sequence among the last programs after which a new engine fails; none if there is no such sequence.
  std::vector<Tree> what_came_before(const std::vector<Past>& past, const Tree& program, Alarm& alarm) {
    std::vector<Tree> before;
    for (std::size_t count = 1;; count = std::min(2 * count, past.size())) {
      before.clear();
      for (const Past& one : std::span(past).last(std::min(count, past.size())))
        if (auto given = source_(one.number, one.level)) before.push_back(std::move(given->program));
      if (fails_anew(before, program, alarm)) break;
      if (count >= past.size()) return {};
    }
    for (std::size_t length = before.size() / 2; length > 0; length /= 2)
      for (std::size_t end = before.size(); end >= length;) {
        std::vector<Tree> fewer = before;
        const auto last = fewer.begin() + static_cast<std::ptrdiff_t>(end);
        fewer.erase(last - static_cast<std::ptrdiff_t>(length), last);
        end -= length;
        if (!fewer.empty() && fails_anew(fewer, program, alarm)) before = std::move(fewer);
      }
    return before;
  }

  const Conformance& options_;
  bool keep_going_;
  Trials try_;
  ConformanceReport report_;
  Source source_;
  std::vector<Past> past_;               // of the current engine, except what was tried to shrink
  std::optional<std::string> schedule_;  // of the alarm that is shrunk
};

}  // namespace

const Alarm* ConformanceReport::alarm() const {
  const auto first = std::find_if(alarms.begin(), alarms.end(), [](const Alarm& alarm) { return !alarm.known; });
  return first == alarms.end() ? nullptr : &*first;
}

ConformanceReport conform(const MakeEngine& make, const Conformance& options) {
  return Conform(make, options).random_cases();
}
ConformanceReport conform(const MakeEngine& make, const std::vector<GivenCase>& cases, const Conformance& options) {
  return Conform(make, options).given(cases);
}
ConformanceReport conform(const MakeEngine& make, const Starts& starts, const WantedStart& wanted,
                          const Conformance& options) {
  return Conform(make, options).starts(starts, wanted);
}

}  // namespace coreecs
