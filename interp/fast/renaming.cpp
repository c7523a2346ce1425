#include "interp/fast/renaming.hpp"

#include <algorithm>
#include <map>
#include <unordered_map>

#include "semantics/renaming.hpp"

namespace coreecs::fast {

namespace {

/// What is known to be alike: entities that some π may exchange have the same colour.
using Colours = std::unordered_map<Entity, std::size_t>;

std::size_t colour(Entity e, const Colours& colours) { return e.created() ? colours.at(e) : std::hash<Entity>{}(e); }

std::size_t colour(const Value& k, const Colours& colours) {
  if (const Entity* e = std::get_if<Entity>(&k.sum())) return mix(1, colour(*e, colours));
  if (const Record* r = std::get_if<Record>(&k.sum())) {
    std::size_t hash = 2;
    for (const Value& field : r->fields()) hash = mix(hash, colour(field, colours));
    return hash;
  }
  return mix(3, std::hash<Value>{}(k));
}

/// One of the two states, with the colours of the entities created in it.
struct Side {
  const State& c;
  Colours colours = {};
  std::size_t facts = 0;
  std::size_t total = 0;  // over all locations, the sum of their colours

  explicit Side(const State& c) : c(c) {
    const auto note = [&](Entity e) {
      if (e.created()) colours.emplace(e, 0);
    };
    for (Label i = 0; i < c.labels(); ++i)
      for (const auto& [e, k] : c[i]) {
        ++facts;
        note(e);
        for_each_entity(k, note);
      }
  }

  /// Tells entities apart by what is attached to them and what refers to them.
  void refine() {
    Colours finer = colours;
    total = 0;
    for (Label i = 0; i < c.labels(); ++i)
      for (const auto& [e, k] : c[i]) {
        const std::size_t fact = mix(mix(i, colour(e, colours)), colour(k, colours));
        total += mix(0, fact);
        if (e.created()) finer.at(e) += mix(4, fact);
        for_each_entity(k, [&](Entity x) {
          if (x.created()) finer.at(x) += mix(5, fact);
        });
      }
    for (auto& [e, hash] : finer) hash = mix(hash, 6);
    colours = std::move(finer);
  }

  /// The entities of each colour, in entity order.
  [[nodiscard]] std::map<std::size_t, std::vector<Entity>> classes() const {
    std::map<std::size_t, std::vector<Entity>> classes;
    for (const auto& [e, hash] : colours) classes[hash].push_back(e);
    for (auto& [hash, entities] : classes) std::sort(entities.begin(), entities.end());
    return classes;
  }
};

/// Searches for π with at most `limit` locations looked at.
class Search {
 public:
  explicit Search(std::size_t limit) : left_(limit) {}

  Answer find(Side a, Side b) {
    std::map<std::size_t, std::vector<Entity>> classes;
    for (std::size_t found = 0;;) {
      if (a.facts > left_) return Answer::Unknown;
      left_ -= a.facts;
      a.refine();
      b.refine();
      if (a.total != b.total) return Answer::No;
      classes = a.classes();
      if (classes.size() == found) break;
      found = classes.size();
    }
    const auto classes_ = b.classes();
    const bool alike = std::equal(
        classes.begin(), classes.end(), classes_.begin(), classes_.end(),
        [](const auto& x, const auto& y) { return x.first == y.first && x.second.size() == y.second.size(); });
    if (!alike) return Answer::No;

    std::unordered_map<Entity, Entity> in_order;
    for (const auto& [hash, entities] : classes)
      for (std::size_t j = 0; j < entities.size(); ++j) in_order.emplace(entities[j], classes_.at(hash)[j]);
    if (renamed(a.c, [&](Entity e) { return in_order.at(e); }) == b.c) return Answer::Yes;

    const auto open = std::find_if(classes.begin(), classes.end(), [](const auto& x) { return x.second.size() > 1; });
    if (open == classes.end()) return Answer::No;
    const Entity x = open->second.front();
    for (const Entity y : classes_.at(open->first)) {  // does some π take x to y?
      Side a_ = a;
      Side b_ = b;
      a_.colours.at(x) = b_.colours.at(y) = mix(7, left_);
      const Answer found = find(std::move(a_), std::move(b_));
      if (found != Answer::No) return found;
    }
    return Answer::No;
  }

 private:
  std::size_t left_;
};

}  // namespace

Answer equal_up_to_renaming(const State& c, const State& c_, std::size_t limit) {
  if (c == c_) return Answer::Yes;
  const Side a(c);
  const Side b(c_);
  if (a.facts != b.facts || a.colours.size() != b.colours.size() || a.colours.empty()) return Answer::No;
  return Search(limit).find(a, b);
}

}  // namespace coreecs::fast
