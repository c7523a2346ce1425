#include "interp/views/report/report.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "interp/language/notation/mentioned.hpp"
#include "interp/views/report/answer.hpp"
#include "interp/views/report/reasons.hpp"

namespace coreecs {

namespace {

std::string vector(const std::vector<Entity>& e, const Notation& notation) {
  std::string out;
  notation.invocation(out, "", e);
  return out;
}

/// The matches in one of the two orders, without those that change nothing in either.
std::string order(const OrderWitness& witness, const std::vector<std::vector<Entity>>& matches,
                  const Notation& notation) {
  std::vector<std::string> steps;
  std::size_t parting = 0;
  for (const std::vector<Entity>& e : matches) {
    const bool exchanged = e == witness.u || e == witness.v;
    if (!exchanged && witness.effective.count(e) == 0) continue;
    if (exchanged && parting == 0) parting = steps.size() + 1;
    steps.push_back(vector(e, notation));
  }
  return parted(steps, parting - 1, matches.size() - steps.size());
}

const char* because(const MatchOrderVerdict& verdict) {
  switch (verdict.independent) {
    case Answer::Yes:
      return verdict.sensitive == 0 ? "apart" : verdict.sensitive == verdict.adding_up ? "adding_up" : "exploration";
    case Answer::No:
      return "orders";
    case Answer::Unknown:
      break;
  }
  return "limit";
}

void json(JsonWriter& out, const std::vector<std::vector<Entity>>& matches, const Notation& notation) {
  out.list([&] {
    for (const auto& e : matches) notation.json(out, std::span<const Entity>(e));
  });
}

/// The members of a verdict.
void members(JsonWriter& out, const MatchOrderVerdict& verdict, const Notation& notation) {
  out.member("independent", known(verdict.independent));
  out.member("because", because(verdict));
  if (verdict.independent == Answer::Unknown) out.member("configurations", verdict.explored);
  if (!verdict.witness) return;
  const OrderWitness& witness = *verdict.witness;
  out.line(4).member("leaf", witness.leaf);
  out.member("system", witness.system);
  json(out.key("matches"), {witness.u, witness.v}, notation);
  notation.json(out.line(4).key("key"), witness.l);
  out.line(4).key("orders").wide_list([&] {
    json(out, witness.order, notation);
    json(out.line(16), witness.other_order, notation);
  });
  out.line(4).key("runs").wide_list([&] {
    json(out, witness.a, notation);
    json(out.line(14), witness.b, notation);
  });
}

}  // namespace

void name_others(const OrderWitness& witness, Names& names) {
  name_others({&witness.a, &witness.b}, names);
  std::vector<Entity> others;
  for (const std::vector<Entity>& e : witness.order)
    std::copy_if(e.begin(), e.end(), std::back_inserter(others), [&](Entity e_j) { return !names.knows(e_j); });
  names.add(std::move(others));
}

std::string show(const OfFrames<MatchOrderVerdict>& of, const Notation& notation, bool coloured) {
  const MatchOrderVerdict& verdict = of.lost ? *of.lost : of.at_the_end;
  std::string out = "  any match order  " + shown(of.in_every_frame, coloured) + "  ";
  if (verdict.independent == Answer::Unknown) return out + why_undecided(verdict.cut, verdict.explored) + "\n";
  if (of.in_every_frame == Answer::Unknown) return out + undecided_before(of.frames) + "\n";
  if (verdict.independent == Answer::Yes && verdict.sensitive == 0)
    return out + "no match of a seq observes or overwrites what another match writes (D1)\n";
  if (verdict.independent == Answer::Yes)
    return out + (verdict.sensitive == verdict.adding_up
                      ? "if matches of a seq write to the same location, their sum does not depend on the order (D1)\n"
                      : "all orders of the matches of each seq end in the same state (D1)\n");
  if (of.lost) out += fmt::format("in frame {}: ", of.frame);
  if (!verdict.witness) return out + "two orders of the matches of a seq end differently (D1)\n";
  const OrderWitness& witness = *verdict.witness;
  out += fmt::format("the end depends on the order of {} and {} in seq({}), leaf {} (D1)\n",
                     vector(witness.u, notation), vector(witness.v, notation), witness.system, witness.leaf);
  for (const bool first : {true, false})
    out += order(witness, first ? witness.order : witness.other_order, notation) +
           fmt::format("      ends {}\n", notation.end(first ? witness.a : witness.b, witness.l));
  if (of.lost && of.at_the_end.independent == Answer::Yes)
    out += fmt::format("      true again after frame {}, the last\n", of.frames);
  return out;
}

void json(JsonWriter& out, const OfFrames<MatchOrderVerdict>& of, const Notation& notation) {
  out.wide_object([&] {
    members(out, of.at_the_end, notation);
    out.line(4).member("in_every_frame", known(of.in_every_frame));
    if (of.lost)
      out.line(4).key("first_lost").wide_object([&] {
        out.member("frames", of.frame);
        members(out, *of.lost, notation);
      });
  });
}

}  // namespace coreecs
