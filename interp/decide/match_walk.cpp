#include "interp/decide/match_walk.hpp"

#include "interp/fast/query.hpp"
#include "interp/run/machine.hpp"

namespace coreecs {

std::vector<Instruction> instructions(const Schedule& z) {
  std::vector<Instruction> code;
  Leaf leaves = 0;
  const auto add = [&](const Schedule& z, const auto& self) -> void {
    match(
        z.form(),
        [&](const Conc& z) {
          code.push_back({Instruction::Conc, z.s.get(), leaves++});
        },
        [&](const Seq& z) {
          code.push_back({Instruction::Seq, z.s.get(), leaves++});
        },
        [&](const Par& z) {
          code.push_back({Instruction::Fork});
          self(z.z, self);
          code.push_back({Instruction::Right});
          self(z.z_, self);
          code.push_back({Instruction::Join});
        },
        [&](const Then& z) {
          self(z.z, self);
          self(z.z_, self);
        });
  };
  add(z, add);
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
        const Matches r = fast::query(at.s->q, states_.back(), *env_);
        std::vector<Update> parts;
        for (std::size_t j = 0; j < r.size(); ++j) {
          parts.push_back(invoke(*at.s, r[j], at.leaf, *env_));
          if (log_) log_->push_back({at.leaf, at.s->name, {r[j].e.begin(), r[j].e.end()}});
        }
        perform(composed(parts));
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
  const Matches r = fast::query(at.s->q, states_.back(), *env_);
  std::vector<EntityVector> matches;
  for (std::size_t j = 0; j < r.size(); ++j) matches.emplace_back(r[j].e.begin(), r[j].e.end());
  to_visit_ = matches.size();
  visited_.assign(matches.size(), false);
  matches_ = std::make_shared<const std::vector<EntityVector>>(std::move(matches));
}

void MatchWalk::perform(const Update& m) {
  states_.back() = after(std::move(states_.back()), m);
  for (const std::size_t outer : outer_) states_[outer] = after(std::move(states_[outer]), m);
}

}  // namespace coreecs
