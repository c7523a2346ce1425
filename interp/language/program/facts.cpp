#include "interp/language/program/facts.hpp"

#include <algorithm>

#include "interp/language/program/operator.hpp"

namespace coreecs {

namespace {

bool contradict(const Fact& a, const Fact& b) {
  if (a.is_there != b.is_there) return true;
  if (!a.is_there) return false;
  const auto says_not = [](const Fact& x, const Fact& y) { return x.is && y.is_not && *x.is == *y.is_not; };
  return a.least > b.most || b.least > a.most || (a.is && b.is && *a.is != *b.is) || says_not(a, b) || says_not(b, a);
}

}  // namespace

bool exclude_each_other(const Facts& a, const Facts& b) {
  return std::any_of(a.begin(), a.end(), [&](const Fact& x) {
    return std::any_of(b.begin(), b.end(), [&](const Fact& y) {
      // The absence of a component contradicts facts about all its parts.
      const bool same = x.path == y.path || !x.is_there || !y.is_there;
      return x.i == y.i && same && contradict(x, y);
    });
  });
}

Relation relation(const term::Operation& t) {
  constexpr std::pair<std::string_view, Relation> all[] = {{"==", Relation::Equal},  {"!=", Relation::Unequal},
                                                           {"<", Relation::Less},    {"<=", Relation::LessEqual},
                                                           {">", Relation::Greater}, {">=", Relation::GreaterEqual}};
  const auto at = std::find_if(std::begin(all), std::end(all), [&](const auto& r) { return r.first == t.op->key; });
  return at == std::end(all) ? Relation::None : at->second;
}

Relation mirrored(Relation r) {
  switch (r) {
    case Relation::Less:
      return Relation::Greater;
    case Relation::LessEqual:
      return Relation::GreaterEqual;
    case Relation::Greater:
      return Relation::Less;
    case Relation::GreaterEqual:
      return Relation::LessEqual;
    default:
      return r;
  }
}

Relation negated(Relation r) {
  switch (r) {
    case Relation::Equal:
      return Relation::Unequal;
    case Relation::Unequal:
      return Relation::Equal;
    case Relation::Less:
      return Relation::GreaterEqual;
    case Relation::LessEqual:
      return Relation::Greater;
    case Relation::Greater:
      return Relation::LessEqual;
    case Relation::GreaterEqual:
      return Relation::Less;
    case Relation::None:
      break;
  }
  return r;
}

bool restrict(Fact& fact, Relation r, const Value& k) {
  if (std::holds_alternative<double>(k.sum())) return false;
  const auto* n = std::get_if<std::int64_t>(&k.sum());
  if (r == Relation::Unequal) {
    fact.is_not = k;
  } else if (r == Relation::Equal) {
    fact.is = k;
    if (n) fact.least = fact.most = *n;
  } else if (!n || r == Relation::None) {
    return false;
  } else if (r == Relation::LessEqual || r == Relation::Less) {
    if (r == Relation::Less && *n == std::numeric_limits<std::int64_t>::min()) return false;
    fact.most = *n - (r == Relation::Less);
  } else {
    if (r == Relation::Greater && *n == std::numeric_limits<std::int64_t>::max()) return false;
    fact.least = *n + (r == Relation::Greater);
  }
  return true;
}

}  // namespace coreecs
