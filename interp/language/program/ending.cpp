#include "interp/language/program/ending.hpp"

#include "interp/fast/renaming.hpp"

namespace coreecs {

Performed performed(const Invocation& u) { return {u.leaf, u.s->name, {u.e.begin(), u.e.end()}}; }

Answer alike(const End& a, const End& b) {
  const State* left = std::get_if<State>(&a);
  const State* right = std::get_if<State>(&b);
  if (left && right) return fast::equal_up_to_renaming(*left, *right);
  return !left && !right ? Answer::Yes : Answer::No;
}

}  // namespace coreecs
