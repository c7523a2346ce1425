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

WithoutFunctions::WithoutFunctions(const Json& json, std::string_view key, bool known) : json_(json) {
  const auto* members = json.as<Json::Object>();
  const auto is_function = [&](std::string_view at) {
    const Json::Member* function = members ? find(*members, at) : nullptr;
    const auto* text = function ? function->value.as<std::string_view>() : nullptr;
    return text && *text == a_function;
  };
  if (!known || !is_function(key)) return;
  others_.assign(members->begin(), members->end());
  for (const std::string_view at : {key, std::string_view("where")})
    if (is_function(at))
      others_[static_cast<std::size_t>(find(*members, at) - members->begin())].value = Json(Json::Refused{});
  json_ = Json::Object{others_.data(), others_.size()};
}

bool same_in_documents(const QueryVector& q, const QueryVector& q_) {
  return std::equal(q.begin(), q.end(), q_.begin(), q_.end(),
                    [](const Query& one, const Query& other) { return asked(one) == asked(other); });
}

}  // namespace coreecs
