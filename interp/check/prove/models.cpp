#include "interp/check/prove/models.hpp"

#include <algorithm>
#include <bit>
#include <cstdlib>

#include "interp/check/decide/decide.hpp"
#include "interp/check/decide/further.hpp"
#include "interp/fast/query.hpp"
#include "interp/language/program/error.hpp"
#include "interp/run/instance.hpp"

namespace coreecs::symbolic {

namespace {

/// A value that has no representation in a program, a resource with a component of entities, or too many entities.
struct Unwritable {};

constexpr std::size_t most_matches = 10'000;

class ModelReader {
 public:
  ModelReader(const z3::model& model, Encoding& to) : model_(model), to_(to) {
    std::set<std::uint64_t> taken;
    for (const auto& [number, constant] : to.literals()) {
      names_.emplace(evaluated(constant).to_string(), Entity(number));
      taken.insert(number);
    }
    for (const Resource& resource : to.program().resources) taken.insert(resource.e.number());
    for (std::uint64_t k = to.program().entities.size(); k-- > 0;)
      if (taken.count(k) == 0) spare_.emplace_back(k);
  }

  [[nodiscard]] State operator()(const AnyState& start) {
    State c(to_.program().schema.size());
    for (const Resource& resource : to_.program().resources)
      for (const Label i : resource.labels) c.write({resource.e, i}, *to_.program().start.at({resource.e, i}));
    for (const AnyState::Read& read : start.reads()) note_texts(read.cell.value, to_.program().schema[read.i].type);
    for (const AnyState::Read& read : start.reads()) {
      if (!is_true(read.cell.present)) continue;
      const Entity e = entity(read.e);
      for (const Resource& resource : to_.program().resources)
        if (resource.e == e && !belongs_to(read.i, resource)) throw Unwritable();
      c.write({e, read.i}, value(read.cell.value, to_.program().schema[read.i].type));
    }
    return c;
  }

 private:
  [[nodiscard]] z3::expr evaluated(const z3::expr& e) const { return model_.eval(e, true); }
  [[nodiscard]] bool is_true(const z3::expr& e) const { return evaluated(e).is_true(); }
  [[nodiscard]] std::int64_t integer(const z3::expr& e) const {
    std::int64_t n = 0;
    if (!evaluated(e).is_numeral_i64(n)) throw Unwritable();
    return n;
  }
  Entity entity(const z3::expr& e) {
    const std::string element = evaluated(e).to_string();
    if (const auto known = names_.find(element); known != names_.end()) return known->second;
    if (spare_.empty()) throw Unwritable();
    const Entity made = spare_.back();
    spare_.pop_back();
    names_.emplace(element, made);
    return made;
  }
  [[nodiscard]] double real(const z3::expr& e) const {
    if (to_.reals() == Reals::Uninterpreted) throw Unwritable();
    if (to_.reals() == Reals::Ieee) {
      std::uint64_t bits = 0;
      if (!evaluated(z3::expr(to_.z3(), Z3_mk_fpa_to_ieee_bv(to_.z3(), e))).is_numeral_u64(bits)) throw Unwritable();
      return std::bit_cast<double>(bits);
    }
    const z3::expr number = evaluated(e);
    if (!number.is_numeral() && !number.is_algebraic()) throw Unwritable();
    return std::strtod(number.get_decimal_string(20).c_str(), nullptr);
  }

  // Texts: between the codes of two texts of the program, other texts take the same order.

  void note_texts(const SymbolicValue& k, const Type& type) {
    if (type.kind == Type::Kind::Text) others_.insert(integer(k.e));
    for (std::size_t j = 0; j < k.parts.size(); ++j)
      note_texts(k.parts[j], type.kind == Type::Kind::List ? type.fields.front().type : type.fields[j].type);
  }
  [[nodiscard]] std::string text(std::int64_t code) const {
    const std::string* below = nullptr;
    std::int64_t start = 0;
    for (const auto& [known, its_code] : to_.texts())
      if (its_code <= code) {
        below = &known;
        start = its_code;
      }
    const auto before = std::distance(others_.upper_bound(start), others_.upper_bound(code));
    if (before > 25) throw Unwritable();
    std::string made = *below;
    if (before > 0) made += static_cast<char>('a' + before - 1);
    return made;
  }

  Value value(const SymbolicValue& k, const Type& type) {
    switch (type.kind) {
      case Type::Kind::Unit:
        return Unit{};
      case Type::Kind::Bool:
        return is_true(k.e);
      case Type::Kind::Int:
        return integer(k.e);
      case Type::Kind::Real:
        return real(k.e);
      case Type::Kind::Text:
        return Text(text(integer(k.e)));
      case Type::Kind::Entity:
        return entity(k.e);
      case Type::Kind::Record:
      case Type::Kind::List:
        break;
    }
    std::vector<Value> parts;
    const bool is_list = type.kind == Type::Kind::List;
    const std::size_t size = is_list ? static_cast<std::size_t>(integer(k.e)) : k.parts.size();
    for (std::size_t j = 0; j < size; ++j) parts.push_back(value(k.parts.at(j), type.fields.at(is_list ? 0 : j).type));
    return Record(parts);
  }

  const z3::model& model_;
  Encoding& to_;
  std::map<std::string, Entity> names_;
  std::vector<Entity> spare_;
  std::set<std::int64_t> others_;
};

}  // namespace

std::optional<State> state_of(const z3::model& model, Encoding& to, const AnyState& start) {
  try {
    return ModelReader(model, to)(start);
  } catch (const Unwritable&) {
    return std::nullopt;
  }
}

bool refutes(const Program& program, const Schedule& z, const State& start, Aspect about) {
  Program here = program;
  here.start = start;
  try {
    if (about == Aspect::Safe) return decide(Instance(here, z, 1, most_matches).po).unsafe.has_value();
    return first_frame(about, here, {"", z}, most_matches) == Answer::No;
  } catch (const RuntimeError&) {
    return false;
  } catch (const fast::TooManyMatches&) {
    return false;
  }
}

bool hold_at(const Program& program, const State& c, const std::vector<std::string>& names) {
  Entities entities;
  try {
    return std::all_of(program.invariants.begin(), program.invariants.end(), [&](const Invariant& invariant) {
      return std::find(names.begin(), names.end(), invariant.name) == names.end() ||
             !violation(invariant, c, c, by_occurrence(entities));
    });
  } catch (const RuntimeError&) {
    return false;
  }
}

bool breaks(const Program& program, const Schedule& z, const State& start, const Invariant& invariant) {
  Program here = program;
  here.start = start;
  try {
    const Instance frame(here, z, 1, most_matches);
    State end = start;
    for (const coreecs::Invocation& one : frame.po.invocations) end = after(std::move(end), one.m);
    return !violation(invariant, start, start, frame.env) && violation(invariant, start, end, frame.env);
  } catch (const RuntimeError&) {
    return false;
  } catch (const fast::TooManyMatches&) {
    return false;
  }
}

}  // namespace coreecs::symbolic
