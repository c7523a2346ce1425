#include "interp/check/decide/suggest.hpp"

#include <algorithm>
#include <unordered_map>

#include "interp/base/progress.hpp"
#include "interp/fast/count.hpp"
#include "interp/fast/pass.hpp"
#include "interp/fast/query.hpp"
#include "interp/fast/renaming.hpp"

namespace coreecs {

namespace {

using Kind = SeriesParallel::Kind;
using Node = SeriesParallel::Node;

std::vector<Edit> single_edits(const Schedule& z) {
  std::vector<Edit> edits;
  const SeriesParallel table(z);
  for (const Node& node : table.nodes) {
    if (node.kind == Kind::Conc) edits.push_back({static_cast<std::size_t>(2 * node.leaf), Edit::Kind::Seq});
    if (node.kind != Kind::Par) continue;
    const std::size_t place = 2 * table.nodes[node.right].leaf - 1;
    edits.push_back({place, Edit::Kind::Then});
    edits.push_back({place, Edit::Kind::ThenBack});
  }
  std::sort(edits.begin(), edits.end(),
            [](const Edit& a, const Edit& b) { return std::pair(a.place, a.change) < std::pair(b.place, b.change); });
  return edits;
}

std::size_t longest_chain(const PartialOrder& po) {
  const auto leaf = [](const Node& node) {
    return node.kind == Kind::Seq ? node.end - node.begin : std::min<std::size_t>(1, node.end - node.begin);
  };
  return fold(po.z, leaf, [](const Node& node, std::size_t left, std::size_t right) {
    return node.kind == Kind::Par ? std::max(left, right) : left + right;
  });
}

constexpr std::size_t most_repeated = 10'000;  ///< invocations, to find a lost update

Concurrency concurrency(const Verdict& verdict) {
  return {verdict.linearizations, verdict.invocations(), longest_chain(verdict.of->po)};
}

class Search {
 public:
  Search(const Program& program, const NamedSchedule& schedule, const Verdict& now, std::size_t limit,
         const Goal& wanted, std::size_t most)
      : program_(program),
        schedule_(schedule),
        frames_(now.frames),
        limit_(std::min<std::size_t>(limit, 1000)),
        wanted_(wanted),
        most_(most),
        end_(end_of(now)) {
    result_.wanted = wanted.words;
    result_.now = concurrency(now);
    result_.is_so = wanted.is(schedule, now) == Answer::Yes;
  }

  Suggestions operator()() {
    if (result_.is_so) return std::move(result_);
    const std::vector<Edit> singles = single_edits(schedule_.z);
    try_singles(singles);
    if (found_.empty()) try_pairs(singles);
    if (found_.empty()) combine(singles);
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

  void try_singles(const std::vector<Edit>& singles) {
    progress::Task edits("edit", singles.size());
    for (const Edit& edit : singles) {
      edits.next();
      candidate({edit});
    }
  }

  void try_pairs(const std::vector<Edit>& singles) {
    progress::Task pairs("pair of edits", progress::AtMost{singles.size() * (singles.size() - 1) / 2});
    for (auto edit = singles.begin(); edit != singles.end(); ++edit)
      for (auto other = edit + 1; other != singles.end(); ++other) {
        pairs.next();
        if (other->place != edit->place) candidate({*edit, *other});
      }
  }

  void candidate(std::vector<Edit> edits) {
    if (result_.candidates++ >= most_) return;
    ++result_.tried;
    if (std::optional<Found> found = attempt(std::move(edits))) found_.push_back(std::move(*found));
  }

  /// Makes everything concurrent sequential, then takes back edits that are not needed, in ever smaller parts.
  void combine(const std::vector<Edit>& singles) {
    progress::Task combinations("combination of edits");
    std::optional<Found> best;
    for (const Edit::Kind not_this : {Edit::Kind::ThenBack, Edit::Kind::Then}) {
      std::vector<Edit> all;
      std::copy_if(singles.begin(), singles.end(), std::back_inserter(all),
                   [&](const Edit& edit) { return edit.change != not_this; });
      combinations.next();
      best = attempt(std::move(all), &result_.in_turn);
      if (best) break;
    }
    if (!best) return;
    std::size_t left = most_;
    for (std::size_t part = std::max<std::size_t>(best->suggestion.edits.size() / 2, 1); part > 0; part /= 2)
      for (std::size_t begin = 0; begin < best->suggestion.edits.size() && left > 0; --left) {
        combinations.next();
        std::vector<Edit> fewer = best->suggestion.edits;
        const auto first = fewer.begin() + static_cast<std::ptrdiff_t>(begin);
        fewer.erase(first, first + static_cast<std::ptrdiff_t>(std::min(part, fewer.size() - begin)));
        if (std::optional<Found> found = attempt(std::move(fewer)))
          best = std::move(found);
        else
          begin += part;
      }
    found_.push_back(std::move(*best));
    result_.combined = true;
  }

  /// The edited schedule, if it is as wanted. Otherwise `what` gets the reason.
  std::optional<Found> attempt(std::vector<Edit> edits, InTurn* what = nullptr) {
    InTurn ignored = InTurn::NotTried;
    InTurn& found_out = what ? *what : ignored;
    Edited with = edited(schedule_.z, edits);
    const std::size_t within = matches_within(limit_, result_.now.invocations);
    constexpr std::size_t in_turn = 1'000'000;  // if nothing has to be explored
    try {
      const Verdict verdict =
          check(program_, {schedule_.name, with.z}, frames_, limit_, what ? std::max(within, in_turn) : within);
      const Answer is_so = wanted_.is({schedule_.name, with.z}, verdict);
      result_.undecided += is_so == Answer::Unknown;
      found_out = is_so == Answer::Unknown ? InTurn::Undecided : InTurn::NotAsWanted;
      if (is_so == Answer::Yes) {
        found_out = InTurn::Suggested;
        Found found{{std::move(edits), std::move(with), concurrency(verdict)},
                    fast::linearizations_rounded(verdict.of->po)};
        compare_ends(found.suggestion, end_of(verdict));
        if (wanted_.notes_lost_updates && !verdict.safe_by_rule())
          found.suggestion.lost_updates = lost_updates(*verdict.of, most_repeated, true);
        return found;
      }
    } catch (const fast::TooManyMatches&) {
      found_out = InTurn::Undecided;
      ++result_.undecided;
    } catch (const RuntimeError&) {  // so this is no edit to suggest
      found_out = InTurn::Fails;
    }
    return std::nullopt;
  }

  static State end_of(const Verdict& verdict) {
    const Instance& of = *verdict.of;
    return of.z ? fast::advance(of.c, *of.z, of.env) : of.c;
  }
  void compare_ends(Suggestion& suggestion, const State& end) const {
    suggestion.ends_alike = fast::equal_up_to_renaming(end_, end);
    const std::optional<Location> l = suggestion.ends_alike == Answer::No ? difference(end_, end) : std::nullopt;
    if (!l || l->e.created()) return;
    const auto at = [&](const State& c) { return c.at(*l) ? std::optional(*c.at(*l)) : std::nullopt; };
    suggestion.l = l;
    suggestion.k = at(end_);
    suggestion.instead = at(end);
  }

  const Program& program_;
  const NamedSchedule& schedule_;
  std::uint64_t frames_;
  std::size_t limit_;
  const Goal& wanted_;
  std::size_t most_;
  State end_;  ///< of the reference run of the original schedule
  std::vector<Found> found_;
  Suggestions result_;
};

}  // namespace

Edited edited(const Schedule& z, const std::vector<Edit>& edits) {
  std::unordered_map<std::size_t, Edit::Kind> changes;
  for (const Edit& edit : edits) changes.emplace(edit.place, edit.change);
  const auto change_at = [&](std::size_t place) -> std::optional<Edit::Kind> {
    const auto change = changes.find(place);
    return change == changes.end() ? std::nullopt : std::optional(change->second);
  };
  const auto part = [&](const Schedule& z, Leaf first, const auto& self) -> Edited {
    const auto join = [&](const auto& form, bool parallel) {
      const Leaf middle = first + form.left.leaves();
      const std::optional<Edit::Kind> change = change_at(2 * middle - 1);
      Edited left = self(form.left, first, self), right = self(form.right, middle, self);
      if (change == Edit::Kind::ThenBack) std::swap(left, right);
      const std::size_t operator_place = 2 * left.z.leaves() - 1;
      if (change) left.marks.push_back(operator_place);
      for (const std::size_t mark : right.marks) left.marks.push_back(operator_place + 1 + mark);
      left.z = parallel && !change ? std::move(left.z) || std::move(right.z) : std::move(left.z) >> std::move(right.z);
      return left;
    };
    return match(
        z.form(),
        [&](const Conc& conc) {
          return change_at(2 * first) ? Edited{Seq{conc.s}, {0}} : Edited{z, {}};
        },
        [&](const Seq&) {
          return Edited{z, {}};
        },
        [&](const Par& par) { return join(par, true); }, [&](const Then& then) { return join(then, false); });
  };
  Edited all = part(z, 0, part);
  std::sort(all.marks.begin(), all.marks.end());
  return all;
}

Suggestions suggest(const Program& program, const NamedSchedule& schedule, const Verdict& now, std::size_t limit,
                    const Goal& wanted, std::size_t most) {
  return Search(program, schedule, now, limit, wanted, most)();
}

}  // namespace coreecs
