#include <fmt/format.h>

#include "interp/base/json/writer.hpp"
#include "interp/language/notation/lines.hpp"
#include "interp/language/notation/show.hpp"
#include "interp/search/exchange.hpp"
#include "interp/views/report/answer.hpp"
#include "interp/views/report/prove.hpp"
#include "interp/views/report/report.hpp"

namespace coreecs {

namespace {

std::string then(const std::string& first, const std::string& second) { return first + " ⨟ " + second; }

/// "move", or "move (leaf 1 of physics)"
std::string leaf(const System& s, Leaf number, const std::string& side) {
  return s.name == side ? side : fmt::format("{} (leaf {} of {})", s.name, number, side);
}
std::string leaves(const PairProof& pair, const Exchange& of) {
  return leaf(*pair.left_system, pair.left, of.a) + " and " + leaf(*pair.right_system, pair.right, of.b);
}

std::string why(const PairProof& pair) {
  if (pair.commute == Answer::Yes)
    return std::string("at no state does it matter which of two matches comes first") +
           (pair.ieee ? "; by the arithmetic of doubles" : "");
  if (pair.commute == Answer::No) return "it may matter which of two matches comes first";
  return why_open(pair, "whether it matters which of two matches comes first");
}

std::string remedy(const PairProof& pair, const Exchange& of) {
  if (pair.gap == ProofGap::Limit) return "raise the limit of the solver with --limit";
  return fmt::format("write {} and {} as two schedules, and look for a state with coreecs compare --fuzz",
                     then(of.a, of.b), then(of.b, of.a));
}

std::string difference(const OrderMatters& found, const Exchange& of) {
  const std::string one = then(of.a, of.b), other = then(of.b, of.a);
  if (found.fails) return fmt::format("{} fails, {} does not", one, other);
  if (found.other_fails) return fmt::format("{} fails, {} does not", other, one);
  return fmt::format("{} leaves {} ↦ {}, {} leaves {}", one, found.place, found.left, other, found.left_by_other);
}

}  // namespace

std::string show(const Exchange& exchange, const std::string& program, bool coloured) {
  std::string out = fmt::format("{}: {} and {}, on every state\n", program, then(exchange.a, exchange.b),
                                then(exchange.b, exchange.a));
  for (const PairProof& pair : exchange.proof.pairs) {
    out += fmt::format("  {}  {}:\n", leaves(pair, exchange), verdict_of_proof(pair.commute, coloured));
    out += paragraph("      ", "        ", why(pair));
    if (pair.commute == Answer::Unknown) out += paragraph("        ", "        ", remedy(pair, exchange));
  }
  if (exchange.refutation) {
    const OrderMatters& found = *exchange.refutation;
    out += fmt::format("  not the same from this start{}:\n", found.by_search ? ", found by random search" : "");
    const Names names(found.program.entities);
    const std::string margin = "      ", start = show_start(found.program.start, {found.program.schema, names}, margin);
    out += margin + start + "\n" + paragraph(margin, margin + "  ", difference(found, exchange));
  }
  out += "  the same in either order    ";
  out += exchange.answer() == Answer::Unknown ? verdict_of_proof(Answer::Unknown, coloured)
                                              : shown(exchange.answer(), coloured);
  return out + "\n";
}

std::string json(const Exchange& exchange) {
  return laid_out([&](JsonWriter& out) {
    out.object([&] {
      out.key("exchange").list([&] {
        out.value(exchange.a);
        out.value(exchange.b);
      });
      out.member("same_on_every_state", known(exchange.answer()));
      out.key("pairs").list([&] {
        for (const PairProof& pair : exchange.proof.pairs)
          out.object([&] {
            out.member("left", pair.left);
            out.member("left_system", pair.left_system->name);
            out.member("right", pair.right);
            out.member("right_system", pair.right_system->name);
            out.member("verdict", verdict_of_proof(pair.commute));
            if (pair.commute == Answer::Yes && pair.ieee) out.member("reals", "ieee");
            json_why(out, pair, why(pair), remedy(pair, exchange));
          });
      });
      out.member("solver_steps", exchange.proof.steps);
      if (!exchange.refutation) return;
      out.member("difference", difference(*exchange.refutation, exchange));
      json_counterexample(out, exchange.refutation->by_search, exchange.refutation->document);
    });
  });
}

}  // namespace coreecs
