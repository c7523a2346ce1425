#include "interp/check/prove/encoding.hpp"

#include <bit>
#include <cstdint>

namespace coreecs::symbolic {

namespace {

constexpr std::int64_t room = std::int64_t{1} << 32;  ///< between the codes of texts that are known from the start
constexpr std::int64_t least_room = std::int64_t{1} << 16;  ///< more than there are texts in a formula

z3::sort sort_of_reals(z3::context& z3, Reals reals) {
  switch (reals) {
    case Reals::Uninterpreted:
      return z3.uninterpreted_sort("Real64");
    case Reals::Mathematical:
      return z3.real_sort();
    case Reals::Ieee:
      break;
  }
  return z3.fpa_sort<64>();
}

}  // namespace

Encoding::Encoding(z3::context& z3, const Program& program, Reals reals)
    : z3_(z3),
      program_(program),
      reals_(reals),
      entity_(z3.uninterpreted_sort("Entity")),
      real_(sort_of_reals(z3, reals)) {
  std::set<std::string> texts{""};
  for (const Component& component : program.schema) note_texts(component.type, texts);
  std::int64_t next = 0;
  for (const std::string& text : texts) texts_.emplace(text, room * next++);
}

void Encoding::note_texts(const Type& type, std::set<std::string>& texts) const {
  texts.insert(type.texts.begin(), type.texts.end());
  for (const Type::Field& field : type.fields) note_texts(field.type, texts);
}

// Formulas -------------------------------------------------------------------------------------------------

z3::expr Encoding::all(const std::vector<z3::expr>& parts) const {
  z3::expr_vector kept(z3_);
  for (const z3::expr& part : parts) {
    if (part.is_false()) return part;
    if (!part.is_true()) kept.push_back(part);
  }
  if (kept.empty()) return truth(true);
  return kept.size() == 1 ? kept[0] : z3::mk_and(kept);
}

z3::expr Encoding::any(const std::vector<z3::expr>& parts) const {
  z3::expr_vector kept(z3_);
  for (const z3::expr& part : parts) {
    if (part.is_true()) return part;
    if (!part.is_false()) kept.push_back(part);
  }
  if (kept.empty()) return truth(false);
  return kept.size() == 1 ? kept[0] : z3::mk_or(kept);
}

z3::expr Encoding::fresh(const char* name, const z3::sort& sort) {
  return z3_.constant((name + ("!" + std::to_string(fresh_++))).c_str(), sort);
}

z3::expr Encoding::function(const std::string& name, const std::vector<z3::expr>& operands,
                            const z3::sort& result) const {
  z3::sort_vector domain(z3_);
  z3::expr_vector arguments(z3_);
  for (const z3::expr& operand : operands) {
    domain.push_back(operand.get_sort());
    arguments.push_back(operand);
  }
  return z3_.function(name.c_str(), domain, result)(arguments);
}

void Encoding::assume(const z3::expr& path, const z3::expr& what) {
  if (path.is_false()) return;
  if (errors_) return errors_->push_back(all({path, !what}));
  if (assumes_no_errors_) assume(path.is_true() ? what : z3::implies(path, what));
}

// Values ---------------------------------------------------------------------------------------------------

std::int64_t Encoding::code(const std::string& text) {
  if (const auto known = texts_.find(text); known != texts_.end()) return known->second;
  const auto after = texts_.upper_bound(text);
  const std::int64_t before = std::prev(after)->second;  // "" comes first
  const std::int64_t gap = after == texts_.end() ? 2 * room : after->second - before;
  if (gap < 2 * least_room) throw Unsupported("it has too many texts");
  return texts_.emplace(text, before + gap / 2).first->second;
}

z3::expr Encoding::real(double x) {
  uses_reals_ = true;
  const auto bits = std::bit_cast<std::uint64_t>(x);
  const auto ieee = [&] {
    return z3::expr(z3_, Z3_mk_fpa_to_fp_bv(z3_, z3_.bv_val(bits, 64), z3_.fpa_sort<64>())).simplify();
  };
  if (reals_ == Reals::Ieee) return ieee();
  if (reals_ == Reals::Mathematical) return z3::expr(z3_, Z3_mk_fpa_to_real(z3_, ieee())).simplify();
  if (const auto known = reals_by_bits_.find(bits); known != reals_by_bits_.end()) return known->second;
  z3::expr constant = z3_.constant(("real_" + std::to_string(bits)).c_str(), real_);
  for (const auto& [others, other] : reals_by_bits_) assume(constant != other);
  reals_by_bits_.emplace(bits, constant);
  return constant;
}

SymbolicValue Encoding::value(Value literal) {
  return std::visit(Clauses{
                        [&](Unit) { return scalar(Type::Kind::Unit, truth(true)); },
                        [&](bool b) { return scalar(Type::Kind::Bool, truth(b)); },
                        [&](std::int64_t n) { return scalar(Type::Kind::Int, integer(n)); },
                        [&](double x) { return scalar(Type::Kind::Real, real(x)); },
                        [&](const Text& s) { return scalar(Type::Kind::Text, integer(code(s.get()))); },
                        [&](Entity e) { return scalar(Type::Kind::Entity, this->literal(e)); },
                        [&](const Record& r) {
                          SymbolicValue all{Type::Kind::Record, truth(true), {}};
                          for (const Value& field : r.fields()) all.parts.push_back(value(field));
                          return all;
                        },
                    },
                    literal.sum());
}

void Encoding::assume_of_kind(Type::Kind kind, const z3::expr& e) {
  if (kind == Type::Kind::Int) assume(e >= integer(INT64_MIN) && e <= integer(INT64_MAX));
  if (kind == Type::Kind::Text) assume(e >= 0);
  if (kind == Type::Kind::Real && reals_ == Reals::Ieee) assume(!e.mk_is_nan() && !e.mk_is_inf());
}

SymbolicValue Encoding::value_of(const std::string& name, const Type& type, const z3::expr& e) {
  const auto of = [&](const z3::sort& sort) {
    z3::expr k = function(name, {e}, sort);
    assume_of_kind(type.kind, k);
    return scalar(type.kind, k);
  };
  switch (type.kind) {
    case Type::Kind::Unit:
      return scalar(type.kind, truth(true));
    case Type::Kind::Bool:
      return of(z3_.bool_sort());
    case Type::Kind::Int:
      return of(z3_.int_sort());
    case Type::Kind::Real:
      return of(real());
    case Type::Kind::Text: {
      SymbolicValue k = of(z3_.int_sort());
      std::vector<z3::expr> one;
      for (const std::string& text : type.texts) one.push_back(k.e == integer(code(text)));
      if (!one.empty()) assume(any(one));
      return k;
    }
    case Type::Kind::Entity: {
      SymbolicValue k = of(entity_);
      observe(k.e);
      return k;
    }
    case Type::Kind::Record: {
      SymbolicValue all{type.kind, truth(true), {}};
      for (const Type::Field& field : type.fields)
        all.parts.push_back(value_of(name + "." + field.name, field.type, e));
      return all;
    }
    case Type::Kind::List:
      break;
  }
  if (type.most > longest_list)
    throw Unsupported("it has lists of more than " + std::to_string(longest_list) + " values");
  SymbolicValue all{type.kind, function(name + "#", {e}, z3_.int_sort()), {}};
  assume(all.e >= 0 && all.e <= integer(static_cast<std::int64_t>(type.most)));
  for (std::size_t k = 0; k < type.most; ++k)
    all.parts.push_back(value_of(name + "[" + std::to_string(k) + "]", type.fields.front().type, e));
  return all;
}

SymbolicValue Encoding::as_list(const SymbolicValue& l) const {
  if (l.kind == Type::Kind::List) return l;
  return {Type::Kind::List, integer(static_cast<std::int64_t>(l.parts.size())), l.parts};
}

template <class Scalars>
z3::expr Encoding::equal(const SymbolicValue& a, const SymbolicValue& b, const Scalars& scalars) const {
  if (a.kind == Type::Kind::Unit) return truth(true);
  const bool records = a.kind == Type::Kind::Record && b.kind == Type::Kind::Record;
  if (records && a.parts.size() != b.parts.size()) return truth(false);  // two literal lists
  if (records) {
    std::vector<z3::expr> parts;
    for (std::size_t k = 0; k < a.parts.size(); ++k) parts.push_back(equal(a.parts[k], b.parts[k], scalars));
    return all(parts);
  }
  if (a.kind != Type::Kind::List && b.kind != Type::Kind::List) return scalars(a, b);
  const SymbolicValue l = as_list(a), l2 = as_list(b);
  const std::size_t most = std::min(l.parts.size(), l2.parts.size());
  std::vector<z3::expr> parts{l.e == l2.e, l.e <= integer(static_cast<std::int64_t>(most))};
  for (std::size_t k = 0; k < most; ++k)
    parts.push_back(l.e <= integer(static_cast<std::int64_t>(k)) || equal(l.parts[k], l2.parts[k], scalars));
  return all(parts);
}

z3::expr Encoding::identical(const SymbolicValue& a, const SymbolicValue& b) const {
  return equal(a, b, [this](const SymbolicValue& x, const SymbolicValue& y) {
    return x.e.id() == y.e.id() ? truth(true) : z3::expr(z3_, Z3_mk_eq(z3_, x.e, y.e));  // not fp.eq
  });
}

z3::expr Encoding::same(const SymbolicValue& a, const SymbolicValue& b) {
  return equal(a, b, [this](const SymbolicValue& x, const SymbolicValue& y) {
    if (x.e.id() == y.e.id()) return truth(true);
    z3::expr is_identical(z3_, Z3_mk_eq(z3_, x.e, y.e));
    if (x.kind != Type::Kind::Real || reals_ == Reals::Mathematical) return is_identical;
    if (reals_ == Reals::Ieee) return z3::expr(z3_, Z3_mk_fpa_eq(z3_, x.e, y.e));
    z3::expr equal = function("real ==", {x.e, y.e}, z3_.bool_sort());
    assume(z3::implies(is_identical, equal));  // reals are finite, so each is the same as itself
    return equal;
  });
}

SymbolicValue Encoding::either(const z3::expr& condition, const SymbolicValue& a, const SymbolicValue& b) const {
  if (condition.is_true()) return a;
  if (condition.is_false()) return b;
  const bool lists = a.kind == Type::Kind::List || b.kind == Type::Kind::List || a.parts.size() != b.parts.size();
  if (!lists && a.parts.empty()) {
    if (a.kind == Type::Kind::Unit || a.kind == Type::Kind::Record || a.e.id() == b.e.id()) return a;
    return {a.kind, z3::ite(condition, a.e, b.e), {}};
  }
  const SymbolicValue l = lists ? as_list(a) : a, l2 = lists ? as_list(b) : b;
  SymbolicValue all{l.kind, lists ? z3::ite(condition, l.e, l2.e) : l.e, {}};
  const std::size_t both = std::min(l.parts.size(), l2.parts.size());
  for (std::size_t k = 0; k < both; ++k) all.parts.push_back(either(condition, l.parts[k], l2.parts[k]));
  const std::vector<SymbolicValue>& longer = l.parts.size() > both ? l.parts : l2.parts;
  all.parts.insert(all.parts.end(), longer.begin() + static_cast<std::ptrdiff_t>(both), longer.end());
  return all;
}

// Entities -------------------------------------------------------------------------------------------------

z3::expr Encoding::literal(Entity e) {
  const auto known = literals_.find(e.number());
  if (known != literals_.end()) return known->second;
  z3::expr constant = z3_.constant(("entity_" + std::to_string(e.number())).c_str(), entity_);
  for (const auto& [number, other] : literals_) assume(constant != other);
  literals_.emplace(e.number(), constant);
  return constant;
}

void Encoding::observe(const z3::expr& e) {
  if (observed_ids_.insert(e.id()).second) observed_.push_back(e);
}

}  // namespace coreecs::symbolic
