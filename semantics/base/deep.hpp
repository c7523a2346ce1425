/// Recursion as deep as the input is nested. Not part of the paper.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <type_traits>
#include <variant>

namespace coreecs {

namespace detail {

#ifdef __EMSCRIPTEN__
/// How deeply calls of `deep` are nested: the stack that a browser keeps for WebAssembly cannot be measured.
inline int levels = 0;
struct Level {
  Level() { ++levels; }
  ~Level() { --levels; }
  Level(const Level&) = delete;
  Level& operator=(const Level&) = delete;
};
#endif

/// Whether the stack of this thread is nearly used up.
[[nodiscard]] bool stack_is_short();
/// Calls f on a fresh stack and rethrows what it throws. Throws std::bad_alloc if there is no room for a stack. Without
/// threads there are no fresh stacks, and it throws std::length_error.
void on_fresh_stack(const std::function<void()>& f);

}  // namespace detail

/// Calls f on this stack, or on a fresh one if this one is nearly used up. A judgement that recurses as deep as its
/// term is nested calls itself through this function, so no input overflows the stack. `thread_local` variables in f
/// may be those of another thread. Cost: constant; a fresh stack every 10^5 levels or so.
template <class F>
auto deep(F&& f) -> std::invoke_result_t<F&> {
  using Result = std::invoke_result_t<F&>;
#ifdef __EMSCRIPTEN__
  const detail::Level level;
#endif
  if (!detail::stack_is_short()) return f();
  if constexpr (std::is_void_v<Result>) {
    detail::on_fresh_stack([&] { f(); });
  } else {
    std::optional<Result> result;
    detail::on_fresh_stack([&] { result.emplace(f()); });
    return std::move(*result);
  }
}

/// Releases what may be nested as deep as the input, in destructors. If there is no stack to free it on, it leaks.
template <class T>
void release(std::shared_ptr<T>& owner) noexcept {
  union Kept {
    std::shared_ptr<T> owner;
    ~Kept() {}
  };
  try {
    deep([&] { owner.reset(); });
  } catch (...) {
    const Kept kept{std::move(owner)};
  }
}

/// Clauses as lambdas, one per construct of a grammar.
template <class... Fs>
struct Clauses : Fs... {
  using Fs::operator()...;
};
template <class... Fs>
Clauses(Fs...) -> Clauses<Fs...>;

/// Applies the clause for the construct of this term. The clauses may recurse to any depth.
template <class Term, class... Fs>
auto match(const Term& term, const Fs&... clauses) {
  return deep([&] { return std::visit(Clauses{clauses...}, term); });
}

}  // namespace coreecs
