#include "interp/match_order.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <unordered_map>

#include "semantics/equivalence.hpp"
#include "semantics/renaming.hpp"

namespace coreecs {

namespace {

using Vector = std::vector<Entity>;

/// A schedule as a list of what is done one after the other. z ∥ z' is Fork, z, Right, z', Join.
struct Instruction {
  enum Kind { Conc, Seq, Fork, Right, Join } kind;
  const System* s = nullptr;
  Leaf leaf = 0;
};

// A loop, for deep ones.
std::vector<Instruction> instructions(const Schedule& z) {
  std::vector<Instruction> code;
  std::vector<std::variant<const Schedule*, Instruction::Kind>> rest{&z};
  Leaf leaves = 0;
  while (!rest.empty()) {
    const auto next = rest.back();
    rest.pop_back();
    if (const auto* kind = std::get_if<Instruction::Kind>(&next)) {
      code.push_back({*kind});
      continue;
    }
    std::visit(Clauses{
                   [&](const Conc& z) {
                     code.push_back({Instruction::Conc, z.s.get(), leaves++});
                   },
                   [&](const Seq& z) {
                     code.push_back({Instruction::Seq, z.s.get(), leaves++});
                   },
                   [&](const Par& z) {
                     code.push_back({Instruction::Fork});
                     for (const auto& step : std::initializer_list<std::variant<const Schedule*, Instruction::Kind>>{
                              Instruction::Join, &z.z_, Instruction::Right, &z.z})
                       rest.push_back(step);
                   },
                   [&](const Then& z) {
                     rest.push_back(&z.z_);
                     rest.push_back(&z.z);
                   },
               },
               std::get<const Schedule*>(next)->form());
  }
  return code;
}

/// The labels on which it depends whether a query matches an entity, and what it yields.
std::vector<Label> labels(const Query& q, std::size_t all) {
  std::vector<Label> found;
  bool implies_live = false;
  const auto note = [&](const Query& q, const auto& self) -> void {
    std::visit(Clauses{
                   [&](const Incl& q) {
                     found.push_back(q.i);
                     implies_live = true;
                   },
                   [&](const Excl& q) { found.push_back(q.i); },
                   [&](const Anyway& q) { found.push_back(q.i); },
                   [&](const And& q) {
                     for (const Query& q_j : q.conjuncts) self(q_j, self);
                   },
               },
               q);
  };
  note(q, note);
  if (implies_live) return found;
  found.clear();
  for (Label i = 0; i < all; ++i) found.push_back(i);
  return found;
}

/// Two matches that meet.
using Pair = std::pair<std::size_t, std::size_t>;

/// Two matches of which one overwrites differently, or observes, what the other one writes: nothing where there are
/// none. Then every order performs the same invocations, which commute.
std::optional<Pair> meeting(const Instruction& seq, const State& c, const std::vector<Vector>& matches,
                            const Environment& env) {
  struct Written {
    std::size_t by;
    std::optional<std::size_t> also_by;
    std::optional<Value> k;
  };
  std::unordered_map<Location, Written> written;
  const System& s = *seq.s;
  std::optional<Pair> differing;  // the last two: one of them settles the location in the order of the reference
  std::vector<Cell> w;
  for (std::size_t j = 0; j < matches.size(); ++j) {
    w.clear();
    if (!query_at(s.q, c, matches[j], w)) continue;
    for (const auto& [l, k] : last_writes(invoke(s, {matches[j], w}, seq.leaf, env))) {
      const auto [at, is_new] = written.emplace(l, Written{j, std::nullopt, k});
      if (is_new) continue;
      if (!(at->second.k == k)) {
        differing = Pair{at->second.by, j};
        at->second.k = k;
      }
      at->second.also_by = at->second.by;
      at->second.by = j;
    }
  }
  if (differing) return differing;
  const auto changes = [&](const auto& write) {
    const Value* now = c.at(write.first);
    return write.second.k ? !now || !(*now == *write.second.k) : now != nullptr;
  };
  for (std::size_t place = 0; place < s.q.size(); ++place)
    for (const Label i : labels(s.q[place], c.labels()))
      for (std::size_t j = 0; j < matches.size(); ++j) {
        const auto write = written.find({matches[j][place], i});
        if (write == written.end() || !changes(*write)) continue;
        if (write->second.by != j) return std::minmax(write->second.by, j);
        if (write->second.also_by) return Pair{j, *write->second.also_by};
      }
  return std::nullopt;
}

/// The reference run, made step by step, where the order of the matches of some seqs is chosen on the way.
class Walk {
 public:
  Walk(const std::vector<Instruction>& code, const State& c, const Environment& env)
      : code_(&code), env_(&env), states_{c} {}

  /// Goes on up to the next seq, at its start, and returns it; null at the end.
  const Instruction* next_seq() {
    for (; position_ < code_->size(); ++position_) {
      const Instruction& at = (*code_)[position_];
      switch (at.kind) {
        case Instruction::Seq:
          start(at);
          return &at;
        case Instruction::Conc: {
          const Matches r = query(at.s->q, states_.back(), *env_);
          std::vector<Mutation> parts;
          for (std::size_t j = 0; j < r.size(); ++j) {
            parts.push_back(invoke(*at.s, r[j], at.leaf, *env_));
            if (log_) log_->push_back({at.leaf, at.s->name, {r[j].e.begin(), r[j].e.end()}});
          }
          perform(Compose(std::move(parts)));
          break;
        }
        case Instruction::Fork:
          states_.push_back(states_.back());
          break;
        case Instruction::Right:
          std::swap(states_.back(), states_[states_.size() - 2]);
          outer_.push_back(states_.size() - 2);
          break;
        case Instruction::Join:
          states_.pop_back();
          outer_.pop_back();
          break;
      }
    }
    return nullptr;
  }
  /// Of the seq that was started: all its matches, and whether each is visited.
  [[nodiscard]] const std::vector<Vector>& matches() const { return *matches_; }
  [[nodiscard]] bool matches_left() const { return to_visit_ > 0; }
  [[nodiscard]] bool visited(std::size_t j) const { return visited_[j]; }
  [[nodiscard]] const State& state() const { return states_.back(); }

  /// Visits a match, as roll does it (§3.5). After the last one, next_seq goes on.
  void visit(std::size_t j) {
    const Instruction& at = (*code_)[position_];
    visited_[j] = true;
    const Vector& e = (*matches_)[j];
    std::vector<Cell> w;
    if (query_at(at.s->q, states_.back(), e, w)) {
      perform(invoke(*at.s, {e, w}, at.leaf, *env_));
      if (log_) log_->push_back({at.leaf, at.s->name, e});
    }
    if (--to_visit_ == 0) leave();
  }
  /// Ends a seq that has no matches left.
  void leave() {
    visited_.clear();
    matches_.reset();
    ++position_;
  }
  void log_to(std::vector<Performed>& log) { log_ = &log; }

  friend bool operator==(const Walk& a, const Walk& b) {
    return a.position_ == b.position_ && a.visited_ == b.visited_ && a.states_ == b.states_ &&
           (!a.matches_ || a.matches_ == b.matches_ || *a.matches_ == *b.matches_);
  }
  [[nodiscard]] std::size_t hash() const {
    std::size_t hash = mix(position_, std::hash<std::vector<bool>>{}(visited_));
    std::size_t locations = 0;
    for (Label i = 0; i < state().labels(); ++i)
      for (const auto& [e, k] : state()[i]) locations += mix(std::hash<Location>{}({e, i}), std::hash<Value>{}(k));
    return mix(hash, locations);
  }

 private:
  void start(const Instruction& at) {
    const Matches r = query(at.s->q, states_.back(), *env_);
    std::vector<Vector> matches;
    for (std::size_t j = 0; j < r.size(); ++j) matches.emplace_back(r[j].e.begin(), r[j].e.end());
    to_visit_ = matches.size();
    visited_.assign(matches.size(), false);
    matches_ = std::make_shared<const std::vector<Vector>>(std::move(matches));
  }
  void perform(const Mutation& m) {
    states_.back() = after(std::move(states_.back()), m);
    for (const std::size_t outer : outer_) states_[outer] = after(std::move(states_[outer]), m);
  }

  const std::vector<Instruction>* code_;
  const Environment* env_;
  std::size_t position_ = 0;
  /// What is observed, on top; below it, for each ∥ around: the state at the fork while its left side runs, and what
  /// both sides have done so far while its right side does.
  std::vector<State> states_;
  std::vector<std::size_t> outer_;  // of those, where both sides write
  std::shared_ptr<const std::vector<Vector>> matches_;
  std::vector<bool> visited_;
  std::size_t to_visit_ = 0;
  std::vector<Performed>* log_ = nullptr;
};

/// The orders of some seqs: the vectors of a list come first, in its order, then the others, lexicographically.
using Orders = std::map<Leaf, std::vector<Vector>>;

class OrderDecision {
 public:
  OrderDecision(const Schedule& z, const State& c, std::size_t limit, const Environment& env)
      : code_(instructions(z)), c_(c), env_(env), limit_(limit), reference_(run({})) {}

  MatchOrderVerdict operator()() {
    if (!try_hints()) explore();
    return std::move(result_);
  }

 private:
  Ending run(const Orders& orders, std::map<Leaf, std::vector<Vector>>* met = nullptr) const {
    Ending ending;
    try {
      Walk walk(code_, c_, env_);
      walk.log_to(ending.order);
      while (const Instruction* seq = walk.next_seq()) {
        const std::vector<Vector> matches = walk.matches();
        if (met && met->count(seq->leaf) > 0) (*met)[seq->leaf] = matches;
        const auto listed = orders.find(seq->leaf);
        std::map<Vector, std::size_t> place;
        if (listed != orders.end())
          for (const Vector& e : listed->second) place.emplace(e, place.size());
        const auto rank = [&](std::size_t j) {
          const auto at = place.find(matches[j]);
          return std::pair(at == place.end() ? place.size() : at->second, j);
        };
        std::vector<std::size_t> order;
        for (std::size_t j = 0; j < matches.size(); ++j) order.push_back(j);
        if (!place.empty())
          std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return rank(a) < rank(b); });
        if (order.empty()) walk.leave();
        for (const std::size_t j : order) walk.visit(j);
      }
      ending.end = walk.state();
    } catch (const RuntimeError& error) {
      ending.end = error;
    }
    return ending;
  }

  static std::optional<bool> alike(const Ending& a, const Ending& b) {
    const State* c = std::get_if<State>(&a.end);
    const State* c_ = std::get_if<State>(&b.end);
    return c && c_ ? equal_up_to_renaming(*c, *c_) : !c && !c_;
  }

  /// Two matches of the seq that meet; its first two, where an invocation fails at its start.
  std::optional<Pair> meeting_of(const Instruction& seq, const Walk& at) const {
    if (at.matches().size() < 2) return std::nullopt;
    try {
      return meeting(seq, at.state(), at.matches(), env_);
    } catch (const RuntimeError&) {
      return Pair{0, 1};
    }
  }

  /// Exchanges two matches that meet, at the first seqs of the reference run that have such.
  bool try_hints() {
    constexpr std::size_t most = 16;
    Walk walk(code_, c_, env_);
    while (const Instruction* seq = walk.next_seq()) {
      const std::vector<Vector> matches = walk.matches();
      if (const std::optional<Pair> pair = meeting_of(*seq, walk); pair && ++result_.sensitive <= most) {
        const auto first = matches.begin() + static_cast<std::ptrdiff_t>(pair->first);
        const auto second = matches.begin() + static_cast<std::ptrdiff_t>(pair->second);
        std::vector<Vector> later(matches), earlier(matches);
        std::rotate(later.begin() + (first - matches.begin()), later.begin() + (first - matches.begin()) + 1,
                    later.begin() + (second - matches.begin()) + 1);
        std::rotate(earlier.begin() + (first - matches.begin()), earlier.begin() + (second - matches.begin()),
                    earlier.begin() + (second - matches.begin()) + 1);
        for (std::vector<Vector>* order : {&later, &earlier})
          if (const Orders orders{{seq->leaf, *order}}; alike(reference_, run(orders)) == false) {
            differ(orders);
            return true;
          }
      }
      if (matches.empty()) walk.leave();
      for (std::size_t j = 0; j < matches.size(); ++j) walk.visit(j);
    }
    return false;
  }

  struct Configuration {
    Walk walk;
    const Instruction* seq;
    std::size_t from;
    Vector step;  // visited to get here
  };

  /// Depth-first search over configurations, the reference run first.
  void explore() {
    std::vector<std::size_t> open;
    std::unordered_multimap<std::size_t, std::size_t> seen;
    bool settled = true;
    std::size_t work = 0;
    // Goes on to the next choice. False when an end differs.
    const auto meet = [&](Walk walk, std::size_t from, const Vector& step) {
      const Instruction* seq = nullptr;
      for (;;) {
        if (walk.matches_left()) break;
        seq = walk.next_seq();
        if (!seq || meeting_of(*seq, walk)) break;
        const std::size_t n = walk.matches().size();
        if (n == 0) walk.leave();
        for (std::size_t j = 0; j < n; ++j) walk.visit(j);
      }
      if (!seq && !walk.matches_left()) {
        const std::optional<bool> same = alike(reference_, {{}, walk.state()});
        if (same == false) differ(trace(from, step));
        settled = settled && same;
        return same != false;
      }
      const std::size_t hash = walk.hash();
      const auto [same, last] = seen.equal_range(hash);
      for (auto it = same; it != last; ++it)
        if (configurations_[it->second].walk == walk) return true;
      seen.emplace(hash, configurations_.size());
      open.push_back(configurations_.size());
      if (!seq) seq = configurations_[from].seq;
      work += 1 + (code_.size() + walk.matches().size()) / 100;
      configurations_.push_back({std::move(walk), seq, from, step});
      return true;
    };
    if (!meet(Walk(code_, c_, env_), 0, {})) return;
    while (!open.empty()) {
      const std::size_t at = open.back();
      open.pop_back();
      for (std::size_t j = configurations_[at].walk.matches().size(); j-- > 0;) {
        if (configurations_[at].walk.visited(j)) continue;
        result_.explored = configurations_.size();
        if (work > limit_) return;
        Walk next = configurations_[at].walk;
        const Vector step = next.matches()[j];
        try {
          next.visit(j);
          if (!meet(std::move(next), at, step)) return;
        } catch (const RuntimeError&) {
          return differ(trace(at, step));
        }
      }
    }
    if (settled) result_.independent = true;
  }

  /// The orders in which matches were visited up to a configuration, and by one more step.
  Orders trace(std::size_t at, const Vector& last) const {
    Orders orders;
    if (configurations_.empty()) return orders;
    orders[configurations_[at].seq->leaf].push_back(last);
    while (at != 0) {
      const Configuration& here = configurations_[at];
      orders[configurations_[here.from].seq->leaf].push_back(here.step);
      at = here.from;
    }
    for (auto& [leaf, order] : orders) std::reverse(order.begin(), order.end());
    return orders;
  }

  /// From orders under which the end differs back to those of the reference, by exchanging neighbours: some exchange
  /// changes the end.
  void differ(Orders orders) {
    result_.independent = false;
    std::map<Leaf, std::vector<Vector>> met;
    for (const auto& at : orders) met[at.first] = {};
    (void)run(orders, &met);
    complete(orders, met);
    (void)run({}, &met);
    complete(orders, met);
    const std::vector<std::pair<Leaf, std::size_t>> exchanges = sorting(orders);
    const auto after_some = [&](std::size_t n) {
      Orders some = orders;
      for (std::size_t j = 0; j < n; ++j) {
        std::vector<Vector>& order = some.at(exchanges[j].first);
        std::swap(order[exchanges[j].second], order[exchanges[j].second + 1]);
      }
      return some;
    };
    std::size_t lo = 0, hi = exchanges.size();
    while (hi - lo > 1) {
      const std::size_t middle = lo + (hi - lo) / 2;
      (alike(reference_, run(after_some(middle))) == false ? lo : hi) = middle;
    }
    const Orders orders_a = after_some(hi), orders_b = after_some(lo);
    OrderWitness witness;
    witness.a = run(orders_a);
    witness.b = run(orders_b);
    if (alike(witness.a, witness.b) != false) return;
    const auto& [leaf, place] = exchanges[lo];
    witness.leaf = leaf;
    for (const Instruction& at : code_)
      if (at.s && at.leaf == leaf) witness.system = at.s->name;
    witness.order = orders_a.at(leaf);
    witness.order_ = orders_b.at(leaf);
    witness.u = witness.order[place];
    witness.u_ = witness.order[place + 1];
    const State* c = std::get_if<State>(&witness.a.end);
    const State* c_ = std::get_if<State>(&witness.b.end);
    if (c && c_) witness.l = difference(*c, *c_);
    result_.witness = std::move(witness);
  }

  /// Puts the matches that a run met, and that are not listed, behind those that are.
  static void complete(Orders& orders, const std::map<Leaf, std::vector<Vector>>& met) {
    for (auto& [leaf, order] : orders) {
      std::set<Vector> listed(order.begin(), order.end());
      for (const Vector& e : met.at(leaf))
        if (listed.insert(e).second) order.push_back(e);
    }
  }

  /// Exchanges of neighbours that sort all lists, the last seq first.
  static std::vector<std::pair<Leaf, std::size_t>> sorting(const Orders& orders) {
    std::vector<std::pair<Leaf, std::size_t>> exchanges;
    for (auto at = orders.rbegin(); at != orders.rend(); ++at) {
      std::vector<Vector> order = at->second;
      for (std::size_t j = 1; j < order.size(); ++j)
        for (std::size_t k = j; k > 0 && order[k] < order[k - 1]; --k) {
          std::swap(order[k], order[k - 1]);
          exchanges.emplace_back(at->first, k - 1);
        }
    }
    return exchanges;
  }

  std::vector<Instruction> code_;
  const State& c_;
  const Environment& env_;
  std::size_t limit_;
  Ending reference_;
  std::vector<Configuration> configurations_;
  MatchOrderVerdict result_;
};

}  // namespace

MatchOrderVerdict match_order(const Program& program, const Schedule& schedule, std::uint64_t frames, std::size_t limit,
                              Execution& reference) {
  if (frames == 0) return {true, 0, 0, std::nullopt};
  const Schedule z = repeat(schedule, frames);
  MatchOrderVerdict verdict = OrderDecision(z, program.start, limit, reference.environment())();
  if (!verdict.witness) return verdict;
  name_others({&verdict.witness->a, &verdict.witness->b}, reference.names());
  std::vector<Entity> others;
  for (const Vector& e : verdict.witness->order)
    std::copy_if(e.begin(), e.end(), std::back_inserter(others),
                 [&](Entity e_j) { return !reference.names().knows(e_j); });
  reference.names().add(std::move(others));
  return verdict;
}

// Rendering -------------------------------------------------------------------------------------------------

namespace {

std::string vector(const Vector& e, const Notation& notation) {
  std::string out;
  notation.invocation(out, "", e);
  return out;
}

/// The matches from a little before `place` on.
std::string order(const std::vector<Vector>& matches, std::size_t place, const Notation& notation) {
  constexpr std::size_t most = 12;
  const std::size_t begin = matches.size() > most && place > 2 ? place - 2 : 0;
  const std::size_t end = std::min(matches.size(), begin + most);
  std::string out = begin > 0 ? fmt::format("({} before) ", begin) : "";
  for (std::size_t j = begin; j < end; ++j) out += (j > begin ? ", " : "") + vector(matches[j], notation);
  return end < matches.size() ? out + fmt::format(" ({} more)", matches.size() - end) : out;
}

std::string end(const Ending& run, const std::optional<Location>& l, const Notation& notation) {
  if (const RuntimeError* error = std::get_if<RuntimeError>(&run.end))
    return fmt::format("in a run-time error in {}: {}", error->system, error->what());
  if (!l) return "in a state";
  std::string out = "with ";
  notation.binding(out, *l, std::get<State>(run.end).at(*l));
  return out;
}

std::string json(const Vector& e, const Notation& notation) {
  std::string out = "[";
  for (std::size_t j = 0; j < e.size(); ++j) out += (j > 0 ? ", " : "") + json_string(notation.names(e[j]));
  return out + "]";
}

std::string json(const std::vector<Vector>& matches, const Notation& notation) {
  std::string out = "[";
  for (std::size_t j = 0; j < matches.size(); ++j) out += (j > 0 ? ", " : "") + json(matches[j], notation);
  return out + "]";
}

}  // namespace

std::string show(const MatchOrderVerdict& verdict, const Notation& notation, bool coloured) {
  const char* text = !verdict.independent ? "undecided" : *verdict.independent ? "yes" : "no";
  const char* colour = !verdict.independent ? "33" : *verdict.independent ? "32" : "31";
  std::string out = "  any match order  " + (coloured ? fmt::format("\033[1;{}m{}\033[0m", colour, text) : text);
  if (!verdict.independent)
    return out +
           fmt::format("  the limit was reached after {} configurations; raise it with --limit\n", verdict.explored);
  if (*verdict.independent)
    return out + (verdict.sensitive == 0 ? "  no match of a seq observes or overwrites what another one writes (D1)\n"
                                         : "  all orders of the matches of each seq end alike (D1)\n");
  if (!verdict.witness) return out + "  two orders of the matches of a seq end differently (D1)\n";
  const OrderWitness& witness = *verdict.witness;
  out += fmt::format("  the end depends on the order of {} and {} in seq({}), leaf {} (D1)\n",
                     vector(witness.u, notation), vector(witness.u_, notation), witness.system, witness.leaf);
  const auto place = static_cast<std::size_t>(std::find(witness.order.begin(), witness.order.end(), witness.u) -
                                              witness.order.begin());
  for (const bool first : {true, false})
    out += fmt::format("    {}\n      ends {}\n", order(first ? witness.order : witness.order_, place, notation),
                       end(first ? witness.a : witness.b, witness.l, notation));
  return out;
}

std::string json(const MatchOrderVerdict& verdict, const Notation& notation) {
  std::string out = fmt::format("{{ \"independent\": {}", !verdict.independent   ? "null"
                                                          : *verdict.independent ? "true"
                                                                                 : "false");
  if (verdict.witness) {
    const OrderWitness& witness = *verdict.witness;
    out += fmt::format(
        ",\n    \"leaf\": {}, \"system\": {}, \"matches\": {},\n    \"orders\": [ {},\n                {} ],\n    "
        "\"runs\": [ ",
        witness.leaf, json_string(witness.system), json({witness.u, witness.u_}, notation),
        json(witness.order, notation), json(witness.order_, notation));
    json(out, witness.a, notation);
    out += ",\n              ";
    json(out, witness.b, notation);
    out += " ]";
  }
  return out + " }";
}

}  // namespace coreecs
