/// The type checker of query vectors and their conditions (program format §3).
#pragma once

#include <functional>

#include "interp/language/format/elaborate_term.hpp"

namespace coreecs {

/// Reads query vectors, and terms in which their variables are bound.
class MatchReader {
 public:
  MatchReader(Problems& problems, const Vocabulary& vocabulary)
      : problems_(problems),
        vocabulary_(vocabulary),
        scope_(vocabulary.constant_names()),
        terms_(problems, vocabulary, scope_) {}

 protected:
  /// Reads the query vector and its condition, then the member at `key`, in which their variables are bound. Messages
  /// about unknown keys name `others`, too.
  void with_match(const Place&, const Json&, MatchTerm&, std::string_view key,
                  const std::function<void(const Place&, const Json&)>& read,
                  const std::vector<std::string_view>& others = {});
  /// Reads the query vector and its condition.
  void match_of(const Place&, const Json::Object&, MatchTerm&);

  Problems& problems_;
  const Vocabulary& vocabulary_;
  Scope scope_;
  TermReader terms_;

 private:
  QueryTerm query(const Place&, const Json&);
  Term resource(const Place&, const Json&);
  Term is(const Place&, const Json::Object&);
  QueryTerm::Alternative alternative(const Place&, const Json&);
  /// Reads components, each with the variable that binds its value.
  std::vector<std::pair<Label, Binder>> bound(const Place&, const Json&, bool anyway);
  std::vector<Label> labels(const Place&, const Json&);
};

}  // namespace coreecs
