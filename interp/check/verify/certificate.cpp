#include "interp/check/verify/certificate.hpp"

#include "interp/base/json/hash.hpp"
#include "interp/language/format/print.hpp"

namespace coreecs {

namespace {

void forget_declared_order(Type& type) {
  type.declared.clear();
  for (Type::Field& field : type.fields) forget_declared_order(field.type);
}

}  // namespace

std::string fingerprint(const Program& program, const NamedSchedule& schedule, std::uint64_t frames) {
  Program essence = program;
  essence.name = essence.about = {};
  essence.schedules = {schedule};
  essence.frames = frames;
  essence.invariants.clear();
  essence.expectations.clear();
  essence.fuzz = {};
  essence.view = {};
  for (Component& component : essence.schema) forget_declared_order(component.type);
  return hash_of(print(essence));
}

}  // namespace coreecs
