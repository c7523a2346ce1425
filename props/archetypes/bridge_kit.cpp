// The archetype calculus and Core ECS, side by side.
#include <algorithm>

#include "interp/fast/pass.hpp"
#include "props/archetypes/bridge.hpp"

namespace coreecs::bridge {

Translation translated(const archetype::State& w, const Settings& settings, const archetype::Schema& schema) {
  OrUntranslatable<Translation> translation = translate(schema, w, settings);
  if (const auto* untranslatable = std::get_if<Untranslatable>(&translation))
    throw std::logic_error(untranslatable->what);
  return std::get<Translation>(std::move(translation));
}

SideBySide::SideBySide(const archetype::State& w, const Translation& translation, const archetype::Environment& env)
    : start_(w), translation_(translation), env_(env), w_(w), c_(translation.program.start) {
  const StandIns as = numbered(w.H);
  for (std::uint64_t n = 0; n < w.H.fresh().number(); ++n) of_number_.push_back(as.of_entity(Entity(n)));
  for (std::size_t i = 0; i < w.q.size(); ++i) queue_.push_back(as.of_event(i));
  core_env_.fresh = [this](const Occurrence& o) {
    const Entity e = entities_.at(o);
    ranks_.emplace(e, ranks_.size());
    return e;
  };
  core_env_.order = [this](std::span<const Entity> a, std::span<const Entity> b) { return before(a, b); };
}

std::uint64_t SideBySide::rank(Entity e) const {
  return e.created() ? (std::uint64_t{1} << 32) + ranks_.at(e) : e.number();
}
bool SideBySide::before(std::span<const Entity> a, std::span<const Entity> b) const {
  const auto visit = visits_.find({a.begin(), a.end()}), other = visits_.find({b.begin(), b.end()});
  if (visit != visits_.end() && other != visits_.end()) return visit->second < other->second;
  return std::lexicographical_compare(a.begin(), a.end(), b.begin(), b.end(),
                                      [&](Entity one, Entity two) { return rank(one) < rank(two); });
}

void SideBySide::note_visits(const archetype::System& s) {
  const auto note = [&](const archetype::Tuples& es) {
    for (std::size_t i = 0; i < es.size(); ++i) {
      std::vector<Entity> e;
      for (const Entity e_i : es[i]) e.push_back(core(e_i));
      visits_.emplace(std::move(e), visits_.size());
    }
  };
  match(
      s.form(), [&](const archetype::Sequential& s) { note(archetype::entities(w_.H, s.f.A, env_)); },
      [&](const archetype::DataParallel& s) {
        for (const archetype::Tuples& es : split(archetype::entities(w_.H, s.f.A, env_), env_)) note(es);
      },
      [&](const archetype::TaskParallel& s) {
        for (const archetype::System& s_i : s.s) note_visits(s_i);
      });
}

void SideBySide::note_created() {
  std::vector<Entity> alive, events;
  const Vocabulary& K = translation_.vocabulary;
  for (const auto& [e, rank] : ranks_) {
    const bool known = std::find(of_number_.begin(), of_number_.end(), e) != of_number_.end();
    if (!known && c_.at({e, K.alive})) alive.push_back(e);
    const bool is_event =
        (K.events.create && c_.at({e, K.create})) || (K.events.about_entities() && c_.at({e, K.about}));
    if (is_event && std::find(queue_.begin(), queue_.end(), e) == queue_.end()) events.push_back(e);
  }
  for (std::vector<Entity>* created : {&alive, &events})
    std::sort(created->begin(), created->end(), [&](Entity a, Entity b) { return rank(a) < rank(b); });
  of_number_.insert(of_number_.end(), alive.begin(), alive.end());
  queue_.insert(queue_.end(), events.begin(), events.end());
}

std::optional<archetype::Stuck> SideBySide::step() {
  const std::size_t k = start_.fr.steps().size() - w_.fr.steps().size();
  visits_.clear();
  if (const auto* s = std::get_if<archetype::System>(&w_.fr.steps().front())) note_visits(*s);
  archetype::OrStuck<archetype::State> next = archetype::step(w_, env_);
  if (const archetype::Stuck* at = stuck(next)) return *at;
  w_ = std::get<archetype::State>(std::move(next));
  const std::optional<Schedule>& z = translation_.steps[k];
  if (z) {
    c_ = fast::advance(c_, *z, {core_env_, leaf_});
    leaf_ += z->leaves();
  }
  if (w_.q.empty()) queue_.clear();
  note_created();
  return std::nullopt;
}

OrUntranslatable<State> SideBySide::expected() {
  const archetype::Queue& q = w_.q;
  if (of_number_.size() != w_.H.fresh().number() || queue_.size() != q.size())
    return Untranslatable{"there are not as many entities, or events, as in the archetype calculus"};
  return state(w_.H, q, translation_.vocabulary,
               {[&](Entity e) { return core(e); }, [&](std::size_t i) { return queue_[i]; }});
}

}  // namespace coreecs::bridge
