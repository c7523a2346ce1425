#include "interp/verify/certificate.hpp"

#include "interp/format/print.hpp"
#include "interp/json/hash.hpp"

namespace coreecs {

std::string fingerprint(const Program& program, const NamedSchedule& schedule, std::uint64_t frames) {
  Program essence = program;
  essence.name = essence.about = {};
  essence.schedules = {schedule};
  essence.frames = frames;
  essence.invariants.clear();
  essence.expectations.clear();
  essence.fuzz = {};
  return hash_of(print(essence));
}

}  // namespace coreecs
