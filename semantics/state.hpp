/// State (§3.1): c ≜ {c_i : E ⇀ K_i}_{i ∈ I}, an indexed family of partial maps with value semantics.
#pragma once

#include <boost/container/flat_map.hpp>

#include "semantics/parameters.hpp"

namespace coreecs {

/// A finite partial map E ⇀ K_i, in entity order. It is kept in sorted runs that copies share until one of them
/// writes to a run. With k entries: a copy costs k/512, look-up and update log k.
class PartialMap {
  using Run = boost::container::flat_map<Entity, Value>;
  struct Part {
    Entity first;
    std::shared_ptr<Run> run;
  };

 public:
  using Entry = Run::value_type;

  class const_iterator {
   public:
    using value_type = Entry;
    using reference = const Entry&;
    using pointer = const Entry*;
    using difference_type = std::ptrdiff_t;
    using iterator_category = std::forward_iterator_tag;

    const_iterator() = default;
    reference operator*() const { return *(part_->run->begin() + position_); }
    pointer operator->() const { return &**this; }
    const_iterator& operator++() {
      if (++position_ == static_cast<difference_type>(part_->run->size())) {
        ++part_;
        position_ = 0;
      }
      return *this;
    }
    const_iterator operator++(int) {
      const const_iterator before = *this;
      ++*this;
      return before;
    }
    friend bool operator==(const_iterator, const_iterator) = default;

   private:
    friend class PartialMap;
    const_iterator(const Part* part) : part_(part) {}
    const Part* part_ = nullptr;
    difference_type position_ = 0;
  };

  [[nodiscard]] const_iterator begin() const { return parts_.data(); }
  [[nodiscard]] const_iterator end() const { return parts_.data() + parts_.size(); }
  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] bool empty() const { return size_ == 0; }
  /// c_i(e), or null where it is undefined.
  [[nodiscard]] const Value* find(Entity e) const;

  /// Makes this map {e ↦ k}, or undefined at e.
  void update(Entity e, std::optional<Value> k);

  struct Change {
    Entity e;
    std::optional<Value> k;
  };
  /// Makes all these changes, in one merge. The values are moved from. Precondition: the changes ascend, each e once. Cost:
  /// k/512, and for each change at most the run that it is in; never more than that of single updates.
  void update(std::span<Change> changes);

  /// This map in pieces that end before these entities, and what is left. Precondition: they ascend. Cost: k/512, and a
  /// run for each.
  [[nodiscard]] std::vector<PartialMap> split(std::span<const Entity> ends) &&;
  /// All pieces in one map. Precondition: the entities of each are before those of the next. Cost: k/512.
  [[nodiscard]] static PartialMap joined(std::vector<PartialMap> pieces);

  friend bool operator==(const PartialMap&, const PartialMap&);

 private:
  static Part part_of(Run::sequence_type entries);
  void append(Part part);
  void merge(Part part, std::span<Change> changes);

  std::vector<Part> parts_;
  std::size_t size_ = 0;
};

/// A state c over a schema of `labels` labels. A copy costs k/512.
class State {
 public:
  State() = default;
  explicit State(std::size_t labels) : maps_(labels) {}

  [[nodiscard]] std::size_t labels() const { return maps_.size(); }
  /// c_i. Precondition: i < labels().
  [[nodiscard]] const PartialMap& operator[](Label i) const { return maps_[i]; }
  [[nodiscard]] PartialMap& operator[](Label i) { return maps_[i]; }
  /// c_i(e), or null where it is undefined.
  [[nodiscard]] const Value* at(Location l) const { return maps_[l.i].find(l.e); }

  /// c{i ↦ c_i{e ↦ k}}
  [[nodiscard]] State with(Label i, Entity e, Value k) && {
    maps_[i].update(e, std::move(k));
    return std::move(*this);
  }
  [[nodiscard]] State with(Label i, Entity e, Value k) const& { return State(*this).with(i, e, std::move(k)); }
  /// c{i ↦ c_i{e ↦ ⊥}}
  [[nodiscard]] State without(Label i, Entity e) && {
    maps_[i].update(e, std::nullopt);
    return std::move(*this);
  }
  [[nodiscard]] State without(Label i, Entity e) const& { return State(*this).without(i, e); }

  friend bool operator==(const State&, const State&) = default;

 private:
  std::vector<PartialMap> maps_;
};

/// live(c), in entity order. Cost: k log |I|.
[[nodiscard]] std::vector<Entity> live(const State& c);
/// e ∈ live(c). Cost: |I| log k.
[[nodiscard]] bool is_live(const State& c, Entity e);

}  // namespace coreecs
