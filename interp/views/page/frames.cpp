#include <fmt/format.h>

#include <algorithm>

#include "interp/check/decide/concurrent_writes.hpp"
#include "interp/language/notation/formula.hpp"
#include "interp/views/explain/derivation.hpp"
#include "interp/views/explain/text.hpp"
#include "interp/views/page/shown.hpp"

namespace coreecs {

namespace {

/// The reference run, frame by frame, with the derivations of the frames that are short enough.
class FramesWriter {
 public:
  FramesWriter(JsonWriter& out, const Program& program, const NamedSchedule& schedule, const PageLimits& limits)
      : out_(out),
        program_(program),
        limits_(limits),
        leaves_(schedule.z.leaves()),
        matches_left_(limits.matches),
        reordered_left_(limits.reordered),
        bytes_left_(limits.bytes),
        execution_(program, schedule, all_invariants(program),  // a term of one may fail
                   [this](const State& c, const Schedule& z, At at) { return perform(c, z, at); }),
        notation_{program.schema, execution_.names()} {}

  std::optional<std::string> operator()(const std::string& file, std::uint64_t frames) {
    std::optional<std::string> error;
    out_.member("frames_in_all", frames);
    out_.line(0).key("frames").list([&] {
      frame(execution_.state());
      try {
        while (execution_.frame() < frames) {
          is_shown_ = execution_.frame() < limits_.frames || execution_.frame() + 1 == frames;
          const State before = execution_.state();
          execution_.advance();
          if (is_shown_) frame(before);
        }
      } catch (const RuntimeError& failed) {
        error = show(file, failed, execution_.names());
      }
    });
    return error;
  }

 private:
  State perform(const State& c, const Schedule& z, At at) {
    derived_.reset();
    if (!is_shown_) return fast::advance(c, z, at);
    try {
      if (leaves_ <= limits_.leaves && fast::partial_order(c, z, at, matches_left_).size() <= matches_left_)
        derived_ = derive(c, z, at);
    } catch (const fast::TooManyMatches&) {
    }
    if (derived_) return derived_->end;
    count(fast::partial_order(c, z, at));
    return fast::advance(c, z, at);
  }

  /// Counts the invocations of the first leaves.
  void count(const PartialOrder& po) {
    invocations_ = po.size();
    counts_.clear();
    for (std::size_t leaf = 0; leaf < std::min(po.z.leaves.size(), limits_.leaves); ++leaf)
      counts_.push_back(po.z.nodes[po.z.leaves[leaf]].end - po.z.nodes[po.z.leaves[leaf]].begin);
  }

  /// Writes the frame that was performed last, given the state before it; or the start.
  void frame(const State& before) {
    out_.line(0).object([&] {
      out_.member("frame", execution_.frame());
      json_state(out_, before, execution_.state(), program_, notation_, limits_);
      if (execution_.frame() == 0) return;
      std::string details;
      if (derived_) {
        count(derived_->po);
        JsonWriter writer(details);
        writer.compact([&] { detail(writer); });
        std::size_t matches = 0;
        for (const LeafDerivation& leaf : derived_->leaves) matches += leaf.visits.size();
        const bool fits = matches <= matches_left_ && details.size() <= bytes_left_;
        matches_left_ -= fits ? matches : 0;
        bytes_left_ -= fits ? details.size() : 0;
        if (!fits) details.clear();
      }
      out_.member("invocations", invocations_);
      out_.key("counts").list([&] {
        for (const std::size_t n : counts_) out_.value(n);
      });
      if (!details.empty()) out_.key("detail").written(details);
      derived_.reset();
    });
  }

  // The derivation of the frame.

  void detail(JsonWriter& out) {
    out.object([&] {
      out.key("leaves").list([&] {
        for (const LeafDerivation& leaf : derived_->leaves) json(out, leaf);
      });
      const ConcurrentWrites found = concurrent_writes(derived_->po, limits_.ties);
      out.key("ties").list([&] {
        for (const ConcurrentPair& tie : found.all) json(out, tie);
      });
      json_ends(out, found.all);
      out.key("observed").list([&] {
        for (const ObservedState& state : derived_->observed) out.value(show_observed(state));
      });
      out.key("between").list([&] {
        for (const auto& [leaves, pairs] : found.by_leaf) json(out, leaves, pairs);
      });
      if (found.by_leaf.empty()) return;
      out.key("conflicts").list([&] {
        for (const std::size_t n : found.conflicts) out.value(n);
      });
    });
  }

  void json(JsonWriter& out, const LeafDerivation& leaf) {
    out.object([&] {
      out.member("observes", state_name(leaf.observes));
      out.key("queries").list([&] {
        for (std::size_t j = 0; j < leaf.factors.size(); ++j)
          out.value(clipped(show_matches(leaf.s->q[j], leaf.factors[j], 50, notation_), 4'000));
      });
      out.key("visits").list([&] {
        for (const Visit& visit : leaf.visits) json(out, leaf, visit);
      });
    });
  }

  void json(JsonWriter& out, const LeafDerivation& leaf, const Visit& visit) {
    const auto observed = [&](const std::vector<Cell>& w) {
      return clipped(show_observation(leaf.s->q, w, notation_), 1'000);
    };
    out.object([&] {
      out.member("e", show_entities(visit.e, notation_));
      out.member("matched", observed(visit.matched));
      if (visit.dropped) return json_drop(out.key("dropped"), leaf, visit);
      if (visit.w != visit.matched) out.member("observed", observed(visit.w));
      out.member("does",
                 clipped(show(visit.m, Fresh({execution_.environment(), leaf.leaf}, visit.e), notation_), 2'000));
      constexpr std::size_t most = 50;
      out.key("changes").list([&] {
        for (const ValueChange& change : std::span(visit.changes).first(std::min(visit.changes.size(), most)))
          out.list([&] {
            out.value(show(change.l, notation_));
            for (const auto* k : {&change.before, &change.after})
              json_value(out, *k ? &**k : nullptr, change.l.i, notation_);
          });
      });
      if (visit.changes.size() > most) out.member("more_changes", visit.changes.size() - most);
    });
  }

  /// Why a match is dropped.
  void json_drop(JsonWriter& out, const LeafDerivation& leaf, const Visit& visit) {
    const Drop& drop = *visit.dropped;
    out.object([&] {
      if (drop.query) {
        out.member("query", *drop.query);
        out.member("e", notation_.names(visit.e[*drop.query]));
      }
      if (drop.i) out.member("component", program_.schema[*drop.i].name);
      if (drop.by) out.member("by", leaf.s->name + show_entities(leaf.visits[*drop.by].e, notation_));
    });
  }

  void json(JsonWriter& out, const ConcurrentPair& tie) {
    out.object([&] {
      out.member("u", tie.u);
      out.member("v", tie.v);
      out.member("at", show(tie.l, notation_));
      out.key("left").list([&] {
        for (const std::size_t u : {tie.u, tie.v}) {
          const std::optional<Value>& k = derived_->po.invocations[u].m.find(tie.l)->k;
          json_value(out, k ? &*k : nullptr, tie.l.i, notation_);
        }
      });
      if (tie.same) out.member("same", true);
    });
  }

  /// For the first conflicts, within a limit: how the frame ends if the one or the other of the two invocations comes
  /// as late as possible, as the rows that differ from those of the reference.
  void json_ends(JsonWriter& out, const std::vector<ConcurrentPair>& ties) {
    const PartialOrder& po = derived_->po;
    out.key("ends").list([&] {
      for (const ConcurrentPair& tie : ties) {
        if (tie.same || reordered_left_ < 2 * po.size()) return;
        reordered_left_ -= 2 * po.size();
        out.list([&] {
          for (const std::size_t u : {tie.u, tie.v}) {
            const State end = after(derived_->observed.front().c, composite(po, as_late_as_possible(po, u)));
            std::vector<Entity> differ = changed(derived_->end, end);
            differ.resize(std::min(differ.size(), limits_.entities));
            out.list([&] {
              for (const Entity e : differ) json_row(out, e, end, nullptr, program_, notation_);
            });
          }
        });
      }
    });
  }

  /// "c", "c ↓ (c ⇓ conc(inertia))"
  std::string show_observed(const ObservedState& state) const {
    if (state.node == SeriesParallel::none) return "c";
    const std::string of = state_name(state.of);
    return fmt::format("{} ↓ ({} ⇓ {})", of, of, show_part(derived_->po.z, state.node));
  }

  /// The leaves of the schedule, without those of the frames before.
  void json(JsonWriter& out, const std::pair<Leaf, Leaf>& leaves, const LeafPairs& pairs) {
    const Leaf first = derived_->leaves.front().leaf;
    out.object([&] {
      out.key("leaves").list([&] {
        out.value(leaves.first - first);
        out.value(leaves.second - first);
      });
      out.member("different", pairs.different);
      out.member("same", pairs.same);
      out.member("first", show(pairs.first, notation_));
    });
  }

  JsonWriter& out_;
  const Program& program_;
  const PageLimits& limits_;
  const std::size_t leaves_;
  std::size_t matches_left_, reordered_left_, bytes_left_;
  bool is_shown_ = false;
  std::optional<Derivation> derived_;
  std::size_t invocations_ = 0;
  std::vector<std::size_t> counts_;
  Execution execution_;
  Notation notation_;
};

}  // namespace

std::optional<std::string> json_frames(JsonWriter& out, const Program& program, const NamedSchedule& schedule,
                                       const std::string& file, std::uint64_t frames, const PageLimits& limits) {
  return FramesWriter(out, program, schedule, limits)(file, frames);
}

}  // namespace coreecs
