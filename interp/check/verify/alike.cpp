#include "interp/check/verify/alike.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <unordered_map>

#include "interp/base/interrupt.hpp"
#include "semantics/base/deep.hpp"

namespace coreecs {

namespace {

/// The created entities of two states, and the statements about them: locations that name them. A statement and the
/// entities in it are near one another. Each thing has a profile; that of a statement is at first its text without
/// created entities.
using Thing = std::uint32_t;
struct Things {
  std::vector<std::vector<std::pair<std::size_t, Thing>>> near;  ///< of each, with the position in the statement
  std::vector<std::size_t> profile;
  std::vector<bool> second;  ///< whether it belongs to the second state
  std::size_t profiles = 0;  ///< all of them are less than this

  Thing add(std::size_t its, bool of_second) {
    near.emplace_back();
    profile.push_back(its);
    second.push_back(of_second);
    profiles = std::max(profiles, its + 1);
    return static_cast<Thing>(near.size() - 1);
  }
};

/// Adds the things of a state. `texts` numbers the texts of statements.
void add(Things& things, const State& c, bool second, std::map<std::string, std::size_t>& texts) {
  std::map<Entity, Thing> entities;
  std::vector<Entity> in;
  const auto note = [&](Entity e) {
    if (e.created()) in.push_back(e);
  };
  for (Label i = 0; i < c.labels(); ++i)
    for (const auto& [e, k] : c[i]) {
      in.clear();
      note(e);
      for_each_entity(k, note);
      if (in.empty()) continue;
      std::string text;
      append_outline(text, {e, i}, k);
      const Thing statement = things.add(texts.emplace(text, texts.size() + 1).first->second, second);
      for (std::size_t place = 0; place < in.size(); ++place) {
        const auto [entity, is_new] = entities.emplace(in[place], 0);
        if (is_new) entity->second = things.add(0, second);
        things.near[statement].emplace_back(place, entity->second);
        things.near[entity->second].emplace_back(place, statement);
      }
    }
}

/// Separates things of one profile if different profiles are near them, at any position, until this separates no more.
/// `to_see` are the things near which a profile has changed; others of one profile have the same near them. Returns
/// false once a new profile has unequally many things in the two states. Counts in `looked_at` how many it looked at.
bool refine(Things& things, std::vector<Thing> to_see, std::size_t& looked_at) {
  std::vector<std::size_t> how_many(things.profiles);
  for (const std::size_t its : things.profile) ++how_many[its];
  while (!to_see.empty()) {
    interrupt::poll();
    std::sort(to_see.begin(), to_see.end());
    to_see.erase(std::unique(to_see.begin(), to_see.end()), to_see.end());
    looked_at += to_see.size();
    std::map<std::size_t, std::map<std::vector<std::pair<std::size_t, std::size_t>>, std::vector<Thing>>> seen;
    for (const Thing one : to_see) {
      std::vector<std::pair<std::size_t, std::size_t>> near;
      for (const auto& [place, other] : things.near[one]) near.emplace_back(place, things.profile[other]);
      std::sort(near.begin(), near.end());
      seen[things.profile[one]][std::move(near)].push_back(one);
    }
    to_see.clear();
    for (auto& [profile, parts] : seen) {
      std::size_t others = how_many[profile];
      auto largest = parts.begin();
      for (auto part = parts.begin(); part != parts.end(); ++part) {
        others -= part->second.size();
        if (part->second.size() > largest->second.size()) largest = part;
      }
      for (auto part = parts.begin(); part != parts.end(); ++part) {
        if (others == 0 && part == largest) continue;  // it keeps its profile
        std::size_t of_second = 0;
        for (const Thing one : part->second) {
          of_second += things.second[one];
          things.profile[one] = things.profiles;
          for (const auto& [place, other] : things.near[one]) to_see.push_back(other);
        }
        if (of_second * 2 != part->second.size()) return false;
        how_many[profile] -= part->second.size();
        how_many.push_back(part->second.size());
        ++things.profiles;
      }
    }
  }
  return true;
}

/// Looks for a bijection between the created entities of two states that makes them the same.
class Bijections {
 public:
  explicit Bijections(std::size_t limit) : left_(limit) {}

  /// Maps things with refined profiles to things of the same profile.
  Answer operator()(const Things& things) {
    std::vector<std::pair<std::size_t, std::size_t>> how_many(things.profiles);
    for (Thing one = 0; one < things.near.size(); ++one) {
      auto& [first, second] = how_many[things.profile[one]];
      ++(things.second[one] ? second : first);
    }
    if (!std::all_of(how_many.begin(), how_many.end(), [](const auto& n) { return n.first == n.second; }))
      return Answer::No;
    std::vector<bool> done(things.near.size());  // whether the image is known
    for (Thing one = 0; one < done.size(); ++one) done[one] = how_many[things.profile[one]].first == 1;
    std::map<std::vector<std::size_t>, std::vector<Group>> alike;  // groups by the profiles in them
    for (Thing one = 0; one < things.near.size(); ++one) {
      if (done[one]) continue;
      Group group = around(one, things, done);
      std::vector<std::size_t> profiles;
      for (const Thing each : group) profiles.push_back(things.profile[each]);
      alike[std::move(profiles)].push_back(std::move(group));
    }
    Answer all = Answer::Yes;
    for (const auto& [profiles, groups] : alike) {
      const bool distinct = std::adjacent_find(profiles.begin(), profiles.end()) == profiles.end();
      const auto of_second = [&](const Group& group) { return things.second[group.front()]; };
      if (std::count_if(groups.begin(), groups.end(), of_second) * 2 != static_cast<std::ptrdiff_t>(groups.size()))
        return Answer::No;
      const Answer here = distinct ? Answer::Yes : as_many_of_each_kind(groups, things);
      if (here == Answer::No) return here;
      if (here == Answer::Unknown) all = here;
    }
    return all;
  }

 private:
  /// Things that are near one another, directly or through others, by their profiles.
  using Group = std::vector<Thing>;

  static Group around(Thing one, const Things& things, std::vector<bool>& done) {
    Group group{one};
    done[one] = true;
    for (std::size_t j = 0; j < group.size(); ++j)
      for (const auto& [place, other] : things.near[group[j]])
        if (!done[other]) {
          done[other] = true;
          group.push_back(other);
        }
    std::sort(group.begin(), group.end(),
              [&](Thing a, Thing b) { return std::pair(things.profile[a], a) < std::pair(things.profile[b], b); });
    return group;
  }

  /// Whether both states have equally many of each kind among these groups, which have the same profiles.
  Answer as_many_of_each_kind(const std::vector<Group>& groups, const Things& things) {
    std::vector<std::pair<const Group*, std::ptrdiff_t>> kinds;  // how many more of each kind the first state has
    bool is_sure = true;
    for (const Group& group : groups) {
      const std::ptrdiff_t counts = things.second[group.front()] ? -1 : 1;
      const auto kind = std::find_if(kinds.begin(), kinds.end(), [&](const auto& kind) {
        const Answer same = same_but_for_names(*kind.first, group, things);
        is_sure = is_sure && same != Answer::Unknown;
        return same == Answer::Yes;
      });
      if (kind == kinds.end())
        kinds.emplace_back(&group, counts);
      else
        kind->second += counts;
    }
    const bool all = std::all_of(kinds.begin(), kinds.end(), [](const auto& kind) { return kind.second == 0; });
    return all ? Answer::Yes : is_sure ? Answer::No : Answer::Unknown;
  }

  /// Tries each possible image, in the second group, of one thing of the first.
  Answer same_but_for_names(const Group& first, const Group& second, const Things& things) {
    Things both = only(first, second, things);
    const std::vector<std::size_t> profile = both.profile;
    const std::size_t profiles = both.profiles;
    std::vector<std::vector<Thing>> of(both.profiles);
    for (Thing one = 0; one < both.near.size(); ++one) of[both.profile[one]].push_back(one);
    const auto fewest = std::min_element(of.begin(), of.end(), [](const auto& a, const auto& b) {
      return (a.size() <= 2 ? ~std::size_t{0} : a.size()) < (b.size() <= 2 ? ~std::size_t{0} : b.size());
    });
    for (const Thing image : *fewest) {
      if (!both.second[image]) continue;
      if (left_ == 0) return Answer::Unknown;
      std::vector<Thing> to_see;
      for (const Thing one : {fewest->front(), image}) {
        both.profile[one] = profiles;
        for (const auto& [place, other] : both.near[one]) to_see.push_back(other);
      }
      both.profiles = profiles + 1;
      std::size_t looked_at = 1 + both.near.size() / 512;
      const bool may_be = refine(both, std::move(to_see), looked_at);
      const Answer found = may_be ? deep([&] { return (*this)(both); }) : Answer::No;
      if (found != Answer::No) return found;
      left_ -= std::min(left_, looked_at);
      both.profile = profile;
    }
    return Answer::No;
  }

  /// Two groups as if each were a whole state.
  static Things only(const Group& first, const Group& second, const Things& things) {
    std::unordered_map<Thing, Thing> here;
    std::map<std::size_t, std::size_t> profiles;
    Things both;
    for (const Group* group : {&first, &second})
      for (const Thing one : *group)
        here[one] = both.add(profiles.emplace(things.profile[one], profiles.size()).first->second, group == &second);
    for (const auto& [one, copy] : here)
      for (const auto& [place, other] : things.near[one])
        if (const auto to = here.find(other); to != here.end()) both.near[copy].emplace_back(place, to->second);
    return both;
  }

  std::size_t left_;
};

/// Whether both states are the same at locations that name only initial entities.
bool same_of_initial(const State& c, const State& other) {
  const auto initial = [](const State& c) {
    std::vector<std::pair<Location, const Value*>> all;
    for (Label i = 0; i < c.labels(); ++i)
      for (const auto& [e, k] : c[i]) {
        bool names = e.created();
        for_each_entity(k, [&](Entity x) { names = names || x.created(); });
        if (!names) all.push_back({{e, i}, &k});
      }
    return all;
  };
  const auto all = initial(c), others = initial(other);
  return std::equal(all.begin(), all.end(), others.begin(), others.end(),
                    [](const auto& a, const auto& b) { return a.first == b.first && *a.second == *b.second; });
}

}  // namespace

Answer alike(const State& c, const State& other, std::size_t limit) {
  if (c == other) return Answer::Yes;
  if (!same_of_initial(c, other)) return Answer::No;
  Things things;
  std::map<std::string, std::size_t> texts;
  add(things, c, false, texts);
  add(things, other, true, texts);
  std::vector<Thing> all(things.near.size());
  std::iota(all.begin(), all.end(), Thing{0});
  std::size_t looked_at = 0;
  return refine(things, std::move(all), looked_at) ? Bijections(limit)(things) : Answer::No;
}

}  // namespace coreecs
