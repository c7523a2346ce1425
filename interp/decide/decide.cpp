#include "interp/decide/decide.hpp"

#include <unordered_map>

namespace coreecs {

namespace {

/// What an invocation writes to a location.
struct Written {
  std::size_t u = 0;
  const Write* m = nullptr;
};

bool differ(const Write& m, const Write& m_) { return m.k != m_.k; }

/// Whether two values differ under every renaming of created entities.
bool differ_for_good(const Value& k, const Value& k_) {
  const Entity* e = std::get_if<Entity>(&k.sum());
  const Entity* e_ = std::get_if<Entity>(&k_.sum());
  if (e && e_ && e->created() && e_->created()) return false;
  const Record* r = std::get_if<Record>(&k.sum());
  const Record* r_ = std::get_if<Record>(&k_.sum());
  if (!r || !r_) return !(k == k_);
  for (std::size_t j = 0; j < r->fields().size(); ++j)
    if (differ_for_good(r->fields()[j], r_->fields()[j])) return true;
  return false;
}

bool differ_for_good(const Write& m, const Write& m_) {
  return m.k && m_.k ? differ_for_good(*m.k, *m_.k) : m.k || m_.k;
}

/// Some writes, as far as it matters: one, and another that leaves a different value, if there is one; preferably
/// one that differs for good.
struct Some {
  Written one, other;

  void add(const Written& write) {
    if (!write.m) return;
    const bool better =
        !other.m ? differ(*one.m, *write.m) : !differ_for_good(*one.m, *other.m) && differ_for_good(*one.m, *write.m);
    if (better) other = write;
  }
  void add(const Some& some) {
    add(some.one);
    add(some.other);
  }
};

/// The writers of a location below a node of the order: all of them, and the maximal ones.
struct Writers {
  Some all, maximal;
};

/// The writers of all shared locations below a node, and at how many of them the maximal ones differ.
struct Below {
  std::unordered_map<Location, Writers> writers;
  std::size_t contended = 0;

  void set(Writers& at, const Writers& now) {
    contended -= at.maximal.other.m != nullptr;
    at = now;
    contended += at.maximal.other.m != nullptr;
  }
};

Writers in_series(const Writers& left, const Writers& right) {
  Writers both{left.all, right.maximal};
  both.all.add(right.all);
  return both;
}

Writers in_parallel(const Writers& left, const Writers& right) {
  Writers both = left;
  both.all.add(right.all);
  both.maximal.add(right.maximal);
  return both;
}

/// The locations with more than one write to them, and a few others: those of which a hash was met twice.
class Shared {
 public:
  explicit Shared(const PartialOrder& po) {
    std::size_t count = 0;
    for (const Invocation& u : po.invocations) count += u.m.writes().size();
    while ((std::size_t{1} << (64 - shift_)) < 16 * count) --shift_;
    once_.resize(std::size_t{1} << (64 - shift_));
    twice_.resize(once_.size());
    for (const Invocation& u : po.invocations)
      for (const Write& write : u.m.writes()) {
        const std::size_t hash = hashed(write.l);
        (once_[hash] ? twice_ : once_)[hash] = true;
      }
  }

  [[nodiscard]] bool has(Location l) const { return twice_[hashed(l)]; }

 private:
  [[nodiscard]] std::size_t hashed(Location l) const {
    return (std::hash<Location>{}(l)*0x9E3779B97F4A7C15ULL) >> shift_;
  }

  unsigned shift_ = 58;
  std::vector<bool> once_, twice_;
};

class Fold {
 public:
  explicit Fold(const PartialOrder& po) : po_(po), shared_(po) {}

  /// Visits the prefixes that end with these nodes.
  void operator()(const std::vector<std::size_t>& prefixes, const std::function<bool(const Decision&)>& visit) {
    auto prefix = prefixes.begin();
    for (std::size_t n = 0; prefix != prefixes.end(); ++n) {
      const PartialOrder::Node& node = po_.nodes[n];
      switch (node.kind) {
        case PartialOrder::Kind::Antichain:
          leaf(node, true);
          break;
        case PartialOrder::Kind::Chain:
          leaf(node, false);
          break;
        case PartialOrder::Kind::Parallel:
          join(true);
          break;
        case PartialOrder::Kind::Series:
          if (below_[below_.size() - 2].contended > 0 && !decision_.reobserved)
            decision_.reobserved = contention(below_[below_.size() - 2]);
          join(false);
          break;
      }
      if (n != *prefix) continue;
      decision_.contended = contention(below_.back());
      if (!visit(decision_)) return;
      ++prefix;
    }
  }

 private:
  /// The writers of both sides, with a note of the first pair of concurrent ones that differ.
  Writers joined(Location l, const Writers& left, const Writers& right, bool parallel) {
    if (!parallel) return in_series(left, right);
    decision_.safe_by_rule = false;
    for (const Written& x : {left.all.one, left.all.other})
      for (const Written& y : {right.all.one, right.all.other})
        if (x.m && y.m && differ(*x.m, *y.m) && (!decision_.unsafe || l < decision_.unsafe->l))
          decision_.unsafe = {x.u, y.u, l};
    return in_parallel(left, right);
  }

  void leaf(const PartialOrder::Node& node, bool antichain) {
    Below& here = below_.emplace_back();
    for (std::size_t u = node.begin; u < node.end; ++u)
      for (const Write& write : po_.invocations[u].m.writes()) {
        if (!shared_.has(write.l)) continue;
        const Written last{u, &write};
        const Writers single{{last, {}}, {last, {}}};
        const auto [at, is_new] = here.writers.try_emplace(write.l, single);
        if (!is_new) here.set(at->second, joined(write.l, at->second, single, antichain));
      }
  }

  void join(bool parallel) {
    Below right = std::move(below_.back());
    below_.pop_back();
    Below left = std::move(below_.back());
    const bool into_left = left.writers.size() >= right.writers.size();
    Below& both = into_left ? left : right;
    for (const auto& [l, writers] : into_left ? right.writers : left.writers) {
      const auto [at, is_new] = both.writers.try_emplace(l, writers);
      if (is_new)
        both.contended += writers.maximal.other.m != nullptr;
      else
        both.set(at->second,
                 into_left ? joined(l, at->second, writers, parallel) : joined(l, writers, at->second, parallel));
    }
    below_.back() = std::move(both);
  }

  /// A location where the maximal writers differ: one where they do for good, if there is one; the first of them.
  std::optional<Conflict> contention(const Below& below) {
    std::optional<Conflict> found;
    bool for_good = false;
    if (below.contended > 0)
      for (const auto& [l, writers] : below.writers) {
        const auto& [one, other] = writers.maximal;
        if (!other.m) continue;
        const bool good = !l.e.created() && differ_for_good(*one.m, *other.m);
        if (found && (for_good != good ? for_good : found->l < l)) continue;
        found = Conflict{std::min(one.u, other.u), std::max(one.u, other.u), l};
        for_good = good;
      }
    decision_.contended_for_good = for_good;
    return found;
  }

  const PartialOrder& po_;
  Shared shared_;
  std::vector<Below> below_;
  Decision decision_;
};

}  // namespace

Decision decide(const PartialOrder& po) {
  Decision whole;
  if (po.nodes.empty()) return whole;
  decide_prefixes(po, {po.nodes.size() - 1}, [&](const Decision& decision) {
    whole = decision;
    return true;
  });
  return whole;
}

void decide_prefixes(const PartialOrder& po, const std::vector<std::size_t>& nodes,
                     const std::function<bool(const Decision&)>& visit) {
  Fold fold(po);
  fold(nodes, visit);
}

}  // namespace coreecs
