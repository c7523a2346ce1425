/// Sorted maps from entities whose copies share entries. Only their type is part of the paper.
#pragma once

#include <atomic>
#include <boost/container/flat_map.hpp>
#include <boost/smart_ptr/intrusive_ptr.hpp>
#include <iterator>
#include <memory>
#include <optional>

#include "semantics/base/value.hpp"

namespace coreecs {

/// A finite partial map E ⇀ K_i, in entity order. Its entries are in sorted runs. Copies share a run until one of them
/// writes to it. With k entries, a copy is constant, look-up and update cost log k, the first update of a copy k/512.
/// Thread safety is that of a standard container: threads may read one map concurrently, and different maps are
/// independent, even if one is a copy of the other.
class PartialMap {
  using Entries = boost::container::flat_map<Entity, Value>;
  /// A container, and the number of its owners.
  template <class Container>
  struct Shared : Container {
    using Container::Container;
    Shared() = default;
    Shared(const Shared& other) : Container(other) {}

    std::atomic<std::size_t> owners = 0;

    /// If false, all accesses through former owners happened before this call.
    [[nodiscard]] bool is_shared() const { return owners.load(std::memory_order_acquire) > 1; }
    friend void intrusive_ptr_add_ref(Shared* shared) { shared->owners.fetch_add(1, std::memory_order_relaxed); }
    friend void intrusive_ptr_release(Shared* shared) {
      if (shared->owners.fetch_sub(1, std::memory_order_acq_rel) == 1) delete shared;
    }
  };
  using Run = Shared<Entries>;
  using RunPtr = boost::intrusive_ptr<Run>;
  struct Part {
    Entity first;
    RunPtr run;
  };
  using Parts = Shared<std::vector<Part>>;

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
    reference operator*() const { return *entry_; }
    pointer operator->() const { return entry_; }
    const_iterator& operator++() {
      if (++entry_ == last_) enter(++part_);
      return *this;
    }
    const_iterator operator++(int) {
      const const_iterator before = *this;
      ++*this;
      return before;
    }
    friend bool operator==(const_iterator a, const_iterator b) { return a.entry_ == b.entry_; }
    /// Advances to the first entry that is not before e. Precondition: this is not the end. Cost: constant if that is
    /// the next one; otherwise log k, and a step for each run between.
    void advance_to(Entity e) {
      if (!(entry_->first < e) || (++entry_ != last_ && !(entry_->first < e))) return;
      skip_to(e);
    }

   private:
    friend class PartialMap;
    friend class Rewrite;
    void skip_to(Entity e);
    const_iterator(const Part* part, const Part* end) : part_(part), end_(end) { enter(part); }
    [[nodiscard]] bool begins_run() const { return entry_ == &*part_->run->begin(); }
    void enter(const Part* part) {
      entry_ = part == end_ ? nullptr : &*part->run->begin();
      last_ = part == end_ ? nullptr : entry_ + part->run->size();
    }
    const Part* part_ = nullptr;
    const Part* end_ = nullptr;
    const Entry* entry_ = nullptr;  // null at the end
    const Entry* last_ = nullptr;   // the end of the entries of this run
  };

  [[nodiscard]] const_iterator begin() const { return {parts().data(), parts().data() + parts().size()}; }
  [[nodiscard]] const_iterator end() const { return {}; }
  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] bool empty() const { return size_ == 0; }
  /// c_i(e), or null where it is undefined.
  [[nodiscard]] const Value* find(Entity e) const;
  /// The first entry that is not before e. Cost: log k.
  [[nodiscard]] const_iterator from(Entity e) const;
  /// Entities that divide this map into at most n parts of about the same size: the first of each part but the first.
  /// Cost: n.
  [[nodiscard]] std::vector<Entity> division(std::size_t n) const;

  /// Maps e to k; without k, makes this map undefined at e.
  void update(Entity e, std::optional<Value> k);

  struct Change {
    Entity e;
    std::optional<Value> k;
  };
  /// Makes all these changes in one merge. Moves from their values. Precondition: the changes ascend by entity, each
  /// entity once. Cost: log k; each run with changes; a step for each run between the first and the last change; k/512
  /// if the number of runs changes.
  void update(std::span<Change> changes);

  /// Splits this map before each of these entities. Precondition: `ends` ascend. Cost: k/512, and a run for each.
  [[nodiscard]] std::vector<PartialMap> split(std::span<const Entity> ends) &&;
  /// Joins all pieces to one map. Precondition: the entities of each are before those of the next. Cost: k/512.
  [[nodiscard]] static PartialMap joined(std::vector<PartialMap> pieces);

  /// Whether this is a copy of the other map, and neither has been written to since. It may be equal even if not. Cost:
  /// constant.
  [[nodiscard]] bool is_copy_of(const PartialMap& other) const { return parts_ == other.parts_; }
  /// The changes that make `to` of `from`, in entity order. Cost: the entries of runs that the two do not share; a step
  /// for each other run.
  [[nodiscard]] static std::vector<Change> difference(const PartialMap& from, const PartialMap& to);

  friend bool operator==(const PartialMap&, const PartialMap&);

  class Rewrite;

 private:
  static constexpr std::size_t longest_run = 512;
  static Part part_of(Run::sequence_type entries);
  /// The first entry of a run that is not before e. Cost: constant if e and all numbers between the first entry and e
  /// have entries; otherwise log k.
  [[nodiscard]] static Entries::const_iterator locate(const Run& run, Entity e);
  [[nodiscard]] std::span<const Part> parts() const {
    return parts_ ? std::span<const Part>(*parts_) : std::span<const Part>();
  }
  /// The parts, to be changed: of this map only.
  [[nodiscard]] Parts& own_parts();
  void append(Part part);
  static void merge(Part part, std::span<Change> changes, std::vector<Part>& parts);

  boost::intrusive_ptr<Parts> parts_;  // null in an empty map that never had an entry
  std::size_t size_ = 0;
};

/// Changes a map from one entity to another, in entity order: a piece of a new map (PartialMap::joined). Refers to the
/// map, which must not change meanwhile. Cost: the runs with changes; a step for each other run, which both maps share.
class PartialMap::Rewrite {
 public:
  /// Begins at this entity, or at the first.
  Rewrite(const PartialMap& map, std::optional<Entity> begin);
  /// Maps e to k. Precondition: no earlier change is at an entity after e.
  void write(Entity e, Value&& k) {
    keep_before(e);
    if (written_.size() == longest_run && written_.back().first != e) flush();
    if (!written_.empty() && written_.back().first == e)
      written_.back().second = std::move(k);
    else
      push(e, std::move(k));
  }
  /// Makes the map undefined at e. Precondition: the same.
  void erase(Entity e) {
    keep_before(e);
    if (!written_.empty() && written_.back().first == e) written_.pop_back();
  }
  /// The piece up to this entity, which it does not include, or up to the end.
  [[nodiscard]] PartialMap take(std::optional<Entity> end) &&;

 private:
  /// Keeps what the map has before e, and skips what it has at e.
  void keep_before(Entity e) {
    if (at_ == const_iterator() || e < at_->first) return;
    if (at_->first != e) keep(e);
    if (at_ != const_iterator() && at_->first == e) ++at_;
  }
  void keep(std::optional<Entity> end);
  void push(Entity e, Value&& k) {
    if (written_.capacity() == 0) written_.reserve(longest_run);
    written_.emplace_back(e, std::move(k));
  }
  void flush();

  const_iterator at_;           // the map up to here is in the piece
  Run::sequence_type written_;  // the end of the piece
  PartialMap piece_ = {};       // what comes before
};

}  // namespace coreecs
