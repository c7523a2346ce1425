#include "interp/language/notation/mentioned.hpp"

#include <algorithm>

namespace coreecs {

void Mentioned::note(Entity e) {
  std::vector<Entity> open{e};
  while (!open.empty()) {
    const Entity next = open.back();
    open.pop_back();
    if (!next.created() || !found_.insert(next).second) continue;
    open.insert(open.end(), next.created()->entities.begin(), next.created()->entities.end());
  }
}

void Mentioned::note(const Value& k) {
  for_each_entity(k, [&](Entity e) { note(e); });
}

void Mentioned::note(const State& c) {
  for (Label i = 0; i < c.labels(); ++i)
    for (const auto& [e, k] : c[i]) {
      note(e);
      note(k);
    }
}

void name_others(const std::vector<const Ending*>& runs, Names& names) {
  std::vector<Entity> others;
  const auto note = [&](Entity e) {
    if (!names.knows(e)) others.push_back(e);
  };
  for (const Ending* ending : runs) {
    for (const Performed& step : ending->order) std::for_each(step.entities.begin(), step.entities.end(), note);
    if (const State* c = std::get_if<State>(&ending->end))
      for (Label i = 0; i < c->labels(); ++i)
        for (const auto& [e, k] : (*c)[i]) {
          note(e);
          for_each_entity(k, note);
        }
    if (const RuntimeError* error = std::get_if<RuntimeError>(&ending->end))
      std::for_each(error->entities.begin(), error->entities.end(), note);
  }
  names.add(std::move(others));
}

}  // namespace coreecs
