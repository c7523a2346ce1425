/// Documents whose systems are C++ functions.
#pragma once

#include "interp/base/json/document.hpp"
#include "interp/language/program/program.hpp"

namespace coreecs {

/// While it lives, documents that this thread loads may have "a C++ function" where `print` writes it: the program has
/// a system or an invariant of that name, and this is its function. Its query vector is that of the program, and so are
/// the components. The entities of the program come first then, under their names, whether the document tells of
/// them or not, so that functions that know some go on to mean these. Precondition: the program outlives it.
class Native {
 public:
  explicit Native(const Program& program);
  ~Native();
  Native(const Native&) = delete;
  Native& operator=(const Native&) = delete;

  /// The program whose functions may be used now, or null.
  [[nodiscard]] static const Program* program();
  /// Its system, or its invariant, of this name, or null.
  [[nodiscard]] static const System* system(std::string_view name);
  [[nodiscard]] static const Invariant* invariant(std::string_view name);

 private:
  const Program* before_;
};

/// What stands for a function in a document.
inline constexpr std::string_view a_function = "a C++ function";

/// A system or an invariant; where its functions are known, without what stands at the key and at "where" if that is
/// "a C++ function", so that nothing is said of it. The JSON outlives it.
class WithoutFunctions {
 public:
  WithoutFunctions(const Json& json, std::string_view key, bool known);
  WithoutFunctions(const WithoutFunctions&) = delete;
  WithoutFunctions& operator=(const WithoutFunctions&) = delete;

  /// Whether its function is one of C++.
  explicit operator bool() const { return !others_.empty(); }
  [[nodiscard]] const Json& json() const { return json_; }

 private:
  std::vector<Json::Member> others_;
  Json json_;
};

/// Whether this is an invariant of the whole state whose functions are those of C++: {"measure": {"m": "a C++
/// function"}, "holds": "a C++ function"}.
[[nodiscard]] bool is_function_of_measures(const Json&);
/// Whether its measures are those of this one. Precondition: it is one.
[[nodiscard]] bool has_measures(const Json&, const Invariant&);

/// Whether two query vectors, without their conditions, are the same in a document, where `incl` comes before `excl`,
/// and `anyway` last.
[[nodiscard]] bool same_in_documents(const QueryVector&, const QueryVector&);

}  // namespace coreecs
