#include "interp/program/ending.hpp"

#include "semantics/renaming.hpp"

namespace coreecs {

Performed performed(const Invocation& u) { return {u.leaf, u.s->name, {u.e.begin(), u.e.end()}}; }

std::optional<bool> alike(const End& a, const End& b) {
  const State* c = std::get_if<State>(&a);
  const State* c_ = std::get_if<State>(&b);
  return c && c_ ? equal_up_to_renaming(*c, *c_) : !c && !c_;
}

}  // namespace coreecs
