#include "interp/check/lint/rules.hpp"

#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

namespace coreecs {

using nlohmann::ordered_json;

namespace {

/// By component, whether an entity has it.
using Presence = std::map<std::string, bool>;
/// Facts that must all be true.
using Requirement = std::vector<std::pair<std::string, bool>>;

Requirement required(const ordered_json& of) {
  Requirement all;
  if (const auto incl = of.find("incl"); incl != of.end())
    for (const auto& [component, x] : incl->items()) all.emplace_back(component, true);
  if (const auto excl = of.find("excl"); excl != of.end())
    for (const ordered_json& component : *excl) all.emplace_back(component.get<std::string>(), false);
  return all;
}

/// Whether some entity with these known components satisfies one of some requirements, and whether some entity
/// satisfies none; or that it takes too long to find out. Splits cases by one component after the other, until both
/// were seen.
class Cases {
 public:
  Cases(std::vector<Requirement> any, std::size_t components) : any_(std::move(any)), components_(components) {}

  struct Seen {
    bool satisfied = false, unsatisfied = false, undecided = false;
  };
  Seen of(Presence known) {
    look(known);
    return seen_;
  }

 private:
  void look(Presence& known) {
    constexpr std::size_t many = 2'000;
    if (++steps_ > many) seen_.undecided = true;
    if (seen_.undecided || (seen_.satisfied && seen_.unsatisfied)) return;
    const std::pair<std::string, bool>* open = nullptr;
    for (const Requirement& one : any_) {
      bool may_hold = true;
      const std::pair<std::string, bool>* unknown = nullptr;
      for (const auto& part : one) {
        const auto found = known.find(part.first);
        if (found == known.end())
          unknown = &part;
        else if (found->second != part.second)
          may_hold = false;
      }
      if (!may_hold) continue;
      if (!unknown) return note(known, seen_.satisfied);
      if (!open) open = unknown;
    }
    if (!open) return note(known, seen_.unsatisfied);
    const auto [component, wanted] = *open;
    for (const bool is_there : {wanted, !wanted}) {
      known[component] = is_there;
      look(known);
    }
    known.erase(component);
  }
  /// Only live entities match.
  void note(const Presence& known, bool& seen) const {
    bool is_live = known.size() < components_;
    for (const auto& [component, is_there] : known) is_live = is_live || is_there;
    seen = seen || is_live;
  }

  std::vector<Requirement> any_;
  std::size_t components_;
  std::size_t steps_ = 0;
  Seen seen_;
};

class QueryLinter {
 public:
  QueryLinter(const Place& place, const ordered_json& query, std::size_t components, const OnFinding& nothing,
              const OnFinding& constant)
      : place_(place), query_(query), components_(components), nothing_(nothing), constant_(constant) {}

  void operator()() {
    if (!note_required()) return;
    if (!of({{}}).satisfied)
      return nothing_(member(place_, "excl"), "all components are excluded, so nothing matches; remove one of them");
    if (query_.contains("anyway")) anyway(member(place_, "anyway"), query_["anyway"]);
    if (query_.contains("any")) any(member(place_, "any"), query_["any"]);
  }

 private:
  [[nodiscard]] Place member(const Place& up, const char* key) const { return up.member(key, position(query_, key)); }
  [[nodiscard]] Cases::Seen of(std::vector<Requirement> any) const {
    return Cases(std::move(any), components_).of(known_);
  }

  /// Returns whether they can be satisfied.
  bool note_required() {
    bool can_be = true;
    std::size_t excluded = 0;
    for (const auto& [component, is_there] : required(query_)) {
      const std::size_t k = is_there ? 0 : excluded++;
      if (known_.emplace(component, is_there).first->second == is_there) continue;
      can_be = false;
      const Place excl = member(place_, "excl");
      nothing_(excl.element(k), "incl contains it too, so nothing matches; remove one of the two");
    }
    return can_be;
  }

  void anyway(const Place& place, const ordered_json& bound) const {
    std::size_t k = 0;
    for (const auto& [component, x] : bound.items()) {
      const Place here = place.member(component, k++);
      const auto known = known_.find(component);
      if (known == known_.end()) continue;
      constant_(here, known->second ? "always present, since incl contains it; bind its value there"
                                    : "never present, since it is excluded; remove it");
    }
  }

  void any(const Place& place, const ordered_json& alternatives) const {
    std::vector<Requirement> all;
    for (const ordered_json& one : alternatives) all.push_back(required(one));
    const Cases::Seen seen = of(all);
    if (seen.undecided) return;
    if (!seen.satisfied) return nothing_(place, "no alternative can be true, so nothing matches; remove it");
    bool always = false;
    for (std::size_t k = 0; k < all.size(); ++k) {
      const Cases::Seen one = of({all[k]});
      always = always || !one.unsatisfied;
      if (!one.unsatisfied)
        constant_(place.element(k),
                  "always true, so the other alternatives do not matter; remove the any, or bind with anyway");
      else if (!one.satisfied)
        constant_(place.element(k), "always false; remove it");
    }
    if (!seen.unsatisfied && !always)
      constant_(place, "always true, since one alternative always is; remove it, or bind with anyway");
  }

  const Place& place_;
  const ordered_json& query_;
  std::size_t components_;
  const OnFinding &nothing_, &constant_;
  Presence known_;
};

}  // namespace

void impossible_queries(const Place& place, const ordered_json& query, std::size_t components, const OnFinding& nothing,
                        const OnFinding& constant) {
  QueryLinter(place, query, components, nothing, constant)();
}

}  // namespace coreecs
