#include "interp/fast/pass.hpp"

#include <algorithm>

#include "interp/base/progress.hpp"
#include "interp/fast/sweep.hpp"

namespace coreecs::fast {

void overwrite(State& c, std::span<Write> in_order) {
  constexpr std::size_t few = 8;
  if (in_order.size() <= few) {
    for (Write& write : in_order) c.write(write.l, std::move(write.k));
    return;
  }
  std::vector<std::vector<PartialMap::Change>> changes(c.labels());
  for (Write& write : in_order) {
    std::vector<PartialMap::Change>& here = changes[write.l.i];
    if (here.empty()) here.reserve(in_order.size());
    if (!here.empty() && here.back().e == write.l.e)
      here.back().k = std::move(write.k);
    else
      here.push_back({write.l.e, std::move(write.k)});
  }
  const auto before = [](const PartialMap::Change& a, const PartialMap::Change& b) { return a.e < b.e; };
  for (Label i = 0; i < c.labels(); ++i) {
    std::vector<PartialMap::Change>& here = changes[i];
    if (!std::is_sorted(here.begin(), here.end(), before)) {
      std::stable_sort(here.begin(), here.end(), before);
      auto last = here.begin();
      for (auto change = std::next(last); change != here.end(); ++change) {
        if (change->e != last->e) ++last;
        if (last != change) *last = std::move(*change);
      }
      here.erase(std::next(last), here.end());
    }
    c[i].update(here);
  }
}

namespace {

/// The recursion over a schedule. Sends what is produced to the sink, in the order of the reference.
template <class Sink>
class Pass {
 public:
  Pass(Sink& sink, std::size_t most) : sink_(sink), most_(most) {}

  /// Performs z at c. Afterwards c is z(c) if `state`, and unspecified otherwise. If `keep`, the sink keeps what z
  /// produced.
  void operator()(State& c, const Schedule& z, At at, bool state, bool keep) {
    const std::size_t begin = sink_.size();
    match(
        z.form(), [&](const Conc& z) { conc(c, *z.s, at, state, keep); }, [&](const Seq& z) { seq(c, *z.s, at, keep); },
        [&](const Par& z) {  // (z ∥ z')(c) = z(c) ↓ (c ⇓ z')
          State fork = c;
          (*this)(c, z.left, at, state, keep);
          if (!state || keep || !adds_labels(c, fork, z.right, at.after(z.left))) {
            const std::size_t middle = sink_.size();
            (*this)(fork, z.right, at.after(z.left), false, state || keep);
            if (state) sink_.overwrite(c, middle, keep);
          }
          sink_.join(SeriesParallel::Kind::Par);
        },
        [&](const Then& z) {  // (z ⨟ z')(c) = z'(z(c))
          (*this)(c, z.left, at, true, keep);
          (*this)(c, z.right, at.after(z.left), state, keep);
          sink_.join(SeriesParallel::Kind::Then);
        });
    if (!keep) sink_.forget(begin);
  }

 private:
  void conc(State& c, const System& s, At at, bool state, bool keep) {
    if (state && !keep && sweeps(Sweep::Kind::Conc, c, s, at)) return;
    sink_.next_leaf();
    const std::size_t begin = sink_.size();
    const Matches r = query(s.q, c, *at.env, most_);
    sink_.expect(r.size());
    for (std::size_t j = 0; j < r.size(); ++j) sink_.invoke(s, r[j], at);
    sink_.leaf(SeriesParallel::Kind::Conc, s, begin);
    if (state) sink_.overwrite(c, begin, keep);
  }

  void seq(State& c, const System& s, At at, bool keep) {
    if (!keep && sweeps(Sweep::Kind::Seq, c, s, at)) return;
    sink_.next_leaf();
    const std::size_t begin = sink_.size();
    const Matches r = domain(s.q, c, *at.env, most_);
    sink_.expect(r.size());
    std::vector<Cell> w;
    for (std::size_t j = 0; j < r.size(); ++j) {
      w.clear();
      if (!query_at(s.q, c, r[j].e, w)) continue;
      const std::size_t here = sink_.size();
      sink_.invoke(s, {r[j].e, w}, at);
      sink_.overwrite(c, here, keep);
      if (!keep) sink_.forget(here);
    }
    sink_.leaf(SeriesParallel::Kind::Seq, s, begin);
  }

  /// Whether c could become c ↓ (fork ⇓ z) by taking the maps from z(fork) that z writes. It needs no list of writes,
  /// but writes to other labels than those by which c differs from the fork.
  bool adds_labels(State& c, const State& fork, const Schedule& z, At at) {
    constexpr Leaf few = 16;  // so that nested ∥ look at a leaf as often, at most
    if (z.leaves() > few || !keeps_apart(z, c, fork)) return false;
    State end = fork;
    (*this)(end, z, at, true, false);
    for (Label i = 0; i < c.labels(); ++i)  // effects may be declared wrongly
      if (!end[i].is_copy_of(fork[i]) && !c[i].is_copy_of(fork[i])) return false;
    for (Label i = 0; i < c.labels(); ++i)
      if (!end[i].is_copy_of(fork[i])) c[i] = std::move(end[i]);
    return true;
  }

  /// Whether, by the effects of its systems, z writes to no label whose map differs in c and the fork.
  static bool keeps_apart(const Schedule& z, const State& c, const State& fork) {
    const auto leaf = [&](const auto& z) {
      const std::optional<Effects>& effects = z.s->effects;
      return effects && std::all_of(effects->writes.begin(), effects->writes.end(),
                                    [&](Label i) { return c[i].is_copy_of(fork[i]); });
    };
    const auto both = [&](const auto& z) { return keeps_apart(z.left, c, fork) && keeps_apart(z.right, c, fork); };
    return match(
        z.form(), [&](const Conc& z) { return leaf(z); }, [&](const Seq& z) { return leaf(z); },
        [&](const Par& z) { return both(z); }, [&](const Then& z) { return both(z); });
  }

  /// Whether c could become z(c) in one sweep.
  bool sweeps(Sweep::Kind kind, State& c, const System& s, At at) const {
    if (!Sweep::covers(kind, s, *at.env)) return false;
    if (s.q.size() > 1 && most_matches(s.q, c) > static_cast<double>(most_)) return false;
    try {
      Sweep sweep(kind, s, c, at, 1);
      sweep(0);
      if (!sweep.holds()) return false;
      c = std::move(sweep).take();
      return true;
    } catch (const Interrupted&) {
      throw;
    } catch (const std::runtime_error&) {  // perhaps not that of z(c)
      if (kind == Sweep::Kind::Conc && !s.q.where.phi) throw;
      return false;
    }
  }

  Sink& sink_;
  std::size_t most_;
};

/// Keeps what is written.
struct Writes {
  std::vector<Write> all = {};

  [[nodiscard]] std::size_t size() const { return all.size(); }
  void next_leaf() {}
  void expect(std::size_t) {}
  void write(Location l, std::optional<Value> k) { all.push_back({l, std::move(k)}); }
  void invoke(const System& s, const Match& r, At at) {
    interrupt::poll();
    Mutation m = s.f(r);
    if (Attach* attach = std::get_if<Attach>(&m)) {
      all.push_back({{attach->e, attach->i}, std::move(attach->k)});
      return;
    }
    Fresh fresh(at, r.e);
    perform(*this, m, fresh);
  }
  void overwrite(State& c, std::size_t from, bool keep) {
    const std::span<Write> writes = std::span(all).subspan(from);
    if (!keep) return fast::overwrite(c, writes);
    std::vector<Write> copies(writes.begin(), writes.end());
    fast::overwrite(c, copies);
  }
  void forget(std::size_t from) { all.erase(all.begin() + static_cast<std::ptrdiff_t>(from), all.end()); }
  void leaf(SeriesParallel::Kind, const System&, std::size_t) {}
  void join(SeriesParallel::Kind) {}
};

/// Keeps invocations, partially ordered.
struct Order {
  explicit Order(const Schedule& z) : leaves("po_c(z), leaf", z.leaves()) {}

  PartialOrder po = {};
  progress::Task leaves;

  [[nodiscard]] std::size_t size() const { return po.size(); }
  void next_leaf() { leaves.next(); }
  /// Makes room for n more invocations; in all for twice as many, as many small leaves would otherwise be quadratic.
  void expect(std::size_t n) {
    if (size() + n > po.invocations.capacity()) po.invocations.reserve(size() + std::max(n, size()));
  }
  void invoke(const System& s, const Match& r, At at) {
    interrupt::poll();
    po.invocations.push_back({at.leaf, &s, {r.e.begin(), r.e.end()}, coreecs::invoke(s, r, at)});
  }
  void overwrite(State& c, std::size_t from, bool) const {
    std::vector<Write> writes;
    for (std::size_t u = from; u < po.size(); ++u)
      writes.insert(writes.end(), po.invocations[u].m.writes().begin(), po.invocations[u].m.writes().end());
    fast::overwrite(c, writes);
  }
  void forget(std::size_t) {}
  void leaf(SeriesParallel::Kind kind, const System& s, std::size_t begin) { po.z.leaf(kind, &s, begin, po.size()); }
  void join(SeriesParallel::Kind kind) { po.z.join(kind); }
};

}  // namespace

State advance(const State& c, const Schedule& z, At at, std::size_t most) {
  Writes writes;
  State z_c = c;
  Pass(writes, most)(z_c, z, at, true, false);
  return z_c;
}

PartialOrder partial_order(const State& c, const Schedule& z, At at, std::size_t most) {
  Order order(z);
  State observed = c;
  Pass(order, most)(observed, z, at, false, true);
  return std::move(order.po);
}

}  // namespace coreecs::fast
