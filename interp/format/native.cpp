#include "interp/format/native.hpp"

#include <algorithm>
#include <set>
#include <utility>

namespace coreecs {

namespace {
thread_local const Program* now = nullptr;

struct Asked {
  std::set<Label> incl, excl, anyway;
  bool operator==(const Asked&) const = default;

  void note(const Query& q) {
    match(
        q, [&](const Incl& q) { incl.insert(q.i); }, [&](const Excl& q) { excl.insert(q.i); },
        [&](const Anyway& q) { anyway.insert(q.i); },
        [&](const And& q) {
          for (const Query& conjunct : q.conjuncts) note(conjunct);
        });
  }
};

Asked asked(const Query& q) {
  Asked all;
  all.note(q);
  return all;
}
}  // namespace

Native::Native(const Program& program) : before_(std::exchange(now, &program)) {}
Native::~Native() { now = before_; }

const Program* Native::program() { return now; }

const System* Native::system(std::string_view name) {
  if (!now) return nullptr;
  const auto found =
      std::find_if(now->systems.begin(), now->systems.end(), [&](const auto& s) { return s->name == name; });
  return found == now->systems.end() ? nullptr : found->get();
}

const Invariant* Native::invariant(std::string_view name) {
  if (!now) return nullptr;
  const auto found =
      std::find_if(now->invariants.begin(), now->invariants.end(), [&](const auto& one) { return one.name == name; });
  return found == now->invariants.end() ? nullptr : &*found;
}

bool same_in_documents(const QueryVector& q, const QueryVector& q_) {
  return std::equal(q.begin(), q.end(), q_.begin(), q_.end(),
                    [](const Query& one, const Query& other) { return asked(one) == asked(other); });
}

}  // namespace coreecs
