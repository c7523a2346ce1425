/// Values as formulas of the solver. Every value that a run computes without an error is one that these formulas allow.
#pragma once

#include <z3++.h>

#include <map>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "interp/language/program/program.hpp"

namespace coreecs::symbolic {

/// What is known about reals. Uninterpreted: only that equal operands have equal results, so a proof holds for IEEE
/// doubles, too. Mathematical: real numbers, for models that are confirmed. Ieee: doubles.
enum class Reals { Uninterpreted, Mathematical, Ieee };

/// The program has something that has no formula here, as the message says.
struct Unsupported : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// A component value. `e` is the formula of a scalar, and the length of a list. `parts` are the fields of a record, and
/// the values of a list, of which only the first `e` count. A literal list is a record, until it meets a list.
struct SymbolicValue {
  Type::Kind kind;
  z3::expr e;
  std::vector<SymbolicValue> parts = {};
};

/// Formulas over one program: constants for its literals, and what is assumed so far.
class Encoding {
 public:
  Encoding(z3::context& z3, const Program& program, Reals reals);

  [[nodiscard]] const Program& program() const { return program_; }
  [[nodiscard]] Reals reals() const { return reals_; }
  [[nodiscard]] z3::context& z3() const { return z3_; }
  [[nodiscard]] const z3::sort& entities() const { return entity_; }

  // Formulas

  [[nodiscard]] z3::expr truth(bool b) const { return z3_.bool_val(b); }
  [[nodiscard]] z3::expr integer(std::int64_t n) const { return z3_.int_val(n); }
  [[nodiscard]] z3::expr all(const std::vector<z3::expr>& parts) const;
  [[nodiscard]] z3::expr any(const std::vector<z3::expr>& parts) const;
  /// A constant that occurs nowhere else.
  [[nodiscard]] z3::expr fresh(const char* name, const z3::sort& sort);
  /// The number of a new family of functions, for a state.
  [[nodiscard]] std::size_t next_family() { return families_++; }
  /// An uninterpreted function of operands. The same name has the same function.
  [[nodiscard]] z3::expr function(const std::string& name, const std::vector<z3::expr>& operands,
                                  const z3::sort& result) const;

  // Assumptions

  void assume(const z3::expr& what) { assumed_.push_back(what); }
  /// If the path is taken, so that a term is evaluated without an error (D12).
  void assume(const z3::expr& path, const z3::expr& what);
  /// While there is one, errors of terms are not assumed away: a term with an error has some value.
  class WithoutErrors {
   public:
    explicit WithoutErrors(Encoding& to) : to_(to) { to_.assumes_no_errors_ = false; }
    WithoutErrors(const WithoutErrors&) = delete;
    WithoutErrors& operator=(const WithoutErrors&) = delete;
    ~WithoutErrors() { to_.assumes_no_errors_ = true; }

   private:
    Encoding& to_;
  };
  /// While there is one, errors of terms are noted: the conditions on which one may have an error. With null, they are
  /// not, even within another one.
  class NotesErrors {
   public:
    NotesErrors(Encoding& to, std::vector<z3::expr>* into) : to_(to), before_(std::exchange(to.errors_, into)) {}
    NotesErrors(const NotesErrors&) = delete;
    NotesErrors& operator=(const NotesErrors&) = delete;
    ~NotesErrors() { to_.errors_ = before_; }

   private:
    Encoding& to_;
    std::vector<z3::expr>* before_;
  };
  [[nodiscard]] bool notes_errors() const { return errors_; }
  [[nodiscard]] const std::vector<z3::expr>& assumed() const { return assumed_; }

  // Values

  [[nodiscard]] SymbolicValue value(Value literal);
  [[nodiscard]] SymbolicValue scalar(Type::Kind kind, z3::expr e) const { return {kind, std::move(e), {}}; }
  /// Any value of this type, as a function of an entity: functions of this name, one for each of its scalars.
  [[nodiscard]] SymbolicValue value_of(const std::string& name, const Type& type, const z3::expr& e);
  /// An int of 64 bits, a finite real, a text.
  void assume_of_kind(Type::Kind kind, const z3::expr& e);
  /// Whether two values of one type are the same value: reals by their bits (D14).
  [[nodiscard]] z3::expr identical(const SymbolicValue& a, const SymbolicValue& b) const;
  /// {"==": [a, b]}: reals by number.
  [[nodiscard]] z3::expr same(const SymbolicValue& a, const SymbolicValue& b);
  [[nodiscard]] SymbolicValue either(const z3::expr& condition, const SymbolicValue& a, const SymbolicValue& b) const;
  /// The same as a list, which a literal list is not yet.
  [[nodiscard]] SymbolicValue as_list(const SymbolicValue& l) const;

  // Entities

  /// An entity of the program. Different ones differ.
  [[nodiscard]] z3::expr literal(Entity e);
  /// The entities of the program so far, by number.
  [[nodiscard]] const std::map<std::uint64_t, z3::expr>& literals() const { return literals_; }
  /// Notes an entity that is observed: matched, or held by a component.
  void observe(const z3::expr& e);
  [[nodiscard]] const std::vector<z3::expr>& observed() const { return observed_; }

  // Texts and reals

  /// The codes of texts keep their order (by bytes), and leave room between them.
  [[nodiscard]] const std::map<std::string, std::int64_t>& texts() const { return texts_; }
  [[nodiscard]] z3::sort real() {
    uses_reals_ = true;
    return real_;
  }
  /// Whether there were reals, so that it matters what is known about them.
  [[nodiscard]] bool uses_reals() const { return uses_reals_; }

 private:
  [[nodiscard]] std::int64_t code(const std::string& text);
  [[nodiscard]] z3::expr real(double x);
  template <class Scalars>
  [[nodiscard]] z3::expr equal(const SymbolicValue& a, const SymbolicValue& b, const Scalars& scalars) const;
  void note_texts(const Type& type, std::set<std::string>& texts) const;

  z3::context& z3_;
  const Program& program_;
  Reals reals_;
  z3::sort entity_, real_;
  std::vector<z3::expr> assumed_;
  std::map<std::uint64_t, z3::expr> literals_;
  std::map<std::uint64_t, z3::expr> reals_by_bits_;
  std::map<std::string, std::int64_t> texts_;
  std::vector<z3::expr> observed_;
  std::set<unsigned> observed_ids_;
  std::size_t fresh_ = 0, families_ = 0;
  bool uses_reals_ = false, assumes_no_errors_ = true;
  std::vector<z3::expr>* errors_ = nullptr;  ///< where they are noted
};

/// The longest list that is unrolled.
inline constexpr std::size_t longest_list = 8;

}  // namespace coreecs::symbolic
