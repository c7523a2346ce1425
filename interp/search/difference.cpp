#include "interp/search/difference.hpp"

#include <algorithm>
#include <map>

#include "interp/fast/renaming.hpp"
#include "semantics/renaming.hpp"

namespace coreecs {

namespace {

/// Hashes that distinguish the created entities of a state.
using Colours = std::map<Entity, std::size_t>;
enum class By { Components, Values, References };

std::size_t hash_of(const Value& k, const Colours& colours) {
  if (const Entity* e = std::get_if<Entity>(&k.sum()); e && e->created()) return colours.at(*e);
  const Record* r = std::get_if<Record>(&k.sum());
  if (!r) return std::hash<Value>{}(k);
  std::size_t hash = 1;
  for (const Value& field : r->fields()) hash = mix(hash, hash_of(field, colours));
  return hash;
}

/// Refines colours by the components of an entity, by their values, or also by the references to it.
Colours refined(const State& c, const Colours& colours, By by) {
  Colours finer = colours;
  for (Label i = 0; i < c.labels(); ++i)
    for (const auto& [e, k] : c[i]) {
      const std::size_t here = e.created() ? colours.at(e) : std::hash<Entity>{}(e);
      const std::size_t fact = by == By::Components ? i : mix(mix(i, here), hash_of(k, colours));
      if (e.created()) finer.at(e) += mix(1, fact);
      if (by == By::References)
        for_each_entity(k, [&](Entity x) {
          if (x.created()) finer.at(x) += mix(2, fact);
        });
    }
  return finer;
}

/// The preferred ones last: by components, none, by values, and by references over longer and longer distances.
std::vector<Colours> all_colours(const State& c) {
  Colours none;
  for (const Entity e : created(c)) none.emplace(e, 0);
  std::vector<Colours> all{refined(c, none, By::Components), none, refined(c, none, By::Values)};
  for (int round = 0; round < 4; ++round) all.push_back(refined(c, round == 0 ? none : all.back(), By::References));
  return all;
}

/// Counterparts in the parts that both states have: first if these have the same names, then otherwise.
fast::Images common(const State& expected, const State& found, const Names& names) {
  std::map<Entity, std::size_t> numbers;  // of names
  fast::Colours of, of2;
  const auto number = [&](fast::Colours& of, Entity e) {
    of[e] = numbers.emplace(names.resolved(e), numbers.size() + 1).first->second;
  };
  for (const Entity e : created(expected)) number(of, e);
  for (const Entity e : created(found)) number(of2, e);
  const fast::Images named = fast::parts_in_common(expected, found, of, of2);
  fast::Colours paired, paired2;
  for (const auto& [e, e2] : named) paired[e] = paired2[e2] = of.at(e);
  return fast::parts_in_common(expected, found, paired, paired2);
}

/// The created entity of `found` that each one of `expected` is compared with: its counterpart in parts that both have,
/// or else the most similar one, preferably of the same name.
std::map<Entity, Entity> counterparts(const State& expected, const State& found, const Names& names) {
  const std::vector<Colours> colours = all_colours(expected), colours2 = all_colours(found);
  std::vector<Entity> open = created(expected), open_ = created(found);
  std::map<Entity, Entity> images, back;
  for (const auto& [e, e2] : common(expected, found, names)) {
    images.emplace(e, e2);
    back.emplace(e2, e);
  }
  std::erase_if(open, [&](Entity e) { return images.contains(e); });
  std::erase_if(open_, [&](Entity e) { return back.contains(e); });
  const auto pair = [&](std::size_t j, bool of_same_name) {
    const auto key = [&](Entity e, const Colours& colours) {
      return std::pair(of_same_name ? std::optional(names.resolved(e)) : std::nullopt, colours.at(e));
    };
    std::multimap<std::pair<std::optional<Entity>, std::size_t>, Entity> there;
    for (const Entity e : open_) there.emplace(key(e, colours2[j]), e);
    std::erase_if(open, [&](Entity e) {
      const auto image = there.find(key(e, colours[j]));
      if (image == there.end()) return false;
      images.emplace(e, image->second);
      there.erase(image);
      return true;
    });
    open_.clear();
    for (const auto& [key, e] : there) open_.push_back(e);
    std::sort(open_.begin(), open_.end());
  };
  for (std::size_t j = colours.size(); j-- > 0;) {
    pair(j, true);
    if (j != 1) pair(j, false);
  }
  return images;
}

/// The created entity of `found` that has the same name.
std::map<Entity, Entity> namesakes(const State& expected, const State& found, const Names& names) {
  std::map<Entity, Entity> by_name, images;
  for (const Entity e : created(found)) by_name.emplace(names.resolved(e), e);
  for (const Entity e : created(expected))
    if (const auto image = by_name.extract(names.resolved(e))) images.emplace(e, image.mapped());
  return images;
}

/// `there`: what the created entities of `expected` are compared with.
std::vector<Difference> differences(const State& expected, const State& found, std::map<Entity, Entity> there) {
  Entities nowhere;  // for those of `expected` that are compared with none in `found`
  std::uint64_t alone = 0;
  for (const Entity e : created(expected))
    if (!there.contains(e)) there.emplace(e, stand_in(CreatedIndex{alone++}, nowhere));
  std::map<Entity, Entity> back;
  for (const auto& [e, e2] : there) back.emplace(e2, e);
  const auto image = [](const std::map<Entity, Entity>& entities) {
    return [&entities](Entity e) {
      const auto found = entities.find(e);
      return found == entities.end() ? e : found->second;
    };
  };
  const State wanted = renamed(expected, image(there));
  std::vector<Difference> all;
  for (Label i = 0; i < wanted.labels(); ++i)
    for (const auto& [e, k] : wanted[i]) {
      const Value* k2 = found.at({e, i});
      if (k2 && *k2 == k) continue;
      const Location here{image(back)(e), i};
      all.push_back({Binding{here, *expected.at(here)}, k2 ? std::optional(Binding{{e, i}, *k2}) : std::nullopt});
    }
  for (Label i = 0; i < found.labels(); ++i)
    for (const auto& [e, k] : found[i])
      if (!wanted.at({e, i})) all.push_back({std::nullopt, Binding{{e, i}, k}});
  return all;
}

}  // namespace

std::vector<Difference> differences(const State& expected, const State& found, const Names& names) {
  std::vector<Difference> all = differences(expected, found, counterparts(expected, found, names));
  const Renaming name = [&names](Entity e) { return names.resolved(e); };
  const auto reads_alike = [&](const Difference& one) {
    return one.expected && one.found && one.expected->l.i == one.found->l.i &&
           name(one.expected->l.e) == name(one.found->l.e) &&
           renamed(one.expected->k, name) == renamed(one.found->k, name);
  };
  if (std::none_of(all.begin(), all.end(), reads_alike)) return all;
  return differences(expected, found, namesakes(expected, found, names));
}

std::string shown(const std::optional<Binding>& binding, const Notation& notation) {
  if (!binding) return "none";
  std::string out;
  notation.binding(out, binding->l, &binding->k);
  return out;
}

}  // namespace coreecs
