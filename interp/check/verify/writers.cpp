#include "interp/check/verify/writers.hpp"

namespace coreecs {

namespace {

using Kind = SeriesParallel::Kind;
using Node = SeriesParallel::Node;

/// The writers of the locations below a node, and the number of contended locations there.
struct Below {
  std::unordered_map<Location, WritersOf> of;
  std::size_t contended = 0;
};

void append(std::vector<std::size_t>& to, std::vector<std::size_t> from) {
  if (to.size() < from.size()) std::swap(to, from);
  to.insert(to.end(), from.begin(), from.end());
}

class Fold {
 public:
  Fold(const PartialOrder& po, const std::vector<Update>& writes) : po_(po), writes_(writes) {}

  Writers operator()() {
    const auto leaf = [&](const Node& node) {
      Below all;
      for (std::size_t u = node.begin; u < node.end; ++u) join(all, invocation(u), node.kind == Kind::Conc);
      return all;
    };
    Below all = fold(po_.z, leaf, [&](const Node& node, Below left, Below right) {
      if (node.kind == Kind::Then && left.contended > 0) hereditary_ = false;
      join(left, std::move(right), node.kind == Kind::Par);
      return left;
    });
    return {std::move(all.of), safe_, all.contended, hereditary_};
  }

 private:
  Below invocation(std::size_t u) const {
    Below single;
    for (const Write& write : writes_[u].writes()) single.of[write.l] = {{u}, {}, {u}};
    return single;
  }

  /// Adds the right side to the left one, by moving the smaller of them.
  void join(Below& left, Below right, bool parallel) {
    const bool swapped = left.of.size() < right.of.size();
    if (swapped) std::swap(left, right);
    for (auto& [l, moved] : right.of) {
      const auto [at, is_new] = left.of.try_emplace(l);
      WritersOf& here = at->second;
      if (is_new) {
        here = std::move(moved);
        left.contended += !here.maximal_agree;
        continue;
      }
      left.contended -= !here.maximal_agree;
      if (swapped) std::swap(here, moved);
      if (parallel)
        in_parallel(l, here, std::move(moved));
      else
        in_series(l, here, std::move(moved));
      left.contended += !here.maximal_agree;
    }
  }

  void in_series(const Location& l, WritersOf& left, WritersOf right) const {
    left.agree = left.agree && right.agree && same(l, one(left), one(right));
    append(left.alone, std::move(right.alone));
    append(left.accompanied, std::move(right.accompanied));
    left.maximal = std::move(right.maximal);
    left.maximal_agree = right.maximal_agree;
  }

  void in_parallel(const Location& l, WritersOf& left, WritersOf right) {
    left.agree = left.agree && right.agree && same(l, one(left), one(right));
    left.maximal_agree =
        left.maximal_agree && right.maximal_agree && same(l, left.maximal.front(), right.maximal.front());
    append(left.accompanied, std::move(left.alone));
    append(left.accompanied, std::move(right.alone));
    append(left.accompanied, std::move(right.accompanied));
    left.alone.clear();
    append(left.maximal, std::move(right.maximal));
    safe_ = safe_ && left.agree;
  }

  static std::size_t one(const WritersOf& at) { return at.alone.empty() ? at.accompanied.front() : at.alone.front(); }
  [[nodiscard]] bool same(const Location& l, std::size_t u, std::size_t v) const {
    return writes_[u].find(l)->k == writes_[v].find(l)->k;
  }

  const PartialOrder& po_;
  const std::vector<Update>& writes_;
  bool safe_ = true;
  bool hereditary_ = true;
};

}  // namespace

Writers writers(const PartialOrder& po, const std::vector<Update>& writes) { return Fold(po, writes)(); }

}  // namespace coreecs
