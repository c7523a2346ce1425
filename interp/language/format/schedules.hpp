/// The reader of schedules (program format §5), which may use one another.
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
  bool known = false;  ///< otherwise every name is taken without complaint
};

class ScheduleReader {
 public:
  ScheduleReader(Problems& problems, const DeclaredSystems& systems) : problems_(problems), systems_(systems) {}

  /// The schedules, but for those that something is wrong with, which is reported. Cost: the leaves of all, with those
  /// of the schedules that they use, which are shared.
  [[nodiscard]] std::vector<NamedSchedule> read(const Place&, const Json&);
  /// The names of all, once they are read.
  [[nodiscard]] const std::vector<std::string_view>& names() const { return names_; }

 private:
  /// A schedule of the document, read when it is met first, in a use or in its own place.
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
  std::vector<std::size_t> used_;  ///< those that are being read, each of which uses the next
};

}  // namespace coreecs
