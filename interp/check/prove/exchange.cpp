#include "interp/check/prove/exchange.hpp"

#include <algorithm>

#include "interp/check/prove/exchange_question.hpp"
#include "interp/check/prove/schedule.hpp"

namespace coreecs {

using namespace symbolic;

namespace {

/// The events of a leaf. Within a ∥, its writes happen where the sides join; those of conc, after all its matches.
std::vector<ExchangedTerm> events(const SymbolicLeaf& leaf, bool within_par) {
  const bool at_once = !within_par && (leaf.kind == SeriesParallel::Kind::Seq || leaf.owns);
  const auto how = at_once ? Performer::AtOnce::All : Performer::AtOnce::None;
  std::vector<ExchangedTerm> all{{leaf.term, how, {}, false, false, at_once && leaf.owns}};
  if (!at_once) all.push_back({leaf.term, how, {}, true, false, false});
  return all;
}

/// Whether neither event writes.
bool only_observe(const ExchangedTerm& x, const ExchangedTerm& z) {
  const auto observes = [](const ExchangedTerm& one) { return one.at_once == Performer::AtOnce::None && !one.applied; };
  return observes(x) && observes(z);
}

/// A schedule of an exchange.
struct Side {
  explicit Side(const Program& program, const Schedule& z)
      : table(z),
        leaves(symbolic_leaves(program, table)),
        has_par(std::any_of(table.nodes.begin(), table.nodes.end(),
                            [](const auto& node) { return node.kind == SeriesParallel::Kind::Par; })) {}

  SeriesParallel table;
  std::vector<SymbolicLeaf> leaves;
  bool has_par;
};

class ExchangeProver {
 public:
  ExchangeProver(const Program& program, const Schedule& a, const Schedule& b, const ProofLimits& limits)
      : z_(a), z2_(b), a_(program, a), b_(program, b), asking_(program, limits) {
    for (const Side* side : {&a_, &b_})
      for (const SymbolicLeaf& leaf : side->leaves) written_.insert(leaf.writes.begin(), leaf.writes.end());
  }

  ExchangeProof operator()() {
    for (const SymbolicLeaf& x : a_.leaves)
      for (const SymbolicLeaf& y : b_.leaves) {
        out_.pairs.push_back({.left = x.number, .right = y.number, .left_system = x.system, .right_system = y.system});
        out_.pairs.back().gap = ProofGap::Limit;
        if (out_.pairs.size() > most_pairs) return finished();
        decide(out_.pairs.back(), x, y);
        if (out_.counterexample) return finished();
      }
    return finished();
  }

 private:
  static constexpr std::size_t most_pairs = 10'000;

  ExchangeProof finished() {
    out_.steps = asking_.steps();
    return std::move(out_);
  }

  void decide(PairProof& of, const SymbolicLeaf& x, const SymbolicLeaf& y) {
    const std::vector<ExchangedTerm> of_x = events(x, a_.has_par), of_y = events(y, b_.has_par);
    of.by = ProofCase::Anything;
    of.gap = ProofGap::Spurious;
    try {
      for (const Reals reals : {Reals::Uninterpreted, Reals::Ieee}) {
        of.ieee = reals == Reals::Ieee;
        if (of.ieee && !asking_.uses_reals()) break;
        if (shown(reals, of_x, of_y)) {
          of.commute = Answer::Yes;
          return;
        }
        if (refuted(of.ieee ? Reals::Ieee : Reals::Mathematical, of_x, of_y)) {
          of.commute = Answer::No;
          return;
        }
      }
      if (asking_.was_stopped()) of.gap = ProofGap::Limit;
    } catch (const Unsupported& what) {
      of.gap = ProofGap::Unsupported;
      of.unsupported = what.what();
    } catch (const z3::exception&) {
      of.gap = ProofGap::Limit;
    }
  }

  bool shown(Reals reals, const std::vector<ExchangedTerm>& of_x, const std::vector<ExchangedTerm>& of_y) {
    return std::all_of(of_x.begin(), of_x.end(), [&](const ExchangedTerm& x) {
      return std::all_of(of_y.begin(), of_y.end(), [&](const ExchangedTerm& y) {
        return only_observe(x, y) || asking_.commute(reals, x, y, written_);
      });
    });
  }
  bool refuted(Reals reals, const std::vector<ExchangedTerm>& of_x, const std::vector<ExchangedTerm>& of_y) {
    const auto confirm = [&](const State& c) { return order_matters(z_, z2_, c); };
    for (const ExchangedTerm& x : of_x)
      for (const ExchangedTerm& y : of_y) {
        if (only_observe(x, y)) continue;
        out_.counterexample = asking_.refuted(reals, x, y, written_, confirm);
        if (out_.counterexample) return true;
      }
    return false;
  }

  const Schedule &z_, &z2_;
  Side a_, b_;
  ExchangeAsking asking_;
  std::set<Label> written_;
  ExchangeProof out_;
};

}  // namespace

ExchangeProof prove_exchange(const Program& program, const Schedule& a, const Schedule& b, const ProofLimits& limits) {
  try {
    return ExchangeProver(program, a, b, limits)();
  } catch (const Unsupported& what) {
    const SeriesParallel left(a), right(b);
    return {{{.left_system = left.nodes[left.leaves[0]].s,
              .right_system = right.nodes[right.leaves[0]].s,
              .gap = ProofGap::Unsupported,
              .unsupported = what.what()}}};
  }
}

}  // namespace coreecs
