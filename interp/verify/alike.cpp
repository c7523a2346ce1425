#include "interp/verify/alike.hpp"

#include <algorithm>
#include <map>

namespace coreecs {

namespace {

/// Which number a created entity is shown by.
using Numbers = std::function<std::uint64_t(Entity)>;

void append(std::string& out, char kind, const void* bytes, std::size_t size) {
  out += kind;
  out.append(static_cast<const char*>(bytes), size);
}

void append(std::string& out, Entity e, const Numbers& created) {
  const std::uint64_t number = e.created() ? created(e) : e.number();
  append(out, e.created() ? 'c' : 'e', &number, sizeof number);
}

void append(std::string& out, const Value& k, const Numbers& created) {
  const auto size = [&](char kind, std::size_t n) { append(out, kind, &n, sizeof n); };
  std::visit(Clauses{
                 [&](Unit) { out += 'u'; },
                 [&](bool b) { out += b ? 't' : 'f'; },
                 [&](std::int64_t n) { append(out, 'n', &n, sizeof n); },
                 [&](double x) { append(out, 'x', &x, sizeof x); },
                 [&](const Text& s) {
                   size('s', s.get().size());
                   out += s.get();
                 },
                 [&](Entity e) { append(out, e, created); },
                 [&](const Record& r) {
                   size('r', r.fields().size());
                   for (const Value& field : r.fields()) append(out, field, created);
                 },
             },
             k.sum());
}

std::uint64_t address(Entity e) { return reinterpret_cast<std::uintptr_t>(e.created()); }

using Profiles = std::map<Entity, std::uint64_t>;

void collect(const Value& k, Profiles& created) {
  for_each_entity(k, [&](Entity e) {
    if (e.created()) created.emplace(e, 0);
  });
}

/// The created entities of a state, all with the same profile.
Profiles created(const State& c) {
  Profiles found;
  for (Label i = 0; i < c.labels(); ++i)
    for (const auto& [e, k] : c[i]) {
      if (e.created()) found.emplace(e, 0);
      collect(k, found);
    }
  return found;
}

/// Every c_i(e) = k as a text, in which created entities are shown by their numbers.
std::vector<std::string> facts(const State& c, const Numbers& numbers) {
  std::vector<std::string> all;
  for (Label i = 0; i < c.labels(); ++i)
    for (const auto& [e, k] : c[i]) {
      std::string& fact = all.emplace_back();
      append(fact, 'i', &i, sizeof i);
      append(fact, e, numbers);
      append(fact, k, numbers);
    }
  std::sort(all.begin(), all.end());
  return all;
}

/// What is said of each created entity, it being shown as such and the others by their profiles.
std::map<Entity, std::string> said(const State& c, const Profiles& profiles) {
  std::map<Entity, std::vector<std::string>> of;
  for (Label i = 0; i < c.labels(); ++i)
    for (const auto& [e, k] : c[i]) {
      Profiles in;
      if (e.created()) in.emplace(e, 0);
      collect(k, in);
      for (const auto& [self, zero] : in) {
        std::string& fact = of[self].emplace_back();
        const Numbers numbers = [&, self = self](Entity x) { return x == self ? 0 : profiles.at(x) + 1; };
        append(fact, 'i', &i, sizeof i);
        append(fact, e, numbers);
        append(fact, k, numbers);
      }
    }
  std::map<Entity, std::string> joined;
  for (auto& [e, all] : of) {
    std::sort(all.begin(), all.end());
    std::string& text = joined[e];
    append(text, 'p', &profiles.at(e), sizeof profiles.at(e));
    for (const std::string& fact : all) {
      const std::size_t size = fact.size();
      append(text, 'f', &size, sizeof size);
      text += fact;
    }
  }
  return joined;
}

std::vector<std::uint64_t> sorted(const Profiles& profiles) {
  std::vector<std::uint64_t> all;
  for (const auto& [e, profile] : profiles) all.push_back(profile);
  std::sort(all.begin(), all.end());
  return all;
}

}  // namespace

void append_key(std::string& out, const Value& k) { append(out, k, address); }

void append_key(std::string& out, const State& c) {
  for (Label i = 0; i < c.labels(); ++i)
    for (const auto& [e, k] : c[i]) {
      append(out, 'i', &i, sizeof i);
      append(out, e, address);
      append(out, k, address);
    }
}

Answer alike(const State& c, const State& c_, std::size_t limit) {
  if (c == c_) return Answer::Yes;
  Profiles a = created(c), b = created(c_);
  for (std::size_t told_apart = 0;;) {
    std::map<std::string, std::uint64_t> numbers;
    for (const auto& [state, profiles] : {std::pair(&c, &a), std::pair(&c_, &b)}) {
      const std::map<Entity, std::string> of = said(*state, *profiles);
      for (auto& [e, profile] : *profiles) profile = numbers.emplace(of.at(e), numbers.size()).first->second;
    }
    if (sorted(a) != sorted(b)) return Answer::No;
    if (numbers.size() == told_apart) break;
    told_apart = numbers.size();
  }

  // what bijections between equal profiles leave as it is
  const auto outline = [](const State& c, const Profiles& of) { return facts(c, [&](Entity e) { return of.at(e); }); };
  if (outline(c, a) != outline(c_, b)) return Answer::No;

  const auto by_profile = [](const Profiles& profiles) {
    std::vector<std::pair<std::uint64_t, Entity>> all;
    for (const auto& [e, profile] : profiles) all.emplace_back(profile, e);
    std::sort(all.begin(), all.end());
    return all;
  };
  const auto from = by_profile(a);
  auto to = by_profile(b);
  const std::vector<std::string> wanted = facts(c_, address);
  for (std::size_t tried = 0; tried < limit; ++tried) {
    Profiles image;
    for (std::size_t j = 0; j < from.size(); ++j) image[from[j].second] = address(to[j].second);
    if (facts(c, [&](Entity e) { return image.at(e); }) == wanted) return Answer::Yes;

    std::size_t begin = 0;
    for (bool wrapped = true; wrapped;) {  // the next permutation of the first profile, or of the one after it, ...
      if (begin == to.size()) return Answer::No;
      std::size_t end = begin;
      while (end < to.size() && to[end].first == to[begin].first) ++end;
      wrapped = !std::next_permutation(to.begin() + static_cast<std::ptrdiff_t>(begin),
                                       to.begin() + static_cast<std::ptrdiff_t>(end));
      begin = end;
    }
  }
  return Answer::Unknown;
}

}  // namespace coreecs
