#include "interp/language/program/program.hpp"

#include <algorithm>

namespace coreecs {

namespace {

std::optional<Entity> owner(Label i, const std::vector<Resource>& resources) {
  for (const Resource& one : resources)
    if (std::find(one.labels.begin(), one.labels.end(), i) != one.labels.end()) return one.e;
  return std::nullopt;
}

}  // namespace

std::vector<Label> labels_of_entities(const Schema& K, const std::vector<Resource>& resources) {
  std::vector<Label> all;
  for (Label i = 0; i < K.size(); ++i)
    if (!owner(i, resources)) all.push_back(i);
  return all;
}

std::optional<Entity> resource_of(const Query& q, const std::vector<Resource>& resources) {
  using Found = std::optional<Entity>;
  return match(
      q, [&](const Incl& q) -> Found { return owner(q.i, resources); }, [](const Excl&) -> Found { return {}; },
      [](const Anyway&) -> Found { return {}; },
      [&](const And& q) -> Found {
        for (const Query& part : q.conjuncts)
          if (const Found e = resource_of(part, resources)) return e;
        return {};
      });
}

}  // namespace coreecs
