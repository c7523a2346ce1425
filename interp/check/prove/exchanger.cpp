#include <map>

#include "interp/check/prove/exchange.hpp"
#include "interp/check/prove/exchange_question.hpp"
#include "interp/check/prove/schedule.hpp"

namespace coreecs {

class Exchanger::Questions {
 public:
  Questions(const Program& program, const ProofLimits& limits) : program_(program), asking_(program, limits) {
    for (Label i = 0; i < program.schema.size(); ++i) all_.insert(i);
  }

  [[nodiscard]] bool commute(const Exchanged& x, const Exchanged& z) {
    try {
      return asking_.commute(symbolic::Reals::Uninterpreted, term_of(x), term_of(z), all_);
    } catch (const symbolic::Unsupported&) {
    } catch (const z3::exception&) {
    }
    return false;
  }

 private:
  [[nodiscard]] symbolic::ExchangedTerm term_of(const Exchanged& event) {
    const Performer& by = event.by;
    const auto [known, is_new] = leaves_.try_emplace(by.s);
    if (is_new) known->second = symbolic::symbolic_leaves(program_, SeriesParallel(seq(*by.s)));
    const symbolic::SymbolicLeaf& leaf = known->second.front();
    return {leaf.term, by.at_once, by.owned, event.applied, by.tells_of_created, leaf.owns};
  }

  const Program& program_;
  symbolic::ExchangeAsking asking_;
  std::set<Label> all_;
  std::map<const System*, std::vector<symbolic::SymbolicLeaf>> leaves_;
};

Exchanger::Exchanger(const Program& program, const ProofLimits& limits)
    : questions_(std::make_unique<Questions>(program, limits)) {}
Exchanger::~Exchanger() = default;

bool Exchanger::commute(const Exchanged& x, const Exchanged& z) { return questions_->commute(x, z); }

}  // namespace coreecs
