#include "interp/decide/match_walk.hpp"

#include "interp/run/machine.hpp"

namespace coreecs {

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

const Instruction* MatchWalk::next_seq() {
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

void MatchWalk::visit(std::size_t j) {
  const Instruction& at = (*code_)[position_];
  visited_[j] = true;
  const EntityVector& e = (*matches_)[j];
  std::vector<Cell> w;
  if (query_at(at.s->q, states_.back(), e, w)) {
    perform(invoke(*at.s, {e, w}, at.leaf, *env_));
    if (log_) log_->push_back({at.leaf, at.s->name, e});
  }
  if (--to_visit_ == 0) leave();
}

void MatchWalk::leave() {
  visited_.clear();
  matches_.reset();
  ++position_;
}

bool operator==(const MatchWalk& a, const MatchWalk& b) {
  return a.position_ == b.position_ && a.visited_ == b.visited_ && a.states_ == b.states_ &&
         (!a.matches_ || a.matches_ == b.matches_ || *a.matches_ == *b.matches_);
}

std::size_t MatchWalk::hash() const {
  std::size_t hash = mix(position_, std::hash<std::vector<bool>>{}(visited_));
  std::size_t locations = 0;
  for (Label i = 0; i < state().labels(); ++i)
    for (const auto& [e, k] : state()[i]) locations += mix(std::hash<Location>{}({e, i}), std::hash<Value>{}(k));
  return mix(hash, locations);
}

void MatchWalk::start(const Instruction& at) {
  const Matches r = query(at.s->q, states_.back(), *env_);
  std::vector<EntityVector> matches;
  for (std::size_t j = 0; j < r.size(); ++j) matches.emplace_back(r[j].e.begin(), r[j].e.end());
  to_visit_ = matches.size();
  visited_.assign(matches.size(), false);
  matches_ = std::make_shared<const std::vector<EntityVector>>(std::move(matches));
}

void MatchWalk::perform(const Mutation& m) {
  states_.back() = after(std::move(states_.back()), m);
  for (const std::size_t outer : outer_) states_[outer] = after(std::move(states_[outer]), m);
}

}  // namespace coreecs
