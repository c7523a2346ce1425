#include "interp/verify/alike.hpp"

#include <algorithm>
#include <map>

#include "semantics/deep.hpp"

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

/// The created entities of a state by profile, those of one profile in entity order.
std::vector<std::pair<std::uint64_t, Entity>> by_profile(const Profiles& profiles) {
  std::vector<std::pair<std::uint64_t, Entity>> all;
  for (const auto& [e, profile] : profiles) all.emplace_back(profile, e);
  std::sort(all.begin(), all.end());
  return all;
}

bool same_profiles(const Profiles& a, const Profiles& b) {
  const auto from = by_profile(a), to = by_profile(b);
  return std::equal(from.begin(), from.end(), to.begin(), to.end(),
                    [](const auto& x, const auto& y) { return x.first == y.first; });
}

/// Looks for a bijection between the created entities of two states that makes them the same.
class Bijections {
 public:
  Bijections(const State& c, const State& c_, std::size_t limit) : c_a_(c), c_b_(c_), left_(limit) {}

  /// Among those between entities of equal profiles.
  Answer operator()(Profiles a, Profiles b) {
    if (!refine(a, b)) return Answer::No;
    const auto outline = [](const State& c, const Profiles& of) {
      return facts(c, [&](Entity e) { return of.at(e); });
    };
    if (outline(c_a_, a) != outline(c_b_, b)) return Answer::No;
    const auto from = by_profile(a), to = by_profile(b);
    if (makes_same(from, to)) return Answer::Yes;
    const auto same = [](const auto& x, const auto& y) { return x.first == y.first; };
    const auto one = std::adjacent_find(from.begin(), from.end(), same);
    if (one == from.end()) return Answer::No;
    Answer answer = Answer::No;  // one of them is the image of the first entity of a profile that several have
    for (auto image = to.begin() + (one - from.begin()); image != to.end() && same(*image, *one); ++image) {
      if (left_ == 0) return Answer::Unknown;
      --left_;
      Profiles a_ = a, b_ = b;
      a_[one->second] = b_[image->second] = from.size();  // of which there is none
      const Answer found = deep([&] { return (*this)(std::move(a_), std::move(b_)); });
      if (found == Answer::Yes) return found;
      if (found == Answer::Unknown) answer = found;
    }
    return answer;
  }

 private:
  using Listed = std::vector<std::pair<std::uint64_t, Entity>>;

  /// Gives entities of which different things are said different profiles, until that tells no more of them apart.
  /// False where the states do not have equally many of each.
  bool refine(Profiles& a, Profiles& b) const {
    for (std::size_t told_apart = 0;;) {
      std::map<std::string, std::uint64_t> numbers;
      for (const auto& [state, profiles] : {std::pair(&c_a_, &a), std::pair(&c_b_, &b)}) {
        const std::map<Entity, std::string> of = said(*state, *profiles);
        for (auto& [e, profile] : *profiles) profile = numbers.emplace(of.at(e), numbers.size()).first->second;
      }
      if (!same_profiles(a, b)) return false;
      if (numbers.size() == told_apart) return true;
      told_apart = numbers.size();
    }
  }

  /// Whether the bijection that goes by their order does.
  [[nodiscard]] bool makes_same(const Listed& from, const Listed& to) const {
    Profiles image;
    for (std::size_t j = 0; j < from.size(); ++j) image[from[j].second] = address(to[j].second);
    return facts(c_a_, [&](Entity e) { return image.at(e); }) == facts(c_b_, address);
  }

  const State& c_a_;
  const State& c_b_;
  std::size_t left_;
};

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
  return Bijections(c, c_, limit)(created(c), created(c_));
}

}  // namespace coreecs
