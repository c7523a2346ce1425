#include "interp/check/record/replay.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <boost/crc.hpp>

#include "interp/base/progress.hpp"
#include "interp/fast/pass.hpp"
#include "interp/language/format/print.hpp"
#include "interp/language/notation/show.hpp"
#include "interp/language/program/typing.hpp"

namespace coreecs {

namespace {

std::uint32_t checksum(std::string_view text) {
  boost::crc_32_type crc;
  crc.process_bytes(text.data(), text.size());
  return crc.checksum();
}

std::uint32_t checksum_24(std::string_view text) { return checksum(text) & 0xFFFFFF; }

// Digits to base 64. Numbers of any size are written in groups of five bits, the lowest first; 32 means more follow.

constexpr std::string_view alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
constexpr std::size_t checksum_digits = 6;

void put_fixed(std::string& out, std::uint64_t n, std::size_t digits) {
  for (; digits > 0; --digits, n /= 64) out += alphabet[n % 64];
}

void put(std::string& out, std::uint64_t n) {
  for (; n >= 32; n /= 32) out += alphabet[32 + n % 32];
  out += alphabet[n];
}

/// Reads numbers; `good` is false if one was missing.
struct Digits {
  std::string_view rest;
  bool good = true;

  std::uint64_t fixed(std::size_t digits) {
    std::uint64_t n = 0;
    for (std::size_t j = 0; j < digits; ++j) n |= digit() << (6 * j);
    return n;
  }
  std::uint64_t number() {
    std::uint64_t n = 0;
    for (unsigned shift = 0; good && shift < 65; shift += 5) {
      const std::uint64_t group = digit();
      n |= (group % 32) << shift;
      if (group < 32) return n;
    }
    good = false;
    return 0;
  }

 private:
  std::uint64_t digit() {
    const std::size_t value = rest.empty() ? alphabet.npos : alphabet.find(rest.front());
    good = good && value != alphabet.npos;
    if (!good) return 0;
    rest.remove_prefix(1);
    return value;
  }
};

}  // namespace

std::uint32_t schedule_fingerprint(const Schedule& z) {
  std::string text;
  for (const SeriesParallel::Node& node : SeriesParallel(z).nodes) switch (node.kind) {
      case SeriesParallel::Kind::Conc:
        text += "conc " + node.s->name + "\n";
        break;
      case SeriesParallel::Kind::Seq:
        text += "seq " + node.s->name + "\n";
        break;
      case SeriesParallel::Kind::Par:
        text += "par\n";
        break;
      case SeriesParallel::Kind::Then:
        text += "then\n";
        break;
    }
  return checksum_24(text);
}

Fingerprint fingerprint(const Program& program, const Schedule& z) {
  const Names names(program.entities);
  const Notation notation{program.schema, names};
  std::string systems;
  for (const Component& component : program.schema)
    systems += component.name + ": " + show(TermType(component.type)) + "\n";
  std::set<std::string> named;
  for (const SeriesParallel::Node& node : SeriesParallel(z).nodes)
    if (node.is_leaf()) named.insert(node.s->name);
  for (const auto& s : program.systems) {
    if (named.count(s->name) == 0) continue;
    const auto term = program.terms.find(s->name);
    systems += s->name + ": ";
    JsonWriter json(systems);
    if (term == program.terms.end())
      systems += show(s->q, program.schema);
    else
      json.compact([&] { write(json, term->second, notation); });
  }
  std::string entities;
  for (const std::string& name : program.entities) entities += name + "\n";
  JsonWriter json(entities);
  notation.json(json, program.start);
  return {checksum_24(systems), schedule_fingerprint(z), checksum_24(entities)};
}

std::string token(const Replay& replay) {
  std::string body;
  put(body, 2 * replay.frames + (replay.linearization ? 1 : 0));
  for (const std::uint32_t part : {replay.fingerprint.systems, replay.fingerprint.schedule, replay.fingerprint.start})
    put_fixed(body, part, 4);
  put(body, replay.steps);
  for (const Replay::Turn& turn : replay.turns)
    for (const std::uint64_t n : {turn.after, turn.leaf, turn.invocation}) put(body, n);
  const std::uint32_t check = checksum(body);
  put_fixed(body, check, checksum_digits);
  return "r1." + body;
}

std::variant<Replay, Problem> read_token(std::string_view token) {
  const std::size_t dot = token.find('.');
  if (token.empty() || token.front() != 'r' || dot == token.npos || dot == 1 ||
      token.substr(1, dot - 1).find_first_not_of("0123456789") != token.npos)
    return Problem{"", "found " + in_quotes(token) + "; expected a replay token, r1. and letters and digits"};
  if (token.substr(0, dot) != "r1")
    return Problem{"", fmt::format("the replay token is of version {}; this coreecs performs those of version 1",
                                   token.substr(1, dot - 1))};
  const std::string_view all = token.substr(dot + 1);
  const std::size_t body = all.size() - std::min(all.size(), checksum_digits);
  Digits check{all.substr(body)};
  const std::uint64_t expected = check.fixed(checksum_digits);
  if (!check.good || expected != checksum(all.substr(0, body)))
    return Problem{"", "the replay token is damaged: its checksum does not fit; is it all there?"};

  Digits digits{all.substr(0, body)};
  Replay replay;
  const std::uint64_t frames = digits.number();
  replay.frames = frames / 2;
  replay.linearization = frames % 2 == 1;
  for (std::uint32_t* part : {&replay.fingerprint.systems, &replay.fingerprint.schedule, &replay.fingerprint.start})
    *part = static_cast<std::uint32_t>(digits.fixed(4));
  replay.steps = digits.number();
  while (digits.good && !digits.rest.empty()) {
    Replay::Turn& turn = replay.turns.emplace_back();
    for (std::uint64_t* n : {&turn.after, &turn.leaf, &turn.invocation}) *n = digits.number();
  }
  if (!digits.good) return Problem{"", "the replay token is malformed, although its checksum fits"};
  return replay;
}

Replayer::Replayer(const Program& program, const Schedule& z, std::uint64_t frames, bool linearizations,
                   const Environment& env)
    : program_(program),
      env_(env),
      frames_(frames),
      linearizations_(linearizations),
      fingerprint_(coreecs::fingerprint(program, z)) {
  if (frames > 0) z_ = repeat(z, frames);
  if (linearizations)
    po_ = std::make_shared<const PartialOrder>(z_ ? fast::partial_order(program.start, *z_, env) : PartialOrder());
  plan();
}

Replayer::Replayer(const Program& program, const Schedule& z, std::uint64_t frames, bool linearizations,
                   std::shared_ptr<const Instance> of)
    : program_(program),
      env_(of->env),
      frames_(frames),
      linearizations_(linearizations),
      fingerprint_(coreecs::fingerprint(program, z)),
      po_(of, &of->po),
      z_(of->z) {
  plan();
}

void Replayer::plan() {
  if (z_ && linearizations_)
    plan_.emplace(*po_);
  else if (z_)
    plan_.emplace(*z_);
}

Replay Replayer::record(const std::vector<Performed>& steps) const {
  Replay replay{fingerprint_, frames_, linearizations_, steps.size(), {}};
  if (steps.empty()) return replay;
  try {
    Run run = start();
    std::optional<Run::Choice> last;
    std::uint64_t expected = 0;
    for (const Performed& step : steps) {
      const Run::Choice choice = run.choice(step.leaf, step.entities).value();
      if (choice == run.expected(last)) {
        ++expected;
      } else {
        replay.turns.push_back({expected, step.leaf, choice.invocation});
        expected = 0;
      }
      run.perform(choice);
      last = choice;
    }
  } catch (const RuntimeError&) {  // which ends the run
  }
  return replay;
}

std::variant<Ending, Misfit> Replayer::perform(const Replay& replay) const {
  Ending ending{{}, program_.start};
  auto turn = replay.turns.begin();
  const auto ended = [&]() -> std::variant<Ending, Misfit> {  // all of the token must be used up
    const std::uint64_t next = ending.order.size() + 1;
    if (turn != replay.turns.end()) return Misfit{next, *turn, false, {}, std::move(ending)};
    if (next <= replay.steps) return Misfit{next, std::nullopt, false, {}, std::move(ending)};
    return std::move(ending);
  };
  if (!plan_) return ended();
  try {
    Run run = start();
    const auto misfit = [&](std::optional<Replay::Turn> turn, bool complete) {
      Misfit found{ending.order.size() + 1, turn, complete, {}, {ending.order, run.state()}};
      for (const Run::Choice& choice : run.choices()) found.possible.push_back(performed(run.at(choice)));
      return found;
    };
    std::optional<Run::Choice> last;
    std::uint64_t expected = 0;
    progress::Task steps("step", replay.steps);
    while (ending.order.size() < replay.steps) {
      steps.next();
      const bool turns = turn != replay.turns.end() && turn->after == expected;
      if (!turns && run.ended()) break;
      last = turns ? run.choice(turn->leaf, turn->invocation) : run.expected(last);
      if (!last) return misfit(*turn, false);
      expected = turns ? 0 : expected + 1;
      if (turns) ++turn;
      ending.order.push_back(performed(run.at(*last)));
      run.perform(*last);
    }
    if (!run.ended()) return misfit(std::nullopt, true);
    ending.end = run.state();
  } catch (const RuntimeError& error) {
    ending.end = error;
  }
  return ended();
}

}  // namespace coreecs
