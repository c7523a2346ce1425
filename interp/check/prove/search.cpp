#include "interp/check/prove/search.hpp"

#include <algorithm>

namespace coreecs::symbolic {

std::optional<z3::model> ModelSearch::next() {
  if (last_) block(*last_);
  last_.reset();
  if (tried_++ < most_models && find()) last_ = question_.get_model();
  return last_;
}

void ModelSearch::leave_resources_alone() {
  for (const Resource& resource : to_.program().resources) {
    const auto known = to_.literals().find(resource.e.number());
    if (known == to_.literals().end()) continue;
    for (const AnyState::Read& read : start_.reads())
      if (!belongs_to(read.i, resource)) question_.add(!read.cell.present || read.e != known->second);
  }
}

bool ModelSearch::find() {
  z3::expr_vector none(to_.z3()), small(to_.z3()), simple(to_.z3());
  for (const z3::expr& one : avoided_) simple.push_back(!one);
  for (const AnyState::Read& read : start_.reads()) prefer_small(read.cell.value, small);
  for (const z3::expr& one : simple) small.push_back(one);
  for (const z3::expr_vector* also : {&small, &simple, &none}) {
    if (also->empty() && also != &none) continue;
    question_.push();
    for (const z3::expr& one : *also) question_.add(one);
    const Solver::Found found = by_.ask(question_, none);
    if (found == Solver::Found::Model) return true;
    question_.pop();
  }
  return false;
}

void ModelSearch::prefer_small(const SymbolicValue& k, z3::expr_vector& small) const {
  if (k.kind == Type::Kind::Int || (k.kind == Type::Kind::Real && to_.reals() == Reals::Mathematical))
    small.push_back(k.e >= -9 && k.e <= 99);
  for (const SymbolicValue& part : k.parts) prefer_small(part, small);
}

/// Asks for a model that differs in which components or which entities are there.
void ModelSearch::block(const z3::model& model) {
  question_.pop();
  std::vector<z3::expr> differ;
  constexpr std::size_t most_presences = 40, most_entities = 8;
  for (const AnyState::Read& read : start_.reads())
    if (differ.size() < most_presences) differ.push_back(read.cell.present != model.eval(read.cell.present, true));
  const auto& entities = to_.observed();
  for (std::size_t j = 0; j < std::min(most_entities, entities.size()); ++j)
    for (std::size_t k = 0; k < j; ++k) {
      const z3::expr equal = entities[j] == entities[k];
      differ.push_back(equal != model.eval(equal, true));
    }
  question_.add(to_.any(differ));
}

}  // namespace coreecs::symbolic
