#include "interp/apps/triage/events.hpp"

#include <algorithm>

#include "interp/apps/triage/access.hpp"
#include "semantics/state.hpp"

namespace coreecs::triage {

namespace {

constexpr std::uint64_t first_event = std::uint64_t{1} << 62;  // above the number of each entity of a program

/// ε_k
Entity event_entity(std::size_t k) { return Entity(first_event + k); }

/// Adds the labels that queries name.
void collect(const MatchTerm& term, LabelSet& labels) {
  for (const QueryTerm& query : term.match)
    for (const auto& constraint : observed(query))
      labels.insert(std::visit([](const auto& c) { return c.i; }, constraint));
}

}  // namespace

std::optional<std::size_t> event_number(Entity e) {
  return !e.created() && e.number() >= first_event ? std::optional(e.number() - first_event) : std::nullopt;
}

std::size_t hash(const Unread& u) {
  std::size_t all = u.block_ran ? 1 : 0;
  for (const Unread::Queue& queue : u.of) all = mix(all, queue.old.size() * 31 + queue.recent.size());
  return all;
}

Events::Events(const app::App& app, const std::vector<Question>& questions, const app::Blocks& blocks) {
  const std::vector<coreecs::Label> of_app = labels_of_program(app);
  for (coreecs::Label i = 0; i < of_app.size(); ++i)
    if (app.components[of_app[i]].kind == app::Component::Kind::Event) labels_.insert(i);
  if (labels_.empty()) return;
  const auto add = [&](const MatchTerm& term, const EventReader& by) {
    LabelSet named;
    collect(term, named);
    for (const coreecs::Label i : named) {
      const auto is_it = [&](const Read& one) { return one.i == i && one.by == by; };
      if (labels_.contains(i) && std::none_of(all_.begin(), all_.end(), is_it)) all_.push_back({i, by});
    }
  };
  for (std::size_t s = 0; s < app.systems.size(); ++s)
    if (app.systems[s].body)
      add(app.program->terms.at(app.program->systems[*app.systems[s].body]->name), {EventReader::Kind::System, s});
  for (std::size_t b = 0; b < questions.size(); ++b)
    app::for_each_part(questions[b].is, [&](const app::RunCondition& part) {
      if (part.term) add(*part.term->term, {EventReader::Kind::Condition, b});
    });
  for (std::size_t b = 0; b < blocks.all().size(); ++b)
    if (app.keep_events_until == blocks.all()[b].set) kept_until_ = b;
}

// [queue/first]  U(r, i) ≜ ⟨⟩ | ⟨⟩
Unread Events::first() const { return {.of = std::vector<Unread::Queue>(all_.size())}; }

// [queue/send]  U(r, i) ≜ a | b · k_1 · ... · k_n  for each r, where k_1, ..., k_n are what s sends of i
void Events::send(Unread& u, const Sent& sent) const {
  for (const auto& [i, k] : sent)
    for (std::size_t t = 0; t < all_.size(); ++t)
      if (all_[t].i == i) u.of[t].recent.push_back(k);
}

// [queue/read]  U(r, i) ≜ ⟨⟩ | ⟨⟩  for each i, right after r has run or was asked, and before it sends
void Events::read(Unread& u, const EventReader& r) const {
  for (std::size_t t = 0; t < all_.size(); ++t)
    if (all_[t].by == r) u.of[t] = {};
}

// [queue/asked]  U(b, i) ≜ ⟨⟩ | ⟨⟩  for each i of the parts of b that are asked
void Events::ask(Unread& u, const State& c, std::size_t question, const app::RunCondition& is,
                 const Environment& env) const {
  const EventReader r{EventReader::Kind::Condition, question};
  LabelSet asked;
  (void)holds(is, both(c, u, r), env, [&](const app::RunCondition& part) {
    if (part.term) collect(*part.term->term, asked);
  });
  for (std::size_t t = 0; t < all_.size(); ++t)
    if (all_[t].by == r && asked.contains(all_[t].i)) u.of[t] = {};
}

void Events::block_runs(Unread& u, std::size_t block) const { u.block_ran = u.block_ran || kept_until_ == block; }

// [queue/frame]  U(r, i) = a | b  becomes  b | ⟨⟩  for each r and i, at the end of a frame
// [queue/kept]   only if B was performed since that happened last, with "keep_events_until": B
void Events::frame_ended(Unread& u) const {
  if (kept_until_ && !std::exchange(u.block_ran, false)) return;
  for (Unread::Queue& queue : u.of) queue = {std::move(queue.recent), {}};
}

// [queue/seen]  r sees c ∪ { (ε_k, i) ↦ v_k }  where U(r, i) = ⟨v_0, ..., v_j | v_j+1, ..., v_n⟩
State Events::both(const State& c, const Unread& u, const EventReader& r) const {
  State seen = c;
  for (std::size_t t = 0; t < all_.size(); ++t) {
    if (all_[t].by != r) continue;
    std::size_t k = 0;
    for (const std::vector<Value>* buffer : {&u.of[t].old, &u.of[t].recent})
      for (const Value& v : *buffer) seen.write({event_entity(k++), all_[t].i}, v);
  }
  return seen;
}

State Events::of_state(State c) const {
  for (const coreecs::Label i : labels_)
    if (!c[i].empty()) c[i] = {};
  return c;
}

std::optional<Value> Events::next(const Unread& u, const EventReader& r, coreecs::Label i) const {
  for (std::size_t t = 0; t < all_.size(); ++t)
    if (all_[t].by == r && all_[t].i == i)
      for (const std::vector<Value>* buffer : {&u.of[t].old, &u.of[t].recent})
        if (!buffer->empty()) return buffer->front();
  return std::nullopt;
}

}  // namespace coreecs::triage
