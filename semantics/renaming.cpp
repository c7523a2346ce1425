#include "semantics/renaming.hpp"

#include <algorithm>
#include <map>
#include <set>

namespace coreecs {

Value renamed(const Value& k, const Renaming& pi) {
  if (const Entity* e = std::get_if<Entity>(&k.sum()); e && e->created()) return pi(*e);
  if (const Record* r = std::get_if<Record>(&k.sum())) {
    std::vector<Value> fields;
    for (const Value& field : r->fields()) fields.push_back(renamed(field, pi));
    return Record(fields);
  }
  return k;
}

State renamed(const State& c, const Renaming& pi) {
  State result(c.labels());
  for (Label i = 0; i < c.labels(); ++i)
    for (const auto& [e, k] : c[i]) result.write({e.created() ? pi(e) : e, i}, renamed(k, pi));
  return result;
}

std::vector<Entity> created(const State& c) {
  std::set<Entity> found;
  const auto note = [&](Entity e) {
    if (e.created()) found.insert(e);
  };
  for (Label i = 0; i < c.labels(); ++i)
    for (const auto& [e, k] : c[i]) {
      note(e);
      for_each_entity(k, note);
    }
  return {found.begin(), found.end()};
}

// [renaming]  c and c' are equal up to renaming ≜ π(c) = c' for some bijection π between their created entities
//                                                                                                   footnote 6, D10
bool equal_up_to_renaming(const State& c1, const State& c2) {
  const std::vector<Entity> from = created(c1);
  std::vector<Entity> to = created(c2);
  if (from.size() != to.size()) return false;
  do {
    std::map<Entity, Entity> pi;
    for (std::size_t j = 0; j < from.size(); ++j) pi.emplace(from[j], to[j]);
    if (renamed(c1, [&](Entity e) { return pi.at(e); }) == c2) return true;
  } while (std::next_permutation(to.begin(), to.end()));
  return false;
}

}  // namespace coreecs
