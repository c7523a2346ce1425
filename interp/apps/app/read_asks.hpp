/// What bodies ask about changes, read from their documents: "added", "changed" and "removed" of a query.
#pragma once

#include <deque>
#include <vector>

#include "interp/apps/app/app.hpp"
#include "interp/base/json/document.hpp"
#include "interp/base/json/problem.hpp"

namespace coreecs::app {

/// Takes what bodies ask out of their documents. What it returns refers to it.
class AskReader {
 public:
  AskReader(Problems& problems, const Json::Object& document, const App& app)
      : problems_(problems), document_(document), app_(app) {}
  AskReader(const AskReader&) = delete;
  AskReader& operator=(const AskReader&) = delete;

  /// The body as a program has it, and adds what it asks to the system. A query has an incl of each component that it
  /// asks to be added or changed. If it has nothing else, it has an anyway of one that it asks to be removed.
  /// Precondition: the app has the components of the document.
  [[nodiscard]] Json taken_out(const Json& body, System& system);

 private:
  [[nodiscard]] Json query(const Json::Object& all, std::size_t number, System& system);
  [[nodiscard]] bool is_typed(std::string_view component) const;
  /// A query without incl matches live entities. The list of removals may have others.
  void check_live(const std::vector<Json>& queries, const System& system);
  void ask(const Json::Member& member, Ask::Of of, std::size_t number, System& system);
  [[nodiscard]] Json::Object keep(std::vector<Json::Member> all);

  Problems& problems_;
  const Json::Object& document_;
  const Json root_{document_};
  const App& app_;
  std::deque<std::vector<Json::Member>> objects_;
  std::deque<std::vector<Json>> lists_;
};

}  // namespace coreecs::app
