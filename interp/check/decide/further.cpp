#include "interp/check/decide/further.hpp"

#include <algorithm>
#include <functional>

namespace coreecs {

namespace {

/// The limits: configurations for one question, and invocations to find the first lost update.
constexpr std::size_t most_configurations = 1'000, most_repeated = 100'000;

/// Asks about the first k frames, for k = 1, 2, ..., until the answer is no. After `most_asked` invocations or leaves,
/// it asks only about all frames, whose answer may hold for fewer, too.
template <class V>
V ask_each_frame(const Verdict& verdict, const std::function<V(std::uint64_t)>& ask, Answer V::*answer,
                 const std::function<bool(const V&)>& earlier_too) {
  bool yes = true;  // so far
  const std::size_t of_one_frame = std::max(verdict.invocations(), verdict.of->po.z.nodes.size()) / verdict.frames + 1;
  std::size_t left = most_asked;
  for (std::uint64_t k = 1; true; ++k) {
    if (k < verdict.frames && k > left / of_one_frame) {
      k = verdict.frames;
      yes = false;
    }
    left -= std::min<std::size_t>(left, of_one_frame * k);
    V at = ask(k);
    if (at.*answer == Answer::No || (k == verdict.frames && earlier_too(at))) return at;
    yes = yes && at.*answer == Answer::Yes;
    if (k < verdict.frames) continue;
    if (!yes) at.*answer = Answer::Unknown;
    return at;
  }
}

/// Whether the answer holds for fewer frames, too: it did not take any exploration.
bool is_so_of_fewer_frames(const MatchOrderVerdict& at) {
  return at.independent == Answer::Yes && at.sensitive == at.adding_up;
}

/// The answers about the frames before the last, unless they take more than a million invocations in all.
template <class V>
OfFrames<V> of_frames(V at_the_end, Answer V::*answer, std::uint64_t frames, std::size_t of_one_frame, bool earlier_too,
                      const std::function<V(std::uint64_t)>& ask) {
  OfFrames<V> all{frames, std::move(at_the_end)};
  all.in_every_frame = all.at_the_end.*answer;
  std::size_t left = 1'000'000;
  for (std::uint64_t k = 1; k < frames && !earlier_too && all.in_every_frame != Answer::No; ++k) {
    if (k > left / of_one_frame) {
      all.in_every_frame = Answer::Unknown;
      break;
    }
    left -= of_one_frame * k;
    V at = ask(k);
    if (at.*answer == Answer::Yes) continue;
    all.in_every_frame = at.*answer;
    if (at.*answer == Answer::Unknown && at.cut != Cut::Limit) break;
    if (at.*answer == Answer::No) {
      all.lost = std::move(at);
      all.frame = k;
    }
  }
  return all;
}

}  // namespace

OfFrames<MatchOrderVerdict> match_order_of_frames(const Instance& of, const Program& program, const Schedule& z,
                                                  std::uint64_t frames, std::size_t limit) {
  const auto ask = [&](std::uint64_t k) { return match_order(program, z, k, limit, of.env); };
  MatchOrderVerdict end = ask(frames);
  const bool earlier_too = is_so_of_fewer_frames(end);
  const std::size_t of_one_frame = frames > 0 ? std::max(of.po.size(), of.po.z.nodes.size()) / frames + 1 : 1;
  return of_frames<MatchOrderVerdict>(std::move(end), &MatchOrderVerdict::independent, frames, of_one_frame,
                                      earlier_too, ask);
}

OfFrames<SharedVerdict> shared_of_frames(const Program& program, const NamedSchedule& schedule, std::size_t limit,
                                         Execution& reference) {
  const std::uint64_t frames = reference.frame();
  SharedVerdict end = check_shared(program, schedule, limit, reference);
  if (end.on_every_state || end.confluent == Answer::No || frames < 2) {
    const Answer holds = end.confluent;
    return {frames, std::move(end), holds};
  }
  reference.restart();
  const auto ask = [&](std::uint64_t k) {
    reference.advance_to(k);
    return check_shared(program, schedule, limit, reference);
  };
  auto all = of_frames<SharedVerdict>(std::move(end), &SharedVerdict::confluent, frames,
                                      weight(reference.state(), schedule.z.leaves()), false, ask);
  reference.advance_to(frames);
  return all;
}

Answer further(Aspect aspect, const Program& program, const NamedSchedule& schedule, std::uint64_t frames,
               std::size_t limit) {
  if (aspect == Aspect::SharedState) {
    Execution reference(program, schedule);
    reference.advance_to(frames);
    return shared_of_frames(program, schedule, limit, reference).in_every_frame;
  }
  const Instance of(program, schedule.z, frames);
  if (aspect == Aspect::MatchOrder) return match_order_of_frames(of, program, schedule.z, frames, limit).in_every_frame;
  const Answer exist = lost_updates(of, std::max(limit, most_repeated), true).exist;
  return exist == Answer::Unknown ? exist : answer(exist == Answer::No);
}

Answer first_frame(Aspect aspect, const Program& program, const NamedSchedule& schedule, std::size_t most) {
  constexpr std::size_t limit = 1000;
  const Verdict verdict = check(program, schedule, 1, limit, most);
  return is_further(aspect) ? further(aspect, program, schedule, 1, limit) : verdict.in_every_frame(aspect);
}

Further further(const Program& program, const NamedSchedule& schedule, const Verdict& verdict, std::size_t limit,
                bool all_lost_updates) {
  Further answers;
  answers.all_lost_updates = all_lost_updates;
  if (!verdict.safe_by_rule())
    answers.lost_updates =
        lost_updates(*verdict.of, all_lost_updates ? limit : std::min(limit, most_repeated), !all_lost_updates);
  answers.on_every_state = static_report(program, schedule.z);
  const std::vector<SeriesParallel::Node>& nodes = verdict.of->po.z.nodes;
  if (std::none_of(nodes.begin(), nodes.end(), [](const auto& z) { return z.kind == SeriesParallel::Kind::Seq; }))
    answers.match_order = {.independent = Answer::Yes, .witness = {}};
  if (answers.on_every_state.safe_when_shared() || nodes.empty()) {
    SharedVerdict& shared = answers.shared.emplace();
    shared.confluent = shared.as_reference = Answer::Yes;
  }
  if (verdict.invocations() > most_asked) return answers;
  limit = std::min(limit, most_configurations);

  const auto orders = [&](std::uint64_t k) {
    answers.match_order_frames = k;
    return match_order(program, schedule.z, k, limit, verdict.of->env);
  };
  if (!answers.match_order)
    answers.match_order =
        ask_each_frame<MatchOrderVerdict>(verdict, orders, &MatchOrderVerdict::independent, is_so_of_fewer_frames);

  if (answers.shared) return answers;
  const auto reference = std::make_shared<Execution>(program, schedule);
  const auto executions = [&](std::uint64_t k) {
    reference->advance_to(k);
    return check_shared(program, schedule, limit, *reference);
  };
  const auto never = [](const SharedVerdict&) { return false; };
  answers.shared = ask_each_frame<SharedVerdict>(verdict, executions, &SharedVerdict::confluent, never);
  answers.reference = reference;
  return answers;
}

}  // namespace coreecs
