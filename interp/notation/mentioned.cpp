#include "interp/notation/mentioned.hpp"

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
  if (const Entity* e = std::get_if<Entity>(&k.sum())) note(*e);
  if (const Record* r = std::get_if<Record>(&k.sum()))
    for (const Value& field : r->fields()) note(field);
}

void Mentioned::note(const State& c) {
  for (Label i = 0; i < c.labels(); ++i)
    for (const auto& [e, k] : c[i]) {
      note(e);
      note(k);
    }
}

}  // namespace coreecs
