#include "interp/commands/commands.hpp"

#include "interp/apps/commands/commands.hpp"
#include "interp/archetypes/commands/commands.hpp"
#include "interp/classroom/commands/commands.hpp"
#include "interp/oracle/commands/commands.hpp"

namespace coreecs {

std::vector<Part> all_parts() {
  std::vector<Part> all{main_house()};
#ifdef COREECS_ORACLE
  all.push_back(oracle_annex());
#endif
#ifdef COREECS_APPS
  all.push_back(apps_annex());
#endif
#ifdef COREECS_ARCHETYPES
  all.push_back(archetypes_annex());
#endif
#ifdef COREECS_CLASSROOM
  all.push_back(classroom_annex());
#endif
  return all;
}

}  // namespace coreecs
