#include "interp/decide/suggest.hpp"

#include <algorithm>

#include "semantics/linearization.hpp"

namespace coreecs {

namespace {

/// Visits the sub-schedules, sides first, with the place of each. A loop, for deep ones.
template <class Visit>
void in_post_order(const Schedule& z, const Visit& visit) {
  struct Step {
    const Schedule* z;
    std::size_t first;  // leaf
    bool entered;
  };
  std::vector<Step> steps{{&z, 0, false}};
  while (!steps.empty()) {
    const Step at = steps.back();
    steps.pop_back();
    const auto both = [&](const auto& z) {
      if (at.entered) return visit(*at.z, 2 * (at.first + z.z.leaves()) - 1);
      steps.push_back({at.z, at.first, true});
      steps.push_back({&z.z_, at.first + z.z.leaves(), false});
      steps.push_back({&z.z, at.first, false});
    };
    std::visit(Clauses{
                   [&](const Conc&) { visit(*at.z, 2 * at.first); },
                   [&](const Seq&) { visit(*at.z, 2 * at.first); },
                   [&](const Par& z) { both(z); },
                   [&](const Then& z) { both(z); },
               },
               at.z->form());
  }
}

std::vector<Edit> single_edits(const Schedule& z) {
  std::vector<Edit> edits;
  in_post_order(z, [&](const Schedule& at, std::size_t place) {
    if (std::holds_alternative<Conc>(at.form())) edits.push_back({place, Change::Seq});
    if (!std::holds_alternative<Par>(at.form())) return;
    edits.push_back({place, Change::Then});
    edits.push_back({place, Change::ThenBack});
  });
  std::sort(edits.begin(), edits.end(),
            [](const Edit& a, const Edit& b) { return std::pair(a.place, a.change) < std::pair(b.place, b.change); });
  return edits;
}

std::size_t longest_chain(const PartialOrder& po) {
  std::vector<std::size_t> longest;  // below each node
  for (const PartialOrder::Node& node : po.nodes) switch (node.kind) {
      case PartialOrder::Kind::Antichain:
        longest.push_back(std::min<std::size_t>(1, node.end - node.begin));
        break;
      case PartialOrder::Kind::Chain:
        longest.push_back(node.end - node.begin);
        break;
      case PartialOrder::Kind::Parallel:
        longest.push_back(std::max(longest[node.left], longest[node.right]));
        break;
      case PartialOrder::Kind::Series:
        longest.push_back(longest[node.left] + longest[node.right]);
        break;
    }
  return longest.back();
}

Concurrency concurrency(const Verdict& verdict) {
  return {verdict.linearizations, verdict.invocations(), longest_chain(verdict.of->po)};
}

class Search {
 public:
  Search(const Program& program, const NamedSchedule& schedule, const Verdict& now, std::size_t limit, std::size_t most)
      : program_(program),
        schedule_(schedule),
        frames_(now.frames),
        limit_(std::min<std::size_t>(limit, 1000)),
        most_(most) {
    result_.now = concurrency(now);
  }

  Suggestions operator()() {
    const std::vector<Edit> singles = single_edits(schedule_.z);
    for (const Edit& edit : singles) attempt({edit});
    if (found_.empty())
      for (auto edit = singles.begin(); edit != singles.end(); ++edit)
        for (auto other = edit + 1; other != singles.end(); ++other)
          if (other->place != edit->place) attempt({*edit, *other});
    std::stable_sort(found_.begin(), found_.end(), [](const Found& a, const Found& b) {
      return std::pair(b.linearizations, a.suggestion.left.longest_chain) <
             std::pair(a.linearizations, b.suggestion.left.longest_chain);
    });
    for (Found& found : found_) result_.found.push_back(std::move(found.suggestion));
    return std::move(result_);
  }

 private:
  struct Found {
    Suggestion suggestion;
    boost::multiprecision::cpp_dec_float_50 linearizations;
  };

  void attempt(std::vector<Edit> edits) {
    if (result_.candidates++ >= most_) return;
    ++result_.tried;
    Edited with = edited(schedule_.z, edits);
    try {
      const Verdict verdict = check(program_, {schedule_.name, with.z}, frames_, limit_);
      result_.undecided += verdict.confluent() == Answer::Unknown;
      if (verdict.confluent() == Answer::Yes)
        found_.push_back(
            {{std::move(edits), std::move(with), concurrency(verdict)}, linearizations_rounded(verdict.of->po)});
    } catch (const RuntimeError&) {  // so this is no edit to suggest
    }
  }

  const Program& program_;
  const NamedSchedule& schedule_;
  std::uint64_t frames_;
  std::size_t limit_, most_;
  std::vector<Found> found_;
  Suggestions result_;
};

}  // namespace

Edited edited(const Schedule& z, const std::vector<Edit>& edits) {
  std::vector<Edited> built;
  const auto join = [&](const Schedule& at, std::optional<Change> change) {
    Edited right = std::move(built.back());
    built.pop_back();
    Edited left = std::move(built.back());
    if (change == Change::ThenBack) std::swap(left, right);
    const std::size_t operator_place = 2 * left.z.leaves() - 1;
    if (change) left.marks.push_back(operator_place);
    for (const std::size_t mark : right.marks) left.marks.push_back(operator_place + 1 + mark);
    const bool parallel = !change && std::holds_alternative<Par>(at.form());
    left.z = parallel ? std::move(left.z) || std::move(right.z) : std::move(left.z) >> std::move(right.z);
    built.back() = std::move(left);
  };
  in_post_order(z, [&](const Schedule& at, std::size_t place) {
    const auto edit = std::find_if(edits.begin(), edits.end(), [&](const Edit& e) { return e.place == place; });
    const std::optional<Change> change = edit == edits.end() ? std::nullopt : std::optional(edit->change);
    if (at.leaves() > 1)
      join(at, change);
    else if (change)
      built.push_back({Seq{std::get<Conc>(at.form()).s}, {0}});
    else
      built.push_back({at, {}});
  });
  std::sort(built.back().marks.begin(), built.back().marks.end());
  return std::move(built.back());
}

Suggestions suggest(const Program& program, const NamedSchedule& schedule, const Verdict& now, std::size_t limit,
                    std::size_t most) {
  return Search(program, schedule, now, limit, most)();
}

}  // namespace coreecs
