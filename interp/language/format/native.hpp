/// Documents whose systems are C++ functions.
#pragma once

#include "interp/base/json/document.hpp"
#include "interp/language/program/program.hpp"

namespace coreecs {

/// While it lives, documents that this thread loads may have "a C++ function" where `print` writes it. It stands for
/// the function of the program's system or invariant of that name. The query vector and the components must be those of
/// the program. The program's entities come first, under their names, even if the document lists none of them. So
/// functions still refer to the same entities. Precondition: the program outlives it.
class Native {
 public:
  explicit Native(const Program& program);
  ~Native();
  Native(const Native&) = delete;
  Native& operator=(const Native&) = delete;

  /// The program whose functions may be used now, or null.
  [[nodiscard]] static const Program* program();
  /// Its system or invariant of this name, or null.
  [[nodiscard]] static const System* system(std::string_view name);
  [[nodiscard]] static const Invariant* invariant(std::string_view name);

 private:
  const Program* before_;
};

/// The text that represents a function in a document.
inline constexpr std::string_view a_function = "a C++ function";

/// A system or an invariant. If its functions are known, "a C++ function" at the key and at "where" is removed, so that
/// no problem is reported for it. The JSON outlives it.
class WithoutFunctions {
 public:
  WithoutFunctions(const Json& json, std::string_view key, bool known);
  WithoutFunctions(const WithoutFunctions&) = delete;
  WithoutFunctions& operator=(const WithoutFunctions&) = delete;

  /// Whether it had a C++ function.
  explicit operator bool() const { return !others_.empty(); }
  [[nodiscard]] const Json& json() const { return json_; }

 private:
  std::vector<Json::Member> others_;
  Json json_;
};

/// Whether this is an invariant of the whole state with C++ functions: {"measure": {"m": "a C++ function"}, "holds": "a
/// C++ function"}.
[[nodiscard]] bool is_function_of_measures(const Json&);
/// Whether its measures are those of the invariant. Precondition: is_function_of_measures.
[[nodiscard]] bool has_measures(const Json&, const Invariant&);

/// Whether two query vectors, without their conditions, are the same in a document. There `incl` comes before `excl`,
/// and `anyway` last.
[[nodiscard]] bool same_in_documents(const QueryVector&, const QueryVector&);

}  // namespace coreecs
