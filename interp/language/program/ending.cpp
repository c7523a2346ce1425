#include "interp/language/program/ending.hpp"

#include "interp/fast/renaming.hpp"

namespace coreecs {

Performed performed(const Invocation& u) { return {u.leaf, u.s->name, {u.e.begin(), u.e.end()}}; }

Answer alike(const End& a, const End& b) {
  const State* c = std::get_if<State>(&a);
  const State* c_ = std::get_if<State>(&b);
  if (c && c_) return fast::equal_up_to_renaming(*c, *c_);
  return !c && !c_ ? Answer::Yes : Answer::No;
}

}  // namespace coreecs
