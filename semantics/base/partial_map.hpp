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
/// writes to it. With k entries: a copy costs k/512, look-up and update log k. Thread safety is that of a standard
/// container: threads may read one map concurrently, and different maps are independent, even if one is a copy of the
/// other.
class PartialMap {
  using Entries = boost::container::flat_map<Entity, Value>;
  /// Entries, and the number of maps that share them.
  struct Run : Entries {
    using Entries::Entries;
    Run() = default;
    Run(const Run& other) : Entries(other) {}

    std::atomic<std::size_t> maps = 0;

    /// The first entry that is not before e. Cost: constant if e and all numbers between the first entry and e have
    /// entries; otherwise log k.
    [[nodiscard]] const_iterator locate(Entity e) const;

    /// If false, all accesses through former owners happened before this call.
    [[nodiscard]] bool is_shared() const { return maps.load(std::memory_order_acquire) > 1; }
    friend void intrusive_ptr_add_ref(Run* run) { run->maps.fetch_add(1, std::memory_order_relaxed); }
    friend void intrusive_ptr_release(Run* run) {
      if (run->maps.fetch_sub(1, std::memory_order_acq_rel) == 1) delete run;
    }
  };
  using RunPtr = boost::intrusive_ptr<Run>;
  struct Part {
    Entity first;
    RunPtr run;
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

   private:
    friend class PartialMap;
    const_iterator(const Part* part, const Part* end) : part_(part), end_(end) { enter(part); }
    void enter(const Part* part) {
      entry_ = part == end_ ? nullptr : &*part->run->begin();
      last_ = part == end_ ? nullptr : entry_ + part->run->size();
    }
    const Part* part_ = nullptr;
    const Part* end_ = nullptr;
    const Entry* entry_ = nullptr;  // null at the end
    const Entry* last_ = nullptr;   // the end of the entries of this run
  };

  [[nodiscard]] const_iterator begin() const { return {parts_.data(), parts_.data() + parts_.size()}; }
  [[nodiscard]] const_iterator end() const { return {}; }
  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] bool empty() const { return size_ == 0; }
  /// c_i(e), or null where it is undefined.
  [[nodiscard]] const Value* find(Entity e) const;

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

  friend bool operator==(const PartialMap&, const PartialMap&);

 private:
  static Part part_of(Run::sequence_type entries);
  void append(Part part);
  static void merge(Part part, std::span<Change> changes, std::vector<Part>& parts);

  std::vector<Part> parts_;
  std::size_t size_ = 0;
};

}  // namespace coreecs
