/// Reads schedules (program format §5), which may use one another.
#pragma once

#include <memory>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "interp/base/json/document.hpp"
#include "interp/base/json/problem.hpp"
#include "interp/language/program/program.hpp"

namespace coreecs {

/// The systems that a document declares, in its order.
struct DeclaredSystems {
  std::vector<std::string_view> names;
  std::unordered_map<std::string_view, std::shared_ptr<System>> by_name;
  bool known = false;  ///< if false, every name is accepted
};

class ScheduleReader {
 public:
  ScheduleReader(Problems& problems, const DeclaredSystems& systems) : problems_(problems), systems_(systems) {}

  /// The schedules without problems; reports the others. Cost: the leaves of all, including those of the schedules that
  /// they use, which are shared.
  [[nodiscard]] std::vector<NamedSchedule> read(const Place&, const Json&);
  /// The names of all schedules that were read.
  [[nodiscard]] const std::vector<std::string_view>& names() const { return names_; }

 private:
  /// A schedule of the document, which is read at its first use or in its own place.
  struct Named {
    Place place;
    const Json* json;
    enum class Read { No, Now, Done } read = Read::No;
    std::optional<Schedule> z = {};
  };

  std::optional<Schedule> schedule(const Place&, const Json&);
  std::optional<Schedule> use(const Place&, const Json&);
  std::optional<Schedule> named_schedule(std::size_t k);
  std::optional<Schedule> leaf(const Place&, const Json::Member&);

  Problems& problems_;
  const DeclaredSystems& systems_;
  std::vector<std::string_view> names_;
  std::unordered_map<std::string_view, std::size_t> by_name_;
  std::vector<Named> schedules_;
  std::vector<std::size_t> used_;  ///< those being read, each of which uses the next
};

}  // namespace coreecs
