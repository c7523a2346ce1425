#include "semantics/base/deep.hpp"

#include <cstddef>
#include <cstdint>
#include <exception>
#include <new>
#include <stdexcept>

#ifndef __EMSCRIPTEN__
#include <pthread.h>
#endif

namespace coreecs::detail {

#ifdef __EMSCRIPTEN__

bool stack_is_short() {
  constexpr int most_levels = 1000;
  return levels > most_levels;
}

void on_fresh_stack(const std::function<void()>&) {
  throw std::length_error("the input is nested too deeply: without threads there is one stack, and it is used up");
}

#else

namespace {

constexpr std::size_t foreign_budget = std::size_t{256} << 10;  // for a stack that was not created here
#ifdef COREECS_THREAD_SANITIZER
constexpr std::size_t fresh_stack = std::size_t{4} << 20;       // ThreadSanitizer allows some 60,000 frames a thread
#else
constexpr std::size_t fresh_stack = std::size_t{256} << 20;  // reserved; memory is committed on use
#endif
constexpr std::size_t smallest_stack = std::size_t{4} << 20;    // if the larger one cannot be reserved

/// The position of this thread's stack at the first check, and how many bytes may be used from there.
struct Stack {
  std::uintptr_t begin;
  std::size_t budget;
};
thread_local Stack stack{0, foreign_budget};

std::uintptr_t here() { return reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0)); }

}  // namespace

bool stack_is_short() {
  const std::uintptr_t now = here();
  if (stack.begin < now) stack.begin = now;  // stacks grow downwards
  return stack.begin - now > stack.budget;
}

void on_fresh_stack(const std::function<void()>& f) {
  struct Call {
    const std::function<void()>& f;
    std::size_t size;
    std::exception_ptr thrown;
  } call{f, fresh_stack, nullptr};
  const auto run = [](void* argument) -> void* {
    Call& call = *static_cast<Call*>(argument);
    stack = {here(), call.size - foreign_budget};
    try {
      call.f();
    } catch (...) {
      call.thrown = std::current_exception();
    }
    return nullptr;
  };
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_t thread{};
  const auto starts = [&] {
    pthread_attr_setstacksize(&attributes, call.size);
    return pthread_create(&thread, &attributes, run, &call) == 0;
  };
  while (!starts()) {
    call.size /= 4;
    if (call.size < smallest_stack) throw std::bad_alloc();
  }
  pthread_attr_destroy(&attributes);
  pthread_join(thread, nullptr);
  if (call.thrown) std::rethrow_exception(call.thrown);
}

#endif

}  // namespace coreecs::detail
