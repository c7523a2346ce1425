#include "interp/language/format/native.hpp"

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

namespace {

bool is_function(const Json* json) {
  const auto* text = json ? json->as<std::string_view>() : nullptr;
  return text && *text == a_function;
}

const Json* at(const Json& json, std::string_view key) {
  const auto* members = json.as<Json::Object>();
  const Json::Member* member = members ? find(*members, key) : nullptr;
  return member ? &member->value : nullptr;
}

}  // namespace

WithoutFunctions::WithoutFunctions(const Json& json, std::string_view key, bool known) : json_(json) {
  const auto* members = json.as<Json::Object>();
  if (!known || !is_function(at(json, key))) return;
  others_.assign(members->begin(), members->end());
  for (const std::string_view each : {key, std::string_view("where")})
    if (is_function(at(json, each)))
      others_[static_cast<std::size_t>(find(*members, each) - members->begin())].value = Json(Json::Refused{});
  json_ = Json::Object{others_.data(), others_.size()};
}

bool is_function_of_measures(const Json& json) {
  const Json* measures = at(json, "measure");
  const auto* all = measures ? measures->as<Json::Object>() : nullptr;
  return all && json.as<Json::Object>()->size() == 2 && is_function(at(json, "holds")) &&
         std::all_of(all->begin(), all->end(), [](const Json::Member& one) { return is_function(&one.value); });
}

bool has_measures(const Json& json, const Invariant& invariant) {
  const auto& all = *at(json, "measure")->as<Json::Object>();
  return std::equal(all.begin(), all.end(), invariant.measures.begin(), invariant.measures.end(),
                    [](const Json::Member& one, const Measured& measure) { return one.key == measure.name; });
}

bool same_in_documents(const QueryVector& q, const QueryVector& other) {
  return std::equal(q.begin(), q.end(), other.begin(), other.end(),
                    [](const Query& one, const Query& other) { return asked(one) == asked(other); });
}

}  // namespace coreecs
