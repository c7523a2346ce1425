#include "interp/check/decide/further.hpp"

#include <algorithm>
#include <functional>

namespace coreecs {

namespace {

/// How many configurations one question may cost, and how many invocations the first lost update.
constexpr std::size_t most_configurations = 1'000, most_repeated = 100'000;

/// Asks of the first k frames, for k = 1, 2, ..., until the answer is no; once `most_asked` invocations were performed,
/// or leaves passed by, only of all frames, of which the answer may be such that it holds for fewer too.
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

}  // namespace

Answer further(Aspect aspect, const Program& program, const NamedSchedule& schedule, std::uint64_t frames,
               std::size_t limit) {
  if (aspect == Aspect::SharedState) {
    Execution reference(program, schedule);
    reference.advance_to(frames);
    return check_shared(program, schedule, limit, reference).confluent;
  }
  const Instance of(program, schedule.z, frames);
  if (aspect == Aspect::MatchOrder) return match_order(program, schedule.z, frames, limit, of.env).independent;
  const Answer exist = lost_updates(of, std::max(limit, most_repeated), true).exist;
  return exist == Answer::Unknown ? exist : answer(exist == Answer::No);
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
  const auto apart = [](const MatchOrderVerdict& at) {
    return at.independent == Answer::Yes && at.sensitive == at.adding_up;
  };
  if (!answers.match_order)
    answers.match_order = ask_each_frame<MatchOrderVerdict>(verdict, orders, &MatchOrderVerdict::independent, apart);

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
