#include "interp/apps/triage/questions.hpp"

#include <map>
#include <set>

#include "interp/language/notation/show.hpp"

namespace coreecs::triage {

namespace {

class Reader {
 public:
  Reader(const app::App& app, bool by_stage) : app_(app), blocks_(app), by_stage_(by_stage) {}

  std::vector<Question> operator()() {
    for (const app::ConditionUse& use : app::run_conditions(app_))
      for (const auto& [within, systems] : by_scope(use)) conditions(use, within, systems);
    for (std::size_t b = 0; b < blocks_.all().size(); ++b) {
      const app::Set& set = app_.sets[blocks_.all()[b].set];
      if (!set.repeat->number) continue;
      Question one = question("the number of rounds of " + set.name, *set.repeat->number, blocks_.all()[b].systems);
      one.number_of = b;
      all_.push_back(std::move(one));
    }
    return std::move(all_);
  }

 private:
  using Systems = std::vector<std::size_t>;
  using Scope = std::optional<std::size_t>;

  /// The systems of a use: those for which it is asked once a frame, and those of each block in which it is asked.
  [[nodiscard]] std::map<Scope, Systems> by_scope(const app::ConditionUse& use) const {
    std::map<Scope, Systems> all;
    for (const std::size_t s : use.systems) {
      const Scope block = blocks_.of(s);
      all[block && has_whole(use, *block) ? std::nullopt : block].push_back(s);
    }
    return all;
  }
  /// As its document calls it, with a "match" in the notation.
  [[nodiscard]] std::string name(const app::ConditionUse& use) const {
    const auto at = std::find_if(app_.conditions.begin(), app_.conditions.end(),
                                 [&](const auto& one) { return one.name == use.name; });
    if (at == app_.conditions.end() || at->defined || at->json.empty()) return use.name;
    return app::shown(use.is, app_, [this](const app::RunCondition& b) {
      if (!b.term) return b.text;
      const std::string q = show(unconditional(*b.term->term), app_.program->schema);
      const bool any = std::all_of(b.term->term->match.begin(), b.term->term->match.end(),
                                   [](const QueryTerm& one) { return !one.is && one.any.empty(); });
      return any && !b.term->term->where ? "some " + q : q + " where " + show_condition(*b.term->term, *app_.program);
    });
  }
  /// Whether the condition is one of a block, or of a set that the block is in.
  [[nodiscard]] bool has_whole(const app::ConditionUse& use, std::size_t block) const {
    if (!use.set) return false;
    Systems above = {blocks_.all()[block].set};
    std::set<std::size_t> seen;
    while (!above.empty()) {
      const std::size_t set = above.back();
      above.pop_back();
      if (set == *use.set) return true;
      if (!seen.insert(set).second) continue;
      const Systems& in = app_.sets[set].configuration.in;
      above.insert(above.end(), in.begin(), in.end());
    }
    return false;
  }

  [[nodiscard]] Question question(std::string name, const app::RunCondition& is, const Systems& systems) const {
    const std::size_t n = app_.systems.size();
    Question one{std::move(name), is, Subset(n), Subset(n), accessed(app_, is), knows_answer(is)};
    for (const std::size_t s : systems) one.controls.set(s);
    one.asks = one.controls;
    return one;
  }
  void conditions(const app::ConditionUse& use, Scope within, const Systems& systems) {
    Question one = question(name(use), use.is, systems);
    one.within = within;
    if (!by_stage_) return all_.push_back(std::move(one));
    std::set<std::optional<std::size_t>> stages;
    for (const std::size_t s : systems) stages.insert(app_.systems[s].stage);
    for (const auto& stage : stages) {
      Question here = one;
      here.asks.reset();
      for (std::size_t s = 0; s < app_.systems.size(); ++s)
        here.asks.set(s, app_.systems[s].stage == stage && (!within || blocks_.of(s) == within));
      here.controls &= here.asks;
      all_.push_back(std::move(here));
    }
  }

  const app::App& app_;
  const app::Blocks blocks_;
  bool by_stage_;
  std::vector<Question> all_;
};

}  // namespace

std::vector<Question> questions(const app::App& app, bool by_stage) { return Reader(app, by_stage)(); }

}  // namespace coreecs::triage
