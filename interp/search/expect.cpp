#include "interp/search/expect.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "interp/fast/renaming.hpp"
#include "interp/notation/notation.hpp"
#include "interp/report/aspect.hpp"
#include "interp/run/execution.hpp"
#include "semantics/renaming.hpp"

namespace coreecs {

Answer decision(const Verdict& verdict, Aspect aspect) {
  const Answer found = answer(verdict, aspect);
  if (found != Answer::Unknown) return found;
  const Reasons& because = verdict.because;
  const auto* undecided = std::get_if<reason::Undecided>(&because.deterministic);
  if (aspect == Aspect::Confluent) undecided = std::get_if<reason::Undecided>(&because.confluent);
  if (undecided && undecided->cut == Cut::Memory) throw std::bad_alloc();
  if (undecided && undecided->cut == Cut::Interrupt) throw Interrupted();
  return found;
}

namespace {

void compare(std::vector<std::string>& differences, const Verdict& verdict, Aspect aspect,
             std::optional<bool> expected) {
  if (!expected) return;
  const Answer found = decision(verdict, aspect);
  if (found == answer(*expected)) return;
  differences.push_back(fmt::format("{}: expected {}, found {}", wording(aspect).key, *expected,
                                    found == Answer::Unknown ? "undecided"
                                    : found == Answer::Yes   ? "true"
                                                             : "false"));
}

/// What tells the created entities of a state apart, as a hash of each.
using Colours = std::map<Entity, std::size_t>;
enum class By { Components, Values, References };

std::size_t hash_of(const Value& k, const Colours& colours) {
  if (const Entity* e = std::get_if<Entity>(&k.sum()); e && e->created()) return colours.at(*e);
  const Record* r = std::get_if<Record>(&k.sum());
  if (!r) return std::hash<Value>{}(k);
  std::size_t hash = 1;
  for (const Value& field : r->fields()) hash = mix(hash, hash_of(field, colours));
  return hash;
}

/// Colours, made finer by the components that an entity has, by their values, or also by what refers to it.
Colours refined(const State& c, const Colours& colours, By by) {
  Colours finer = colours;
  for (Label i = 0; i < c.labels(); ++i)
    for (const auto& [e, k] : c[i]) {
      const std::size_t here = e.created() ? colours.at(e) : std::hash<Entity>{}(e);
      const std::size_t fact = by == By::Components ? i : mix(mix(i, here), hash_of(k, colours));
      if (e.created()) finer.at(e) += mix(1, fact);
      if (by == By::References)
        for_each_entity(k, [&](Entity x) {
          if (x.created()) finer.at(x) += mix(2, fact);
        });
    }
  return finer;
}

/// The coarsest first: by components, none, by values, and by references ever further.
std::vector<Colours> all_colours(const State& c) {
  Colours none;
  for (const Entity e : created(c)) none.emplace(e, 0);
  std::vector<Colours> all{refined(c, none, By::Components), none, refined(c, none, By::Values)};
  for (int round = 0; round < 4; ++round) all.push_back(refined(c, round == 0 ? none : all.back(), By::References));
  return all;
}

/// With which created entity of a state each one of another is compared that is not the same up to renaming: with one
/// that is as like it as can be, of the same name first.
std::map<Entity, Entity> counterparts(const State& wanted, const State& actual, const Names& names) {
  const std::vector<Colours> colours = all_colours(wanted), colours_ = all_colours(actual);
  std::vector<Entity> open = created(wanted), open_ = created(actual);
  std::map<Entity, Entity> found;
  const auto pair = [&](std::size_t j, bool of_same_name) {
    const auto key = [&](Entity e, const Colours& colours) {
      return std::pair(of_same_name ? std::optional(names.resolved(e)) : std::nullopt, colours.at(e));
    };
    std::multimap<std::pair<std::optional<Entity>, std::size_t>, Entity> there;
    for (const Entity e : open_) there.emplace(key(e, colours_[j]), e);
    std::erase_if(open, [&](Entity e) {
      const auto image = there.find(key(e, colours[j]));
      if (image == there.end()) return false;
      found.emplace(e, image->second);
      there.erase(image);
      return true;
    });
    open_.clear();
    for (const auto& [key, e] : there) open_.push_back(e);
    std::sort(open_.begin(), open_.end());
  };
  for (std::size_t j = colours.size(); j-- > 0;) {
    pair(j, true);
    if (j != 1) pair(j, false);
  }
  return found;
}

void compare_final(std::vector<std::string>& differences, const Schema& schema, const State& wanted,
                   const State& actual, const Names& names) {
  const Answer alike = fast::equal_up_to_renaming(wanted, actual);
  if (alike == Answer::Yes) return;
  const std::map<Entity, Entity> there = counterparts(wanted, actual, names);
  std::map<Entity, Entity> back;
  for (const auto& [e, e_] : there) back.emplace(e_, e);
  const auto image = [](const std::map<Entity, Entity>& entities) {
    return [&entities](Entity e) {
      const auto found = entities.find(e);
      return found == entities.end() ? e : found->second;
    };
  };
  const State expected = renamed(wanted, image(there));
  const auto shown = [&](const Location& l, const Value& k) {
    std::string out;
    Notation{schema, names}.binding(out, l, &k);
    return out;
  };
  const auto missing = [&](const State& a, const State& b, const auto& report) {
    for (Label i = 0; i < a.labels(); ++i)
      for (const auto& [e, k] : a[i])
        if (const Value* k_ = b.at({e, i}); !k_ || !(*k_ == k)) report(Location{e, i}, k_);
  };
  const std::size_t before = differences.size();
  missing(expected, actual, [&](const Location& l, const Value* found) {
    const Location here{image(back)(l.e), l.i};
    differences.push_back("final: expected " + shown(here, *wanted.at(here)) + ", found " +
                          (found ? shown(l, *found) : "none"));
  });
  missing(actual, expected, [&](const Location& l, const Value* wanted) {
    if (!wanted) differences.push_back("final: expected none, found " + shown(l, *actual.at(l)));
  });
  if (alike == Answer::Unknown && differences.size() > before)
    differences.push_back("final: it was not tried whether other entities could stand for those compared here");
}

/// The invariants of which something is expected.
std::vector<const Invariant*> watched(const Program& program, const Expectation& expected) {
  std::vector<const Invariant*> watched;
  for (const Invariant& invariant : program.invariants)
    if (std::any_of(expected.invariants.begin(), expected.invariants.end(),
                    [&](const auto& fact) { return fact.first == invariant.name; }))
      watched.push_back(&invariant);
  return watched;
}

void compare_invariants(std::vector<std::string>& differences, const Expectation& expected,
                        const Execution& execution) {
  for (const auto& [name, holds] : expected.invariants) {
    const Violation* failed = nullptr;
    for (const Violation& violation : execution.violations())
      if (violation.invariant == name) failed = &violation;
    if (holds && failed)
      differences.push_back(fmt::format("invariant {}: expected that it holds, found that it {}", name,
                                        show(*failed, execution.names())));
    if (!holds && !failed)
      differences.push_back(fmt::format("invariant {}: expected that it fails, found that it holds", name));
  }
}

}  // namespace

std::vector<std::string> differences(const Program& program, const Expectation& expected, std::size_t limit) {
  std::vector<std::string> found;
  const auto* schedule = find_schedule(program, expected.schedule);
  Execution execution(program, *schedule, watched(program, expected));
  try {
    execution.advance_to(program.frames);
    const bool verdicts = expected.safe_by_rule || expected.safe || expected.deterministic || expected.confluent ||
                          expected.invocations || expected.linearizations;
    if (verdicts) {
      const Verdict verdict = check(program, *schedule, program.frames, limit);
      compare(found, verdict, Aspect::SafeByRule, expected.safe_by_rule);
      compare(found, verdict, Aspect::Safe, expected.safe);
      compare(found, verdict, Aspect::Deterministic, expected.deterministic);
      compare(found, verdict, Aspect::Confluent, expected.confluent);
      if (expected.invocations && *expected.invocations != verdict.invocations())
        found.push_back(
            fmt::format("invocations: expected {}, found {}", *expected.invocations, verdict.invocations()));
      if (expected.linearizations && *expected.linearizations != verdict.linearizations)
        found.push_back(
            fmt::format("linearizations: expected {}, found {}", *expected.linearizations, verdict.linearizations));
    }
    compare_invariants(found, expected, execution);
    if (expected.error)
      found.push_back(fmt::format("error: expected a run-time error with \"{}\", found none", *expected.error));
    if (expected.final) compare_final(found, program.schema, *expected.final, execution.state(), execution.names());
  } catch (const RuntimeError& error) {
    const std::string message = show("", error, execution.names()).substr(1);
    if (!expected.error)
      found.push_back("expected no run-time error, found " + message.substr(0, message.size() - 1));
    else if (message.find(*expected.error) == std::string::npos)
      found.push_back(fmt::format("error: expected one with \"{}\", found {}", *expected.error,
                                  message.substr(0, message.size() - 1)));
  }
  return found;
}

}  // namespace coreecs
