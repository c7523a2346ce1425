#include "interp/fast/renaming.hpp"

#include <algorithm>
#include <map>
#include <unordered_map>
#include <utility>

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

  /// Colours that tell entities apart by what is attached to them and what refers to them too; and, over all
  /// locations, the sum of their colours.
  [[nodiscard]] std::pair<Colours, std::size_t> finer() const {
    Colours finer = colours;
    std::size_t total = 0;
    for (Label i = 0; i < c.labels(); ++i)
      for (const auto& [e, k] : c[i]) {
        const std::size_t fact = mix(mix(i, colour(e, colours)), colour(k, colours));
        total += mix(0, fact);
        if (e.created()) finer.at(e) += mix(4, fact);
        for_each_entity(k, [&](Entity x) {
          if (x.created()) finer.at(x) += mix(5, fact);
        });
      }
    return {std::move(finer), total};
  }

  /// The entities of each colour, in entity order.
  [[nodiscard]] std::map<std::size_t, std::vector<Entity>> classes() const {
    std::map<std::size_t, std::vector<Entity>> classes;
    for (const auto& [e, hash] : colours) classes[hash].push_back(e);
    for (auto& [hash, entities] : classes) std::sort(entities.begin(), entities.end());
    return classes;
  }
  /// The next entity of this colour, in entity order.
  [[nodiscard]] std::optional<Entity> next(std::size_t of, std::optional<Entity> after) const {
    std::optional<Entity> found;
    for (const auto& [e, hash] : colours)
      if (hash == of && (!after || *after < e) && (!found || e < *found)) found = e;
    return found;
  }
};

/// Searches for π with at most `limit` locations looked at. Of the colours it keeps one version and what it takes to go
/// back: in a class that falls apart the largest part keeps its colour, so that an entity changes its colour log n
/// times at most until all are told apart.
class Search {
 public:
  Search(const State& c, const State& c_, std::size_t limit) : a_(c), b_(c_), left_(limit) {}

  Answer find() {
    if (a_.facts != b_.facts || a_.colours.size() != b_.colours.size() || a_.colours.empty()) return Answer::No;
    return search();
  }
  /// π. Precondition: it was found.
  Images take() { return std::move(found_); }

 private:
  /// Whether some π keeps the colours; they may have changed afterwards.
  Answer search() {
    const Answer alike = refine();
    if (alike != Answer::Yes) return alike;
    std::size_t open = 0;
    Entity x;
    {
      const auto classes = a_.classes(), classes_ = b_.classes();
      Images in_order;
      for (const auto& [hash, entities] : classes)
        for (std::size_t j = 0; j < entities.size(); ++j) in_order.emplace(entities[j], classes_.at(hash)[j]);
      const bool found = renamed(a_.c, [&](Entity e) { return in_order.at(e); }) == b_.c;
      if (found) found_ = std::move(in_order);
      if (found) return Answer::Yes;

      const auto several =
          std::find_if(classes.begin(), classes.end(), [](const auto& x) { return x.second.size() > 1; });
      if (several == classes.end()) return Answer::No;
      open = several->first;
      x = several->second.front();
    }
    const std::size_t before = changes_.size();
    for (auto y = b_.next(open, {}); y; y = b_.next(open, y)) {  // does some π take x to y?
      const std::size_t single = mix(7, left_);
      change(a_, x, single);
      change(b_, *y, single);
      const Answer found = search();
      if (found != Answer::No) return found;
      go_back(before);
    }
    return Answer::No;
  }

  /// Refines the colours of both sides until no class falls apart. No where the sides come to differ.
  Answer refine() {
    for (bool changed = true; changed;) {
      if (a_.facts > left_) return Answer::Unknown;
      left_ -= a_.facts;
      const auto [finer, total] = a_.finer();
      const auto [finer_, total_] = b_.finer();
      if (total != total_) return Answer::No;
      const Parts parts = apart(a_, finer), parts_ = apart(b_, finer_);
      const bool alike = std::equal(
          parts.begin(), parts.end(), parts_.begin(), parts_.end(),
          [](const auto& x, const auto& y) { return x.first == y.first && x.second.size() == y.second.size(); });
      if (!alike) return Answer::No;
      changed = false;
      for (auto begin = parts.begin(), end = begin; begin != parts.end(); begin = end) {
        auto largest = begin;
        for (; end != parts.end() && end->first.first == begin->first.first; ++end)
          if (end->second.size() > largest->second.size()) largest = end;
        for (auto part = begin; part != end; ++part) {
          if (part == largest) continue;
          const std::size_t hash = mix(part->first.second, 6);
          for (const Entity e : part->second) change(a_, e, hash);
          for (const Entity e : parts_.at(part->first)) change(b_, e, hash);
          changed = true;
        }
      }
    }
    return Answer::Yes;
  }

  /// The entities of each colour, and within it of each finer one.
  using Parts = std::map<std::pair<std::size_t, std::size_t>, std::vector<Entity>>;
  static Parts apart(const Side& side, const Colours& finer) {
    Parts parts;
    for (const auto& [e, hash] : side.colours) {
      const std::size_t part = finer.at(e);
      parts[{hash, part}].push_back(e);
    }
    return parts;
  }

  void change(Side& side, Entity e, std::size_t hash) {
    changes_.push_back({&side, e, std::exchange(side.colours.at(e), hash)});
  }
  void go_back(std::size_t to) {
    for (; changes_.size() > to; changes_.pop_back())
      changes_.back().side->colours.at(changes_.back().e) = changes_.back().before;
  }

  struct Change {
    Side* side;
    Entity e;
    std::size_t before;
  };
  Side a_, b_;
  std::size_t left_;
  std::vector<Change> changes_;
  Images found_;
};

}  // namespace

Answer equal_up_to_renaming(const State& c, const State& c_, std::size_t limit) {
  if (c == c_) return Answer::Yes;
  return Search(c, c_, limit).find();
}

std::pair<Answer, Images> renaming(const State& c, const State& c_, std::size_t limit) {
  if (c == c_) {
    Images same;
    for (const Entity e : created(c)) same.emplace(e, e);
    return {Answer::Yes, std::move(same)};
  }
  Search search(c, c_, limit);
  const Answer found = search.find();
  return {found, search.take()};
}

}  // namespace coreecs::fast
