/// The variables of a system (program format §3).
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "interp/base/json/document.hpp"
#include "interp/language/program/term.hpp"
#include "interp/language/program/typing.hpp"

namespace coreecs {

/// The variables in scope.
class Scope {
 public:
  struct Variable {
    Slot slot = 0;
    TermType type = {};
    bool anyway = false;  ///< bound by `anyway`: it has a value of the type, or none
  };
  /// An open binder, and the previous meaning of its name.
  struct Binding {
    Binder binder;
    std::optional<Variable> before = {};
  };

  Scope() = default;
  /// With the names of constants, which are bound already.
  explicit Scope(std::vector<std::string_view> constants) : constants_(std::move(constants)) {}

  /// Makes measures of the variables bound so far. Their previous values get slots after theirs.
  void are_measures(std::size_t count) {
    measures_ = count;
    next_ += count;
    most_ = next_;
  }
  [[nodiscard]] std::size_t measures() const { return measures_; }

  /// Binds a name; "_" binds nothing. Reports a name that is bound already, and makes its type unknown.
  Binding open(Problems&, const Place&, const Json& name, TermType, bool anyway = false);
  void close(const Binding&);
  /// Accepts every name from now on, because a binder was not readable.
  void tolerate() { tolerant_ = true; }
  [[nodiscard]] bool tolerant() const { return tolerant_; }

  [[nodiscard]] const Variable* find(std::string_view name) const;
  [[nodiscard]] std::vector<std::string_view> names() const;
  [[nodiscard]] std::vector<std::string_view> anyway_names() const;
  /// The largest number of slots in use at once.
  [[nodiscard]] std::size_t slots() const { return most_; }

 private:
  std::vector<std::string_view> constants_;
  std::map<std::string, Variable, std::less<>> variables_;
  std::size_t next_ = 0;
  std::size_t most_ = 0;
  std::size_t measures_ = 0;
  bool tolerant_ = false;
};

}  // namespace coreecs
