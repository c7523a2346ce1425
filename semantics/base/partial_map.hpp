/// Sorted maps from entities that share what they have in common. Nothing of the paper is here but their type.
#pragma once

#include <atomic>
#include <boost/container/flat_map.hpp>
#include <boost/smart_ptr/intrusive_ptr.hpp>
#include <iterator>
#include <memory>
#include <optional>

#include "semantics/base/value.hpp"

namespace coreecs {

/// A finite partial map E ⇀ K_i, in entity order. It is kept in sorted runs that copies share until one of them writes
/// to a run. With k entries: a copy costs k/512, look-up and update log k. For threads it is as a container of the
/// standard library: one map may be read by many at once, and different maps are independent, also where one is a copy
/// of the other.
class PartialMap {
  using Entries = boost::container::flat_map<Entity, Value>;
  /// Entries, and how many maps have them.
  struct Run : Entries {
    using Entries::Entries;
    Run() = default;
    Run(const Run& other) : Entries(other) {}

    std::atomic<std::size_t> maps = 0;

    /// The first entry that is not before e. Cost: constant where it is e, which is not before the first entry, and all
    /// between them are there; log k otherwise.
    [[nodiscard]] const_iterator locate(Entity e) const;

    /// Where it is not, what those did with it that have given it up is over.
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
    const Entry* last_ = nullptr;   // behind the entries of this run
  };

  [[nodiscard]] const_iterator begin() const { return {parts_.data(), parts_.data() + parts_.size()}; }
  [[nodiscard]] const_iterator end() const { return {}; }
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
  /// Makes all these changes, in one merge. The values are moved from. Precondition: the changes ascend, each e once.
  /// Cost: log k, and the runs from that of the first change to that of the last: each change at most a run; k/512
  /// where there are more or fewer runs afterwards.
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
  static void merge(Part part, std::span<Change> changes, std::vector<Part>& parts);

  std::vector<Part> parts_;
  std::size_t size_ = 0;
};

}  // namespace coreecs
