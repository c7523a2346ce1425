#include "interp/language/program/names.hpp"

#include <algorithm>
#include <boost/multiprecision/cpp_int.hpp>
#include <limits>
#include <string_view>
#include <utility>

namespace coreecs {

namespace {

using boost::multiprecision::cpp_int;

bool is_numbered(const std::string& name) {
  return name.size() > 1 && name.front() == 'e' &&
         std::all_of(name.begin() + 1, name.end(), [](char c) { return '0' <= c && c <= '9'; });
}

/// The digits of an e<digits> name without leading zeros.
std::string_view digits(const std::string& name) {
  std::string_view number(name);
  number.remove_prefix(1);
  while (number.size() > 1 && number.front() == '0') number.remove_prefix(1);
  return number;
}

cpp_int to_number(std::string_view digits) { return cpp_int(std::string(digits)); }

constexpr Leaf no_leaf = std::numeric_limits<Leaf>::max();

/// The index that a stand-in represents; none for other entities.
std::optional<CreatedIndex> stood_for(Entity e) {
  const Occurrence* o = e.created();
  return o && o->leaf == no_leaf ? std::optional(CreatedIndex{o->number}) : std::nullopt;
}

}  // namespace

bool name_before(const std::string& a, const std::string& b) {
  const bool numbered = is_numbered(a);
  if (numbered != is_numbered(b)) return numbered;
  if (!numbered) return a < b;
  const std::string_view x = digits(a);
  const std::string_view y = digits(b);
  if (x.size() != y.size()) return x.size() < y.size();
  return x != y ? x < y : a < b;
}

Entity stand_in(CreatedIndex k, Entities& entities) {
  return entities.at({.leaf = no_leaf, .entities = {}, .number = static_cast<std::uint64_t>(k)});
}

Names::Names(std::vector<std::string> initial) : initial_(std::move(initial)) {
  const std::string* largest = nullptr;
  for (const std::string& name : initial_)
    if (is_numbered(name) && (!largest || name_before(*largest, name))) largest = &name;
  if (largest) first_created_ = cpp_int(to_number(digits(*largest)) + 1).str();
}

void Names::add(std::vector<Entity> created) {
  if (!std::is_sorted(created.begin(), created.end())) std::sort(created.begin(), created.end());
  for (const Entity e : created) {
    if (late_.empty() && (created_.empty() || created_.back() < e)) {
      created_.push_back(e);
    } else if (!index(e)) {
      const auto late = late_.emplace(e, CreatedIndex{created_.size()}).first;
      try {
        created_.push_back(e);
      } catch (...) {
        late_.erase(late);
        throw;
      }
    }
  }
}

std::optional<CreatedIndex> Names::index(Entity e) const {
  const auto end = created_.end() - static_cast<std::ptrdiff_t>(late_.size());
  const auto found = std::lower_bound(created_.begin(), end, e);
  if (found != end && *found == e) return CreatedIndex{static_cast<std::uint64_t>(found - created_.begin())};
  const auto late = late_.find(e);
  return late == late_.end() ? std::nullopt : std::optional(late->second);
}

void Names::add(Entity e, std::string name) { others_.emplace(e, std::move(name)); }

std::string Names::operator()(Entity e) const {
  if (const auto other = others_.find(e); other != others_.end()) return other->second;
  if (!e.created()) return initial_.at(e.number());
  const std::optional<CreatedIndex> k = stood_for(e);
  return "e" + cpp_int(to_number(first_created_) + static_cast<std::uint64_t>(k ? *k : index(e).value())).str();
}

bool Names::knows(Entity e) const {
  return others_.count(e) > 0 || (e.created() ? index(e).has_value() : e.number() < initial_.size());
}

Entity Names::resolved(Entity e) const {
  const std::optional<CreatedIndex> k = stood_for(e);
  return k && static_cast<std::uint64_t>(*k) < created_.size() ? created_[static_cast<std::uint64_t>(*k)] : e;
}

std::optional<CreatedIndex> Names::created(const std::string& name) const {
  if (!is_numbered(name) || digits(name).size() + 1 != name.size()) return std::nullopt;
  const cpp_int k = to_number(digits(name)) - to_number(first_created_);
  if (k < 0 || k > std::numeric_limits<std::uint64_t>::max()) return std::nullopt;
  return CreatedIndex{k.convert_to<std::uint64_t>()};
}

}  // namespace coreecs
