/// Recursion as deep as the input is nested. Nothing of the paper is here.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <type_traits>
#include <variant>

namespace coreecs {

namespace detail {

/// Whether little is left of the stack that this thread is on.
[[nodiscard]] bool stack_is_short();
/// Calls f on a fresh stack, and throws what it throws; std::bad_alloc where there is no room for one. Where there are
/// no threads, and so no fresh stacks, throws std::length_error instead.
void on_fresh_stack(const std::function<void()>& f);

}  // namespace detail

/// Calls f: here, or on a fresh stack where little is left of this one. A judgement that recurses as deep as its term
/// is nested calls itself through this, so that no input overflows the stack. What f refers to with `thread_local` may
/// be that of another thread. Cost: constant; a fresh stack every 10^5 levels or so.
template <class F>
auto deep(F&& f) -> std::invoke_result_t<F&> {
  using Result = std::invoke_result_t<F&>;
  if (!detail::stack_is_short()) return f();
  if constexpr (std::is_void_v<Result>) {
    detail::on_fresh_stack([&] { f(); });
  } else {
    std::optional<Result> result;
    detail::on_fresh_stack([&] { result.emplace(f()); });
    return std::move(*result);
  }
}

/// Gives up what may be nested as deep as the input, for destructors: where there is no stack to free it on, it is
/// kept.
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

/// The clause for the construct that a term is, applied to it. The clauses may recurse to any depth.
template <class Term, class... Fs>
auto match(const Term& term, const Fs&... clauses) {
  return deep([&] { return std::visit(Clauses{clauses...}, term); });
}

}  // namespace coreecs
