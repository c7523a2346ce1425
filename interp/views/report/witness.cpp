#include "interp/views/report/report.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "interp/check/decide/effective.hpp"
#include "interp/check/decide/observer.hpp"
#include "interp/language/notation/lines.hpp"
#include "interp/views/report/reasons.hpp"

namespace coreecs {

namespace {

constexpr const char* margin = "       ";  // below "    A  "

std::string padded(const std::string& text, std::size_t width) {
  return text + std::string(width - std::min(width, columns(text)), ' ');
}

/// A place where the ends differ: a location, or a field of the record that both have there.
struct EndsDiffer {
  std::string place, a, b;
};

/// All differences of two states, with the values of the first `most`.
class Differences {
 public:
  Differences(const State& a, const State& b, std::size_t most, const Notation& notation)
      : a_(a), b_(b), most_(most), notation_(notation) {
    std::vector<Location> locations;
    const auto add = [&](const State& one, const State& other) {
      for (Label i = 0; i < one.labels(); ++i)
        for (const auto& [e, k] : one[i]) {
          const Value* there = other.at({e, i});
          if (!there || !(*there == k)) locations.push_back({e, i});
        }
    };
    add(a, b);
    add(b, a);
    std::sort(locations.begin(), locations.end());
    locations.erase(std::unique(locations.begin(), locations.end()), locations.end());
    for (const Location& l : locations) {
      std::string place;
      notation_.location(place, l);
      compare(place, a_.at(l), b_.at(l), notation_.schema[l.i].type);
    }
  }

  [[nodiscard]] const std::vector<EndsDiffer>& shown() const { return shown_; }
  [[nodiscard]] std::size_t more() const { return more_; }

 private:
  void compare(const std::string& place, const Value* one, const Value* other, const Type& type) {
    if (one && other && *one == *other) return;
    if (one && other && type.kind == Type::Kind::Record) {
      for (std::size_t n = 0; n < type.fields.size(); ++n) {
        const std::size_t j = type.declared.empty() ? n : type.declared[n];
        compare(place + "." + type.fields[j].name, &std::get<Record>(one->sum()).fields()[j],
                &std::get<Record>(other->sum()).fields()[j], type.fields[j].type);
      }
    } else if (shown_.size() == most_) {
      ++more_;
    } else {
      shown_.push_back({place, value(one, type), value(other, type)});
    }
  }
  std::string value(const Value* k, const Type& type) const {
    std::string out;
    if (!k) return "⊥";
    notation_.value(out, *k, type);
    return out;
  }

  const State &a_, &b_;
  std::size_t most_;
  const Notation& notation_;
  std::vector<EndsDiffer> shown_;
  std::size_t more_ = 0;
};

/// The two runs, as their invocations that have an effect.
class TwoRuns {
 public:
  TwoRuns(const Verdict& verdict, const Notation& notation)
      : witness_(*verdict.witness()),
        notation_(notation),
        a_(effective(verdict, witness_.a)),
        b_(effective(verdict, witness_.b)) {
    const auto same = [&](std::size_t j, std::size_t k) {
      const Performed &u = witness_.a.order[j], &v = witness_.b.order[k];
      return u.leaf == v.leaf && u.entities == v.entities;
    };
    const auto [u, v] = std::mismatch(a_.steps.begin(), a_.steps.end(), b_.steps.begin(), b_.steps.end(), same);
    parting_ = static_cast<std::size_t>(u - a_.steps.begin());
    with_leaves_ =
        u != a_.steps.end() && v != b_.steps.end() && differ_by_leaf(witness_.a.order[*u], witness_.b.order[*v]);
  }

  [[nodiscard]] std::string runs(const Replays& replays) const {
    return run("A", witness_.a, a_, replays[0]) + run("B", witness_.b, b_, replays[1]);
  }

  [[nodiscard]] std::string ends() const {
    const State* a = std::get_if<State>(&witness_.a.end);
    const State* b = std::get_if<State>(&witness_.b.end);
    if (a && b) return side_by_side(Differences(*a, *b, 12, notation_));
    std::string out;
    for (const auto& [name, run] : {std::pair("A", &witness_.a), std::pair("B", &witness_.b)})
      out += fmt::format("    {} ends {}\n", name, notation_.end(*run, std::nullopt));
    return out;
  }

 private:
  std::string run(const char* name, const Ending& run, const Effective& effective, const std::string& replay) const {
    std::vector<std::string> words;
    if (parting_ > 0) words.push_back(fmt::format("({} in common)", parting_));
    if (parting_ == effective.steps.size()) words.emplace_back("» (nothing more)");
    const std::vector<std::size_t> shown = chosen(effective);
    for (std::size_t k = 0, next = parting_; k < shown.size(); next = shown[k++] + 1) {
      if (shown[k] > next) words.push_back(fmt::format("({} between)", shown[k] - next));
      std::string& word = words.emplace_back(k == 0 ? "» " : "");
      notation_.invocation(word, run.order[effective.steps[shown[k]]], with_leaves_);
      if (k + 1 < shown.size()) word += ",";
    }
    const std::size_t end = shown.empty() ? parting_ : shown.back() + 1;
    if (end < effective.steps.size()) words.push_back(fmt::format("({} more)", effective.steps.size() - end));
    std::string out = paragraph(fmt::format("    {}  ", name), margin, words);
    out += left_out(margin, run.order.size() - effective.steps.size());
    if (!replay.empty()) out += fmt::format("{}replay: {}\n", margin, shown_replay(replay));
    return out;
  }

  /// The steps that are shown: the first ones from where the runs part, those that race, and the last one that changes
  /// what differs.
  [[nodiscard]] std::vector<std::size_t> chosen(const Effective& effective) const {
    constexpr std::size_t most = 12;
    std::vector<std::size_t> places = effective.racing, all;
    if (effective.last) places.push_back(*effective.last);
    for (std::size_t& place : places) {
      const auto at = std::lower_bound(effective.steps.begin(), effective.steps.end(), place);
      place = static_cast<std::size_t>(at - effective.steps.begin());
    }
    const std::size_t end = std::min(effective.steps.size(), parting_ + most);
    const auto late = std::count_if(places.begin(), places.end(), [&](std::size_t place) { return place >= end; });
    for (std::size_t j = parting_; j + static_cast<std::size_t>(late) < end; ++j) all.push_back(j);
    std::copy_if(places.begin(), places.end(), std::back_inserter(all),
                 [&](std::size_t place) { return place >= parting_; });
    std::sort(all.begin(), all.end());
    all.erase(std::unique(all.begin(), all.end()), all.end());
    return all;
  }

  static std::string side_by_side(const Differences& differences) {
    std::size_t place = columns("ends with"), a = 1, b = 1;
    for (const EndsDiffer& row : differences.shown()) {
      place = std::max(place, columns(row.place));
      a = std::max(a, columns(row.a));
      b = std::max(b, columns(row.b));
    }
    std::string out;
    if (4 + place + 2 + a + 2 + b <= line_width) {
      const auto line = [&](const std::string& first, const std::string& second, const std::string& third) {
        out += fmt::format("    {}  {}  {}\n", padded(first, place), padded(second, a), third);
      };
      line("ends with", "A", "B");
      for (const EndsDiffer& row : differences.shown()) line(row.place, row.a, row.b);
    } else {
      for (const EndsDiffer& row : differences.shown())
        out += fmt::format("    {}\n      A ends with {}\n      B ends with {}\n", row.place, row.a, row.b);
    }
    if (differences.more() > 0) out += fmt::format("    ({} more)\n", differences.more());
    return out;
  }

  const Witness& witness_;
  const Notation& notation_;
  Effective a_, b_;
  std::size_t parting_ = 0;
  bool with_leaves_ = false;
};

/// The racing invocations, what they observe and what they leave.
std::string show_race(const Verdict& verdict, const Notation& notation) {
  const Conflict& race = coreecs::race(verdict);
  const PartialOrder& po = verdict.of->po;
  Observer observer(verdict.of->c, po);
  std::string out = "\n  The race at ";
  notation.location(out, race.l);
  out += ":\n";
  for (const auto& [u, v] : {std::pair(race.u, race.v), std::pair(race.v, race.u)}) {
    std::vector<std::string> observed;
    for (const Observed& at : observer.observation(u))
      notation.binding(observed.emplace_back(), at.l, at.k ? &*at.k : nullptr);
    out += paragraph("    ", "      ",
                     fmt::format("{} observes {} and leaves {}", among(po, u, {v}, notation),
                                 observed.empty() ? "nothing" : fmt::format("{}", fmt::join(observed, ", ")),
                                 left_by(po, u, race.l, notation)));
  }
  return out;
}

}  // namespace

std::string show_witness(const Verdict& verdict, const Notation& notation, const Replays& replays) {
  std::string out = show_race(verdict, notation);
  out += verdict.confluent() == Answer::No ? "\n  Two runs" : "\n  Two linearizations of po_c(z)";
  out += " that differ";
  if (const std::optional<Location>& l = verdict.witness()->l) {
    out += " at ";
    notation.location(out, *l);
  }
  out += "; they part at »:\n";
  const TwoRuns two(verdict, notation);
  return out + two.runs(replays) + "\n" + two.ends();
}

}  // namespace coreecs
